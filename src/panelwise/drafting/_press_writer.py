"""A writer that knows the truth of comics of the press, and can be made to err.

It is asked like any model, through words and pictures alone: it knows its pages by their pictures
and its stories by their sentences. So the whole construction runs without a model or a key, and
each check can be seen to fail and to be mended.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Literal, cast, get_args

import orjson

from panelwise.comics import Book, Event, Page, PanelRef, Story
from panelwise.drafting._frames import ABOUT, WORDS, About
from panelwise.drafting._press_answers import (
    frame_options,
    more_distractors,
    panel_words,
    reading_words,
    set_of_questions,
    weak_options,
)
from panelwise.drafting._press_descriptions import plain_story, written_descriptions
from panelwise.drafting._press_gallery import gallery, picture_hash
from panelwise.drafting._press_printed import (
    distractor_lines,
    frame_lines,
    is_filled,
    japanese_labels,
    question_lines,
)
from panelwise.drafting._printed import PRINTED
from panelwise.drafting._prompts import (
    AGAIN,
    CANDIDATE_FRAME,
    CANDIDATE_MEANING,
    DESCRIBE_BOXED,
    DESCRIBE_CROPS,
    DESCRIBE_PAGE,
    DISTRACTORS,
    FRAMES,
    PANEL_METADATA,
    QUESTIONS_A,
    QUESTIONS_B,
    READING,
    READING_POSITIONS,
    READING_TEXT,
    TEXT_ONLY,
    WEAK_DISTRACTORS,
)
from panelwise.drafting._questions import QUESTION_SETS
from panelwise.drafting._strips import StoryStrip, as_books, strips
from panelwise.errors import SettingError, UnsupportedRequestError
from panelwise.models import Request, Response, TextPart
from panelwise.registry import did_you_mean
from panelwise.tasks import normalised

Flaw = Literal[
    "wrong_count",
    "wrong_order",
    "empty",
    "identical",
    "missing_distractor",
    "duplicate_option",
    "unknown_panel",
    "wrong_perspective",
    "too_long",
    "no_layout",
    "refusal",
    "cut_off",
]
FLAWS: tuple[Flaw, ...] = get_args(Flaw)
Answering = Callable[[str, Sequence[str], Flaw | None], str]
_LONG = " and so on and on" * 40


class PressWriter:
    """Writes the truth of the press's comics in the layout that each prompt asks for.

    Args:
        books: comics whose stories are known.
        flaw: what is wrong with the first ``times`` answers to each prompt, where it applies.
        times: how many are flawed; from 3 on no draft is ever accepted.
        paragraphs: describe in paragraphs opened by ``Panel X:`` instead of JSON.
        knows_by_heart: answer questions also without the comic, as a model does that has read it.

    Raises:
        SettingError: for an unknown flaw.
    """

    name = "press:truth"

    def __init__(
        self,
        books: Book | Sequence[Book],
        *,
        flaw: Flaw | None = None,
        times: int = 1,
        paragraphs: bool = False,
        knows_by_heart: bool = False,
    ) -> None:
        if flaw is not None and flaw not in FLAWS:
            raise SettingError(f"no flaw '{flaw}'; {did_you_mean(flaw, FLAWS)}")
        self._books = as_books(books)
        self._flaw = flaw
        self._times = times
        self._paragraphs = paragraphs
        self._knows_by_heart = knows_by_heart
        self._asked: Counter[str] = Counter()
        self._strips: list[StoryStrip] = []
        # Each panel's event, and its description as the press would write it.
        self._written: dict[tuple[str, PanelRef], tuple[Event, str]] = {}
        for strip in strips(self._books):
            if strip.annotated is not None:
                story = plain_story(strip.annotated)
                self._strips.append(replace(strip, annotated=story))
                written = written_descriptions(strip.book, story)
                for event in story.events:
                    self._written[strip.book.id, event.panel] = event, written[event.panel]
        self._answers = {
            item.question: item.answer
            for book in self._books
            for story in book.stories
            for item in story.questions
        }
        self._known: dict[str, dict[str, Any]] = {}  # by sort of picture: hash → what it shows

    def identity(self) -> dict[str, Any]:
        """The press, what it errs in, and which books it knows."""
        return {
            "writer": self.name,
            "books": [book.id for book in self._books],
            "flaw": self._flaw,
            "times": self._times,
            "paragraphs": self._paragraphs,
            "knows_by_heart": self._knows_by_heart,
        }

    async def write(self, request: Request) -> Response:
        """The truth, or what the flaw makes of it.

        Raises:
            UnsupportedRequestError: for a prompt, a picture or a story that it does not know.
        """
        words = "".join(
            part.text
            for message in request.messages
            for part in message.parts
            if isinstance(part, TextPart)
        )
        asked = words.partition(AGAIN)[0]
        pictures = tuple(image.sha256 for image in request.images)
        self._asked[f"{asked}{pictures}"] += 1
        flaw = self._flaw if self._asked[f"{asked}{pictures}"] <= self._times else None
        if flaw == "refusal":
            return Response("I'm sorry.", refusal="the press would rather not", model=self.name)
        if flaw == "no_layout":
            return Response("", model=self.name) if not pictures else Response("It is a comic.")
        answer = self._answer(asked, pictures, flaw)
        if flaw == "cut_off":
            return Response(answer[: len(answer) // 2], finish_reason="length", model=self.name)
        return Response(answer, model=self.name)

    async def close(self) -> None:
        """Nothing to let go of."""

    def _answer(self, words: str, pictures: Sequence[str], flaw: Flaw | None) -> str:
        for prompt, answer in (
            (DESCRIBE_BOXED, self._describe),
            (DESCRIBE_CROPS, self._describe),
            (DESCRIBE_PAGE, self._describe),
            (PANEL_METADATA, self._metadata),
            (QUESTIONS_A, self._questions),
            (QUESTIONS_B, self._questions),
            (DISTRACTORS, self._distractors),
            (FRAMES, self._frames),
            (WEAK_DISTRACTORS, self._weak),
            (CANDIDATE_FRAME, self._candidate),
            (CANDIDATE_MEANING, self._candidate),
            (TEXT_ONLY, self._text_only),
            (READING, self._reading),
            (READING_TEXT, self._reading),
            (READING_POSITIONS, self._reading),
        ):
            if words.startswith(prompt.text.partition("{")[0]):
                return answer(words, pictures, flaw)
        for id_, printed_answer, layout in self._printed():
            if is_filled(PRINTED[id_], words):
                return layout(printed_answer(words, pictures, flaw))
        raise UnsupportedRequestError("press:truth has no answer to this prompt; name a model")

    def _printed(self) -> Sequence[tuple[str, Answering, Callable[[str], str]]]:
        """The papers' wordings: who answers, and how that is put in the layout that they print."""
        return (
            ("chromic.descriptions", self._describe, str),
            ("chromic.questions.A", self._questions, question_lines),
            ("chromic.questions.B", self._questions, question_lines),
            ("chromic.distractors", self._distractors, distractor_lines),
            ("stripcipher.frames", self._frames, frame_lines),
            ("stripcipher.distractor.frame", self._one_weak, str),
            ("stripcipher.distractor.meaning", self._one_weak, str),
            ("stripcipher.candidate.frame", self._candidate, str),
            ("stripcipher.candidate.meaning", self._candidate, str),
            ("comicvqa.panel_metadata", self._metadata, str),
            ("mangavqa.reading.ja", self._reading, japanese_labels),
            ("mangavqa.reading.en", self._reading, str),
        )

    def _describe(self, words: str, pictures: Sequence[str], flaw: Flaw | None) -> str:
        book, page = self._seen_page(pictures)
        parts = [
            [at + 1, self._known_panel(book, page.id, at)[1]] for at in range(len(page.panels))
        ]
        if flaw == "wrong_count":
            parts.pop()
        elif flaw == "wrong_order":
            parts.reverse()
        elif flaw == "empty":
            parts[0][1] = ""
        elif flaw == "identical":
            parts[-1][1] = parts[0][1]
        if self._paragraphs:
            return " ".join(f"Panel {number}: {text}" for number, text in parts)
        listed = " ; ".join(f"panel{number} : {text}" for number, text in parts)
        return orjson.dumps({"description": f"{listed} ;"}).decode()

    def _metadata(self, words: str, pictures: Sequence[str], flaw: Flaw | None) -> str:
        book, page, at = self._seen("panels", pictures)
        event, _ = self._known_panel(book, page.id, at)
        return panel_words(event) + (_LONG if flaw == "too_long" else "")

    def _questions(self, words: str, pictures: Sequence[str], flaw: Flaw | None) -> str:
        story, foreign = self._story(words)
        first = words.startswith(QUESTIONS_A.text[:30])
        first = first or is_filled(PRINTED["chromic.questions.A"], words)
        one = QUESTION_SETS["A" if first else "B"]
        made = set_of_questions(story, one, foreign)
        self._answers.update({item["question"]: item["answer"] for item in made})
        if flaw == "wrong_perspective":
            made[0]["perspective"] = made[1]["perspective"]
        elif flaw == "unknown_panel":
            made[0]["panels"] = [*made[0]["panels"], len(story.events) + 1]
        elif flaw == "too_long":
            made[0]["answer"] += _LONG
        _add_flaw(made[0], flaw)
        return _fenced({"questions": made})

    def _distractors(self, words: str, pictures: Sequence[str], flaw: Flaw | None) -> str:
        story, foreign = self._story(words)
        answer = _after("Right answer: ", words) or _after("\nAnswer: ", words)
        existing = re.findall(r"^- (.+)$", words, re.MULTILINE)
        made = more_distractors(story, answer, existing, foreign)
        if flaw == "unknown_panel":
            made[0]["panel"] = len(story.events) + 1
        _add_flaw({"answer": answer, "distractors": made}, flaw)
        return _fenced({"distractors": made})

    def _frames(self, words: str, pictures: Sequence[str], flaw: Flaw | None) -> str:
        strip = self._seen("rows", pictures)
        parts = ["Reasoning: the frames are read from first to last."]
        for about in ABOUT:
            options = frame_options(strip.annotated, about, self._foreign(strip), WORDS[about])
            if flaw == "missing_distractor":
                options.pop(0)
            elif flaw == "duplicate_option":
                options[0] = (options[0][0], options[-1][1])
            elif flaw == "too_long":
                options[-1] = ("", options[-1][1] + _LONG)
            parts.append(about.capitalize())
            letters = "ABCD"[-len(options) :]
            parts += [
                f"{letter}. {f'[{error}] ' if error else ''}{text}"
                for letter, (error, text) in zip(letters, options, strict=True)
            ]
        return "\n".join(parts)

    def _weak(self, words: str, pictures: Sequence[str], flaw: Flaw | None) -> str:
        answer = _after("Right answer: ", words)
        about: About = "meaning" if "three sentences" in words else "frame"
        strip = next(one for one in self._strips if self._is_about(one, about, answer))
        assert strip.annotated is not None
        options = weak_options(strip.annotated, about, self._foreign(strip), WORDS[about])
        if flaw == "missing_distractor":
            options.pop()
        elif flaw == "duplicate_option":
            options[0] = options[1]
        elif flaw == "too_long":
            options[0] = (options[0][0], options[0][1] + _LONG)
        return "\n".join(f"[{error}] {text}" for error, text in options)

    def _candidate(self, words: str, pictures: Sequence[str], flaw: Flaw | None) -> str:
        blank = words.startswith(
            (CANDIDATE_FRAME.text[:30], PRINTED["stripcipher.candidate.frame"].text[:30])
        )
        strip = self._seen("blanked" if blank else "rows", pictures)
        about: About = "frame" if blank else "meaning"
        text = frame_options(strip.annotated, about, self._foreign(strip), range(20, 31))[-1][1]
        return text + (_LONG if flaw == "too_long" else "")

    def _one_weak(self, words: str, pictures: Sequence[str], flaw: Flaw | None) -> str:
        """Another wrong answer each time that it is asked about a strip."""
        frame = is_filled(PRINTED["stripcipher.distractor.frame"], words)
        about: About = "frame" if frame else "meaning"
        strip = self._seen("blanked" if about == "frame" else "rows", pictures)
        options = weak_options(strip.annotated, about, self._foreign(strip), WORDS[about])
        times = self._asked[f"{words}{tuple(pictures)}"]
        return options[(times - 1) % len(options)][1] + (_LONG if flaw == "too_long" else "")

    def _text_only(self, words: str, pictures: Sequence[str], flaw: Flaw | None) -> str:
        """The first option, unless it knows by heart: then all orders together are chance."""
        question = words.partition("\n\n")[2].partition("\n\n")[0]
        if self._knows_by_heart:
            for letter, text in re.findall(r"^([A-H])\. (.+)$", words, re.MULTILINE):
                if text == self._answers.get(question):
                    return str(letter)
        return "A"

    def _reading(self, words: str, pictures: Sequence[str], flaw: Flaw | None) -> str:
        book, page = self._seen("pages", pictures)
        return reading_words(book, page, flaw)

    def _seen(self, sort: str, pictures: Sequence[str]) -> Any:
        """What a picture shows."""
        if sort not in self._known:
            self._known[sort] = {
                picture_hash(picture): what
                for picture, what in gallery(sort, self._books, self._strips)
            }
        try:
            return self._known[sort][pictures[0]]
        except (KeyError, IndexError):
            problem = "the ground truth has no such picture; give the folder with its pages.jsonl"
            raise UnsupportedRequestError(problem) from None

    def _seen_page(self, pictures: Sequence[str]) -> tuple[Book, Page]:
        """The page that is shown: with numbered frames, bare, or panel by panel."""
        sorts = ("boxes", "pages", "crops") if len(pictures) == 1 else ("crops",)
        for sort in sorts[:-1]:
            with suppress(UnsupportedRequestError):
                return cast(tuple[Book, Page], self._seen(sort, pictures))
        return cast(tuple[Book, Page], self._seen(sorts[-1], pictures))

    def _known_panel(self, book: Book, page: str, at: int) -> tuple[Event, str]:
        try:
            return self._written[book.id, PanelRef(page, at)]
        except KeyError:
            problem = f"the ground truth has no event in panel {at + 1} of page {page}; complete it"
            raise UnsupportedRequestError(problem) from None

    def _story(self, words: str) -> tuple[Story, list[str]]:
        """The story that a prompt describes, and the sentences of others."""
        lines = set(re.findall(r"^Panel \d+: (.+)$", words, re.MULTILINE))

        def shared(strip: StoryStrip) -> int:
            known = [self._written.get((strip.book.id, ref)) for ref in strip.refs]
            return len(lines & (_sentences(strip) | {one[1] for one in known if one}))

        best = max(self._strips, key=shared, default=None)
        if best is None or best.annotated is None or not shared(best):
            raise UnsupportedRequestError("the ground truth has no such story; name a model")
        return best.annotated, self._foreign(best)

    def _foreign(self, strip: StoryStrip) -> list[str]:
        """What other stories tell, those of the same book and people first."""
        own = _sentences(strip)
        others = sorted(self._strips, key=lambda one: one.book.id != strip.book.id)
        sentences = {text: None for one in others for text in sorted(_sentences(one) - own)}
        return list(sentences)

    def _is_about(self, strip: StoryStrip, about: About, answer: str) -> bool:
        if strip.annotated is None or len(strip.panels) < 3:
            return False
        right = frame_options(strip.annotated, about, self._foreign(strip), WORDS[about])[-1][1]
        return normalised(right) == normalised(answer)


def _sentences(strip: StoryStrip) -> set[str]:
    return {event.description for event in strip.annotated.events} if strip.annotated else set()


def _add_flaw(item: dict[str, Any], flaw: Flaw | None) -> None:
    if flaw == "missing_distractor":
        item["distractors"].pop()
    elif flaw == "duplicate_option":
        item["distractors"][0]["text"] = item["answer"]


def _after(mark: str, words: str) -> str:
    return words.partition(mark)[2].partition("\n")[0]


def _fenced(value: Any) -> str:
    """JSON as models like to give it."""
    return "```json\n" + orjson.dumps(value, option=orjson.OPT_INDENT_2).decode() + "\n```"
