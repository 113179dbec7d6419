"""Styles: inks, screens and paper, judged by what they print."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from panelwise_press.drawing import COLOURS
from panelwise_press.styles import STYLES, Style, grey, rasterise, recoloured

BLACK_AND_WHITE = ("manga", "ink")


def square(fill: str, size: int = 96) -> np.ndarray:
    return rasterise(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">'
        f'<rect width="{size}" height="{size}" fill="{fill}"/></svg>'
    )


# A balloon with thin black strokes, on a grey ground.
LETTERING = """<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90">
<rect width="160" height="90" fill="#9a9a9a"/><ellipse cx="80" cy="45" rx="70" ry="38" fill="#fff"/>
<path d="M40 60L52 30L64 60M44 50H60M75 30V60M75 30C100 30 100 45 75 45M112 30V60H125"
 fill="none" stroke="#14131a" stroke-width="3"/></svg>"""
INSIDE = np.s_[26:64, 34:126]


@pytest.fixture(params=STYLES)
def style(request: pytest.FixtureRequest) -> Style:
    return STYLES[request.param]


def finished(style: Style, pixels: np.ndarray, seed: int = 0) -> np.ndarray:
    return style.finish(pixels, random.Random(seed))


def test_every_style_has_every_colour(style: Style) -> None:
    assert set(style.ink.colours) == set(COLOURS)
    assert all(
        len(colour) == 7 and int(colour[1:], 16) >= 0 for colour in style.ink.colours.values()
    )


def test_a_finish_is_a_page_of_the_same_size_and_repeats(style: Style) -> None:
    page = rasterise(LETTERING)
    once = finished(style, page, 3)
    assert once.shape == page.shape
    assert once.dtype == np.uint8
    assert np.array_equal(once, finished(style, page, 3))
    assert style.colour or np.array_equal(once[..., 0], once[..., 2])


@pytest.mark.parametrize("name", BLACK_AND_WHITE)
def test_black_letters_on_white_are_untouched(name: str) -> None:
    page = rasterise(LETTERING)
    before = page[INSIDE].astype(int)
    after = finished(STYLES[name], page)[INSIDE].astype(int)
    assert np.abs(before - after).max() <= 6  # the letters' black is bluish


def test_letters_stay_black_on_old_paper() -> None:
    page = rasterise(LETTERING)
    after = finished(STYLES["halftone"], page)[INSIDE].max(axis=2)
    strokes = page[INSIDE].max(axis=2)
    assert after[strokes < 40].max() < 60
    assert after[strokes > 250].min() > 170


@pytest.mark.parametrize("name", ["blue", "red", "leaf", "brown", "grey", "wood", "pine", "water"])
def test_a_screen_prints_the_tone_it_stands_for(name: str) -> None:
    manga = STYLES["manga"]
    tone = int(manga.ink.colours[name][1:3], 16)
    printed = finished(manga, square(manga.ink.colours[name]))
    assert printed.mean() == pytest.approx(tone, abs=4)
    assert np.percentile(printed, 2) < 60  # dots of black …
    assert np.percentile(printed, 98) > 200  # … and paper, not grey


NEIGHBOURS = (
    ("sky", "water"),
    ("water", "sand"),
    ("sand", "grass"),
    ("grass", "leaf"),
    ("leaf", "pine"),
    ("leaf", "bark"),
    ("wood", "wall"),
    ("red", "blue"),
    ("red", "pink"),
    ("blue", "water"),
    ("yellow", "orange"),
    ("skin", "tan"),
    ("tan", "umber"),
    ("skin", "blush"),
    ("night", "deep"),
    ("night", "ink"),
    ("grey", "stone"),
    ("stone", "steel"),
    ("brown", "wood"),
    ("grass", "sky"),
)


@pytest.mark.parametrize("name", STYLES)
@pytest.mark.parametrize("pair", NEIGHBOURS, ids="-".join)
def test_neighbouring_colours_stay_apart(name: str, pair: tuple[str, str]) -> None:
    style = STYLES[name]
    first, second = (
        finished(style, square(style.ink.colours[colour])).mean(axis=(0, 1)) for colour in pair
    )
    assert np.abs(first - second).max() >= 6


@given(st.integers(0, 255), st.integers(0, 10**6))
@settings(max_examples=30, deadline=None)
def test_darker_greys_are_never_printed_lighter(level: int, seed: int) -> None:
    for name in BLACK_AND_WHITE:
        lighter = square(f"#{min(255, level + 30):02x}" + f"{min(255, level + 30):02x}" * 2)
        darker = square(f"#{level:02x}" + f"{level:02x}" * 2)
        style = STYLES[name]
        assert finished(style, darker, seed).mean() <= finished(style, lighter, seed).mean() + 1


def test_white_is_paper_and_black_is_ink(style: Style) -> None:
    white = finished(style, square("#ffffff"))
    black = finished(style, square(style.ink.colours["black"]))
    assert black.max() < 50
    assert white.max() > (254 if style.name != "halftone" else 220)


def test_a_recoloured_twin_exchanges_colours_and_keeps_faces(style: Style) -> None:
    twin = recoloured(style, random.Random(5))
    old, new = style.ink.colours, twin.ink.colours
    changed = {name for name in COLOURS if old[name] != new[name]}
    assert "skin" not in changed
    assert "ink" not in changed
    assert {"red", "blue", "yellow"} <= changed or not style.colour
    assert sorted(old.values()) == sorted(new.values())
    assert twin.ink == recoloured(style, random.Random(5)).ink


def test_a_grey_twin_has_no_colour(style: Style) -> None:
    page = rasterise(LETTERING.replace("#9a9a9a", "#c04020"))
    plain = finished(grey(style), page)
    assert np.array_equal(plain[..., 0], plain[..., 1])
    assert np.array_equal(plain[..., 1], plain[..., 2])
    assert not grey(style).colour
