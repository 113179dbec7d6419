"""Packs of open questions, and what a judge of their answers is told."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from panelwise.packs import Made, Pack, write_pack
from panelwise.tasks import Item, Rendering, SourcePage, Turn

USER = re.compile(
    r'Input:\n"question": (.*),\n"human-written answer": (.*),\n"model\'s response": (.*),\n\n'
    r"Your score:",
    re.DOTALL,
)


def open_pack(folder: Path, gold: Mapping[str, tuple[str, ...]]) -> Pack:
    """A pack of questions without pictures; ``gold`` is question → right answers."""
    made = []
    for number, (question, answers) in enumerate(gold.items()):
        item = Item(
            id=f"book/{number:02d}",
            task="mangavqa.manga_vqa",
            kind="answer",
            n=1,
            rendering=Rendering((Turn("user", (question,)),), (), "test/1"),
            gold={"question": question, "answers": list(answers)},
            sources=(SourcePage("book", str(number), "p.png", "0" * 64),),
            meta={"headline": "judge"},
        )
        made.append(Made(item, {}))
    return write_pack(folder, made, {"task": "mangavqa.manga_vqa"}, "Questions.")


def parts_of(user: str) -> tuple[str, ...]:
    """Question, right answer and response of a user turn to a judge, as they stand there."""
    found = USER.match(user)
    assert found, user
    return found.groups()
