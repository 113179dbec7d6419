"""Options that several verbs share, each with one wording."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Comics = Annotated[
    list[Path],
    typer.Argument(
        help="Images, folders, CBZ, CBT, CBR, CB7, EPUB or PDF files, or annotation files."
    ),
]
DirectionOption = Annotated[str, typer.Option(help="The reading direction: auto, ltr, rtl or ttb.")]
ReaderName = Annotated[
    str,
    typer.Option(help="A reader of panelwise list readers, or a detector, PATH.onnx."),
]
LanguageOption = Annotated[
    str | None,
    typer.Option(
        help="The language of the lettering, such as en, fr or ja. Default: the language"
        " stated in the comic's file, or else a guess from the writing system."
    ),
]
EngineName = Annotated[
    str,
    typer.Option(
        "--engine",
        help="Where the work is done: local, or ray for the cluster at $RAY_ADDRESS (without it, a"
        " cluster of this machine alone).",
    ),
]
ProfileOption = Annotated[str, typer.Option(help="The profile: recommended or paper.")]
MovedPacks = Annotated[
    list[Path] | None,
    typer.Option("--pack", help="The folder of a run's pack, if the pack was moved; repeatable."),
]
