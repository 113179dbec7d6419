"""A column's score of one model: a metric of a part of its items, or a figure of its whole run."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from panelwise.analysis import (
    Estimate,
    JudgedAgainstPeople,
    PartScore,
    RunData,
    Score,
    UnitScore,
    detection_precision,
    samples_by_task,
    score_of_part,
    score_of_units,
)
from panelwise.analysis.calibration import mean_confidence
from panelwise.evaluation import Run
from panelwise.experiments._agreement import agreement
from panelwise.experiments._plan import Measurement
from panelwise.tasks import get_kind
from panelwise.tasks.kinds import RatesBoxes

NOTHING = Score(None, None, None, 0, "none", None)
NOT_JUDGED = "not judged; give --judge MODEL"


@dataclass(frozen=True, slots=True)
class Measured:
    """What was measured of one model.

    Attributes:
        model: its name.
        runs: pack's name → its answers.
        missing: pack's name → why there are none.
        units: name of drafts → metric → what each page scored.
        size: billions of parameters, where it was given.
        judged: pack's name → its answers with the marks of each judge alone, in the judges' order.
        people: pack's name → how the judges' marks go with people's.
        persons: pack's name → file → the same of each person alone, where there are several.
        peers: pack's name → everybody's answers, where agreement is measured.
        confidence: pack's name → everybody's mean confidence, 1 to 3, where it is measured.
    """

    model: str
    runs: Mapping[str, RunData]
    missing: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, Mapping[str, Sequence[UnitScore]]] = field(default_factory=dict)
    size: float | None = None
    judged: Mapping[str, tuple[RunData, ...]] = field(default_factory=dict)
    people: Mapping[str, JudgedAgainstPeople] = field(default_factory=dict)
    persons: Mapping[str, Mapping[str, JudgedAgainstPeople]] = field(default_factory=dict)
    peers: Mapping[str, tuple[RunData, ...]] = field(default_factory=dict)
    confidence: Mapping[str, Estimate] = field(default_factory=dict)


def all_together(
    measured: Sequence[Measured], stored: Mapping[str, Mapping[str, Run]]
) -> list[Measured]:
    """One row for all who were given, with everybody's answers to each pack.

    ``stored`` maps a model and a pack's name to the run on disk, which has the confidence.
    """
    if not measured:
        return []
    packs = dict.fromkeys(name for one in measured for name in one.runs)
    peers = {name: tuple(m.runs[name] for m in measured if name in m.runs) for name in packs}
    missing = {name: why for one in measured for name, why in one.missing.items()}
    runs = {name: some[0] for name, some in peers.items()}
    confidence = {
        name: mean_confidence([own[name] for own in stored.values() if name in own])
        for name in packs
    }
    given = f"all {len(measured)} given"
    return [Measured(given, runs, missing, peers=peers, confidence=confidence)]


@dataclass(frozen=True, slots=True)
class ColumnScore:
    """A score, what must be known to read it, and why there is none where there is none."""

    found: PartScore
    note: str = ""


def column_score(one: Measurement, model: Measured) -> ColumnScore | None:
    """What a model scores in a column; ``None`` where it did not answer the pack."""
    run, units = model.runs.get(one.pack), model.units.get(one.pack)
    if units is not None:
        scored = units[one.metric]
        binary = all(unit.value in (0.0, 1.0) for unit in scored)
        return ColumnScore(score_of_units(one.metric, scored, binary=binary))
    if run is None:
        return None
    if one.metric in _WHOLE:
        return _WHOLE[one.metric](one, model, run)
    if one.judge:
        judged = model.judged.get(one.pack, ())
        if len(judged) < one.judge:
            why = f"no judge {one.judge}; give --judge MODEL {one.judge} times or more"
            return _none(one, why, len(run.results))
        run = judged[one.judge - 1]
    found = score_of_part(run, one.metric, one.where)
    why = NOT_JUDGED if one.metric == "judge" and found.n and found.score.value is None else ""
    return ColumnScore(_over_chance(found) if one.over_chance else found, why)


def _over_chance(found: PartScore) -> PartScore:
    """The score minus chance, and so its interval."""
    score, chance = found.score, found.score.chance
    if score.value is None or chance is None:
        return PartScore(found.metric, NOTHING, found.higher_is_better, found.n, found.coverage)
    low, high = (None if end is None else end - chance for end in (score.low, score.high))
    over = Score(score.value - chance, low, high, score.n, score.method, 0.0)
    return PartScore(found.metric, over, found.higher_is_better, found.n, found.coverage)


def _ap50(one: Measurement, model: Measured, run: RunData) -> ColumnScore:
    """Mean average precision at IoU .5 over the classes that pages have; one never found is 0."""
    return _average_precision(one, run, None)


def _ap50_predictable(one: Measurement, model: Measured, run: RunData) -> ColumnScore:
    """The mean over the classes of which the model found any box in any of the packs."""
    found = {label for some in model.runs.values() for label in _found_classes(some)}
    return _average_precision(one, run, found)


def _average_precision(one: Measurement, run: RunData, some: set[str] | None) -> ColumnScore:
    [task] = samples_by_task(run)
    kind = get_kind(task.kind)
    assert isinstance(kind, RatesBoxes), "a plan asks for the precision of boxes alone"
    items = [sample.item for sample in task.samples]
    results = [sample.result for sample in task.samples]
    profile = run.profile_of(task.task)
    asked = {label for item in items for label in kind.rated_boxes(item, None, profile).classes}
    chosen = None if some is None else sorted(some & asked)
    if not items:
        return _none(one, "no items answered", 0)
    if chosen == []:
        return _none(one, "no box of any class was found", len(items))
    found = detection_precision(kind, items, results, profile, chosen)
    if isinstance(found, str):
        return _none(one, found, len(items))
    mean = found.mean_ap50 if chosen is None else found.mean_predictable_ap50
    assert mean is not None, "a mean for the classes that were chosen"
    classes = "" if chosen is None else f"classes: {', '.join(chosen)}"
    notes = [*filter(None, [classes]), *found.notes, "boxes have no chance level"]
    coverage = sum(sample.readable for sample in task.samples) / len(items)
    part = PartScore(one.metric, _without_chance(mean), True, len(items), coverage)
    return ColumnScore(part, "; ".join(notes))


def _found_classes(run: RunData) -> set[str]:
    found: set[str] = set()
    for task in samples_by_task(run):
        kind, profile = get_kind(task.kind), run.profile_of(task.task)
        if isinstance(kind, RatesBoxes):
            for sample in task.samples:
                page = kind.rated_boxes(sample.item, sample.result.answer, profile).page
                found |= {box.label for box in page.found}
    return found


def _images_per_second(one: Measurement, model: Measured, run: RunData) -> ColumnScore:
    return _speed(one, run, lambda images, seconds: images / seconds, higher=True)


def _seconds_per_image(one: Measurement, model: Measured, run: RunData) -> ColumnScore:
    return _speed(one, run, lambda images, seconds: seconds / images, higher=False)


def _speed(
    one: Measurement, run: RunData, rate: Callable[[int, float], float], *, higher: bool
) -> ColumnScore:
    """Images by the time that their answers took, each answer by itself; so no interval."""
    timed = [
        (len(sample.item.rendering.images), sample.result.latency)
        for task in samples_by_task(run)
        for sample in task.samples
        if sample.result.latency
    ]
    images = sum(count for count, _ in timed)
    if not images:
        why = "no times; recorded answers state them as 'seconds'"
        return _none(one, why, len(run.results))
    value = rate(images, math.fsum(seconds for _, seconds in timed))
    score = Score(value, None, None, images, "none", None)
    note = "answers one after the other, as timed or as the file says"
    return ColumnScore(PartScore(one.metric, score, higher, images, 1.0), note)


def _people_r(one: Measurement, model: Measured, run: RunData) -> ColumnScore:
    return _of_people(one, model, run, lambda both: both.agreement.pearson)


def _people_gap(one: Measurement, model: Measured, run: RunData) -> ColumnScore:
    return _of_people(one, model, run, lambda both: abs(both.agreement.mean_difference))


def _of_people(
    one: Measurement,
    model: Measured,
    run: RunData,
    figure: Callable[[JudgedAgainstPeople], float | None],
) -> ColumnScore:
    both = model.people.get(one.pack)
    if both is None:
        return _none(one, "give --judge MODEL and --human FILE", len(run.results))
    score = Score(figure(both), None, None, both.agreement.n, "none", None)
    note = "judges' mean mark against people's" if score.value is not None else "marks never vary"
    alone = {name: figure(each) for name, each in model.persons.get(one.pack, {}).items()}
    if alone:
        parts = (
            f"{name} {'–' if value is None else f'{value:.2f}'}" for name, value in alone.items()
        )
        note += f"; each person alone: {', '.join(parts)}"
    higher = one.metric == "people_r"
    return ColumnScore(PartScore(one.metric, score, higher, both.agreement.n, 1.0), note)


def _fleiss_kappa(one: Measurement, model: Measured, run: RunData) -> ColumnScore:
    score, note = agreement(model.peers.get(one.pack, (run,)))
    return ColumnScore(PartScore(one.metric, score, True, score.n, 1.0), note)


def _mean_confidence(one: Measurement, model: Measured, run: RunData) -> ColumnScore:
    found = model.confidence.get(one.pack)
    if found is None or found.value is None:
        why = "no answer has a confidence; human:FILE and recorded:FILE may hold it"
        return _none(one, why, len(run.results))
    asked = sum(len(some.results) for some in model.peers.get(one.pack, (run,)))
    note = f"1 low, 2 medium, 3 high; {found.n} of {asked} answers have one"
    return ColumnScore(PartScore(one.metric, _without_chance(found), True, found.n, 1.0), note)


_Whole = Callable[[Measurement, Measured, RunData], ColumnScore]
_WHOLE: Mapping[str, _Whole] = {
    "ap50": _ap50,
    "ap50_predictable": _ap50_predictable,
    "images_per_second": _images_per_second,
    "seconds_per_image": _seconds_per_image,
    "people_r": _people_r,
    "people_gap": _people_gap,
    "fleiss_kappa": _fleiss_kappa,
    "mean_confidence": _mean_confidence,
}


def _none(one: Measurement, why: str, n: int) -> ColumnScore:
    return ColumnScore(PartScore(one.metric, NOTHING, True, n, None), why)


def _without_chance(found: Estimate) -> Score:
    return Score(found.value, found.low, found.high, found.n, found.method, None)
