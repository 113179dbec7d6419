"""What the tests of a task come to, and how the first screen counts unreadable answers."""

from __future__ import annotations

import html
import json
import random
import re
from dataclasses import replace
from types import SimpleNamespace

from scipy import stats

from panelwise.analysis import Comparison, Condition, Estimate, PositionBias
from panelwise.analysis._intervals import estimate_difference
from panelwise.cli._run_output import finding_lines
from panelwise.report import ItemKey, write_report_files
from panelwise.report._bias import bias_view, place_verdict, points
from panelwise.report._conclusions import conclusion, to_next
from panelwise.report._differences import limits
from panelwise.report._findings import (
    NOT_TESTED,
    condition_interval,
    condition_words,
    mistake_words,
    weak_view,
)
from panelwise.report._headline import HeadlineRow
from panelwise.report._methods import report_command


def rows(make, **scores):
    """A row for each run, its score with an interval of a tenth on either side."""
    found = []
    for name, value in scores.items():
        summary = make.summary(name)
        head = summary.metrics["exact_match"]
        score = Estimate(value, value - 0.1, value + 0.1, 200, "wilson")
        metric = replace(head, headline=score, all_items=score, valid_only=score)
        found.append(HeadlineRow(replace(summary, metrics={"exact_match": metric}), ()))
    return found


def test_one_sentence_says_who_leads_and_what_no_test_separates(make):
    taken = rows(make, a=0.8, b=0.7, c=0.6, d=0.3)
    few = {"units": 4, "p": 0.2}
    tests = [
        make.test(0.1, 0.3, first="a", second="b"),
        make.test(-0.2, 0.9, first="c", second="a", **few),
        make.test(0.5, 0.001, first="a", second="d"),
        make.test(0.1, 0.9, first="b", second="c"),
    ]
    assert conclusion(taken, tests)[:2] == (
        "a leads with 0.800, not certain.",
        "No test separates it from b; too few items to compare it with c."
        " Tests show it to be better than d.",
    )
    assert conclusion([taken[1], taken[0]], tests).verdict == "a leads with 0.800, not certain."
    assert {run: (t.first, t.second) for run, t in to_next(taken, tests).items()} == {
        "a": ("a", "b"),
        "b": ("b", "c"),
    }


def test_a_leader_that_does_not_beat_guessing_is_no_winner(make):
    weak = conclusion(rows(make, a=0.15, b=0.1), [])
    assert (weak.runs, weak.value, weak.certain) == (("a",), "0.150", False)
    assert weak.doubt == "not shown to beat chance"
    assert weak[:2] == (
        "a leads with 0.150, not certain, and is not shown to beat chance.",
        "No test compares it with b.",
    )
    assert conclusion(rows(make, a=0.5), []).verdict.startswith(
        "a scores 0.500: better than chance"
    )
    tie = [make.test(0.0, 1.0, first="a", second="b")]
    assert conclusion(rows(make, a=0.5, b=0.5), tie)[:2] == (
        "a and b lead with 0.500, not certain.",
        "No test separates a from b.",
    )


def test_a_lead_over_all_others_is_certain(make):
    taken = rows(make, a=0.8, b=0.7, c=0.6)
    tests = [make.test(0.1, 0.01, first="a", second=name) for name in "bc"]
    assert conclusion(taken, tests) == (
        "a leads with 0.800, certain.",
        "Tests show it to be better than b and c.",
        ("a",),
        "0.800",
        True,
        "",
    )
    lost = [tests[0], make.test(-0.1, 0.01, first="a", second="c")]
    assert conclusion(taken, lost).reasons == (
        "Tests show c to be better on the items that both answered."
        " Tests show it to be better than b."
    )


def test_unreadable_answers_are_one_sum_with_what_the_profile_makes_of_them(make, tmp_path):
    world = make.world(tmp_path / "images", 24, 1)
    path = write_report_files(world.runs, world.comparison, tmp_path / "out")
    outcomes = [result.outcome for result in world.runs[0].results]
    unread = sum(one not in ("correct", "partial", "wrong") for one in outcomes)
    text = path.read_text("utf-8")
    assert re.search(rf"{unread} of 24 without a readable answer \(.+\), counted as 0", text)
    [summary] = world.comparison.summaries
    value = summary.headline.valid_only.value
    assert f"readable only {value:.3f}" in text


def test_values_of_a_handful_of_items_are_listed_and_not_judged(make, tmp_path):
    """Below five items nothing is said of chance, and nothing is drawn."""
    facts = (("near", 0.3, 9), ("far", 0.6, 9), ("odd", 0.1, 2))
    breakdowns = tuple(make.row("tier", *fact) for fact in facts)
    comparison = Comparison((make.summary(n=20, breakdowns=breakdowns),), ())
    text = write_report_files([], comparison, tmp_path / "out").read_text("utf-8")
    assert 'data-column="near"' in text
    assert 'data-column="odd"' not in text
    assert "Too few items for a chart, only in the table: odd (n 2)." in text


def test_a_preferred_option_is_named_with_the_share_that_is_right(make, tmp_path):
    """Forty answers B to items whose right options are A to D in turn: 30 more than right."""
    world = make.empty(tmp_path)
    items = [make.choice(world, number) for number in range(40)]
    world.items.update({ItemKey(make.pack, item.id): item for item in items})
    always = [
        make.result(item, "correct" if item.gold == 1 else "wrong", random.Random(0), answer=1)
        for item in items
    ]
    world.add_run("fond-of-b", always)
    [summary] = world.comparison.summaries
    places = {one.label: one for one in summary.bias.places}
    assert {label: (one.chosen, one.right, one.n) for label, one in places.items()} == {
        "A": (0, 10, 40),
        "B": (40, 10, 40),
        "C": (0, 10, 40),
        "D": (0, 10, 40),
    }
    assert all(one.p < one.p_holm < 0.05 for one in places.values())
    assert places["B"].difference == estimate_difference(
        [1.0 if item.gold != 1 else 0.0 for item in items],
        books=[item.book for item in items],
        items=[(make.pack, item.id) for item in items],
        span=1.0,
    )
    assert place_verdict(summary.bias) == (
        "A less often than right; B more often than right; C less often than right;"
        " D less often than right"
    )
    alone = [replace(one, p=0.03, p_holm=0.12) for one in summary.bias.places]
    assert place_verdict(PositionBias(places=(alone[0],))) == "no preference after correction"
    assert place_verdict(PositionBias(places=())) == "no preference shown"
    world.add_run("rightly", [make.result(item, "correct", random.Random(0)) for item in items])
    view = bias_view(world.comparison.summaries)
    assert view.preferred == (
        f"fond-of-b: {place_verdict(summary.bias)}.",
        "rightly: no preference shown.",
    )
    text = write_report_files(world.runs, world.comparison, tmp_path / "out").read_text("utf-8")
    assert all(f"<li>{sentence}</li>" in text for sentence in view.preferred)
    assert "chooses each option as often as it is right" in text
    assert "repeats the shown order" not in text
    assert f"{points(places['B'].difference)}</small>" in text
    assert points(places["B"].difference).startswith("+75 [+")


def test_the_shown_order_has_one_verdict_wherever_it_is_spoken_of(make, tmp_path):
    """Twelve wrong orders that repeat the shown one: said in the words of the tested finding."""
    world = make.empty(tmp_path)
    items = [make.ordering(world, number, 4) for number in range(24)]
    world.items.update({ItemKey(make.pack, item.id): item for item in items})
    draw = random.Random(0)
    copied = [make.result(one, "wrong", draw, answer=tuple(range(4))) for one in items[:12]]
    right = [make.result(one, "correct", draw) for one in items[12:]]
    world.add_run("copies", copied + right)
    world.add_run("reverses", [
        make.result(one, "wrong", draw, answer=one.gold[::-1]) for one in items
    ])  # fmt: skip
    said = write_report_files(world.runs, world.comparison, tmp_path / "out").read_text("utf-8")
    copies, reverses = world.comparison.summaries
    kind = next(one for one in copies.mistakes if one.kind == "shown order")
    assert (kind.chosen, kind.n, kind.verdict) == (12, 12, "more")
    words = mistake_words(kind)
    assert said.count(f"copies: wrong answers are {words}") == 2  # both sections
    assert (
        "<b>copies: repeats the shown order more often than at random.</b> <small>12 of 12" in said
    )
    no = next(one for one in reverses.mistakes if one.kind == "shown order")
    assert (
        "reverses: not shown to repeat the shown order more or less often than at random:"
        f" {no.chosen} of {no.n} wrong answers, {no.expected:.1f} expected, p {no.p_holm:.3f}."
    ) in said
    assert "50 % <span" in said
    assert "12 of 12 wrong answers, 0.5 expected at random, p &lt; 0.001" in said
    assert "first panel: " in place_verdict(copies.bias)
    assert "guesses among all orders" in said
    assert "Inverse permutation, of wrong orders" in said


def test_methods_begin_with_a_command_and_print_each_manifest_once(make, tmp_path):
    world = make.world(tmp_path / "images", 4, 0)
    manifest = {"hash": make.pack, "seed": 7, "title": "one manifest"}
    configuration = {
        "packs": [{"name": "strips", "hash": make.pack}],
        "pack_manifests": {"strips": manifest},
        "settings": {"detail": "high"},
    }
    for name in ("one", "two"):
        changed = {"profile_name": "recommended+ordering.repair=false", "model": "openai/m x"}
        world.add_run(name, [], configuration=configuration, **changed)
    text = write_report_files(world.runs, world.comparison, tmp_path / "out").read_text("utf-8")
    assert text.count("one manifest") == 1
    assert world.runs[0].command == (
        "panelwise evaluate strips \\\n  --model 'openai/m x' \\\n  --profile recommended \\\n"
        "  --set ordering.repair=false \\\n  --set detail=high \\\n  --out one"
    )
    assert html.unescape(text).count("panelwise report one two \\\n  --out report\n") == 1
    assert "US dollars for a million tokens" not in text, "no price was given"
    assert ", seed 7" in text


def test_the_command_of_the_report_names_its_title_and_cutoffs(make, tmp_path):
    world = make.world(tmp_path / "images", 4, 0)
    world.add_run("one", [], configuration={"settings": {"price_in": 1.25}})
    split = SimpleNamespace(run="one", cutoff="2023-10")
    assert report_command(world.runs, "A & B", [split, split], changed=False) == (
        "panelwise report one \\\n  --title 'A & B' \\\n  --cutoff one=2023-10 \\\n  --out report"
    )
    assert world.runs[0].has_prices
    pair = report_command([*world.runs, *world.runs], None, [], changed=True)
    assert pair == "panelwise compare one one \\\n  --out report"


def test_a_section_says_which_wrong_orders_a_run_gives_and_where_it_is_weak(make, tmp_path):
    """Forty orders: those read from right to left are answered as shown, the others rightly."""
    world = make.empty(tmp_path)
    drawn = [make.ordering(world, number, 4) for number in range(40)]
    mixed = ["rtl" if number % 2 else "ltr" for number in range(40)]  # in all fifteen books
    items = [
        replace(item, meta=item.meta | {"direction": way})
        for item, way in zip(drawn, mixed, strict=True)
    ]
    world.items.update({ItemKey(make.pack, item.id): item for item in items})
    shown = (0, 1, 2, 3)
    answers = [
        make.result(item, "correct", random.Random(0))
        if item.meta["direction"] == "ltr"
        else make.result(item, "wrong", random.Random(0), answer=shown)
        for item in items
    ]
    world.add_run("as-shown", answers)
    [summary] = world.comparison.summaries
    weak = sum(item.meta["direction"] == "rtl" for item in items)
    out = write_report_files(world.runs, world.comparison, tmp_path / "out").parent
    text = html.unescape((out / "index.html").read_text("utf-8"))
    expected = f"{weak} of {weak}, {weak / 23:.1f} expected"
    assert (
        f"as-shown: wrong answers are ‘shown order’ more often than at random: {expected}" in text
    )
    assert "as-shown is weaker with reading direction: rtl" in text
    [one] = [one for one in summary.conditions if one.is_weak]
    assert (one.key, one.value, one.n) == ("direction", "rtl", weak)
    tables = (out / "tables.md").read_text("utf-8")
    for line in (
        f"| as-shown | shown order | {weak} of {weak} | {weak / 23:.1f} | 100 % |",
        "| as-shown | reading direction: rtl |",
    ):
        assert line in tables
    stored = json.loads((out / "summary.json").read_text("utf-8"))["summaries"][0]
    assert stored["mistakes"][0]["kind"] == "shown order"
    assert stored["conditions"][0]["value"] == "rtl"
    assert finding_lines(summary)[0].startswith("wrong answers that are 'shown order': ")
    assert finding_lines(summary)[-1].startswith("weaker with direction=rtl: ")


def test_a_weak_condition_that_is_part_of_another_says_so(make):
    low, rest = (Estimate(one, 0.1, 0.9, 20, "wilson") for one in (0.2, 0.8))
    gap = Estimate(-0.6, -0.9, -0.2, 40, "hybrid_score")
    figures = (20, low, rest, gap, True, 0.001, 0.003, 3)
    part = Condition("perspective", "PBP", (), *figures, within=(("interrogative", "what"),))
    whole = Condition("interrogative", "what", (), *figures)
    said = "with perspective: what comes after the last panel (PBP) (0.200 against 0.800, p 0.003"
    assert condition_words(part, [part]) == f"{said})"
    assert condition_words(part, [part, whole]) == f"{said}; part of kind of question: what)"
    assert condition_words(whole, [part, whole]).endswith("p 0.003)")


def test_a_weak_condition_from_few_books_is_marked_and_not_judged(make, tmp_path):
    """Five of fifteen books are read from right to left; every such item is answered wrongly."""
    world = make.empty(tmp_path)
    items = [make.ordering(world, number, 4) for number in range(40)]
    world.items.update({ItemKey(make.pack, item.id): item for item in items})
    draw = random.Random(0)
    world.add_run("as-shown", [
        make.result(item, "correct" if item.meta["direction"] == "ltr" else "wrong", draw)
        for item in items
    ])  # fmt: skip
    [summary] = world.comparison.summaries
    view = weak_view([summary])
    [rtl] = [one for one in summary.conditions if one.value == "rtl"]
    assert (rtl.few_books, rtl.score.value, rtl.rest.value) == (5, 0.0, 1.0)
    assert condition_interval(rtl).endswith("]†")
    assert not any("rtl" in sentence for sentence in view.said)
    assert view.notes == (NOT_TESTED,)
    text = write_report_files(world.runs, world.comparison, tmp_path / "out").read_text("utf-8")
    assert f'<td class="n">{condition_interval(rtl)}</td>' in text
    assert NOT_TESTED in text
    assert not any("weaker with" in line for line in finding_lines(summary))


def test_how_far_intervals_reach_is_given_without_and_with_the_correction(make):
    """Eleven books: Student's interval at p .05 / 30 is 1.9 times as wide as at .05."""
    few = {"units": 11, "p": 0.2, "test": "sign_flip_by_book"}
    found = [make.test(0.1, 0.9, first="a", second=name, **few) for name in "bc"]
    half = (found[0].difference.high - found[0].difference.low) / 2
    wider = half * stats.t.isf(0.025 / 30, 10) / stats.t.isf(0.025, 10)
    family = [replace(test, pairs=30) for test in found]
    assert (
        f"Largest not shown: 0.100. A difference of about {wider:.3f} is enough, depending on the"
        " pair: so far its interval reaches to either side if corrected for 30 pairs"
        f" ({half:.3f} if not)." in limits(family)
    )
    shown = replace(family[0], difference=replace(family[0].difference, value=0.09), p_holm=0.01)
    assert "Smallest difference shown: 0.090; largest not shown: 0.100." in limits(
        [shown, family[1]]
    ), "all pairs count, also those that differ"
    assert (
        f"A difference of about {half:.3f} is enough: so far its interval reaches to either side."
        in limits([replace(found[0], pairs=1)])
    )
    few = [replace(test, units=10) for test in family]  # 2 / 2 ** 10 is above .05 / 30
    assert limits(few).endswith("With so few books or items no difference is enough.")
