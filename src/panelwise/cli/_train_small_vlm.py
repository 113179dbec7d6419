"""``panelwise train small-vlm``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._output import building, say, write_json, write_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from panelwise.training.small_vlm import LookingScores

Families = Annotated[
    list[Path],
    typer.Option(
        help="Books of panelwise press to train on. At least one folder must hold families of"
        " worlds; repeatable."
    ),
]
TestFamilies = Annotated[
    list[Path], typer.Option(help="Families of other templates to test on; repeatable.")
]
VlmFolder = Annotated[
    Path, typer.Option(help="A new folder for the training, or that of the one to resume.")
]
Minutes = Annotated[
    float | None, typer.Option(min=0, help="Stop after this many minutes, ready to be resumed.")
]
WordSteps = Annotated[
    int, typer.Option(min=1, help="Steps in which the model learns words and letters.")
]
ChoiceSteps = Annotated[
    int, typer.Option(min=0, help="Steps in which the language model learns to choose.")
]


def small_vlm(
    data: Families,
    test: TestFamilies,
    out: VlmFolder,
    minutes: Minutes = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the training in --out.")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of weights, order and dropout.")] = 0,
    word_steps: WordSteps = 600,
    steps: ChoiceSteps = 0,
    threads: Annotated[int, typer.Option(min=1, help="Threads for torch.")] = 2,
    as_json: Annotated[bool, typer.Option("--json", help="Print the scores as JSON.")] = False,
) -> None:
    """Train a small vision-language model on a CPU.

    The model answers multiple-choice questions about pictures and lettering. It joins
    EfficientNet-Lite0 to SmolLM2-135M, and learns from worlds that the press draws.
    OUT/model is written with a model card; use it as --model small-vlm/OUT/model. The same command
    with --resume continues a training run that was stopped.

    The model that comes trained is called small-vlm (docs/training.md).
    """
    from panelwise.models.small_vlm import require_small_vlm
    from panelwise.training.small_vlm import MODEL, SmallVlmOptions, load_groups, train_small_vlm

    require_small_vlm()
    options = SmallVlmOptions(seed, word_steps, steps, threads=threads)
    options.check()
    training = load_groups(data, captions=True)
    held_out = load_groups(test)
    with building() as progress:
        report: Callable[[int, int, float], None] | None = progress and (
            lambda done, total, _: progress("steps", done, total)
        )
        scores = train_small_vlm(
            training, held_out, out, options, resume=resume, minutes=minutes, progress=report
        )
    if as_json:
        write_json({name: asdict(one) for name, one in scores.items()})
        return
    _print_scores(scores)
    say(f"{out / MODEL}, with a model card")


def _print_scores(scores: Mapping[str, LookingScores]) -> None:
    write_table(
        ("questions", "items", "chance", "real", "swapped", "real - swapped", "95 %", "pairs"),
        [
            (
                name,
                str(one.items),
                f"{one.chance:.3f}",
                f"{one.real.value:.3f}",
                f"{one.swapped.value:.3f}",
                f"{one.gain.value:+.3f}",
                f"[{one.gain.low:+.3f}, {one.gain.high:+.3f}]",
                f"{one.pairs.value:.3f}",
            )
            for name, one in scores.items()
        ],
    )
    say(scores["all"].verdict)
    if not scores["all"].pictures_matter:
        say("So this is a test fixture, not a model.")
