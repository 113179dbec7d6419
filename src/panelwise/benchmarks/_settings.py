"""Settings of one benchmark each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from panelwise.settings import Section, setting


@dataclass(frozen=True, slots=True)
class ComicvqaSettings(Section):
    """Which pages ComicVQA's tasks take, and which orders they offer."""

    section: ClassVar[str] = "comicvqa"
    six_panels: bool = setting(
        False,
        "take sequences of panels only from pages with exactly six panels",
        "ComicVQA 3, CV-5",
    )
    matched_orders: bool = setting(
        True,
        "in books of world families, offer orders whose neighbouring panels look about equally"
        " alike, and in the four-panel task one exchange per sequence",
        'ComicVQA: "predefined" wrong orders (CV-10); all four exchanges (CV-E3)',
    )


@dataclass(frozen=True, slots=True)
class MangaocrSettings(Section):
    """In which words MangaOCR asks."""

    section: ClassVar[str] = "mangaocr"
    prompt: Literal["listed", "qwen"] = setting(
        "listed",
        "which of the paper's two prompts the profile `paper` uses: the one that lists the"
        " format (listed), or the short one for the Qwen family (qwen)",
        "the paper prints both; set `qwen` for models of that family; MangaVQA App. D.1",
    )
