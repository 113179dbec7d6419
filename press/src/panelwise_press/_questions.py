"""Questions about a story that its own logic answers, with wrong answers that it refutes.

CHROMIC's six perspectives (CH-12), StripCipher's blank frame and meaning (SC-1, SC-2). What can be
derived from the causal graph and the valid orders is derived: then no wrong answer can be true.
What only the template knows (implicit motive, prediction, meaning) it brings itself.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from panelwise.comics import ErrorType, PanelRef, Perspective, StoryQuestion, WrongOption
from panelwise_press._options import WRONG, alike, stands_out
from panelwise_press._reading_questions import reading_questions
from panelwise_press._statements import statement_questions
from panelwise_press._story import TemplateQuestion, WrongKind
from panelwise_press._telling import Telling, quoted
from panelwise_press._words import fill

WEAK = 0.1  # share of blank frames with weak wrong answers (SC-11)
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
) -> tuple[StoryQuestion, ...]:
    """All questions that a story can be asked; no two alike.

    Args:
        telling: the story.
        others: other tellings of the same people, from which foreign events may be borrowed.
        rng: chooses among the questions that could be asked.
    """
    makers: tuple[Callable[[Telling, random.Random], Iterator[StoryQuestion]], ...] = (
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
    telling: Telling,
    right: int,
    beats: Sequence[int],
    error: ErrorType,
    asked: str,
    rng: random.Random,
) -> tuple[WrongOption, ...]:
    """Wrong answers from the sentences of other beats, worded like the right one."""
    pool = [WrongOption(telling.sentences[i], error, telling.panels[i]) for i in beats]
    return alike(telling.sentences[right], pool, asked, rng)


def _evidence(telling: Telling, beats: Sequence[int]) -> tuple[PanelRef, ...]:
    return tuple(telling.panels[i] for i in sorted(set(beats)))


def _tracing(telling: Telling, rng: random.Random) -> Iterator[StoryQuestion]:
    """CPT: the event between two others of one chain of causes."""
    count = len(telling.beats)
    chains = [
        (i, j, k)
        for i, j in telling.causes
        for j2, k in telling.causes
        if j2 == j and telling.always_before(i, j) and telling.always_before(j, k)
    ]
    rng.shuffle(chains)
    found = 0
    for i, j, k in chains:
        # The nearest on either side: neither early nor late events are wrong more often.
        early = [x for x in range(count) if telling.always_before(x, i)][-WRONG:]
        late = [x for x in range(count) if telling.always_before(k, x)][:WRONG]
        outside = early + late
        asked = (
            "Following the action from panel to panel, what happens between "
            f"{quoted(telling.sentences[i])} and {quoted(telling.sentences[k])}?"
        )
        others = [telling.sentences[x] for x in outside]
        if len(outside) < WRONG or stands_out(telling.sentences[j], others, asked):
            continue
        found += 1
        if found > 2:
            return
        yield StoryQuestion(
            id=f"{telling.id}-cpt-{i}-{j}-{k}",
            task="chrono_mcq",
            perspective="CPT",
            question=asked,
            answer=telling.sentences[j],
            wrong=_options(telling, j, outside, "temporal", asked, rng),
            evidence=_evidence(telling, (i, j, k)),
            interrogative="what",
        )


def _sequence(telling: Telling, rng: random.Random) -> Iterator[StoryQuestion]:
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
        asked = f"Which of these four events comes {'last' if last else 'first'}?"
        wrong = _options(telling, i, apart, "temporal", asked, rng)
        yield StoryQuestion(
            id=f"{telling.id}-cas-{'last' if last else 'first'}",
            task="chrono_mcq",
            perspective="CAS",
            question=asked,
            answer=telling.sentences[i],
            wrong=wrong,
            evidence=(telling.panels[i], *(option.panel for option in wrong if option.panel)),
        )


def _motivation(telling: Telling, rng: random.Random) -> Iterator[StoryQuestion]:
    """IMN: the cause of an event that is not the panel before it, and the effect of one.

    Only its last cause: one that another came after is no answer that convinces. Asked both ways
    round, so that early events are right as often as late ones.
    """
    last = {j: max(i for i, k in telling.causes if k == j) for _, j in telling.causes}
    far = [(i, j) for j, i in last.items() if j - i >= 2]
    rng.shuffle(far)
    ways = (
        ("made this one possible", telling.ancestors, True),
        ("did this one make possible", _descendants(telling), False),
    )
    for (i, j), (words, related, backwards) in zip(far[:2], rng.sample(ways, 2), strict=False):
        given, right = (j, i) if backwards else (i, j)
        innocent = [x for x in range(len(telling.beats)) if x not in {given, *related[given]}]
        if len(innocent) < WRONG:
            continue
        asked = f"Which of these events {words}: {quoted(telling.sentences[given])}?"
        yield StoryQuestion(
            id=f"{telling.id}-imn-{given}-{right}",
            task="chrono_mcq",
            perspective="IMN",
            question=asked,
            answer=telling.sentences[right],
            wrong=_options(telling, right, innocent, "causal_reasoning", asked, rng),
            evidence=_evidence(telling, (i, j)),
            interrogative="why" if backwards else "what",
        )


def _counterfactual(telling: Telling, rng: random.Random) -> Iterator[StoryQuestion]:
    """CFR: what could not have happened without an event, and what could.

    Asked both ways round, so that late events are wrong as often as right.
    """
    count = len(telling.beats)
    descendants = _descendants(telling)
    for could in rng.sample((False, True), 2):
        which = "could still" if could else "could not"
        chances = []
        for i in range(count):
            rests = sorted(descendants[i])
            free = [x for x in range(count) if x != i and x not in descendants[i]]
            rights, wrongs = (free, rests) if could else (rests, free)
            given = quoted(telling.sentences[i])
            asked = (
                f"Suppose that this had not happened: {given}. "
                f"Which of these {which} have happened?"
            )
            others = [telling.sentences[x] for x in wrongs]
            chances += [
                (i, j, wrongs, asked)
                for j in rights
                if len(wrongs) >= WRONG and not stands_out(telling.sentences[j], others, asked)
            ]
        if not chances:
            continue
        i, j, wrongs, asked = rng.choice(chances)
        yield StoryQuestion(
            id=f"{telling.id}-cfr-{i}-{'could' if could else 'not'}",
            task="chrono_mcq",
            perspective="CFR",
            question=asked,
            answer=telling.sentences[j],
            wrong=_options(telling, j, wrongs, "causal_reasoning", asked, rng),
            evidence=_evidence(telling, (i, j)),
        )


def _descendants(telling: Telling) -> list[set[int]]:
    """What each event helped to bring about, directly or not."""
    count = len(telling.beats)
    return [{j for j in range(count) if i in telling.ancestors[j]} for i in range(count)]


def _authored(telling: Telling, rng: random.Random) -> Iterator[StoryQuestion]:
    """ICM, PBP and the meaning, as the template wrote them."""
    story = telling.story
    for at, asked in enumerate(story.motive):
        yield _from_template(telling, asked, f"icm-{at}", rng, "ICM")
    for at, asked in enumerate(story.prediction):
        yield _from_template(telling, asked, f"pbp-{at}", rng, "PBP")
    for at, asked in enumerate(story.meaning):
        yield _from_template(telling, asked, f"meaning-{at}", rng, None)


def _from_template(
    telling: Telling,
    asked: TemplateQuestion,
    suffix: str,
    rng: random.Random,
    perspective: Perspective | None,
) -> StoryQuestion:
    where = {beat.id: panel for beat, panel in zip(telling.beats, telling.panels, strict=True)}
    cast = telling.story.cast
    question, answer = fill(asked.question, cast), fill(asked.answer, cast)
    pool = [
        WrongOption(fill(item.text, cast), ERRORS[item.kind], where.get(item.source or ""))
        for item in asked.wrong
    ]
    evidence = tuple(where[name] for name in asked.beats if name in where)
    return StoryQuestion(
        id=f"{telling.id}-{suffix}",
        task="chrono_mcq" if perspective else "narrative_comprehension",
        perspective=perspective,
        question=question,
        answer=answer,
        wrong=alike(answer, pool, question, rng),
        evidence=evidence or telling.panels,
        interrogative="why" if question.startswith("Why") else "what",
    )


def _blank_frame(
    telling: Telling, others: Sequence[Telling], rng: random.Random
) -> Iterator[StoryQuestion]:
    """The second-to-last frame blanked (SC-1): what happens in it?

    Wrong answers are what might have happened instead, as the template wrote it; rarely, and marked
    as weak, what the other panels show and what happens in other stories.
    """
    if len(telling.beats) < 3:
        return
    hidden = len(telling.beats) - 2
    asked = "What happens in the blank panel?"
    story, answer = telling.story, telling.sentences[hidden]
    pool = [
        WrongOption(fill(item.text, story.cast), ERRORS[item.kind], strength="strong")
        for item in story.instead.get(telling.beats[hidden].id, ())
    ]
    if story.otherwise is not None and story.otherwise[0] == telling.beats[hidden].id:
        instead = fill(story.otherwise[1].tells, story.cast)
        pool.append(WrongOption(instead, "causal_reasoning", strength="strong"))
    if len(pool) < WRONG or rng.random() < WEAK:
        foreign = [sentence for other in others for sentence in other.sentences]
        some = rng.sample(foreign, min(6, len(foreign)))
        pool = [WrongOption(text, "other_story", strength="weak") for text in some]
        pool += _of_other_panels(telling, hidden)
    if len(pool) < WRONG:
        return
    yield StoryQuestion(
        id=f"{telling.id}-blank",
        task="frame_prediction",
        question=asked,
        answer=answer,
        wrong=alike(answer, pool, asked, rng),
        evidence=_evidence(telling, (hidden - 1, hidden, hidden + 1)),
        hidden=telling.panels[hidden],
        interrogative="what",
    )


def _of_other_panels(telling: Telling, hidden: int) -> list[WrongOption]:
    """The sentences of the other panels: who sees those does not take one for the hidden panel."""
    return [
        WrongOption(telling.sentences[i], "temporal", telling.panels[i], "weak")
        for i in range(len(telling.beats))
        if telling.sentences[i] != telling.sentences[hidden]
    ]
