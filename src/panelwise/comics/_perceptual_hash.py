"""Perceptual hashes: pictures that look alike have hashes that differ in few bits.

The 64-bit hash of the discrete cosine transform: the picture in grey, shrunk to 32 × 32, the 8 × 8
lowest frequencies that vary in both directions, and a bit for each that says whether it is above
their median.
A smaller or recompressed copy changes a few bits; an unrelated page about half of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from PIL import Image

from panelwise.errors import SettingError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

BITS = 64
_SIDE = 32  # pixels a side before the transform: as many as four times the frequencies kept
_KEPT = 8  # frequencies kept in each direction


def perceptual_hash(image: Image.Image | NDArray[np.uint8]) -> int:
    """The 64-bit hash of a picture, between 0 and ``2**64 - 1``.

    Args:
        image: a Pillow image or pixels ``(height, width, 3)`` RGB.

    Row by row, the lowest frequency first and in the highest bit. A blank picture hashes to 0.

    Source: AMB-39. The DCT hash of C. Zauner, "Implementation and Benchmarking of
    Perceptual Image Hash Functions" (2010), 3.2.

    >>> page = Image.radial_gradient("L")
    >>> smaller = page.resize((100, 100))
    >>> hamming_distance(perceptual_hash(page), perceptual_hash(smaller)) <= 4
    True
    """
    import cv2
    import numpy as np

    picture = image if isinstance(image, Image.Image) else Image.fromarray(image)
    grey = np.asarray(picture.convert("RGB").convert("L"), np.float32)
    small = cv2.resize(grey, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA)
    frequencies = cv2.dct(small)[1 : _KEPT + 1, 1 : _KEPT + 1].ravel()
    # A sixteenth of a grey level: what is smaller is rounding, not picture.
    rounded = np.round(frequencies.astype(np.float64) * 16)
    bits = rounded > np.median(rounded)
    return int.from_bytes(np.packbits(bits).tobytes(), "big")


def hamming_distance(one: int, other: int) -> int:
    """How many bits differ.

    >>> hamming_distance(0b1010, 0b0011)
    2
    """
    return (one ^ other).bit_count()


def near_duplicates(hashes: Sequence[int], within: int = 8) -> list[tuple[int, int]]:
    """Pairs of positions whose hashes differ in at most ``within`` bits, in ascending order.

    Args:
        hashes: 64-bit hashes.
        within: 0 to 31. Copies that were resized or recompressed stay within 8 as a rule;
            unrelated pages are 32 apart on average.

    Exact, and far from comparing all pairs: the bits are cut into ``within // 2 + 1`` bands, one
    of which holds at most one difference, so only hashes that share a band, or share it but for
    one bit, are compared.

    Raises:
        SettingError: for ``within`` out of range.

    >>> near_duplicates([0b1111, 0, 0b1110], within=1)
    [(0, 2)]
    """
    if not 0 <= within < BITS // 2:
        raise SettingError(f"near duplicates within {within} bits; give 0 to {BITS // 2 - 1}")
    found: set[tuple[int, int]] = set()
    for bucket in _buckets(hashes, within):
        for one, other in bucket:
            if (one, other) not in found and hamming_distance(hashes[one], hashes[other]) <= within:
                found.add((one, other))
    return sorted(found)


def _buckets(hashes: Sequence[int], within: int) -> Iterator[Iterator[tuple[int, int]]]:
    """Pairs worth comparing, band by band."""
    bands = within // 2 + 1
    edges = [BITS * band // bands for band in range(bands + 1)]
    for low, high in pairwise(edges):
        width = high - low
        by_value: dict[int, list[int]] = defaultdict(list)
        for position, value in enumerate(hashes):
            by_value[value >> low & (1 << width) - 1].append(position)
        for members in by_value.values():
            yield combinations(members, 2)
        if within:
            yield from _one_bit_apart(by_value, width)


def _one_bit_apart(
    by_value: dict[int, list[int]], width: int
) -> Iterator[Iterator[tuple[int, int]]]:
    for value, members in by_value.items():
        for bit in range(width):
            others = by_value.get(value ^ 1 << bit) if not value >> bit & 1 else None
            if others:
                yield ((min(a, b), max(a, b)) for a in members for b in others)
