"""Who says what: names of speakers, and whole transcripts (CoMix's hybrid dialogue score).

The lines of a transcript are matched with those of gold one to one, at the least total of
``ED/max(len)``. Of matchings with the same total the one that keeps places wins, so that a line
said twice is matched in order. Text and names stay two numbers.

Source: specification 7.3 and 7.11; AMB-48, AMB-49.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from panelwise.metrics._ordering import kendall_tau
from panelwise.metrics._strings import AnlsBoundary, anls, edit_distance, nfc, similarity

# Decides between equal totals only: over all lines it adds less than this, while one edit more in
# a line of 1,000 characters adds 1e-3.
_PLACE_COST = 1e-6


class SpokenLine(NamedTuple):
    """A line of a transcript; no name is the empty string."""

    text: str
    name: str = ""


class GoldLine(NamedTuple):
    """A line as it is: its text, the names its speaker goes by, whether these are real names.

    ``known`` is false for stand-ins such as "unknown" or "narrator". A line without any name is
    no question of who speaks.
    """

    text: str
    names: tuple[str, ...] = ()
    known: bool = True


@dataclass(frozen=True, slots=True)
class NamingScores:
    """Names of speakers; ``None`` where there is nobody to name.

    Attributes:
        known: mean ANLS over the lines whose speaker has a known name: the headline (AMB-49).
        all: mean ANLS over all lines with a name, stand-ins included.
        known_lines: lines behind ``known``.
        lines: lines behind ``all``.
        unanswered: of these, the lines that were given no name; they score 0.
    """

    known: float | None
    all: float | None
    known_lines: int
    lines: int
    unanswered: int


@dataclass(frozen=True, slots=True)
class PaperDialogue:
    """The score as its authors compute it, over matched lines only: silence is free.

    Attributes:
        text: ``1 − mean ED/len(gold)``; below 0 where lines are much too long. ``None`` without
            a match.
        printed_text: ``1 − Σ ED/len(gold)``, the formula as printed, which the printed scores
            cannot have come from.
        names: mean ANLS of the names of matched lines.
        matched: matched lines.
    """

    text: float | None
    printed_text: float | None
    names: float | None
    matched: int

    def as_scores(self) -> dict[str, float | None]:
        """The measures by name, for :func:`mean_over_pages`."""
        return {"text": self.text, "printed_text": self.printed_text, "names": self.names}


@dataclass(frozen=True, slots=True)
class DialogueScores:
    """A transcript against gold; missing and invented lines cost.

    Attributes:
        text: ``Σ s / max(|predicted|, |gold|)``, s the similarity of matched lines; ``None`` when
            neither has a line.
        order_kept: Kendall's τ of the matched lines; ``None`` for fewer than two.
        names: names over all gold lines that have one, 0 where a line was not matched.
        matched: matched lines.
        predicted: lines of the transcript.
        gold: lines of gold.
    """

    text: float | None
    order_kept: float | None
    names: NamingScores
    matched: int
    predicted: int
    gold: int

    def as_scores(self) -> dict[str, float | None]:
        """The measures by name, for :func:`mean_over_pages`."""
        return {
            "text": self.text,
            "order_kept": self.order_kept,
            "known_names": self.names.known,
            "names": self.names.all,
        }


def naming_scores(
    answers: Sequence[str | None],
    gold: Sequence[GoldLine],
    *,
    tau: float = 0.5,
    boundary: AnlsBoundary = "inclusive",
) -> NamingScores:
    """How well the speakers of given lines were named.

    Args:
        answers: one name per gold line; ``None`` or blank where none was given, which scores 0.
        gold: the lines; of several names the one that fits best counts.
        tau: as for :func:`anls`.
        boundary: as for :func:`anls`.

    Raises:
        ValueError: for lists of different lengths.

    >>> lines = [GoldLine("Hi", ("Naruto",)), GoldLine("?", ("unknown",), known=False)]
    >>> scores = naming_scores(["Naruta", "unknown"], lines)
    >>> round(scores.known, 3), round(scores.all, 3)
    (0.833, 0.917)
    """
    if len(answers) != len(gold):
        raise ValueError(f"{len(answers)} names were given for {len(gold)} lines")
    rows = [
        (_name_score(name, line, tau, boundary), line.known, bool(name and name.strip()))
        for name, line in zip(answers, gold, strict=True)
        if line.names
    ]
    known = [score for score, is_known, _ in rows if is_known]
    return NamingScores(
        known=_mean(known),
        all=_mean([score for score, _, _ in rows]),
        known_lines=len(known),
        lines=len(rows),
        unanswered=sum(not answered for _, _, answered in rows),
    )


def match_lines(
    predicted: Sequence[SpokenLine], gold: Sequence[GoldLine]
) -> tuple[tuple[int, int], ...]:
    """Pairs ``(predicted, gold)`` of positions at the least total normalised edit distance.

    As many pairs as the shorter side has lines.

    >>> match_lines([SpokenLine("Bye!"), SpokenLine("Hi")], [GoldLine("Hi"), GoldLine("Bye")])
    ((0, 1), (1, 0))
    """
    if not predicted or not gold:
        return ()
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    longer = max(len(predicted), len(gold))
    worth = np.array(
        [[similarity(mine.text, theirs.text) for theirs in gold] for mine in predicted]
    )
    # Squares, so that of two pairs that cross and two that do not the latter are always worth more.
    gaps = (np.arange(len(predicted))[:, None] - np.arange(len(gold))) / longer
    worth -= gaps**2 * _PLACE_COST / longer
    rows, columns = linear_sum_assignment(worth, maximize=True)
    return tuple((int(i), int(j)) for i, j in zip(rows, columns, strict=True))


def paper_dialogue(
    predicted: Sequence[SpokenLine],
    gold: Sequence[GoldLine],
    *,
    tau: float = 0.5,
    boundary: AnlsBoundary = "inclusive",
) -> PaperDialogue:
    """The hybrid dialogue score under the ``paper`` profile.

    A gold line without text has no length to divide by: its distance is 0 from silence, else 1.

    >>> paper_dialogue([SpokenLine("Hello there", "Ann")], [GoldLine("Hello there!", ("Ann",))])
    PaperDialogue(text=0.916..., printed_text=0.916..., names=1.0, matched=1)
    """
    pairs = match_lines(predicted, gold)
    distances = [_distance_over_gold(predicted[i].text, gold[j].text) for i, j in pairs]
    named = [(predicted[i].name, gold[j]) for i, j in pairs if gold[j].names]
    mean = _mean(distances)
    return PaperDialogue(
        text=None if mean is None else 1 - mean,
        printed_text=None if mean is None else 1 - sum(distances),
        names=_mean([_name_score(name, line, tau, boundary) for name, line in named]),
        matched=len(pairs),
    )


def dialogue_scores(
    predicted: Sequence[SpokenLine],
    gold: Sequence[GoldLine],
    *,
    tau: float = 0.5,
    boundary: AnlsBoundary = "inclusive",
) -> DialogueScores:
    """The hybrid dialogue score under the ``recommended`` profile.

    Args:
        predicted: the transcript, in its order.
        gold: the lines, in reading order.
        tau: as for :func:`anls`.
        boundary: as for :func:`anls`.

    >>> gold = [GoldLine("Hello there!", ("Ann",)), GoldLine("Hi", ("Bob",))]
    >>> scores = dialogue_scores([SpokenLine("Hello there!", "Ann")], gold)
    >>> scores.text, scores.names.known, scores.order_kept
    (0.5, 0.5, None)
    """
    pairs = match_lines(predicted, gold)
    alike = sum(similarity(predicted[i].text, gold[j].text) for i, j in pairs)
    longer = max(len(predicted), len(gold))
    names: list[str | None] = [None] * len(gold)
    for i, j in pairs:
        names[j] = predicted[i].name
    return DialogueScores(
        text=alike / longer if longer else None,
        order_kept=_order_kept(pairs),
        names=naming_scores(names, gold, tau=tau, boundary=boundary),
        matched=len(pairs),
        predicted=len(predicted),
        gold=len(gold),
    )


def _order_kept(pairs: Sequence[tuple[int, int]]) -> float | None:
    if len(pairs) < 2:
        return None
    rank = {line: place for place, line in enumerate(sorted(j for _, j in pairs))}
    return kendall_tau([rank[j] for _, j in sorted(pairs)], range(len(pairs)))


def _distance_over_gold(answer: str, gold: str) -> float:
    return edit_distance(answer, gold) / len(nfc(gold)) if gold else float(bool(answer))


def _name_score(name: str | None, line: GoldLine, tau: float, boundary: AnlsBoundary) -> float:
    if not name or not name.strip():
        return 0.0
    return anls(name, line.names, tau=tau, boundary=boundary)


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
