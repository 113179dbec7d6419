"""What models are asked: the papers' own words in ``paper``, ours beside them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import panelwise
from panelwise.benchmarks import (
    BENCHMARKS,
    chromic_panel_reordering,
    printed_prompts,
    stripcipher_reordering_choice,
    stripcipher_reordering_generation,
)
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks.plans import SequenceSettings
from press_packs import print_small


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


SHOWN = re.compile(
    r"\[\s*\d+\s*(?:,\s*\d+\s*)+\]"  # a list of numbers
    r"|\b\d+(?:-\d+){2,}\b"  # the same with hyphens
    r"|\"[TC]\d+\"|\"person\": \"[A-Z]\"|\"name\": \"[A-Z]\w+\""  # marks, names
    r"|\b(?:such as|e\.g\.|for example)\s*[\[{\"\d]"
)


@pytest.mark.parametrize("task_id", BENCHMARKS.names())
def test_recommended_shows_the_form_of_an_answer_and_none_that_could_be_one(task_id):
    for prompt in BENCHMARKS.get(task_id).prompts(RECOMMENDED):
        found = SHOWN.search(prompt.text)
        assert found is None, f"{prompt.id} shows {found[0]}"


def test_reordering_asks_for_one_thing():
    """The printed sentence asks for a number a frame, where an order or a letter is wanted."""
    for name in ("reordering_choice", "reordering_generation", "reordering_with_meaning"):
        task = BENCHMARKS.get(f"stripcipher.{name}")
        for prompt in task.prompts(RECOMMENDED):
            assert "Number each" not in prompt.text
            assert "numbered from 1 in the order shown" in prompt.text
            assert prompt.id.endswith("/recommended/2")
        assert all("Number each comic strip" in prompt.text for prompt in task.prompts(PAPER))


def test_filled_prompts_hold_no_placeholder():
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        comics = Path(folder) / "comics"
        print_small(comics, layout="strip", style="flat", silent=True, chapters=4)
        for task in ("chromic.panel_reordering", "stripcipher.reordering_choice"):
            for profile in ("paper", "recommended"):
                out = Path(folder) / task / profile
                pack = panelwise.build(task, comics, out=out, profile=profile)
                for item in pack.items():
                    text = item.rendering.text + (item.single_image or item.rendering).text
                    assert not any(mark in text for mark in ("{N}", "{last}", "{options}", "{ex"))


def test_the_paper_keeps_pairs_and_the_shown_order(tmp_path):
    paper = chromic_panel_reordering.paper
    theirs, ours = paper.section(SequenceSettings), RECOMMENDED.section(SequenceSettings)
    assert chromic_panel_reordering.panels.start == theirs.smallest_order == 2
    assert theirs.shuffle == "uniform"
    assert ours.shuffle == "non_identity"
    assert ours.smallest_order == 3
