"""Answers to the papers' own construction prompts, read.

CHROMIC's Figures 7 to 9 name no layout, so an answer is read by its labels: ``Question:``,
``Answer:``, ``A. …``, ``Explanation:``; JSON with such keys is taken, too. What the prompts do not
ask for (the kind of each error, wrong answers of stage 1) may be missing. Source: CH-P2 to CH-P4.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from panelwise.drafting._checks import json_in, number, objects, said

UNNAMED = "unspecified"
_LABELS = {
    "question": r"question|q",
    "answer": r"(?:correct |right )?answer|a(?=\s*\d*\s*:)",
    "explanation": r"(?:detailed )?(?:answer )?explanation|(?:required )?reasoning(?: types?)?",
    "options": r"(?:answer )?options|choices|distractors",
}
_PART_LABELS = {
    "element": r"(?:comic )?element(?: (?:it )?draws from)?|draws? from|drawn from|source",
    "bias": r"(?:cognitive )?bias(?: exploited)?|explanation",
    "level": r"(?:deception )?(?:level|rating)",
    "text": r"text|option|answer",
}
_OPTION = re.compile(r"\W*\(?([A-H])[.):]\s*(\S.*)")
_LETTER = re.compile(r"\W*(?:option\s*)?\(?([A-H])(?:[.):]\s*(.*))?\W*", re.IGNORECASE)
_OPENING = re.compile(
    r"\W*(?:distractor|option)?\s*#?(?:[1-9]|[A-H])\s*[.):]+\s*(.*)", re.IGNORECASE
)
_PANELS = re.compile(r"panels?\s*#?((?:\d+(?:\s*(?:-|–|to|,|and|&)\s*)?)+)", re.IGNORECASE)
_KEYS = ("questions", "qa_pairs", "pairs", "distractors", "options")


def labelled_questions(text: str) -> list[dict[str, Any]]:
    r"""Questions in the order written: ``question``, ``answer``, ``wrong``, ``explanation``.

    >>> labelled_questions("**Q1:** Who ran?\n**Answer:** Bea.\nExplanation: Panels 1 and 3.")
    [{'question': 'Who ran?', 'answer': 'Bea.', 'wrong': [], 'explanation': 'Panels 1 and 3.'}]
    """
    listed = _listed(text)
    if listed:
        return [_question(item, _choices(item.get("options"))) for item in listed]
    return [_question(item, options) for item, options in _question_blocks(text)]


def labelled_distractors(text: str) -> list[dict[str, Any]]:
    r"""Wrong answers in the order written: ``text``, ``element``, ``bias``, ``level``.

    >>> labelled_distractors("1. She fell.\n- Element: panel 2\n- Bias: order\n- Level: 4/5")
    [{'text': 'She fell.', 'element': 'panel 2', 'bias': 'order', 'level': 4}]
    """
    found = _listed(text) or list(_distractor_blocks(text))
    return [
        {
            "text": _bare(said(part.get("text"))),
            "element": said(part.get("element")),
            "bias": said(part.get("bias")),
            "level": _level(part.get("level")),
        }
        for part in found
    ]


def panels_named(text: str, count: int) -> list[int]:
    """The panels that a text names, in order, out of ``count``.

    >>> panels_named("Panels 2-4, and panel 1; panel 9 is none.", 5)
    [1, 2, 3, 4]
    """
    named: set[int] = set()
    for match in _PANELS.finditer(text):
        for first, last in re.findall(r"(\d{1,4})(?:\s*(?:-|–|to)\s*(\d{1,4}))?", match[1]):
            named |= set(range(int(first), min(int(last or first), count) + 1))
    return sorted(named & set(range(1, count + 1)))


def _listed(text: str) -> list[dict[str, Any]]:
    found = json_in(text)
    if not isinstance(found, dict):
        return []
    return next((parts for key in _KEYS if (parts := objects(found.get(key)))), [])


def _question(item: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    answer = said(item.get("answer"))
    letter = _LETTER.fullmatch(answer)
    if letter and (letter[1].upper() in options or letter[2]):
        answer = options.get(letter[1].upper(), letter[2] or "")
    wrong = [part for part in options.values() if part != answer]
    wrong = wrong or [said(part.get("text")) for part in objects(item.get("distractors"))]
    return {
        "question": said(item.get("question")),
        "answer": answer.strip(),
        "wrong": wrong,
        "explanation": said(item.get("explanation")),
    }


def _choices(value: Any) -> dict[str, str]:
    if isinstance(value, dict):
        return {str(key).upper(): said(part) for key, part in value.items()}
    texts = [said(part) for part in value] if isinstance(value, list) else []
    found = [_OPTION.fullmatch(part) for part in texts]
    return {
        match[1] if match else "ABCDEFGH"[at]: match[2] if match else part
        for at, (part, match) in enumerate(zip(texts, found, strict=True))
        if at < 8
    }


def _question_blocks(text: str) -> Iterator[tuple[dict[str, str], dict[str, str]]]:
    item: dict[str, str] = {}
    options: dict[str, str] = {}
    last = ""
    for line in _lines(text):
        label, rest = _label(line, _LABELS)
        option = (
            _OPTION.fullmatch(line) if label is None and last in ("question", "options") else None
        )
        if label == "question":
            if item:
                yield item, options
            item, options = {"question": rest}, {}
        elif label is not None and item:
            item[label] = rest
        elif option and item.get("question"):
            options[option[1]] = option[2].strip()
            label = "options"
        elif _OPTION.fullmatch(line):
            last = ""  # the heading of the next kind of question
        elif last in item:
            item[last] = f"{item[last]} {line}".strip()
        last = label or last
    if item:
        yield item, options


def _distractor_blocks(text: str) -> Iterator[dict[str, str]]:
    item: dict[str, str] = {}
    for line in _lines(text):
        label, rest = _label(line, _PART_LABELS)
        opening = _OPENING.fullmatch(line) if label is None else None
        if opening:
            if item:
                yield item
            item = {"text": opening[1]}
        elif label is not None and item:
            item[label] = rest
        elif item and not item["text"]:
            item["text"] = line
    if item:
        yield item


def _lines(text: str) -> Iterator[str]:
    for line in text.replace("**", "").replace("__", "").splitlines():
        plain = line.strip().strip("#").strip()
        if plain and not re.fullmatch(r"[-=_*]+", plain):
            yield plain


def _label(line: str, labels: Mapping[str, str]) -> tuple[str | None, str]:
    for name, pattern in labels.items():
        match = re.match(rf"\W*(?:{pattern})(?:\b|(?=\d))\s*#?\d*\s*[:：]\s*", line, re.IGNORECASE)
        if match:
            return name, line[match.end() :].strip()
    return None, line


def _bare(text: str) -> str:
    return text.strip().strip('"“”').strip()


def _level(value: Any) -> int | None:
    match = re.match(r"\D{0,20}([1-5])(?!\d)", value) if isinstance(value, str) else None
    return int(match[1]) if match else number(value)
