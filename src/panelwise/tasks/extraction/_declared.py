"""The ways in which a text declares its choice of an option; the last declaration counts.

Source: specification 7.0 ("answer is: X", last match; boxed letter).
"""

from __future__ import annotations

import re
from itertools import islice

from panelwise.tasks.extraction._cues import NEGATION, OPTION_CUE, cues
from panelwise.tasks.extraction._label import (
    CLOSE,
    FOLLOW,
    NAME,
    OPEN,
    WRAPPING,
    Choice,
    FoundLabel,
    checked,
    is_label,
    label_alone,
    led,
    worded,
)
from panelwise.tasks.extraction._text import BOX_CLOSE, BOX_OPEN

_LINK = re.compile(
    r"[^.!?\n]{0,100}?(?:\b(?:is|are|was|be|it's|ist|lautet|wäre|est|serait|es|sería|é|seria|è"
    r"|sarebbe|это|jest|to|är|er|on|je|este|είναι|là|คือ|היא|הוא|adalah|هو|هي|है)\b|(?:^"
    r"|(?<=\w))'s\b|[:=→-]|是|为|為|选|選|は|が|은|는|이)"
    r"(?:\s*(?:is|be|therefore|thus|hence|then|clearly|definitely|obviously|likely|most|probably"
    r"|the|to be|indeed|actually|simply|just|und zwar|la|le|il|el|die|der|das|a letra|la letra"
    r"|letter|lettre|lettera|буква|η|το|варіант|correct|right|best|one|answer|option|choice|:"
    r"|-)(?=[\s:]|$))*"
    rf"\s*{NAME}{OPEN} ?",
    re.IGNORECASE,
)
_IS_RIGHT = (
    r"(?:is|must be|should be|would be|seems|seems to be|appears to be)"
    r"(?: (?:clearly|definitely|obviously|therefore|thus|most likely|likely|indeed|the|only|most"
    r"|best|accurate|plausible|logical|fitting|appropriate|suitable)){0,5}"
    r" (?:correct|right|answer|best (?:answer|option|choice|match|fit)|option|choice)\b(?!\?)"
)
_IS_RIGHT_ELSEWHERE = (
    r"(?:ist (?:die )?(?:richtig|korrekt)|est (?:la )?(?:bonne|correct|juste|exact)"
    r"|es (?:la )?(?:respuesta |opción )?correct|é a (?:resposta |opção |alternativa )?corret"
    r"|è (?:la )?(?:risposta |opzione )?(?:corrett|giust|esatt)|- ?правильн|верн"
    r"|[がは]正(?:しい|解)|が(?:答え|適切|最も)|是?正[确確]|[이가] ?(?:정답|맞|옳))"
)
_SO = (
    r"(?:\b(?i:so|therefore|thus|hence|which is|that is|it is|it's|must be|yes|donc|entonces"
    r"|portanto|quindi|значит|поэтому),?|[:→]|所以|なので|따라서)"
)
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


def _boxed(choice: Choice) -> FoundLabel | None:
    """A boxed or tagged answer: ``<answer>B</answer>``."""
    boxes = re.finditer(f"{BOX_OPEN}([^{BOX_OPEN}{BOX_CLOSE}]*)(?:{BOX_CLOSE}|$)", choice.text)
    for box in list(boxes)[::-1]:
        inner = box.group(1).strip()
        hit = label_alone(choice, inner) or led(choice, inner) or worded(choice, inner)
        if hit:
            return FoundLabel(hit.option, hit.label, box.end(), hit.ambiguous)
    return None


def _introduced(choice: Choice) -> FoundLabel | None:
    """An answer behind its announcement: "The answer is: B", ``"answer": "B"``, or in words."""
    label = re.compile(
        rf"(?P<label>{choice.label}|[a-z](?=[.)\]\"']*\s*(?:[,;\n]|$|ist\b))){CLOSE}"
    )
    for position in cues(OPTION_CUE, choice.text):
        window = choice.text[position : position + 200]
        hit = _after_link(choice, label, window)
        if hit:
            return FoundLabel(hit.option, hit.label, position + hit.end, hit.ambiguous)
    return None


def _after_link(choice: Choice, label: re.Pattern[str], window: str) -> FoundLabel | None:
    """The first label of a window that the words before it present as the answer."""
    candidates = (match for match in label.finditer(window) if is_label(choice, window, match))
    for match in islice(candidates, 8):
        before = window[: match.start()]
        if len(before) > 130 or re.search(r"[.!?](?:\s|$)|\n\n\n", before.strip(" \n\"'")):
            break
        if NEGATION.search(before):
            return None
        if not before.strip(WRAPPING) or _LINK.fullmatch(_one_line(before)):
            return checked(choice, window, match)
    return _words_after(choice, window.lstrip(" \n").split("\n")[0])


def _one_line(before: str) -> str:
    """``before`` with its line breaks as spaces where a colon leads over them."""
    return re.sub(r"\s*\n+\s*", " ", before) if ":" in before else before


def _words_after(choice: Choice, line: str) -> FoundLabel | None:
    """The option whose text a declaration gives instead of a label."""
    _, colon, tail = line.partition(":")
    words = tail if colon else re.sub(r"^.{0,60}?\b(?:is|are|ist|est|es|é|è)\b", "", line)
    option = choice.same_text(words)
    if option is None or NEGATION.search(line[: len(line) - len(words)]):
        return None
    return FoundLabel(option, choice.options[option].label, len(line))


def _chosen(choice: Choice) -> FoundLabel | None:
    """A choice in the first person or a conclusion: "I choose B", "so it must be C"."""
    pattern = re.compile(rf"\s*(?:the )?{NAME}{OPEN}(?P<label>{choice.label}){CLOSE}", re.I)
    return _last_of(choice, _CHOOSING, pattern)


def _last_of(choice: Choice, cue: re.Pattern[str], pattern: re.Pattern[str]) -> FoundLabel | None:
    for position in cues(cue, choice.text):
        match = pattern.match(choice.text, position)
        if match is None or match.group("label").islower():
            continue
        if is_label(choice, choice.text, match):
            return checked(choice, choice.text, match)
    return None


def _found(choice: Choice, match: re.Match[str]) -> FoundLabel:
    """What a pattern with one of the groups ``label`` and ``other`` found."""
    label = match.group("label") or match.group("other")
    return FoundLabel(choice.by_label.get(label.casefold()), label, match.end())


def _praised(choice: Choice) -> FoundLabel | None:
    """An option that is called right: "Option B is correct", "(C) is the best answer"."""
    pattern = (
        rf"(?<![\w'-]){NAME}{OPEN}(?<![\w'-])(?P<label>{choice.label}){CLOSE},? {_IS_RIGHT}"
        rf"|(?<![\w'-])(?P<other>{choice.label}){CLOSE} ?{_IS_RIGHT_ELSEWHERE}"
    )
    hits = [hit for hit in re.finditer(pattern, choice.text) if not _questioned(choice.text, hit)]
    return _found(choice, hits[-1]) if hits else None


def _questioned(text: str, praise: re.Match[str]) -> bool:
    """Whether praise is a condition, a question, half of a pair, or for any option at all."""
    before = text[max(0, praise.start() - 10) : praise.start()]
    asked = re.match(r"[^.!?\n]*\?", text[praise.end() : praise.end() + 100])
    vague = praise.group("label") and not re.search(
        r"correct|right|best|only|the answer", praise.group()
    )
    paired = re.search(r"\b(?:if|whether|is|neither|nor|not|or|and) $", before, re.IGNORECASE)
    return bool(asked or vague or paired)


def _contrasted(choice: Choice) -> FoundLabel | None:
    """An option set against a wrong one: "not A but D", "nicht A, sondern D", "AではなくD"."""
    one = rf"{NAME}{OPEN}{choice.label}{CLOSE}"
    pattern = (
        rf"(?:\b(?:not|isn't|nicht|pas|no es|não é|non è|не|nie|inte|niet)|不是) ?{one},? ?"
        rf"(?:but(?: rather)?|sondern|mais|sino|mas|ma|а|lecz|utan|maar|而?是)(?: la| a)? ?"
        rf"{NAME}{OPEN}(?P<label>{choice.label}){CLOSE}{FOLLOW}"
        rf"|{one}(?:ではなく|じゃなくて?|[가이] 아니라) ?{NAME}{OPEN}(?P<other>{choice.label})"
    )
    hits = list(re.finditer(pattern, choice.text, re.IGNORECASE))
    return _found(choice, hits[-1]) if hits else None


def _ticked(choice: Choice) -> FoundLabel | None:
    """The only option with a tick or the verdict "right": ``[x] B``, ``C ✅``, ``D: right``."""
    label = rf"{NAME}{OPEN}(?P<label>{choice.label}){CLOSE}"
    before = rf"(?:\[[xX✓✔]\]|[☑✅✔✓◉]) ?(?<!\w){label}(?!\w)"
    verdict = r"[:.)-]+ ?(?:right|correct|true|yes)\b(?=\s*(?:[.,;!\n(]|$))"
    after = rf"(?<![\w'-]){label} ?(?:[☑✅✔✓]|{verdict})"
    hits = [*re.finditer(before, choice.text), *re.finditer(after, choice.text)]
    if len({match.group("label") for match in hits}) != 1:
        return None
    return _found(choice, hits[0])


def _closing(choice: Choice) -> FoundLabel | None:
    """A last clause that concludes with a label: "…, so B.", "…: B", "which is A."."""
    end = choice.text[-300:]
    pattern = rf"{_SO} ?{NAME}{OPEN}(?P<label>{choice.label}){CLOSE}[.!]*$"
    match = re.search(pattern, end)
    if match is None:
        return None
    clause = re.split(r"[.!?\n;] ?", end[: match.start()])[-1]
    if re.search(r"\b(?:grader|judge|evaluator|mark this|override)\b", end, re.IGNORECASE):
        return None
    if NEGATION.search(clause.split(",")[-1]) or re.search(r"\bor\b|\bif\b", clause):
        return None
    label = match.group("label")
    return FoundLabel(choice.by_label.get(label.casefold()), label, len(choice.text))


WAYS = (_boxed, _introduced, _chosen, _praised, _contrasted, _ticked, _closing)


def declared(choice: Choice) -> FoundLabel | None:
    """The last declaration, whichever way it is worded."""
    found = [hit for way in WAYS if (hit := way(choice)) is not None]
    return max(found, key=lambda hit: hit.end, default=None)
