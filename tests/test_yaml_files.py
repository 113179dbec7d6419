"""Mistakes in YAML files: one line with the file, the line, what is wrong and what to do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from panelwise.errors import InputError
from panelwise.files import first_fault
from panelwise.yaml_files import YamlForm, yaml_value

MISTAKES = [
    ("a:\n\t- b\n", 2, "a tab", "indent with spaces"),
    ("tasks: [a, b\nmodels: x\n", 1, "bracket", "add ']'"),
    ("{a: b", 1, "bracket", "add '}'"),
    ("a: 1\nb: 'x\nc: y\n", 2, "quotation mark", "close it"),
    ('a: "x\n', 1, "quotation mark", "close it"),
    ('a: "\\q"\n', 1, "backslash", "single quotes"),
    ("a: b: c\n", 1, "a ':' where none may be", "between quotes"),
    ("a: b\nc: @x\n", 2, "begins with '@'", "between quotes"),
    ("a: *x\n", 1, "", "between quotes"),
    ("a: !foo x\n", 1, "the tag !foo", "remove it"),
    ("a: b\n---\nc: d\n", 2, "second document", "remove the line ---"),
    ("- a\nb: c\n", 2, "continue the lines above", "indent keys"),
    ("a: - b\n", 1, "a list begins", "lines of its own"),
    ("? [a]\n: b\n", 1, "used as a key", "write a text"),
    ("a: b\nc: \x07\n", 2, "U+0007", "remove it"),
    ("tasks: [\n", 1, "the file ends", "close each ["),
    ("a: 1:2:x\nb", 2, "no ':'", "key: value"),
]


@pytest.mark.parametrize(("text", "line", "what", "remedy"), MISTAKES)
def test_a_mistake_is_one_line_with_its_place_and_a_remedy(text, line, what, remedy):
    with pytest.raises(InputError) as caught:
        yaml_value(text.encode(), "my.yaml")
    said = str(caught.value)
    assert said.startswith(f"my.yaml, line {line}: not YAML (")
    assert what in said
    assert remedy in said
    assert not {"\n", "^", "<"} & set(said), "the parser's own words"


def test_text_in_another_encoding_names_its_line():
    with pytest.raises(InputError, match=r"^my\.yaml, line 2: not UTF-8 text; save the file"):
        yaml_value("a: b\nc: é".encode("latin-1"), "my.yaml")


@given(st.text())
def test_any_text_is_a_value_or_one_line(text):
    said = "my.yaml"
    try:
        yaml_value(text.encode(errors="replace"), "my.yaml")
    except InputError as error:
        said = str(error)
    assert said.startswith("my.yaml")
    assert len(said.splitlines()) == 1


def test_an_unknown_key_is_named_with_the_nearest():
    class Form(YamlForm):
        models: str = ""
        tasks: str = ""

    with pytest.raises(ValidationError) as caught:
        Form.model_validate({"modles": "x"})
    expected = "unknown key 'modles'; did you mean 'models'? Known: models, tasks"
    assert first_fault(caught.value) == expected
