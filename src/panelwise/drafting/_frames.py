"""Options for a strip's target frame and its meaning, with strong and weak wrong ones.

Source: specification SC-9 to SC-11, 3.5 (P1, P-distractor, P3). Strong wrong answers misread the
frame convincingly; weak ones are wrong on purpose. Which is which stays with every option, because
accuracy rises to about 90 % with weak ones. The right option is D in the draft and gets a place
when items are built.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Literal

from panelwise.comics import Book
from panelwise.drafting._checks import distinct_options, known_errors, matched_length, word_count
from panelwise.drafting._draft import Check, Draft, DraftReading, Job, accepted, answered
from panelwise.drafting._pictures import frame_row, panel_crop
from panelwise.drafting._printed import PRINTED, ProfileName, is_paper
from panelwise.drafting._printed_answers import UNNAMED
from panelwise.drafting._prompts import (
    CANDIDATE_FRAME,
    CANDIDATE_MEANING,
    FRAMES,
    WEAK_DISTRACTORS,
)
from panelwise.drafting._session import CONCURRENCY, Asking, Session, run_session
from panelwise.drafting._strips import StoryStrip, as_books, strips
from panelwise.drafting._writer import Writer
from panelwise.errors import UnavailableError
from panelwise.models import Model, Patience
from panelwise.tasks import normalised
from panelwise.workers import StepProgress

About = Literal["frame", "meaning"]
ABOUT: tuple[About, ...] = ("frame", "meaning")
QUESTION: dict[About, str] = {
    "frame": "What happens in the blank panel?",
    "meaning": "What story do these panels tell, and what does it mean?",
}
STRIP_PANELS = range(3, 9)  # SC: 3 to 8 frames; fewer have no second-to-last frame between others
# Words asked for (specification 3.5), and five either way, because models count badly.
WORDS: dict[About, range] = {"frame": range(25, 46), "meaning": range(35, 56)}
SENTENCES = 3
CANDIDATE_WORDS = 35
CANDIDATE_SLACK = 5
# Possessive and bounded: an answer of dots or of blanks must not cost minutes.
_SECTION = re.compile(
    r"^[^\w\n]*+(frame|meaning|options[ ]in[ ]q[12])[^\w\n]*+$", re.IGNORECASE | re.MULTILINE
)
_ABOUT: dict[str, About] = {"options in q1": "frame", "options in q2": "meaning"}
_RIGHT = re.compile(r"^[^\w\n]*+right[ ]answer[ ]?([12])?[^\w\n]*+([A-D])\b.*+$", re.I | re.M)
_END = re.compile(r"^[^\w\n]*+(?:right[ ]answer|question[ ]?[12]|reasoning[ ]chain)", re.I | re.M)
_PRINTED_QUESTION: dict[About, str] = {
    "frame": "Based on the overall story, what is happening in the second-to-last frame (Pic2) of"
    " the comic strip?",
    "meaning": "What happened in comic strip (Pic1)? Describe the whole story in detail, then"
    " analyze its implicit meaning.",
}
_OPTION = re.compile(
    r"^[^\w\n]*+(?:option[ ])?([A-D])[.):][^\w\n\[\"'“‘]*+(?=[\[\w\"'“‘])",
    re.IGNORECASE | re.MULTILINE,
)
_KIND = re.compile(r"\A[\W\d]{0,8}?\[([\w \t]{1,40})\][ :.\-]*+")
_SENTENCE_END = re.compile(
    r"(?<![.!?…])[.!?…]++[\"'”’」]*+(?=\s|\Z)|(?<![。！？])[。！？]++",
)


def draft_frames(
    books: Book | Sequence[Book],
    writer: Writer | Model,
    *,
    weak: bool = True,
    candidates: bool = False,
    profile: ProfileName = "recommended",
    out: str | Path | None = None,
    concurrency: int = CONCURRENCY,
    max_cost: float | None = None,
    patience: Patience | None = None,
    progress: StepProgress | None = None,
) -> list[Draft]:
    """Let a writer tell the second-to-last frame and the meaning of every strip, rightly and not.

    Args:
        books: comics with panels; a strip is a story of 3 to 8 panels, or a page of as many.
        writer: who writes; it sees the whole strip and the frame.
        weak: also draft three weak wrong answers to each question.
        candidates: also draft short answers from the strip with its frame left blank, for people
            to choose from (SC-9); call once for each model.
        profile: ``paper`` asks in the printed words (StripCipher Figures 9 and 11), which name no
            kinds of error, and for one misleading option at a time.
        out: a file of drafts; accepted drafts in it are not asked again.
        concurrency: most requests at once.
        max_cost: US dollars for this call; when reached, nothing more is sent.
        patience: how long to bear with the service.
        progress: called as drafts are finished.

    Returns:
        Drafts of kind ``frames``, then ``candidate``, then ``weak_distractors``.

    Raises:
        UnavailableError: when there is no strip.
        RunError: when the writer cannot be reached, or ``max_cost`` is.
    """
    found = [one for one in strips(as_books(books)) if len(one.panels) in STRIP_PANELS]
    if not found:
        raise UnavailableError("no story has 3 to 8 panels; give strips with so many panels")
    paper = is_paper(profile)

    async def work(session: Session) -> list[Draft]:
        first = await session.write([_frames_job(strip, paper) for strip in found])
        jobs = [
            _candidate_job(strip, about, paper) for strip in found for about in ABOUT if candidates
        ]
        if paper:
            asked = await session.write(jobs)
            return first + asked + (await _one_by_one(session, found, first) if weak else [])
        jobs += [
            _weak_job(strip, about, draft)
            for strip, draft in zip(found, first, strict=True)
            if weak and accepted([draft], "frames")
            for about in ABOUT
        ]
        return first + await session.write(jobs)

    return run_session(writer, out, Asking(concurrency, max_cost, patience), progress, work)


async def _one_by_one(
    session: Session, found: Sequence[StoryStrip], first: Sequence[Draft]
) -> list[Draft]:
    """Three misleading options to each question in the printed words, none twice."""
    asked = [
        (strip, about, (draft.result or {})[about])
        for strip, draft in zip(found, first, strict=True)
        if accepted([draft], "frames")
        for about in ABOUT
    ]
    done: list[Draft] = []
    for number in (1, 2, 3):
        before = [[one for one in done if _same(one, strip, about)] for strip, about, _ in asked]
        jobs = [
            _printed_weak_job(*one, number, _wrong_texts(own))
            for one, own in zip(asked, before, strict=True)
        ]
        done += await session.write(jobs)
    return done


def _wrong_texts(drafts: Sequence[Draft]) -> list[str]:
    kept = [draft.result or {} for draft in accepted(drafts, "weak_distractors")]
    return [part["text"] for result in kept for part in result["wrong"]]


def _same(draft: Draft, strip: StoryStrip, about: About) -> bool:
    target = draft.target
    return (target.book, target.story) == (strip.book.id, strip.story) and target.part.startswith(
        about
    )


def read_frames(text: str, paper: bool = False) -> DraftReading:
    """The two questions of P3's layout: under ``Frame`` and ``Meaning`` options A to D, D right.

    The printed layout (``Options in Q1:``, ``Right Answer 1: D``) is read, too; its answers
    (``paper``) name no kind of error.
    """
    misplaced = [match[2] for match in _RIGHT.finditer(text) if match[2].upper() != "D"]
    sections = _sections(text)
    missing = [about for about in ABOUT if about not in sections]
    if missing:
        why = f"there is no part {' and no part '.join(missing)} with options A to D"
        return DraftReading(None, (Check("layout", why),))
    result: dict[str, Any] = {"reasoning": text[: _SECTION.search(text).start()].strip()}  # type: ignore[union-attr]
    fault = f"the right answer is to be D, not {', '.join(misplaced)}"
    checks = [Check("layout"), Check("right_is_d", fault if misplaced else None)]
    for about, options in sections.items():
        result[about] = _question_of(about, options, paper)
        checks += _frame_checks(about, result[about], paper)
    return DraftReading(result, tuple(checks))


def read_weak(text: str, about: About, taken: Sequence[str]) -> DraftReading:
    """Three wrong answers, a line each, each opening with its kind of error in brackets."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    wrong = [_wrong(line, "weak") for line in lines]
    texts = [part["text"] for part in wrong]
    longest = WORDS[about][-1]
    long = [words for words in texts if word_count(words) > longest]
    repeated = {normalised(words) for words in texts} & {normalised(words) for words in taken}
    checks = (
        distinct_options(taken[0], texts),
        Check("new", "an answer is there already" if repeated else None),
        known_errors([part["error"] for part in wrong]),
        matched_length(taken[0], texts),
        Check("words", f"an answer has more than {longest} words" if long else None),
    )
    return DraftReading({"about": about, "answer": taken[0], "wrong": wrong}, checks)


def _printed_weak_job(
    strip: StoryStrip, about: About, asked: dict[str, Any], number: int, before: Sequence[str]
) -> Job:
    """The printed wording: one option a request, with the strip as candidates see it."""
    taken = [asked["answer"], *(part["text"] for part in asked["wrong"]), *before]

    def read(text: str) -> DraftReading:
        words = text.strip()
        repeated = normalised(words) in {normalised(other) for other in taken}
        longest = WORDS[about][-1]
        long = f"{word_count(words)} words, at most {longest}"
        checks = (
            Check("new", "the answer is there already" if repeated else None),
            Check("words", long if word_count(words) > longest else None),
        )
        wrong = [{"text": words, "error": UNNAMED, "strength": "weak"}]
        return DraftReading({"about": about, "answer": taken[0], "wrong": wrong}, checks)

    prompt = PRINTED[f"stripcipher.distractor.{about}"]
    return Job(
        "weak_distractors",
        strip.target(f"{about} {number}"),
        prompt,
        prompt.fill(question=_PRINTED_QUESTION["meaning"]),
        answered(read),
        (frame_row(strip.panels, _blank(strip, about)),),
    )


def _blank(strip: StoryStrip, about: About) -> int | None:
    return len(strip.panels) - 2 if about == "frame" else None


def _frames_job(strip: StoryStrip, paper: bool) -> Job:
    problem = strip.problem
    target = strip.panels[-2]
    pictures = () if problem else (frame_row(strip.panels), panel_crop(*target))
    prompt = PRINTED["stripcipher.frames"] if paper else FRAMES
    return Job(
        "frames",
        strip.target(),
        prompt,
        prompt.text,
        answered(partial(read_frames, paper=paper)),
        pictures,
        problem=problem,
    )


def _weak_job(strip: StoryStrip, about: About, draft: Draft) -> Job:
    assert draft.result is not None
    asked = draft.result[about]
    taken = [asked["answer"], *(part["text"] for part in asked["wrong"])]
    words = WEAK_DISTRACTORS.fill(
        question=QUESTION[about],
        answer=asked["answer"],
        limit=35 if about == "frame" else 50,
        sentences=" in three sentences" if about == "meaning" else "",
    )
    read = answered(partial(read_weak, about=about, taken=taken))
    return Job("weak_distractors", strip.target(about), WEAK_DISTRACTORS, words, read)


def _candidate_job(strip: StoryStrip, about: About, paper: bool) -> Job:
    def read(text: str) -> DraftReading:
        words, most = word_count(text), CANDIDATE_WORDS + CANDIDATE_SLACK
        reason = f"{words} words, at most {CANDIDATE_WORDS}" if words > most else None
        return DraftReading({"about": about, "text": text.strip()}, (Check("words", reason),))

    prompt = CANDIDATE_FRAME if about == "frame" else CANDIDATE_MEANING
    if paper:
        prompt = PRINTED[f"stripcipher.candidate.{about}"]
    return Job(
        "candidate",
        strip.target(about),
        prompt,
        prompt.text,
        answered(read),
        () if strip.problem else (frame_row(strip.panels, _blank(strip, about)),),
        problem=strip.problem,
    )


def _sections(text: str) -> dict[About, dict[str, str]]:
    """The options of each part by letter; of a letter that comes twice, the later one."""
    found: dict[About, dict[str, str]] = {}
    for name, body in _parts(_SECTION, text):
        options = {
            letter.upper(): _unwrapped(" ".join(words.split()).strip("*` "))
            for letter, words in _parts(_OPTION, _END.split(body, maxsplit=1)[0])
        }
        if options:
            own: About = "frame" if name.lower() == "frame" else "meaning"
            found[_ABOUT.get(name.lower(), own)] = options
    return found


def _parts(opening: re.Pattern[str], text: str) -> list[tuple[str, str]]:
    """What each opening names, and the text from it to the next."""
    marks = list(opening.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return [(mark[1], text[mark.end() : end]) for mark, end in zip(marks, ends, strict=False)]


def _unwrapped(text: str) -> str:
    """An option without the brackets that the printed layout puts around all of it."""
    whole = text.startswith("[") and text.endswith("]") and "]" not in text[:-1]
    return text[1:-1].strip() if whole else text


def _question_of(about: About, options: dict[str, str], paper: bool) -> dict[str, Any]:
    wrong = [_wrong(options[letter], "strong") for letter in "ABC" if letter in options]
    if paper:
        wrong = [part | {"error": part["error"] or UNNAMED} for part in wrong]
    return {"question": QUESTION[about], "answer": options.get("D", ""), "wrong": wrong}


def _wrong(text: str, strength: str) -> dict[str, str]:
    kind = _KIND.match(text)
    error = "_".join(kind[1].lower().split()) if kind else ""
    rest = text[kind.end() :] if kind else text
    return {"text": rest.strip(), "error": error, "strength": strength}


def _frame_checks(about: About, asked: dict[str, Any], paper: bool) -> list[Check]:
    wrong = [part["text"] for part in asked["wrong"]]
    where = f"{about}: "
    checks = [
        distinct_options(asked["answer"], wrong, where),
        known_errors([] if paper else [part["error"] for part in asked["wrong"]], where),
        matched_length(asked["answer"], wrong, where),
    ]
    wanted = WORDS[about]
    off = [str(n) for text in (asked["answer"], *wrong) if (n := word_count(text)) not in wanted]
    why = f"{where}options of {', '.join(off)} words, wanted are {wanted[5]} to {wanted[-6]}"
    checks.append(Check("words", why if off else None))
    if about == "meaning":
        texts = (asked["answer"], *wrong)
        broken = [text for text in texts if len(_SENTENCE_END.findall(text)) != SENTENCES]
        why = f"{where}every option is to have three sentences"
        checks.append(Check("sentences", why if broken else None))
    return checks
