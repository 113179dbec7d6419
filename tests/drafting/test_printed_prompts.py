"""The papers' own construction prompts: carried word for word, asked, and their layouts read.

Source: CHROMIC Figures 6-9; StripCipher Figures 9 and 11; ComicVQA App. A; MangaVQA Table A.
"""

from __future__ import annotations

import re
from dataclasses import replace
from importlib.resources import files

import orjson
import pytest

from panelwise.cli import run
from panelwise.comics.formats import get_format
from panelwise.drafting import (
    PROMPTS,
    PressWriter,
    apply_drafts,
    draft_descriptions,
    draft_frames,
    draft_panel_metadata,
    draft_questions,
    draft_reading_questions,
    read_drafts,
    write_books,
)
from panelwise.errors import SettingError
from panelwise.models import Response

ENTRIES = orjson.loads(
    files("panelwise.drafting").joinpath("protocol/construction_prompts.json").read_bytes()
)
PRINTED = {prompt.id: prompt for prompt in PROMPTS if prompt.status == "exact"}


class Says:
    """A writer that gives its answers in turn and keeps the words that it was asked."""

    name = "test:says"

    def __init__(self, *answers):
        self.answers, self.words = list(answers), []

    def identity(self):
        return {"writer": self.name}

    async def write(self, request):
        self.words.append(request.messages[0].parts[-1].text)
        return Response(self.answers[min(len(self.words), len(self.answers)) - 1])

    async def close(self):
        return


def plain(text):
    """Without spaces, hyphens at line ends, list marks and formulas' signs."""
    return re.sub(r"[\s\-*_`#]+", "", text.replace("$\\geq 3$", "≥ 3"))


@pytest.mark.shared
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["id"])
def test_every_carried_prompt_stands_whole_in_its_paper(entry, shared):
    paper = (shared / "papers" / f"{entry['paper'].lower()}.txt").read_text("utf-8")
    assert plain(entry["text"]) in plain(paper)


def test_each_printed_prompt_is_a_wording_with_its_places():
    assert len(PRINTED) == len(ENTRIES) == 12
    for entry in ENTRIES:
        prompt = PRINTED[f"drafting.{entry['id']}/paper/1"]
        assert entry["paper"] in prompt.source
        for printed, name in entry["placeholders"].items():
            assert printed in entry["text"]
            assert printed not in prompt.text
            assert "{" + name + "}" in prompt.text


def test_a_book_is_described_and_asked_about_in_the_papers_words(western):
    bare, writer = replace(western, stories=()), PressWriter(western)
    drafts = draft_descriptions(bare, writer, profile="paper")
    told = apply_drafts(bare, drafts)
    assert [story.events for story in told.stories] == [
        story.events for story in apply_drafts(bare, draft_descriptions(bare, writer)).stories
    ]
    drafts += draft_questions(told, writer, profile="paper")
    drafts += draft_frames(told, writer, profile="paper", candidates=True)
    drafts += draft_panel_metadata(bare, writer, profile="paper")
    assert [draft.reasons for draft in drafts if draft.status != "accepted"] == []
    asked = {draft.prompt_id for draft in drafts}
    assert asked == {name for name in PRINTED if "mangavqa" not in name}
    for strength in ("strong", "weak"):
        [story, *_] = apply_drafts(told, drafts, strength=strength).stories
        kinds = {question.task for question in story.questions}
        assert kinds == {"chrono_mcq", "frame_prediction", "narrative_comprehension"}
        assert all(len({w.text for w in question.wrong}) == 3 for question in story.questions)


def test_the_papers_questions_have_their_kinds_in_the_printed_order(western):
    drafts = draft_questions(western, PressWriter(western), sets=["B"], profile="paper")
    [first, *_] = [draft for draft in drafts if draft.kind == "questions"]
    kinds = [question["perspective"] for question in first.result["questions"]]
    assert kinds == ["CPT", "IMN", "ICM", "PBP", "CFR"]
    own = draft_questions(western, PressWriter(western), sets=["B"])
    assert [q["answer"] for q in first.result["questions"]] == [
        q["answer"] for q in own[0].result["questions"]
    ]


BARE_QUESTIONS = "\n\n".join(
    f"### {letter}) Kind {letter}\nQ{k}: What came {k}th?\nA{k}: Step {k}.\n"
    f"Explanation: Panels 1-3 tell it, by causal reasoning."
    for k, letter in enumerate("ABCD", 1)
)
THREE = """**Distractor 1:** She never left.
- **Comic element it draws from:** the door in Panel 2
- **Cognitive bias:** false causation
- **Deception level:** 4

**Distractor 2:** She left before.
- Element: the hat
- Bias: reversed order
- Level: 3/5

3. She left by the window.
- Draws from: panel 1
- Bias: transposition
- Rating: 5 (near miss)"""


def test_pairs_without_wrong_answers_get_three_from_the_second_stage(western):
    """The printed prompt of stage 1 asks for pairs; three wrong answers come with stage 2."""
    drafts = draft_questions(
        western, Says(BARE_QUESTIONS, THREE), sets=["A"], profile="paper", concurrency=1
    )
    asked, *wrong = [draft for draft in drafts if draft.target.story == western.stories[0].id]
    assert (asked.status, asked.reasons) == ("accepted", ())
    assert asked.result["questions"][1] == {
        "perspective": "IMN", "question": "What came 2th?", "answer": "Step 2.",
        "panels": [1, 2, 3], "distractors": [],
        "explanation": "Panels 1-3 tell it, by causal reasoning.",
    }  # fmt: skip
    [first, *_] = wrong
    assert [
        (part["text"], part["panel"], part["bias"], part["level"])
        for part in first.result["candidates"]
    ] == [
        ("She never left.", 2, "false causation", 4),
        ("She left before.", None, "reversed order", 3),
        ("She left by the window.", 1, "transposition", 5),
    ]
    assert {part["error"] for part in first.result["candidates"]} == {"unspecified"}


def test_a_right_answer_that_is_not_d_is_asked_again(western):
    told = PressWriter(western)
    [draft, *_] = draft_frames(western, told, profile="paper", weak=False)
    good = draft.tries[0].response
    writer = Says(good.replace("Right Answer 1: D", "Right Answer 1: B"), good)
    [draft, *_] = draft_frames(western, writer, profile="paper", weak=False, concurrency=1)
    assert draft.reasons == ("the right answer is to be D, not B",)
    assert draft.status == "accepted"
    assert not any("Right Answer" in part["text"] for part in draft.result["frame"]["wrong"])
    assert "Right Answer" not in draft.result["meaning"]["answer"]


def test_japanese_pages_are_asked_about_in_japanese_and_others_in_the_translation(western):
    japanese = "\n".join(f"質問{k}： 何が{k}番ですか？\n回答： 犬{k}" for k in range(1, 6))
    page = next(page for page in western.pages if page.texts)
    texts = tuple(replace(text, contents={"ja": "犬"}) for text in page.texts)
    for pages, labels in (((replace(page, texts=texts),), "質問: ["), ((page,), "Question: [")):
        writer = Says(japanese)
        [draft] = draft_reading_questions(
            replace(western, pages=pages, stories=()), writer, profile="paper"
        )
        assert draft.status == "accepted"
        assert draft.result["pairs"][4]["answer"] == "犬5"
        assert labels in writer.words[0]
        assert "OCR ANNOTATION HERE" not in writer.words[0]
    with pytest.raises(SettingError, match="includes the texts"):
        draft_reading_questions(western, Says(""), shown="none", profile="paper")


def test_the_command_takes_the_profile(western, tmp_path, capsys):
    write_books([western], tmp_path / "book")
    out = tmp_path / "drafts.jsonl"
    command = ["draft", "vqa", str(tmp_path / "book"), "--model", "press:truth", "--out", str(out)]
    assert run([*command, "--profile", "paper"]) == 0
    assert {draft.prompt_id for draft in read_drafts(out)} == {
        "drafting.mangavqa.reading.en/paper/1"
    }
    assert run([*command, "--profile", "papers"]) == 2
    assert "did you mean 'paper'" in capsys.readouterr().err
    assert get_format("page-json").sniff(tmp_path / "book" / "pages.jsonl")
