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
        "pixels",
        "the coordinate frame in which the numbers of an answer's boxes are read",
        "MangaOCR asks for pixels, AMB-30",
    )
    declared_frame: bool = setting(
        True,
        "whether boxes are read in the frame that the model's family declares, unless"
        " `boxes.coord_frame` is set",
        "MangaLMM's released scorer treats every number as pixels, AMB-30",
    )
    link_iou: float = setting(
        0.5,
        "the least IoU with a gold box at which a statement about a predicted box counts",
        "CoMix, as in Magi; the script of Manga109Dialog uses .65; AMB-47",
        most=1,
    )
