"""Perceptual hashes: copies stay near, other pages far, and finding pairs needs no n squared."""

from __future__ import annotations

import io
import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from panelwise.comics import hamming_distance, near_duplicates, perceptual_hash
from panelwise.errors import SettingError
from panelwise_press import BookPlan, print_book


@pytest.fixture(scope="module")
def pages():
    books = [
        print_book(BookPlan(seed, style=style, chapters=1, scale=0.5), style)
        for seed, style in PRINTED
    ]
    return [page.image.decode() for book in books for page in book.pages]


PRINTED = [(1, "clean"), (2, "manga"), (3, "halftone")]


def recompressed(page, quality):
    buffer = io.BytesIO()
    page.save(buffer, "JPEG", quality=quality)
    return Image.open(buffer)


COPIES = {
    "half the size": lambda page: page.resize((page.width // 2, page.height // 2)),
    "a third larger": lambda page: page.resize((page.width * 4 // 3, page.height * 4 // 3)),
    "strong JPEG": lambda page: recompressed(page, 20),
    "grey": lambda page: page.convert("L"),
    "one percent cropped": lambda page: page.crop(
        (page.width // 200, page.height // 200, page.width * 199 // 200, page.height * 199 // 200)
    ),
}


@pytest.mark.parametrize("copy", COPIES)
def test_a_copy_stays_within_eight_bits(pages, copy):
    for page in pages:
        distance = hamming_distance(perceptual_hash(page), perceptual_hash(COPIES[copy](page)))
        assert distance <= 8


def test_different_pages_are_far_apart(pages):
    hashes = [perceptual_hash(page) for page in pages]
    distances = [hamming_distance(a, b) for a, b in itertools.combinations(hashes, 2)]
    assert min(distances) > 8
    assert 24 < np.mean(distances) < 36


def test_pixels_and_picture_hash_alike_and_blank_is_zero(pages):
    assert perceptual_hash(np.asarray(pages[0])) == perceptual_hash(pages[0])
    assert perceptual_hash(Image.new("RGB", (30, 50), "white")) == 0
    assert 0 <= perceptual_hash(pages[0]) < 2**64


hashes_with_neighbours = st.lists(
    st.builds(
        lambda base, flips: base ^ flips,
        st.sampled_from([0, 2**64 - 1, 0x0F0F << 24]),
        st.integers(0, 2**64 - 1).map(lambda bits: bits & bits >> 17 & bits << 9),
    ),
    max_size=25,
)


@given(hashes_with_neighbours, st.sampled_from([0, 1, 2, 5, 8, 13, 31]))
def test_the_pairs_are_those_of_comparing_all(hashes, within):
    hashes = [value & 2**64 - 1 for value in hashes]
    expected = [
        (i, j)
        for i, j in itertools.combinations(range(len(hashes)), 2)
        if hamming_distance(hashes[i], hashes[j]) <= within
    ]
    assert near_duplicates(hashes, within) == expected


@given(st.integers(0, 2**64 - 1), st.sets(st.integers(0, 63), max_size=8))
def test_every_pair_within_eight_bits_is_found(value, flipped):
    other = value
    for bit in flipped:
        other ^= 1 << bit
    assert near_duplicates([value, other], 8) == [(0, 1)]


def test_the_one_copy_among_three_thousand_pages_is_found():
    random = np.random.default_rng(0)
    hashes = [int(value) for value in random.integers(0, 2**63, 3_000)]
    hashes.append(hashes[17] ^ 0b1011)
    assert near_duplicates(hashes) == [(17, 3_000)]


@pytest.mark.parametrize("within", [-1, 32])
def test_a_distance_out_of_range_is_refused(within):
    with pytest.raises(SettingError, match="give 0 to 31"):
        near_duplicates([1], within)
