"""Settings of pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from panelwise.settings import Section, setting


@dataclass(frozen=True, slots=True)
class CompositeSettings(Section):
    """How panels are joined in one picture."""

    section: ClassVar[str] = "composite"
    aspect: float = setting(
        3.0,
        "the largest ratio of width to height of a composite; wider ones continue in another row",
        "CHROMIC does not describe its layout, AMB-8",
    )
    gutter: int = setting(
        20,
        "the width of the white space between panels of a composite, in pixels",
        "CHROMIC does not describe its layout, AMB-8",
    )
    side: int = setting(
        2048,
        "the longest side of a composite in pixels",
        "CHROMIC does not describe its layout, AMB-8",
    )
    tags: bool = setting(
        True,
        "draw an index tag on every panel of a composite",
        "CHROMIC does not describe its layout, AMB-8",
    )
    frame_margin: int = setting(
        16,
        "the white margin around frames that are joined for models that take one image, in pixels",
        "StripCipher mentions white margins, but not their width, AMB-21",
    )


@dataclass(frozen=True, slots=True)
class MaskingSettings(Section):
    """What covers texts that must not be read, in missing panels and masked transforms."""

    section: ClassVar[str] = "masking"
    text_fill: Literal["local", "median", "white", "inpaint", "blur"] = setting(
        "local",
        "what covers a text; `local` is `median`, but continues the screentone where the"
        " background is screened",
        "ComicVQA masks texts and does not say with what, AMB-40",
    )
