"""What the press would answer to a drafting prompt: the truth, in the layout that is asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from panelwise.comics import (
    Book,
    Event,
    Page,
    PanelRef,
    Perspective,
    Story,
    StoryQuestion,
    WrongOption,
)
from panelwise.drafting._checks import matched_length, word_count
from panelwise.drafting._frames import About
from panelwise.drafting._questions import QuestionSet
from panelwise.tasks import normalised

# True of no story of the press; for books that hold too few sentences to borrow from.
_NOWHERE = (
    "Everybody walks away from the place without having done anything at all.",
    "A stranger comes along and takes every single thing away with him.",
    "It rains until the street and all the houses stand deep under water.",
    "All of them fall asleep on the floor and wake up as old people.",
    "The whole house is carried off by a storm and lands upon a distant hill.",
    "They find a chest of gold and buy a castle with four towers.",
    "A bear dances on the table while the neighbours clap their hands.",
    "Nobody is there any more; only an umbrella is left lying on the ground.",
)
_ON_AND_ON = (
    "and the strip goes on from this picture to the next one without a single word being said by"
    " anybody who is to be seen in it, so that all of it must be read from the pictures"
)


def set_of_questions(
    story: Story, one: QuestionSet, foreign: Sequence[str]
) -> list[dict[str, Any]]:
    """One question of each kind that the set asks for, with three wrong answers each."""
    used: set[str] = set()
    made = []
    for perspective in one.perspectives:
        item = _true_question(story, perspective, used, last=one.name == "B")
        item = item or _neighbour(story, perspective, used, foreign)
        used.add(item.question)
        made.append(_as_json(story, item, one.least_panels))
    return made


def reading_words(book: Book, page: Page, flaw: str | None = None) -> str:
    """Up to five open questions that the page alone answers, in the layout of MV-7's prompt."""
    pairs = [
        [item.question, item.answer]
        for story in book.stories
        for item in story.questions
        if item.task == "reading" and _is_of_page(item, story, page)
    ][:5]
    if pairs and flaw == "wrong_count":
        pairs = (pairs * 6)[:6]
    elif pairs and flaw == "identical":
        pairs = [pairs[0], pairs[0]]
    elif pairs and flaw == "empty":
        pairs[0][1] = ""
    lines = [line for asked, said in pairs for line in (f"Question: {asked}", f"Answer: {said}")]
    if len(pairs) < 5:
        lines.append("Fewer: the press knows no other question that this page alone answers.")
    return "\n".join(lines)


def _is_of_page(item: StoryQuestion, story: Story, page: Page) -> bool:
    """Whether a page answers a question; "the third panel" is the story's, not the page's."""
    if any(ref.page != page.id for ref in item.evidence):
        return False
    alone = all(event.panel.page == page.id for event in story.events)
    return alone or "panel" not in item.question


def more_distractors(
    story: Story, answer: str, taken: Iterable[str], foreign: Sequence[str]
) -> list[dict[str, Any]]:
    """Three more wrong answers: what other stories tell, which is wrong of this one."""
    out = {normalised(text) for text in (answer, *taken)}
    pool = [text for text in (*foreign, *_NOWHERE) if normalised(text) not in out]
    chosen = _nearest(answer, pool)
    panels = len(story.events)
    return [
        {
            "text": text,
            "error": "other_story",
            "panel": 1 + at % panels,
            "element": f"the figures of panel {1 + at % panels}",
            "bias": "somebody who is known from elsewhere is taken for the one who acts",
            "level": 3 + at % 3,
        }
        for at, text in enumerate(chosen)
    ]


def frame_options(
    story: Story, about: About, foreign: Sequence[str], words: range
) -> list[tuple[str, str]]:
    """Kind of error and text of three strong wrong options, then the right one without a kind."""
    answer, wrong = _frame_truth(story, about, foreign)
    tell = _frame_words if about == "frame" else _meaning_words
    return [(error, tell(story, text, words)) for error, text in [*wrong, ("", answer)]]


def weak_options(
    story: Story, about: About, foreign: Sequence[str], words: range
) -> list[tuple[str, str]]:
    """Kind of error and text of three wrong options that are far from any story."""
    answer, strong = _frame_truth(story, about, foreign)
    taken = {text for _, text in strong}
    tell = _frame_words if about == "frame" else _meaning_words
    pool = [text for text in _NOWHERE if text not in taken]
    return [("other_story", tell(story, text, words)) for text in _nearest(answer, pool)]


def _frame_truth(
    story: Story, about: About, foreign: Sequence[str]
) -> tuple[str, list[tuple[str, str]]]:
    task = "frame_prediction" if about == "frame" else "narrative_comprehension"
    asked = next((item for item in story.questions if item.task == task), None)
    if asked is not None:
        return asked.answer, [(option.error, option.text) for option in asked.wrong]
    answer = story.events[-2].description if about == "frame" else "all ends well"
    wrong = _nearest(answer, (*foreign, *_NOWHERE))
    return answer, [("other_story", text) for text in wrong]


def panel_words(event: Event) -> str:
    """All that is known of a panel, in a few sentences."""
    parts = [event.description]
    if event.place:
        when = {"day": " by day", "evening": " in the evening", "night": " at night"}
        place = event.place.replace("_", " ")
        parts.append(f"The scene is the {place}{when.get(event.time or '', '')}.")
    if event.feeling:
        parts.append(f"The one who acts looks {event.feeling}.")
    return " ".join(parts)


def _true_question(
    story: Story, perspective: Perspective, used: set[str], *, last: bool
) -> StoryQuestion | None:
    """A question of the story's own, the last or the first that fits."""
    own = [
        item
        for item in story.questions
        if item.task == "chrono_mcq"
        and item.perspective == perspective
        and item.question not in used
        and not matched_length(item.answer, [option.text for option in item.wrong]).reason
    ]
    return own[-1 if last else 0] if own else None


def _neighbour(
    story: Story, perspective: Perspective, used: set[str], foreign: Sequence[str]
) -> StoryQuestion:
    """Where the story has no question of a kind: what comes right after a panel, or before."""
    events = story.events
    texts = [event.description for event in events]
    pairs = [("after", k, k + 1) for k in range(len(events) - 1)]
    pairs += [("before", k + 1, k) for k in range(len(events) - 1)]
    pairs += [("after the panel that follows", k, k + 2) for k in range(len(events) - 2)]
    asked = {
        f"What is shown right {where} this: {texts[k].rstrip('.')}?": (k, other)
        for where, k, other in pairs
    }
    question = next(words for words in asked if words not in used)
    k, other = asked[question]
    spare = [text for i, text in enumerate(texts) if i != other]
    wrong = _nearest(texts[other], [*spare, *foreign, *_NOWHERE])
    return StoryQuestion(
        f"{story.id}-{k}-{other}",
        "chrono_mcq",
        question,
        texts[other],
        tuple(WrongOption(text, "temporal", _panel_of(story, text)) for text in wrong),
        (events[k].panel, events[other].panel),
        perspective,
    )


def _as_json(story: Story, item: StoryQuestion, least: int) -> dict[str, Any]:
    where = {event.panel: at for at, event in enumerate(story.events, 1)}
    panels = [where[ref] for ref in item.evidence if ref in where]
    panels += [k for k in _around(panels, len(story.events)) if k not in panels]
    return {
        "perspective": item.perspective,
        "question": item.question,
        "answer": item.answer,
        "panels": sorted(set(panels[: max(least, len(item.evidence))])),
        "distractors": [
            {
                "text": option.text,
                "error": option.error,
                "panel": None if option.panel is None else where.get(option.panel),
            }
            for option in item.wrong
        ],
        "explanation": "It takes putting panels in order and joining what they show.",
    }


def _around(panels: Sequence[int], count: int) -> Iterator[int]:
    """All panels, those beside the given ones first."""
    yield from sorted(
        range(1, count + 1), key=lambda k: min((abs(k - p) for p in panels), default=k)
    )


def _nearest(answer: str, pool: Sequence[str]) -> list[str]:
    """Three different texts of the pool, as long as the answer as can be."""
    own = word_count(answer)
    unlike = {normalised(text): text for text in pool if normalised(text) != normalised(answer)}
    return sorted(unlike.values(), key=lambda text: abs(word_count(text) - own))[:3]


def _panel_of(story: Story, text: str) -> PanelRef | None:
    return next((event.panel for event in story.events if event.description == text), None)


def _frame_words(story: Story, text: str, words: range) -> str:
    """What happens in the frame, what happens before it and, where there is room, after it."""
    before, after = (_phrase(story.events[at].description) for at in (-3, -1))
    short = f"{_phrase(text)}. One frame earlier: {before}"
    long = f"{short}. One frame later: {after}"
    return _as_long(short if word_count(short) in words else long, words)


def _meaning_words(story: Story, text: str, words: range) -> str:
    """Three sentences; shortened or drawn out only where their number of words asks for it."""
    first, end = _phrase(story.events[0].description), _phrase(story.events[-1].description)
    parts = [
        f"It begins like this: {first}",
        f"It ends like this: {end}",
        f"What it means: {_phrase(text)}",
    ]
    spare = words[-1] - sum(map(word_count, parts))
    if spare < 0:
        half = max(6, (words[-1] - word_count(parts[2])) // 2)
        parts[:2] = [_cut(part, half) for part in parts[:2]]
    lacking = words[0] - sum(map(word_count, parts))
    if lacking > 0:
        parts[1] += f" {_cut(_ON_AND_ON, lacking)}"
    return " ".join(f"{part}." for part in parts)


def _as_long(text: str, words: range) -> str:
    count = word_count(text)
    if count > words[-1]:
        return _cut(text, words[-1]) + "."
    if count < words[0]:
        text += f" {_cut(_ON_AND_ON, words[0] - count)}"
    return f"{text}."


def _cut(text: str, words: int) -> str:
    """The first words; one with a hyphen counts as many as are counted in it."""
    kept: list[str] = []
    for word in text.split():
        if word_count(" ".join([*kept, word])) > words:
            break
        kept.append(word)
    return " ".join(kept).rstrip(",;:")


def _phrase(text: str) -> str:
    """A sentence without what would end it."""
    return re.sub(r"[.!?…]+", "", text).strip()
