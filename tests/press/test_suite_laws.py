"""Suites by a law: what a law gives, and what a secret key changes."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import replace

import orjson
import pytest

import panelwise
from panelwise.cli import run
from panelwise.comics import PanelRef
from panelwise.errors import InputError, SettingError
from panelwise.packs import check_blind
from panelwise_press import BookPlan, get_suite, print_book, print_suite
from panelwise_press._book import ATTEMPTS
from panelwise_press._cast import looks_of
from panelwise_press._law import FamilyGroup, lawful_plans, next_plan, read_law
from panelwise_press._suite import (
    Suite,
    SuiteEntry,
    draw_entry,
    entry_of,
    frozen_record,
    print_entry,
)
from panelwise_press.layouts import LAYOUTS, plan_pages
from panelwise_press.lettering import DoesNotFit
from panelwise_press.worlds import CHAPTER_TEMPLATES, WORLD_TEMPLATES, print_family
from panelwise_press.worlds._family_plan import PAGES
from panelwise_press.worlds._family_truth import alternatives_of
from panelwise_press.worlds._pools import SIZE

KEY, OTHER_KEY = "correct horse battery", "another horse, battery"
LAW = read_law("press-v2")
SUITE = get_suite("press-v2")
PLANS = [entry.plan for entry in SUITE.entries]
ENOUGH = 150  # items of a task
OPTIONS = 4  # the fewest books of a family: each option is right in one
CHOICES = ("chrono_mcq", "frame_prediction", "narrative_comprehension")


def settings_of(suite: Suite) -> list[tuple[str, ...]]:
    """What a key leaves as it is."""
    books = [(entry, entry.plan, entry.plan.book) for entry in suite.entries]
    return [(e.id, p.template, p.pages, b.style, b.layout, b.language) for e, p, b in books]


def seeds_of(suite: Suite) -> list[int]:
    return [entry.plan.book.seed for entry in suite.entries]


def test_every_template_is_in_the_law():
    drawn = Counter(entry.plan.template for entry in SUITE.entries)
    assert set(drawn) == {*WORLD_TEMPLATES, *CHAPTER_TEMPLATES}
    for group in LAW:
        assert all(drawn[name] >= group.each for name in group.names)


def test_chapters_have_each_number_of_pages_equally_often():
    pages = Counter(plan.pages for plan in PLANS if plan.template in CHAPTER_TEMPLATES)
    (group,) = (one for one in LAW if one.templates == "chapters")
    assert set(pages) == set(group.pages)
    assert len(set(pages.values())) == 1
    assert all(number in PAGES for number in pages)
    assert not any(plan.pages for plan in PLANS if plan.template in WORLD_TEMPLATES)


def test_a_group_can_name_its_templates():
    group = FamilyGroup(("two-rules", "four-cups"), 2, "rtl")
    plans = lawful_plans([group], "made-up")
    assert list(plans) == [f"made-up-{number:03d}" for number in range(1, 5)]
    assert Counter(plan.template for plan in plans.values()) == {"two-rules": 2, "four-cups": 2}


def test_styles_languages_and_layouts_are_spread_evenly():
    books = [entry.plan.book for entry in SUITE.entries]
    for values in ([b.style for b in books], [b.language for b in books]):
        counts = Counter(values)
        assert len(counts) == 5
        assert max(counts.values()) - min(counts.values()) <= len(LAW)
    assert {book.layout for book in books} == set(LAYOUTS)


def test_no_two_people_of_a_family_are_described_in_the_same_words():
    """In black and white, a boy with a scarf could be either of two."""
    plans = [entry.plan for entry in get_suite("press-v2").entries]
    plans += [replace(one, book=replace(one.book, style="manga", seed=7)) for one in plans]
    for plan in plans:
        looks = [looks_of(one, in_colour=plan.book.in_colour) for one in plan.cast.values()]
        assert len(set(looks)) == len(looks), plan.id


@pytest.mark.parametrize("task", CHOICES)
def test_a_task_with_options_has_enough_items(task):
    """At the least: every option of a question is right in one book."""
    templates = {**WORLD_TEMPLATES, **CHAPTER_TEMPLATES}
    asked = [q.task for plan in PLANS for q in templates[plan.template].questions]
    assert OPTIONS * asked.count(task) >= ENOUGH


def test_there_are_enough_open_questions():
    """Every member of a pool is the answer in one book of a family."""
    asked = [WORLD_TEMPLATES[plan.template].open_questions for plan in PLANS if not plan.pages]
    assert SIZE * sum(map(len, asked)) >= ENOUGH


def test_the_seeds_of_the_public_suite_follow_from_its_name():
    """Golden values: HMAC-SHA256 of the id of a family, with the name of the suite as the key."""
    assert seeds_of(SUITE)[:2] == [1240549251618738672, 2091575202485132111]
    assert len(set(seeds_of(SUITE))) == len(SUITE.entries)


def test_a_secret_suite_differs_in_its_seeds_alone():
    secret = SUITE.secret(KEY)
    assert settings_of(secret) == settings_of(SUITE)
    assert not set(seeds_of(secret)) & set(seeds_of(SUITE))


def test_the_same_key_gives_the_same_suite_and_another_key_another():
    assert SUITE.secret(KEY) == SUITE.secret(KEY)
    assert not set(seeds_of(SUITE.secret(KEY))) & set(seeds_of(SUITE.secret(OTHER_KEY)))


def test_a_secret_suite_has_a_fingerprint_and_not_its_key():
    secret, other = SUITE.secret(KEY), SUITE.secret(OTHER_KEY)
    assert re.fullmatch("[0-9a-f]{8}", secret.fingerprint)
    assert secret.fingerprint != other.fingerprint
    few = replace(secret, entries=secret.entries[:1])
    assert f"The fingerprint of the key is {secret.fingerprint}." in few.card()
    assert {entry.volume for entry in secret.entries} == {f"press-v2 secret {secret.fingerprint}"}
    assert KEY not in repr(secret) + few.card()


@pytest.mark.parametrize("key", ["", "hunter2", "a" * 40, "abcabcabcabcabcabcabc"])
def test_a_key_that_can_be_guessed_is_refused(key, tmp_path, capsys):
    out = tmp_path / "out"
    assert run(["press", "--suite", "press-v2", "--secret", key, "--out", str(out)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("panelwise: --secret: this key can be guessed; use at least 16")
    assert not key or key not in line
    assert not out.exists()


def test_a_suite_of_chosen_books_has_no_secret_ones():
    with pytest.raises(SettingError, match=r"press-v1 is a fixed list of books; use press-v2"):
        get_suite("press-v1").secret(KEY)


def test_a_key_needs_a_suite(tmp_path, capsys):
    assert run(["press", "--secret", KEY, "--out", str(tmp_path / "out")]) == 2
    assert "add --suite press-v2" in capsys.readouterr().err


def test_a_suite_that_is_not_frozen_is_a_preview():
    entries = [SuiteEntry(one, plan) for one, plan in lawful_plans(LAW, "press-v2").items()]
    few = Suite("press-v2", tuple(entries[:1]), preview=True)
    assert "press-v2 is a preview: its books may still change" in few.warning
    assert few.warning in few.card()
    assert "frozen" not in few.card()


def test_the_card_says_how_many_families_and_chapters_there_are():
    chapters = [entry for entry in SUITE.entries if entry.plan.pages]
    some = replace(SUITE, entries=(SUITE.entries[0], *chapters[:2]))
    pages = sorted(entry.plan.pages for entry in chapters[:2])
    words = f"3 families; 2 of them are chapters of {pages[0]} to {pages[1]} pages."
    assert words in some.card()
    assert "chapters" not in replace(SUITE, entries=SUITE.entries[:1]).card()
    assert "families" not in get_suite("press-v1").card()


@pytest.fixture(scope="module")
def small():
    plan = BookPlan(3, layout="strip", chapters=1, scale=0.25)
    book = print_book(plan, "press-v2-001-w0")
    return book, replace(book, id="press-v2-001-w1")


@pytest.fixture
def books(small, monkeypatch):
    """Small books, which are what every family is drawn as."""
    monkeypatch.setattr("panelwise_press._suite.print_family", lambda plan, name: small)
    return small


def test_a_frozen_family_is_drawn_as_it_was_frozen(books):
    entry = SUITE.entries[0]
    frozen = entry_of(frozen_record(entry, draw_entry(entry)))
    assert (frozen.id, frozen.plan, frozen.volume) == (entry.id, entry.plan, "press-v2")
    drawn = print_entry(frozen)
    assert [book.source.volume for book in drawn] == ["press-v2"] * 2
    assert [replace(book, source=books[0].source) for book in drawn] == list(books)


def test_another_family_is_told_from_the_frozen_one(books, monkeypatch):
    frozen = entry_of(frozen_record(SUITE.entries[0], draw_entry(SUITE.entries[0])))
    other = (books[0], replace(books[1], title="Another one"))
    monkeypatch.setattr("panelwise_press._suite.print_family", lambda plan, name: other)
    with pytest.raises(InputError, match="press-v2-001-w1: the hash of its truth is"):
        print_entry(frozen)
    monkeypatch.setattr("panelwise_press._suite.print_family", lambda plan, name: books[:1])
    with pytest.raises(InputError, match="press-v2-001: books drawn 1, books frozen 2"):
        print_entry(frozen)


def test_a_chapter_keeps_its_number_of_pages_when_it_is_frozen(books):
    entry = next(one for one in SUITE.entries if one.plan.pages)
    record = orjson.loads(orjson.dumps(frozen_record(entry, books)))
    assert entry_of(record).plan == entry.plan


def test_a_family_that_fits_no_frames_is_replaced_by_the_next(monkeypatch):
    entry, tried = SUITE.entries[0], []

    def print_second(plan, name):
        tried.append(plan)
        if len(tried) == 1:
            raise DoesNotFit("too many words")
        return ()

    monkeypatch.setattr("panelwise_press._suite.print_family", print_second)
    assert draw_entry(replace(entry, volume=None)) == ()
    assert tried == [entry.plan, next_plan(entry.plan)]
    assert settings_of(Suite("", (replace(entry, plan=tried[1]),))) == settings_of(
        Suite("", (entry,))
    )


@pytest.mark.slow
def test_the_law_has_enough_missing_panels():
    """Counted without drawing; the frames are the first that are tried."""
    count = 0
    for entry in SUITE.entries:
        plan, book = entry.plan, entry.plan.book
        if plan.pages:
            continue
        beats = len(plan.story(plan.worlds[0]).beats)
        pages = plan_pages(book.layout, [beats], book.chance("layout 0 0"))
        refs = [
            PanelRef(f"{number:03d}", k)
            for number, page in enumerate(pages, 1)
            for k in range(len(page.frames))
        ]
        ids = [str(at) for at in range(len(plan.worlds))]
        found = alternatives_of(plan, refs, ids)
        count += len({(world, refs[at].page) for world, at in found})
    assert count >= ENOUGH


SMALL = (
    FamilyGroup(("lost-and-found", "two-rules"), 1, "four_panel"),
    FamilyGroup(("four-cases",), 1, "four_panel", (10,)),
)


@pytest.mark.slow
def test_a_small_law_is_drawn_whole(tmp_path, monkeypatch):
    """Two suites of three families: packs at chance, the same items about other pictures."""
    plans = lawful_plans(SMALL, "press-v2").items()
    small = Suite("press-v2", tuple(SuiteEntry(n, plan, volume="press-v2") for n, plan in plans))
    monkeypatch.setattr("panelwise_press._write.get_suite", lambda name: small)
    packs = {}
    for name, key in (("public", None), ("secret", KEY)):
        print_suite("press-v2", tmp_path / name, secret=key)
        assert (tmp_path / name / "README.md").read_text("utf-8").startswith("# press-v2")
        pack = panelwise.build("chromic.chrono_mcq", tmp_path / name, out=tmp_path / f"p-{name}")
        packs[name] = pack.items()
        (bound,) = check_blind(packs[name]).bounds
        assert bound.bound == bound.chance == 0.25
    public, secret = ({item.id: item.sources for item in items} for items in packs.values())
    assert public.keys() == secret.keys()
    assert not {s.sha256 for s in itertools.chain(*public.values())} & {
        s.sha256 for s in itertools.chain(*secret.values())
    }


def test_frames_that_did_not_fit_are_not_tried_again(monkeypatch):
    """Pages of `four_panel` have one division into frames, whatever the attempt."""
    (plan,) = FamilyGroup(("lost-wallet",), 1, "four_panel").plans(0)
    tried = []

    def fit_nothing(plan, scenes, style, at, pages):
        tried.append(pages)
        raise DoesNotFit("too many words")

    monkeypatch.setattr("panelwise_press.worlds._families._print_frames", fit_nothing)
    with pytest.raises(DoesNotFit, match="no frames of layout 'four_panel' fit it"):
        print_family(plan, "x")
    assert 0 < len(tried) < ATTEMPTS
    assert all(tried.count(pages) == 1 for pages in tried)
