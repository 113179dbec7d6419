"""Drafts of models as units: a person starts from the draft. Source: CH-9, CH-11, SC-9, MV-6.

What a pack needs later, and who wrote the draft, is in the unit's ``hidden`` data, which no screen
shows and no anonymised release holds.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from panelwise.annotation._project import PICTURES, NewUnit, Project
from panelwise.comics import Book, PanelRef
from panelwise.drafting import Draft, Target, panel_pictures, reading_pairs
from panelwise.errors import InputError
from panelwise.outputs import write_file
from panelwise.tasks import normalised

NAMED = "Drafted by {writer}. Correct what is wrong or unclear."
Hidden = dict[str, Any]
Panels = tuple[PanelRef, ...]
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class _Start:
    """What a unit starts from.

    Attributes:
        target: the panels that it is about.
        data: what the screen shows, without pictures.
        hidden: what it does not.
        whole: whether whole pages are shown, not panels.
    """

    target: Target
    data: Mapping[str, Any]
    hidden: Hidden
    whole: bool = False


def units_from_drafts(
    project: Project, drafts: Sequence[Draft], books: Sequence[Book]
) -> list[NewUnit]:
    """Units of drafts, as the screen of the project's first stage asks for them.

    Drafts that failed a check are used, too, if they have the shape of their kind: people correct
    them. A screen on which drafts are compared or rated names no model.

    Args:
        project: whose first stage has the screen ``description``, ``distractors``, ``question``,
            ``candidates``, ``faithfulness`` or ``open-mark``. The pictures of the panels are copied
            into it.
        drafts: of ``panelwise draft``.
        books: the comics that they are about, with panels and images.

    Raises:
        InputError: when the screen starts from no draft, no draft is of its kind, or the comics
            lack a panel.
    """
    screen = project.procedure.stages[0].screen
    if screen not in _STARTS:
        raise InputError(
            f"screen '{screen}' of '{project.procedure.name}' starts from no draft; those that do:"
            f" {', '.join(sorted(_STARTS))}"
        )
    kinds, starts = _STARTS[screen]
    found = [one for one in drafts if one.kind in kinds and one.readable]
    shown: dict[tuple[str, Panels, bool], list[dict[str, Any]]] = {}
    units = []
    for start in starts(found):
        # Many drafts are about the same panels, which take long to cut out and compress.
        key = (start.target.book, start.target.panels, start.whole)
        if key not in shown:
            shown[key] = _pictures(project, start, books)
        units.append(_unit(screen, start, shown[key]))
    if not units:
        there = ", ".join(sorted({one.kind for one in drafts})) or "none"
        wanted = " and ".join(kinds)
        raise InputError(f"screen '{screen}' starts from drafts of kind {wanted}; found: {there}")
    return units


def _pictures(project: Project, start: _Start, books: Sequence[Book]) -> list[dict[str, Any]]:
    """The pictures of a unit's panels, copied into the project."""
    pictures = []
    target = start.target
    shown = panel_pictures(books, target.book, target.panels, whole=start.whole)
    word = "page" if start.whole else "panel"
    for number, picture in enumerate(shown, 1):
        data = picture.png()
        sha256 = hashlib.sha256(data).hexdigest()
        if project.sources.picture(sha256) is None:
            write_file(project.folder / PICTURES / f"{sha256}.png", data)
        width, height = _size(data)
        pictures.append(
            {"sha256": sha256, "width": width, "height": height, "alt": f"{word} {number}"}
        )
    return pictures


def _unit(screen: str, start: _Start, pictures: Sequence[Mapping[str, Any]]) -> NewUnit:
    target = start.target
    about = {"book": target.book, "story": target.story, "part": target.part,
             "panels": [list(one) for one in target.panels]}  # fmt: skip
    hidden = {**start.hidden, "target": about}
    name = json.dumps([screen, start.data, hidden], sort_keys=True, ensure_ascii=False)
    digest = hashlib.sha256(name.encode()).hexdigest()[:20]
    return NewUnit(
        f"draft-{digest}", target.book, {**start.data, "pictures": list(pictures), "hidden": hidden}
    )


def target_of(hidden: Mapping[str, Any]) -> Target:
    """The panels that a unit made from a draft is about."""
    about = hidden["target"]
    panels = tuple(PanelRef(str(page), int(panel)) for page, panel in about["panels"])
    return Target(about["book"], about["story"], panels, about["part"])


def _size(png: bytes) -> tuple[int, int]:
    """Width and height, which every PNG has at the same place."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def _named(draft: Draft) -> dict[str, str]:
    return {"text": NAMED.format(writer=draft.writer), "name": "Draft"}


def _descriptions(drafts: Sequence[Draft]) -> Iterator[_Start]:
    for draft in drafts:
        texts = _result(draft)["descriptions"]
        yield _Start(
            draft.target, {"texts": [_named(draft)], "drafts": texts}, {"writers": [draft.writer]}
        )


def _rated(drafts: Sequence[Draft]) -> Iterator[_Start]:
    for draft in drafts:
        texts = [
            {"text": text, "name": f"Panel {number}", "role": "draft"}
            for number, text in enumerate(_result(draft)["descriptions"], 1)
        ]
        yield _Start(draft.target, {"texts": texts}, {"writers": [draft.writer]})


def _questions(drafts: Sequence[Draft]) -> Iterator[_Start]:
    for draft in drafts:
        for number, asked in enumerate(_result(draft)["questions"], 1):
            if len(asked["distractors"]) < 1:
                continue  # in the paper's wording stage 1 writes no wrong answers
            target = _part_of(draft.target, f"{draft.target.part} question {number}")
            options = _shuffled(target, [{"text": asked["answer"], "right": True},
                                         *asked["distractors"]])  # fmt: skip
            data = {"texts": [_named(draft)], "question": asked["question"],
                    "options": [one["text"] for one in options]}  # fmt: skip
            yield _Start(target, data, {"writers": [draft.writer], "question": asked,
                                        "options": options})  # fmt: skip


def _distractors(drafts: Sequence[Draft]) -> Iterator[_Start]:
    for draft in drafts:
        result = _result(draft)
        asked, options = result["question"], _shuffled(draft.target, result["candidates"])
        texts = [
            {"text": asked["question"], "name": "Question"},
            {"text": asked["answer"], "name": "Right answer", "role": "answer"},
        ]
        data = {"texts": texts, "options": [one["text"] for one in options]}
        yield _Start(draft.target, data, {"writers": [draft.writer], "question": asked,
                                          "options": options})  # fmt: skip


def _candidates(drafts: Sequence[Draft]) -> Iterator[_Start]:
    """Candidates of every model for one strip, and the right answer drafted with the options."""
    frames = {_strip(draft): draft for draft in drafts if draft.kind == "frames"}
    groups: dict[tuple[str, str, str], list[tuple[str, Draft]]] = {}
    for draft in drafts:
        result = _result(draft)
        parts = {result["about"]: result} if draft.kind == "candidate" else result
        for about in ("frame", "meaning"):
            if about in parts:
                part = parts[about]
                text = part["text"] if draft.kind == "candidate" else part["answer"]
                groups.setdefault((*_strip(draft), about), []).append((text, draft))
    for (book, story, about), given in groups.items():
        drafted = frames.get((book, story))
        unlike = list({normalised(text): (text, draft) for text, draft in reversed(given)}.values())
        target = _part_of(given[0][1].target, about)
        options = _shuffled(target, unlike)
        asked = _result(drafted)[about] if drafted else {"question": "", "wrong": []}
        question = asked["question"] or f"What is right of the {about}?"
        data = {"texts": [{"text": question, "name": "Question"}],
                "candidates": [text for text, _ in options]}  # fmt: skip
        hidden = {"writers": [draft.writer for _, draft in options], "about": about,
                  "question": question, "wrong": asked["wrong"]}  # fmt: skip
        yield _Start(target, data, hidden)


def _pairs(drafts: Sequence[Draft]) -> Iterator[_Start]:
    for draft in drafts:
        for pair in reading_pairs([draft]):
            texts = [
                {"text": pair.question, "name": "Question"},
                {"text": pair.answer, "name": "Answer", "role": "answer"},
            ]
            target = _part_of(draft.target, pair.id)
            yield _Start(target, {"texts": texts}, {"writers": [draft.writer]}, whole=True)


_STARTS: Mapping[str, tuple[tuple[str, ...], Callable[[Sequence[Draft]], Iterator[_Start]]]] = {
    "description": (("descriptions", "panel_metadata"), _descriptions),
    "faithfulness": (("descriptions", "panel_metadata"), _rated),
    "question": (("questions",), _questions),
    "distractors": (("distractors",), _distractors),
    "candidates": (("candidate", "frames"), _candidates),
    "open-mark": (("reading",), _pairs),
}


def _part_of(target: Target, part: str) -> Target:
    return Target(target.book, target.story, target.panels, part)


def _shuffled(target: Target, options: Sequence[_T]) -> list[_T]:
    """Options in an order that says nothing of where they come from, the same every time."""
    draw = random.Random(json.dumps([target.book, target.story, target.part]))
    return draw.sample(list(options), len(options))


def _strip(draft: Draft) -> tuple[str, str]:
    return draft.target.book, draft.target.story


def _result(draft: Draft) -> dict[str, Any]:
    assert draft.result is not None, "a readable draft has a result"
    return draft.result
