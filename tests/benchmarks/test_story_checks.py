"""Work of raters, asked of models: how faithful descriptions are."""

import itertools
import re

import pytest

from panelwise.analysis import summarise
from panelwise.benchmarks import build
from panelwise.cli import run
from panelwise.comics import open_comics
from panelwise.errors import UnavailableError
from panelwise.evaluation import evaluate
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Item, Rendering, get_kind, outcome_of, read_response, score_answer
from press_packs import print_small

FAITHFUL = "chromic.description_faithfulness"


@pytest.fixture(scope="module")
def comics(tmp_path_factory):
    folder = tmp_path_factory.mktemp("checks") / "comics"
    print_small(folder, books=1, seed=8, chapters=6, layout="strip")
    return folder


def test_own_words_and_words_of_another_page_take_turns(comics, tmp_path):
    pack = build(FAITHFUL, comics, out=tmp_path / "pack", seed=1)
    (book,) = open_comics(comics)
    own = [item.gold["own"] for item in pack.items()]
    assert abs(own.count(True) - own.count(False)) <= len(own) / 4
    for item in pack.items():
        named = [p for p in book.identities if re.search(rf"\b{p.name} ", item.rendering.text)]
        assert all(f"{person.name}: {person.looks}." in item.rendering.text for person in named)
    told = {
        f"{book.id}/{page.id}": {
            event.description
            for story in book.stories
            for event in story.events
            if event.panel.page == page.id
        }
        for page in book.pages
    }
    for item in pack.items():
        shown = sum(words in item.rendering.text for words in told[item.id])
        assert (shown == len(told[item.id])) == item.gold["own"]
        assert item.n == len(told[item.id])


def test_the_rater_is_what_is_scored(comics, tmp_path):
    pack = build(FAITHFUL, comics, out=tmp_path / "pack", seed=1)
    [right] = summarise(evaluate(pack, "baseline:oracle", out=tmp_path / "right"))
    assert right.headline_metric == "agrees"
    assert right.score.value == 1
    assert right.metrics["rating_own"].headline.value == 5
    assert right.metrics["rating_other"].headline.value == 1
    [silent] = summarise(evaluate(pack, "baseline:empty", out=tmp_path / "silent"))
    assert silent.score.value == 0
    assert silent.metrics["uncertain"].headline.value == 1
    [guessed] = summarise(evaluate(pack, "baseline:random", out=tmp_path / "lots"))
    assert guessed.headline.chance == pytest.approx(2 / 5)  # two of five ratings agree, either way
    assert set(guessed.outcomes) <= {"correct", "wrong"}


def item_with(own):
    return Item("a", FAITHFUL, "rating", 3, Rendering((), (), "t"), {"own": own}, ())


@pytest.mark.parametrize(
    ("text", "rating"),
    [
        ("4", 4),
        ("Rating: 5", 5),
        ("On a scale from 1 to 5: 2", 2),
        ("3/5", 3),
        ("Uncertain", None),
        ("uncertain, perhaps 3", None),
        ("2. Uncertain about details.", 2),
    ],
)
def test_ratings_are_read(text, rating):
    parsed = read_response(item_with(True), text, profile=RECOMMENDED)
    assert parsed.status == "ok"
    assert parsed.answer == {"rating": rating}


@pytest.mark.parametrize("text", ["7", "0", "4.5", "8/10", "very faithful", "-3", "45"])
def test_what_is_no_rating_is_none(text):
    assert read_response(item_with(True), text, profile=RECOMMENDED).status == "invalid"


@pytest.mark.parametrize(("own", "rating"), list(itertools.product([True, False], range(1, 6))))
def test_a_rating_agrees_at_its_end_of_the_scale(own, rating):
    item = item_with(own)
    parsed = read_response(item, str(rating), profile=RECOMMENDED)
    agrees = rating >= 4 if own else rating <= 2
    assert score_answer(item, parsed, RECOMMENDED)["agrees"] == agrees
    assert outcome_of(item, parsed) == ("correct" if agrees else "wrong")
    assert get_kind("rating").write(item, parsed.answer, RECOMMENDED) == str(rating)


def test_bare_pages_cannot_feed_it(comics, tmp_path):
    with pytest.raises(UnavailableError, match="needs"):
        build(FAITHFUL, sorted(comics.glob("*.cbz")), out=tmp_path / "pack")


def test_naming_the_kind_of_a_mistake_is_no_task_any_more(tmp_path, capsys):
    """CV-13 asks people about wrong answers of a model; false statements gave themselves away."""
    out = tmp_path / "pack"
    assert run(["build", "comicvqa.error_annotation", str(tmp_path), "--out", str(out)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "unknown task 'comicvqa.error_annotation'" in line
    assert not out.exists()
