"""Panels that mislead: near in what is described, from another page.

Source: CV-7, AMB-39: cosine of description embeddings, the whole source page and
near duplicates left out, in three tiers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from panelwise.comics import Book, perceptual_hash
from panelwise.models import get_encoder
from panelwise.profile import Profile
from panelwise.rendering import CutRecipe, MaskingSettings, crop_of, masked
from panelwise.tasks.plans._settings import DistractorSettings
from panelwise.tasks.plans._strip import Strip, descriptions_of, page_strips, why_absent

ALIKE = 6  # bits of 64: a crop scanned or compressed again
SHAPE = 1.25  # the widest of two panels of about one shape, over the other


@dataclass(frozen=True, slots=True)
class PoolPanel:
    """A panel with a description; ``scene`` tells where in which story it plays."""

    strip: Strip
    frame: int
    scene: tuple[str, int] | None

    @property
    def aspect(self) -> float:
        """Width over height."""
        _, panel = self.strip.places[self.frame]
        return panel.box.width / max(panel.box.height, 1.0)


@dataclass(slots=True)
class PanelPool:
    """All described panels of some books, to find wrong options among."""

    books: Sequence[Book]
    profile: Profile
    entries: list[PoolPanel] = field(init=False)
    _hashes: dict[int, int] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.entries = []
        texts: list[str] = []
        for strip in page_strips(self.books):
            descriptions = descriptions_of(strip)
            known = all(page.texts is not None for page in strip.pages)
            if why_absent(strip) or len(descriptions) < len(strip.places) or not known:
                continue
            texts += descriptions
            self.entries += [
                PoolPanel(strip, k, _scene(strip, k)) for k in range(len(descriptions))
            ]
        self._texts = texts
        embedder = self.profile.section(DistractorSettings).embedder
        self._vectors = get_encoder(embedder).encode(texts)
        self._place = {_key(e.strip, e.frame): at for at, e in enumerate(self.entries)}

    _texts: list[str] = field(init=False, repr=False)
    _vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]] = field(init=False, repr=False)
    _place: dict[tuple[str, str, int], int] = field(init=False, repr=False)

    def nearest(self, strip: Strip, frame: int, count: int) -> list[tuple[Strip, int, float]]:
        """The panels of the profile's tier most like one, best first, with their cosine.

        None is on the same page, has the description of the panel itself or of another found, or
        looks like one of those or like a panel of that page. With ``distractors.alike_shapes``,
        panels of about the same shape come before all others, because a shape that fits the page
        gives a panel away (MS-13).
        """
        at = self._place[_key(strip, frame)]
        page = [self._place[_key(strip, k)] for k in range(len(strip.places))]
        scores = self._vectors @ self._vectors[at]
        found: list[int] = []
        ranked = np.argsort(-scores, kind="stable").tolist()
        if self.profile.section(DistractorSettings).alike_shapes:
            ranked.sort(key=lambda other: not self._alike_in_shape(at, other))
        for other in ranked:
            if len(found) == count:
                break
            if not self._is_allowed(at, other):
                continue
            chosen = {self._texts[k] for k in (at, *found)}
            seen = {*page, *found}
            if self._texts[other] not in chosen and all(self._unlike(other, k) for k in seen):
                found.append(other)
        return [(self.entries[k].strip, self.entries[k].frame, float(scores[k])) for k in found]

    def _is_allowed(self, at: int, other: int) -> bool:
        one, two = self.entries[at], self.entries[other]
        if _key(one.strip, 0) == _key(two.strip, 0):
            return False
        if self.profile.section(DistractorSettings).tier == "any_book":
            return True
        if one.strip.book.id != two.strip.book.id:
            return False
        return self.profile.section(DistractorSettings).tier == "same_book" or (
            one.scene is not None and one.scene == two.scene
        )

    def _alike_in_shape(self, one: int, two: int) -> bool:
        """Whether one panel is at most a quarter wider for its height than the other."""
        aspects = [self.entries[k].aspect for k in (one, two)]
        return max(aspects) <= SHAPE * min(aspects)

    def _unlike(self, one: int, two: int) -> bool:
        return (self._hash(one) ^ self._hash(two)).bit_count() > ALIKE

    def _hash(self, at: int) -> int:
        if at not in self._hashes:  # of all panels of the page: decoding it is the costly part
            strip = self.entries[at].strip
            pages = {sha: page.image.decode() for sha, page in strip.by_hash.items() if page.image}
            for frame in range(len(strip.places)):
                panel = crop_of(pages, strip.cut(frame))
                self._hashes[self._place[_key(strip, frame)]] = perceptual_hash(panel)
        return self._hashes[at]


def _key(strip: Strip, frame: int) -> tuple[str, str, int]:
    """The book, the page and the place of a page's panel."""
    (page,) = strip.pages
    return strip.book.id, page.id, frame


def _scene(strip: Strip, frame: int) -> tuple[str, int] | None:
    """The story and the number of the scene that a page's panel belongs to."""
    (page,) = strip.pages
    for story in strip.book.stories:
        for event in story.events:
            if event.panel == (page.id, frame):
                return story.id, event.scene
    return None


def text_masked(strip: Strip, frame: int, profile: Profile) -> CutRecipe:
    """A panel with every text on it covered."""
    page, _ = strip.places[frame]
    return masked(
        strip.cut(frame),
        [text.box for text in page.texts or ()],
        profile.section(MaskingSettings).text_fill,
    )
