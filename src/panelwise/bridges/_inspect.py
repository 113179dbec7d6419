"""Inspect AI: every task under ``inspect eval panelwise/TASK``, with our items and our scores.

The prompts and pictures are those that ``panelwise evaluate`` sends, responses are read and scored
by the same code, and the figures of a task are worked out by :func:`panelwise.summarise`.
"""

from __future__ import annotations

import atexit
import math
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from panelwise.analysis import RunData, summarise
from panelwise.benchmarks import BENCHMARKS, profile_for
from panelwise.bridges._packs import bridged_pack
from panelwise.errors import MissingExtraError, PanelwiseError, SettingError
from panelwise.evaluation import Result, read_again
from panelwise.models import FinishReason, ImagePart, Message, Response
from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.report import right_answer
from panelwise.tasks import Item, ranking_metric, unread_scores

if TYPE_CHECKING:
    from inspect_ai import Task
    from inspect_ai.dataset import Sample
    from inspect_ai.model import ChatMessage, ModelOutput
    from inspect_ai.scorer import Metric, Score, Scorer

NAMES = (*BENCHMARKS.names(), "pack")
_FINISH: Mapping[str, FinishReason] = {
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "content_filter",
}
_SUFFIXES = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/gif": ".gif"}


def inspect_task(
    name: str,
    pack: str | None = None,
    comics: str | Sequence[str] | None = None,
    profile: str = "recommended",
    settings: Mapping[str, str] | None = None,
    seed: int = 0,
    single_image: bool = False,
) -> Task:
    """A task of Inspect AI that asks a pack.

    Args:
        name: a task of ``panelwise list tasks``, or ``pack`` for whatever the pack holds.
        pack: the folder of a pack.
        comics: or comics to build one from.
        profile: how answers are read and scored, and packs built.
        settings: changes to it, as texts.
        seed: of a pack that is built.
        single_image: send the form with one picture, where an item has one.

    Raises:
        MissingExtraError: without Inspect AI.
        UserError: as :func:`bridged_pack`.
    """
    try:
        from inspect_ai import Task
        from inspect_ai.dataset import MemoryDataset
        from inspect_ai.solver import generate
    except ImportError:
        raise MissingExtraError.of("running a task in Inspect AI", "inspect") from None
    changes = {key: str(value) for key, value in (settings or {}).items()}
    task = None if name == "pack" else name
    opened = bridged_pack(task, pack, comics, profile=profile, settings=changes, seed=seed)
    pictures = _Pictures()
    samples = [_sample(opened, item, pictures, single_image) for item in opened.items()]
    profiles = {item.task: profile_for(item.task, profile, changes) for item in opened.items()}
    return Task(
        dataset=MemoryDataset(samples, name=opened.name),
        solver=generate(),
        scorer=_scorer(opened, profiles),
        metrics=[_figures(opened, profiles)],
        metadata={"pack": opened.hash, "profile": profile, "settings": changes},
    )


def define_tasks() -> dict[str, Callable[..., Task]]:
    """Every task, registered with Inspect AI under its own name."""
    from inspect_ai import task

    def defined(name: str) -> Callable[..., Task]:
        def made(
            pack: str | None = None,
            comics: str | list[str] | None = None,
            profile: str = "recommended",
            settings: dict[str, str] | None = None,
            seed: int = 0,
            single_image: bool = False,
        ) -> Task:
            try:
                return inspect_task(name, pack, comics, profile, settings, seed, single_image)
            except PanelwiseError as error:
                raise _in_one_line(error) from None

        registered: Callable[..., Task] = task(name=name)(made)
        return registered

    return {name: defined(name) for name in NAMES}


def _in_one_line(error: PanelwiseError) -> Exception:
    """The error that Inspect AI prints as one line; it has no public name there."""
    try:
        from inspect_ai._util.error import PrerequisiteError
    except ImportError:
        return error
    found: Exception = PrerequisiteError(f"panelwise: {error}")
    return found


class _Pictures:
    """Pictures under names that say their format, which Inspect AI reads from the name."""

    def __init__(self) -> None:
        self._place = tempfile.TemporaryDirectory(prefix="panelwise-pictures-")
        atexit.register(self._place.cleanup)

    def named(self, part: ImagePart) -> str:
        """A link to a picture, or a copy where there are no links."""
        path = Path(self._place.name) / (part.sha256 + _SUFFIXES.get(part.media_type, ".png"))
        if not path.exists():
            try:
                path.symlink_to(Path(part.path).resolve())
            except OSError:
                shutil.copyfile(part.path, path)
        return str(path)


def _sample(pack: Pack, item: Item, pictures: _Pictures, single_image: bool) -> Sample:
    from inspect_ai.dataset import Sample as InspectSample

    messages = pack.messages(item, single_image=single_image)
    return InspectSample(
        id=item.id,
        input=[_message(message, pictures) for message in messages],
        target=right_answer(item),
        metadata={"task": item.task, "kind": item.kind, "book": item.book, **item.meta},
    )


def _message(message: Message, pictures: _Pictures) -> ChatMessage:
    from inspect_ai.model import (
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageUser,
        ContentImage,
        ContentText,
    )

    parts: list[Any] = [
        ContentImage(image=pictures.named(part))
        if isinstance(part, ImagePart)
        else ContentText(text=part.text)
        for part in message.parts
    ]
    kinds: dict[str, Any] = {
        "system": ChatMessageSystem,
        "user": ChatMessageUser,
        "assistant": ChatMessageAssistant,
    }
    found: ChatMessage = kinds[message.role](content=parts)
    return found


def _scorer(pack: Pack, profiles: Mapping[str, Profile]) -> Scorer:
    """Reads and scores a response as ``panelwise evaluate`` does."""
    from inspect_ai.scorer import Score as InspectScore
    from inspect_ai.scorer import scorer

    items = {item.id: item for item in pack.items()}

    def panelwise() -> Scorer:
        async def score(state: Any, target: Any) -> Score:
            del target
            if state.epoch > 1:
                raise SettingError(
                    "Panelwise scores one answer to each item here; leave --epochs out, or use"
                    " panelwise evaluate --repeats"
                )
            item = items[str(state.sample_id)]
            profile = profiles[item.task]
            result = _result(pack, item, state.output, profile)
            return InspectScore(
                value=_value(item, result, profile),
                answer=None if result.answer is None else str(result.answer),
                explanation=f"{result.outcome}: {result.reason or result.rule or ''}",
                metadata={
                    "outcome": result.outcome,
                    "status": result.status,
                    "scores": result.scores,
                    "response": result.response,
                    "finish_reason": result.finish_reason,
                },
            )

        return score

    made: Scorer = scorer(metrics=[], name="panelwise")(panelwise)()
    return made


def _result(pack: Pack, item: Item, output: ModelOutput, profile: Profile) -> Result:
    """What became of one sample: the row that a run would hold."""
    finish = _FINISH.get(str(output.stop_reason), "stop")
    return _read(pack, item, output.completion, finish, profile)


def _read(pack: Pack, item: Item, text: str, finish: FinishReason, profile: Profile) -> Result:
    empty = Result(pack=pack.hash, item=item.id, outcome="no_answer", status="empty")
    response = Response(text, finish_reason=finish)
    return read_again(replace(empty, response=text), item, response, profile)


def _value(item: Item, result: Result, profile: Profile) -> float:
    """The score that ranks; of an answer that cannot be read, what the profile gives it.

    NaN where a figure is no mean of samples, as precision over all pages is not.
    """
    metric = ranking_metric(item, [result.scores])
    scores = result.scores or unread_scores(item, profile)
    return float(scores.get(metric, math.nan))


def _figures(pack: Pack, profiles: Mapping[str, Profile]) -> Metric:
    """The headline of every task with its interval, coverage and chance."""
    from inspect_ai.scorer import metric

    items = {item.id: item for item in pack.items()}

    def panelwise() -> Metric:
        def figures(scores: list[Any]) -> dict[str, float | None]:
            results = []
            for one in scores:
                item, facts = items[str(one.sample_id)], one.score.metadata
                profile = profiles[item.task]
                text, finish = facts["response"], facts["finish_reason"]
                results.append(_read(pack, item, text, finish, profile))
            asked = [items[str(one.sample_id)] for one in scores]
            default = next(iter(profiles.values()))
            data = RunData("inspect", "model", default, {pack.hash: asked}, results, profiles)
            return _headlines(data)

        return figures

    made: Metric = metric(name="panelwise")(panelwise)()
    return made


def _headlines(data: RunData) -> dict[str, float | None]:
    """The figures of a run by short names; with the task before them where there are several."""
    found: dict[str, float | None] = {}
    summaries = summarise(data)
    for summary in summaries:
        before = f"{summary.task}/" if len(summaries) > 1 else ""
        values = {name: one.score.value for name, one in summary.metrics.items()}
        found |= {f"{before}{name}": value for name, value in values.items()}
        found |= {
            f"{before}low": summary.score.low,
            f"{before}high": summary.score.high,
            f"{before}chance": summary.score.chance,
            f"{before}coverage": summary.coverage,
        }
    return found
