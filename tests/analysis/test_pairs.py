"""Pairs: one text, two pictures, two answers."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from panelwise.analysis import RunData, summarise
from panelwise.analysis._pairs import expected_alike, pairs_of
from panelwise.cli import run as command
from panelwise.cli._run_output import pair_lines
from panelwise.evaluation import Result
from panelwise.metrics import choice_scores, wilson
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Item, Option, Rendering, SourcePage, Turn

WORDS = ("a cat", "a dog", "a hen", "an owl")


def question(key, text, right, shown=WORDS, **changes):
    """An item that asks ``text`` about a picture; ``right`` is among the shown words."""
    options = tuple(Option(label, text=word) for label, word in zip("ABCD", shown, strict=False))
    listed = "\n".join(f"{one.label}. {one.text}" for one in options)
    made = Item(
        id=key,
        task="test.choice",
        kind="choice",
        n=len(shown),
        rendering=Rendering((Turn("user", (f"{text}\n{listed}",)),), (), "test/1"),
        gold=shown.index(right),
        sources=(SourcePage(f"book of {key}", key, f"{key}.png", "0" * 64),),
        options=options,
    )
    return replace(made, **changes)


def answered(item, words, repeat=0):
    if words is None:
        return Result("pack", item.id, outcome="unparsed", status="invalid", repeat=repeat)
    answer = next(k for k, option in enumerate(item.options) if option.text == words)
    outcome = "correct" if answer == item.gold else "wrong"
    scores = choice_scores(answer, item.gold, item.n)
    return Result(
        "pack", item.id, outcome=outcome, status="ok", answer=answer, scores=scores, repeat=repeat
    )


def summary_of(items, results):
    (found,) = summarise(RunData("run", "model", RECOMMENDED, {"pack": items}, tuple(results)))
    return found


def asked(items, answers):
    return summary_of(items, [answered(*one) for one in zip(items, answers, strict=True)])


def worlds(texts):
    """Two items a text, the second with its options in another order."""
    return [
        item
        for k in range(texts)
        for item in (
            question(f"{k}a", f"What is in box {k}?", WORDS[0]),
            question(f"{k}b", f"What is in box {k}?", WORDS[1], WORDS[::-1]),
        )
    ]


def ids(items):
    return [(pair.first[1], pair.second[1]) for pair in pairs_of({("p", i.id): i for i in items})]


def test_items_of_one_text_and_different_answers_are_pairs():
    items = [*worlds(2), question("x", "What sleeps?", WORDS[0])]
    assert ids(items) == [("0a", "0b"), ("1a", "1b")]
    assert ids(reversed(items)) == ids(items)


@pytest.mark.parametrize(
    ("rights", "expected"),
    [
        ("ab", [("0", "1")]),
        ("aabb", [("0", "2"), ("1", "3")]),
        ("abcd", [("0", "1"), ("2", "3")]),
        ("abcc", [("0", "1")]),
        ("aaa", []),
    ],
)
def test_larger_groups_are_paired_by_id(rights, expected):
    items = [question(str(k), "What?", WORDS["abcd".index(r)]) for k, r in enumerate(rights)]
    assert ids(items) == expected


def test_orders_and_options_that_are_pictures_have_no_pairs():
    """What is told by pixels alone has no words in which two answers could be alike."""
    cells = tuple(Option(str(k + 1), image=0) for k in range(4))
    boards = [replace(question(str(k), "Which?", WORDS[k]), options=cells) for k in range(2)]
    orders = [
        replace(
            question(str(k), "In which order?", WORDS[0]),
            kind="ordering",
            n=2,
            options=(),
            gold=gold,
        )
        for k, gold in enumerate([(0, 1), (1, 0)])
    ]
    assert ids(boards) == ids(orders) == []
    assert asked(boards, [None, None]).pairs is None


def test_both_must_be_right_and_one_answer_never_is():
    items = worlds(4)
    answers = [*WORDS[:2], *WORDS[:2], *[WORDS[0]] * 2, WORDS[2], WORDS[1]]
    found = asked(items, answers).pairs
    assert found is not None
    assert (found.texts, found.pairs) == (4, 4)
    assert (found.both_right.value, found.alike.value) == (2 / 4, 1 / 4)
    assert (found.both_right.low, found.both_right.high) == wilson(2, 4)
    assert found.chance == 1 / 16
    assert found.knowing_chance == pytest.approx(1 / 12)
    assert found.expected_alike == pytest.approx(expected_alike(6 / 8, 4))
    assert not found.did_not_look


def test_a_model_that_answers_the_text_did_not_look():
    """It has half of the items right, twice chance, and no pair."""
    items = worlds(10)
    summary = asked(items, [WORDS[0]] * 18 + list(WORDS[:2]))
    found = summary.pairs
    assert found is not None
    assert summary.score.value == 11 / 20
    assert found.both_right.value == 1 / 10
    assert found.did_not_look
    assert found.remark == "did not look: answered 9 of 10 pairs alike"
    lines = pair_lines(summary)
    assert lines[0].startswith("both of a pair right 0.100")
    assert "(chance 0.062, or 0.083 if it is known that they differ): 10 pairs" in lines[0]
    assert lines[-1] == found.remark


def test_a_model_that_looks_and_often_errs_is_not_accused():
    """Independent guesses are alike in one of four pairs."""
    answers = [WORDS[(k * 7 + k // 2) % 4] for k in range(40)]
    found = asked(worlds(20), answers).pairs
    assert found is not None
    assert not found.did_not_look
    assert found.remark == ""


def test_what_cannot_be_read_is_not_right_and_not_alike():
    found = asked(worlds(2), [None, None, *WORDS[:2]]).pairs
    assert found is not None
    assert (found.pairs, found.both_right.value) == (2, 0.5)
    assert (found.alike.n, found.alike.value) == (1, 0.0)


def test_intervals_treat_the_pairs_of_a_text_as_one_cluster():
    """Eight texts of three pairs each, all right or all wrong: as much as eight answers say."""
    items = [
        question(f"{t}{k}", f"What is in box {t}?", WORDS[k % 2])
        for t in range(8)
        for k in range(6)
    ]
    answers = [WORDS[k % 2] if t % 2 else WORDS[2] for t in range(8) for k in range(6)]
    found = asked(items, answers).pairs
    assert found is not None
    assert (found.texts, found.pairs, found.both_right.value) == (8, 24, 0.5)
    assert found.both_right.method == "cluster_wilson"
    low, high = wilson(4, 8)
    assert found.both_right.low <= low
    assert found.both_right.high >= high


def test_repeats_are_pairs_of_the_same_text():
    items = worlds(1)
    results = [
        answered(i, w, r)
        for r, second in enumerate(WORDS[1:3])
        for i, w in zip(items, (WORDS[0], second), strict=True)
    ]
    found = summary_of(items, results).pairs
    assert found is not None
    assert (found.texts, found.pairs, found.both_right.value) == (1, 2, 0.5)


def test_two_answers_of_one_model_agree_by_chance_at_most_half_of_the_time():
    assert all(
        expected_alike(right / 20, k) <= 0.5 + 1e-12 for right in range(21) for k in (2, 3, 4, 8)
    )
    assert expected_alike(1 / 3, 3) == pytest.approx(1 / 3)


def test_scores_of_items_without_pairs_do_not_change():
    items = [question(str(k), f"What is in box {k}?", WORDS[k]) for k in range(4)]
    summary = asked(items, [WORDS[0]] * 4)
    assert summary.pairs is None
    assert pair_lines(summary) == []
    assert summary.score.value == 1 / 4


def test_a_file_of_answers_names_its_pairs(tmp_path, capsys):
    options = list(WORDS)
    lines = [
        {"id": f"{k}{s}", "pair": k, "gold": gold, "answer": "A", "options": options}
        for k in range(3)
        for s, gold in (("a", "A"), ("b", "B"))
    ]
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    assert command(["score", "choice", str(path)]) == 0
    assert "did not look: answered 3 of 3 pairs alike" in capsys.readouterr().out
    assert command(["score", "choice", str(path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["pairs"]
    assert (found["pairs"], found["both_right"]["value"], found["did_not_look"]) == (3, 0.0, True)
