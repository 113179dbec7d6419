"""``panelwise build`` and ``panelwise rehydrate``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from panelwise.cli._options import (
    Comics,
    DirectionOption,
    EngineName,
    ProfileOption,
    ReaderName,
)
from panelwise.cli._output import building, say, say_gold, write_json
from panelwise.wording import counted

Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="Change a setting, as key=value; see panelwise settings.",
    ),
]

Transforms = Annotated[
    list[str] | None,
    typer.Option(
        "--transform",
        help="text_only, masked_dialogue, red_boxes, ordered_crops, rotations, ask_confidence,"
        " mirror:1; or blur, jpeg, resolution, rotation, grey with a strength, e.g. blur:3"
        " (1 to 4). Repeatable; they are applied in the order given."
        " Put mirror, rotation and resolution before blur, jpeg and grey.",
    ),
]


def build(
    task: Annotated[
        str, typer.Argument(help="The task to build, as named by panelwise list tasks.")
    ],
    inputs: Comics,
    out: Annotated[Path, typer.Option(help="A new folder for the pack.")],
    seed: Annotated[
        int, typer.Option(help="Determines shuffles, wrong options and all other random choices.")
    ] = 0,
    profile: ProfileOption = "recommended",
    settings: Settings = None,
    direction: DirectionOption = "auto",
    reader: ReaderName = "default",
    transforms: Transforms = None,
    annotations_only: Annotated[
        bool,
        typer.Option(
            "--annotations-only",
            help="Write a pack without pictures, for comics that may not be redistributed;"
            " panelwise rehydrate restores them.",
        ),
    ] = False,
    engine: EngineName = "local",
    as_json: Annotated[bool, typer.Option("--json", help="Print the manifest as JSON.")] = False,
) -> None:
    """Build a benchmark pack from comics."""
    from panelwise.benchmarks import BENCHMARKS
    from panelwise.benchmarks import build as build_pack
    from panelwise.errors import SettingError
    from panelwise.profile import parse_settings
    from panelwise.reading import reader_files
    from panelwise.workers import engine as engine_of

    if task not in BENCHMARKS and str(inputs[0]) in BENCHMARKS:
        raise SettingError(
            f"'{task}' is not a task. The task comes first, then the comics: {inputs[0]} {task}"
        )
    chosen = engine_of(engine, [*inputs, *reader_files(reader)], out)
    with building() as progress, chosen as where:
        pack = build_pack(
            task,
            inputs,
            out=out,
            seed=seed,
            profile=profile,
            settings=parse_settings(settings or ()),
            annotations_only=annotations_only,
            direction=direction,  # type: ignore[arg-type]
            reader=reader,
            transforms=transforms or (),
            progress=progress,
            engine=where,
        )
    if as_json:
        write_json(pack.manifest, indent=True)
        return
    say(f"{counted(len(pack), 'item')} written to {pack.path}")
    say_gold(item.meta for item in pack.items())
    say_excluded(pack.manifest)


def say_excluded(manifest: Mapping[str, Any]) -> None:
    """What a pack was built without, a reason in a line."""
    unit = manifest["excluded_unit"]
    for reason, count in manifest["excluded"].items():
        say(f"  left out: {counted(count, unit.removesuffix('s'), unit)} ({reason})")


def rehydrate(
    pack: Annotated[Path, typer.Argument(help="A pack built with --annotations-only.")],
    inputs: Annotated[
        list[Path], typer.Argument(help="Your copies of the comics that it was built from.")
    ],
) -> None:
    """Restore the images of a pack from your own comics.

    Renders every picture again and compares it with the hash in the pack.
    """
    from panelwise.benchmarks import rehydrate as rehydrate_pack

    done = rehydrate_pack(pack, inputs)
    say(f"{counted(done.images, 'image')} restored and checked in {pack}")
    if done.reencoded:
        say(f"  {done.reencoded} have the same pixels in different bytes: another image library")


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command()(build)
    app.command()(rehydrate)
