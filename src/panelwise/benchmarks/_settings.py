"""Settings of one benchmark each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from panelwise.settings import Section, setting


@dataclass(frozen=True, slots=True)
class ComicvqaSettings(Section):
    """Which pages ComicVQA's tasks take."""

    section: ClassVar[str] = "comicvqa"
    six_panels: bool = setting(
        False,
        "take windows only from pages of exactly six panels",
        "ComicVQA 3, CV-5",
    )


@dataclass(frozen=True, slots=True)
class MangaocrSettings(Section):
    """In which words MangaOCR asks."""

    section: ClassVar[str] = "mangaocr"
    prompt: Literal["listed", "qwen"] = setting(
        "listed",
        "which of the two printed wordings `paper` asks in: the one that lists the format, or the"
        " short one of the Qwen family",
        "both are printed; set `qwen` for the models of that family; MangaVQA App. D.1",
    )
