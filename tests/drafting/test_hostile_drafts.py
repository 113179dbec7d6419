"""Files of drafts that somebody edited, cut, or never drafted."""

from __future__ import annotations

import copy

import orjson
import pytest

from drafting.conftest import bare
from panelwise.comics import Book
from panelwise.drafting import (
    PressWriter,
    apply_drafts,
    draft_frames,
    draft_reading_questions,
    read_drafts,
)
from panelwise.drafting._draft import DraftFile
from panelwise.drafting._results import fault_of
from panelwise.errors import InputError


@pytest.fixture(scope="module")
def lines(western: Book, strip: Book) -> dict[str, dict]:
    """One accepted draft of a kind, as its file holds it."""
    made = [
        *draft_reading_questions(western, PressWriter(western)),
        *draft_frames(bare(strip), PressWriter(strip), weak=False),
    ]
    return {one.kind: orjson.loads(orjson.dumps(one, default=list)) for one in made}


WRONG = [None, "x", 7, [], {}, [None], ["x"], {"pairs": 3}, {"pairs": [None]}, {"pairs": [{}]}]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
@pytest.mark.parametrize("kind", ["reading", "frames"])
def test_an_accepted_draft_has_the_result_of_its_kind(kind, wrong, lines, tmp_path):
    file = tmp_path / "drafts.jsonl"
    file.write_bytes(orjson.dumps(lines[kind] | {"result": wrong}) + b"\n")
    with pytest.raises(InputError, match=r"drafts\.jsonl, line 1: not a draft \(.*; give a file"):
        read_drafts(file)


@pytest.mark.parametrize(
    ("kind", "result", "said"),
    [
        ("descriptions", {"descriptions": ["a"]}, "1 descriptions of 2 panels"),
        ("frames", None, "result.must be"),
        ("weak_distractors", {"about": "end", "wrong": []}, "result.about: "),
        ("text_only", {"question": "q", "options": 0, "right": 0, "chosen": 0}, "result.options: "),
        ("candidate", {"about": "frame", "text": 7}, "result.text: "),
        (
            "distractors",
            {
                "question": {"question": "?", "answer": "!", "perspective": "CAS", "panels": [3]},
                "candidates": [],
                "chosen": [],
            },
            "panel 3 of 2",
        ),
        (
            "distractors",
            {
                "question": {"question": "?", "answer": "!", "perspective": "CAS", "panels": [1]},
                "candidates": [],
                "chosen": [0],
            },
            "chosen [0] of 0 candidates",
        ),
    ],
)
def test_numbers_and_counts_fit_the_panels(kind, result, said, lines):
    panels = [("1", 0), ("1", 1)]
    assert said in (fault_of(kind, result, panels) or "")


def test_a_draft_about_panels_that_are_not_there_is_refused(lines, western):
    line = copy.deepcopy(lines["reading"])
    line["target"]["panels"] = [["nowhere", 0]]
    from pydantic import TypeAdapter

    from panelwise.drafting import Draft

    with pytest.raises(InputError, match="panel 1 of page 'nowhere', which 'western' does not"):
        apply_drafts(western, [TypeAdapter(Draft).validate_python(line)])


@pytest.mark.parametrize("held", [b"my notes, without an end of line", b"notes\n", b"PK\x03\x04"])
def test_a_file_that_is_none_of_drafts_is_left_as_it_is(held, tmp_path):
    file = tmp_path / "notes.txt"
    file.write_bytes(held)
    with pytest.raises(InputError, match=r"notes\.txt"):
        DraftFile(file)
    assert file.read_bytes() == held


def test_a_draft_that_was_being_written_is_cut_off(lines, tmp_path):
    file = tmp_path / "drafts.jsonl"
    whole = orjson.dumps(lines["reading"]) + b"\n"
    file.write_bytes(whole + whole[:40])
    DraftFile(file)
    assert file.read_bytes() == whole
