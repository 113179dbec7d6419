"""What is checked of every draft, and how structure is found in what a model wrote."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from itertools import islice
from typing import Any, get_args

from panelwise.comics import ErrorType
from panelwise.drafting._draft import Check
from panelwise.tasks import normalised

# A writer must name the error of what it writes.
ERRORS = tuple(error for error in get_args(ErrorType) if error != "unspecified")
MAX_STARTS = 64  # places where JSON may open; an answer of brackets alone must not cost minutes
# A right answer that sticks out is found without reading: so far beyond every wrong one is not
# allowed. Two words of slack, because four words beside six say nothing.
STICKS_OUT = 1.5
SLACK = 2


def word_count(text: str) -> int:
    """Number of words; of a text in a script without spaces, two characters count as a word.

    >>> word_count("It's a dog."), word_count("犬が走って行く。")
    (3, 4)
    """
    plain = unicodedata.normalize("NFKC", text)
    unspaced = len(re.findall(r"[\u3040-\u30ff\u3400-\u9fff]", plain))
    rest = re.sub(r"[\u3040-\u30ff\u3400-\u9fff]", " ", plain)
    return len(re.findall(r"\w+(?:['’]\w+)*", rest)) + (unspaced + 1) // 2


def json_in(text: str) -> Any:
    """The first JSON object in an answer, fences and words around it; ``None`` without one.

    >>> json_in('Sure! ```json {"a": [1]} ```')
    {'a': [1]}
    """
    decoder = json.JSONDecoder(strict=False)  # models break lines inside strings
    for match in islice(re.finditer(r"\{", text), MAX_STARTS):
        try:
            return decoder.raw_decode(text, match.start())[0]
        except (ValueError, RecursionError):
            continue
    return None


def objects(value: Any) -> list[dict[str, Any]]:
    """The objects of a list; empty for anything else."""
    return [part for part in value if isinstance(part, dict)] if isinstance(value, list) else []


def said(value: Any) -> str:
    """A text without space around it; empty for anything else."""
    return value.strip() if isinstance(value, str) else ""


def number(value: Any) -> int | None:
    """A whole number, also as a text ("3", "panel 3"); ``None`` for anything else.

    >>> number("Panel 3"), number(2), number(True), number(None)
    (3, 2, None, None)
    """
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    found = (
        re.fullmatch(r"\s*(?:panel\s*)?#?(\d{1,4})\s*", value, re.I | re.A)
        if isinstance(value, str)
        else None
    )
    return int(found[1]) if found else None


def distinct_options(answer: str, wrong: Sequence[str], where: str = "") -> Check:
    """There is an answer and three wrong ones, and no two are the same words."""
    options = [answer, *wrong]
    if not word_count(answer):
        return Check("one_answer", f"{where}the right answer is missing")
    if len(wrong) != 3:
        return Check("three_wrong", f"{where}{len(wrong)} wrong answers, three are needed")
    if not all(word_count(option) for option in wrong):
        return Check("three_wrong", f"{where}a wrong answer is empty")
    if len({normalised(option) for option in options}) < len(options):
        return Check("distinct", f"{where}two of the four answers are the same")
    return Check("distinct")


def matched_length(answer: str, wrong: Sequence[str], where: str = "") -> Check:
    """The right answer is neither far longer nor far shorter than every wrong one."""
    counts = sorted(word_count(option) for option in wrong)
    own = word_count(answer)
    if counts and own > STICKS_OUT * counts[-1] + SLACK:
        fault = f"the right answer has {own} words, the longest wrong one {counts[-1]}"
        return Check("length", f"{where}{fault}; make them alike")
    if counts and counts[0] > STICKS_OUT * own + SLACK:
        fault = f"the right answer has {own} words, the shortest wrong one {counts[0]}"
        return Check("length", f"{where}{fault}; make them alike")
    return Check("length")


def known_errors(errors: Sequence[str], where: str = "") -> Check:
    """Every kind of error is one that Panelwise knows."""
    strange = sorted({error or "none" for error in errors if error not in ERRORS})
    if strange:
        return Check("error", f"{where}unknown kind of error {', '.join(strange)}")
    return Check("error")
