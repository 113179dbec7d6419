"""The press's answers in the layouts that the papers' own prompts ask for, or leave open."""

from __future__ import annotations

import re

from panelwise.drafting._checks import json_in
from panelwise.tasks import Prompt

_PLACE = re.compile(r"\{[a-z]+\}")


def is_filled(prompt: Prompt, words: str) -> bool:
    """Whether a prompt, its places filled in, reads like this.

    >>> is_filled(Prompt("id", "{who} ran.", "ours", ""), "Bea ran.")
    True
    """
    if not _PLACE.search(prompt.text):
        return words == prompt.text
    return (
        re.fullmatch(".*".join(map(re.escape, _PLACE.split(prompt.text))), words, re.S) is not None
    )


def question_lines(text: str) -> str:
    """A set of questions by labels, the right option first or last by turns."""
    parts = []
    for number, item in enumerate(json_in(text)["questions"], 1):
        wrong = [part["text"] for part in item["distractors"]]
        options = [item["answer"], *wrong] if number % 2 else [*wrong, item["answer"]]
        panels = ", ".join(str(panel) for panel in item["panels"])
        parts += [f"**Question {number}:** {item['question']}"]
        parts += [f"{letter}) {option}" for letter, option in zip("ABCDE", options, strict=False)]
        parts += [
            f"**Answer:** {'ABCDE'[options.index(item['answer'])]}",
            f"**Explanation:** {item['explanation']} (panels {panels})\n",
        ]
    return "\n".join(parts)


def distractor_lines(text: str) -> str:
    """Wrong answers as a numbered list with what is said of each."""
    return "\n\n".join(
        f"{number}. **{part['text']}**\n"
        f"   - Comic element: {part['element']} of panel {part['panel']}\n"
        f"   - Cognitive bias: {part['bias']}\n"
        f"   - Deception level: {part['level']}/5"
        for number, part in enumerate(json_in(text)["distractors"], 1)
    )


def frame_lines(text: str) -> str:
    """Options of a frame and a meaning as StripCipher's Figure 11 lays them out."""
    plain = re.sub(r"^([A-D]\.) \[\w+\] ", r"\1 ", text, flags=re.MULTILINE)
    reasoning, _, options = plain.partition("\nFrame\n")
    frame, _, meaning = options.partition("\nMeaning\n")
    return (
        f"Question 1: What is happening?\nReasoning Chain 1: {reasoning}\n"
        f"Options in Q1:\n{frame}\nRight Answer 1: D\n"
        f"Question 2: What happened?\nReasoning Chain 2: As above.\n"
        f"Options in Q2:\n{meaning}\nRight Answer 2: D"
    )


def japanese_labels(text: str) -> str:
    """Pairs under the labels of the Japanese prompt."""
    return re.sub("^Question:", "質問:", re.sub("^Answer:", "回答:", text, flags=re.M), flags=re.M)
