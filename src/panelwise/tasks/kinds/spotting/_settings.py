"""Settings of text spotting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from panelwise.settings import Section, setting


@dataclass(frozen=True, slots=True)
class SpottingSettings(Section):
    """How lists of texts are read and matched."""

    section: ClassVar[str] = "spotting"
    list_parser: Literal["ladder", "released"] = setting(
        "ladder",
        "how lists of texts are parsed: by all of Panelwise's rules (ladder), or as the"
        " released code does, which also drops boxes without area",
        "MangaLMM's released scorer, MV-11",
    )
    matcher: Literal["hungarian", "greedy"] = setting(
        "hungarian",
        "how predictions are matched with texts: by the best assignment (hungarian), or in"
        " file order (greedy)",
        "MangaLMM's released scorer; specification 7.4, AMB-27",
    )
    repeat_mode: Literal["keep_first", "drop_all", "off"] = setting(
        "keep_first",
        "what happens to predictions that repeat one text too often on a page",
        "MangaLMM's released scorer, MV-9, AMB-28",
    )
    text_gold: Literal["box", "polygon"] = setting(
        "box",
        "whether a gold text is represented by its bounding box, which is also what answers"
        " give, or by its polygon",
        "MangaOCR's gold texts are boxes, MV-5",
    )
    near_reading: float = setting(
        0.8,
        "the least similarity at which a reading counts as correct in `e2e_hmean_near`",
        "the metric is Panelwise's own, not a paper's; AMB-26",
        most=1,
    )
