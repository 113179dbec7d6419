"""What a model sees of a picture, against the numbers that its makers print."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from panelwise.metrics import COORDINATE_FRAMES, qwen_size
from panelwise.models import (
    FAMILIES,
    LEGIBLE,
    Seen,
    family_of,
    get_model,
    letter_height,
    letters_as_seen,
    seen_by,
)

sides = st.integers(1, 9000)


@pytest.mark.parametrize(
    ("name", "size", "seen"),
    [
        # OpenAI, Images and vision, "Calculating costs".
        ("openai/gpt-4o", (1024, 1024), Seen(768, 768, 765)),
        ("openai/gpt-4o-2024-08-06", (2048, 4096), Seen(768, 1536, 1105)),
        ("azure/gpt-4.1", (512, 512), Seen(512, 512, 255)),
        ("openai/gpt-4o-mini", (1024, 1024), Seen(768, 768, 2833 + 4 * 5667)),
        ("openai/gpt-4.1-mini", (1024, 1024), Seen(1024, 1024, math.ceil(1024 * 1.62))),
        ("openai/o4-mini", (1800, 2400), Seen(1056, 1408, math.ceil(33 * 44 * 1.72))),
        # Anthropic, Vision: the largest pictures of each aspect that are not resized.
        ("anthropic/claude-sonnet-4-5", (1092, 1092), Seen(1092, 1092, 39 * 39)),
        ("anthropic/claude-sonnet-4-5", (784, 1568), Seen(784, 1568, 28 * 56)),
        ("anthropic/claude-opus-5", (2000, 1500), Seen(2000, 1500, 72 * 54)),
        # Google, Image understanding.
        ("gemini/gemini-2.5-pro", (384, 384), Seen(384, 384, 258)),
        ("gemini/gemini-2.0-flash", (960, 540), Seen(2048, 1152, 6 * 258)),
        ("gemini/gemini-3-pro-preview", (960, 540), Seen(None, None, 1120)),
        # The processors of open models.
        ("hf/Qwen/Qwen2.5-VL-7B-Instruct", (1654, 1170), Seen(1652, 1176, 59 * 42)),
        ("http://h/v1#Qwen/Qwen3-VL-8B-Instruct", (1654, 1170), Seen(1664, 1184, 52 * 37)),
        ("openrouter/qwen/qwen3.6-27b", (1654, 1170), Seen(1664, 1184, 52 * 37)),
        ("hf/OpenGVLab/InternVL3-8B", (448, 448), Seen(448, 448, 256)),
        ("hf/OpenGVLab/InternVL3-8B", (800, 1300), Seen(896, 1344, 7 * 256)),
        ("hf/google/gemma-3-4b-it", (1654, 1170), Seen(896, 896, 256)),
        ("hf/llava-hf/llava-1.5-7b-hf", (672, 336), Seen(336, 168, 576)),
    ],
)
def test_printed_numbers(name, size, seen):
    assert seen_by(name, *size) == seen


@pytest.mark.parametrize(
    "name", ["http://h:1/v1#my-checkpoint", "openai/gpt-6", "hf/me/gemma-3n", "mygpt-4otto/x"]
)
def test_nothing_is_known_of_other_names(name):
    assert family_of(name) is None
    assert seen_by(name, 800, 600) is None


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_family_has_a_source_and_a_known_frame(family):
    assert family.source
    assert family.frame is None or family.frame in COORDINATE_FRAMES


@given(sides, sides)
def test_limits_hold_for_every_picture(width, height):
    for family in FAMILIES:
        seen = family.see(width, height)
        assert seen.tokens is None or seen.tokens > 0
        if seen.width is not None:
            assert seen.width > 0 < seen.height
    claude = seen_by("claude-sonnet-4-5", width, height)
    assert claude.tokens <= 1568
    assert max(claude.width, claude.height) <= min(1568, max(width, height))
    gpt = seen_by("gpt-4o", width, height)
    assert max(gpt.width, gpt.height) <= 2048
    assert min(gpt.width, gpt.height) <= 768
    assert seen_by("gpt-4.1-mini", width, height).tokens <= math.ceil(1536 * 1.62)


@given(sides, sides)
def test_claude_could_not_have_seen_more(width, height):
    """One more pixel of the longer side would leave the limits, or be an enlargement."""
    seen = seen_by("claude-opus-5", width, height)
    longer = max(seen.width, seen.height) + 1
    if longer > min(2576, max(width, height)):
        return
    scale = longer / max(width, height)
    tokens = math.prod(-(-max(1, round(side * scale)) // 28) for side in (width, height))
    assert tokens > 4784


@given(sides, sides)
def test_qwens_sizes_are_those_of_the_coordinate_frame(width, height):
    """Up to the area that the frame assumes, above which servers keep more."""
    seen = seen_by("qwen2.5-vl-7b", width, height)
    if seen.width * seen.height <= 2_116_800:
        assert (seen.width, seen.height) == qwen_size(width, height)


@pytest.mark.parametrize(
    ("pictures", "why"),
    [
        ([(8000, 10, 100)], None),
        ([(10, 8001, 100)], "10 × 8001 pixels, at most 8000 a side"),
        ([(2000, 2001, 100)] * 20, None),
        ([(2000, 2001, 100)] * 21, "2000 × 2001 pixels, at most 2000 a side"),
        ([(10, 10, 7_500_000)], None),  # 10,000,000 in base64
        ([(10, 10, 7_500_001)], "10,000,004 bytes in base64, at most 10,000,000"),
        ([(10, 10, 100)] * 101, "101 pictures, at most 100"),
    ],
)
def test_pictures_that_anthropic_refuses(pictures, why):
    assert family_of("anthropic/claude-haiku-4-5").refuses(pictures) == why
    assert family_of("openai/gpt-4o").refuses(pictures) is None  # says nothing of these


def test_lettering_shrinks_with_its_page():
    def seen(name):
        return letters_as_seen(name, 1654, 2339, 14.0)

    assert seen("anthropic/claude-opus-5") == pytest.approx(14.0, rel=0.03)
    assert seen("anthropic/claude-sonnet-4-5") < LEGIBLE
    assert seen("openai/gpt-4o") == pytest.approx(14 * 768 / 1654, rel=0.01)
    assert seen("gemini/gemini-3-pro-preview") is None
    assert seen("my-model") is None


@pytest.mark.parametrize(
    ("size", "text", "height"),
    [
        ((93, 17), "Beautiful!", 17),  # one line, whose box is as high as its letters
        ((149, 23), "My sandwich!", 23),
        ((20, 93), "ラララ〜", 20),  # a column, as wide as its letters
        ((23, 141), "朝ごはんが…", 23),
        ((52, 51), "No, kitty!", 20),  # two lines
    ],
)
def test_the_height_of_letters_of_the_press(size, text, height):
    assert letter_height(*size, text) == pytest.approx(height, rel=0.2)


def test_no_letters_have_no_height():
    assert letter_height(10, 10, "") is None
    assert letter_height(0, 10, "a") is None


@pytest.mark.parametrize(
    ("name", "frame"),
    [
        ("gemini/gemini-2.5-flash", "thousandths_y_first"),
        ("openrouter/google/gemini-2.5-flash", "thousandths_y_first"),
        ("openai/gpt-4o", "pixels"),
        ("http://h:1/v1#Qwen/Qwen2.5-VL-7B-Instruct", "qwen_pixels_12mp"),
        ("http://h:1/v1#hal-utokyo/MangaLMM", "qwen_pixels"),
        ("http://h:1/v1#Qwen/Qwen3-VL-8B-Instruct", "thousandths"),
        ("http://h:1/v1#my-checkpoint", "pixels"),
    ],
)
def test_a_model_declares_the_frame_of_its_family(name, frame):
    assert get_model(name).capabilities.coordinate_frame == frame
