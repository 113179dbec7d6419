"""Quality of people's work: figures of small logs, computed by hand; unreliable people found."""

from __future__ import annotations

import json
import random

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")

from hand_written_log import HandWrittenLog, form_with
from panelwise.annotation import project_forms
from panelwise.annotation.quality import (
    field_agreements,
    judgements,
    progress_of,
    quality_report,
    several_orders,
    stuck_stages,
    time_and_pay,
)
from panelwise.tasks import Option
from panelwise.tasks.forms import (
    ChoiceField,
    Form,
    GroupsField,
    LinksField,
    OrderField,
    ScaleField,
    SeveralField,
    ShapesField,
    TextField,
)
from simulated_work import careless, copying, honest, make_project, tiring, work_through

LABEL = {"name": "label", "role": "annotator", "people": 2, "screen": "solve"}
CHOICE = ChoiceField("x", "Which?", (Option("A"), Option("B"), Option("C")))
REVIEWED = (
    {"name": "label", "role": "annotator", "then": "check"},
    {"name": "check", "type": "review", "role": "inspector", "people": 1, "then": "accepted",
     "rejected": "redo"},
)  # fmt: skip


def answered_by_two(pairs, field, **stage):
    """The agreement of Ann and Bo, who answered units 0, 1, …"""
    log = HandWrittenLog(LABEL | stage)
    log.join("Ann", "Bo")
    for number, pair in enumerate(pairs):
        log.unit(f"u{number}", f"book {number}")
        for person, value in zip(("Ann", "Bo"), pair, strict=True):
            log.give(person, f"u{number}", value)
    [found] = field_agreements(log.state(), form_with(field))
    return found


def measures(found):
    return {one.name: one.value for one in found.measures}


def test_agreement_on_choices():
    # Ann says A A B B, Bo says A B B B. Three of four are equal. By chance, with each one's own
    # shares: 1/2·1/4 + 1/2·3/4 = 1/2. With pooled ones: (3/8)² + (5/8)² = 34/64. Krippendorff:
    # any two of eight answers differ with 1 - (3·2 + 5·4) / (8·7) = 30/56.
    found = answered_by_two([(0, 0), (0, 1), (1, 1), (1, 1)], CHOICE)
    assert (found.items, found.people, found.type) == (4, 2, "choice")
    assert measures(found) == pytest.approx(
        {"percentage": 0.75, "cohen": 0.5, "fleiss": (0.75 - 34 / 64) / (30 / 64),
         "alpha_nominal": 1 - 0.25 / (30 / 56)}
    )  # fmt: skip
    assert all(one.low < one.value < one.high for one in found.measures)


def test_agreement_on_a_scale_counts_near_misses_and_leaves_out_uncertain():
    field = ScaleField("x", "How?", 1, 5, uncertain=True)
    pairs = [(1, 1), (2, 3), (5, 5), (4, 4), (3, 1), ("uncertain", 5)]
    found = answered_by_two(pairs, field)
    assert found.items == 5
    # The mean square of the differences is 1; of any answer of Ann with any of Bo it is 4.6.
    assert measures(found)["cohen_quadratic"] == pytest.approx(1 - 1 / 4.6)
    names = [one.name for one in found.measures]
    assert names == ["percentage", "cohen_quadratic", "alpha_ordinal"]


def box(*corners, name="s1"):
    return {"id": name, "class": "panel", "box": list(corners)}


@pytest.mark.parametrize(
    ("field", "pairs", "observed"),
    [
        # one pair of three swapped; reversed; the same
        (OrderField("x", "Order", tuple(map(Option, "ABC"))),
         [([0, 1, 2], [0, 2, 1]), ([0, 1, 2], [2, 1, 0]), ([1, 0, 2], [1, 0, 2])],
         1 - (1 / 3 + 1 + 0) / 3),
        (TextField("x", "Text"), [("apple", "aple"), ("two  words", "two words")], 1 - 0.2 / 2),
        # half of the box is covered
        (ShapesField("x", "Boxes", (100, 100), ("panel",)),
         [([box(0, 0, 20, 10)], [box(0, 0, 10, 10)]), ([box(0, 0, 5, 5)], [box(0, 0, 5, 5)])],
         1 - 0.5 / 2),
        (SeveralField("x", "All", tuple(map(Option, "ABC"))), [([0, 1], [1]), ([2], [2])],
         1 - 0.5 / 2),
        # one of two links is shared
        (LinksField("x", "Links", (), "text", "character"),
         [([{"from": "t1", "to": "c1"}, {"from": "t2", "to": None}],
           [{"from": "t1", "to": "c1"}, {"from": "t2", "to": "c1"}]),
          ([{"from": "t1", "to": "c2"}], [{"from": "t1", "to": "c2"}])],
         1 - 0.5 / 2),
        # of three pairs of shapes, two are grouped differently
        (GroupsField("x", "Groups", ()),
         [({"a": "Ann", "b": "Ann", "c": "Bo"}, {"a": "1", "b": "2", "c": "2"}),
          ({"a": "Bo", "b": "Cy", "c": "Bo"}, {"a": "1", "b": "2", "c": "1"})],
         1 - (2 / 3) / 2),
    ],
    ids=["order", "text", "shapes", "several", "links", "groups"],
)  # fmt: skip
def test_agreement_with_the_distance_of_the_type(field, pairs, observed):
    found = answered_by_two(pairs, field)
    [measure] = found.measures
    assert measure.name == "alpha_distance"
    assert measure.observed == pytest.approx(observed)


def test_a_field_that_only_one_person_filled_in_has_no_agreement():
    log = HandWrittenLog(LABEL)
    log.unit("u")
    log.join("Ann")
    log.give("Ann", "u", 1)
    assert field_agreements(log.state(), form_with(CHOICE)) == []


def reviewed():
    """Three units: accepted at once; rejected once; rejected twice and so removed."""
    log = HandWrittenLog(*REVIEWED, pay={"currency": "EUR", "per_hour": 12, "per_submission": 0.5,
                                         "on_completion": 5})  # fmt: skip
    log.join("Ann")
    log.join("Ida", role="inspector")
    for name in ("a", "b", "c"):
        log.unit(name, "book one" if name == "a" else "book two")
    log.give("Ann", "a", 0, seconds=60)
    log.give("Ida", "a", "accept", stage="check", seconds=20)
    for name, verdicts in (("b", ("reject", "accept")), ("c", ("reject", "reject"))):
        for round_, verdict in enumerate(verdicts, start=1):
            log.give("Ann", name, round_, round_=round_, seconds=60)
            log.give("Ida", name, verdict, stage="check", round_=round_, seconds=20)
    return log


def test_counts_at_every_gate():
    progress = progress_of(reviewed().state())
    assert (progress.units, progress.accepted, progress.removed, progress.open) == (3, 2, 1, 0)
    assert progress.removed_why == {"rejected in 2 rounds": 1}
    assert [(gate.origin, gate.to, gate.count) for gate in progress.gates] == [
        ("label", "check", 5), ("check", "label", 2), ("check", "accepted", 2),
        ("check", "removed", 1),
    ]  # fmt: skip
    check = progress.stages[1]
    assert (check.reached, check.submissions, check.accepts, check.rejects) == (3, 5, 2, 3)


def test_what_reviewers_say_counts_for_whoever_answered():
    state = reviewed().state()
    ann = next(
        one for one in quality_report(state, form_with(CHOICE)).people if one.person == "Ann"
    )
    assert sorted(judgements(state).values()) == [False, False, False, True, True]
    assert (ann.judged.right, ann.judged.of) == (2, 5)


def test_hours_and_pay_with_what_was_taken_back():
    log = reviewed()
    seq = log.give("Ann", "a", 2, seconds=900)  # too late to count, and taken back
    log.undo("Ann", "a", seq)
    time = time_and_pay(log.state())
    ann, ida = time.people
    assert (ann.submissions, ann.hours) == (6, pytest.approx(1200 / 3600))
    # 12 per hour, 0.50 each, 5 for having finished
    assert ann.pay == pytest.approx(12 / 3 + 6 * 0.5 + 5)
    assert (ida.submissions, ida.pay) == (5, pytest.approx(round(12 * 100 / 3600, 2) + 2.5 + 5))
    assert (time.currency, time.pay) == ("EUR", pytest.approx(ann.pay + ida.pay))


def test_sessions_end_with_half_an_hour_without_an_answer():
    log = HandWrittenLog(LABEL)
    log.join("Ann")
    for number, at in enumerate((1_000_000, 1_001_700, 1_003_600, 1_090_000)):
        log.unit(f"u{number}")
        log.give("Ann", f"u{number}", 0, at=float(at))
    state = log.state()
    assert time_and_pay(state).people[0].sessions == 3
    bars = progress_of(state).throughput
    assert [bar.length for bar in bars[:1]] == ["hour"]
    assert sum(bar.submissions for bar in bars) == 4
    assert len(bars) == 1_090_000 // 3600 - 1_000_000 // 3600 + 1  # empty hours, too


def test_units_that_nobody_may_do():
    log = HandWrittenLog(*REVIEWED)
    log.join("Ann")
    log.join("Ida", "Ina", role="inspector")
    log.unit("a")
    log.give("Ann", "a", 0)
    assert stuck_stages(log.state()) == []
    log.pause("Ida")
    log.pause("Ina")
    [stuck] = stuck_stages(log.state())
    assert (stuck.stage, stuck.units) == ("check", ("a",))
    assert stuck.missing == "one more person with the role inspector"


def test_two_orders_that_people_agree_on():
    field = OrderField("x", "Order", tuple(map(Option, "ABCD")))
    log = HandWrittenLog(LABEL | {"people": 6})
    people = ["p1", "p2", "p3", "p4", "p5", "p6"]
    log.join(*people)
    for unit, orders in (("two", ["0123"] * 3 + ["0213"] * 2 + ["3210"]), ("one", ["0123"] * 6)):
        log.unit(unit)
        for person, order in zip(people, orders, strict=True):
            log.give(person, unit, [int(card) for card in order])
    [found] = several_orders(log.state(), form_with(field))
    assert (found.unit, found.people) == ("two", 6)
    assert [(one.order, one.votes) for one in found.orders] == [
        ((0, 1, 2, 3), 3),
        ((0, 2, 1, 3), 2),
    ]
    assert found.always == ((0, 1), (0, 2), (0, 3), (1, 3), (2, 3))


def test_items_to_look_at_again_and_why():
    log = reviewed()
    log.unit("d")
    log.give("Ann", "d", None, flag="ambiguous", reason="two panels are missing")
    log.unit("h", purpose="hidden_gold")
    log.join("p1", "p2", "p3", "p4")
    for number in range(4):
        log.give(f"p{number + 1}", "h", 1, right=number == 0)
    found = {
        one.unit: one.reasons for one in quality_report(log.state(), form_with(CHOICE)).concerns
    }
    assert found == {
        "b": ("rejected in 1 of 2 rounds",),
        "c": ("rejected in 1 of 2 rounds",),
        "d": ("flagged as ambiguous by 1 of 1",),
        "h": ("only 1 of 4 people gave the known answer, which may be wrong",),
    }


def test_what_people_confuse():
    log = HandWrittenLog(LABEL)
    log.join("Ann", "Bo")
    for number, (one, other) in enumerate([(0, 1), (1, 0), (2, 2), (0, 2)]):
        log.unit(f"u{number}")
        log.give("Ann", f"u{number}", one)
        log.give("Bo", f"u{number}", other)
    found = quality_report(log.state(), form_with(CHOICE)).confusions
    assert [(one.one, one.other, one.count, one.share) for one in found] == [
        ("A", "B", 2, 0.5), ("A", "C", 1, 0.25)
    ]  # fmt: skip


def test_a_project_without_work_has_a_report():
    report = quality_report(HandWrittenLog(*REVIEWED).state(), form_with(CHOICE))
    assert [one.words for one in report.conclusions] == [
        "0 of 0 units accepted, 0 removed, 0 open."
    ]
    assert json.dumps(report.as_json())


MANY = {"name": "label", "role": "annotator", "people": 7, "screen": "strip-category"}
GOOD = {f"p{number}": honest(0.82 + 0.02 * number) for number in range(7)}
BAD = {"idle": careless, "tired": tiring, "twin-1": copying(1), "twin-2": copying(1)}


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """A crew with four unreliable people among eleven, and what the report says of them."""
    folder = tmp_path_factory.mktemp("mixed") / "project"
    with make_project(folder, 180, stages=[MANY]) as project:
        work_through(project, GOOD | BAD)
        yield quality_report(project.work.state, project_forms(project))


def test_unreliable_people_are_found(mixed):
    found = {(one.kind, frozenset(one.people)) for one in mixed.suspected}
    assert found >= {
        ("careless", frozenset({"idle"})), ("tiring", frozenset({"tired"})),
        ("colluding", frozenset({"twin-1", "twin-2"})),
    }  # fmt: skip
    assert frozenset().union(*(people for _, people in found)) == BAD.keys()


def test_the_model_ranks_people_as_they_were_made(mixed):
    model = {one.person: one.model["label"] for one in mixed.people}
    assert max(model[name] for name in BAD) < min(model[name] for name in GOOD)
    worst = mixed.person_drift[0]
    assert worst.person == "tired"
    assert worst.change < -0.1


def test_nobody_of_an_honest_crew_is_suspected(tmp_path):
    with make_project(tmp_path / "project", 60, stages=[MANY]) as project:
        work_through(project, GOOD, seed=3)
        report = quality_report(project.work.state, project_forms(project))
    assert report.suspected == ()
    assert report.agreement[0].best.value > 0.6


def test_with_one_answer_for_each_unit_reviewers_find_who_is_careless(tmp_path):
    stages = [
        {"name": "label", "role": "annotator", "screen": "strip-category", "then": "check"},
        REVIEWED[1],
    ]
    people = {f"p{number}": honest(0.9) for number in range(5)} | {"idle": careless}
    with make_project(tmp_path / "project", 150, 12, stages=stages,
                      hidden_gold={"every": 4, "pause_below": 0.0}) as project:  # fmt: skip
        work_through(project, people, {"i1": 0.05, "i2": 0.05})
        report = quality_report(project.work.state, project_forms(project))
    assert {(one.kind, one.people) for one in report.suspected} >= {
        ("rejected", ("idle",)), ("failing", ("idle",))
    }  # fmt: skip
    assert {name for one in report.suspected for name in one.people} == {"idle"}


def test_hidden_items_are_held_against_the_bar_of_the_test():
    """15 of 20 hardly differ from the others' 39 of 40, but are too few for more than 95 %."""

    def suspected(**procedure):
        log = HandWrittenLog(LABEL, **procedure)
        log.join("Ann", "Bo", "Cy")
        for number in range(20):
            log.unit(f"h{number}", purpose="hidden_gold")
            log.give("Ann", f"h{number}", 1, right=number >= 5)
            log.give("Bo", f"h{number}", 1, right=number != 7)
            log.give("Cy", f"h{number}", 1, right=True)
        return quality_report(log.state(), form_with(CHOICE)).suspected

    gold = {"hidden_gold": {"pause_below": 0.0}}
    assert suspected(**gold) == ()
    [found] = suspected(**gold, qualification={"above": 0.95})
    assert (found.kind, found.people, found.n) == ("failing", ("Ann",), 20)
    assert found.p == pytest.approx(6 * 0.0025739, abs=1e-5)


def test_people_who_copy_are_found_by_their_confidence():
    """All nearly always choose the right answer; two of five always with the same confidence."""
    rng = random.Random(4)
    log = HandWrittenLog(LABEL | {"people": 5})
    people = ["Ann", "Bo", "Cy", "Di", "Ed"]
    log.join(*people)
    for number in range(80):
        log.unit(f"u{number}")
        sureness = {person: rng.randint(1, 3) for person in people}
        sureness["Bo"] = sureness["Ann"]
        for person, sure in sureness.items():
            answer = number % 3 if rng.random() < 0.97 else 0
            log.give(person, f"u{number}", None, values={"x": answer, "sure": sure})
    form = Form((CHOICE, ScaleField("sure", "Confidence", 1, 3)))
    found = quality_report(log.state(), lambda unit, stage: form).suspected
    assert {(one.kind, one.people) for one in found} == {("colluding", ("Ann", "Bo"))}
