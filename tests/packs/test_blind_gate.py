"""What can be answered without pixels: bounds that are known because the packs are made by hand."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.benchmarks import text_is_evidence
from panelwise.packs import check_blind
from panelwise.tasks import ImageEntry, Item, Option, Rendering, SourcePage, Turn, get_kind
from panelwise.tasks.kinds import KnownBlind

NAMES = ("Anna", "Ben", "Cleo", "Dora")
NUMBER = itertools.count()


def picture(size=(100, 80), recipe=None):
    return ImageEntry("0" * 64, "1" * 64, *size, "image/png", 10, recipe or {})


def item(kind, gold, parts, *, n=4, images=(), options=(), task="test.task", **meta):
    key = f"i{next(NUMBER)}"
    return Item(
        id=key,
        task=task,
        kind=kind,
        n=n,
        rendering=Rendering((Turn("user", parts),), images, "test/1"),
        gold=gold,
        sources=(SourcePage(f"book-{key}", key, f"{key}.png", "0" * 64),),
        options=options,
        meta=meta,
    )


def choice(question, right, shown=NAMES, *, size=(100, 80), **facts):
    """A page and a question whose options are listed under letters."""
    options = tuple(
        Option(label, text=text) for label, text in zip("ABCDEFGH", shown, strict=False)
    )
    listed = "\n".join(f"{one.label}. {one.text}" for one in options)
    parts = (0, f"\n{question}\n{listed}\nAnswer with the letter.")
    return item(
        "choice",
        shown.index(right),
        parts,
        n=len(shown),
        images=(picture(size),),
        options=options,
        **facts,
    )


def balanced(question, shown=NAMES):
    """Every option is right once, under one letter or another."""
    turned = [shown[k:] + shown[:k] for k in range(len(shown))]
    return [choice(question, right, turned[2 * k % len(shown)]) for k, right in enumerate(shown)]


def bound(items, **options):
    (found,) = check_blind(items, **options).bounds
    return found


def test_a_reader_without_pixels_has_the_commonest_answer_of_each_text_right():
    first = [choice("Who opens?", name) for name in ("Anna", "Anna", "Ben", "Cleo")]
    second = [choice("Who shuts?", name) for name in ("Dora", "Ben", "Dora", "Dora", "Ben")]
    found = bound([*first, *second, choice("Who sleeps?", "Ben")])
    assert (found.items, found.texts, found.alone) == (10, 3, 1)
    assert found.bound == (2 + 3 + 1) / 10
    assert found.chance == 1 / 4
    assert found.gap == pytest.approx(0.35)
    assert found.refused


def test_options_are_a_set_whatever_their_order():
    orders = list(itertools.permutations(NAMES))[::5]
    found = bound([choice("Who opens?", "Anna", order) for order in orders])
    assert (found.texts, found.bound) == (1, 1.0)
    mixed = [choice("Who opens?", NAMES[k % 4], order) for k, order in enumerate(orders[:4])]
    assert bound(mixed).bound == 1 / 4


def test_balanced_worlds_have_exactly_chance_and_pass():
    items = balanced("Who opens?") + balanced("Who shuts?", ("a box", "a door", "an eye"))
    checked = check_blind(items)
    (found,) = checked.bounds
    assert found.bound == pytest.approx(2 / 7)
    assert found.chance == pytest.approx((4 / 4 + 3 / 3) / 7)
    assert found.gap == pytest.approx(0)
    assert not found.refused
    assert not checked.findings


def test_texts_that_occur_once_are_rejected_and_the_reason_is_honest():
    checked = check_blind([choice(f"Who opens box {k}?", NAMES[k % 4]) for k in range(8)])
    (found,) = checked.bounds
    assert (found.bound, found.alone) == (1.0, 8)
    (finding,) = checked.findings.refused
    assert finding.what == (
        "test.task: up to 1.000 of the answers can be right without pixels, chance is 0.250, and"
        " 0.270 is allowed"
    )
    assert "occurs only once" in finding.remedy
    assert "cannot show that these items need their pictures" in finding.remedy


def test_the_size_of_a_picture_is_sent_too():
    """Anna's page is wide and Ben's is high: who knows that needs no pixel."""
    wide = [choice("Who?", "Anna", NAMES[:2], size=(200, 100)) for _ in range(3)]
    high = [choice("Who?", "Ben", NAMES[:2], size=(100, 200)) for _ in range(3)]
    assert bound([*wide, *high]).bound == 1.0
    same = [choice("Who?", name, NAMES[:2]) for name in NAMES[:2] * 3]
    assert bound(same).bound == 0.5


def test_names_in_the_question_are_not_taken_for_the_options():
    """The same four words in another order are another question."""
    asked = [
        choice("Does Anna hit Ben?", "Anna", NAMES[:2]),
        choice("Does Ben hit Anna?", "Ben", NAMES[:2]),
    ]
    assert bound(asked).texts == 2
    unlisted = [
        item("choice", 0, (f"Does {a} hit {b}?",), n=2, options=(Option("A", a), Option("B", b)))
        for a, b in (NAMES[:2], NAMES[1::-1])
    ]
    assert bound(unlisted).texts == 2


def test_pictures_to_choose_from_differ_in_pixels_only():
    """Four panels in one picture, or four of one size; another size gives one away."""
    cells = tuple(Option(str(k + 1), image=0) for k in range(4))
    board = [item("choice", k, (0, "Which?"), images=(picture(),), options=cells) for k in range(4)]
    assert bound(board).bound == bound(board[:1]).bound == 1 / 4
    own = tuple(Option(str(k + 1), image=k) for k in range(4))
    parts = (0, 1, 2, 3, "Which?")
    for sizes, expected in (([100] * 4, 1 / 4), ([100, 100, 100, 120], 1.0)):
        images = tuple(picture((side, 100)) for side in sizes)
        turned = [
            item("choice", (3 + k) % 4, parts, images=images[-k:] + images[:-k], options=own)
            for k in range(4)
        ]
        assert (bound(turned).texts, bound(turned).bound) == (1, expected)


def frames(gold, sizes, rule="uniform"):
    crop = {"kind": "crop", "panels": [{"page": "0", "box": [0, 0, 10, 10]}]}
    images = tuple(picture((side, 100), crop) for side in sizes)
    parts = (*range(len(sizes)), "In which order?")
    return item("ordering", gold, parts, n=len(gold), images=images, shuffle=rule)


def test_an_order_of_panels_can_only_be_guessed_unless_their_sizes_tell(monkeypatch):
    monkeypatch.setattr(
        "panelwise.tasks.kinds.ordering._blind.cells_of", lambda recipe: [(0, 0, 1, 1)]
    )
    golds = list(itertools.permutations(range(3)))
    assert bound([frames(gold, [9, 9, 9]) for gold in golds]).bound == pytest.approx(1 / 6)
    shuffled = bound([frames(gold, [9, 9, 9], "non_identity") for gold in golds[1:]])
    assert shuffled.bound == shuffled.chance == pytest.approx(1 / 5)
    # The widest comes first, wherever it is shown; the other two look the same.
    told = [
        frames((k, (k + 1) % 3, (k + 2) % 3), [9 + 9 * (k == j) for j in range(3)])
        for k in range(3)
    ]
    assert (bound(told).texts, bound(told).bound) == (1, 1 / 2)


def test_sentences_to_be_ordered_are_known_by_their_words():
    lines = [item("ordering", (1, 0), ("1. He falls. 2. He runs.",), n=2) for _ in range(3)]
    assert bound(lines).bound == 1.0
    told = check_blind(lines, evidence=lambda task: task == "test.task")
    assert [one.sort for one in told.bounds] == ["evidence"]
    assert not told.findings


def test_tasks_declare_that_their_text_is_evidence():
    declared = ("chromic.description_reordering", "stripcipher.reordering_with_meaning")
    assert all(map(text_is_evidence, declared))
    assert not text_is_evidence("stripcipher.reordering_choice")
    assert not text_is_evidence("nobody.knows_it")


def test_weak_options_are_reported_apart_and_pass():
    weak = [choice(f"Who opens box {k}?", NAMES[k % 4], distractors="weak") for k in range(4)]
    checked = check_blind([*balanced("Who shuts?"), *weak])
    assert [(one.sort, one.items, one.bound) for one in checked.bounds] == [
        ("gated", 4, 0.25),
        ("weak", 4, 1.0),
    ]
    assert not checked.findings


def test_open_answers_may_have_a_pool_of_twenty():
    """One question, twenty answers, each right once: the best constant has 1/20."""

    def asked(text):
        gold = {"question": "What is in the box?", "answers": [text]}
        return item("answer", gold, (0, "What is in the box?"), n=1, images=(picture(),))

    found = bound([asked(f"Thing {k}") for k in range(20)])
    assert (found.bound, found.chance) == (1 / 20, 1 / 20)
    assert not found.refused
    assert bound([asked(text) for text in ("A cat.", "a cat", "a dog")]).bound == pytest.approx(
        2 / 3
    )


def test_kinds_whose_answers_are_more_than_words_are_not_compared():
    boxes = item("detection", {"boxes": []}, (0, "Find the panels."), images=(picture(),))
    found = bound([boxes])
    assert (found.sort, found.bound, found.refused) == ("not compared", None, False)


def test_a_right_letter_that_is_always_the_same_is_rejected():
    """The texts are balanced, but the right option is always shown first."""
    items = [choice("Who?", name, (name, *(o for o in NAMES if o != name))) for name in NAMES * 10]
    checked = check_blind(items)
    assert checked.bounds[0].bound == 1 / 4
    (first, *_) = checked.findings.refused
    assert first.gate == "gold positions"
    assert "number 1 in 40 of 40" in first.what


WORLDS = st.lists(
    st.tuples(st.integers(0, 3), st.permutations(NAMES[:3]), st.sampled_from(NAMES[:3])),
    min_size=1,
    max_size=25,
)


@given(WORLDS, st.lists(st.sampled_from(NAMES[:3]), min_size=4, max_size=4))
def test_no_function_of_the_text_beats_the_bound(worlds, function):
    """``function`` says for each question which option to choose; any such choice is a function."""
    items = [choice(f"Who opens box {q}?", right, tuple(shown)) for q, shown, right in worlds]
    right = sum(function[q] == name for q, _, name in worlds)
    found = bound(items)
    assert right / len(items) <= found.bound + 1e-9
    best = sum(
        max(sum(w[0] == q and w[2] == name for w in worlds) for name in NAMES[:3]) for q in range(4)
    )
    assert found.bound == pytest.approx(best / len(items))


def test_answers_in_words_are_the_same_under_every_shuffle():
    kind = get_kind("choice")
    assert isinstance(kind, KnownBlind)
    one, two = choice("Who?", "Anna"), choice("Who?", "Anna", NAMES[::-1])
    assert kind.blind_answer(one, 1) == kind.blind_answer(two, 2) == "Ben"


def test_ratings_say_whether_the_descriptions_belong_to_the_pictures():
    """What is right is a fact, what is answered a number."""
    asked = [
        item("rating", {"own": own}, (0, "How faithful?"), images=(picture(),))
        for own in (True, False)
    ]
    assert (bound(asked).bound, bound(asked).chance) == (0.5, 0.5)
    kind = get_kind("rating")
    assert isinstance(kind, KnownBlind)
    said = [kind.blind_answer(asked[0], {"rating": rating}) for rating in (5, 4, 3, 2, None)]
    assert said == ["own", "own", "neither", "other", "neither"]
    assert [kind.blind_answer(one, one.gold) for one in asked] == ["own", "other"]


def sorting(orders, right, sizes=(9, 9, 9)):
    """Which of these orders of the shown panels is right? They are written ②①③."""
    crop = {"kind": "crop", "panels": [{"page": "0", "box": [0, 0, 10, 10]}]}
    texts = ["".join(chr(0x2460 + thing) for thing in order) for order in orders]
    options = tuple(Option(label, text=text) for label, text in zip("ABCD", texts, strict=False))
    listed = "\n".join(f"{one.label}. {one.text}" for one in options)
    return item(
        "choice",
        orders.index(right),
        (0, 1, 2, f"In which order?\n{listed}"),
        n=len(orders),
        images=tuple(picture((side, 9), crop) for side in sizes),
        options=options,
    )


def test_orders_to_choose_from_are_known_by_how_they_differ(monkeypatch):
    """Panels are shuffled, so a number means nothing; which order is the odd one out does."""
    monkeypatch.setattr(
        "panelwise.tasks.kinds.choice._orders.cells_of", lambda recipe: [(0, 0, 1, 1)]
    )
    cycle = [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert bound([sorting(cycle, cycle[0])]).bound == pytest.approx(1 / 3)
    odd = [*cycle, (1, 0, 2)]  # turns and a swap
    shuffles = list(itertools.permutations(range(3)))
    renamed = [[tuple(new[thing] for thing in order) for order in odd] for new in shuffles]
    same = bound([sorting(orders, orders[3]) for orders in renamed])
    assert (same.texts, same.bound) == (1, 1.0)
    each = bound([sorting(orders, orders[k % 4]) for k, orders in enumerate(renamed)])
    assert (each.texts, each.bound) == (1, pytest.approx(2 / 6))
    told = [sorting([*cycle], order, sizes=(9, 8, 7)) for order in cycle]
    assert bound(told).bound == pytest.approx(1 / 3)
    assert bound(told[:1]).bound == 1.0
    kind = get_kind("choice")
    assert isinstance(kind, KnownBlind)
    assert kind.blind_answer(sorting(cycle, cycle[0]), 0) is None
