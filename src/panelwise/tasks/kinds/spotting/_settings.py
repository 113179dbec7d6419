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
        "how lists of texts are read: by every rule there is, or as the released code does, which"
        " also drops boxes without area",
        "MangaLMM's released scorer, MV-11",
    )
    matcher: Literal["hungarian", "greedy"] = setting(
        "hungarian",
        "which prediction is which text: the best matching, or the first in file order",
        "MangaLMM's released scorer; specification 7.4, AMB-27",
    )
    repeat_mode: Literal["keep_first", "drop_all", "off"] = setting(
        "keep_first",
        "what happens to a text repeated too often on a page",
        "MangaLMM's released scorer, MV-9, AMB-28",
    )
    text_gold: Literal["box", "polygon"] = setting(
        "box",
        "where a gold text is: in the box around it, which is what answers give, or in its polygon",
        "MangaOCR's gold are boxes, MV-5",
    )
    near_reading: float = setting(
        0.8,
        "how alike a text must be read to count whole in `e2e_hmean_near`",
        "of a figure of ours; AMB-26",
        most=1,
    )
