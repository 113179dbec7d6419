"""The extractor ladder for choices.

Source: REQUIREMENTS 7.0, 7.2. A declared option ("the answer is: X", "B is correct", a boxed or
tagged answer, a JSON key; the last one) decides first; then a response that is one label; one
that leads with a label ("B. She hides …"), or ends with one; then the text of exactly one option.
A letter in a sentence is no answer: "A man …", "I …", "between B and C", "not D" are never read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from panelwise.tasks._extract_cues import NEGATION, OPTION_CUE, Reading, cues, rejected
from panelwise.tasks._extract_permutation import read_order
from panelwise.tasks._extract_sequence import WORDS
from panelwise.tasks._extract_text import BOX_CLOSE, BOX_OPEN, plain, retracted
from panelwise.tasks._item import Option

_NAME = (
    r"(?:(?:answer|option|choice|letter|panel|picture|image|sequence|number|opción|opção|opzione"
    r"|alternativa|réponse|antwort|вариант|选项|選項|選択肢|オプション|보기|선택지|الخيار|विकल्प"
    r"|svar|lettre|letra|q\d{0,3})[:_ ]{0,3})?"
)
_OPEN, _CLOSE = r"[\"'(\[⟦#]{0,4}", r"[\"')\]⟧]{0,4}"
_BECAUSE = (
    r"because|since|as|for|due|which|where|that|with|based|given|showing|shows|weil|da|denn|car"
    r"|it is|over|rather|instead|here|again|too|overall|not|ist|sind|est|son|şıkk\w+|seçeneğ\w+"
    r"|parce|puisque|porque|ya que|pues|perché|poiché|потому|так как|поскольку|选项|選項"
)
# What may follow a label: an end, a mark, a reason, or the next word of a script without spaces.
_FOLLOW = (
    rf"(?=\s*(?:$|[,;:!?)\]}}⟧\"\n→(—]|\.(?![A-Z]\.|\d)|-(?= |$)|'(?!\w)"
    rf"|[^\x00-\u024f\u0370-\u052f\u1e00-\u206f])"
    rf"| (?:{_BECAUSE})\b)"
)
_OR = r"(?:,|;|/|&|\+|-|\||\b(?:and|or|und|oder|et|ou|y|o|e|и|или)\b|和|或者?|与|と|か|または|및|또는|या|أو)"
_LINK = re.compile(
    r"[^.!?\n]{0,100}?(?:\b(?:is|are|was|be|it's|ist|lautet|wäre|est|serait|es|sería|é|seria|è"
    r"|sarebbe|это|jest|to|är|er|on|je|este|είναι|là|คือ|היא|הוא|adalah|هو|هي|है)\b|(?:^"
    r"|(?<=\w))'s\b|[:=→-]|是|为|為|选|選|は|が|은|는|이)"
    r"(?:\s*(?:is|be|therefore|thus|hence|then|clearly|definitely|obviously|likely|most|probably"
    r"|the|to be|indeed|actually|simply|just|und zwar|la|le|il|el|die|der|das|a letra|la letra"
    r"|letter|lettre|lettera|буква|η|το|варіант|correct|right|best|one|answer|option|choice|:"
    r"|-)(?=[\s:]|$))*"
    rf"\s*{_NAME}{_OPEN} ?",
    re.IGNORECASE,
)
_WRAPPING = " \n\"'([⟦#"
_CHOOSING = re.compile(
    r"\bi(?:'d|'ll|'m going to| would| will)? (?:choose|pick|select|go with|opt for|say|answer)"
    r"(?: with)?(?: the)?\b(?= )|\bmy (?:choice|pick|guess|vote) is\b"
    r"|\b(?:so|therefore|thus|hence),? (?:it(?:'s| is| must be| should be)|the (?:one"
    r"|match) is)\b"
    r"|\bit (?:has to|must|should) be\b|\blean(?:ing)? (?:more )?towards?\b|\bso:(?= )"
    r"|(?:^|\n)(?:probably|most likely|definitely|clearly|certainly)\b"
    r"|\bif (?:i (?:am|were|was) )?(?:forced|pressed)[^,.\n]{0,30},",
    re.IGNORECASE,
)
# Look-alikes of Latin capitals, and the letters by which Arabic counts (alif, ba, jim, dal).
_HOMOGLYPHS = str.maketrans("АВСЕНКМОРТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧأابجد", "ABCEHKMOPTXABEZHIKMNOPTYXAABCD")
_FOREIGN = re.compile(r"(?<![^\W\d_])[АВСЕНКМОРТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧأابجد](?![^\W\d_])")


def latin_labels(text: str) -> str:
    """Lone foreign letters that stand for Latin labels, as those.

    >>> latin_labels("Ответ: В")
    'Ответ: B'
    """
    return _FOREIGN.sub(lambda match: match.group().translate(_HOMOGLYPHS), text)


_SPELT = re.compile(
    r"(\b(?:option|choice|answer is:?|panel)[ :(\"']{1,3})(one|two|three|four|five|six)\b",
    re.IGNORECASE,
)


def numbered_labels(text: str) -> str:
    """ "Option two" as "Option 2", for options that are labelled by numbers."""
    return _SPELT.sub(lambda match: match.group(1) + str(WORDS[match.group(2).lower()]), text)


def folded(text: str) -> str:
    """An option's text for comparison: plain, case and punctuation apart."""
    return " ".join(re.findall(r"\w+", plain(text).casefold()))


@dataclass(frozen=True)
class _Choice:
    """A plain text and the options it may name."""

    text: str
    options: tuple[Option, ...]

    @cached_property
    def label(self) -> str:
        """A pattern for what looks like a label of these options, in use or not."""
        letters = all(len(o.label) == 1 and o.label.isalpha() for o in self.options)
        digits = all(o.label.isdigit() for o in self.options)
        longest_first = sorted((o.label for o in self.options), key=len, reverse=True)
        named = f"(?:{'|'.join(map(re.escape, longest_first))})"
        return r"[A-Z]" if letters else r"\d{1,2}" if digits else named

    @cached_property
    def by_label(self) -> dict[str, int]:
        return {option.label.casefold(): k for k, option in enumerate(self.options)}

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple(folded(option.text or "") for option in self.options)

    @cached_property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """The options as number sequences (③②①④), when all are that."""
        found = [tuple(map(int, re.findall(r"\d+", text))) for text in self.texts]
        joined = [re.fullmatch(r"[\d ]+", text) is not None for text in self.texts]
        if not all(joined):
            return ()
        return tuple(
            tuple(map(int, str(order[0]))) if len(order) == 1 else order for order in found
        )

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return tuple(line.strip() for line in self.text.split("\n") if line.strip())

    def same_text(self, text: str) -> int | None:
        """The only option whose words are these, if there is one."""
        words = folded(text)
        hits = [k for k, option in enumerate(self.texts) if words and option == words]
        return hits[0] if len(hits) == 1 else None


@dataclass(frozen=True, slots=True)
class _Found:
    """A label (or an option's text) and where it ends; ``option`` None: no such option."""

    option: int | None
    label: str
    end: int
    reason: str | None = None


def read_option(text: str, options: Sequence[Option]) -> Reading[int]:
    """The index of the option that a plain text chooses.

    >>> options = [Option("A", "It rains."), Option("B", "She leaves.")]
    >>> read_option("The answer is B.", options).answer
    1
    >>> read_option("She leaves", options).rule, read_option("A man sits.", options).answer
    ('option_text', None)
    """
    text = latin_labels(text)
    if all(option.label.isdigit() for option in options):
        text = numbered_labels(text)
    choice = _Choice(text, tuple(options))
    for rule, rung in RUNGS:
        found = rung(choice)
        if found is None:
            continue
        if found.reason or found.option is None:
            return Reading(None, reason=found.reason or f"out of range: no option {found.label}")
        if retracted(choice.text[found.end :]):
            return Reading(None, reason=f"retracted: {found.label} is taken back")
        return Reading(found.option, rule=rule, final=rule != "last_bracket")
    return Reading(None, reason=_why_nothing(choice))


def _declared(choice: _Choice) -> _Found | None:
    """The last declaration, whichever way it is worded."""
    found = [hit for way in _DECLARATIONS if (hit := way(choice)) is not None]
    return max(found, key=lambda hit: hit.end, default=None)


def _boxed(choice: _Choice) -> _Found | None:
    """``\\boxed{B}``, ``<answer>B</answer>``."""
    boxes = re.finditer(f"{BOX_OPEN}([^{BOX_OPEN}{BOX_CLOSE}]*)(?:{BOX_CLOSE}|$)", choice.text)
    for box in list(boxes)[::-1]:
        inner = box.group(1).strip()
        hit = _label_alone(choice, inner) or _led(choice, inner) or _worded(choice, inner)
        if hit:
            return _Found(hit.option, hit.label, box.end(), hit.reason)
    return None


def _introduced(choice: _Choice) -> _Found | None:
    """ "The answer is: B", "答案：B", ``"answer": "B"``, or an option's text in that place."""
    label = re.compile(
        rf"(?P<label>{choice.label}|[a-z](?=[.)\]\"']*\s*(?:[,;\n]|$|ist\b))){_CLOSE}"
    )
    for position in cues(OPTION_CUE, choice.text):
        window = choice.text[position : position + 200]
        hit = _after_link(choice, label, window)
        if hit:
            return _Found(hit.option, hit.label, position + hit.end, hit.reason)
    return None


def _after_link(choice: _Choice, label: re.Pattern[str], window: str) -> _Found | None:
    """The first label of a window that the words before it present as the answer."""
    candidates = (match for match in label.finditer(window) if _is_label(choice, window, match))
    for match in islice(candidates, 8):
        before = window[: match.start()]
        if len(before) > 130 or re.search(r"[.!?](?:\s|$)|\n\n\n", before.strip(" \n\"'")):
            break
        if NEGATION.search(before):
            return None
        if not before.strip(_WRAPPING) or _LINK.fullmatch(_one_line(before)):
            return _checked(choice, window, match)
    return _words_after(choice, window.lstrip(" \n").split("\n")[0])


def _one_line(before: str) -> str:
    """``before`` with its line breaks as spaces where a colon leads over them."""
    return re.sub(r"\s*\n+\s*", " ", before) if ":" in before else before


def _words_after(choice: _Choice, line: str) -> _Found | None:
    """The option whose text a declaration gives instead of a label."""
    _, colon, tail = line.partition(":")
    words = tail if colon else re.sub(r"^.{0,60}?\b(?:is|are|ist|est|es|é|è)\b", "", line)
    option = choice.same_text(words)
    if option is None or NEGATION.search(line[: len(line) - len(words)]):
        return None
    return _Found(option, choice.options[option].label, len(line))


def _chosen(choice: _Choice) -> _Found | None:
    """ "I choose B", "so it must be C"."""
    pattern = re.compile(rf"\s*(?:the )?{_NAME}{_OPEN}(?P<label>{choice.label}){_CLOSE}", re.I)
    return _last_of(choice, _CHOOSING, pattern)


def _last_of(choice: _Choice, cue: re.Pattern[str], pattern: re.Pattern[str]) -> _Found | None:
    for position in cues(cue, choice.text):
        match = pattern.match(choice.text, position)
        if match and match.group("label").isupper() | match.group("label").isdigit():
            if _is_label(choice, choice.text, match):
                return _checked(choice, choice.text, match)
    return None


def _praised(choice: _Choice) -> _Found | None:
    """ "Option B is correct", "(C) is the best answer"."""
    pattern = re.compile(
        rf"(?<![\w'-]){_NAME}{_OPEN}(?<![\w'-])(?P<label>{choice.label}){_CLOSE},? "
        r"(?:is|must be|should be|would be|seems|seems to be|appears to be)"
        r"(?: (?:clearly|definitely|obviously|therefore|thus|most likely|likely|indeed|the|only"
        r"|most|best|accurate|plausible|logical|fitting|appropriate|suitable)){0,5}"
        r" (?:correct|right|answer|best (?:answer|option|choice|match|fit)|option|choice)\b(?!\?)"
        rf"|(?<![\w'-])(?P<label2>{choice.label}){_CLOSE} ?"
        r"(?:ist (?:die )?(?:richtig|korrekt)|est (?:la )?(?:bonne|correct|juste|exact)"
        r"|es (?:la )?(?:respuesta |opción )?correct|é a (?:resposta |opção |alternativa )?corret"
        r"|è (?:la )?(?:risposta |opzione )?(?:corrett|giust|esatt)|- ?правильн|верн"
        r"|[がは]正(?:しい|解)|が(?:答え|適切|最も)|是正[确確]|正[确確]|이 ?(?:정답|맞|옳)"
        r"|가 ?(?:정답|맞|옳))"
    )
    hits = [
        match
        for match in pattern.finditer(choice.text)
        if not re.search(
            r"\b(?:if|whether|is|neither|nor|not|or|and) $",
            choice.text[max(0, match.start() - 10) : match.start()],
            re.I,
        )
        and not re.match(r"[^.!?\n]*\?", choice.text[match.end() : match.end() + 100])
        and (
            match.group("label2") or re.search(r"correct|right|best|only|the answer", match.group())
        )
    ]
    if not hits:
        return None
    label = hits[-1].group("label") or hits[-1].group("label2")
    return _Found(choice.by_label.get(label.casefold()), label, hits[-1].end())


def _contrasted(choice: _Choice) -> _Found | None:
    """ "Not A but D", "nicht A, sondern D", "AではなくD"."""
    one, other = (
        rf"{_NAME}{_OPEN}{choice.label}{_CLOSE}",
        rf"{_NAME}{_OPEN}(?P<label>{choice.label})",
    )
    pattern = (
        rf"(?:\b(?:not|isn't|nicht|pas|no es|não é|non è|не|nie|inte|niet)|不是) ?{one},? ?"
        rf"(?:but(?: rather)?|sondern|mais|sino|mas|ma|а|lecz|utan|maar|而?是)(?: la"
        rf"| a)? ?{other}{_CLOSE}{_FOLLOW}"
    )
    pattern = (
        pattern
        + rf"|{one}(?:ではなく|じゃなくて?|가 아니라|이 아니라) ?"
        + other.replace("<label>", "<other>")
    )
    hits = list(re.finditer(pattern, choice.text, re.IGNORECASE))
    if not hits:
        return None
    label = hits[-1].group("label") or hits[-1].group("other")
    return _Found(choice.by_label.get(label.casefold()), label, hits[-1].end())


def _ticked(choice: _Choice) -> _Found | None:
    """The only option with a tick or the verdict "right": ``[x] B``, ``C ✅``, ``D: right``."""
    tick = r"(?:\[[xX✓✔]\]|[☑✅✔✓◉])"
    label = rf"{_NAME}{_OPEN}(?P<label>{choice.label}){_CLOSE}"
    before = rf"{tick} ?(?<![\w]){label}(?!\w)"
    after = rf"(?<![\w'-]){label} ?(?:[☑✅✔✓]|[:.)-]+ ?(?:right|correct|true|yes)\b(?=\s*(?:[.,;!\n(]|$)))"
    hits = [*re.finditer(before, choice.text), *re.finditer(after, choice.text)]
    labels = {match.group("label") for match in hits}
    if len(labels) != 1:
        return None
    return _Found(
        choice.by_label.get(labels.pop().casefold()), hits[0].group("label"), hits[0].end()
    )


def _closing(choice: _Choice) -> _Found | None:
    """A last clause that concludes with a label: "…, so B.", "…: B", "which is A."."""
    pattern = (
        rf"(?:\b(?i:so|therefore|thus|hence|which is|that is|it is|it's|must be|yes|also|donc"
        rf"|entonces"
        rf"|portanto|quindi|значит|поэтому),?|[:→=]|所以|なので|따라서) ?{_NAME}{_OPEN}"
        rf"(?P<label>{choice.label}){_CLOSE}[.!]*$"
    )
    match = re.search(pattern, choice.text[-300:])
    if match is None:
        return None
    clause = re.split(r"[.!?\n;] ?", choice.text[-300:][: match.start()])[-1]
    if re.search(r"\b(?:grader|judge|evaluator|mark this|override)\b", choice.text[-300:], re.I):
        return None
    if NEGATION.search(clause.rsplit(",", 1)[-1]) or re.search(r"\bor\b|\bif\b", clause):
        return None
    label = match.group("label")
    return _Found(choice.by_label.get(label.casefold()), label, len(choice.text))


def _is_label(choice: _Choice, text: str, match: re.Match[str]) -> bool:
    """Whether a matched letter is a label rather than a word or the start of one."""
    start = match.start("label")
    if start and re.match(r"[A-Za-z0-9'_-]", text[start - 1]) and text[start - 1] not in "-'":
        return False
    rest = text[match.end("label") : match.end("label") + 400]
    if re.match(rf"{_CLOSE}{_FOLLOW}", rest) or _beside(choice, rest):
        return True
    option = choice.by_label.get(match.group("label").casefold())
    words = re.split(r"\n", rest)[0]
    return option is not None and bool(words.strip()) and choice.same_text(words) == option


def _checked(choice: _Choice, text: str, match: re.Match[str]) -> _Found:
    """A label, unless a second one stands beside it or the words of another option follow."""
    label, rest = match.group("label"), text[match.end() :]
    option = choice.by_label.get(label.casefold())
    second = _beside(choice, rest)
    if second is not None and second.casefold() != label.casefold():
        return _Found(option, label, match.end(), f"ambiguous: {label} or {second}")
    words = choice.same_text(re.split(r"\n", rest)[0])
    if words is not None and option is not None and words != option:
        other = choice.options[words].label
        reason = f"ambiguous: {label} with the text of {other}"
        return _Found(option, label, match.end(), reason)
    return _Found(option, label, match.end())


def _beside(choice: _Choice, rest: str) -> str | None:
    """The label that is offered directly after another ("B or C", "A, B")."""
    pattern = (
        rf"{_CLOSE}\s*(?:{_OR}+|(?=[(\[]))\s*(?:(?:and|or|also|maybe|possibly|perhaps|even)\s+)*"
        rf"{_NAME}{_OPEN}(?P<label>{choice.label}){_CLOSE}(?:{_FOLLOW}|(?=\s*{_OR}))"
    )
    match = re.match(pattern, rest[:120])
    return match.group("label") if match else None


def _label_alone(choice: _Choice, text: str) -> _Found | None:
    """A text that is one label and nothing else: ``B``, ``(b)``, ``Option 3.``, ``B!``."""
    if len(text) > 60:
        return None
    if re.search(r"[?¬≠❌✗✘🚫]|^!|\w[-+]$", text.strip()):  # denied, doubted, or a school mark
        return None
    core = re.sub(r"^[\W_]+|[\W_]+$", "", text)
    if not choice.options[0].label.isdigit():
        core = re.sub(r"^\d{1,3}[.):] ?", "", core)  # the number of the question
    match = re.fullmatch(rf"(?:the )?{_NAME}{_OPEN}\s*(?P<label>{choice.label})", core, re.I)
    if match is None:
        return None
    label = match.group("label").upper()
    return _Found(choice.by_label.get(label.casefold()), label, len(text))


def _whole(choice: _Choice) -> _Found | None:
    return _label_alone(choice, choice.text)


def _worded(choice: _Choice, text: str) -> _Found | None:
    """A text that is an option's text, or writes the order that an option stands for."""
    option = choice.same_text(text)
    if option is None and choice.orders:
        members = choice.orders[0]
        order = read_order(text, len(members)).answer if len(members) > 1 else None
        hits = [k for k, option_order in enumerate(choice.orders) if option_order == order]
        option = hits[0] if len(hits) == 1 else None
    if option is None:
        return None
    return _Found(option, choice.options[option].label, len(choice.text))


def _leading(choice: _Choice) -> _Found | None:
    """A first line that is a label, or opens with a marked one: ``B.``, ``**B)** She hides …``."""
    if not choice.lines or len(set(_markers(choice))) > 1:  # the options are being gone through
        return None
    first = _led(choice, choice.lines[0])
    if first is None:
        return None
    end = choice.text.find(choice.lines[0]) + first.end
    return _Found(first.option, first.label, end, first.reason)


def _markers(choice: _Choice) -> list[str]:
    """The labels that open a line or a sentence: "A. …", "Option B: …"."""
    opening = rf"(?:^|[\n.;!?])[-•\s]*{_NAME}{_OPEN}(?P<label>{choice.label})(?:{_CLOSE}[.):]| -|(?=\n)|$)"
    return [match.group("label").casefold() for match in re.finditer(opening, choice.text, re.I)]


def _led(choice: _Choice, line: str) -> _Found | None:
    """The label at the head of a line, when the line does not deny it."""
    alone = _label_alone(choice, line)
    if alone:
        return alone
    match = re.match(
        rf"{_NAME}{_OPEN}(?P<label>{choice.label}){_CLOSE}(?P<mark>\s*[.):\],;(]|\s+-(?=\s)|→"
        r"|\s(?:rather than|over|not|because|since)\b)",
        line[:80],
        re.IGNORECASE,
    )
    if match is None:
        return None
    option = choice.by_label.get(match.group("label").casefold())
    if match.group("label").islower() and choice.same_text(line[match.end() :]) != option:
        return None
    rest = line[match.end() :]
    contrast = re.match(rf"\s*not {_NAME}{_OPEN}{choice.label}{_CLOSE}{_FOLLOW}", rest)
    if contrast and match.group("mark").strip() == ",":
        rest = ""
    tight = match.group("mark").strip() == "."
    if (tight and re.match(r"\d|[A-Z]\.", rest)) or re.match(
        r"\W*(?:is|isn't|are|cannot|can't|no\b|not\b|wrong|incorrect|false|unlikely)", rest, re.I
    ):
        return None
    whole = re.match(rf"{_NAME}{_OPEN}(?P<label>{choice.label})", line, re.IGNORECASE)
    assert whole is not None
    return _checked(choice, line, whole)


def _final_line(choice: _Choice) -> _Found | None:
    """A last line that is one label, unless other lines are other labels."""
    alone = [hit for line in choice.lines if (hit := _label_alone(choice, line)) is not None]
    last = _label_alone(choice, choice.lines[-1]) if choice.lines else None
    if last is None or len({hit.label for hit in alone}) > 1:
        return None
    return _Found(last.option, last.label, len(choice.text))


def _last_bracket(choice: _Choice) -> _Found | None:
    """A response that ends with ``(B)`` or ``[B]``, the only label in brackets."""
    bracketed = list(re.finditer(rf"[(\[](?P<label>{choice.label})[)\]]", choice.text))
    if not bracketed or len({match.group("label") for match in bracketed}) > 1:
        return None
    last = bracketed[-1]
    sentence = re.split(r"[.!?\n]\s", choice.text[max(0, last.start() - 120) : last.start()])[-1]
    if choice.text[last.end() :].strip(" .!\n\"'") or NEGATION.search(sentence):
        return None
    if rejected(choice.text, last.start(), last.end()):
        return None
    label = last.group("label")
    return _Found(choice.by_label.get(label.casefold()), label, last.end())


def _option_text(choice: _Choice) -> _Found | None:
    """The whole response, its first or its last line is the text of exactly one option."""
    if not choice.lines:
        return None
    whole = _worded(choice, choice.text)
    if whole:
        return whole
    hits = {choice.same_text(line) for line in (choice.lines[0], choice.lines[-1])} - {None}
    if len(hits) != 1:
        return None
    option = hits.pop()
    assert option is not None
    return _Found(option, choice.options[option].label, len(choice.text))


def _why_nothing(choice: _Choice) -> str:
    """The reason for an unread text: several options named, one merely mentioned, or none."""
    named = list(dict.fromkeys(_mentions(choice)))
    if len(named) > 1:
        return f"ambiguous: {', '.join(named[:6])} are named and none is declared"
    if named:
        return f"none found: {named[0]} is mentioned but not chosen"
    return "none found: no option is named"


def _mentions(choice: _Choice) -> Iterator[str]:
    pattern = re.compile(
        rf"(?<![\w'-]){_OPEN}(?P<label>{choice.label}){_CLOSE}(?:{_FOLLOW}|(?=\s*{_OR}))"
    )
    for match in pattern.finditer(choice.text):
        if match.group("label").casefold() in choice.by_label:
            yield match.group("label")


_DECLARATIONS = (_boxed, _introduced, _chosen, _praised, _contrasted, _ticked, _closing)
RUNGS: tuple[tuple[str, Callable[[_Choice], _Found | None]], ...] = (
    ("declared", _declared),
    ("whole", _whole),
    ("leading", _leading),
    ("final_line", _final_line),
    ("option_text", _option_text),
    ("last_bracket", _last_bracket),
)
