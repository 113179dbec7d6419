"""Open questions with definite answers, along MangaVQA's axes.

Source: specification 4.2: what is required (one panel or several), the type of answer (taken
exactly from the page, or described), and the interrogative (who, what, when, where, why, how).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from panelwise.comics import StoryQuestion
from panelwise_press._telling import Telling, ordinal, quoted
from panelwise_press._words import fill

_TIMES = {"day": "by day", "evening": "in the evening", "night": "at night"}


def reading_questions(telling: Telling, rng: random.Random) -> Iterator[StoryQuestion]:
    """The open questions that a story answers; ``rng`` is not needed, all of them are asked."""
    yield from _exact(telling)
    yield from _where_and_when(telling)
    yield from _feelings(telling)
    yield from _causes(telling)


def _exact(telling: Telling) -> Iterator[StoryQuestion]:
    """Who says this; what does somebody say: only of words said once, by one speaker."""
    if telling.silent:
        return
    cast, language = telling.story.cast, telling.language
    said = [
        (at, line.speaker, fill(line.words[language], cast, language))
        for at, beat in enumerate(telling.beats)
        for line in beat.scene.lines
        if line.speaker and line.kind in ("speech", "shout", "whisper")
    ]
    for at, speaker, words in said:
        if sum(other == words for _, _, other in said) > 1:
            continue
        evidence = (telling.panels[at],)
        person = cast[speaker]
        yield StoryQuestion(
            id=f"{telling.id}-who-{at}-{speaker}",
            task="reading",
            question=f"Who says “{words}”?",
            answer=person.names[language],
            answers=(person.names["en"], *person.aliases),
            evidence=evidence,
            answer_type="exact",
            required="one_panel",
            interrogative="who",
        )
        if sum((where, who) == (at, speaker) for where, who, _ in said) == 1:
            yield StoryQuestion(
                id=f"{telling.id}-what-{at}-{speaker}",
                task="reading",
                question=f"What does {person.names['en']} say in the {ordinal(at)} panel?",
                answer=words,
                evidence=evidence,
                answer_type="exact",
                required="one_panel",
                interrogative="what",
                language=language,
            )


def _where_and_when(telling: Telling) -> Iterator[StoryQuestion]:
    from panelwise_press.drawing import PLACES

    for at in _changes([beat.scene.place for beat in telling.beats]):
        yield StoryQuestion(
            id=f"{telling.id}-where-{at}",
            task="reading",
            question=f"Where does the {ordinal(at)} panel take place?",
            answer=PLACES[telling.beats[at].scene.place].says,
            evidence=(telling.panels[at],),
            answer_type="descriptive",
            required="one_panel",
            interrogative="where",
        )
    times = [beat.scene.time for beat in telling.beats]
    for at in _changes(times) if len(set(times)) > 1 else ():
        yield StoryQuestion(
            id=f"{telling.id}-when-{at}",
            task="reading",
            question=f"At what time of day does the {ordinal(at)} panel take place?",
            answer=_TIMES[times[at]],
            evidence=(telling.panels[at],),
            answer_type="descriptive",
            required="one_panel",
            interrogative="when",
        )


def _changes(values: Sequence[str]) -> list[int]:
    """Where a list takes a value that it did not have just before."""
    return [at for at, value in enumerate(values) if at == 0 or value != values[at - 1]]


def _feelings(telling: Telling) -> Iterator[StoryQuestion]:
    for at, beat in enumerate(telling.beats):
        if beat.actor is not None and beat.feeling is not None:
            yield StoryQuestion(
                id=f"{telling.id}-how-{at}",
                task="reading",
                question=f"How does {telling.name(beat.actor)} feel in the {ordinal(at)} panel?",
                answer=beat.feeling,
                evidence=(telling.panels[at],),
                answer_type="descriptive",
                required="one_panel",
                interrogative="how",
            )


def _causes(telling: Telling) -> Iterator[StoryQuestion]:
    """Why something could happen, where exactly one event brought it about."""
    for j in range(len(telling.beats)):
        makers = [i for i, k in telling.causes if k == j]
        if len(makers) == 1:
            yield StoryQuestion(
                id=f"{telling.id}-why-{j}",
                task="reading",
                question=f"What made this possible: {quoted(telling.sentences[j])}?",
                answer=telling.sentences[makers[0]],
                evidence=(telling.panels[makers[0]], telling.panels[j]),
                answer_type="descriptive",
                required="several_panels",
                interrogative="why",
            )
