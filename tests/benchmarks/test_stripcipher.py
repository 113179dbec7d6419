"""StripCipher reordering: strips of three to eight frames, sent one by one (SC-3 to SC-5)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import panelwise
from drawn import draw_book
from panelwise.benchmarks import printed_prompts
from panelwise.packs import Pack

GENERATION = "stripcipher.reordering_generation"
CHOICE = "stripcipher.reordering_choice"
PRINTED = printed_prompts()["stripcipher.reordering"]


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return draw_book(tmp_path / "book", [2, 3, 4, 8, 3])


def build(book: Path, tmp_path: Path, task: str, profile: str = "recommended") -> Pack:
    return panelwise.build(task, book, out=tmp_path / "pack", profile=profile)


def words(pack: Pack, item_id: str, *, single_image: bool = False) -> str:
    parts = pack.messages(pack.item(item_id), single_image)[0].parts
    return "".join(getattr(part, "text", "[image]") for part in parts)


def write_texts(book: Path, page: int) -> None:
    """Say that a page carries a text."""
    lines = [json.loads(line) for line in (book / "pages.jsonl").read_text().splitlines()]
    lines[page]["texts"] = [{"box": [40, 40, 90, 60], "contents": {"en": "Hello"}}]
    (book / "pages.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_strips_of_three_to_eight_frames_are_used(book, tmp_path):
    pack = build(book, tmp_path, GENERATION)
    assert [item.n for item in pack.items()] == [3, 4, 8, 3]
    assert [len(item.rendering.images) for item in pack.items()] == [3, 4, 8, 3]
    assert pack.manifest["excluded"] == {"fewer than 3 panels": 1}


def test_the_paper_is_asked_byte_for_byte(book, tmp_path):
    pack = build(book, tmp_path, GENERATION, "paper")
    assert words(pack, "pages/002") == "[image]" * 4 + PRINTED
    assert pack.manifest["prompts"][0]["status"] == "exact"


def test_we_number_the_frames_and_say_what_to_answer(book, tmp_path):
    pack = build(book, tmp_path, GENERATION)
    text = words(pack, "pages/001")
    asked = PRINTED.partition("Number each")[0]
    assert text.startswith("Frame 1:\n[image]Frame 2:\n[image]Frame 3:\n[image]" + asked)
    assert "The frames are numbered from 1 in the order shown." in text


def test_a_model_that_takes_one_image_is_told_where_the_frames_are(book, tmp_path):
    pack = build(book, tmp_path, GENERATION, "paper")
    text = words(pack, "pages/002", single_image=True)
    assert text.startswith("[image]" + PRINTED)
    assert "frame 1 is the leftmost" in text


def test_four_orders_are_offered_written_in_circled_numbers(book, tmp_path):
    pack = build(book, tmp_path, CHOICE, "paper")
    for item in pack.items():
        assert [option.label for option in item.options] == ["A", "B", "C", "D"]
        for option in item.options:
            numbers = sorted(ord(sign) - 0x2460 + 1 for sign in option.text)
            assert numbers == list(range(1, item.meta["panels"] + 1))
        lines = words(pack, item.id).splitlines()[-4:]
        assert lines == [f"{option.label}. {option.text}" for option in item.options]
    assert pack.manifest["prompts"][0]["status"] == "reconstructed"


def test_we_ask_for_the_letter(book, tmp_path):
    text = words(build(book, tmp_path, CHOICE), "pages/001")
    assert text.endswith("\nAnswer with the option letter only.")


def test_right_options_are_spread_over_the_letters(tmp_path):
    book = draw_book(tmp_path / "book", [3, 4] * 6)
    pack = build(book, tmp_path, CHOICE)
    for n in (3, 4):  # six strips of each length
        golds = Counter(item.gold for item in pack.items() if item.meta["panels"] == n)
        assert sorted(golds.values()) == [1, 1, 2, 2]


@pytest.mark.parametrize("task", [GENERATION, CHOICE])
def test_the_shown_order_is_never_the_storys_nor_an_option_that_can_be_struck_out(tmp_path, task):
    book = draw_book(tmp_path / "book", [3] * 12)
    for item in build(book, tmp_path, task).items():
        assert item.gold != (0, 1, 2)
        assert all(option.text != "①②③" for option in item.options)


def test_the_paper_uses_silent_strips_alone(book, tmp_path):
    write_texts(book, 2)
    pack = build(book, tmp_path, GENERATION, "paper")
    assert [item.n for item in pack.items()] == [3, 8, 3]
    assert pack.manifest["excluded"]["has dialogue"] == 1


def test_we_keep_strips_with_dialogue_and_tell_them_apart(book, tmp_path):
    write_texts(book, 2)
    pack = build(book, tmp_path, GENERATION)
    silent = {item.id: item.meta["silent"] for item in pack.items()}
    assert silent["pages/002"] is False
    assert silent["pages/001"] is None  # nobody looked for texts there


def test_the_prompt_says_the_form_of_an_answer_and_shows_none(book, tmp_path):
    for item in build(book, tmp_path, GENERATION).items():
        assert item.example is None
        assert item.rendering.text.endswith(
            "The frames are numbered from 1 in the order shown.\n"
            "The first number is the frame that comes first in the story.\n"
            "Answer with the frame numbers in story order, joined by hyphens, and nothing else."
        )
