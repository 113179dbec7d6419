"""What a label of an option looks like in a text, and what merely looks like one.

A letter in a sentence is no label: "A man …", "I …", "D'abord …". Labels stand before an end, a
mark, a reason, or a word of a script that does not separate words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from panelwise.tasks._item import Option
from panelwise.tasks.extraction._permutation import read_order
from panelwise.tasks.extraction._sequence import WORDS
from panelwise.tasks.extraction._text import plain

NAME = (
    r"(?:(?:answer|option|choice|letter|panel|picture|image|sequence|number|opción|opção|opzione"
    r"|alternativa|réponse|antwort|вариант|选项|選項|選択肢|オプション|보기|선택지|الخيار|विकल्प"
    r"|svar|lettre|letra|q\d{0,3})[:_ ]{0,3})?"
)
OPEN, CLOSE = r"[\"'(\[⟦#]{0,4}", r"[\"')\]⟧]{0,4}"
_BECAUSE = (
    r"because|since|as|for|due|which|where|that|with|based|given|showing|shows|weil|da|denn|car"
    r"|it is|over|rather|instead|here|again|too|overall|not|ist|sind|est|son|şıkk\w+|seçeneğ\w+"
    r"|parce|puisque|porque|ya que|pues|perché|poiché|потому|так как|поскольку|选项|選項"
)
# What may follow a label: an end, a mark, a reason, or the next word of a script without spaces.
FOLLOW = (
    rf"(?=\s*(?:$|[,;:!?)\]}}⟧\"\n→(—]|\.(?![A-Z]\.|\d)|-(?= |$)|'(?!\w)"
    rf"|[^\x00-\u024f\u0370-\u052f\u1e00-\u206f])"
    rf"| (?:{_BECAUSE})\b)"
)
OR = (
    r"(?:[,;/&+|-]|\b(?:and|or|und|oder|et|ou|y|o|e|и|или)\b|和|或者?|与|と|か|または|및|또는"
    r"|या|أو)"
)
WRAPPING = " \n\"'([⟦#"
# Look-alikes of Latin capitals, and the letters by which Arabic counts (alif, ba, jim, dal).
_HOMOGLYPHS = str.maketrans("АВСЕНКМОРТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧأابجد", "ABCEHKMOPTXABEZHIKMNOPTYXAABCD")
_FOREIGN = re.compile(r"(?<![^\W\d_])[АВСЕНКМОРТХΑΒΕΖΗΙΚΜΝΟΡΤΥΧأابجد](?![^\W\d_])")
_SPELT = re.compile(
    r"(\b(?:option|choice|answer is:?|panel)[ :(\"']{1,3})(one|two|three|four|five|six)\b",
    re.IGNORECASE,
)


def latin_labels(text: str) -> str:
    """Lone foreign letters that stand for Latin labels, as those.

    >>> latin_labels("Ответ: В")
    'Ответ: B'
    """
    return _FOREIGN.sub(lambda match: match.group().translate(_HOMOGLYPHS), text)


def numbered_labels(text: str) -> str:
    """A text with "Option two" as "Option 2", for options that are labelled by numbers."""
    return _SPELT.sub(lambda match: match.group(1) + str(WORDS[match.group(2).lower()]), text)


def folded(text: str) -> str:
    """An option's text for comparison: plain, case and punctuation apart."""
    return " ".join(re.findall(r"\w+", plain(text).casefold()))


@dataclass(frozen=True)
class Choice:
    """A plain text and the options it may name."""

    text: str
    options: tuple[Option, ...]

    @cached_property
    def label(self) -> str:
        """A pattern for what looks like a label of these options, in use or not."""
        letters = all(re.fullmatch(r"[A-Za-z]", o.label) for o in self.options)
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
class FoundLabel:
    """A label (or an option's text) and where it ends; ``option`` None: no such option.

    ``ambiguous`` names the two that it could be.
    """

    option: int | None
    label: str
    end: int
    ambiguous: str | None = None


def is_label(choice: Choice, text: str, match: re.Match[str]) -> bool:
    """Whether a matched letter is a label rather than a word or the start of one."""
    start = match.start("label")
    if start and re.match(r"[A-Za-z0-9'_-]", text[start - 1]) and text[start - 1] not in "-'":
        return False
    rest = text[match.end("label") : match.end("label") + 400]
    if re.match(rf"{CLOSE}{FOLLOW}", rest) or beside(choice, rest):
        return True
    option = choice.by_label.get(match.group("label").casefold())
    words = re.split(r"\n", rest)[0]
    return option is not None and bool(words.strip()) and choice.same_text(words) == option


def checked(choice: Choice, text: str, match: re.Match[str]) -> FoundLabel:
    """A label, unless a second one is next to it or the words of another option follow."""
    label, rest = match.group("label"), text[match.end() :]
    option = choice.by_label.get(label.casefold())
    second = beside(choice, rest)
    if second is not None and second.casefold() != label.casefold():
        return FoundLabel(option, label, match.end(), f"{label} or {second}")
    words = choice.same_text(re.split(r"\n", rest)[0])
    if words is not None and option is not None and words != option:
        other = choice.options[words].label
        return FoundLabel(option, label, match.end(), f"{label} with the text of {other}")
    return FoundLabel(option, label, match.end())


def beside(choice: Choice, rest: str) -> str | None:
    """The label that is offered directly after another ("B or C", "A, B")."""
    pattern = (
        rf"{CLOSE}\s*(?:{OR}+|(?=[(\[]))\s*(?:(?:and|or|also|maybe|possibly|perhaps|even)\s+)*"
        rf"{NAME}{OPEN}(?P<label>{choice.label}){CLOSE}(?:{FOLLOW}|(?=\s*{OR}))"
    )
    match = re.match(pattern, rest[:120])
    return match.group("label") if match else None


def label_alone(choice: Choice, text: str) -> FoundLabel | None:
    """A text that is one label and nothing else: ``B``, ``(b)``, ``Option 3.``, ``B!``."""
    if len(text) > 60:
        return None
    if re.search(r"[?¬≠❌✗✘🚫]|^!|\w[-+]$|^-\d", text.strip()):  # denied, doubted, or a school mark
        return None
    core = re.sub(r"^[\W_]+|[\W_]+$", "", text)
    if not choice.options[0].label.isdigit():
        core = re.sub(r"^\d{1,3}[.):] ?", "", core)  # the number of the question
    match = re.fullmatch(rf"(?:the )?{NAME}{OPEN}\s*(?P<label>{choice.label})", core, re.I)
    if match is None:
        return None
    label = match.group("label").upper()
    return FoundLabel(choice.by_label.get(label.casefold()), label, len(text))


def led(choice: Choice, line: str) -> FoundLabel | None:
    """The label at the head of a line, when the line does not deny it."""
    alone = label_alone(choice, line)
    if alone:
        return alone
    match = re.match(
        rf"{NAME}{OPEN}(?P<label>{choice.label}){CLOSE}(?P<mark>\s*[.):\],;(]|\s+-(?=\s)|→"
        r"|\s(?:rather than|over|not|because|since)\b)",
        line[:80],
        re.IGNORECASE,
    )
    if match is None:
        return None
    option = choice.by_label.get(match.group("label").casefold())
    words = choice.same_text(line[match.end() :])
    if match.group("label").islower() and (words is None or words != option):
        return None
    rest = line[match.end() :]
    contrast = re.match(rf"\s*not {NAME}{OPEN}{choice.label}{CLOSE}{FOLLOW}", rest)
    if contrast and match.group("mark").strip() == ",":
        rest = ""
    tight = match.group("mark").strip() == "."
    if (tight and re.match(r"\d|[A-Z]\.", rest)) or re.match(
        r"\W*(?:is|isn't|are|cannot|can't|no\b|not\b|wrong|incorrect|false|unlikely)", rest, re.I
    ):
        return None
    whole = re.match(rf"{NAME}{OPEN}(?P<label>{choice.label})", line, re.IGNORECASE)
    assert whole is not None
    return checked(choice, line, whole)


def worded(choice: Choice, text: str) -> FoundLabel | None:
    """A text that is an option's text, or writes the order that an option stands for."""
    option = choice.same_text(text)
    if option is None and choice.orders:
        order = read_order(text, len(choice.orders[0])).answer
        hits = [k for k, option_order in enumerate(choice.orders) if option_order == order]
        option = hits[0] if len(hits) == 1 else None
    if option is None:
        return None
    return FoundLabel(option, choice.options[option].label, len(choice.text))
