"""A training from packs to a model card: evaluate, train, evaluate again, compare."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from panelwise.analysis import Comparison, TaskSummary, compare
from panelwise.errors import InputError
from panelwise.evaluation import Run, evaluate
from panelwise.models import Checkpoint, LoadedModel, find_checkpoint, load_checkpoint
from panelwise.outputs import new_folder, write_file
from panelwise.packs import Pack
from panelwise.profile import RECOMMENDED, Profile
from panelwise.training.finetuning._card import before_and_after, model_card
from panelwise.training.finetuning._collapse import Collapse, find_collapse
from panelwise.training.finetuning._encoding import Encoder
from panelwise.training.finetuning._export import export
from panelwise.training.finetuning._grpo import train_by_rewards
from panelwise.training.finetuning._held_out import HeldOut
from panelwise.training.finetuning._log import loss_svg, read_log
from panelwise.training.finetuning._plan import TrainingPlan, make_plan
from panelwise.training.finetuning._supervised import train_supervised
from panelwise.training.finetuning._trainers import CHECKPOINTS, LOG, Watch, require_batches
from panelwise.training.recipes import TrainingRecipe

MODEL, RUNS, CARD, PLOT = "model", "runs", "README.md", "loss.svg"


@dataclass(frozen=True, slots=True)
class Compared:
    """One test before and after.

    Attributes:
        before, after: the runs.
        comparison: the summaries of both and the paired test.
        collapses: signs that a form of answer was lost.
    """

    test: HeldOut
    before: Run
    after: Run
    comparison: Comparison
    collapses: tuple[Collapse, ...]

    def pairs(self) -> list[tuple[TaskSummary, TaskSummary]]:
        """The summaries of each task, before and after."""
        return list(before_and_after(self.comparison))


@dataclass(frozen=True, slots=True)
class Trained:
    """A finished training.

    Attributes:
        folder: the trained checkpoint, which ``panelwise evaluate --model hf/FOLDER`` takes.
        card: its model card.
    """

    folder: Path
    card: Path
    compared: tuple[Compared, ...]


def train(
    recipe: TrainingRecipe,
    model: str,
    packs: Sequence[Pack],
    tests: Sequence[Pack] = (),
    *,
    out: str | Path,
    profile: Profile = RECOMMENDED,
    settings: Mapping[str, str] | None = None,
    seed: int | None = None,
    limit: int | None = None,
    licences: Sequence[str] = (),
    resume: bool = False,
    watch: Watch = lambda figures, steps: None,
    say: Callable[[str], None] = lambda line: None,
) -> Trained:
    """Train a checkpoint by a recipe and evaluate it before and after on the same packs.

    Args:
        recipe: what is learnt and how.
        model: the folder of a checkpoint, or ``ORG/NAME``; ``hf/`` before it is understood.
        packs: what is trained on.
        tests: what it is evaluated on; none of their pages or books may be in ``packs``.
        out: the folder of the training.
        profile: how answers are written and read.
        settings: hyperparameters and options of the recipe, as texts.
        seed: of data, shuffles and training; by default the recipe's first.
        limit: the first so many samples and test items.
        licences: why books without a licence may be trained on, or ``BOOK=WHY`` for one book.
        resume: continue the training in ``out``.
        watch: called with the figures of each step.
        say: called with a line when a stage begins.

    Raises:
        UserError: for a mistake; nothing was trained then.
    """
    chosen = recipe.with_settings(settings or {})
    plan = make_plan(
        chosen,
        model,
        packs,
        tests,
        Path(out),
        profile=profile,
        seed=seed,
        limit=limit,
        licences=licences,
        resume=resume,
    )
    base = find_checkpoint(plan.model)
    # Before the first evaluation: a sample that is too long is found in minutes, not in hours.
    facts = dict(plan.prepared.facts) | _checked(plan, base)
    before = [_evaluated(plan, test, plan.model, "before", say) for test in plan.tests]
    folder = plan.out / MODEL
    if not folder.is_dir():
        say(f"training on {len(plan.prepared.samples)} samples")
        _train(plan, base, folder, watch)
    after = [_evaluated(plan, test, str(folder), "after", say) for test in plan.tests]
    compared = tuple(map(_compared, plan.tests, before, after))
    return _documented(plan, folder, compared, facts)


def _compared(test: HeldOut, before: Run, after: Run) -> Compared:
    return Compared(test, before, after, compare([before, after]), find_collapse(before, after))


def _load(plan: TrainingPlan, base: Checkpoint) -> LoadedModel:
    hyper = plan.recipe.hyper
    loaded = load_checkpoint(base, f"hf/{plan.model}", hyper.limits)
    loaded.tokenizer.padding_side = "right" if plan.recipe.objective == "responses" else "left"
    return loaded


def _checked(plan: TrainingPlan, base: Checkpoint) -> dict[str, int]:
    """Every sample encoded once, so that none is refused in the middle of a training.

    Raises:
        InputError: for a sample that cannot be learnt from.
        SettingError: for batches that cannot be made.
    """
    require_batches(plan.recipe)
    encoder = Encoder(_load(plan, base), plan.recipe.hyper.max_length.value)
    lengths, learnt = [], 0
    for sample in plan.prepared.samples:
        encoded = encoder.encode(sample)
        lengths.append(encoded["input_ids"].shape[1])
        learnt += int((encoded["labels"] >= 0).sum())
    if not lengths:
        raise InputError("the training packs give no sample; see what the recipe needs")
    facts = {"tokens": sum(lengths), "tokens of the longest sample": max(lengths)}
    return facts | ({"tokens learnt": learnt} if plan.recipe.objective == "responses" else {})


def _train(plan: TrainingPlan, base: Checkpoint, folder: Path, watch: Watch) -> None:
    loaded = _load(plan, base)
    stored = loaded.model.dtype
    recipe, samples = plan.recipe, plan.prepared.samples
    if recipe.objective == "responses":
        model = train_supervised(loaded, samples, recipe.hyper, plan.out, plan.seed, watch)
    else:
        options = {name: one.value for name, one in recipe.options.items()}
        asked = (recipe.hyper, options, plan.profile, plan.out, plan.seed, watch)
        model = train_by_rewards(loaded, samples, *asked)
    with new_folder(folder) as part:
        export(model.to(stored), base, part, recipe.hyper.limits)
    shutil.rmtree(plan.out / CHECKPOINTS, ignore_errors=True)


def _evaluated(
    plan: TrainingPlan, test: HeldOut, model: str, when: str, say: Callable[[str], None]
) -> Run:
    """The run of one test; one that was finished is not asked again."""
    say(f"evaluating {test.name} {when} training")
    recipe = plan.recipe
    tokens = recipe.answer_tokens
    tasks = {item.task for item in test.pack.items()}
    most = [one.value for task, one in tokens.items() if task in tasks or task == "*"]
    settings = {"temperature": "0", "seed": "0"} | ({"max_tokens": str(max(most))} if most else {})
    settings |= {name: str(value) for name, value in recipe.hyper.limits.items()}
    return evaluate(
        test.pack,
        f"hf/{model}",
        out=plan.out / RUNS / f"{when}-{test.name}",
        profile=plan.profile,
        settings=settings,
        limit=plan.limit,
    )


def _documented(
    plan: TrainingPlan, folder: Path, compared: tuple[Compared, ...], facts: Mapping[str, Any]
) -> Trained:
    """The card and the plot, in the folder of the model, so that they go where it goes."""
    lines = read_log(plan.out / LOG)
    write_file(folder / PLOT, loss_svg(lines).encode())
    results = [(one.test, one.comparison, one.collapses) for one in compared]
    card = model_card(plan, results, facts, lines, PLOT)
    write_file(folder / CARD, card.encode())
    return Trained(folder, folder / CARD, compared)
