"""What models are asked: the papers' own words in ``paper``, ours beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import panelwise
from panelwise.benchmarks import (
    chromic_panel_reordering,
    printed_prompts,
    stripcipher_reordering_choice,
    stripcipher_reordering_generation,
)
from panelwise.profile import PAPER, RECOMMENDED


def test_stripcipher_is_asked_word_for_word():
    prompt = stripcipher_reordering_generation.prompt(PAPER)
    assert prompt.text == "{images}" + printed_prompts()["stripcipher.reordering"]
    assert prompt.status == "exact"


def test_the_choice_form_adds_the_options_alone():
    text = stripcipher_reordering_choice.prompt(PAPER).text
    assert text == "{images}" + printed_prompts()["stripcipher.reordering"] + "\n{options}"


def test_chromic_differs_from_the_printed_prompt_in_the_lines_about_descriptions_alone():
    ours = chromic_panel_reordering.prompt(PAPER)
    printed = printed_prompts()["chromic.description_reordering"].split("\n")
    lines = ours.text.split("\n")
    assert ours.status == "reconstructed"
    assert lines[0] == "{images}"
    assert "numbered 0 to {last}" in lines[1]
    assert lines[2:] == printed[3:]


@pytest.mark.shared
def test_the_printed_prompts_are_those_of_the_protocol(shared: Path):
    file = shared / "protocol" / "derived" / "evaluation_prompts.json"
    assert printed_prompts() == {p["id"]: p["text"] for p in json.loads(file.read_text())}


@pytest.mark.parametrize("profile", [PAPER, RECOMMENDED])
@pytest.mark.parametrize(
    "task", [chromic_panel_reordering, stripcipher_reordering_generation], ids=lambda t: t.id
)
def test_an_example_in_the_prompt_is_never_right(task, profile):
    for n in task.panels:
        example = task.example(profile, n)
        assert example is None or len(example) != n


def test_filled_prompts_hold_no_placeholder():
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        comics = Path(folder) / "comics"
        panelwise.print_comics(comics, layout="strip", style="flat", silent=True, chapters=4)
        for task in ("chromic.panel_reordering", "stripcipher.reordering_choice"):
            for profile in ("paper", "recommended"):
                out = Path(folder) / task / profile
                pack = panelwise.build(task, comics, out=out, profile=profile)
                for item in pack.items():
                    text = item.rendering.text + (item.single_image or item.rendering).text
                    assert not any(mark in text for mark in ("{N}", "{last}", "{options}", "{ex"))


def test_the_paper_keeps_pairs_and_the_shown_order(tmp_path):
    paper = chromic_panel_reordering.paper
    assert chromic_panel_reordering.panels.start == paper.smallest_order == 2
    assert paper.shuffle == "uniform"
    assert RECOMMENDED.shuffle == "non_identity"
    assert RECOMMENDED.smallest_order == 3
