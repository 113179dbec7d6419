"""What a model remembers of comics: its answers to probes, next to a control. Source: MS-4."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from panelwise.analysis._clustered import cluster_variance
from panelwise.analysis._contamination import welch
from panelwise.analysis._estimate import Estimate
from panelwise.analysis._intervals import estimate_mean
from panelwise.errors import InputError
from panelwise.evaluation import Run
from panelwise.metrics import similarity
from panelwise.metrics.resampling import Cluster, choose_clusters
from panelwise.tasks import normalised


@dataclass(frozen=True, slots=True)
class RecallGap:
    """Answers of one run to one question of a probe.

    Attributes:
        run: its name.
        asked: ``title``, ``author``, ``page`` or ``dialogue``.
        score: of removed words the likeness (0 to 1) to the right ones, else the share that names
            the right one.
        control: the same by the wrong answers that the item carries, averaged over them.
        gap: score minus control, with its interval by books (by items below six books).
        beyond: by how much the gap exceeds that of a run on comics that cannot be known; ``None``
            without one.
    """

    run: str
    asked: str
    score: Estimate
    control: Estimate
    gap: Estimate
    beyond: Estimate | None


@dataclass(frozen=True, slots=True)
class Recalled:
    """One answer to a probe: how near it comes to what is right, and to the control."""

    pack: str
    cluster: Cluster
    item: str
    score: float
    control: float

    @property
    def gap(self) -> float:
        """Score minus control."""
        return self.score - self.control


def recall_gaps(run: Run, control: Run | None = None) -> tuple[RecallGap, ...]:
    """How much nearer answers to probes come to what is right than to the control, by question.

    Args:
        run: on a pack of ``build_probe``; an unreadable answer is near to nothing.
        control: a run of the same model on the same probe of comics that it cannot know.

    Raises:
        InputError: for a run that answered no probe, or a control without one of its questions.
    """
    asked, unknown = _asked(run), _asked(control) if control else {}
    found = []
    for name, some in asked.items():
        if control is not None and len(unknown.get(name, ())) < 2:
            raise InputError(f"{control.path}: has fewer than two answers to the question '{name}'")
        beyond = _beyond(some, unknown[name]) if control and len(some) > 1 else None
        found.append(
            RecallGap(
                run.name,
                name,
                _mean([one.score for one in some], some, 0.0),
                _mean([one.control for one in some], some, 0.0),
                recalled_gap(some),
                beyond,
            )
        )
    return tuple(found)


def recalled_gap(some: Sequence[Recalled]) -> Estimate:
    """The mean gap of some answers, with its interval by books (by items below six books)."""
    return _mean([one.gap for one in some], some, -1.0)


def _asked(run: Run) -> dict[str, list[Recalled]]:
    found = recalled_by_question(run)
    if not found:
        raise InputError(
            f"{run.path}: not a run on a probe; build one with panelwise probe and evaluate it"
        )
    return found


def recalled_by_question(run: Run) -> dict[str, list[Recalled]]:
    """Question of a probe → answers to it; empty for a run on other items."""
    items = {(pack.hash, item.id): item for pack in run.packs for item in pack.items()}
    found: dict[str, list[Recalled]] = {}
    for result in run.results():
        item = items[result.pack, result.item]
        if not isinstance(item.gold, dict) or not item.gold.get("control"):
            continue
        asked = str(item.meta.get("asked"))
        text = str(result.answer.get("text", "")) if isinstance(result.answer, dict) else ""
        score, control = nearness(asked, text, item.gold)
        found.setdefault(asked, []).append(
            Recalled(result.pack, item.cluster, item.id, score, control)
        )
    return found


def nearness(asked: str, text: str, gold: dict[str, Any]) -> tuple[float, float]:
    """How near a text is to the right answer, and to the wrong ones on average.

    >>> gold = {"answers": ["Little Nemo"], "control": ["Krazy Kat", "Popeye"]}
    >>> nearness("title", "That is “Little Nemo”.", gold), nearness("title", "Popeye", gold)
    ((1.0, 0.0), (0.0, 0.5))
    """
    near = _likeness if asked == "dialogue" else _number if asked == "page" else _names
    wrong = [near(text, other) for other in gold["control"]]
    return max(near(text, right) for right in gold["answers"]), math.fsum(wrong) / len(wrong)


def _likeness(said: str, right: str) -> float:
    return similarity(normalised(said), normalised(right)) if said.strip() else 0.0


def _names(said: str, right: str) -> float:
    """Whether a text holds a name as whole words; of a script without spaces, as letters."""
    text, name = normalised(said), normalised(right)
    spaced = bool(re.search("[a-z0-9]", name))
    return float(bool(name) and (f" {name} " in f" {text} " if spaced else name in text))


def _number(said: str, right: str) -> float:
    """Whether the one number of a text is the right one."""
    return float(set(re.findall(r"\d+", normalised(said))) == {right})


def _mean(values: Sequence[float], some: Sequence[Recalled], least: float) -> Estimate:
    books, items = [one.cluster for one in some], [one.item for one in some]
    return estimate_mean(values, books=books, items=items, bounds=(least, 1.0))


def _beyond(some: Sequence[Recalled], others: Sequence[Recalled]) -> Estimate:
    """The difference of two independent mean gaps, by Welch's interval."""
    parts = []
    for side in (some, others):
        _, clusters = choose_clusters([one.cluster for one in side], [one.item for one in side])
        gaps = [one.gap for one in side]
        variance = cluster_variance(gaps, clusters)
        parts.append((math.fsum(gaps) / len(gaps), variance, len(set(clusters)), len(gaps)))
    return welch(*parts)
