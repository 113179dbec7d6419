"""Every form that counts as the answer to an open question about a feeling, a place or a time.

The forms are data, ``synonyms.toml``, in five languages: an answer in the language of the lettering
is as right as one in that of the question.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from panelwise.comics import StoryQuestion
from panelwise_press._scene import LANGUAGES
from panelwise_press._translations import read_toml

_TABLES = {"how": "feelings", "where": "places", "when": "times"}


def with_synonyms(questions: Iterable[StoryQuestion]) -> Iterator[StoryQuestion]:
    """The questions, open ones with their synonyms.

    Questions about feelings that are in no table, such as "busy" or "kind", are left out: they are
    no feelings that a picture shows.
    """
    for question in questions:
        table = _TABLES.get(question.interrogative)
        if question.task != "reading" or table is None:
            yield question
        elif question.answer in accepted_forms(table):
            forms = accepted_forms(table)[question.answer]
            others = tuple(form for form in forms if form != question.answer)
            yield replace(question, answers=(*question.answers, *others))


@cache
def accepted_forms(table: str) -> dict[str, tuple[str, ...]]:
    """Of ``feelings``, ``places`` or ``times``: answer -> what counts as it, English first."""
    return {
        answer: tuple(form for language in LANGUAGES for form in entry[language])
        for entry in read_toml(__name__, "synonyms.toml")[table]
        for answer in entry["of"]
    }
