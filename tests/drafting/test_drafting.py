"""Construction from end to end with a writer that knows the truth, and that errs on request."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import orjson
import pytest

from panelwise.comics import ComicImage
from panelwise.drafting import (
    PROMPTS,
    PressWriter,
    apply_drafts,
    choose_three,
    draft_descriptions,
    draft_frames,
    draft_panel_metadata,
    draft_questions,
    read_drafts,
    write_books,
)
from panelwise.errors import (
    InputError,
    PermanentError,
    RateLimitedError,
    RunError,
    SettingError,
    TransientError,
    UnavailableError,
)
from panelwise.models import Patience, Response
from panelwise.tasks import normalised


def bare(book):
    return replace(book, stories=())


def told(book):
    return {story.id: [event.description for event in story.events] for story in book.stories}


def statuses(drafts):
    return {draft.status for draft in drafts}


@pytest.mark.parametrize("paragraphs", [False, True])
@pytest.mark.parametrize("name", ["western", "manga", "strip"])
def test_descriptions_of_every_layout_become_the_events_of_the_story(name, paragraphs, request):
    book = request.getfixturevalue(name)
    drafts = draft_descriptions(bare(book), PressWriter(book, paragraphs=paragraphs))
    assert statuses(drafts) == {"accepted"}
    described = told(apply_drafts(bare(book), drafts))
    assert {name: len(texts) for name, texts in described.items()} == {
        name: len(texts) for name, texts in told(book).items()
    }
    for story in book.stories:
        for text, event in zip(described[story.id], story.events, strict=True):
            assert event.description[1:] in text  # behind a connective, before what is said


def test_western_pages_are_shown_boxed_and_japanese_ones_panel_by_panel(western, manga):
    boxed = draft_descriptions(bare(western), PressWriter(western))
    crops = draft_descriptions(bare(manga), PressWriter(manga))
    assert {len(draft.pictures) for draft in boxed} == {1}
    assert [len(draft.pictures) for draft in crops] == [len(page.panels) for page in manga.pages]
    assert {draft.prompt_id for draft in (*boxed, *crops)} == {
        "drafting.descriptions.boxed/1",
        "drafting.descriptions.crops/1",
    }
    forced = draft_descriptions(bare(western), PressWriter(western), shown="crops")
    assert statuses(forced) == {"accepted"}
    assert len(forced[0].pictures) == len(western.pages[0].panels)


def test_a_panel_is_described_by_itself_in_100_words(manga):
    drafts = draft_panel_metadata(bare(manga), PressWriter(manga))
    assert len(drafts) == sum(len(page.panels) for page in manga.pages)
    [story] = apply_drafts(bare(manga), drafts).stories
    for event, true in zip(story.events, manga.stories[0].events, strict=True):
        assert event.description.startswith(true.description)


def test_questions_of_both_sets_are_written_in_two_stages(western, described):
    drafts = draft_questions(described, PressWriter(western))
    assert statuses(drafts) == {"accepted"}
    kinds = [draft.kind for draft in drafts]
    assert kinds.count("questions") == 4  # two stories, two sets
    assert kinds.count("distractors") == 18  # a question each
    book = apply_drafts(described, drafts)
    for story in book.stories:
        panels = {event.panel for event in story.events}
        asked = [item.perspective for item in story.questions]
        assert set(asked) == {"CPT", "CAS", "IMN", "ICM", "PBP", "CFR"}
        for item in story.questions:
            options = [item.answer, *(option.text for option in item.wrong)]
            assert len({normalised(option) for option in options}) == 4
            assert set(item.evidence) <= panels
            assert {option.panel for option in item.wrong} <= panels | {None}


def test_the_second_stage_keeps_all_six_and_says_what_each_exploits(western, described):
    drafts = draft_questions(described, PressWriter(western), sets=["A"])
    for draft in drafts:
        if draft.kind == "distractors":
            assert len(draft.result["candidates"]) == 6
            later = draft.result["candidates"][3:]
            assert all(part["bias"] and part["element"] and part["panel"] for part in later)
            assert all(part["level"] in range(1, 6) for part in later)
            assert len(draft.result["chosen"]) == 3


def test_three_of_six_are_the_most_deceptive_that_can_stand_together():
    six = [
        {"text": "A cat sleeps there.", "level": None},
        {"text": "a CAT sleeps there!", "level": 5},
        {"text": "A dog barks twice.", "level": 4},
        {"text": "The right one.", "level": 5},
        {"text": "A bird sings.", "level": 2},
        {"text": "It rains.", "level": 3},
    ]
    assert choose_three("The right one", six) == [1, 2, 5]


def test_frames_carry_strong_and_weak_options_and_where_they_come_from(strip):
    drafts = draft_frames(bare(strip), PressWriter(strip), candidates=True)
    assert statuses(drafts) == {"accepted"}
    kinds = [draft.kind for draft in drafts]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "frames": 2,
        "candidate": 4,
        "weak_distractors": 4,
    }
    for draft in drafts:
        if draft.kind == "frames":
            wrong = [part["strength"] for part in draft.result["frame"]["wrong"]]
            assert wrong == ["strong"] * 3
        if draft.kind == "weak_distractors":
            assert [part["strength"] for part in draft.result["wrong"]] == ["weak"] * 3
    strong, weak = (apply_drafts(bare(strip), drafts, strength=s) for s in ("strong", "weak"))
    for ours, theirs in zip(strong.stories, weak.stories, strict=True):
        for one, other in zip(ours.questions, theirs.questions, strict=True):
            assert (one.question, one.answer) == (other.question, other.answer)
            assert not {w.text for w in one.wrong} & {w.text for w in other.wrong}
            assert (one.hidden is None) == (one.task == "narrative_comprehension")


DRESSES = {
    "markdown": {"Frame\n": "### Frame\n", "Meaning\n": "**Meaning:**\n\n", "\nA. ": "\n**A.** "},
    "brackets": {"\nA. ": "\nA) ", "\nB. ": "\n(B) ", "\nD. ": "\n- Option D: "},
    "blank lines": {"\n": "\n\n  "},
    "kinds": {"[other_story]": "[Other story]:", "[causal_reasoning]": "[CAUSAL_REASONING]"},
    "fences": {"Frame\n": "```\nFrame\n"},
}


class Dressed:
    """A writer whose answers are dressed up."""

    def __init__(self, inner, changes):
        self.inner, self.changes, self.name = inner, changes, "dressed"

    def identity(self):
        return {"writer": "dressed", "changes": self.changes}

    async def write(self, request):
        text = (await self.inner.write(request)).text
        for old, new in self.changes.items():
            text = text.replace(old, new)
        return Response(text)

    async def close(self):
        pass


@pytest.mark.parametrize("dress", DRESSES)
def test_the_layout_of_frames_is_read_in_every_dress(dress, strip):
    plain = draft_frames(bare(strip), PressWriter(strip))
    dressed = draft_frames(bare(strip), Dressed(PressWriter(strip), DRESSES[dress]))
    for one, other in zip(plain, dressed, strict=True):
        assert (other.status, other.reasons) == ("accepted", ())
        if one.kind == "frames":
            assert [one.result[k] for k in ("frame", "meaning")] == [
                other.result[k] for k in ("frame", "meaning")
            ]


def test_the_hidden_frame_is_the_second_to_last(strip):
    book = apply_drafts(bare(strip), draft_frames(bare(strip), PressWriter(strip), weak=False))
    for story, true in zip(book.stories, strip.stories, strict=True):
        [asked] = [item for item in story.questions if item.task == "frame_prediction"]
        assert asked.hidden == true.events[-2].panel


def write(kind, book, described, strip, writer, out=None):
    if kind == "descriptions":
        return draft_descriptions(bare(book), writer, out=out)
    if kind == "metadata":
        return draft_panel_metadata(bare(book), writer, out=out)
    if kind == "questions":
        return draft_questions(described, writer, sets=["A"], out=out)
    return draft_frames(bare(strip), writer, out=out)


FLAWED = [
    ("descriptions", "wrong_count", "panels are described, there are"),
    ("descriptions", "wrong_order", "not from 1 on"),
    ("descriptions", "empty", "nothing is said of panel 1"),
    ("descriptions", "identical", "same words"),
    ("descriptions", "no_layout", "was found"),
    ("descriptions", "refusal", "refused: the press would rather not"),
    ("descriptions", "cut_off", "cut off"),
    ("metadata", "too_long", "at most 100"),
    ("questions", "missing_distractor", "2 wrong answers, three are needed"),
    ("questions", "duplicate_option", "two of the four answers are the same"),
    ("questions", "unknown_panel", "panels that do not exist"),
    ("questions", "wrong_perspective", "wanted is one of each"),
    ("questions", "too_long", "make them alike"),
    ("questions", "refusal", "refused"),
    ("frames", "missing_distractor", "2 wrong answers, three are needed"),
    ("frames", "duplicate_option", "two of the four answers are the same"),
    ("frames", "too_long", "words"),
    ("frames", "no_layout", "no part frame and no part meaning"),
]


@pytest.mark.parametrize(("kind", "flaw", "reason"), FLAWED)
def test_a_flaw_is_found_told_to_the_writer_and_mended(
    kind, flaw, reason, western, described, strip
):
    known = strip if kind == "frames" else western
    drafts = write(kind, western, described, strip, PressWriter(known, flaw=flaw))
    assert statuses(drafts) == {"accepted"}
    first = drafts[0]
    assert len(first.tries) == 2
    assert reason in "; ".join(first.tries[0].reasons)
    assert not first.tries[1].reasons


@pytest.mark.parametrize(("kind", "flaw", "reason"), FLAWED)
def test_a_flaw_that_stays_is_set_aside_with_every_answer_and_reason(
    kind, flaw, reason, western, described, strip
):
    known = strip if kind == "frames" else western
    drafts = write(kind, western, described, strip, PressWriter(known, flaw=flaw, times=3))
    first = drafts[0]
    assert first.status == "for_a_person"
    assert len(first.tries) == 3
    assert all(reason in "; ".join(attempt.reasons) for attempt in first.tries)
    book = described if kind == "questions" else bare(strip if kind == "frames" else western)
    assert apply_drafts(book, [first]) == book


class Listening:
    """A writer that keeps what it was asked."""

    def __init__(self, inner):
        self.inner, self.words = inner, []
        self.name = inner.name

    def identity(self):
        return self.inner.identity()

    async def write(self, request):
        self.words.append(request.messages[-1].parts[-1].text)
        return await self.inner.write(request)

    async def close(self):
        await self.inner.close()


def test_the_second_request_is_the_first_with_the_reason_behind_it(manga):
    writer = Listening(PressWriter(manga, flaw="wrong_count"))
    page = replace(bare(manga), pages=manga.pages[:1])
    draft_descriptions(page, writer)
    first, second = writer.words
    assert second.startswith(first)
    count = len(manga.pages[0].panels)
    assert f"{count - 1} panels are described, there are {count}" in second.removeprefix(first)


def test_accepted_drafts_are_not_asked_again_and_others_are(western, tmp_path):
    file = tmp_path / "drafts.jsonl"
    draft_descriptions(bare(western), PressWriter(western), out=file, concurrency=1)
    kept = file.read_bytes()
    writer = Listening(PressWriter(western))
    drafts = draft_descriptions(bare(western), writer, out=file)
    assert writer.words == []
    assert file.read_bytes() == kept
    assert drafts == read_drafts(file)
    other = Listening(PressWriter(western, paragraphs=True))  # another writer, another draft
    draft_descriptions(bare(western), other, out=file)
    assert len(other.words) == len(western.pages)


def test_a_line_that_was_being_written_when_the_program_was_killed_is_written_anew(
    western, tmp_path
):
    file = tmp_path / "drafts.jsonl"
    drafts = draft_descriptions(bare(western), PressWriter(western), out=file, concurrency=1)
    whole = file.read_bytes()
    file.write_bytes(whole[:-100])
    assert read_drafts(file) == drafts[:1]
    assert draft_descriptions(bare(western), PressWriter(western), out=file) == drafts
    assert file.read_bytes() == whole


def test_what_was_set_aside_is_asked_again_and_the_later_line_counts(manga, tmp_path):
    file = tmp_path / "drafts.jsonl"
    writer = PressWriter(manga, flaw="refusal", times=3)
    aside = draft_descriptions(bare(manga), writer, out=file)
    assert statuses(aside) == {"for_a_person"}
    assert statuses(draft_descriptions(bare(manga), writer, out=file)) == {"accepted"}
    assert statuses(read_drafts(file)) == {"accepted"}
    assert len(file.read_text().splitlines()) == 2 * len(manga.pages)


def test_a_draft_says_everything_that_decided_it(manga):
    draft = draft_descriptions(bare(manga), PressWriter(manga))[0]
    [prompt] = [one for one in PROMPTS if one.id == draft.prompt_id]
    assert draft.prompt_sha256 == prompt.sha256
    assert draft.writer == "press:truth"
    hashes = (draft.key, draft.words_sha256, draft.writer_sha256, *draft.pictures)
    assert all(len(value) == 64 for value in hashes)
    assert orjson.loads(draft.tries[0].response)["description"].startswith("panel1 : ")


def test_a_file_that_holds_no_drafts_is_refused_in_one_line(tmp_path):
    file = tmp_path / "drafts.jsonl"
    file.write_text('{"page": "1"}\n')
    with pytest.raises(InputError, match="line 1: not a draft"):
        read_drafts(file)


class Failing:
    name = "failing"

    def __init__(self, error):
        self.error, self.asked = error, 0

    def identity(self):
        return {"writer": "failing"}

    async def write(self, request):
        self.asked += 1
        raise self.error

    async def close(self):
        pass


def test_a_fault_sets_the_draft_aside_and_a_bad_key_stops_everything(manga):
    broken = Failing(TransientError("broken line"))
    drafts = draft_descriptions(bare(manga), broken, patience=Patience(tries=2, first_wait=0.01))
    assert broken.asked == 2 * len(drafts)
    assert drafts[0].status == "for_a_person"
    assert drafts[0].reasons == ("broken line",)
    with pytest.raises(RunError, match="bad key"):
        draft_descriptions(bare(manga), Failing(PermanentError("bad key")))


def test_a_page_that_a_service_cannot_take_is_set_aside_and_the_others_are_drafted(western):
    class Picky(Failing):
        async def write(self, request):
            self.asked += 1
            if self.asked == 1:
                raise PermanentError("400 Bad Request: picture too wide")
            return await PressWriter(western).write(request)

    aside, *others = draft_descriptions(bare(western), Picky(None), concurrency=1)
    assert aside.reasons == ("400 Bad Request: picture too wide",)
    assert statuses(others) == {"accepted"}


def test_failures_that_are_all_alike_stop_everything(described):
    failing = Failing(PermanentError("bad key"))
    with pytest.raises(RunError, match="the first 3 samples failed alike: bad key; what was wri"):
        draft_questions(described, failing, sets=["A", "B"], concurrency=1)
    assert failing.asked == 3


def test_a_cap_stops_before_the_next_request_and_keeps_what_was_written(western, tmp_path):
    class Dear(Failing):
        async def write(self, request):
            self.asked += 1
            response = await PressWriter(western).write(request)
            return replace(response, cost=0.6, tokens_in=10, tokens_out=1)

    dear = Dear(None)
    with pytest.raises(RunError, match="stopped: cost cap of failing; what was written is kept"):
        draft_descriptions(
            bare(western), dear, out=tmp_path / "d.jsonl", concurrency=1, max_cost=0.5
        )
    assert dear.asked == 1
    assert len(read_drafts(tmp_path / "d.jsonl")) == 1


def test_pages_that_cannot_be_shown_are_set_aside_with_the_reason(manga):
    lost = replace(bare(manga), pages=(replace(manga.pages[0], image=None), *manga.pages[1:]))
    first, *_ = draft_descriptions(lost, PressWriter(manga))
    assert first.reasons == ("the page's image is not at hand",)
    assert first.tries == ()


def test_a_damaged_page_is_set_aside_and_the_others_are_drafted(western):
    first, *others = western.pages
    broken = replace(first, image=ComicImage.from_bytes(first.image.read()[:2000], "broken.png"))
    book = replace(bare(western), pages=(broken, *others))
    aside, *fine = draft_descriptions(book, PressWriter(western))
    assert aside.reasons == (
        "broken.png: damaged image, cannot be decoded; copy or download it again",
    )
    assert statuses(fine) == {"accepted"}


def test_a_story_that_is_described_in_part_is_set_aside(strip):
    halved = replace(strip.stories[0], events=strip.stories[0].events[:-1])
    drafts = draft_questions(replace(strip, stories=(halved,)), PressWriter(strip), sets=["A"])
    count = len(strip.stories[0].events)
    assert [draft.reasons for draft in drafts] == [(f"1 of {count} panels are not described",)]


def test_pages_are_drafted_for_the_story_that_already_stands_on_them(western):
    pages = tuple(replace(page, story=None) for page in western.pages)
    book = replace(western, pages=pages)
    drafts = draft_descriptions(book, PressWriter(western))
    described = told(apply_drafts(book, drafts))
    assert {name: len(texts) for name, texts in described.items()} == {
        name: len(texts) for name, texts in told(western).items()
    }
    alone = replace(book, stories=())
    assert list(told(apply_drafts(alone, draft_descriptions(alone, PressWriter(western))))) == [
        page.id for page in pages
    ]


def test_what_is_missing_is_said(western):
    blank = replace(western, pages=tuple(replace(p, panels=()) for p in western.pages), stories=())
    with pytest.raises(UnavailableError, match="no page has panels"):
        draft_descriptions(blank, PressWriter(western))
    with pytest.raises(UnavailableError, match="no story has descriptions"):
        draft_questions(bare(western), PressWriter(western))
    with pytest.raises(SettingError, match="no question set 'C'"):
        draft_questions(western, PressWriter(western), sets=["C"])
    with pytest.raises(SettingError, match="did you mean 'refusal'"):
        PressWriter(western, flaw="refusals")


def test_a_running_loop_is_no_obstacle(manga):
    async def notebook():
        return draft_descriptions(bare(manga), PressWriter(manga))

    assert statuses(asyncio.run(notebook())) == {"accepted"}


def test_never_more_requests_at_once_than_allowed(western, described):
    class Slow(Listening):
        at_once = most = 0

        async def write(self, request):
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            await asyncio.sleep(0.01)
            self.at_once -= 1
            return await super().write(request)

    writer = Slow(PressWriter(western))
    draft_questions(described, writer, concurrency=3)
    assert writer.most == 3


def test_written_books_open_again_with_their_stories(described, tmp_path):
    import panelwise

    write_books([described], tmp_path / "out")
    [book] = panelwise.open(tmp_path / "out")
    assert book.stories == described.stories
    assert [p.image.sha256 for p in book.pages] == [p.image.sha256 for p in described.pages]
    with pytest.raises(InputError, match="is not empty"):
        write_books([described], tmp_path / "out")


NONSENSE = ["{", '{"a":', "[{", "....x", "A.", "\n[", "Frame\nA. [" + " " * 999, "panel 1: . "]


@pytest.mark.parametrize("nonsense", NONSENSE)
def test_an_answer_of_nonsense_alone_is_set_aside_and_costs_nothing(described, strip, nonsense):
    class Nonsense(Failing):
        async def write(self, request):
            return Response(nonsense * (40_000 // len(nonsense)))

    drafts = draft_questions(described, Nonsense(None), sets=["A"])
    drafts += draft_frames(bare(strip), Nonsense(None))
    drafts += draft_descriptions(bare(strip), Nonsense(None))
    assert statuses(drafts) == {"for_a_person"}


def test_a_service_that_asks_to_wait_is_asked_again(manga):
    class Busy:
        name, capabilities, asked = "busy", None, 0

        def identity(self):
            return {"model": "busy"}

        async def generate(self, request):
            self.asked += 1
            if self.asked == 1:
                raise RateLimitedError("wait", retry_after=0.01)
            return await PressWriter(manga).write(request)

        async def close(self):
            pass

    drafts = draft_descriptions(bare(manga), Busy())
    assert statuses(drafts) == {"accepted"}
    assert len(drafts[0].tries) == 1  # no answer came, so none was rejected
