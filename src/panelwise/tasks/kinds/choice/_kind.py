"""The kind ``choice``: pick one of the options, words or pictures.

Source: specification 7.0, 7.2; AMB-18, AMB-22.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from panelwise.metrics import (
    CHOICE_METRICS,
    MetricInfo,
    choice_chance,
    choice_scores,
    invalid_choice_scores,
)
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, AnswerForm, Item, Outcome, Parsed
from panelwise.tasks.extraction import read_option
from panelwise.tasks.forms import ChoiceField, Form, FormValues
from panelwise.tasks.kinds._base import BaseKind
from panelwise.tasks.kinds._blind import BlindView, picture_size, sent_with, words_sent
from panelwise.tasks.kinds._guesses import Guesses, Rule
from panelwise.tasks.kinds._presentation import Presentation
from panelwise.tasks.kinds._question import from_books, sizes
from panelwise.tasks.kinds._settings import ScoringSettings
from panelwise.tasks.kinds.choice._line import OptionLine
from panelwise.tasks.kinds.choice._orders import relative_orders
from panelwise.wording import with_thousands


class ChoiceKind(BaseKind):
    """Answers are the index of one option."""

    name = "choice"
    settings = (ScoringSettings,)
    line = OptionLine
    headline = "accuracy"
    form: AnswerForm = "option"
    exported_metrics = ("accuracy",)
    presentation = Presentation("one of the options", counted="options to choose from")

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return CHOICE_METRICS

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """The option that a plain text chooses; ``final`` among the flags when surely chosen.

        No setting of the profile changes how a choice is read: there is nothing to repair.
        """
        del profile
        reading = read_option(text, item.options)
        flags = ("final",) if reading.final else ()
        if reading.answer is None:
            return Parsed("invalid", reason=reading.reason, flags=flags, unclear=reading.unclear)
        return Parsed("ok", reading.answer, reading.rule, None, flags)

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """The option's label."""
        del profile
        return item.options[_index(answer)].label

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """``accuracy``: 1 for the right option."""
        del profile
        return choice_scores(_index(answer), _index(item.gold), item.n)

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """Wrong, unless the profile drops unanswered items (AMB-18) or scores them at chance.

        That orders without a valid list are left out (``valid_only``) says nothing of choices.
        """
        if profile.section(ScoringSettings).unanswered == "drop":
            return None
        dropping = profile.section(ScoringSettings).invalid_policy == "valid_only"
        return invalid_choice_scores(
            item.n, "zero" if dropping else profile.section(ScoringSettings).invalid_policy
        )

    def drops_unread(self, profile: Profile) -> bool:
        """Where unanswered items are dropped (AMB-18)."""
        return profile.section(ScoringSettings).unanswered == "drop"

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        """1/k for each of the k options."""
        del profile
        return choice_chance(item.n)

    def random(self, item: Item, generator: Random, profile: Profile) -> Answer | None:
        """Any option."""
        del profile
        return generator.randrange(item.n)

    def constant(self, item: Item) -> Answer | None:
        """The first option."""
        del item
        return 0

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """Every place among the options, for each number of options separately."""
        del profile
        labels: dict[int, set[str]] = {}
        for item in items:
            for place, option in enumerate(item.options):
                labels.setdefault(place, set()).add(option.label)
        names = {
            place: next(iter(some)) if len(some) == 1 else f"number {place + 1}"
            for place, some in labels.items()
        }
        rules = {f"always {name}": _option(place) for place, name in names.items()}
        return Guesses(rules, by_size="{} options")

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` or ``wrong``."""
        del profile
        return "correct" if answer == item.gold else "wrong"

    def question(self, items: Sequence[Item]) -> str:
        """Which option is right."""
        asked = f"{with_thousands(len(items))} questions {from_books(items)}"
        return f"{asked}, each with {sizes(items)} options: which one is right?"

    def chance_words(self, metric: str) -> str:
        """1/k for each of the k options."""
        del metric
        return "1 / the number of options"

    def answer_form(self, item: Item) -> Form:
        """One of the options; by their labels alone where one picture shows several of them."""
        pictures = [option.image for option in item.options if option.image is not None]
        options = item.options
        if len(set(pictures)) < len(pictures):
            options = tuple(replace(option, image=None) for option in options)
        return Form((ChoiceField("option", "Which one is right?", options),))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The chosen option."""
        del item, profile
        return int(values["option"])

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The option of an answer."""
        del item, profile
        return {"option": _index(answer)}

    def blind_view(self, item: Item) -> BlindView | None:
        """The options as a set; right is the words of the option, whatever its label.

        Where several options look the same without pixels, the right one can only be guessed.
        """
        if not item.rendering.turns:
            return None
        looks, own = _looks(item), _own_pictures(item)
        words = words_sent(item, options=item.options, apart=own)
        if orders := relative_orders(item):
            whole, order, alike = orders
            return BlindView(sent_with(item, words, [whole]), {order: 1 / alike}, 1 / item.n)
        right = looks[_index(item.gold)]
        answers = {right: 1 / Counter(looks)[right]}
        return BlindView(sent_with(item, words, looks), answers, 1 / item.n)

    def blind_answer(self, item: Item, answer: Answer) -> str | None:
        """The words of the option; of an order of panels none, because these are shuffled."""
        if relative_orders(item):
            return None
        looks = _looks(item)
        words = looks[_index(answer)]
        return words if item.options[_index(answer)].text and looks.count(words) == 1 else None


def _option(place: int) -> Rule:
    return lambda item: place if place < item.n else None


def _index(answer: Answer) -> int:
    assert isinstance(answer, int)
    return answer


def _own_pictures(item: Item) -> tuple[int, ...]:
    """The pictures of the options, where each has one of its own."""
    pictures = tuple(option.image for option in item.options if option.image is not None)
    return pictures if len(set(pictures)) == item.n else ()


def _looks(item: Item) -> list[str]:
    """What is sent of each option except pixels: its words, and the size of its own picture."""
    sizes = [f"[picture {picture_size(item, image)}]" for image in _own_pictures(item)]
    return [
        " ".join(filter(None, (option.text, size)))
        for option, size in zip(item.options, sizes or [""] * len(item.options), strict=True)
    ]
