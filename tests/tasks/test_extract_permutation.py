"""How an order is read out of a model's words. Source: specification 7.0."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.profile import PAPER, RECOMMENDED, Profile
from panelwise.tasks import Item, Parsed, Rendering, read_response

EMPTY = Rendering((), (), "test")


def read(text: str, n: int = 4, base: int = 0, profile: Profile = RECOMMENDED, **more) -> Parsed:
    gold = more.pop("gold", tuple(range(n))[::-1])
    example = more.pop("example", None)
    item = Item("i", "t", "ordering", n, EMPTY, gold, (), index_base=base, example=example)
    return read_response(item, text, profile=profile, **more)


READABLE = [
    # text, rung
    ("[3, 0, 2, 1]", "bracketed_list"),
    ("(3, 0, 2, 1)", "bracketed_list"),
    ("[3 0 2 1]", "bracketed_list"),
    ('["3", "0", "2", "1"]', "bracketed_list"),
    ('["Panel 3", "Panel 0", "Panel 2", "Panel 1"]', "bracketed_list"),
    ("```python\n[3, 0, 2, 1]\n```", "bracketed_list"),
    ("First [0, 1, 2, 3] came to mind; then [3, 0, 2, 1].", "bracketed_list"),
    ("The panel at [120, 40, 300, 400] is first. [3, 0, 2, 1]", "bracketed_list"),
    ("As panel [1] shows a sunset: [3, 0, 2, 1]", "bracketed_list"),
    ("The correct order is [3, 0, 2, 1].", "declared"),
    ("The correct order (starting from 0) is: 3, 0, 2, 1", "declared"),
    ("**Final answer:** 3, 0, 2, 1", "declared"),
    ("$\\boxed{[3, 0, 2, 1]}$", "declared"),
    ("\\[ \\boxed{3, 0, 2, 1} \\]", "declared"),
    ("<answer>[3, 0, 2, 1]</answer>", "declared"),
    ('{"reason": "2 dogs", "order": [3, 0, 2, 1]}', "declared"),
    ("correct_order = [3, 0, 2, 1]", "declared"),
    ("Answer: [3, 0, 2, 1], not [0, 1, 2, 3]", "declared"),
    ("The answer is [0, 1, 2, 3]. Wait, no: the answer is [3, 0, 2, 1].", "declared"),
    ("Die richtige Reihenfolge ist: 3, 0, 2, 1.", "declared"),
    ("L'ordre correct est : [3, 0, 2, 1]", "declared"),
    ("El orden correcto es 3, 0, 2, 1.", "declared"),
    ("Правильный порядок: 3, 0, 2, 1", "declared"),
    ("正确的顺序是：3、0、2、1。", "declared"),
    ("正しい順番は 3→0→2→1 です", "declared"),
    ("정답: 3, 0, 2, 1", "declared"),
    ("3 → 0 → 2 → 1", "arrows"),
    ("$3 \\to 0 \\to 2 \\to 1$", "arrows"),
    ("Panel 3 -> Panel 0 -> Panel 2 -> Panel 1", "arrows"),
    ("Panel 3, Panel 0, Panel 2 and Panel 1", "panel_run"),
    ("First comes panel 3, then panel 0, followed by panel 2, finally panel 1.", "panel_run"),
    ("- Panel 3\n- Panel 0\n- Panel 2\n- Panel 1", "panel_run"),
    ("1. Panel 3: she wakes\n2. Panel 0: eats\n3. Panel 2\n4. Panel 1", "numbered_lines"),
    ("1. 3\n2. 0\n3. 2\n4. 1", "numbered_lines"),
    ("3, 0, 2, 1", "integer_run"),
    ("3 0 2 1", "integer_run"),
    ("3-0-2-1", "integer_run"),
    ("3\n0\n2\n1", "integer_run"),
    ("[3][0][2][1]", "integer_run"),
    ("٣، ٠، ٢، ١", "integer_run"),
    ("３，０，２，１", "integer_run"),
    ("3️⃣ 0️⃣ 2️⃣ 1️⃣", "integer_run"),
    ("❸ ⓪ ❷ ❶", "integer_run"),
    ("[3]. She wakes up.\n[0]. She eats.\n[2]. She works.\n[1]. She sleeps.", "marked_lines"),
    ("3021", "joined_digits"),
    ("three, zero, two, one", "number_words"),
    ("三、零、二、一", "number_words"),
]


@pytest.mark.parametrize(("text", "rung"), READABLE)
def test_an_order_is_read_however_it_is_written(text, rung):
    assert read(text) == Parsed("ok", (3, 0, 2, 1), rung)


UNREADABLE = [
    ("The dog runs away.", "none found"),
    ("Panels 2, 1, 0 and 3 show a man.", "none found"),
    ("1. Panel 0: a man.\n2. Panel 1: a dog.\n3. Panel 2: rain.\n4. Panel 3: sun.", "none found"),
    ("0. A man.\n1. A dog.\n2. Rain.\n3. Sun.", "none found"),
    ("Between 1990 and 2013 there were 4 wars.", "none found"),
    ("[3, 0, 2]", "wrong length: 3 numbers where 4"),
    ("[3, 0, 2, 1, 4]", "wrong length: 5 numbers where 4"),
    ("[3, 0, 2, 2]", "duplicate: 2"),
    ("[3, 0, 2, 7]", "out of range: 7"),
    ("The answer is [3, 0, 2].", "wrong length"),
    ("I tried [3, 0, 2, 1]; better: [3, 0, 2]", "wrong length"),
    ("Either [1, 2, 0, 3] or [2, 1, 0, 3].", "ambiguous: [1, 2, 0, 3] or [2, 1, 0, 3]"),
    ("Answer: [1, 2, 0, 3] or [2, 1, 0, 3].", "ambiguous"),
    ("3 → 0 → 2 → 1\n0 → 3 → 2 → 1", "ambiguous"),
    ("The answer is [3, 0, 2, 1]. Wait, that is wrong.", "retracted"),
    ("The order is not [3, 0, 2, 1].", "none found"),
]


@pytest.mark.parametrize(("text", "reason"), UNREADABLE)
def test_a_text_without_one_certain_order_is_invalid_and_says_why(text, reason):
    parsed = read(text)
    assert (parsed.status, parsed.answer) == ("invalid", None)
    assert parsed.reason is not None
    assert parsed.reason.startswith(reason)


@st.composite
def orders(draw) -> tuple[tuple[int, ...], int]:
    n, base = draw(st.integers(3, 9)), draw(st.integers(0, 1))
    return tuple(draw(st.permutations(range(base, base + n)))), base


def circled(number: int) -> str:
    return "⓪" if number == 0 else chr(0x2460 + number - 1)


FORMATS = {
    "python": lambda o: str(list(o)),
    "tuple": str,
    "json": lambda o: json.dumps({"order": o}),
    "json in a fence": lambda o: f'```json\n{{"answer": {list(o)}}}\n```',
    "commas": lambda o: ", ".join(map(str, o)),
    "spaces": lambda o: " ".join(map(str, o)),
    "dashes": lambda o: "-".join(map(str, o)),
    "lines": lambda o: "\n".join(map(str, o)),
    "joined": lambda o: "".join(map(str, o)),
    "arrows": lambda o: " → ".join(map(str, o)),
    "ascii arrows": lambda o: "->".join(f"Panel {k}" for k in o),
    "panels": lambda o: ", ".join(f"Panel {k}" for k in o),
    "bold panels": lambda o: "**" + ", ".join(f"Frame {k}" for k in o) + "**",
    "bullets": lambda o: "\n".join(f"* Panel {k}" for k in o),
    "ranked lines": lambda o: "\n".join(f"{r}. Panel {k}" for r, k in enumerate(o, 1)),
    "circled": lambda o: "".join(map(circled, o)),
    "boxed": lambda o: f"So $\\boxed{{{', '.join(map(str, o))}}}$",
    "sentence": lambda o: f"The correct order is {', '.join(map(str, o))}.",
    "latex set": lambda o: f"\\[\\{{{', '.join(map(str, o))}\\}}\\]",
    "Japanese": lambda o: "正しい順序は" + "→".join(map(str, o)) + "です。",
}


@pytest.mark.parametrize("written", FORMATS.values(), ids=FORMATS)
@given(drawn=orders())
def test_any_order_comes_back_exactly_from_any_format(written, drawn):
    order, base = drawn
    parsed = read(written(order), n=len(order), base=base)
    assert (parsed.status, parsed.answer) == ("ok", tuple(k - base for k in order))


@given(drawn=orders(), tail=st.text(st.characters(categories=["Ll", "Lu"], max_codepoint=255)))
def test_an_explanation_without_digits_behind_the_answer_changes_nothing(drawn, tail):
    order, base = drawn
    parsed = read(f"[{', '.join(map(str, order))}]\n\nMy view: {tail}", n=len(order), base=base)
    assert parsed.answer == tuple(k - base for k in order)


@given(st.text(st.characters(exclude_categories=["Nd", "No", "Nl", "Lo"]), max_size=200))
def test_prose_without_numbers_never_yields_an_order(text):
    words = ("zero", "one", "two", "three", "un", "tre", "sei")
    assert read(text).answer is None or any(word in text.lower() for word in words)


class TestBase:
    def test_an_order_counted_from_one_is_repaired_and_says_so(self):
        parsed = read("[4, 1, 3, 2]", base=0)
        assert (parsed.status, parsed.answer) == ("ok_repaired", (3, 0, 2, 1))
        assert parsed.reason == "counted from 1 where the prompt counts from 0"

    def test_and_one_counted_from_zero_where_the_prompt_counts_from_one(self):
        assert read("[3, 0, 2, 1]", base=1).status == "ok_repaired"

    def test_the_paper_profile_repairs_nothing(self):
        parsed = read("[4, 1, 3, 2]", base=0, profile=PAPER)
        assert parsed.status == "invalid"
        assert parsed.reason == "out of range: counted from 1 where the prompt counts from 0"

    def test_a_mixed_base_is_never_repaired(self):
        assert read("[4, 0, 3, 2]", base=0).status == "invalid"


class TestMending:
    mending = RECOMMENDED.with_settings({"ordering.mend_lists": "true"})

    def test_what_is_missing_follows_in_shown_order_if_the_profile_says_so(self):
        parsed = read("[3, 2, 3]", profile=self.mending)
        assert (parsed.status, parsed.answer) == ("ok_repaired", (3, 2, 0, 1))

    def test_things_that_were_never_shown_are_not_mended(self):
        assert read("[3, 2, 7]", profile=self.mending).status == "invalid"

    def test_an_ambiguous_answer_is_not_mended(self):
        text = "Either [1, 2, 0, 3] or [2, 1, 0, 3]."
        assert read(text, profile=self.mending).status == "invalid"


class TestWhatTheListMeans:
    def test_a_list_of_ranks_is_turned_into_an_order(self):
        ranks = RECOMMENDED.with_settings({"ordering.order_semantics": "rank_list"})
        parsed = read("[1, 2, 0, 3]", profile=ranks)
        assert parsed.answer == (2, 0, 1, 3)
        assert "read_as_ranks" in parsed.flags

    def test_either_takes_the_reading_nearer_to_gold(self):
        either = RECOMMENDED.with_settings({"ordering.order_semantics": "either"})
        assert read("[1, 2, 0, 3]", profile=either, gold=(2, 0, 1, 3)).answer == (2, 0, 1, 3)
        assert read("[1, 2, 0, 3]", profile=either, gold=(1, 2, 0, 3)).flags == ()


class TestFlags:
    def test_the_shown_order(self):
        assert read("[0, 1, 2, 3]", gold=(0, 1, 2, 3)).flags == ("identity",)

    def test_the_inverse_of_gold(self):
        assert read("[1, 2, 0, 3]", gold=(2, 0, 1, 3)).flags == ("inverse_of_gold",)

    def test_a_gold_that_is_its_own_inverse_is_simply_right(self):
        assert read("[1, 0, 2, 3]", gold=(1, 0, 2, 3)).flags == ()

    def test_the_example_of_the_prompt(self):
        echo = read("[3, 0, 2, 1, 4]", n=5, example=(3, 0, 2, 1, 4))
        assert "prompt_echo" in echo.flags

    def test_the_example_is_recognised_where_it_cannot_be_an_answer(self):
        echo = read("[3, 0, 2, 1, 4]", n=4, example=(3, 0, 2, 1, 4))
        assert (echo.status, echo.flags) == ("invalid", ("prompt_echo",))


class TestTwoThings:
    @pytest.mark.parametrize("text", ["[1, 0]", "1, 0", "1 → 0", "The order is: 1, 0", "1-0"])
    def test_an_order_of_two_is_read_where_it_stands_alone(self, text):
        assert read(text, n=2).answer == (1, 0)

    @pytest.mark.parametrize("text", ["In panels 1 and 0 it rains.", "It is 1, 0 or so.", "10"])
    def test_but_not_in_passing(self, text):
        assert read(text, n=2).answer is None


LADDER = [
    # text, answer, rung, or the beginning of the reason
    ("i. Panel 3\nii. Panel 0\niii. Panel 2\niv. Panel 1", (3, 0, 2, 1), "numbered_lines"),
    ("a) Panel 3\nb) Panel 0\nc) Panel 2\nd) Panel 1", (3, 0, 2, 1), "numbered_lines"),
    ("0. Panel 3\n1. Panel 0\n2. Panel 2\n3. Panel 1", (3, 0, 2, 1), "numbered_lines"),
    ("1. Panel 3\n2. Panel 0\n4. Panel 2\n5. Panel 1", None, "wrong length: 2"),
    ("Panel 0 comes second, panel 1 last, panel 2 third, panel 3 first.", (3, 0, 2, 1), "ranked"),
    ("The panel at place 1 is 3.\nThe order: 3 0 2 1", (3, 0, 2, 1), "declared"),
    ('[{"panel": 3}, {"panel": 0}, {"panel": 2}, {"panel": 1}]', (3, 0, 2, 1), "keyed_panels"),
    ('[{"panel": 0}, {"panel": 1}, {"panel": 2}, {"panel": 3}]', None, "none found"),
    ("The panels 3 and 0 and 2 and 1 are dark.", None, "none found"),
    ("It rains (panels 3, 0, 2, 1) all day.", None, "none found"),
    ("It rains ((3, 0, 2, 1)) all day.", (3, 0, 2, 1), "bracketed_list"),
    ("In order they are panels 3, 0, 2, 1.", (3, 0, 2, 1), "integer_run"),
    ("I see dark panels 3, 0, 2, 1 here and there.", None, "none found"),
    ("0, 1, 2, 3", (0, 1, 2, 3), "integer_run"),
    ("They say 0, 1, 2, 3 starts it.", None, "none found"),
    ("The order starts 0, 1, 2, 3.", None, "none found"),
    ("[3, 0, 2, 9]", None, "out of range: 9 in"),
    ("[3, 0, 2, 10]", None, "out of range: 10 in"),
    ("Sizes [30, 20, 12, 10] and order 3 → 0 → 2 → 1.", (3, 0, 2, 1), "arrows"),
    ("[3, 0, 2, 1]\n[3, 0, 9, 1]", None, "out of range: 9"),
    ("[3, 0, 2, 1]\n[3, 0, 10, 1]", (3, 0, 2, 1), "bracketed_list"),
    ("[3, 0, 2, 1]\n[3, 0]", (3, 0, 2, 1), "bracketed_list"),
    ("Could be [3, 0, 2, 1]. Maybe [0, 3, 2, 1].", None, "ambiguous"),
    ("Could be [3, 0, 2, 1]. So [0, 3, 2, 1].", (0, 3, 2, 1), "bracketed_list"),
    ("The order [3, 0, 2, 1] is tempting.\n[0, 3, 2, 1]", (0, 3, 2, 1), "bracketed_list"),
    ("The answer is [3, 0, 2, 1]. Actually, [0, 3, 2, 1].", (0, 3, 2, 1), "bracketed_list"),
    ("The answer is [3, 0, 2, 1]. See [0, 3, 2, 1].", None, "ambiguous"),
    ("$\\boxed{4 panels: 3, 0, 2, 1}$", (3, 0, 2, 1), "declared"),
    ("one", None, "none found"),
    ("３０２１", (3, 0, 2, 1), "joined_digits"),
    ("There are 3021 of them.", None, "none found"),
    ("[-3, 0, 2, 1]", None, "out of range: -3"),
    ("[3.0, 0.0, 2.0, 1.0]", (3, 0, 2, 1), "bracketed_list"),
    ("[3, 3, 0, 0]", None, "duplicate: 0, 3 more than once"),
    ("[5, 2, 3, 4]", None, "out of range: 5 in an order of 4"),
]


@pytest.mark.parametrize(("text", "answer", "why"), LADDER)
def test_the_ladder_step_by_step(text, answer, why):
    parsed = read(text)
    assert parsed.answer == answer
    assert ((parsed.rule if answer else parsed.reason) or "").startswith(why)


@pytest.mark.parametrize(
    ("text", "answer"),
    [("one, zero", (1, 0)), ("1. Panel 1\n2. Panel 0", (1, 0)), ("Panel 0, panel 1 is dark", None)],
)
def test_two_things_in_words_and_lines(text, answer):
    assert read(text, n=2).answer == answer


def test_an_or_far_away_offers_no_alternative():
    near = "It is [1, 2, 0, 3] or [2, 1, 0, 3]. So [2, 1, 0, 3]."
    assert read(near).answer == (2, 1, 0, 3)
    assert read("Better [1, 2, 0, 3] or [2, 1, 0, 3]").reason.startswith("ambiguous")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The correct order is [3, 0, 2]. Panels 3, 0, 2, 1 are dark.", "wrong length: 3"),
        ("The correct order is 3, 0, 2, 2.", "duplicate: 2"),
        ("The correct order is 3 → 0 → 2.", "wrong length: 3"),
    ],
)
def test_a_declared_list_that_is_no_order_decides(text, reason):
    parsed = read(text)
    assert parsed.answer is None
    assert (parsed.reason or "").startswith(reason)
