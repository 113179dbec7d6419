"""What a run would send and cost, before anything is sent."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from panelwise.evaluation._batch_engine import batch_service
from panelwise.evaluation._cache import ResponseCache
from panelwise.evaluation._database import reading
from panelwise.evaluation._decoding import model_names
from panelwise.evaluation._engine import PlannedSample, answer_key
from panelwise.evaluation._keys import SampleKey
from panelwise.evaluation._plan import RunPlan
from panelwise.evaluation._refused_pictures import refused_pictures
from panelwise.evaluation._solver import ModelSolver, Question, Solver
from panelwise.evaluation._store import DATABASE, read_results
from panelwise.models import Price, Sampling, seen_by
from panelwise.outputs import cache_folder
from panelwise.tasks import ImageEntry, Rendering

LETTERS_A_TOKEN = 4.0
OTHERS_A_TOKEN = 2.0
_WIDE = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "FULLWIDTH", "IDEOGRAPHIC")


@dataclass(frozen=True, slots=True)
class TaskEstimate:
    """What the samples of one task would send.

    Attributes:
        samples: of the run: items × repeats.
        items: distinct ones.
        stored: answered by the run's earlier sessions.
        cached: answers that the cache has.
        requests: what is left to be sent, without retries.
        images, image_bytes: sent with them; an image that is sent twice counts twice.
        text_tokens: of the words sent; an estimate (see :func:`estimated_tokens`).
        image_tokens: of the images, by the rule that the model's makers publish; ``None`` for a
            model whose rule is not known.
        longest_answer: the most tokens of one answer; ``None`` where the provider decides.
    """

    task: str
    samples: int
    items: int
    stored: int
    cached: int
    requests: int
    images: int
    image_bytes: int
    text_tokens: int
    image_tokens: int | None
    longest_answer: int | None

    @property
    def longest_answers(self) -> int | None:
        """The most tokens of all answers together."""
        return None if self.longest_answer is None else self.requests * self.longest_answer


@dataclass(frozen=True, slots=True)
class RunEstimate:
    """What a run would send and cost.

    Attributes:
        price: of a million tokens, where it is known; that of a batch for a batch.
        free: whether nothing is sent at all (a baseline, recorded answers).
        batch: of a batch, what its price is derived from; ``None`` for single requests.
        refused: how many items have pictures that the provider is known to refuse, if any.
    """

    model: str
    folder: str
    tasks: tuple[TaskEstimate, ...]
    price: Price | None
    free: bool
    batch: str | None = None
    refused: str | None = None

    @property
    def requests(self) -> int:
        """Requests of all tasks."""
        return sum(one.requests for one in self.tasks)

    @property
    def input_cost(self) -> float | None:
        """US dollars for what is sent; without images where their tokens are not known."""
        if self.price is None:
            return None
        return self.price.cost(
            sum(one.text_tokens + (one.image_tokens or 0) for one in self.tasks), 0
        )

    @property
    def images_counted(self) -> bool:
        """Whether the tokens of all images are known."""
        return all(one.image_tokens is not None for one in self.tasks)

    @property
    def answers_cost(self) -> float | None:
        """US dollars for answers that are all as long as they may be."""
        longest = [one.longest_answers for one in self.tasks]
        if self.price is None or None in longest:
            return None
        return self.price.cost(0, sum(one or 0 for one in longest))

    def hours(self, per_minute: float) -> float:
        """How long the requests take at a pace."""
        return self.requests / per_minute / 60

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain values."""
        return asdict(self) | {
            "requests": self.requests,
            "input_cost": self.input_cost,
            "images_counted": self.images_counted,
            "answers_cost": self.answers_cost,
        }


def estimate_run(plan: RunPlan, *, cache: bool = True, batch: bool = False) -> RunEstimate:
    """Count what a planned run would send. Nothing is asked or written.

    Args:
        plan: of the run.
        cache: whether the run would look answers up.
        batch: whether it would go through the provider's batch service, at its price.

    Raises:
        SettingError: for a batch, where the provider has no batch service.
    """
    by_task: dict[str, list[PlannedSample]] = {}
    for sample in plan.samples:
        by_task.setdefault(sample.item.task, []).append(sample)
    answered = _answered(plan)
    stored = _cached(plan, answered) if cache else set()
    solver = plan.solver
    price, note = _price(solver, batch=batch)
    sent = plan.samples if solver.costly else ()
    shown = {one.item.id: _question(plan, one).rendering for one in sent}
    return RunEstimate(
        solver.name,
        str(plan.folder),
        tuple(_of_task(plan, task, some, answered, stored) for task, some in by_task.items()),
        price,
        not solver.costly,
        note,
        refused_pictures(solver.name, shown),
    )


def _price(solver: Solver, *, batch: bool) -> tuple[Price | None, str | None]:
    """What tokens cost; of a batch with a word on where its price comes from."""
    if not batch:
        return (solver.price if isinstance(solver, ModelSolver) else None), None
    model, service = batch_service(solver)
    if model.price is None:
        return None, "price unknown"
    if model.batch_price == model.price:
        return model.price, "the price that you set"
    return model.batch_price, f"half the listed price ({service.half_price})"


def estimated_tokens(text: str) -> int:
    """About how many tokens a prompt has, for any tokenizer (measured in docs/running.md).

    A token for each Chinese, Japanese or Korean character, for every four characters of Latin text,
    spaces, digits and signs, and for every two of any other script.

    >>> estimated_tokens("Put the panels in order."), estimated_tokens("これは何ですか")
    (6, 7)
    """
    wide = other = narrow = 0
    for letter in text:
        name = "" if letter.isascii() else unicodedata.name(letter, "")
        if not name or name.startswith("LATIN"):
            narrow += 1
        elif name.startswith(_WIDE):
            wide += 1
        else:
            other += 1
    return round(wide + narrow / LETTERS_A_TOKEN + other / OTHERS_A_TOKEN)


def _of_task(
    plan: RunPlan,
    task: str,
    samples: list[PlannedSample],
    answered: set[SampleKey],
    cached: set[SampleKey],
) -> TaskEstimate:
    open_ = [one for one in samples if one.key not in answered and one.key not in cached]
    asked = open_ if plan.solver.costly else []
    shown = [_question(plan, one).rendering for one in asked]
    sent = plan.decoding[task].sent if task in plan.decoding else {}
    return TaskEstimate(
        task=task,
        samples=len(samples),
        items=len({(one.pack.hash, one.item.id) for one in samples}),
        stored=sum(one.key in answered for one in samples),
        cached=sum(one.key in cached for one in samples),
        requests=len(asked),
        images=sum(len(one.images) for one in shown),
        image_bytes=sum(image.size for one in shown for image in one.images),
        text_tokens=sum(estimated_tokens(text) for text in map(_words, shown)),
        image_tokens=_image_tokens(plan, [image for one in shown for image in one.images]),
        longest_answer=plan.solver.longest_answer(Sampling(**sent))
        if isinstance(plan.solver, ModelSolver)
        else None,
    )


def _image_tokens(plan: RunPlan, images: Sequence[ImageEntry]) -> int | None:
    """Tokens of images as the model resizes and cuts them, where that is known."""
    if not images:
        return 0
    if not isinstance(plan.solver, ModelSolver):
        return None
    names = model_names(plan.solver)
    sizes = Counter((image.width, image.height) for image in images)
    total = 0
    for (width, height), times in sizes.items():
        seen = next(filter(None, (seen_by(name, width, height) for name in names)), None)
        if seen is None or seen.tokens is None:
            return None
        total += times * seen.tokens
    return total


def _words(rendering: Rendering) -> str:
    parts = (part for turn in rendering.turns for part in turn.parts)
    return "".join(part for part in parts if isinstance(part, str))


def _question(plan: RunPlan, sample: PlannedSample) -> Question:
    single = not plan.solver.several_images and sample.item.single_image is not None
    profile = plan.profiles.of_task(sample.item.task)
    return Question(sample.item, sample.pack, single, sample.repeat, profile)


def _answered(plan: RunPlan) -> set[SampleKey]:
    """Samples that an earlier session of the run answered."""
    path = plan.folder / DATABASE
    if not path.is_file():
        return set()
    with reading(path) as database:
        results = (result for result, _ in read_results(database, str(path)))
        return {
            SampleKey(one.pack, one.item, one.repeat)
            for one in results
            if one.outcome != "provider_error"
        }


def _cached(plan: RunPlan, answered: Iterable[SampleKey]) -> set[SampleKey]:
    """Samples that the cache has an answer for, and the run has not."""
    if not plan.solver.costly or not (cache_folder() / "responses.sqlite").is_file():
        return set()
    identity, known = plan.solver.identity(), set(answered)
    cache = ResponseCache()
    try:
        return {
            sample.key
            for sample in plan.samples
            if sample.key not in known
            and cache.get(answer_key(plan.solver, identity, _question(plan, sample))) is not None
        }
    finally:
        cache.close()
