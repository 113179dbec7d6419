"""Strips: whole stories wherever they stand, shuffled alike with and without their meaning."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

import panelwise
from drawn import draw_book
from panelwise.benchmarks import BENCHMARKS
from panelwise.benchmarks._papers import CHROMIC, STRIPCIPHER
from panelwise.comics import (
    Book,
    Event,
    Page,
    Panel,
    PanelRef,
    Story,
    StoryQuestion,
    WrongOption,
)
from panelwise.geometry import Box
from panelwise.packs import make_items
from panelwise.profile import RECOMMENDED
from panelwise.rendering import CompositeSettings, cook
from panelwise.tasks import get_kind
from panelwise.tasks.plans._strip import Strip, whole_strips

PLAIN, MEANT = "stripcipher.reordering_choice", "stripcipher.reordering_with_meaning"
GENERATION = "stripcipher.reordering_generation"
PREDICTION, COMPREHENSION = "stripcipher.frame_prediction", "stripcipher.narrative_comprehension"
SPOKEN = STRIPCIPHER.with_settings(
    {"strips.silent_only": "false"}
)  # the press's books here have words
PROFILES = pytest.mark.parametrize("profile", [SPOKEN, RECOMMENDED], ids=["paper", "recommended"])


def page(name: str, count: int, **facts) -> Page:
    panels = tuple(Panel(Box(10, 10 + 100 * k, 90, 100 + 100 * k)) for k in range(count))
    return Page(name, 100, 20 + 100 * count, panels=panels, **facts)


def frames(strip: Strip) -> list[tuple[str, int]]:
    return [(on.id, on.panels.index(panel)) for on, panel in strip.places]


def test_a_story_runs_on_over_pages_and_an_advert_is_none_of_it():
    book = Book(
        "b",
        (
            page("1", 2, story="A"),
            page("2", 1, advert=True, story="A"),
            page("3", 2, story="A"),
            page("4", 3, story="B"),
            page("5", 4),
            page("6", 3, story="C"),
            page("7", 0, story="C"),
        ),
    )
    found = {strip.id: (strip.unit, frames(strip)) for strip in whole_strips([book])}
    assert found == {
        "b/A": ("story", [("1", 0), ("1", 1), ("3", 0), ("3", 1)]),
        "b/2": ("page", [("2", 0)]),
        "b/B": ("story", [("4", 0), ("4", 1), ("4", 2)]),
        "b/5": ("page", [("5", k) for k in range(4)]),
        "b/C": ("story", []),  # its last page has no panels, so the story would lack its end
    }


def test_two_stories_of_one_page_are_two_strips(tmp_path):
    def story(name: str, *panels: int) -> Story:
        return Story(name, tuple(Event(PanelRef("000", k), f"{name}{k}") for k in panels))

    (book,) = panelwise.open(draw_book(tmp_path / "b", [7]))
    book = replace(book, stories=(story("A", 0, 1, 2), story("B", 3, 4, 5)))
    first, second = whole_strips([book])
    assert frames(first) == [("000", 0), ("000", 1), ("000", 2)]
    assert frames(second) == [("000", 3), ("000", 4), ("000", 5)]
    (cut,) = first.unsplit()
    assert cut["box"] == [30, 30, 270, 350]  # the part of the page with the first story
    assert len(cut["hide"]) == 4
    assert first.unsplit(alone=False)[0]["box"] == [0, 0, 300, 830]


def told_over(book: Book, *page_counts: int) -> Book:
    """The book with stories told over so many of its pages each, and what each of them means."""
    pages, stories = list(book.pages), []
    for at, count in enumerate(page_counts):
        own, pages = pages[:count], pages[count:]
        refs = [PanelRef(on.id, k) for on in own for k in range(len(on.panels))]
        wrong = tuple(WrongOption(f"wrong {at} {k}", "unspecified") for k in range(3))
        asked = [
            StoryQuestion(f"{at}{task}", task, "What?", f"right {at}", wrong, hidden=refs[-2])
            for task in ("narrative_comprehension", "frame_prediction")
        ]
        events = tuple(Event(ref, f"{ref}") for ref in refs)
        stories.append(Story(f"story{at}", events, questions=tuple(asked)))
    return replace(book, stories=tuple(stories))


@pytest.fixture(scope="module")
def long_and_short(tmp_path_factory) -> Book:
    """Stories of five frames on two pages, of four, of ten on two pages, and of two."""
    folder = draw_book(tmp_path_factory.mktemp("drawn") / "b", [2, 3, 4, 8, 2, 2])
    (book,) = panelwise.open(folder)
    return told_over(book, 2, 1, 2, 1)


@pytest.mark.parametrize("task", [GENERATION, PLAIN, MEANT, PREDICTION, COMPREHENSION])
@PROFILES
def test_strips_are_whole_stories_of_three_to_eight_frames(task, profile, long_and_short):
    plan = BENCHMARKS.get(task).plan([long_and_short], profile, 0)
    assert plan.excluded == {"fewer than 3 panels": 1, "more than 8 panels": 1}
    five, four = plan.drafts
    assert [source.page for source in five.sources] == ["000", "001"]
    assert [source.page for source in four.sources] == ["002"]
    assert five.meta["strip"] == four.meta["strip"] == "story"
    assert [draft.meta.get("panels", draft.n) for draft in plan.drafts] == [5, 4]
    if "reordering" in task:
        assert (len(five.shown.images), len(four.shown.images)) == (5, 4)


def test_without_stories_a_page_counts_as_a_strip_and_the_card_says_so(tmp_path):
    pack = panelwise.build(GENERATION, draw_book(tmp_path / "b", [3, 4]), out=tmp_path / "p")
    assert {item.meta["strip"] for item in pack.items()} == {"page"}
    assert pack.manifest["strips"] == {"page": 2}
    card = (pack.path / "README.md").read_text(encoding="utf-8")
    assert "2 pages that count as a strip each, because no story is annotated there" in card


def as_shown(draft) -> tuple:
    shuffle = draft.shown.images, draft.single.images
    return draft.gold, draft.options, shuffle


@PROFILES
def test_with_and_without_the_meaning_the_same_strips_are_asked_alike(profile, press_books):
    plain, meant = (BENCHMARKS.get(task).plan(press_books, profile, 3) for task in (PLAIN, MEANT))
    assert len(plain.drafts) > 3
    assert {d.id: as_shown(d) for d in plain.drafts} == {d.id: as_shown(d) for d in meant.drafts}
    assert all(draft.shown.values["understanding"] for draft in meant.drafts)


@PROFILES
def test_where_a_meaning_is_not_known_the_others_stay_paired(profile, press_books):
    dumb, *others = press_books
    first, *rest = dumb.stories
    books = [replace(dumb, stories=(replace(first, questions=()), *rest)), *others]
    plain, meant, common = (
        {d.id: as_shown(d) for d in BENCHMARKS.get(task).plan(books, chosen, 3).drafts}
        for task, chosen in [
            (PLAIN, profile),
            (MEANT, profile),
            (PLAIN, profile.with_settings({"strips.known_meaning": "true"})),
        ]
    )
    assert plain.keys() - meant.keys() == {f"{dumb.id}/{first.id}"}
    assert common == meant
    assert {key: plain[key] for key in meant} == meant


@pytest.mark.parametrize("task", [GENERATION, PLAIN])
@pytest.mark.parametrize(
    "settings", [{}, {"sequences.shuffle": "uniform"}], ids=["as it is", "uniform"]
)
def test_what_the_prompt_calls_incorrect_is_never_right_in_the_paper_either(
    task, settings, tmp_path
):
    book = panelwise.open(draw_book(tmp_path / "b", [3] * 13 + [4] * 25))
    profile = STRIPCIPHER.with_settings(settings)
    drafts = BENCHMARKS.get(task).plan(book, profile, 5).drafts
    assert len(drafts) == 38
    assert "is incorrect" in drafts[0].shown.prompt.text
    for draft in drafts:
        assert draft.gold not in {(0, 1, 2), (0, 1, 2, 3)}
        assert not {"①②③", "①②③④"} & {option.text for option in draft.options}
    if task == GENERATION:
        item = next(made.item for made in make_items(drafts[:1]))
        assert get_kind("ordering").chance(item, profile)["exact_match"] == pytest.approx(1 / 5)


def test_panels_that_are_only_called_shuffled_keep_the_papers_uniform_rule(tmp_path):
    book = panelwise.open(draw_book(tmp_path / "b", [3] * 24))
    drafts = BENCHMARKS.get("chromic.panel_reordering").plan(book, CHROMIC, 0).drafts
    assert sum(draft.gold == (0, 1, 2) for draft in drafts) == 4  # one in six (AMB-10)


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_the_paper_shows_the_whole_strip_in_one_picture(direction, long_and_short):
    pages = tuple(replace(one, reading_direction=direction) for one in long_and_short.pages)
    book = replace(long_and_short, pages=pages)
    two_pages, one_page = BENCHMARKS.get(COMPREHENSION).plan([book], SPOKEN, 0).drafts
    assert two_pages.single is one_page.single is None
    sha = [page.image.sha256 for page in book.pages]
    assert one_page.shown.images == ({"version": 1, "kind": "page", "page": sha[2]},)
    (recipe,) = two_pages.shown.images
    shown = [0, 1] if direction == "ltr" else [1, 0]
    assert [cut["page"] for cut in recipe["panels"]] == [sha[k] for k in shown]
    decoded = {page.image.sha256: page.image.decode() for page in book.pages}
    picture = np.asarray(cook(recipe, decoded))
    height = book.pages[1].height  # of two pages the higher one sets the height of both
    x = 16 + SPOKEN.section(CompositeSettings).frame_margin * shown.index(1)
    x += int(book.pages[0].width * height / book.pages[0].height) * shown.index(1)
    page = np.asarray(decoded[sha[1]].convert("RGB"))
    assert np.array_equal(picture[16 : 16 + height, x : x + 300], page)


def test_whole_sequence_and_shuffled_are_three_inputs_of_the_same_questions(press_books):
    shown = {}
    for form in ("whole", "sequence", "shuffled"):
        profile = RECOMMENDED.with_settings({"strips.input": form})
        drafts = BENCHMARKS.get(COMPREHENSION).plan(press_books, profile, 0).drafts
        shown[form] = {d.id: (d.gold, d.options, d.shown.images) for d in drafts}
    assert shown["whole"].keys() == shown["sequence"].keys() == shown["shuffled"].keys()
    for key, (gold, options, whole) in shown["whole"].items():
        assert len(whole) == 1
        assert shown["sequence"][key][:2] == shown["shuffled"][key][:2] == (gold, options)
        ordered, mixed = shown["sequence"][key][2], shown["shuffled"][key][2]
        assert sorted(map(str, ordered)) == sorted(map(str, mixed))
        assert ordered != mixed


def test_a_picture_of_part_of_a_page_shows_nothing_of_the_other_story(press_books):
    book = press_books[0]
    story = book.stories[0]
    page = next(one for one in book.pages if one.id == story.events[0].panel.page)
    places = tuple((page, panel) for panel in page.panels[:-1])
    (cut,) = Strip("s", book, places, story, "story").unsplit()
    picture = np.asarray(
        cook({"kind": "crop", "panels": [cut]}, {page.image.sha256: page.image.decode()})
    )
    x0, y0 = cut["box"][:2]
    box = page.panels[-1].box
    hidden = picture[
        max(0, round(box.y0) - y0 + 2) : max(0, round(box.y1) - y0 - 2),
        max(0, round(box.x0) - x0 + 2) : max(0, round(box.x1) - x0 - 2),
    ]
    assert (hidden == 255).all()
    assert Image.fromarray(picture).size == (cut["box"][2] - x0, cut["box"][3] - y0)
