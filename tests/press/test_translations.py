"""The words of stories and the names of people: data files that are checked when they are read."""

from __future__ import annotations

import random
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from panelwise.errors import InputError
from panelwise_press._cast import draw_cast
from panelwise_press._names import names
from panelwise_press._scene import LANGUAGES
from panelwise_press._template import tell
from panelwise_press.stories import TEMPLATES, Translations

WHOLE = {language: f"{language} {{child}}" for language in LANGUAGES}


def file_of(name: str) -> Path:
    """The file of words next to a story."""
    module = Path(sys.modules[TEMPLATES[name].tell.__module__].__file__)
    return module.with_name(module.stem.removeprefix("_") + ".toml")


@pytest.mark.parametrize("name", sorted(TEMPLATES))
def test_every_text_of_a_story_is_in_its_file_and_is_used(name):
    file = tomllib.loads(file_of(name).read_text(encoding="utf-8"))
    told = []
    for seed in range(30):
        story = tell(TEMPLATES[name], draw_cast(random.Random(seed)), random.Random(seed))
        beats = [*story.beats, *([story.otherwise[1]] if story.otherwise else [])]
        told += [story.title, *(line.words for beat in beats for line in beat.scene.lines)]
    texts = {repr(text) for text in told}
    assert texts == {repr(text) for text in file.values()}


def written(**texts: dict[str, str]) -> str:
    return "\n".join(
        f"[{key}]\n" + "".join(f'{language} = "{text}"\n' for language, text in table.items())
        for key, table in texts.items()
    )


@pytest.fixture
def beside(tmp_path, monkeypatch):
    """A module with a file next to it."""
    module = ModuleType("a_story")
    module.__file__ = str(tmp_path / "a_story.py")
    monkeypatch.setitem(sys.modules, "a_story", module)

    def write(text: str) -> Translations:
        (tmp_path / "words.toml").write_text(text, encoding="utf-8")
        return Translations("a_story", "words.toml", ["child", "owner"])

    return write


def test_a_whole_file_is_read(beside):
    words = beside(written(title=WHOLE, call=WHOLE))
    assert words.keys() == ["title", "call"]
    assert words["call"] == WHOLE
    assert list(words["call"]) == list(LANGUAGES)


def test_nothing_is_read_before_a_text_is_asked_for(beside):
    words = beside("no TOML at all")
    with pytest.raises(InputError):
        words["title"]


BROKEN = {
    "a missing language": (
        written(call={**WHOLE, "fr": ""}, title=WHOLE),
        r"words\.toml: \[call\] has no text for 'fr'",
    ),
    "another missing language": (
        written(call={"en": "Oh!"}),
        r"words\.toml: \[call\] has no text for 'ja'",
    ),
    "an unknown language": (
        written(call={**WHOLE, "de": "Ach!"}),
        r"words\.toml: \[call\] has 'de', which is not one of en, ja, fr, es, zh",
    ),
    "an unknown role": (
        written(call={**WHOLE, "es": "¡Ay, {chid}!"}),
        r"words\.toml: \[call\] has {chid} in 'es', which is not a role; roles: child, owner",
    ),
    "a pronoun": (
        written(call={**WHOLE, "en": "{child.she}!"}),
        r"words\.toml: \[call\] has {child\.she} in 'en', which is not a role",
    ),
    "an open brace": (
        written(call={**WHOLE, "zh": "{child"}),
        r"words\.toml: \[call\] zh: expected '}' before end of string",
    ),
    "no table": ('call = "Oh!"', r"words\.toml: \[call\] is not a table of languages"),
    "a key twice": (written(call=WHOLE) * 2, r"words\.toml: not TOML in UTF-8 .Cannot declare"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_an_error_of_one_line_with_file_and_key(what, beside):
    text, message = BROKEN[what]
    with pytest.raises(InputError, match=message) as raised:
        beside(text)["title"]
    assert "\n" not in str(raised.value)


def test_an_unknown_key_gets_the_nearest_known_one(beside):
    with pytest.raises(InputError, match=r"words\.toml: no text \[cal\]; did you mean 'call'"):
        beside(written(call=WHOLE))["cal"]


def test_a_file_that_is_not_there_is_named(beside):
    with pytest.raises(InputError, match=r"none\.toml: No such file or directory"):
        Translations("a_story", "none.toml")["title"]


def test_names_are_short_and_no_two_of_a_pronoun_begin_alike():
    for pronoun, known in names().items():
        assert len(known) >= 10, "five of a pronoun in a book, and as many when it is renamed"
        assert len({name["en"][0] for name in known}) == len(known), pronoun
        assert all(len(text) <= 6 for name in known for text in name.values())
        assert all(list(name) == list(LANGUAGES) for name in known)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("she = []\nhe = []", "words.toml: she is not a list of names"),
        ('she = [{ latin = "Anna", ja = "アンナ" }]', "she: name 1 needs exactly latin, ja, zh"),
        (
            'she = [{ latin = "A", ja = "ア", zh = "安" }, { latin = "A", ja = "ア", zh = "安" }]',
            "she has 'A' twice",
        ),
    ],
)
def test_a_broken_list_of_names_is_an_error_of_one_line(text, message, beside):
    beside(text)
    names.cache_clear()
    with pytest.raises(InputError, match=message):
        names("a_story", "words.toml")
