"""Items of which several orders are right: read, scored, guessed, built, stored, shown, exported.

Source: MS-14; specification 7.1; AMB-10.
"""

from __future__ import annotations

import dataclasses
import itertools
import json
import math
import shutil
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import panelwise
from drawn import draw_book
from panelwise.analysis import summarise
from panelwise.benchmarks import BENCHMARKS, build
from panelwise.cli import run as command
from panelwise.comics import Event, PanelRef, Story, linear_extensions, orders_by_people
from panelwise.comics.formats import page_json
from panelwise.errors import InputError, SettingError, UnavailableError
from panelwise.evaluation import evaluate
from panelwise.metrics import ordering_chance, ordering_scores
from panelwise.packs import Pack, withhold
from panelwise.packs._codec import item_from_row, item_to_row
from panelwise.packs._pack import content_hash
from panelwise.packs.exchange import export_pack
from panelwise.packs.exchange._lmms_eval import score_row
from panelwise.packs.exchange._lmms_task import plain_score
from panelwise.packs.exchange._parquet import row_of
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.report import right_answer
from panelwise.report._samples import item_detail
from panelwise.tasks import (
    Item,
    Rendering,
    SourcePage,
    get_kind,
    guess_levels,
    is_allowed,
    nearest_order,
    outcome_of,
    read_answer_lines,
    read_response,
    score_answer,
)

KIND = get_kind("ordering")
EMPTY = Rendering((), (), "test")
DIAMOND = ((0, 1, 2, 3), (0, 2, 1, 3))  # 0 before 1 and 2, both before 3
BEFORE = "524a187d0babfc231be4811343e496dc166460f47b5ab6a7239300822c098c48"
KEPT = RECOMMENDED.with_settings({"sequences.several_orders": "keep"})


def item(accepted, shuffle="uniform", name="o", **fields) -> Item:
    gold = accepted[0]
    meta = {"shuffle": shuffle}
    source = (SourcePage("b", "p", "", ""),)
    accepted = tuple(accepted) if len(accepted) > 1 else ()
    return Item(
        name,
        "t",
        "ordering",
        len(gold),
        EMPTY,
        gold,
        source,
        accepted=accepted,
        meta=meta,
        **fields,
    )


def scores_of(asked: Item, order, profile=RECOMMENDED) -> dict[str, float]:
    parsed = read_response(asked, str(list(order)), profile=profile)
    return score_answer(asked, parsed, profile)


class TestScores:
    def test_by_hand(self):
        """[0, 2, 3, 1]: of 0 1 2 3 one place is right, of 0 2 1 3 two are; one pair is wrong."""
        scores = scores_of(item(DIAMOND), (0, 2, 3, 1))
        assert (scores["exact_match"], scores["accuracy"], scores["mae"]) == (0, 0.5, 0.5)
        assert scores["pairwise_accuracy"] == pytest.approx(5 / 6)
        assert scores["kendall_tau"] == pytest.approx(2 / 3)
        assert scores["spearman"] == pytest.approx(1 - 6 * 2 / 60)
        assert (scores["first_right"], scores["last_right"]) == (1, 0)

    @pytest.mark.parametrize(
        ("order", "outcome"),
        [((0, 2, 1, 3), "correct"), ((1, 2, 0, 3), "partial"), ((3, 0, 1, 2), "partial"),
         ((1, 0, 3, 2), "wrong")],
    )  # fmt: skip
    def test_an_outcome_is_by_the_nearest(self, order, outcome):
        asked = item(DIAMOND)
        assert outcome_of(asked, read_response(asked, str(list(order)), profile=RECOMMENDED)) == (
            outcome
        )

    def test_one_accepted_order_is_gold_bit_for_bit(self):
        for gold in itertools.permutations(range(4)):
            alone, listed = item([gold]), dataclasses.replace(item([gold]), accepted=(gold,))
            for order in itertools.permutations(range(4)):
                assert scores_of(alone, order) == scores_of(listed, order)
            assert KIND.chance(alone, RECOMMENDED) == KIND.chance(listed, RECOMMENDED)

    def test_a_rank_list_is_read_by_whichever_right_order_is_nearest(self):
        """[1, 2, 0, 3] as ranks is 2 0 1 3, which is right; 3 0 1 2 is not near either."""
        either = RECOMMENDED.with_settings({"ordering.order_semantics": "either"})
        asked = item([(3, 1, 0, 2), (2, 0, 1, 3)])
        parsed = read_response(asked, "[1, 2, 0, 3]", profile=either)
        assert (parsed.answer, "read_as_ranks" in parsed.flags) == ((2, 0, 1, 3), True)

    @pytest.mark.parametrize(
        "settings",
        [
            {f"ordering.{name}": value}
            for name, values in {
                "order_semantics": ("order_list", "rank_list", "either"),
                "ndcg_gain": ("linear_n_1", "exp2"),
                "ndcg_ideal": ("gold", "self"),
                "mae_space": ("position", "label"),
            }.items()
            for value in values
        ],
        ids=str,
    )
    @pytest.mark.parametrize("base", [RECOMMENDED, PAPER], ids=["recommended", "paper"])
    def test_every_right_order_is_perfect_under_every_option(self, settings, base):
        profile = base.with_settings(settings)
        asked = item([(2, 0, 3, 1), (0, 2, 3, 1), (2, 0, 1, 3)])
        for order in asked.accepted:
            text = KIND.write(asked, order, profile)
            parsed = read_response(asked, text, profile=profile)
            scores = score_answer(asked, parsed, profile)
            assert outcome_of(asked, parsed) == "correct"
            assert scores["mae"] == 0
            assert all(value == 1 for name, value in scores.items() if name != "mae")

    def test_accepted_orders_without_gold_are_refused(self):
        with pytest.raises(ValueError, match="gold is not among"):
            ordering_scores((0, 1), (0, 1), accepted=[(1, 0)])


@st.composite
def several(draw, most=5):
    n = draw(st.integers(2, most))
    orders = st.permutations(range(n)).map(tuple)
    accepted = draw(st.lists(orders, min_size=1, max_size=5, unique=True))
    return accepted, draw(orders)


@given(several())
def test_each_metric_is_the_best_over_the_right_orders(drawn):
    accepted, order = drawn
    alone = [ordering_scores(order, one) for one in accepted]
    best = {name: (min if name == "mae" else max)(one[name] for one in alone) for name in alone[0]}
    assert ordering_scores(order, accepted[0], accepted=accepted) == best
    for one in accepted:
        assert ordering_scores(one, accepted[0], accepted=accepted)["exact_match"] == 1


@given(several(), st.sampled_from(["uniform", "non_identity", "derangement"]),
       st.sampled_from(["position", "label"]), st.sampled_from(["gold", "self"]))  # fmt: skip
def test_chance_is_the_mean_over_every_order_that_may_be_drawn(drawn, shuffle, space, ideal):
    accepted, _ = drawn
    gold, n = accepted[0], len(accepted[0])
    if not is_allowed(gold, shuffle):
        return
    options = {"mae_space": space, "ndcg_ideal": ideal}
    drawable = [o for o in itertools.permutations(range(n)) if is_allowed(o, shuffle)]
    scored = [ordering_scores(order, gold, accepted=accepted, **options) for order in drawable]
    chance = ordering_chance(n, gold=gold, shuffle=shuffle, accepted=accepted, **options)
    for name, value in chance.items():
        assert value == pytest.approx(math.fsum(s[name] for s in scored) / len(scored)), name


def test_the_exact_match_of_long_orders_is_exact():
    gold = (*range(1, 10), 0)
    other = (*gold[:8], 0, 9)
    chance = ordering_chance(10, gold=gold, accepted=[gold, other])
    assert chance["exact_match"] == 2 / math.factorial(10)
    assert chance["accuracy"] == pytest.approx(0.11, abs=0.01)


class TestGuesses:
    def test_guess_levels_count_every_right_order(self):
        """Of two items with 1 0 2 among the right orders this constant is right both times."""
        asked = [item([(2, 0, 1), (1, 0, 2)], name="a"), item([(1, 0, 2), (0, 2, 1)], name="b")]
        level = guess_levels(asked, RECOMMENDED)["exact_match"]
        assert level.random == pytest.approx(2 / 6)
        assert (level.constant.value, level.constant.answer) == (1, "the order [1, 0, 2]")

    def test_items_that_differ_only_in_their_right_orders_are_guessed_separately(self):
        one, two = item([(2, 0, 1)]), item([(2, 0, 1), (0, 1, 2)])
        first = guess_levels([one], RECOMMENDED)["exact_match"]
        second = guess_levels([two], RECOMMENDED)["exact_match"]
        assert (first.random, second.random) == (pytest.approx(1 / 6), pytest.approx(2 / 6))
        both = guess_levels([one, dataclasses.replace(two, id="2")], RECOMMENDED)
        assert both["exact_match"].random == pytest.approx(1.5 / 6)

    def test_random_answers_score_chance(self):
        asked, generator = item(DIAMOND), Random(4)
        drawn = [KIND.random(asked, generator, RECOMMENDED) for _ in range(3000)]
        mean = sum(scores_of(asked, order)["accuracy"] for order in drawn) / len(drawn)
        assert mean == pytest.approx(KIND.chance(asked, RECOMMENDED)["accuracy"], abs=0.02)


class TestWhereOrdersComeFrom:
    def test_of_a_partial_order_they_are_its_linear_extensions(self):
        assert tuple(linear_extensions(4, [(0, 1), (0, 2), (1, 3), (2, 3)])) == DIAMOND
        assert len(list(linear_extensions(4, []))) == 24

    @given(
        st.integers(2, 5).flatmap(
            lambda n: st.tuples(
                st.just(n),
                st.lists(
                    st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(
                        lambda p: p[0] < p[1]
                    )
                ),
            )
        )
    )
    def test_they_are_all_orders_without_contradiction(self, drawn):
        n, before = drawn
        found = list(linear_extensions(n, before))
        assert found == [order for order in itertools.permutations(range(n))
                         if all(order.index(i) < order.index(j) for i, j in before)]  # fmt: skip

    def test_a_circle_is_refused(self):
        with pytest.raises(InputError, match=r"cycle: none of \[1, 2\] can come first"):
            list(linear_extensions(3, [(1, 2), (2, 1)]))
        with pytest.raises(InputError, match=r"the pair \(1, 3\) is out of range"):
            list(linear_extensions(3, [(1, 3)]))

    def test_people_accept_what_enough_of_them_gave(self):
        given_ = [(0, 1, 2)] * 4 + [(0, 2, 1)] * 3 + [(1, 0, 2)] * 2 + [(2, 1, 0)]
        assert orders_by_people(given_) == ((0, 1, 2), (0, 2, 1), (1, 0, 2))
        assert orders_by_people(given_, least_share=0.3) == ((0, 1, 2), (0, 2, 1))
        assert orders_by_people([(1, 0)] * 9) == ((0, 1), (1, 0))  # the book's is always right

    def test_what_is_no_order_is_refused(self):
        with pytest.raises(InputError, match=r"order 2, \[0, 0\]"):
            orders_by_people([(0, 1), (0, 0)])
        with pytest.raises(InputError, match="nobody"):
            orders_by_people([])
        with pytest.raises(SettingError, match="share above 0"):
            orders_by_people([(0, 1)], least_share=0)


def told(book, orders, *, complete=True):
    """The book, its first page telling a story with these right orders."""
    refs = [PanelRef(book.pages[0].id, at) for at in range(len(book.pages[0].panels))]
    events = tuple(Event(ref, f"{at}") for at, ref in enumerate(refs))
    story = Story("s", events, orders=tuple(orders), orders_complete=complete)
    return dataclasses.replace(book, stories=(story,))


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    """Two pages of four panels; the first has two right orders."""
    (drawn,) = panelwise.open(draw_book(tmp_path_factory.mktemp("several") / "b", [4, 4]))
    return told(drawn, DIAMOND)


def plan_of(book, profile, task="chromic.panel_reordering", seed=0):
    return BENCHMARKS.get(task).plan([book], profile, seed)


class TestBuild:
    def test_such_pages_are_left_out_unless_asked_for(self, book):
        plan = plan_of(book, RECOMMENDED)
        assert plan.excluded == {"several orders are right": 1}
        assert [draft.accepted for draft in plan.drafts] == [()]

    def test_kept_pages_have_their_orders_as_shown_indices(self, book):
        first, second = plan_of(book, KEPT).drafts
        a, b, c, d = first.gold
        assert first.accepted == ((a, b, c, d), (a, c, b, d))
        assert (first.meta["valid_orders"], second.accepted) == (2, ())
        assert "valid_orders" not in second.meta

    @pytest.mark.parametrize("shuffle", ["non_identity", "derangement"])
    def test_no_right_order_breaks_the_shuffling_rule(self, book, shuffle):
        profile = KEPT.with_settings({"sequences.shuffle": shuffle})
        for seed in range(30):
            for draft in plan_of(book, profile, seed=seed).drafts:
                assert all(is_allowed(order, shuffle) for order in draft.accepted)

    def test_where_every_order_is_right_there_is_no_fair_shuffle(self, book):
        free = told(book, itertools.permutations(range(4)))
        assert plan_of(free, KEPT).excluded == {"no fair shuffle of several right orders": 1}

    def test_what_is_not_wholly_known_stays_out(self, book):
        """There are more orders than listed; the book's own is none; a panel is of no story."""
        with pytest.raises(UnavailableError, match=r"2 \w+: several orders are right"):
            plan_of(told(book, DIAMOND, complete=False), KEPT)
        strange = told(book, [(0, 2, 1, 3), (0, 3, 1, 2)])
        short = Story("s", book.stories[0].events[:3], orders=((0, 1, 2), (0, 2, 1)))
        for told_so in (strange, dataclasses.replace(book, stories=(short,))):
            assert plan_of(told_so, KEPT).excluded == {"several orders are right": 1}

    def test_a_choice_among_orders_keeps_none(self, book):
        plan = plan_of(book, KEPT, "stripcipher.reordering_choice")
        assert plan.excluded["several orders are right"] == 1


@pytest.fixture(scope="module")
def pack(book, tmp_path_factory) -> Pack:
    """A pack of the book as page-json, built as a user would."""
    folder = Path(book.pages[0].image.source.path).parent
    stored = tmp_path_factory.mktemp("stored")
    for page in book.pages:
        shutil.copy(folder / page.image.source.path.name, stored)
    page_json.write([book], stored / "pages.jsonl")
    profile = {"sequences.several_orders": "keep"}
    return build("chromic.panel_reordering", stored, out=stored / "pack", settings=profile)


class TestStored:
    def test_the_orders_come_back(self, pack, book):
        planned = {draft.id: draft.accepted for draft in plan_of(book, KEPT).drafts}
        assert sorted(map(len, planned.values())) == [0, 2]
        assert sorted(len(item.accepted) for item in pack.items()) == [0, 2]

    def test_they_are_part_of_the_hash_and_items_without_keep_theirs(self, pack):
        """The hash of this item was written before items could have several right orders."""
        one = Item("o", "t", "ordering", 3, EMPTY, (2, 0, 1), (SourcePage("b", "p", "", ""),))
        assert content_hash([one]) == BEFORE
        assert content_hash([dataclasses.replace(one, accepted=((2, 0, 1), (0, 2, 1)))]) != BEFORE

    @pytest.mark.parametrize(
        ("accepted", "wrong"),
        [
            ([[0, 1, 2, 3]], "gold"),
            ([None, [0, 0, 1, 2]], "is not an order of the 4"),
            ([None, None], "listed twice"),
        ],
    )
    def test_a_damaged_pack_is_refused(self, pack, accepted, wrong):
        (row,) = [item_to_row(one) for one in pack.items() if one.accepted]
        gold = [3 - at for at in range(4)]
        row |= {"gold": gold, "accepted": [one or gold for one in accepted]}
        with pytest.raises(InputError, match=wrong):
            item_from_row(row, "row 1")

    def test_a_hidden_pack_does_not_tell_them(self, pack, tmp_path):
        hidden = withhold(pack, tmp_path / "public", tmp_path / "key.json").public
        assert all(one.withheld and not one.accepted for one in hidden.items())

    def test_runs_read_score_and_report_by_them(self, pack, tmp_path):
        (asked,) = [one for one in pack.items() if one.accepted]
        other = asked.accepted[1]
        lines = [
            {"id": one.id, "answer": str(list(other if one is asked else one.gold))}
            for one in pack.items()
        ]
        answers = tmp_path / "answers.jsonl"
        answers.write_text("".join(json.dumps(line) + "\n" for line in lines))
        run = evaluate(pack, f"recorded:{answers}", out=tmp_path / "run")
        assert {result.outcome for result in run.results()} == {"correct"}
        [summary] = summarise(run)
        exact = summary.metrics["exact_match"]
        assert exact.score.value == 1
        assert exact.chance == pytest.approx((1 / 23 + 2 / 23) / 2)


class TestShown:
    def test_show_lists_them(self, pack, capsys):
        (asked,) = [one for one in pack.items() if one.accepted]
        command(["show", str(pack.path), "--item", asked.id])
        said = capsys.readouterr().out
        gold, other = (list(order) for order in asked.accepted)
        assert f"right     {gold}\n  or      {other}\n" in said
        assert right_answer(asked) == f"{gold} or {other}"

    def test_many_are_counted(self):
        orders = list(itertools.permutations(range(4)))
        assert right_answer(item(orders)).endswith("[0, 3, 1, 2] or 19 other orders")

    def test_the_report_marks_by_the_nearest(self, pack):
        (asked,) = [one for one in pack.items() if one.accepted]
        assert item_detail(asked, lambda image: None)["accepted"] == asked.accepted
        for order in asked.accepted:
            assert nearest_order(asked, order) == order
        assert nearest_order(asked, None) == asked.gold


class TestExported:
    def test_a_row_holds_them_and_is_scored_alike_with_and_without_panelwise(self, pack):
        (asked,) = [one for one in pack.items() if one.accepted]
        row = row_of(asked)
        assert json.loads(row["accepted"]) == [list(order) for order in asked.accepted]
        for order in itertools.permutations(range(4)):
            text = str(list(order))
            assert score_row(row, text) == plain_score(row, text)
        assert plain_score(row, str(list(asked.accepted[1])))["exact_match"] == 1

    def test_of_one_right_order_the_column_is_empty(self, pack):
        (alone,) = [one for one in pack.items() if not one.accepted]
        assert row_of(alone)["accepted"] == ""

    def test_a_format_with_one_column_for_the_right_answer_says_so(self, pack, tmp_path):
        notes = export_pack(pack, "vlmevalkit", tmp_path / "out").notes
        assert any("1 item with several right orders" in note for note in notes)


class TestScoreFile:
    def read(self, **more):
        line = {"id": 1, "gold": [1, 2, 3], "answer": [2, 1, 3]} | more
        (read,) = read_answer_lines("ordering", [json.dumps(line)], "f")
        return read.item

    def test_a_line_may_list_other_right_orders(self):
        assert self.read().accepted == ()
        assert self.read(accepted=[[2, 1, 3]]).accepted == ((0, 1, 2), (1, 0, 2))
        assert self.read(accepted=[[1, 2, 3]]).accepted == ()

    def test_one_that_is_no_order_is_refused(self):
        with pytest.raises(InputError, match=r"f, line 1: accepted \[0, 1, 2\] must hold"):
            self.read(accepted=[[0, 1, 2]])
