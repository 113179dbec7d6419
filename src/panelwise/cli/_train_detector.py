"""``panelwise train detector``."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._output import building, say, write_json, write_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from panelwise.training.detector import DetectorData, DetectorScores

OutFolder = Annotated[
    Path, typer.Option(help="A new folder for the detector, or that of the one to resume.")
]
GivenData = Annotated[
    list[Path] | None,
    typer.Option(
        help="Annotated comics to train on as well, such as a COCO file; repeatable. Classes that"
        " they do not annotate are masked; one book in ten is for validation."
    ),
]
DrawnCount = Annotated[
    int, typer.Option(min=0, help="Training pages that the press draws into OUT/pages.")
]
UnseenCount = Annotated[
    int,
    typer.Option(
        min=0, help="Pages for validation, whose style and stories are kept out of training."
    ),
]
Minutes = Annotated[
    float | None, typer.Option(min=0, help="Stop after this many minutes, ready to be resumed.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Continue the training in --out.")]
Watts = Annotated[
    float, typer.Option(min=0, help="Watts of one busy core, for the estimate of energy.")
]
StatedLicences = Annotated[
    list[str] | None,
    typer.Option(
        "--licence",
        help="Why you may train on books of --data without a licence; or BOOK=REASON for"
        " one book whose licence restricts use. Repeatable; it is recorded.",
    ),
]
Start = Annotated[
    Path | None,
    typer.Option(
        exists=True,
        file_okay=False,
        help="The folder of another training on the same data, for example with a smaller --side,"
        " to start from its weights. Default: random weights.",
    ),
]
Threads = Annotated[int, typer.Option(min=1, help="Threads for torch and for loading pictures.")]
Steps = Annotated[int, typer.Option(min=1, help="Steps of the whole training.")]
Side = Annotated[int, typer.Option(help="Side of the pictures in pixels.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the scores as JSON.")]


def detector(
    out: OutFolder,
    data: GivenData = None,
    licence: StatedLicences = None,
    pages: DrawnCount = 6000,
    unseen: UnseenCount = 100,
    minutes: Minutes = None,
    resume: Resume = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of pages, weights and order.")] = 0,
    steps: Steps = 30_000,
    batch: Annotated[int, typer.Option(min=1, help="Pictures in a step.")] = 16,
    side: Side = 640,
    start: Start = None,
    threads: Threads = 2,
    watts: Watts = 15.0,
    as_json: AsJson = False,
) -> None:
    """Train a detector of panels, texts, characters and so on.

    It also finds balloons, faces and sounds. It learns from pages that the press draws, and from
    annotated comics of yours. detector.onnx is written with a model card; use it as --reader
    detector.onnx. The same command with --resume continues a training run that was stopped.
    """
    from panelwise.training.detector import (
        DetectorOptions,
        data_licences,
        draw_pages,
        first_weights,
        load_boxes,
        require_torch,
        train_detector,
    )

    require_torch()
    options = DetectorOptions(seed, steps, batch, side, threads=threads)
    options.check()
    given, licences = data or (), licence or ()
    data_licences(given, licences)
    if start is not None:
        first_weights(start)  # before pages are drawn in vain
    with building() as progress:
        drawn = draw_pages(out, pages, unseen, seed=seed, progress=progress)
    found = load_boxes(
        given, drawn=drawn.training, unseen=drawn.unseen, seed=seed, licences=licences
    )
    train = partial(
        train_detector,
        found,
        out,
        options,
        start=start,
        resume=resume,
        minutes=minutes,
        watts=watts,
    )
    _train(found, train, f"{out / 'detector.onnx'}, and next to it a model card", as_json=as_json)


def faster_rcnn(
    data: Annotated[
        list[Path],
        typer.Option(
            help="Annotated comics to train on, such as a COCO file; repeatable. Classes that they"
            " do not annotate are masked; one book in ten is for validation."
        ),
    ],
    out: OutFolder,
    licence: StatedLicences = None,
    minutes: Minutes = None,
    resume: Resume = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of weights, order and sampling.")] = 0,
    steps: Steps = 20_000,
    batch: Annotated[int, typer.Option(min=1, help="Pages in a step.")] = 4,
    side: Side = 640,
    schedule: Annotated[
        str, typer.Option(help="The learning-rate schedule: cosine or step.")
    ] = "cosine",
    backbone: Annotated[str, typer.Option(help="resnet50 or resnet18.")] = "resnet50",
    threads: Threads = 2,
    as_json: AsJson = False,
) -> None:
    """Train torchvision's Faster R-CNN on annotated comics (CoMix).

    faster-rcnn.onnx is written; use it as --reader faster-rcnn.onnx, which needs the extra [ocr].
    The same command with --resume continues a training run that was stopped.
    """
    from panelwise.training.detector import (
        FASTER_RCNN,
        FasterRcnnOptions,
        load_boxes,
        require_torchvision,
        train_faster_rcnn,
    )

    require_torchvision()
    options = FasterRcnnOptions(
        seed, steps, batch, side, schedule=schedule, backbone=backbone, threads=threads
    )
    options.check()
    found = load_boxes(data, seed=seed, licences=licence or ())
    train = partial(train_faster_rcnn, found, out, options, resume=resume, minutes=minutes)
    _train(found, train, str(out / FASTER_RCNN), as_json=as_json)


def _train(
    data: DetectorData, train: Callable[..., DetectorScores], made: str, *, as_json: bool
) -> None:
    """Say what the data sets annotate, train, print the scores, and say what was made."""
    for line in data.sets:
        say(line)
    with building() as progress:
        steps: Callable[[int, int, float], None] | None = progress and (
            lambda done, total, _: progress("steps", done, total)
        )
        scores = train(progress=steps)
    if as_json:
        write_json(asdict(scores))
        return
    _print_scores(scores)
    say(made)


def _print_scores(scores: DetectorScores) -> None:
    write_table(
        ("class", "AP50", "F1", "from score"),
        [
            (
                name,
                f"{scores.ap50[name]:.3f}",
                f"{scores.f1[name]:.3f}",
                f"{scores.least[name]:.2f}",
            )
            for name in scores.ap50
        ],
    )
