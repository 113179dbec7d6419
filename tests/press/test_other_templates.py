"""Story templates of other packages: the example of docs/press.md, installed."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import panelwise
from panelwise.cli import run
from panelwise.errors import InputError, SettingError, UnknownNameError
from panelwise_press import BookPlan, book_plans, get_suite, print_book
from panelwise_press.stories import TEMPLATES, _catalogue, get_template, template_names

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "press.md").read_text(encoding="utf-8")
[CODE] = [
    code
    for code in re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    if "world_template" not in code
]
WORDS, POINTS = [
    text for text in re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL) if "[questions." not in text
]


def install(folder: Path, points: str) -> None:
    """A package as pip leaves it: a module, its file of words and its entry points."""
    (folder / "mystories.py").write_text(CODE, encoding="utf-8")
    (folder / "mystories.toml").write_text(WORDS, encoding="utf-8")
    info = folder / "mystories-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mystories\nVersion: 1\n")
    (info / "entry_points.txt").write_text(points)


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Installs packages for one test."""

    def add(points: str = POINTS.replace("project.entry-points.", "").replace('"', "")) -> None:
        install(tmp_path, points)
        monkeypatch.syspath_prepend(tmp_path)
        vars(_catalogue.OTHERS).pop("_targets", None)

    yield add
    sys.modules.pop("mystories", None)
    vars(_catalogue.OTHERS).pop("_targets", None)


def every_book() -> list[str]:
    """The stories of every book of the suite, and of books drawn by seed alone."""
    plans = [entry.plan for entry in get_suite("press-v1").entries]
    plans += [BookPlan(seed) for seed in range(5)]
    plans += book_plans(12, seed=3, chapters=5)
    return [repr((plan, plan.stories())) for plan in plans]


def test_a_template_comes_from_another_package(installed):
    assert "mystories.balloon" not in template_names()
    installed()
    assert sorted(set(template_names()) - set(TEMPLATES)) == ["mystories.balloon"]
    assert "mystories" not in sys.modules  # listing imports nothing
    plan = BookPlan(4, layout="strip", language="fr", chapters=1, templates=("mystories.balloon",))
    book = print_book(plan, "b")
    assert [story.kind for story in book.stories] == ["park/mystories.balloon"]
    assert book.title == "Le ballon"
    assert [text.content for page in book.pages for text in page.texts] == ["PAN !"]
    assert "The balloon has burst." in [question.answer for question in book.stories[0].questions]


def test_a_new_template_changes_no_other_book(installed):
    before = every_book()
    installed()
    assert "mystories.balloon" in template_names()
    assert every_book() == before


def test_every_book_of_a_suite_names_the_presss_own_templates():
    for entry in get_suite("press-v1").entries:
        assert entry.plan.templates
        assert set(entry.plan.templates) <= set(TEMPLATES)


def test_a_name_of_the_press_stays_the_presss(installed):
    installed("[panelwise_press.stories]\nleak = mystories:balloon\n")
    assert get_template("leak") is TEMPLATES["leak"]
    assert len(template_names()) == len(TEMPLATES)


def test_the_command_takes_templates_by_name(installed, tmp_path, capsys):
    installed()
    out = tmp_path / "comics"
    names = ["--template", "mystories.balloon", "--template", "leak"]
    argv = ["press", *names, "--chapters", "2", "--layout", "strip", "--style", "clean"]
    assert run([*argv, "--out", str(out)]) == 0
    [book] = panelwise.open(out)
    kinds = {story.kind for story in book.stories}
    assert kinds == {"park/mystories.balloon", f"{TEMPLATES['leak'].domain}/leak"}


def test_what_is_no_template_of_that_name_is_named(installed):
    installed(
        "[panelwise_press.stories]\nmystories.other = mystories:balloon\n"
        "mystories.words = mystories:WORDS\n"
    )
    with pytest.raises(InputError, match=r"'mystories\.other' .* template 'mystories\.balloon'"):
        get_template("mystories.other")
    with pytest.raises(InputError, match=r"'mystories\.words' .* leads to a Translations"):
        get_template("mystories.words")


def test_an_unknown_template_gets_the_nearest_known_one():
    with pytest.raises(UnknownNameError, match="unknown story template 'leek'; did you mean"):
        get_template("leek")
    with pytest.raises(SettingError, match="--template leek: unknown; did you mean 'leak'"):
        book_plans(1, templates=["leek"])
