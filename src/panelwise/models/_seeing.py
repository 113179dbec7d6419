"""What becomes of a picture before a model sees it: its size in pixels and its tokens.

Each rule is its makers' published one; :mod:`panelwise.models._families` says whose, and where.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from panelwise.geometry import stepped_size

CLAUDE_PATCH = 28
OPENAI_PATCH, OPENAI_MOST_PATCHES = 32, 1536
OPENAI_TILE, OPENAI_BOX, OPENAI_SHORT_SIDE = 512, 2048, 768
GEMINI_TOKENS, GEMINI_WHOLE, GEMINI_TILE = 258, 384, 768
INTERNVL_TILE, INTERNVL_TOKENS, INTERNVL_MOST_TILES = 448, 256, 12

See = Callable[[int, int], "Seen"]


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture as a model sees it; ``None`` is unknown.

    Attributes:
        width, height: in pixels, after resizing, without padding.
        tokens: that the picture costs, without those that only mark its beginning and end.
    """

    width: int | None
    height: int | None
    tokens: int | None


def claude(longest: int, most_tokens: int) -> See:
    """Anthropic's rule: the largest size of the same aspect whose longer side and whose number of
    patches of 28 × 28 pixels stay within limits; a picture is never enlarged.
    """

    def see(width: int, height: int) -> Seen:
        side = min(longest, max(width, height))
        # An upper bound of the side, from which few steps are left.
        bound = math.sqrt(most_tokens / (width * height)) * CLAUDE_PATCH * max(width, height)
        side = min(side, math.ceil(bound))
        while True:
            size = _within(width, height, side)
            tokens = math.prod(-(-one // CLAUDE_PATCH) for one in size)
            if tokens <= most_tokens:
                return Seen(*size, tokens)
            side -= 1

    return see


def openai_tiles(base: int, each: int) -> See:
    """OpenAI's rule of tiles, at detail ``high``: into 2048 × 2048, the shorter side down to 768,
    then so many tokens for each 512 × 512 tile, and a base.
    """

    def see(width: int, height: int) -> Seen:
        across, down = _within(width, height, min(OPENAI_BOX, max(width, height)))
        shrink = min(1.0, OPENAI_SHORT_SIDE / min(across, down))
        across, down = max(1, round(across * shrink)), max(1, round(down * shrink))
        tiles = -(-across // OPENAI_TILE) * -(-down // OPENAI_TILE)
        return Seen(across, down, base + each * tiles)

    return see


def openai_patches(multiplier: float) -> See:
    """OpenAI's rule of patches: 32 × 32 pixels each, shrunk to at most 1,536 whole patches."""

    def see(width: int, height: int) -> Seen:
        patches = _patches(width, height)
        if patches > OPENAI_MOST_PATCHES:
            shrink = math.sqrt(OPENAI_PATCH**2 * OPENAI_MOST_PATCHES / (width * height))
            across, down = width * shrink / OPENAI_PATCH, height * shrink / OPENAI_PATCH
            shrink *= min(math.floor(across) / across, math.floor(down) / down)
            width, height = max(1, int(width * shrink)), max(1, int(height * shrink))
            patches = min(_patches(width, height), OPENAI_MOST_PATCHES)
        return Seen(width, height, math.ceil(patches * multiplier))

    return see


def gemini_2(width: int, height: int) -> Seen:
    """Google's rule for Gemini 2: whole up to 384 pixels a side, else tiles of 768 × 768.

    A tile covers a crop of ``floor(shorter side / 1.5)`` pixels; 258 tokens each.

    >>> gemini_2(960, 540)
    Seen(width=2048, height=1152, tokens=1548)
    """
    if max(width, height) <= GEMINI_WHOLE:
        return Seen(width, height, GEMINI_TOKENS)
    crop = max(1, math.floor(min(width, height) / 1.5))
    tiles = -(-width // crop) * -(-height // crop)
    scale = GEMINI_TILE / crop
    return Seen(round(width * scale), round(height * scale), GEMINI_TOKENS * tiles)


def fixed_tokens(tokens: int) -> See:
    """A fixed number of tokens at a resolution that is not published."""
    return lambda _width, _height: Seen(None, None, tokens)


def qwen(step: int, least: int, most: int) -> See:
    """Qwen's rule: multiples of a step within limits of the area; a token for each square step."""

    def see(width: int, height: int) -> Seen:
        across, down = stepped_size(width, height, step, least, most)
        return Seen(across, down, across * down // step**2)

    return see


def internvl(width: int, height: int) -> Seen:
    """InternVL's rule: the grid of 1 to 12 tiles of 448 × 448 whose aspect is nearest, and a
    thumbnail where there is more than one tile; 256 tokens each.

    Of grids with the same aspect, a larger one is taken for a picture that fills more than half.

    >>> internvl(1654, 1170)
    Seen(width=1792, height=1344, tokens=3328)
    """
    numbers = range(1, INTERNVL_MOST_TILES + 1)
    grids = [(i, j) for i in numbers for j in numbers if i * j <= INTERNVL_MOST_TILES]
    best, nearest = (1, 1), math.inf
    for across, down in sorted(grids, key=math.prod):
        distance = abs(width / height - across / down)
        fills = width * height > 0.5 * INTERNVL_TILE**2 * across * down
        if distance < nearest or (distance == nearest and fills):
            best, nearest = (across, down), distance
    tiles = math.prod(best)
    seen = (INTERNVL_TILE * best[0], INTERNVL_TILE * best[1])
    return Seen(*seen, INTERNVL_TOKENS * (tiles + (tiles > 1)))


def squashed(side: int, tokens: int) -> See:
    """Resized to a square whatever its aspect."""
    return lambda _width, _height: Seen(side, side, tokens)


def padded(side: int, tokens: int) -> See:
    """Resized into a square, with a margin where its aspect is another."""
    return lambda width, height: Seen(*_within(width, height, side), tokens)


def _within(width: int, height: int, longest: int) -> tuple[int, int]:
    """The same aspect, with a longer side of ``longest`` pixels."""
    scale = longest / max(width, height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def _patches(width: int, height: int) -> int:
    return -(-width // OPENAI_PATCH) * -(-height // OPENAI_PATCH)
