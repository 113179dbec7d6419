"""Runs made by hand: gold orders and answers in, ``RunData`` out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from panelwise.analysis import RunData
from panelwise.evaluation import Result
from panelwise.metrics import choice_scores, ordering_scores
from panelwise.profile import RECOMMENDED, Profile
from panelwise.tasks import Item, Option, Rendering, SourcePage, Status, Turn
from panelwise.tasks.kinds import OrderingSettings
from panelwise.tasks.plans import SequenceSettings

Answer = tuple[int, ...] | int | None
MakeRun = Callable[..., RunData]

RENDERING = Rendering((Turn("user", ("Order the panels.",)),), (), "test-prompt")


def make_item(
    key: str,
    gold: tuple[int, ...] | int,
    book: str,
    headline: str,
    facts: dict[str, str],
    rule: str = "uniform",
) -> Item:
    ordering = isinstance(gold, tuple)
    options = () if ordering else tuple(Option(label, text=label) for label in "ABCD")
    return Item(
        id=key,
        task="test.ordering" if ordering else "test.choice",
        kind="ordering" if ordering else "choice",
        n=len(gold) if isinstance(gold, tuple) else 4,
        rendering=RENDERING,
        gold=gold,
        sources=(SourcePage(book, key, f"{key}.png", "0" * 64),),
        options=options,
        example=tuple(range(len(gold)))[::-1] if isinstance(gold, tuple) else None,
        meta={"headline": headline, "shuffle": rule, **facts},
    )


def make_result(item: Item, answer: Answer, profile: Profile, status: Status) -> Result:
    if answer is None:
        return Result("pack", item.id, outcome="unparsed", status=status)
    if isinstance(answer, tuple) and isinstance(item.gold, tuple):
        scores = ordering_scores(
            answer,
            item.gold,
            ndcg_gain=profile.section(OrderingSettings).ndcg_gain,
            ndcg_ideal=profile.section(OrderingSettings).ndcg_ideal,
            mae_space=profile.section(OrderingSettings).mae_space,
        )
    else:
        assert isinstance(answer, int)
        assert isinstance(item.gold, int)
        scores = choice_scores(answer, item.gold, 4)
    right = answer == item.gold
    echo = ("prompt_echo",) if answer == item.example else ()
    return Result(
        "pack",
        item.id,
        outcome="correct" if right else "wrong",
        status="ok",
        answer=answer,
        scores=scores,
        rule="list",
        flags=echo,
    )


@pytest.fixture
def make_run() -> MakeRun:
    """``make_run(golds, answers, …)``: item ``i`` has gold ``golds[i]`` and that answer.

    ``None`` is an answer that could not be read, ``...`` an item that was never asked, a list
    holds the answers of several repeats.
    """

    def make(
        golds: Sequence[tuple[int, ...] | int],
        answers: Sequence[object],
        *,
        name: str = "run",
        books: Sequence[str] | None = None,
        profile: Profile = RECOMMENDED,
        headline: str = "exact_match",
        status: Status = "invalid",
        facts: Sequence[dict[str, str]] | None = None,
        rule: str | None = None,
    ) -> RunData:
        items, results = [], []
        for index, (gold, answer) in enumerate(zip(golds, answers, strict=True)):
            book = books[index] if books else "book"
            usual = profile.section(SequenceSettings).shuffle
            known = facts[index] if facts else {}
            item = make_item(
                f"i{index}",
                gold,
                book,
                headline,
                known,
                rule or usual,
            )
            items.append(item)
            repeats = [] if answer is ... else answer if isinstance(answer, list) else [answer]
            results += [make_result(item, one, profile, status) for one in repeats]
        return RunData(name, "baseline:test", profile, {"pack": items}, tuple(results))

    return make
