"""The words of world questions: five languages in a TOML file, checked when they are read."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

import panelwise
from panelwise.cli import run
from panelwise.comics import PanelRef, StoryQuestion
from panelwise.errors import InputError, SettingError
from panelwise_press import BookPlan
from panelwise_press._scene import LANGUAGES
from panelwise_press._telling import Telling
from panelwise_press.stories import Translations
from panelwise_press.worlds import (
    FamilyPlan,
    QuestionTexts,
    Variable,
    WorldQuestion,
    by,
    family_plans,
)
from panelwise_press.worlds._family_truth import truth_of_world

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "press.md").read_text("utf-8")
CUPS = Path(__file__).with_name("cups.toml").read_text("utf-8")
SAME = by("who", "cup")
QUESTIONS = (
    WorldQuestion("what", "chrono_mcq", SAME, ("end",)),
    WorldQuestion("blank", "frame_prediction", SAME, ("end",)),
    WorldQuestion("if", "chrono_mcq", by("who", "state"), ("end",)),
)
VARIABLES = (Variable("who", ("a", "b")), Variable("cup", ("full", "broken")))


def words_of(contents: str, folder: Path, monkeypatch) -> Translations:
    """A file with these contents, next to a module."""
    module = ModuleType("a_world")
    module.__file__ = str(folder / "a_world.py")
    monkeypatch.setitem(sys.modules, "a_world", module)
    (folder / "cups.toml").write_text(contents, "utf-8")
    return Translations("a_world", "cups.toml", ["a", "b"])


@pytest.fixture
def texts_of(tmp_path, monkeypatch):
    """The texts of a file with these contents."""

    def write(contents: str) -> QuestionTexts:
        words = words_of(contents, tmp_path, monkeypatch)
        return QuestionTexts(words, QUESTIONS, VARIABLES, ["a", "b"])

    return write


def test_an_option_is_made_of_every_combination_of_its_parts(texts_of):
    text = texts_of(CUPS)["what"]
    assert list(text.ask) == list(LANGUAGES)
    assert list(text.options) == ["a full", "a broken", "b full", "b broken"]
    assert text.options["b full"] == {
        "en": "{b} has it, and it is whole.",
        "ja": "{b}が持っていて、こわれていない。",
        "fr": "C'est la tasse de {b}, et elle est intacte.",
        "es": "La tiene {b}, y está entera.",
        "zh": "杯子在{b}手里，完好无损。",
    }


def test_what_every_template_asks_alike_is_written_once(texts_of):
    own = '[questions.blank.en]\nask = "What is blank?"'
    assert texts_of(CUPS)["blank"].ask["fr"] == "Que se passe-t-il dans la case vide ?"
    assert (
        texts_of(CUPS.replace("[questions.blank.en]", own))["blank"].ask["en"] == "What is blank?"
    )


def test_words_that_are_the_same_in_every_language_are_written_once(texts_of):
    swapped = '[questions.what]\nwho = { a = "{b}", b = "{a}" }\n\n[questions.what.en]'
    options = texts_of(CUPS.replace("[questions.what.en]", swapped))["what"].options
    assert options["a full"]["en"] == "{b} has it, and it is whole."
    assert options["a full"]["zh"] == "杯子在{b}手里，完好无损。"


def test_the_example_of_the_guide_has_no_fault(tmp_path, monkeypatch):
    [example] = [
        text for text in re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL) if "[questions." in text
    ]
    words = words_of(example, tmp_path, monkeypatch)
    variables = (Variable("landing", ("mud", "bucket")), Variable("finder", ("a", "b")))
    question = WorldQuestion("cpt", "chrono_mcq", by("landing", "finder"), ("find",))
    assert list(QuestionTexts(words, [question], variables, ["a", "b"]).faults()) == []


def test_nothing_is_read_before_a_text_is_used(texts_of):
    texts = texts_of("no TOML at all")
    assert list(texts) == ["what", "blank", "if"]
    with pytest.raises(InputError, match=r"cups\.toml: not TOML in UTF-8"):
        texts["what"]


BROKEN = {
    "a missing language": (
        (CUPS[CUPS.index("[questions.what.ja]") : CUPS.index("[questions.what.fr]")], ""),
        r"\[questions\.what\.ja\] is missing",
    ),
    "an unknown language": (
        ("[questions.what.ja]", "[questions.what.de]"),
        r"\[questions\.what\] has 'de', which is not one of en, ja, fr, es, zh",
    ),
    "a missing text": (
        ('ask = "杯子怎么样了？"', ""),
        r"\[questions\.what\.zh\] has no text 'ask'",
    ),
    "an unknown key": (
        ('cup = { full = "está', 'cups = { full = "está'),
        r"\[questions\.what\.es\] has 'cups', which is not one of ask, option, who, cup",
    ),
    "a question that nobody asks": (
        ("[questions.if.en]", "[questions.why.en]"),
        r"\[questions\.why\] is not asked",
    ),
    "a part without words": (
        ('state = { dry = "vide", wet = "pleine" }', ""),
        r"\[questions\.if\.fr\] has no words for 'state'",
    ),
    "a part that the option leaves out": (
        ("{who} la tendría {state}.", "{who} la tendría."),
        r"\[questions\.if\.es\]: option has no {state}",
    ),
    "a missing value of a variable": (
        ('cup = { full = "完好无损", broken = "摔碎了" }', 'cup = { full = "完好无损" }'),
        r"\[questions\.blank\.zh\]: 'cup' needs words for full, broken",
    ),
    "other values than in English": (
        ('dry = "からの"', 'empty = "からの"'),
        r"\[questions\.if\.ja\] has other options than in English: a empty, a wet, b empty",
    ),
    "an unknown role": (
        ("Qu'arrive-t-il à la tasse", "Qu'arrive-t-il à la tasse de {c}"),
        r"\[questions\.what\.fr\]: 'ask' has {c}, which is not one of a, b",
    ),
    "options of different lengths": (
        ('broken = "se rompe"', 'broken = "se rompe en mil pedazos"'),
        r"\[questions\.blank\] es: options of 31 to 42 characters",
    ),
    "two equal options": (
        ('broken = "こわれる"', 'broken = "こわれない"'),
        r"\[questions\.blank\] ja: has 2 different options; 4 are needed",
    ),
    "options that end in different characters": (
        (
            '{who}会拿着{state}杯子。"\nstate = { dry = "没有茶的"',
            '{who}会有{state}"\nstate = { dry = "没茶吗"',
        ),
        r"\[questions\.if\] zh: options end in different characters",
    ),
    "a person in some options only": (
        ('full = "est intacte"', 'full = "reste à {a}"'),
        r"\[questions\.what\] fr: some people are named in more options than others: a, b",
    ),
    "other people than in English": (
        ('"está rota" }', '"está rota" }\nwho = { a = "{b}", b = "{a}" }'),
        r"\[questions\.what\] es: option 'a full' names other people than in English",
    ),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_text_is_an_error_of_one_line_with_file_and_place(what, texts_of):
    (old, new), message = BROKEN[what]
    assert CUPS.count(old) == 1
    texts = texts_of(CUPS.replace(old, new))
    with pytest.raises(InputError, match=rf"cups\.toml: {message}") as raised:
        texts["what"]
    assert "\n" not in str(raised.value)


def asked(plan: FamilyPlan) -> dict[str, StoryQuestion]:
    """The questions of one world, by task."""
    world = plan.worlds[0]
    story = plan.story(world)
    refs = tuple(PanelRef("001", at) for at in range(len(story.beats)))
    telling = Telling("story1", story, refs, plan.book.language, False)
    return {one.task: one for one in truth_of_world(plan, telling, world, {}).questions}


def test_questions_and_names_are_in_the_language_of_the_book():
    plan = FamilyPlan("lost-and-found", BookPlan(3, language="ja"), "ja")
    blank = asked(plan)["frame_prediction"]
    assert (blank.language, blank.question) == ("ja", "空白のコマでは何が起きていますか。")
    names = {role: person.names["ja"] for role, person in plan.cast.items()}
    world = plan.worlds[0]
    finder, owner = names[world["finder"]], names[world["owner"]]
    assert blank.answer == f"{finder}がきれいになったおもちゃを{owner}にわたす。"


def test_english_questions_spell_names_as_the_book_does():
    plan = FamilyPlan("lost-and-found", BookPlan(3, language="zh"), "en")
    blank = asked(plan)["frame_prediction"]
    names = {role: person.names["zh"] for role, person in plan.cast.items()}
    world = plan.worlds[0]
    assert blank.language == "en"
    assert blank.answer == (
        f"{names[world['finder']]} hands the clean toy to {names[world['owner']]}."
    )


def test_the_language_of_questions_is_chosen_for_all_families():
    plans = family_plans(5, language="any", seed=2)
    assert {plan.asked_in for plan in plans} == set(LANGUAGES)
    assert all(plan.asked_in == plan.book.language for plan in plans)
    english = family_plans(5, language="any", seed=2, questions="en")
    assert {plan.asked_in for plan in english} == {"en"}
    same = [one.id == two.id for one, two in zip(plans, english, strict=True)]
    assert same == [plan.book.language == "en" for plan in plans]
    with pytest.raises(SettingError, match="--questions jp: unknown; use book or en"):
        family_plans(1, questions="jp")


def test_the_command_refuses_an_unknown_language_of_questions(tmp_path, capsys):
    argv = ["press", "--worlds", "1", "--questions", "jp", "--out", str(tmp_path / "books")]
    assert run(argv) != 0
    assert "--questions jp: unknown; use book or en" in capsys.readouterr().err


@pytest.mark.slow
def test_the_command_draws_a_japanese_book_with_english_questions(tmp_path):
    argv = ["press", "--worlds", "1", "--template", "bent-wheel", "--style", "ink"]
    argv += ["--layout", "strip", "--language", "ja", "--questions", "en"]
    assert run([*argv, "--out", str(tmp_path / "books")]) == 0
    [book, *_] = panelwise.open(tmp_path / "books")
    questions = book.stories[0].questions
    assert book.source.language == "ja"
    assert {question.language for question in questions} == {"en"}
    assert questions[0].question == "What does the person in the workshop do, in which order?"
