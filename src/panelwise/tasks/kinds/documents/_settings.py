"""Settings of boxes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from panelwise.metrics import CoordFrame
from panelwise.settings import Section, setting


@dataclass(frozen=True, slots=True)
class BoxSettings(Section):
    """In which numbers boxes are meant, and when one was found."""

    section: ClassVar[str] = "boxes"
    coord_frame: CoordFrame = setting(
        "pixels", "in which numbers boxes are meant", "MangaOCR asks for pixels, AMB-30"
    )
    declared_frame: bool = setting(
        True,
        "whether boxes of a model that declares its frame are taken in that one, where"
        " `boxes.coord_frame` says nothing else",
        "MangaLMM's released scorer treats every number as pixels, AMB-30",
    )
    link_iou: float = setting(
        0.5,
        "how far boxes must overlap that a model found, for what it said of them to count",
        "CoMix, as in Magi; the script of Manga109Dialog has .65; AMB-47",
        most=1,
    )
