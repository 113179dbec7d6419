"""Questions about a story that its own logic answers, with wrong answers that it refutes.

CHROMIC's six perspectives (CH-12), StripCipher's blank frame and meaning (SC-1, SC-2). What can be
derived from the causal graph and the valid orders is derived: then no wrong answer can be true.
What only the template knows (implicit motive, prediction, meaning) it brings itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from panelwise.comics import ErrorType, PanelRef, Perspective, Question, WrongOption
from panelwise.press._reading_questions import reading_questions
from panelwise.press._statements import statement_questions
from panelwise.press._story import Asked, WrongKind
from panelwise.press._telling import Telling, quoted
from panelwise.press._words import fill

WRONG = 3
ERRORS: dict[WrongKind, ErrorType] = {
    "temporal": "temporal",
    "causal": "causal_reasoning",
    "character": "character_state",
    "feeling": "character_state",
    "motive": "character_state",
    "object": "object_state",
    "place": "scene_transition",
}


def write_questions(
    telling: Telling, others: Sequence[Telling], rng: random.Random
) -> tuple[Question, ...]:
    """All questions that a story can be asked; no two alike.

    Args:
        telling: the story.
        others: other tellings of the same people, from which foreign events may be borrowed.
        rng: chooses among the questions that could be asked.
    """
    makers: tuple[Callable[[Telling, random.Random], Iterator[Question]], ...] = (
        _tracing,
        _sequence,
        _motivation,
        _counterfactual,
        _authored,
        statement_questions,
        reading_questions,
    )
    asked = [question for make in makers for question in make(telling, rng)]
    asked += _blank_frame(telling, others, rng)
    return tuple({(item.question, item.answer): item for item in asked}.values())


def _options(
    telling: Telling, beats: Sequence[int], error: ErrorType, rng: random.Random
) -> tuple[WrongOption, ...]:
    """Wrong answers from the sentences of other beats."""
    chosen = rng.sample(list(beats), WRONG)
    return tuple(WrongOption(telling.sentences[i], error, telling.panels[i]) for i in chosen)


def _evidence(telling: Telling, beats: Sequence[int]) -> tuple[PanelRef, ...]:
    return tuple(telling.panels[i] for i in sorted(set(beats)))


def _tracing(telling: Telling, rng: random.Random) -> Iterator[Question]:
    """CPT: the event between two others of one chain of causes."""
    count = len(telling.beats)
    chains = [
        (i, j, k)
        for i, j in telling.causes
        for j2, k in telling.causes
        if j2 == j and telling.always_before(i, j) and telling.always_before(j, k)
    ]
    rng.shuffle(chains)
    for i, j, k in chains[:2]:
        outside = [
            x
            for x in range(count)
            if x not in (i, j, k) and (telling.always_before(x, i) or telling.always_before(k, x))
        ]
        if len(outside) < WRONG:
            continue
        yield Question(
            id=f"{telling.id}-cpt-{i}-{j}-{k}",
            task="chrono_mcq",
            perspective="CPT",
            question="Following the action from panel to panel, what happens between "
            f"{quoted(telling.sentences[i])} and {quoted(telling.sentences[k])}?",
            answer=telling.sentences[j],
            wrong=_options(telling, outside, "temporal", rng),
            evidence=_evidence(telling, (i, j, k)),
            interrogative="what",
        )


def _sequence(telling: Telling, rng: random.Random) -> Iterator[Question]:
    """CAS: which of four events comes first, or last."""
    count = len(telling.beats)
    for last in rng.sample((False, True), 2):
        candidates = []
        for i in range(count):
            apart = [
                x
                for x in range(count)
                if x != i and (telling.always_before(x, i) if last else telling.always_before(i, x))
            ]
            if len(apart) >= WRONG:
                candidates.append((i, apart))
        if not candidates:
            continue
        i, apart = rng.choice(candidates)
        wrong = _options(telling, apart, "temporal", rng)
        yield Question(
            id=f"{telling.id}-cas-{'last' if last else 'first'}",
            task="chrono_mcq",
            perspective="CAS",
            question=f"Which of these four events comes {'last' if last else 'first'}?",
            answer=telling.sentences[i],
            wrong=wrong,
            evidence=(telling.panels[i], *(option.panel for option in wrong if option.panel)),
        )


def _motivation(telling: Telling, rng: random.Random) -> Iterator[Question]:
    """IMN: the cause of an event that is not the panel before it."""
    far = [(i, j) for i, j in telling.causes if j - i >= 2]
    rng.shuffle(far)
    for i, j in far[:2]:
        innocent = [
            x for x in range(len(telling.beats)) if x != j and x not in telling.ancestors[j]
        ]
        if len(innocent) < WRONG:
            continue
        yield Question(
            id=f"{telling.id}-imn-{i}-{j}",
            task="chrono_mcq",
            perspective="IMN",
            question="Which of these events made this one possible: "
            f"{quoted(telling.sentences[j])}?",
            answer=telling.sentences[i],
            wrong=_options(telling, innocent, "causal_reasoning", rng),
            evidence=_evidence(telling, (i, j)),
            interrogative="why",
        )


def _counterfactual(telling: Telling, rng: random.Random) -> Iterator[Question]:
    """CFR: what could not have happened without an event."""
    count = len(telling.beats)
    chances = []
    for i in range(count):
        rests = [j for j in range(count) if i in telling.ancestors[j]]
        free = [x for x in range(count) if x != i and x not in rests]
        if rests and len(free) >= WRONG:
            chances.append((i, rests, free))
    if not chances:
        return
    i, rests, free = rng.choice(chances)
    j = rng.choice(rests)
    yield Question(
        id=f"{telling.id}-cfr-{i}",
        task="chrono_mcq",
        perspective="CFR",
        question=f"Had this not happened, {quoted(telling.sentences[i])}, "
        "which of these could not have happened either?",
        answer=telling.sentences[j],
        wrong=_options(telling, free, "causal_reasoning", rng),
        evidence=_evidence(telling, (i, j)),
    )


def _authored(telling: Telling, rng: random.Random) -> Iterator[Question]:
    """ICM, PBP and the meaning, as the template wrote them."""
    story = telling.story
    for at, asked in enumerate(story.motive):
        yield _from_template(telling, asked, f"icm-{at}", rng, "ICM")
    for at, asked in enumerate(story.prediction):
        yield _from_template(telling, asked, f"pbp-{at}", rng, "PBP")
    for at, asked in enumerate(story.meaning):
        yield _from_template(telling, asked, f"meaning-{at}", rng, None)


def _from_template(
    telling: Telling, asked: Asked, suffix: str, rng: random.Random, perspective: Perspective | None
) -> Question:
    where = {beat.id: panel for beat, panel in zip(telling.beats, telling.panels, strict=True)}
    cast = telling.story.cast
    wrong = tuple(
        WrongOption(fill(item.text, cast), ERRORS[item.kind], where.get(item.source or ""))
        for item in rng.sample(asked.wrong, WRONG)
    )
    question = fill(asked.question, cast)
    evidence = tuple(where[name] for name in asked.beats if name in where)
    return Question(
        id=f"{telling.id}-{suffix}",
        task="chrono_mcq" if perspective else "narrative_comprehension",
        perspective=perspective,
        question=question,
        answer=fill(asked.answer, cast),
        wrong=wrong,
        evidence=evidence or telling.panels,
        interrogative="why" if question.startswith("Why") else "what",
    )


def _blank_frame(
    telling: Telling, others: Sequence[Telling], rng: random.Random
) -> Iterator[Question]:
    """The second-to-last frame blanked (SC-1): what happens in it?

    Wrong answers are what could have happened instead, what other panels show, and what happens in
    another story of the same people.
    """
    if len(telling.beats) < 3:
        return
    hidden = len(telling.beats) - 2
    pool: list[WrongOption] = []
    story = telling.story
    if story.otherwise is not None and story.otherwise[0] == telling.beats[hidden].id:
        pool.append(WrongOption(fill(story.otherwise[1].tells, story.cast), "causal_reasoning"))
    inside = [i for i in range(len(telling.beats)) if i != hidden]
    inner = rng.sample(inside, min(2, len(inside)))
    pool += [WrongOption(telling.sentences[i], "temporal", telling.panels[i]) for i in inner]
    foreign = [sentence for other in others for sentence in other.sentences]
    pool += [WrongOption(text, "other_story") for text in rng.sample(foreign, min(3, len(foreign)))]
    unlike = {option.text: option for option in pool if option.text != telling.sentences[hidden]}
    if len(unlike) < WRONG:
        return
    yield Question(
        id=f"{telling.id}-blank",
        task="frame_prediction",
        question="What happens in the blank panel?",
        answer=telling.sentences[hidden],
        wrong=tuple(unlike.values())[:WRONG],
        evidence=_evidence(telling, (hidden - 1, hidden, hidden + 1)),
        hidden=telling.panels[hidden],
        interrogative="what",
    )
