"""Synthetic questions about pages (MV-7): what is asked, how it is read, what becomes of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from loopback import chat
from panelwise.benchmarks import build
from panelwise.cli import run
from panelwise.comics.formats import get_format
from panelwise.drafting import (
    PressWriter,
    apply_drafts,
    draft_reading_questions,
    read_drafts,
    reading_pairs,
    why_fewer,
    write_books,
)
from panelwise.errors import SettingError, UnavailableError
from panelwise.models import OpenAIModel, Response, TextPart

FIVE = "\n".join(f"Question: What is thing {k}?\nAnswer: It is {k}." for k in range(1, 6))


class Says:
    """A writer that gives its answers in turn and keeps what it was asked."""

    name = "test:says"

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked = list(answers), []

    def identity(self):
        return {"writer": self.name}

    async def write(self, request):
        self.asked.append(request)
        return Response(self.answers[min(len(self.asked), len(self.answers)) - 1])

    async def close(self):
        return

    @property
    def words(self):
        return [part.text for r in self.asked for part in r.messages[0].parts[-1:]]


def bare(book):
    return replace(book, stories=())


def one_page(book):
    return replace(bare(book), pages=book.pages[:1])


def test_the_press_answers_every_page_from_its_truth(western):
    drafts = draft_reading_questions(bare(western), PressWriter(western))
    assert [(draft.kind, draft.status, len(draft.tries)) for draft in drafts] == [
        ("reading", "accepted", 1)
    ] * len(western.pages)
    truth = {(q.question, q.answer) for story in western.stories for q in story.questions}
    pairs = reading_pairs(drafts)
    assert len(pairs) == 5 * len(western.pages)
    assert {(pair.question, pair.answer) for pair in pairs} <= truth
    assert drafts[0].prompt_id == "drafting.reading.text/1"
    assert len(drafts[0].pictures) == 1


@pytest.mark.parametrize("shown", ["none", "text", "text+position"])
def test_the_writer_sees_the_page_and_as_much_of_its_texts_as_asked(western, shown):
    writer, book = Says(FIVE), one_page(western)
    text = book.pages[0].texts[0]
    [draft] = draft_reading_questions(book, writer, shown=shown)
    assert draft.status == "accepted"
    assert len(writer.asked[0].images) == 1
    assert (f" {text.content}\n" in writer.words[0]) == (shown != "none")
    assert (str(list(text.box.rounded())) in writer.words[0]) == (shown == "text+position")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (f"Here you are:\n{FIVE}", "line 1 was to be \"Question: …\", but is 'Here you are:'"),
        (f"{FIVE}\nQuestion: And?", "the last question has no answer"),
        (f"{FIVE}\nQuestion: And?\nAnswer: No.", "6 pairs; 5 were asked for"),
        ("Question: A?\nQuestion: B?", 'line 2 was to be "Answer: …"'),
        ("Question: A?\nFewer: no", 'line 2 was to be "Answer: …"'),
        ("Fewer: no\nQuestion: A?", "line 2 was to be nothing more"),
        ("Question: A?\nAnswer: B\nQuestion: a\nAnswer: C", "two of the questions are the same"),
        ("Fewer: it is a title page", "no pair: it is a title page"),
    ],
)
def test_what_is_not_as_asked_is_asked_again_once_with_the_reason(western, answer, reason):
    writer = Says(answer, FIVE)
    [draft] = draft_reading_questions(one_page(western), writer)
    assert draft.status == "accepted"
    assert draft.tries[0].reasons[0].startswith(reason)
    assert reason in writer.words[1]
    stubborn = Says(answer)
    [draft] = draft_reading_questions(one_page(western), stubborn)
    assert (draft.status, len(stubborn.asked)) == ("for_a_person", 2)
    assert not reading_pairs([draft])


def test_fewer_than_five_are_kept_with_the_reason(western):
    told = "Question: A?\nAnswer: B.\nFewer: the page is almost empty."
    [draft] = draft_reading_questions(one_page(western), Says(told))
    assert draft.status == "accepted"
    assert why_fewer([draft]) == {"the page is almost empty.": 1}
    [silent] = draft_reading_questions(one_page(western), Says("Question: A?\nAnswer: B."))
    assert why_fewer([silent]) == {"1 of 5; the writer did not say why": 1}


def test_pages_that_cannot_be_asked_about_are_set_aside_unasked(western):
    page = western.pages[0]
    pages = (
        replace(page, id="silent", texts=()),
        replace(page, id="wordless", texts=(replace(page.texts[0], contents={}),)),
        replace(page, id="unread", texts=None),
        replace(page, id="lost", image=None),
        replace(page, id="advert", advert=True),
    )
    writer = Says(FIVE)
    drafts = draft_reading_questions(replace(bare(western), pages=pages), writer)
    assert not writer.asked
    assert {draft.target.part: draft.reasons for draft in drafts} == {
        "silent": ("the page has no text",),
        "wordless": ("the page has no text",),
        "unread": ("nobody has read the texts of the page; see panelwise read",),
        "lost": ("the image of the page is not at hand",),
        "advert": ("the page is an advert",),
    }
    [draft] = draft_reading_questions(
        replace(bare(western), pages=pages[2:3]), writer, shown="none"
    )
    assert draft.status == "accepted"
    with pytest.raises(UnavailableError, match="no page"):
        draft_reading_questions(replace(western, pages=()), writer)
    with pytest.raises(SettingError, match="unknown annotation 'texts'; did you mean 'text'"):
        draft_reading_questions(western, writer, shown="texts")


def test_refused_pages_are_set_aside_with_the_reason(western):
    writer = PressWriter(western, flaw="refusal", times=2)
    drafts = draft_reading_questions(bare(western), writer)
    assert {draft.status for draft in drafts} == {"for_a_person"}
    assert drafts[0].reasons[-1] == "it was refused: the press would rather not"


def test_applied_pairs_are_open_questions_that_a_benchmark_asks(western, tmp_path):
    page = western.pages[0]
    words = page.texts[0].content
    writer = Says(
        f"Question: Who shouts?\nAnswer: {words}\nQuestion: 彼はなぜ怒る？\nAnswer: Why not."
    )
    book = apply_drafts(one_page(western), draft_reading_questions(one_page(western), writer))
    [story] = book.stories
    assert [(q.task, q.answer_type, q.interrogative) for q in story.questions] == [
        ("reading", "exact", "who"),
        ("reading", "descriptive", "why"),
    ]
    assert story.author == "test:says"
    assert {ref.page for ref in story.questions[0].evidence} == {page.id}
    assert apply_drafts(book, draft_reading_questions(book, writer)).stories == book.stories
    write_books([book], tmp_path / "asked")
    pack = build("mangavqa.manga_vqa", tmp_path / "asked", out=tmp_path / "pack")
    assert [item.gold["question"] for item in pack.items()] == ["Who shouts?", "彼はなぜ怒る？"]


def test_pairs_join_what_a_story_holds_already(western):
    drafts = draft_reading_questions(bare(western), Says(FIVE))
    told = apply_drafts(western, draft_reading_questions(western, Says(FIVE)))
    for before, after in zip(western.stories, told.stories, strict=True):
        assert after.events == before.events
        assert after.causes == before.causes
        assert len(after.questions) == len(before.questions) + 5
    assert len(drafts) == len(western.pages)


def test_accepted_pages_are_not_asked_again(western, tmp_path):
    writer = Says(FIVE)
    for _ in range(2):
        draft_reading_questions(bare(western), writer, out=tmp_path / "d.jsonl")
    assert len(writer.asked) == len(western.pages)


@pytest.fixture
def served():
    """A chat server on loopback that gives five pairs."""
    with chat(lambda body: FIVE) as server:
        yield server


def test_a_model_over_http_is_sent_page_and_texts_and_is_recorded(served, western):
    url = served.url
    [draft] = draft_reading_questions(one_page(western), OpenAIModel("m", url))
    assert (draft.status, draft.writer) == ("accepted", f"{url}#m")
    picture, words = served.bodies[0]["messages"][0]["content"]
    assert picture["image_url"]["url"].startswith("data:image/png;base64,")
    assert western.pages[0].texts[0].content in words["text"]
    assert isinstance(words["text"], str)
    assert TextPart(words["text"]).text.endswith("says why.")


def test_from_pages_to_questions_on_the_command_line(western, tmp_path, capsys):
    for name, book in (("true", western), ("bare", bare(western))):
        for page in book.pages:
            path = tmp_path / name / page.image.relative
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(page.image.read())
        get_format("page-json").write([book], tmp_path / name / "pages.jsonl")
    comics, drafts = str(tmp_path / "bare"), str(tmp_path / "d.jsonl")
    asked = ["draft", "vqa", comics, "--model", f"press:{tmp_path / 'true'}", "--out", drafts]
    assert run([*asked, "--annotation", "text"]) == 0
    assert f"{len(western.pages)} drafts accepted, 0 for a person" in capsys.readouterr().err
    assert run(["draft", "apply", comics, drafts, "--out", str(tmp_path / "asked")]) == 0
    capsys.readouterr()
    [book] = get_format("page-json").read(tmp_path / "asked" / "pages.jsonl")
    made = [question for story in book.stories for question in story.questions]
    assert len(made) == len(reading_pairs(read_drafts(drafts))) == 5 * len(western.pages)
    assert run([*asked, "--annotation", "words"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    torn = tmp_path / "torn.jsonl"
    torn.write_bytes(Path(drafts).read_bytes()[:200])
    assert run(["draft", "apply", comics, str(torn), "--out", str(tmp_path / "none")]) == 2
    assert "torn.jsonl: no finished draft" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
