"""What the questions of a world template say, in every language, from the template's TOML file.

After the texts of the balloons, the file has a table for each question and language::

    [questions.cpt.en]
    ask = "Which way does the toy go?"
    option = "From the bag of {owner} into the {landing}."
    landing = { mud = "puddle", bucket = "bucket" }

An option has a part for each part of the answer (:class:`WorldAnswer`). A part without words is a
variable whose values are roles; the name of the person goes there. Words that are the same in every
language may be in ``[questions.cpt]`` itself: ``child = { a = "{a}", b = "{b}" }``.
"""

from __future__ import annotations

import itertools
import string
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from panelwise.errors import InputError
from panelwise_press._scene import LANGUAGES, Language
from panelwise_press._translations import Translations, placeholders
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_questions import WorldQuestion

OPTIONS = 4
LONGER = 1.35
"""How much longer the longest option of a question may be than its shortest, in any language."""
_SHARED = Translations(__name__, "questions.toml")  # what templates ask in the same words


@dataclass(frozen=True, slots=True)
class QuestionText:
    """A question and its options, in every language, names as ``{role}``.

    Attributes:
        ask: the question.
        options: by key, as :class:`WorldAnswer` gives it.
    """

    ask: Mapping[Language, str]
    options: Mapping[str, Mapping[Language, str]]

    def faults(self) -> Iterator[str]:
        """What the words alone could reveal, and what is not the same in all languages."""
        for language, ask in self.ask.items():
            texts = [option[language] for option in self.options.values()]
            yield from (f"{language}: {fault}" for fault in _faults(ask, texts))
            for key, option in self.options.items():
                if _named(option[language]) != _named(option["en"]):
                    yield f"{language}: option {key!r} names other people than in English"


def _faults(ask: str, texts: Sequence[str]) -> Iterator[str]:
    """Faults of a question in one language."""
    if len(set(texts)) != OPTIONS or len(texts) != OPTIONS:
        yield f"has {len(set(texts))} different options; {OPTIONS} are needed"
        return
    lengths = sorted(len(text) for text in texts)
    if lengths[-1] > LONGER * lengths[0]:
        yield f"options of {lengths[0]} to {lengths[-1]} characters; make them nearly as long"
    if len({text[-1] for text in texts}) > 1:
        yield "options end in different characters"
    named = Counter(role for text in texts for role in _named(text))
    if len(set(named.values())) > 1:
        yield "some people are named in more options than others: " + ", ".join(sorted(named))
    if _named(ask) - set(named) and named:
        yield "the question names somebody whom no option names"


class QuestionTexts(Mapping[str, QuestionText]):
    """What the questions of a template say, by id; read and checked as a whole when first used.

    Args:
        words: the file of the template.
        questions: that are asked.
        variables: of the template.
        roles: whose names may be in braces.

    Raises:
        InputError: by every use, for a file that cannot be read and for each of :meth:`faults`.
    """

    def __init__(
        self,
        words: Translations,
        questions: Sequence[WorldQuestion],
        variables: Sequence[Variable],
        roles: Collection[str],
    ) -> None:
        self._words = words
        self._questions = {question.id: question for question in questions}
        self._variables = {variable.name: variable.values for variable in variables}
        self._roles = roles

    def __getitem__(self, question: str) -> QuestionText:
        return self._texts[question]

    def __iter__(self) -> Iterator[str]:
        return iter(self._questions)

    def __len__(self) -> int:
        return len(self._questions)

    def faults(self) -> Iterator[str]:
        """What is wrong with the file, a line each: missing, unknown or revealing words."""
        for name in self._words.questions:
            if name not in self._questions:
                yield f"{self._words.place}: [questions.{name}] is not asked"
        for question in self._questions.values():
            where = f"{self._words.place}: [questions.{question.id}]"
            try:
                text = self._read(question)
            except InputError as error:
                yield str(error)
            else:
                yield from (f"{where} {fault}" for fault in text.faults())

    @cached_property
    def _texts(self) -> dict[str, QuestionText]:
        for fault in self.faults():
            raise InputError(fault)
        return {name: self._read(question) for name, question in self._questions.items()}

    def _read(self, question: WorldQuestion) -> QuestionText:
        where = f"{self._words.place}: [questions.{question.id}"
        tables = self._words.questions.get(question.id)
        if not isinstance(tables, dict):
            raise InputError(f"{where}] is missing")
        for key in tables:
            if key not in (*LANGUAGES, *question.answer.parts):
                known = ", ".join(LANGUAGES)
                raise InputError(f"{where}] has {key!r}, which is not one of {known}")
        parts = {key: words for key, words in tables.items() if key not in LANGUAGES}
        shared = _SHARED[question.task] if question.task in _SHARED.keys() else {}  # noqa: SIM118
        asks: dict[Language, str] = {}
        options: dict[str, dict[Language, str]] = {}
        for language in LANGUAGES:
            table, place = tables.get(language), f"{where}.{language}]"
            if not isinstance(table, dict):
                raise InputError(f"{place} is missing")
            whole = {"ask": shared.get(language), **parts, **table}
            asks[language] = self._text(place, whole, "ask", self._roles)
            found = self._options(place, whole, question)
            if options and set(found) != set(options):
                raise InputError(f"{place} has other options than in English: {', '.join(found)}")
            for key, text in found.items():
                options.setdefault(key, {})[language] = text
        return QuestionText(asks, options)

    def _options(
        self, where: str, table: Mapping[str, Any], question: WorldQuestion
    ) -> dict[str, str]:
        """The options in one language by key: every combination of the parts."""
        names = question.answer.parts
        known = ("ask", "option", *names)
        for key in table:
            if key not in known:
                raise InputError(f"{where} has {key!r}, which is not one of {', '.join(known)}")
        sentence = self._text(where, table, "option", (*self._roles, *names))
        for name in names:
            if name not in placeholders(where, sentence):
                raise InputError(f"{where}: option has no {{{name}}}")
        parts = [self._part(where, table, name) for name in names]
        found = {}
        for values in itertools.product(*parts):
            words = {name: part[v] for name, part, v in zip(names, parts, values, strict=True)}
            roles = {role: f"{{{role}}}" for role in self._roles}
            found[" ".join(values)] = sentence.format_map(roles | words)
        return found

    def _part(self, where: str, table: Mapping[str, Any], name: str) -> dict[str, str]:
        """The words of a part for each of its values."""
        values = self._variables.get(name)
        words = table.get(name)
        if words is None:
            if values is None or not set(values) <= set(self._roles):
                raise InputError(f"{where} has no words for {name!r}")
            return {value: f"{{{value}}}" for value in values}
        if not isinstance(words, dict):
            raise InputError(f"{where}: {name!r} is not a table of words")
        if values is not None and set(words) != set(values):
            raise InputError(f"{where}: {name!r} needs words for {', '.join(values)}")
        place = f"{where} {name}"
        return {value: self._text(place, words, value, self._roles) for value in words}

    def _text(self, where: str, table: Mapping[str, Any], key: str, known: Collection[str]) -> str:
        text = table.get(key)
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"{where} has no text {key!r}")
        for name in placeholders(f"{where} {key}", text):
            if name not in known:
                raise InputError(
                    f"{where}: {key!r} has {{{name}}}, which is not one of {', '.join(known)}"
                )
        return text


def _named(text: str) -> set[str]:
    """The roles in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
