"""Questions about single panels of families of worlds: who, what, and which words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from panelwise.training.retention._question import SuiteQuestion, SuiteQuestions
from panelwise.training.small_vlm import PictureGroups, load_groups


def panel_questions(path: Path) -> SuiteQuestions:
    """The questions of :func:`panelwise.training.small_vlm.load_groups`, one for each picture.

    Each question has as many pictures as options, and each option is right for one of them.

    Args:
        path: families, as ``panelwise press --worlds`` writes them.

    Raises:
        InputError: when there is no family in the folder, or a page has no picture.
    """
    groups = load_groups([path])
    return SuiteQuestions(
        "panels",
        "Panels of worlds: who, what, and which words",
        str(path),
        ", ".join(groups.licences),
        tuple(_questions(groups)),
        words_from=groups.words_from,
    )


def _questions(groups: PictureGroups) -> Iterator[SuiteQuestion]:
    """The options of a group are in the same order for all its pictures."""
    for number, group in enumerate(groups.groups):
        order = list(range(len(group.options)))
        random.Random(f"{groups.fingerprint} {number}").shuffle(order)
        for right, picture in enumerate(group.pictures):
            yield SuiteQuestion(
                id=f"{group.kind}-{number:04d}-{right + 1}",
                parts=(0, f"\n{group.question}"),
                pictures=(groups.pictures.png(picture),),
                options=tuple(group.options[k] for k in order),
                right=order.index(right),
                group=group.kind,
                cluster=group.family,
            )
