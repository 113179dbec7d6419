"""``panelwise train``: packs as training data, and trainings by recipes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._build import Settings
from panelwise.cli._options import ProfileOption
from panelwise.cli._output import say
from panelwise.cli._train_detector import detector, faster_rcnn
from panelwise.cli._train_recipe import NamesARecipe, add_recipes
from panelwise.cli._train_small_vlm import small_vlm
from panelwise.wording import counted

TestPacks = Annotated[
    list[Path] | None,
    typer.Option(
        help="A pack that the trained model will be tested on; repeatable. The export is refused if"
        " this pack shares a page, a book, a look-alike picture or a press template with the"
        " training packs."
    ),
]
TrainedModel = Annotated[
    str,
    typer.Option(
        help="The model to be trained, such as qwen2.5-vl or internvl; its family decides in which"
        " numbers boxes are written, and how many tokens a picture takes."
    ),
]
MaxTokens = Annotated[int | None, typer.Option(help="Refuse examples that are longer than this.")]
TokenizerPath = Annotated[
    Path | None,
    typer.Option(
        "--tokenizer",
        help="A tokenizer.json, or a checkpoint that has one, to count tokens. Default: an"
        " estimate, which may be off by a third.",
    ),
]
Licences = Annotated[
    list[str] | None,
    typer.Option(
        "--licence",
        help="Why you may train on books without a licence; or BOOK=REASON for one book"
        " whose licence restricts use. Repeatable; it is recorded.",
    ),
]
LeftOut = Annotated[
    list[str] | None,
    typer.Option("--leave-out", help="The id of an item to leave out; repeatable."),
]

app = typer.Typer(
    cls=NamesARecipe,
    rich_markup_mode=None,
    help="Train models on packs.\n\n"
    "For example: panelwise train NAME --model PATH --train PACK --out DIR, which is short for"
    " panelwise train run NAME and so on.",
    no_args_is_help=True,
)


@app.command("export")
def export(
    packs: Annotated[list[Path], typer.Argument(help="The packs to train on, with their images.")],
    to: Annotated[
        str,
        typer.Option(
            help="The format: trl, llama-factory, ms-swift, openai, coco, yolo or reward."
        ),
    ],
    out: Annotated[Path, typer.Option(help="A new folder for the training data.")],
    test: TestPacks = None,
    model: TrainedModel = "",
    profile: ProfileOption = "recommended",
    settings: Settings = None,
    max_tokens: MaxTokens = None,
    tokenizer: TokenizerPath = None,
    licence: Licences = None,
    leave_out: LeftOut = None,
) -> None:
    """Write packs as training data for another program.

    Everything is checked before a file is written: pictures, boxes, lengths, licences, and leaks
    into the test packs. provenance.json records what the data was made from.
    """
    from panelwise.profile import parse_settings
    from panelwise.training.exports import ExportOptions, export_training

    options = ExportOptions(
        profile=profile,
        settings=parse_settings(settings or ()),
        model=model,
        tokenizer=tokenizer,
        max_tokens=max_tokens,
        licences=tuple(licence or ()),
        leave_out=tuple(leave_out or ()),
    )
    done = export_training(packs, to, out, test=test or (), options=options)
    lengths = done.lengths
    pictures = "" if lengths.pictures else ", pictures not counted"
    say(f"{counted(done.examples, 'example')} written to {done.folder}")
    say(f"  longest: {lengths.item}, {lengths.longest:,} tokens ({lengths.counted_by}{pictures})")
    for note in done.notes:
        say(f"  {note}")


app.command("detector")(detector)
app.command("faster-rcnn")(faster_rcnn)
app.command("small-vlm")(small_vlm)


def register(root: typer.Typer) -> None:
    """Add the group."""
    add_recipes(app)
    root.add_typer(app, name="train")
