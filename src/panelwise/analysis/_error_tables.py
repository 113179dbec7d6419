"""Kinds of mistakes by task, and how a judge agrees with people. Source: CV-E4; MS-18."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import BaseModel, StrictInt, StrictStr, TypeAdapter

from panelwise.comics.formats import parse_lines
from panelwise.errors import InputError
from panelwise.evaluation import ErrorClass, ErrorClasses, ErrorTaxonomy, Run, get_taxonomy
from panelwise.metrics import wilson
from panelwise.metrics.agreement import AgreementInterval, agreement_interval, count_votes
from panelwise.metrics.resampling import cluster_of
from panelwise.wording import counted

PEOPLE = "people"
CALIBRATED_FROM = 0.6  # κ with people (MS-18)


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """How many wrong answers of one task have one category.

    Attributes:
        task: the task; of all rows of a table.
        category: of the taxonomy.
        count: answers with it.
        share: of the task's answers with a class.
        low, high: Wilson's 95 % interval of the share.
        spans: span → answers with it, where the taxonomy has spans.
    """

    task: str
    category: str
    count: int
    share: float
    low: float
    high: float
    spans: dict[str, int]


@dataclass(frozen=True, slots=True)
class ClassesAgainstPeople:
    """A judge's classes next to people's, on the answers that both filed.

    Attributes:
        category: Cohen's κ of the categories, with its bootstrap interval.
        span: of the spans; ``None`` where people named none.
        tied: answers left out because people disagree without a majority vote.
        people: how many answers have one or more labels by people.
        human: Cohen's κ between the first two labels of an answer by people; ``None`` where fewer
            than two answers have two.
    """

    category: AgreementInterval
    span: AgreementInterval | None
    tied: int
    people: int
    human: AgreementInterval | None

    @property
    def calibrated(self) -> bool:
        """Whether κ of the categories reaches the bar of 0.6."""
        return self.category.value is not None and self.category.value >= CALIBRATED_FROM

    @property
    def surely(self) -> bool:
        """Whether its whole interval does."""
        return self.category.low is not None and self.category.low >= CALIBRATED_FROM


class _Label(BaseModel):
    id: StrictStr
    category: StrictStr
    span: StrictStr | None = None
    repeat: StrictInt = 0


_LABEL = TypeAdapter(_Label)
_WANTED = 'write {"id": "…", "category": "…"}, and "span" where it is known'
_Key = tuple[str, int]


def error_table(found: ErrorClasses) -> tuple[ErrorRow, ...]:
    """Every category of the taxonomy for every task, in the taxonomy's order."""
    taxonomy = get_taxonomy(found.taxonomy)
    known = [one for one in found.classes if one.category is not None]
    rows = []
    for task in dict.fromkeys(one.task for one in known):
        some = [one for one in known if one.task == task]
        for category in taxonomy.categories:
            own = [one for one in some if one.category == category]
            spans = Counter(one.span for one in own)
            low, high = wilson(len(own), len(some))
            rows.append(
                ErrorRow(task, category, len(own), len(own) / len(some), low, high,
                         {span: spans[span] for span in taxonomy.spans})
            )  # fmt: skip
    return tuple(rows)


def classes_against_people(found: ErrorClasses, labels: str | Path) -> ClassesAgainstPeople:
    """Compare a judge's classes with people's.

    Args:
        found: of one judge.
        labels: lines ``{"id": item, "category": …, "span": …}``, several for an item that several
            people labelled; the most frequent label counts.

    Raises:
        InputError: for a file that is not so, an unknown category, span or item, or fewer than two
            answers that both filed.
    """
    known = {(one.item, one.repeat): one for one in found.classes}
    given = _read(Path(labels), get_taxonomy(found.taxonomy), known, f"{found.judge} filed")
    votes = {key: count_votes([one.category for one in some]) for key, some in given.items()}
    both = [k for k, vote in votes.items() if vote.winner is not None and known[k].category]
    if len(both) < 2:
        raise InputError(
            f"{labels}: {counted(len(both), 'answer')} with a class by both people and"
            f" {found.judge}; at least 2 are needed"
        )
    return ClassesAgainstPeople(
        category=_kappa([known[k] for k in both],
                        [(known[k].category, votes[k].winner) for k in both]),
        span=_span_kappa(given, known),
        tied=sum(vote.winner is None for vote in votes.values()),
        people=len(given),
        human=_between_people(given, known),
    )  # fmt: skip


def people_classes(run: Run, labels: str | Path, taxonomy: str = "comicvqa") -> ErrorClasses:
    """People's labels of a run's wrong answers, in the form of a judge's classes.

    The most frequent label of an answer counts; an answer without one counts as failed.

    Args:
        run: what was labelled.
        labels: as for :func:`classes_against_people`.
        taxonomy: the list that people used.

    Raises:
        InputError: for a file that is not so, an unknown category or span, or an item to which the
            run has no wrong answer.
        UnknownNameError: for an unknown taxonomy.
    """
    items = {(pack.hash, item.id): item for pack in run.packs for item in pack.items()}
    wrong = {
        (one.item, one.repeat): ErrorClass(
            one.pack, one.item, one.repeat, item.task, item.book, None, None, item.family
        )
        for one in run.results()
        if one.outcome in ("wrong", "partial") and (item := items[one.pack, one.item])
    }
    given = _read(Path(labels), get_taxonomy(taxonomy), wrong, f"{run.path} has")
    if not given:
        raise InputError(f"{labels}: no labels; {_WANTED}")
    classes = tuple(
        replace(
            wrong[key],
            category=count_votes([one.category for one in some]).winner,
            span=count_votes([one.span for one in some]).winner,
        )
        for key, some in given.items()
    )
    failed = sum(one.category is None for one in classes)
    return ErrorClasses(
        run.name, run.model, PEOPLE, taxonomy, len(wrong), failed, 0, False, "", classes, True
    )


def kappa_of_classes(found: ErrorClasses, people: ErrorClasses) -> AgreementInterval | None:
    """Cohen's κ of a judge's categories and people's; ``None`` below two answers of both."""
    theirs = {(one.pack, one.item, one.repeat): one.category for one in people.classes}
    pairs = [
        (one, theirs.get((one.pack, one.item, one.repeat)))
        for one in found.classes
        if one.category is not None
    ]
    both = [(one, label) for one, label in pairs if label is not None]
    if len(both) < 2:
        return None
    return _kappa([one for one, _ in both], [(one.category, label) for one, label in both])


def _kappa(
    classes: Sequence[ErrorClass], pairs: Sequence[tuple[str | None, str | None]]
) -> AgreementInterval:
    return agreement_interval(
        pairs, "cohen", books=[cluster_of(one.book, one.family) for one in classes]
    )


def _span_kappa(
    given: dict[_Key, list[_Label]], known: dict[_Key, ErrorClass]
) -> AgreementInterval | None:
    winners = {key: count_votes([one.span for one in some]).winner for key, some in given.items()}
    both = [key for key, span in winners.items() if span is not None and known[key].span]
    if len(both) < 2:
        return None
    return _kappa([known[k] for k in both], [(known[k].span, winners[k]) for k in both])


def _between_people(
    given: dict[_Key, list[_Label]], known: dict[_Key, ErrorClass]
) -> AgreementInterval | None:
    twice = [key for key, some in given.items() if len(some) > 1]
    if len(twice) < 2:
        return None
    pairs = [(given[key][0].category, given[key][1].category) for key in twice]
    return _kappa([known[key] for key in twice], pairs)


def _read(
    path: Path, taxonomy: ErrorTaxonomy, known: dict[_Key, ErrorClass], who: str
) -> dict[_Key, list[_Label]]:
    given: dict[_Key, list[_Label]] = {}
    for where, label in parse_lines(_LABEL, path, _WANTED):
        if (label.id, label.repeat) not in known:
            raise InputError(
                f"{where}: {who} no wrong answer to '{label.id}'; give ids of items that were"
                " answered wrongly"
            )
        for said, names in ((label.category, taxonomy.categories), (label.span, taxonomy.spans)):
            if said is not None and said not in names:
                listed = ", ".join(names) or "none"
                raise InputError(f"{where}: '{said}' is not in {taxonomy.name}, which has {listed}")
        given.setdefault((label.id, label.repeat), []).append(label)
    return given
