"""The kind ``rating``: how faithful words are to pictures, 5 to 1, or Uncertain.

People rate so in CHROMIC, and nothing is right or wrong there. Asked of a model, the rater is what
is tested: gold says whether the words belong to the pictures (``{"own": true}``) or were taken from
elsewhere. Source: CH-16.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random

from panelwise.metrics import MetricInfo
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.forms import UNCERTAIN, Form, FormValues, ScaleField
from panelwise.tasks.kinds._blind import BlindView, sent_with, words_sent
from panelwise.tasks.kinds._guesses import Guesses, always
from panelwise.tasks.kinds._presentation import Presentation
from panelwise.tasks.kinds._question import from_books
from panelwise.tasks.kinds.documents import DocumentKind, document
from panelwise.tasks.overlay import Overlay, Row, Table, verdict
from panelwise.wording import counted

FAITHFUL, UNRELATED = 4, 2  # "core characters and main actions right"; "few correct elements"
LEVELS = {
    5: "almost fully aligned, only minor omissions or wording",
    4: "core characters and main actions right, secondary details missing",
    3: "partial, noticeable errors such as role confusion",
    2: "few correct elements, main actions or roles wrong",
    1: "unrelated",
}
_RATING = re.compile(r"(?<![\d.,/\-–−])([1-5])(?![\d.,]\d|\d)(?:\s?(?:/|out of)\s?(\d+))?")
_SCALE = re.compile(r"\b[15] ?(?:to|-|–|−) ?[15]\b")
_UNCERTAIN = re.compile(r"\buncertain\b", re.IGNORECASE)

RATINGS: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo(
            "agrees",
            "a page's own descriptions are rated 4 or 5, another page's 1 or 2",
            binary=True,
            label="Rated as what they are",
        ),
        MetricInfo(
            "rating_own",
            "mean rating of a page's own descriptions",
            best=5.0,
            worst=lambda n: 1,
            label="Rating of the page's own descriptions",
        ),
        MetricInfo(
            "rating_other",
            "mean rating of another page's descriptions",
            higher_is_better=False,
            best=1.0,
            worst=lambda n: 5,
            label="Rating of another page's descriptions",
        ),
        MetricInfo(
            "uncertain",
            "share of items rated Uncertain",
            higher_is_better=False,
            best=0.0,
            worst=lambda n: 1,
            binary=True,
            label="Rated Uncertain",
        ),
    )
}


class RatingKind(DocumentKind):
    """Answers are ratings from 1 to 5, or Uncertain."""

    name = "rating"
    headline = "agrees"
    presentation = Presentation(
        "a number from 1 to 5, or Uncertain", counted="sentences of a description to check"
    )

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return RATINGS

    @property
    def empty(self) -> Document:
        """Uncertain."""
        return {"rating": None}

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """The first number from 1 to 5 of a reply, or the word Uncertain."""
        del item, profile
        plain = _SCALE.sub("", text)
        found, doubt = _RATING.search(plain), _UNCERTAIN.search(plain)
        if doubt and (found is None or doubt.start() < found.start()):
            return Parsed("ok", {"rating": None}, "uncertain", None, ("final",))
        if found is None or found[2] not in (None, "5"):
            return Parsed("invalid", reason="none found: no rating from 1 to 5", unclear=True)
        return Parsed("ok", {"rating": int(found[1])}, "first number", None, ("final",))

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """The number or the word; of a gold the rating at its end of the scale."""
        del item, profile
        content = document(answer)
        rating = content["rating"] if "rating" in content else 5 if content["own"] else 1
        return "Uncertain" if rating is None else str(rating)

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """Whether the rating says what is so; Uncertain does not, and is counted."""
        del profile
        rating, own = document(answer)["rating"], document(item.gold)["own"]
        if rating is None:
            return {"agrees": 0.0, "uncertain": 1.0}
        agrees = rating >= FAITHFUL if own else rating <= UNRELATED
        name = "rating_own" if own else "rating_other"
        return {"agrees": float(agrees), "uncertain": 0.0, name: float(rating)}

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """No rating agrees with nothing."""
        del item, profile
        return {"agrees": 0.0, "uncertain": 0.0}

    def chance(self, item: Item, profile: Profile) -> dict[str, float]:
        """Of a rating drawn uniformly from 1 to 5: two of the five agree, whatever is right."""
        ratings = range(1, 6)
        tried = [self.score(item, {"rating": rating}, profile) for rating in ratings]
        return {name: sum(one[name] for one in tried) / len(ratings) for name in tried[0]}

    def random(self, item: Item, generator: Random, profile: Profile) -> Answer | None:
        """A rating from 1 to 5; never Uncertain."""
        del item, profile
        return {"rating": generator.randint(1, 5)}

    def guesses(self, items: Sequence[Item], profile: Profile) -> Guesses:
        """Each rating, and Uncertain."""
        del items, profile
        rules = {str(rating): always({"rating": rating}) for rating in (5, 4, 3, 2, 1)}
        return Guesses({**rules, "Uncertain": always({"rating": None})})

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` where it agrees."""
        return "correct" if self.score(item, answer, profile)["agrees"] else "wrong"

    def question(self, items: Sequence[Item]) -> str:
        """How faithful descriptions are."""
        asked = f"{counted(len(items), 'set')} of descriptions {from_books(items)}"
        return f"{asked}, some of other pages: how faithful is each to its panels, from 5 to 1?"

    def chance_words(self, metric: str) -> str:
        """Two of the five ratings agree."""
        del metric
        return "0.400, because two of the five ratings count as right"

    def overlay(
        self, item: Item, answer: Answer | None, profile: Profile, scores: Mapping[str, float]
    ) -> Overlay | None:
        """The rating, and whether the descriptions belong to the panels."""
        del scores
        whose = "of these panels" if document(item.gold)["own"] else "of another page's panels"
        summary, state, rating = "no rating was given", "miss", "nothing"
        if isinstance(answer, dict):
            state = "hit" if self.outcome(item, answer, profile) == "correct" else "miss"
            rating = "Uncertain" if answer["rating"] is None else f"{answer['rating']} of 5"
            summary = f"they were rated {rating}"
        rows = (
            Row("", ("Descriptions", whose)),
            Row(state, ("Rating", verdict(state, rating))),
        )
        return Overlay(
            f"The descriptions are {whose}; {summary}.", (), (Table("Rating", (), rows),)
        )

    def answer_form(self, item: Item) -> Form:
        """A rating from 1 to 5, or Uncertain; the words are CHROMIC's (CH-16)."""
        del item
        label = "How faithful are the descriptions, taken together?"
        return Form((ScaleField("rating", label, 1, 5, LEVELS, uncertain=True),))

    def read_form(self, item: Item, values: FormValues, profile: Profile) -> Answer:
        """The rating."""
        del item, profile
        return {"rating": None if values["rating"] == UNCERTAIN else values["rating"]}

    def fill_form(self, item: Item, answer: Answer, profile: Profile) -> FormValues:
        """The rating of an answer; of gold the one at its end of the scale."""
        del item, profile
        content = document(answer)
        rating = content["rating"] if "rating" in content else 5 if content["own"] else 1
        return {"rating": UNCERTAIN if rating is None else rating}

    def blind_view(self, item: Item) -> BlindView | None:
        """Whether the descriptions belong to the panels; a rating says one or the other."""
        if not item.rendering.turns:
            return None
        right = "own" if document(item.gold)["own"] else "other"
        return BlindView(sent_with(item, words_sent(item), ()), {right: 1.0}, 1 / 2)

    def blind_answer(self, item: Item, answer: Answer) -> str | None:
        """Which of the two a rating says, if any; of gold which is right."""
        content = document(answer)
        if "own" in content:
            return "own" if content["own"] else "other"
        rating = content["rating"]
        if rating is None or UNRELATED < rating < FAITHFUL:
            return "neither"
        return "own" if rating >= FAITHFUL else "other"
