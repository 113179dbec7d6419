"""Lines of files of answers of the kind ``identities``."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import (
    Field,
    model_validator,
)

from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents import DocumentLine, GoldShape, MarkLabel, check_once

IdentityForm = Literal["groups", "similarity"]
ASKED: tuple[IdentityForm, ...] = ("groups", "similarity")


class IdentitiesGold(GoldShape):
    """``{"groups": [[characters]], "characters": [all, those of unknown identity too]}``.

    ``asked`` is what answers give; without, what any answer of the file gives.
    """

    groups: list[Annotated[list[MarkLabel], Field(min_length=1)]]
    characters: list[MarkLabel] = Field([])
    asked: list[IdentityForm] | None = None

    @model_validator(mode="after")
    def _is_grouping(self) -> IdentitiesGold:
        grouped = [mark for group in self.groups for mark in group]
        if len(grouped) < 2:
            raise ValueError("fewer than two characters: nothing to group; leave the page out")
        check_once(grouped)
        return self

    @property
    def n(self) -> int:
        return len(self.document()["characters"])

    def document(self) -> Document:
        marks = [*(mark for group in self.groups for mark in group), *self.characters]
        named = {"characters": dict.fromkeys(marks), "groups": self.groups}
        return named | {"asked": self.asked or ["groups"]}


class IdentitiesLine(DocumentLine[IdentitiesGold]):
    """Groups, and what was answered."""

    @classmethod
    def complete(cls, lines: Sequence[Self]) -> None:
        """Where a page does not say what was asked for: groups, likeness, or both."""
        given: set[str] = set()
        for line in lines:
            answer = line.answer
            if isinstance(answer, dict):
                given |= {"groups", "similarity"} & answer.keys() or {"groups"}
            elif isinstance(answer, str) and '"similarity"' in answer:
                given |= {"similarity"} | ({"groups"} if '"groups"' in answer else set())
            elif isinstance(answer, list):
                given.add("groups")
        for line in lines:
            if line.gold.asked is None:
                line.gold.asked = [name for name in ASKED if name in given]

    def written(self) -> str:
        """A list of groups, or the object that holds the similarity."""
        inner = self.answer
        if isinstance(inner, dict) and "similarity" not in inner:
            inner = inner.get("groups", inner)
        return json.dumps(inner, ensure_ascii=False)

    def facts(self, gold: Document) -> Mapping[str, str]:
        """Where only likeness is asked for, it ranks."""
        return {"headline": "map_at_r"} if gold["asked"] == ["similarity"] else {}
