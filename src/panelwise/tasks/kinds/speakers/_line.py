"""Lines of files of answers of the kind ``speakers``."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import (
    Field,
    model_validator,
)

from panelwise.tasks._item import Document
from panelwise.tasks.kinds.documents import (
    TEXT_KEYS,
    WHO_KEYS,
    DocumentLine,
    GoldShape,
    Link,
    MarkLabel,
    as_mark,
    as_number,
    first_of,
    write_list,
)


class SpeakersGold(GoldShape):
    """``{"links": [[text, character]], "characters": [all on the page]}``."""

    links: Annotated[list[Link], Field(min_length=1)]
    characters: list[MarkLabel] = Field([])

    @model_validator(mode="after")
    def _tells_apart(self) -> SpeakersGold:
        both = {text for text, _ in self.links} & {*self.characters, *(c for _, c in self.links)}
        if both:
            raise ValueError(
                f"'{min(both)}' names both a text and a character; call them t1 and c1"
            )
        return self

    @property
    def n(self) -> int:
        return len({text for text, _ in self.links})

    def document(self) -> Document:
        texts = dict.fromkeys(text for text, _ in self.links)
        characters = dict.fromkeys([*(who for _, who in self.links), *self.characters])
        return {
            "texts": texts,
            "characters": characters,
            "links": self.links,
        }


class SpeakersLine(DocumentLine[SpeakersGold]):
    """Links, and what was answered."""

    def written(self) -> str:
        """Objects, as only these have scores."""
        links = _links(self.answer)
        return write_list(links) if links else "[]"

    def gold_document(self) -> Document:
        """Speakers whom a structured answer names stand on the page unless gold lists all.

        A link to a wrong one must cost, not be passed over.
        """
        made = self.gold.document()
        if isinstance(self.answer, list | dict) and not self.gold.characters:
            named = [mark for mark in named_speakers(self.answer) if mark not in made["texts"]]
            made["characters"] |= dict.fromkeys(named)
        return made


def named_speakers(answer: Any) -> list[str]:
    """The characters that a structured answer names as speakers."""
    return [link["speaker"] for link in _links(answer) if "score" in link]


def _links(answer: Any) -> list[Document]:
    """Links ``{"text", "speaker", "score"}``; one that is none names a speaker nobody has."""
    inner = answer.get("links", answer) if isinstance(answer, dict) else answer
    pairs = inner if isinstance(inner, list) else []
    if isinstance(inner, dict):
        pairs = [
            [text, who]
            for text, named in inner.items()
            for who in (named if isinstance(named, list) else [named])
        ]
    return [link for pair in pairs if (link := _link(pair)) is not None]


def _link(pair: Any) -> Document | None:
    if isinstance(pair, dict):
        pair = [first_of(pair, TEXT_KEYS), first_of(pair, WHO_KEYS), pair.get("score", 1.0)]
    if isinstance(pair, list) and len(pair) in (2, 3) and as_mark(pair[0]):
        text, who, score = (*pair, 1.0)[:3]
        if who is None:
            return None  # said to have no speaker: no link
        # How sure a link is decides its place: without a number it has none.
        if as_mark(who) and as_number(score) is not None:
            return {"text": as_mark(text), "speaker": as_mark(who), "score": score}
    return {"text": "?", "speaker": f"no link: {json.dumps(pair)}"}
