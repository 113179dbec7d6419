"""Answers that need no model: what a score is worth is seen beside them.

Each writes its answer as a model would, in the prompt's own numbering, so that it passes through
the same extractors.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from panelwise.errors import SettingError, UnavailableError
from panelwise.evaluation._settings import (
    BASELINE_SETTINGS,
    NOISY_SETTINGS,
    SIMILAR_SETTINGS,
)
from panelwise.evaluation._similar import similar_option, why_not_similar
from panelwise.evaluation._solver import Question, Reply, Solver
from panelwise.models import Provider, Response, Setting
from panelwise.profile import RECOMMENDED, Profile
from panelwise.registry import did_you_mean
from panelwise.tasks import Answer, Item, get_kind, seeded
from panelwise.tasks.kinds import GuessesByNearness

if TYPE_CHECKING:
    from panelwise.reading import Aggregation, ImageEncoder

BaselineRule = Callable[[Question, random.Random, "Baseline"], Answer]


class Baseline:
    """A rule that answers at once.

    Args:
        name: of the rule.
        seed: of the rules that draw lots; every item has its own generator.
        noise: how often ``noisy_oracle`` is wrong.
        encoder: the image encoder of ``similar``, as :func:`panelwise.reading.get_image_encoder`
            takes it.
    """

    several_images = True
    costly = False
    priced = False
    concurrency = 1
    timeout = None

    def __init__(
        self, name: str, seed: int = 0, noise: float = 0.3, encoder: str = "embed:features"
    ) -> None:
        from panelwise.reading import get_image_encoder

        self.name = f"baseline:{name}"
        self._rule = RULES[name]
        self._looks = self._rule in (_continuity, *SIMILAR.values())
        self._seed = seed
        self.noise = noise
        self.encoder: ImageEncoder = get_image_encoder(encoder)

    def identity(self) -> dict[str, Any]:
        """The rule, and what its lots depend on."""
        identity: dict[str, Any] = {"solver": self.name}
        if self._rule in (_random, _noisy_oracle):
            identity["seed"] = self._seed
        if self._rule is _noisy_oracle:
            identity["noise"] = self.noise
        if self._rule in SIMILAR.values():
            identity["encoder"] = self.encoder.identity()
        return identity

    def check(self, questions: Sequence[Question]) -> str | None:
        """A rule that orders panels needs panels, and one that looks at them their images.

        Raises:
            UnavailableError: when the rule has no answer to a kind of item.
            InputError: when it needs images that a pack does not hold.
        """
        for need in NEEDS.get(self._rule, ()):
            for question in questions:
                need(question.item, self.name)
        for question in questions if self._looks else ():
            question.pack.messages(question.item)  # says how to get the images
        return None

    async def answer(self, question: Question) -> Reply:
        """The rule's answer."""
        generator = seeded(self._seed, question.item.id, question.repeat)
        if self._looks:  # looks at pixels: not in the event loop
            answer = await asyncio.to_thread(self._rule, question, generator, self)
        else:
            answer = self._rule(question, generator, self)
        return Reply(Response(as_text(question, answer), model=self.name))

    async def close(self) -> None:
        """Nothing is open."""
        return


def _baseline(rest: str, values: dict[str, Any]) -> Solver:
    """``baseline:NAME`` with the settings ``seed``, ``noise`` and ``encoder`` where they act."""
    known = _settings_of(rest)
    for key in values:
        if key not in known:
            raise SettingError(
                f"baseline:{rest} has no setting '{key}'; {did_you_mean(key, known)}"
            )
    return Baseline(rest, **values)


def _settings_of(rest: str) -> dict[str, Setting]:
    own = {"noisy_oracle": NOISY_SETTINGS, **dict.fromkeys(SIMILAR, SIMILAR_SETTINGS)}
    return own.get(rest, BASELINE_SETTINGS)


def is_baseline(model: str) -> bool:
    """Whether a model is a rule that reads nothing, or the right answers themselves."""
    return model.startswith("baseline:")


def baselines() -> dict[str, str]:
    """Baseline name → what it does, in a line."""
    return {name: (rule.__doc__ or "").strip().split("\n")[0] for name, rule in RULES.items()}


baseline_solver = Provider(
    "baseline:NAME",
    "a rule that needs no model",
    _baseline,
    NOISY_SETTINGS | SIMILAR_SETTINGS,
    settings_of=_settings_of,
    members=baselines,
)


def as_text(question: Question, answer: Answer) -> str:
    """An answer as a model would write it."""
    return get_kind(question.item.kind).write(question.item, answer, question.profile)


def _random(question: Question, generator: random.Random, by: Baseline) -> Answer:
    """Any answer that may be right, all equally likely: the chance level, sampled."""
    return _drawn(question.item, generator, question.profile)


def _drawn(item: Item, generator: random.Random, profile: Profile) -> Answer:
    answer = get_kind(item.kind).random(item, generator, profile)
    assert answer is not None, "checked before"
    return answer


def _constant(question: Question, generator: random.Random, by: Baseline) -> Answer:
    """Always the first option, or always the order 1, 2, …, n − 1, 0."""
    answer = get_kind(question.item.kind).constant(question.item)
    assert answer is not None, "checked before"
    return answer


def _identity(question: Question, generator: random.Random, by: Baseline) -> Answer:
    """The order in which the panels are shown."""
    return tuple(range(question.item.n))


def _reversed(question: Question, generator: random.Random, by: Baseline) -> Answer:
    """The shown order, backwards."""
    return tuple(reversed(range(question.item.n)))


def _oracle(question: Question, generator: random.Random, by: Baseline) -> Answer:
    """The right answer."""
    return question.item.gold


def _noisy_oracle(question: Question, generator: random.Random, by: Baseline) -> Answer:
    """The right answer, but with probability ``noise`` any of the wrong ones."""
    gold = question.item.gold
    if question.item.n < 2 or generator.random() >= by.noise:
        return gold
    free = replace(question.item, meta={})  # also orders that the shuffle's rule excludes
    while (answer := _drawn(free, generator, question.profile)) == gold:
        pass
    return answer


def _continuity(question: Question, generator: random.Random, by: Baseline) -> Answer:
    """The order in which neighbouring pictures look most alike: pixels, no understanding."""
    from panelwise.reading import continuity_order

    return tuple(continuity_order(question.pack.panel_images(question.item)))


def _closest(question: Question, generator: random.Random, by: Baseline) -> Answer:
    """The character nearest to each text; those in its own panel come first.

    Source: AMB-51.
    """
    kind = get_kind(question.item.kind)
    assert isinstance(kind, GuessesByNearness), "checked before"
    return kind.nearest(question.item)


def _empty(question: Question, generator: random.Random, by: Baseline) -> Answer:
    """Nothing found, nothing said: the score of an empty answer."""
    nothing = get_kind(question.item.kind).empty
    assert nothing is not None, "checked before"
    return nothing


def _similar(how: Aggregation, about: str) -> BaselineRule:
    """The rule of one aggregation of looks (specification 7.13), and what it does in a line."""

    def rule(question: Question, generator: random.Random, by: Baseline) -> Answer:
        return similar_option(question.pack, question.item, how, by.encoder)

    rule.__doc__ = about
    return rule


SIMILAR: dict[str, BaselineRule] = {
    "similar": _similar("mean", "The panel most like the visible ones, or the smoothest order."),
    "similar/max": _similar("max", "The panel most like any one of the visible ones."),
    "similar/neighbours": _similar("neighbours", "The panel most like those beside the gap."),
    "similar/strip": _similar("strip", "The panel most like the visible ones side by side."),
}
RULES: dict[str, BaselineRule] = {
    "random": _random,
    "constant": _constant,
    "identity": _identity,
    "reversed": _reversed,
    "oracle": _oracle,
    "noisy_oracle": _noisy_oracle,
    "continuity": _continuity,
    "closest": _closest,
    "empty": _empty,
    **SIMILAR,
}


def _check_document(item: Item, name: str) -> None:
    if get_kind(item.kind).empty is None:
        raise UnavailableError(
            f"{name} finds nothing on pages, and '{item.task}' has {item.kind} items;"
            " leave that pack out, or use baseline:random"
        )


def _check_drawn(item: Item, name: str) -> None:
    if get_kind(item.kind).random(item, random.Random(0), RECOMMENDED) is None:
        raise _nothing_to_draw(item, name)


def _check_constant(item: Item, name: str) -> None:
    if get_kind(item.kind).constant(item) is None:
        raise _nothing_to_draw(item, name)


def _check_listed(item: Item, name: str) -> None:
    if get_kind(item.kind).form == "document":
        raise _nothing_to_draw(item, name)


def _nothing_to_draw(item: Item, name: str) -> UnavailableError:
    return UnavailableError(
        f"{name} draws from a list of answers, and '{item.task}' ({item.kind} items) has none;"
        f" leave that pack out, or use {_others(item)}"
    )


def _others(item: Item) -> str:
    """The baselines that can answer an item for certain, and a reader if it can, too."""
    kind = get_kind(item.kind)
    if kind.random(item, random.Random(0), RECOMMENDED) is not None:
        return "baseline:random or baseline:constant"
    reader = " or reader:default" if kind.from_page(item) is not None else ""
    return f"baseline:empty{reader}" if kind.empty is not None else "baseline:oracle"


def _check_nearness(item: Item, name: str) -> None:
    if not isinstance(get_kind(item.kind), GuessesByNearness):
        raise UnavailableError(
            f"{name} links texts to characters and cannot answer '{item.task}' ({item.kind}"
            " items); leave that pack out"
        )


def _check_ordering(item: Item, name: str) -> None:
    if get_kind(item.kind).form != "order":
        raise UnavailableError(
            f"{name} orders panels and cannot answer '{item.task}' ({item.kind} items);"
            f" leave that pack out, or use {_others(item)}"
        )


def _check_gold(item: Item, name: str) -> None:
    if item.withheld:
        raise UnavailableError(
            f"{name} gives the right answers, and those of this pack are withheld; leave that pack"
            " out, or use another baseline"
        )


def _check_panels(item: Item, name: str) -> None:
    kinds = {entry.recipe.get("kind") for entry in item.rendering.images}
    if "withheld" in kinds:
        raise UnavailableError(
            f"{name} cannot answer '{item.task}' of a pack whose right answers are withheld:"
            " withholding removed the places of its panels; use baseline:random or"
            " baseline:identity"
        )
    if not kinds or kinds & {"page", "marked_page", "board"}:
        raise UnavailableError(
            f"{name} compares panels, and '{item.task}' shows none one by one;"
            " leave that pack out, or use baseline:random or baseline:identity"
        )


def _check_similar(item: Item, name: str) -> None:
    reason = why_not_similar(item)
    if reason:
        raise UnavailableError(
            f"{name} chooses among panels by their looks and cannot answer '{item.task}'"
            f" ({reason}); leave that pack out, or use {_others(item)}"
        )


# What a rule needs of an item and its kind.
NEEDS: dict[BaselineRule, tuple[Callable[[Item, str], None], ...]] = {
    _random: (_check_drawn,),
    _constant: (_check_constant,),
    _identity: (_check_ordering,),
    _reversed: (_check_ordering,),
    _oracle: (_check_gold,),
    _noisy_oracle: (_check_gold, _check_listed),
    _continuity: (_check_ordering, _check_panels),
    _closest: (_check_nearness,),
    _empty: (_check_document,),
    **dict.fromkeys(SIMILAR.values(), (_check_similar,)),
}
