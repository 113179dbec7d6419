"""What options and panels give away without being understood. Source: MS-13; 7.2."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from panelwise.analysis.shortcuts._probe import ProbeChoice, ProbeWording
from panelwise.errors import InputError
from panelwise.metrics.resampling import Cluster
from panelwise.packs import Pack
from panelwise.tasks import Item, get_kind, question_of, words_of, written_order
from panelwise.wording import argument

CropPixels = NDArray[np.uint8]
OptionFeatures = dict[str, list[float]]
PAIRS = 6  # of the panels of one ordering
TILES = 8  # sides of the small pictures that are compared


@dataclass(slots=True)
class ProbeTask:
    """One task's items as choices: by feature, and by their words.

    ``unit`` says what is chosen: an option, or the earlier of two panels.
    """

    unit: str
    choices: dict[str, list[ProbeChoice]] = field(default_factory=dict)
    wordings: list[ProbeWording] = field(default_factory=list)

    def add(self, group: Cluster, options: Sequence[OptionFeatures], right: int) -> None:
        """One choice: options with the same features, and the right one."""
        for name in options[0]:
            rows = np.array([one[name] for one in options], np.float64)
            unlike = np.abs(rows - rows.mean(axis=0))  # the odd one out
            choice = ProbeChoice(group, np.concatenate([rows, unlike], axis=1), right)
            self.choices.setdefault(name, []).append(choice)


def probe_tasks(pack: Pack, items: Sequence[Item]) -> dict[str, ProbeTask]:
    """The choices of a pack's items, by task; items that nothing is chosen in are passed over.

    Orders are cut into pairs of panels: which comes first? Pictures need the pack's images.
    """
    found: dict[str, ProbeTask] = {}
    random = np.random.default_rng(0)
    for item in items:
        form = get_kind(item.kind).form
        if form == "option" and item.options and isinstance(item.gold, int):
            options = option_features(pack, item)
            task = found.setdefault(item.task, ProbeTask("option"))
            task.add(item.cluster, options, item.gold)
            if all(option.text for option in item.options):
                bags = [words_of(option.text or "") for option in item.options]
                task.wordings.append(ProbeWording(item.cluster, bags, item.gold))
        elif form == "order" and isinstance(item.gold, tuple) and item.n > 1:
            panels = _panel_features(pack, item)
            task = found.setdefault(item.task, ProbeTask("earlier of two panels"))
            for first, second in _pairs(item.gold, random):
                task.add(
                    item.cluster, [panels[first], panels[second]], _earlier(item, first, second)
                )
    return found


def option_features(pack: Pack, item: Item) -> list[OptionFeatures]:
    """What each option of an item gives away: its place, its words, its picture or pictures."""
    count = len(item.options)
    found: list[OptionFeatures] = [
        {"place": [float(k == at) for k in range(count)]} for at in range(count)
    ]
    texts = [option.text or "" for option in item.options]
    if all(texts):
        for features, more in zip(found, text_features(texts, question_of(item)), strict=True):
            features.update(more)
    pictures = _option_pictures(pack, item) or _written_sequences(pack, item)
    for features, more in zip(found, pictures, strict=False):
        features.update(more)
    return found


def _option_pictures(pack: Pack, item: Item) -> list[OptionFeatures]:
    """OptionFeatures of options that are pictures, or are drawn on one; else nothing."""
    places = [option.image for option in item.options if option.image is not None]
    if len(places) < len(item.options):
        return []
    images = item.rendering.images
    if len(set(places)) == len(places):  # a picture each
        context = [_pixels(pack, item, k) for k in range(len(images)) if k not in places]
        found = picture_features([_pixels(pack, item, k) for k in places], context)
        for features, at in zip(found, places, strict=True):
            features["bytes"] = [math.log(max(1, images[at].size))]
            features["bytes a pixel"] = [images[at].size / (images[at].width * images[at].height)]
        return found
    counts = [len(cuts) for cuts in images[places[0]].recipe.get("options", ())]
    if len(set(places)) > 1 or len(counts) != len(places) or 0 in counts:
        return []
    cells = pack.panel_images(item)
    starts = np.cumsum([len(cells) - sum(counts), *counts]).tolist()
    options = [cells[a:b] for a, b in itertools.pairwise(starts)]
    found = picture_features([_in_a_row(some) for some in options], cells[: starts[0]])
    for features, some in zip(found, options, strict=True):
        if len(some) > 1:
            features.update(_sequence_features(some))
    return found


def _written_sequences(pack: Pack, item: Item) -> list[OptionFeatures]:
    """What worded options give away that are orders of the shown panels; of others nothing."""
    orders = [written_order(option.text or "") for option in item.options]
    shown = list(range(len(orders[0])))
    if len(shown) < 2 or any(sorted(order) != shown for order in orders):
        return []
    panels = pack.panel_images(item) if item.rendering.images else []
    if len(panels) != len(shown):
        return []
    return [_sequence_features([panels[k] for k in order]) for order in orders]


def _sequence_features(panels: Sequence[CropPixels]) -> OptionFeatures:
    """How the panels of a sequence follow each other."""
    jumps = [_distance(one, other) for one, other in itertools.pairwise(map(_small, panels))]
    return {
        "likeness of neighbours": [float(np.mean(jumps)), max(jumps)],
        "first panel": [_light(panels[0]), float(panels[0].shape[1])],
        "first to last panel": [*_change(map(_sharpness, panels)), *_change(map(_light, panels))],
    }


def _change(values: Iterable[float]) -> tuple[float, float]:
    """How much the last value exceeds the first, and the trend of all."""
    listed = np.array(list(values))
    places = np.arange(len(listed)) - (len(listed) - 1) / 2
    return float(listed[-1] - listed[0]), float(places @ listed)


def _in_a_row(cells: Sequence[CropPixels]) -> CropPixels:
    """One panel as it is; several side by side at one size."""
    if len(cells) == 1:
        return cells[0]
    same = [cv2.resize(cell, (64, 64), interpolation=cv2.INTER_AREA) for cell in cells]
    return np.asarray(np.hstack(same), np.uint8)


def text_features(texts: Sequence[str], question: str) -> list[OptionFeatures]:
    """Lengths of options, and words that they share with the question and with each other."""
    bags, asked = [set(words_of(text)) for text in texts], set(words_of(question))
    found = []
    for at, (text, bag) in enumerate(zip(texts, bags, strict=True)):
        others = [other for k, other in enumerate(bags) if k != at]
        shared = [len(bag & other) / max(1, len(bag | other)) for other in others]
        found.append(
            {
                "characters": [float(len(text.strip()))],
                "words": [float(len(words_of(text)))],
                "words of the question": [len(bag & asked) / max(1, len(bag))],
                "words of other options": [float(np.mean(shared or [0])), max(shared or [0])],
            }
        )
    return found


def picture_features(
    pictures: Sequence[CropPixels], context: Sequence[CropPixels] = ()
) -> list[OptionFeatures]:
    """Sizes, light, edges, traces of compression, and likeness to each other and to the context."""
    small = [_small(picture) for picture in pictures]
    given = [_small(picture) for picture in context]
    found = []
    for at, picture in enumerate(pictures):
        height, width = picture.shape[:2]
        grey = _grey(picture)
        rim = [grey[:3].mean(), grey[-3:].mean(), grey[:, :3].mean(), grey[:, -3:].mean()]
        others = [_distance(small[at], one) for k, one in enumerate(small) if k != at]
        features = {
            "size": [float(width), float(height), math.log(width * height)],
            "shape": [math.log(width / height)],
            "brightness": [float(grey.mean()) / 255, float(grey.std()) / 255],
            "colour": [float(value) / 255 for value in picture.mean(axis=(0, 1))],
            "sharpness": [_sharpness(picture)],
            "border": [float(value) / 255 for value in rim],
            "JPEG blocks": [_blocks(grey)],
            "likeness to the others": [float(np.mean(others or [0])), min(others or [0])],
        }
        if given:
            near = [_distance(small[at], one) for one in given]
            features["likeness to what is shown"] = [float(np.mean(near)), min(near), near[-1]]
        found.append(features)
    return found


def _panel_features(pack: Pack, item: Item) -> list[OptionFeatures]:
    """Of an ordering: the places of what is shown, and their pictures where there are any."""
    found: list[OptionFeatures] = [{"place": [at / (item.n - 1)]} for at in range(item.n)]
    panels = pack.panel_images(item) if item.rendering.images else []
    if len(panels) == item.n:
        for features, more in zip(found, picture_features(panels), strict=True):
            features.update(more)
        sizes = [image.size for image in item.rendering.images]
        for at, features in enumerate(found if len(sizes) == item.n else []):
            features["bytes"] = [math.log(max(1, sizes[at]))]
    return found


def _pairs(gold: Sequence[int], random: np.random.Generator) -> Iterator[tuple[int, int]]:
    """Some pairs of places, in the order shown."""
    pairs = list(itertools.combinations(range(len(gold)), 2))
    for at in sorted(random.permutation(len(pairs))[:PAIRS].tolist()):
        yield pairs[at]


def _earlier(item: Item, first: int, second: int) -> int:
    assert isinstance(item.gold, tuple), "orders are tuples"
    return 0 if item.gold.index(first) < item.gold.index(second) else 1


def _pixels(pack: Pack, item: Item, image: int) -> CropPixels:
    from panelwise.comics import decode_rgb

    path = pack.image_path(item.rendering.images[image].sha256)
    if path is None:
        raise InputError(
            f"{pack.path} lacks pictures; restore them with panelwise rehydrate"
            f" {argument(pack.path)} COMICS"
        )
    return np.asarray(decode_rgb(path.read_bytes(), str(path)))


def _small(picture: CropPixels) -> NDArray[np.float32]:
    small = cv2.resize(picture, (TILES, TILES), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def _grey(picture: CropPixels) -> NDArray[np.float32]:
    grey = cv2.cvtColor(np.ascontiguousarray(picture), cv2.COLOR_RGB2GRAY)
    return np.asarray(grey, np.float32)


def _sharpness(picture: CropPixels) -> float:
    return float(np.log1p(cv2.Laplacian(_grey(picture), cv2.CV_32F).var()))


def _light(picture: CropPixels) -> float:
    return float(picture.mean()) / 255


def _distance(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    return float(np.abs(one - other).mean()) / 255


def _blocks(grey: NDArray[np.float32]) -> float:
    """How much more grey jumps at every eighth column than elsewhere, at the clearest offset."""
    jumps = np.abs(np.diff(grey, axis=1)).mean(axis=0)
    if len(jumps) < 16:
        return 0.0
    by_offset = [float(jumps[offset::8].mean()) for offset in range(8)]
    return max(by_offset) / (float(np.mean(by_offset)) + 1e-6)
