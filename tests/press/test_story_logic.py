"""The logic of stories: valid orders, causes, questions that follow, twins that differ in one."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from panelwise.comics import contradiction, valid_orders
from panelwise_press._scene import Scene
from panelwise_press._story import Beat, causes

EMPTY = Scene("nowhere")


def beat(name, needs=None, makes=None, **more):
    return Beat(name, f"{{a}} does {name}.", EMPTY, needs or {}, makes or {}, **more)


WINDOW = (
    beat("throw", {"ball": "held"}, {"ball": "flying"}),
    beat("crash", {"ball": "flying", "window": "whole"}, {"window": "broken", "ball": "inside"}),
    beat("scold", {"window": "broken", "owner": "in"}, {"owner": "out"}),
    beat("apologise", {"owner": "out"}, {"owner": "calm"}),
)


def test_a_broken_window_has_one_order():
    assert list(valid_orders(WINDOW)) == [(0, 1, 2, 3)]


def test_without_the_owner_seen_inside_she_might_have_been_out_already():
    loose = [*WINDOW[:2], beat("scold", {"window": "broken"}, {"owner": "out"}), WINDOW[3]]
    assert (0, 1, 3, 2) in list(valid_orders(loose))


def test_what_is_so_already_cannot_become_so():
    twice = [beat("break", {}, {"window": "broken"}), beat("look", {"window": "broken"})]
    assert list(valid_orders(twice)) == [(0, 1)]


def test_a_lamp_may_have_stood_either_way():
    """On after off, or off after on: shuffled pictures do not tell."""
    lamp = [
        beat("on", {"lamp": "dark"}, {"lamp": "lit"}),
        beat("off", {"lamp": "lit"}, {"lamp": "dark"}),
    ]
    assert list(valid_orders(lamp)) == [(0, 1), (1, 0)]


def test_independent_events_may_stand_in_any_order():
    apart = [beat("a", {}, {"x": "1"}), beat("b", {}, {"y": "1"}), beat("c", {"x": "1", "y": "1"})]
    assert list(valid_orders(apart)) == [(0, 1, 2), (1, 0, 2)]


def test_causes_lead_from_the_maker_of_a_fact_to_whoever_needs_it():
    assert causes(WINDOW) == ((0, 1), (1, 2), (2, 3))


KEYS, VALUES = st.sampled_from("xyz"), st.sampled_from("012")
FACTS = st.dictionaries(KEYS, VALUES, max_size=2)
BEATS = st.lists(st.tuples(FACTS, FACTS), min_size=1, max_size=5).map(
    lambda pairs: [beat(str(at), *pair) for at, pair in enumerate(pairs)]
)


@given(BEATS)
def test_valid_orders_are_those_without_contradiction(beats):
    """Against the definition, tried on every permutation."""
    found = list(valid_orders(beats))
    free = [
        order
        for order in permutations(range(len(beats)))
        if contradiction([beats[i] for i in order]) is None
    ]
    assert found == free


@given(BEATS)
def test_a_cause_comes_before_its_effect(beats):
    assert all(i < j for i, j in causes(beats))
