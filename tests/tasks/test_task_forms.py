"""The form in which a person answers an item: what is right scores as gold, and shows no gold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from document_items import SPOTTING
from panelwise.benchmarks import list_tasks
from panelwise.comics import Book
from panelwise.errors import FormError, UnavailableError
from panelwise.metrics import COORDINATE_FRAMES
from panelwise.profile import PAPER, RECOMMENDED, Profile
from panelwise.rendering import cells_of
from panelwise.tasks import (
    WITHHELD,
    ImageEntry,
    Item,
    ItemDraft,
    Option,
    Rendering,
    Task,
    read_response,
)
from panelwise.tasks.kinds import BoxSettings, get_kind, kind_names

FRAMES = {
    name: RECOMMENDED.with_sections(BoxSettings(coord_frame=name)) for name in COORDINATE_FRAMES
}
PROFILES = {**FRAMES, "paper": PAPER}
SHORT = RECOMMENDED.with_settings({"sequences.smallest_order": "2"})
PICTURE = ImageEntry("a" * 64, "b" * 64, 400, 600, "image/png", 1, {"kind": "page"})
MARK = Item("m", "t", "mark", 1, Rendering((), (), "p"), {}, ())


@pytest.fixture(scope="module")
def items(press_books: Sequence[Book]) -> dict[str, list[Item]]:
    """Some items of every task, as they are planned for books of the press; no picture is made."""

    def some(task: Task) -> list[Item]:
        try:
            drafts = task.plan(press_books, RECOMMENDED, 1).drafts
        except UnavailableError:
            drafts = task.plan(press_books, SHORT, 1).drafts
        return [planned(draft) for draft in drafts[:: max(1, len(drafts) // 3)]]

    return {task.id: some(task) for task in list_tasks()}


def planned(draft: ItemDraft) -> Item:
    """The item of a draft; pictures of whole pages have the page's size."""
    page = next(iter(draft.pages.values()))
    images = tuple(
        replace(PICTURE, width=page.width, height=page.height, recipe=recipe)
        for recipe in draft.shown.images
    )
    return Item(
        id=draft.id,
        task=draft.task,
        kind=draft.kind,
        n=draft.n,
        rendering=Rendering((), images, draft.shown.prompt.id),
        gold=draft.gold,
        sources=draft.sources,
        options=draft.options,
        index_base=draft.index_base,
        example=draft.example,
        meta=dict(draft.meta),
    )


@pytest.fixture(scope="module")
def one_of_each(items: dict[str, list[Item]]) -> dict[str, Item]:
    """An item of every kind; the press has none that asks a judge for a mark."""
    return {"mark": MARK} | {some[0].kind: some[0] for some in items.values()}


def filled(item: Item, profile: Profile) -> dict:
    """The right values, after a journey through a browser."""
    kind = get_kind(item.kind)
    values = json.loads(json.dumps(kind.fill_form(item, item.gold, profile)))
    return kind.answer_form(item).check(values)


def test_there_is_an_item_of_every_kind(one_of_each):
    assert one_of_each.keys() == set(kind_names())


@pytest.mark.parametrize("name", PROFILES)
def test_the_right_values_score_as_gold_under_every_frame(items, name):
    profile = PROFILES[name]
    for item in (one for some in items.values() for one in some):
        kind = get_kind(item.kind)
        answer = kind.read_form(item, filled(item, profile), profile)
        assert kind.outcome(item, answer, profile) == "correct", (item.id, name)
        assert kind.answer_form(item).check(kind.fill_form(item, answer, profile))
        # The same words as a model's go into a run, and are read again.
        parsed = read_response(item, kind.write(item, answer, profile), profile=profile)
        assert parsed.answer is not None
        scores = kind.score(item, parsed.answer, profile)
        first = kind.score(item, answer, profile)
        assert {kind.headline: scores.get(kind.headline)} == {
            kind.headline: pytest.approx(first.get(kind.headline))
        }


def test_a_person_scores_what_the_oracle_scores(items):
    for item in (one for some in items.values() for one in some):
        kind = get_kind(item.kind)
        oracle = read_response(item, kind.write(item, item.gold, RECOMMENDED), profile=RECOMMENDED)
        answer = kind.read_form(item, filled(item, RECOMMENDED), RECOMMENDED)
        expected = kind.score(item, oracle.answer, RECOMMENDED)
        scores = kind.score(item, answer, RECOMMENDED)
        main = {name: value for name, value in expected.items() if name in kind.metrics}
        assert {name: scores[name] for name in main} == pytest.approx(main, nan_ok=True), item.id


def test_no_form_depends_on_what_is_right(items):
    for item in (one for some in items.values() for one in some):
        kind = get_kind(item.kind)
        shown = kind.answer_form(item).as_json()
        hidden = kind.answer_form(replace(item, gold=WITHHELD)).as_json()
        if item.kind == "detection":  # the classes that the prompt asks for
            nothing_there = {**item.gold, "boxes": []}
            hidden = kind.answer_form(replace(item, gold=nothing_there)).as_json()
        assert json.loads(json.dumps(shown)) == json.loads(json.dumps(hidden)), item.id


scalars = st.none() | st.booleans() | st.integers(-3, 700) | st.text(max_size=4)
keys = st.sampled_from(["id", "class", "box", "text", "name", "from", "to", "T1", "C1", "C2"])
junk = st.recursive(
    scalars | st.lists(st.integers(0, 90), min_size=4, max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_a_form_takes_can_be_scored(one_of_each, data):
    item = one_of_each[data.draw(st.sampled_from(sorted(one_of_each)))]
    kind = get_kind(item.kind)
    form = kind.answer_form(item)
    right = {} if item is MARK else filled(item, RECOMMENDED)
    name = data.draw(st.sampled_from([field.name for field in form.fields]))
    try:
        values = form.check({**right, name: data.draw(junk)})
        answer = kind.read_form(item, values, RECOMMENDED)
    except FormError:
        return
    assert kind.score(item, answer, RECOMMENDED) is not None


def test_a_page_that_was_drawn_is_read_as_it_was_drawn():
    gold = {"size": [800, 1200], "texts": [], "characters": []}  # twice the picture that is sent
    item = Item("p", "t", "structure", 1, Rendering((), (PICTURE,), "p"), gold, ())
    kind = get_kind("structure")
    values = kind.answer_form(item).check(
        {
            "shapes": [
                {"id": "x", "class": "character", "box": [0, 0, 100, 300]},
                {"id": "b", "class": "text", "box": [200, 300, 400, 600]},
                {"id": "a", "class": "text", "box": [0, 0, 40, 60]},
            ],
            "speakers": [{"from": "a", "to": "x"}, {"from": "b", "to": None}],
            "people": {"x": "Ann"},
        }
    )
    assert kind.read_form(item, values, FRAMES["thousandths"]) == {
        "texts": [
            {"box": [500, 500, 1000, 1000], "speakers": []},
            {"box": [0, 0, 100, 100], "speakers": ["C1"]},
        ],
        "characters": [{"id": "C1", "box": [0, 0, 250, 500], "person": "Ann"}],
        "discarded": 0,
    }
    pixels = kind.read_form(item, values, RECOMMENDED)
    assert pixels["texts"][0]["box"] == [400, 600, 800, 1200]


def test_boxes_that_nobody_can_draw_are_left_out_of_a_form():
    gold = {"size": [400, 600], "texts": []}
    item = Item("p", "t", "reading_order", 1, Rendering((), (PICTURE,), "p"), gold, ())
    boxes = [[10, 10, 10, 90], [900, 10, 950, 90], [-9000, 20, 50, 30], [90, 80, 70, 60]]
    kind = get_kind("reading_order")
    values = kind.fill_form(item, {"texts": [{"box": box} for box in boxes]}, RECOMMENDED)
    assert [one["box"] for one in kind.answer_form(item).check(values)["texts"]] == [
        [-400, 20, 50, 30],
        [70, 60, 90, 80],
    ]


def test_marks_and_ratings_are_given_on_scales():
    mark, rating = get_kind("mark"), get_kind("rating")
    item = replace(MARK, kind="rating", gold={"own": True})
    assert mark.answer_form(MARK).check({"mark": 10}) == {"mark": 10}
    with pytest.raises(FormError, match="a number from 1 to 10"):
        mark.answer_form(MARK).check({"mark": 0})
    values = rating.answer_form(item).check({"rating": "uncertain"})
    assert rating.read_form(item, values, RECOMMENDED) == {"rating": None}
    assert rating.fill_form(item, {"rating": None}, RECOMMENDED) == values
    assert rating.fill_form(item, item.gold, RECOMMENDED) == {"rating": 5}


def test_panels_are_ordered_by_their_pictures_and_other_things_by_their_numbers():
    kind = get_kind("ordering")
    item = Item("o", "t", "ordering", 2, Rendering((), (PICTURE,) * 2, "p"), (1, 0), ())
    (field,) = kind.answer_form(item).fields
    assert field.cards == (Option("0", image=0), Option("1", image=1))
    one = replace(item, rendering=Rendering((), (PICTURE,), "p"), index_base=1)
    (field,) = kind.answer_form(one).fields
    assert field.cards == (Option("1"), Option("2"))


def test_without_a_picture_an_answer_is_a_text_that_is_read_as_a_models():
    kind = get_kind("spotting")
    form = kind.answer_form(SPOTTING)
    assert [field.type for field in form.fields] == ["text"]
    values = form.check(kind.fill_form(SPOTTING, SPOTTING.gold, RECOMMENDED))
    answer = kind.read_form(SPOTTING, values, RECOMMENDED)
    assert kind.outcome(SPOTTING, answer, RECOMMENDED) == "correct"
    with pytest.raises(FormError, match="field 'text': none found: no list of texts"):
        kind.read_form(SPOTTING, {"text": "two of them"}, RECOMMENDED)


def test_options_on_one_picture_are_labels_as_the_picture_is_shown_once():
    rendering = Rendering((), (PICTURE, PICTURE), "p")
    apart = (Option("A", image=0), Option("B", image=1))
    together = (Option("A", image=0), Option("B", image=0))
    for options, images in ((apart, [0, 1]), (together, [None, None])):
        item = Item("c", "t", "choice", 2, rendering, 0, (), options=options)
        (field,) = get_kind("choice").answer_form(item).as_json()["fields"]
        assert [option["image"] for option in field["options"]] == images


def test_parts_of_the_only_picture_are_known_to_an_order(items):
    """Panels of a composite, and texts that are numbered on a page; the page itself sees none."""
    [composite] = items["chromic.panel_reordering"][0].rendering.images
    page = items["comix.text_reading_order"][0].rendering.images[0]
    expected = {
        "chromic.panel_reordering": cells_of(composite.recipe),
        "comix.text_reading_order": page.recipe["boxes"],
    }
    for task, boxes in expected.items():
        [field] = get_kind("ordering").answer_form(items[task][0]).fields
        assert [list(box) for box in field.boxes] == [list(box) for box in boxes]
        assert len(boxes) == len(field.cards)
        assert field.as_json()["boxes"] == [list(map(float, box)) for box in boxes]
