"""The kind ``ordering``: put shown things into story order.

Source: specification 7.0, 7.1; AMB-1, AMB-3, AMB-10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from panelwise.comics import Page
from panelwise.metrics import (
    ORDERING_METRICS,
    MetricInfo,
    invalid_ordering_scores,
    ordering_chance,
    ordering_scores,
    positions,
)
from panelwise.profile import RECOMMENDED, Profile
from panelwise.rendering import cells_of
from panelwise.tasks._balanced_orders import is_allowed
from panelwise.tasks._item import (
    Answer,
    AnswerForm,
    Item,
    Option,
    Outcome,
    Parsed,
    Status,
    accepted_orders,
    shuffle_of,
)
from panelwise.tasks.extraction import read_order
from panelwise.tasks.forms import Form, FormValues, OrderField
from panelwise.tasks.kinds._base import BaseKind
from panelwise.tasks.kinds._blind import BlindView
from panelwise.tasks.kinds._capabilities import FromPage
from panelwise.tasks.kinds._guesses import Guesses, Rule
from panelwise.tasks.kinds._presentation import Presentation
from panelwise.tasks.kinds._question import from_books, pages, sizes
from panelwise.tasks.kinds._settings import ScoringSettings
from panelwise.tasks.kinds.documents import marked_boxes, marked_texts
from panelwise.tasks.kinds.ordering._blind import blind_view
from panelwise.tasks.kinds.ordering._line import OrderLine
from panelwise.tasks.kinds.ordering._overlay import overlay
from panelwise.tasks.kinds.ordering._settings import OrderingSettings, OrderSemantics
from panelwise.tasks.overlay import Overlay
from panelwise.wording import with_thousands

ShownOrder = tuple[int, ...]
CARD_SIZES = (2, 3, 4, 6, 8)  # numbers of things whose chance a task's card prints
ONE_PICTURE = ("composite", "row")  # recipes that show all panels
CONSTANTS_TRIED = 20  # right orders of each length: enough to find a strip order used throughout


class OrderingKind(BaseKind):
    """Answers are orders: the indices of the shown panels, first to last."""

    name = "ordering"
    settings = (ScoringSettings, OrderingSettings)
    line = OrderLine
    headline = "exact_match"
    form: AnswerForm = "order"
    exported_metrics = ("exact_match", "accuracy")
    presentation = Presentation(
        "a list: the numbers of the panels, descriptions or texts in order",
        counted="things to order",
    )

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return ORDERING_METRICS

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """The order in a plain text; ``final`` among the flags when it needs no rest of the text.

        An order counted from the other base than the prompt's (1…n where 0…n−1 was asked) is
        repaired if the profile repairs; with ``ordering.mend_lists`` so is a list with repeated or
        missing members. Flags: ``prompt_echo``, ``identity``, ``inverse_of_gold``,
        ``read_as_ranks``.
        """
        reading = read_order(text, item.n)
        flags = ["final"] if reading.final else []
        echo = tuple(value - item.index_base for value in reading.printed)
        if item.example is not None and echo == item.example:
            flags.append("prompt_echo")
        order, reason = _rebased(reading.answer, item, profile)
        rules = profile.section(OrderingSettings)
        if order is None and rules.mend_lists and reading.answer is None:
            order, reason = _mended(reading.printed, item, reading.reason)
        if order is None:
            return Parsed(
                "invalid",
                reason=reason or reading.reason,
                flags=tuple(flags),
                unclear=reading.unclear,
            )
        status: Status = "ok_repaired" if reason else "ok"
        right = accepted_orders(item)
        meant = _as_meant(order, right, rules.order_semantics)
        if meant != order:
            flags.append("read_as_ranks")
        flags += _position_flags(meant, right)
        return Parsed(status, meant, reading.rule or "mended", reason, tuple(flags))

    def reads_by_gold(self, profile: Profile) -> bool:
        """Where either reading of a list may be meant (AMB-1): the one that lies nearer to gold."""
        return profile.section(OrderingSettings).order_semantics == "either"

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """A list in the prompt's numbering: of shown indices in story order or, where the profile
        reads ranks (AMB-1), of each shown thing's rank.
        """
        order = _order(answer)
        if profile.section(OrderingSettings).order_semantics == "rank_list":
            order = positions(order)
        return str([index + item.index_base for index in order])

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """Every ordering metric; each by the accepted order that serves the answer best (MS-14)."""
        rules = profile.section(OrderingSettings)
        return ordering_scores(
            _order(answer),
            _gold(item),
            ndcg_gain=rules.ndcg_gain,
            ndcg_ideal=rules.ndcg_ideal,
            mae_space=rules.mae_space,
            accepted=item.accepted,
        )

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """By ``scoring.invalid_policy``; ``None`` when it leaves unreadable answers out."""
        rules = profile.section(OrderingSettings)
        return invalid_ordering_scores(
            item.n,
            profile.section(ScoringSettings).invalid_policy,
            _gold(item),
            ndcg_gain=rules.ndcg_gain,
            ndcg_ideal=rules.ndcg_ideal,
            mae_space=rules.mae_space,
            accepted=item.accepted,
        )

    def drops_unread(self, profile: Profile) -> bool:
        """Where only valid lists count (AMB-3)."""
        return profile.section(ScoringSettings).invalid_policy == "valid_only"

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        """Expected scores of an order drawn uniformly from those that may be right (AMB-10)."""
        rules = profile.section(OrderingSettings)
        return ordering_chance(
            item.n,
            gold=_gold(item),
            shuffle=shuffle_of(item),
            ndcg_gain=rules.ndcg_gain,
            ndcg_ideal=rules.ndcg_ideal,
            mae_space=rules.mae_space,
            accepted=item.accepted,
        )

    def random(self, item: Item, generator: Random, profile: Profile) -> Answer | None:
        """One of the orders that the shuffle's rule lets be right (AMB-10)."""
        del profile
        while True:
            order = list(range(item.n))
            generator.shuffle(order)
            if is_allowed(tuple(order), shuffle_of(item)):
                return tuple(order)

    def constant(self, item: Item) -> Answer | None:
        """The order 1, 2, …, n − 1, 0: no shown thing stays where it is."""
        return (*range(1, item.n), 0)

    def from_page(self, item: Item) -> FromPage | None:
        """Of marked texts the order in which the page's panels put them; of panels none."""
        marked = marked_boxes(item)

        def order(page: Page) -> Answer:
            from panelwise.reading import order_texts

            numbers, panels = list(marked), [panel.box for panel in page.panels]
            texts = [marked[number] for number in numbers]
            read = order_texts(texts, panels, page.reading_direction)
            return tuple(int(numbers[index]) - 1 for index in read.indices)

        return FromPage("unused", order) if marked else None

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """The shown order, its reverse, and the 20 commonest right orders of each length.

        An order that is never right could score a little more on partial credit, so the best of
        these is a lower bound.
        """
        del profile
        rules: dict[str, Rule] = {
            "the shown order": lambda item: tuple(range(item.n)),
            "the shown order backwards": lambda item: tuple(reversed(range(item.n))),
        }
        for n in sorted({item.n for item in items}):
            some = [item for item in items if item.n == n]
            right = Counter(order for item in some for order in accepted_orders(item))
            for order, _ in right.most_common(CONSTANTS_TRIED):
                if order not in (tuple(range(n)), tuple(reversed(range(n)))):
                    rules[f"the order {list(order)}"] = _of_length(n, order)
        return Guesses(rules, by_size="length {}")

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` for a right order, ``partial`` when anything has its place in one."""
        del profile
        accepted = accepted_orders(item)
        if answer in accepted:
            return "correct"
        given = _order(answer)
        right = any(a == g for order in accepted for a, g in zip(given, order, strict=True))
        return "partial" if right else "wrong"

    def question(self, items: Sequence[Item]) -> str:
        """Texts in reading order, or panels or descriptions in story order."""
        if items and all(marked_texts(item) is not None for item in items):
            texts = f"{pages(items)}, each with {sizes(items)} numbered texts"
            return f"{texts}: in which order are they read?"
        asked = f"{with_thousands(len(items))} questions {from_books(items)}"
        return f"{asked}: put {sizes(items)} shuffled panels or descriptions into story order"

    def chance_words(self, metric: str) -> str:
        """The chance level of some lengths."""
        by_size = ", ".join(f"{ordering_chance(n)[metric]:.3f} for {n}" for n in CARD_SIZES)
        return f"if all orders are equally likely: {by_size} panels or texts"

    def overlay(
        self, item: Item, answer: Answer | None, profile: Profile, scores: Mapping[str, float]
    ) -> Overlay | None:
        """The order of numbered texts over their page; other orders are shown in words."""
        del profile, scores
        return overlay(item, answer)

    def answer_form(self, item: Item) -> Form:
        """The shown things as cards, by their numbers in the prompt; panels by their pictures.

        Of panels or texts in one picture, the parts of it are known.
        """
        images = item.rendering.images
        pictured = len(images) == item.n > 1
        cards = tuple(
            Option(str(index + item.index_base), image=index if pictured else None)
            for index in range(item.n)
        )
        question = "In which order do they belong?"
        return Form((OrderField("order", question, cards, boxes=_parts(item)),))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The order of the cards."""
        del item, profile
        return tuple(values["order"])

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The cards in the order of an answer."""
        del item, profile
        return {"order": list(_order(answer))}

    def blind_view(self, item: Item) -> BlindView | None:
        """The shown things as a set; right is an order of what is known of them without pixels."""
        return blind_view(item, self.chance(item, RECOMMENDED)["exact_match"])

    def blind_answer(self, item: Item, answer: Answer) -> str | None:
        """None: an order is one of the panels as this item shows them."""
        del item, answer
        return None


def _parts(item: Item) -> tuple[tuple[float, float, float, float], ...]:
    """Where each shown thing lies in the only picture; empty where it shows something else."""
    if len(item.rendering.images) != 1:
        return ()
    recipe = item.rendering.images[0].recipe
    # What is right plays no part: texts are numbered in the boxes of their page's recipe.
    numbered = recipe.get("boxes") if "texts" in item.meta else None
    boxes = numbered or (cells_of(recipe) if recipe.get("kind") in ONE_PICTURE else ())
    parts = tuple((float(x0), float(y0), float(x1), float(y1)) for x0, y0, x1, y1 in boxes)
    return parts if len(parts) == item.n else ()


def _of_length(n: int, order: ShownOrder) -> Rule:
    return lambda item: order if item.n == n else None


def _gold(item: Item) -> ShownOrder:
    return _order(item.gold)


def _order(answer: Answer) -> ShownOrder:
    assert isinstance(answer, tuple)
    return answer


def _rebased(
    printed: ShownOrder | None, item: Item, profile: Profile
) -> tuple[ShownOrder | None, str | None]:
    """A printed order counted from 0, and which repair that took or why it is none."""
    if printed is None:
        return None, None
    base = min(printed)
    order = tuple(value - base for value in printed)
    if base == item.index_base:
        return order, None
    counted = f"counted from {base} where the prompt counts from {item.index_base}"
    repairs = profile.section(OrderingSettings).repair
    return (order, counted) if repairs else (None, f"out of range: {counted}")


def _mended(
    printed: ShownOrder, item: Item, wrong: str | None
) -> tuple[ShownOrder | None, str | None]:
    """A list without its repetitions, what it lacks appended in shown order: a guess, so off.

    Lists with members that were never shown stay invalid.
    """
    shown = range(item.index_base, item.index_base + item.n)
    kept = list(dict.fromkeys(printed))
    if len(kept) < 2 or not set(kept) <= set(shown):
        return None, wrong
    missing = [value for value in shown if value not in kept]
    return tuple(value - item.index_base for value in kept + missing), f"mended: {wrong}"


def _as_meant(
    order: ShownOrder, accepted: Sequence[ShownOrder], semantics: OrderSemantics
) -> ShownOrder:
    """An answer under the profile's reading of what it lists (AMB-1).

    ``either`` takes whichever of the two readings lies nearer to a right order. That is
    optimistic (a guesser gets two tries) and meant as a diagnosis, not as a headline.
    """
    ranks = positions(order)
    if semantics == "order_list":
        return order
    if semantics == "rank_list":
        return ranks
    return min(
        (order, ranks),
        key=lambda reading: min(
            (reading != right, _distance(reading, right)) for right in accepted
        ),
    )


def _distance(order: Sequence[int], gold: Sequence[int]) -> int:
    """Sum of how far each thing stands from its right place."""
    return sum(abs(p - c) for p, c in zip(positions(order), positions(gold), strict=True))


def _position_flags(order: ShownOrder, accepted: Sequence[ShownOrder]) -> list[str]:
    flags = []
    if order == tuple(range(len(order))):
        flags.append("identity")
    if order not in accepted and any(order == positions(right) for right in accepted):
        flags.append("inverse_of_gold")
    return flags
