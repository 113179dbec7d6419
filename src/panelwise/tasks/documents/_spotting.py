"""The kind ``spotting``: find the texts of a page and read them.

Gold: ``{"size": [width, height], "texts": [{"box", "polygon", "text", "class"}]}``; an answer:
``{"texts": [{"box", "text"}], "discarded": n}`` with numbers as they were written. In which frame
they are meant is the profile's choice (``coord_frame``), so that it can be changed afterwards.
Source: REQUIREMENTS 4.1 (MV-1, MV-3), 7.0, 7.4, 7.5; AMB-25 to AMB-31.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from panelwise.geometry import Box
from panelwise.metrics import (
    COORDINATE_FRAMES,
    MetricInfo,
    Normaliser,
    SpottingMatches,
    TextRegion,
    coordinate_frame,
    filter_repeats,
    matches_greedy,
    matches_hungarian,
    normaliser,
    page_spotting_scores,
    recall_by_group,
    spotting_counts,
    text_orientation,
    to_pixels,
    trans_counts,
    usable_shape,
)
from panelwise.profile import Profile
from panelwise.tasks._item import Answer, Document, Item, Outcome, Parsed
from panelwise.tasks.documents._kind import DocumentKind, document, outcome_by
from panelwise.tasks.documents._lists import Found, find_objects
from panelwise.tasks.documents._pooled import best_of_harmonics, harmonic, share

BOX_KEYS = ("bbox_2d", "bbox", "box")
TEXT_KEYS = ("text_content", "text", "content", "transcription")
GROUPS = ("dialogue", "narration", "onomatopoeia", "scene_text", "vertical", "horizontal")
_BLOCK = re.compile(r"\n\t\{.*?\}", re.DOTALL)
_NUMBERS = re.compile(r'"bbox_2d":\s*\[\s*(-?\d+),\s*(-?\d+),\s*(-?\d+),\s*(-?\d+)\s*\]')
_CONTENT = re.compile(r'"text_content":\s*"([^"]*)"')
_FRAME_HITS = tuple(f"similarity_in_{name}" for name in COORDINATE_FRAMES)

SPOTTING: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        harmonic(
            "e2e_hmean_ned",
            "end-to-end Hmean, every match weighed by how well it was read (the paper's)",
            *("similarity", "gold", "predicted"),
        ),
        harmonic(
            "e2e_hmean_exact",
            "end-to-end Hmean of ICDAR: only right readings count",
            *("exact", "gold", "predicted"),
        ),
        harmonic(
            "detection_hmean",
            "harmonic mean of detection precision and recall, IoU above .5",
            *("hits", "gold", "predicted"),
        ),
        share("detection_precision", "share of predictions that found a text", "hits", "predicted"),
        share("detection_recall", "share of texts that were found", "hits", "gold"),
        share("e2e_precision_ned", "precision, matches weighed", "similarity", "predicted"),
        share("e2e_recall_ned", "recall, matches weighed", "similarity", "gold"),
        share("matched_similarity", "how well found texts were read", "similarity", "hits"),
        share("trans", "share of texts that stand somewhere in what was read", "found", "asked"),
        share("trans_once", "the same, every letter serving one text", "found_once", "asked"),
        share("trans_long", "the same as trans, texts of 3 letters and more", "long_found", "long"),
        share("trans_precision", "share of letters read that a text needs", "accounted", "read"),
        *(
            share(f"recall_{group}", f"share of {group} texts found", f"f_{group}", f"n_{group}")
            for group in GROUPS
        ),
        best_of_harmonics(
            "best_frame_hmean_ned",
            "e2e_hmean_ned in the coordinate frame that suits best: an oracle, no score (AMB-30)",
            _FRAME_HITS,
        ),
    )
}


class SpottingKind(DocumentKind):
    """Answers are texts with boxes."""

    name = "spotting"
    headline = "e2e_hmean_ned"

    @property
    def metrics(self) -> Mapping[str, MetricInfo]:
        return SPOTTING

    def read(self, item: Item, text: str, profile: Profile) -> Parsed:
        """Texts with boxes out of JSON, entry by entry; what cannot be read is counted.

        With ``list_parser=released`` only what the released code reads: blocks that begin on a new
        line after a tab. An answer with entries of which none can be read is invalid; an empty
        list is an answer.
        """
        del item
        if profile.list_parser == "released":
            entries, discarded, cut = _released(text)
            rule = "released"
        else:
            found = find_objects(text)
            if found is None:
                return Parsed("invalid", reason="none found: no list of texts")
            entries, discarded, cut, rule = *_entries(found), found.rule
            if not entries and discarded:
                return Parsed("invalid", reason=f"{discarded} entries without box and text")
        # The released code takes a page without a readable block for an empty one.
        answer: Document = {"texts": entries, "discarded": discarded}
        flags = ("final", *(["cut_off"] if cut else []), *(["discarded"] if discarded else []))
        if not discarded and rule in ("json", "fenced", "released"):
            return Parsed("ok", answer, rule, None, flags)
        lost = f"{discarded} entries lost" if discarded else f"list {rule} in other words"
        return Parsed("ok_repaired", answer, rule, lost, flags)

    def write(self, item: Item, answer: Answer, profile: Profile) -> str:
        """A list of ``bbox_2d`` and ``text_content``, a line each."""
        del item, profile
        lines = [
            json.dumps(
                {"bbox_2d": [round(v) for v in text["box"]], "text_content": text["text"]},
                ensure_ascii=False,
            )
            for text in document(answer)["texts"]
        ]
        return "[" + ",".join(f"\n\t{line}" for line in lines) + "\n]"

    def score(self, item: Item, answer: Answer, profile: Profile) -> dict[str, float]:
        """The page's own rates, and every count that the data set's rates are made of."""
        gold, predicted = document(item.gold), document(answer)["texts"]
        matches = self.matches(item, answer, profile)
        scores = _counts(matches, gold)
        for name in COORDINATE_FRAMES:
            same = name == profile.coord_frame
            other = matches if same else _matched(gold, predicted, profile, name)
            scores[f"similarity_in_{name}"] = spotting_counts(other).similarity
        return scores

    def matches(self, item: Item, answer: Answer, profile: Profile) -> SpottingMatches:
        """Which text was found as which, for figures and drawings."""
        gold = document(item.gold)
        return _matched(gold, document(answer)["texts"], profile, profile.coord_frame)

    def invalid_scores(self, item: Item, profile: Profile) -> dict[str, float] | None:
        """Nothing found."""
        return self.score(item, {"texts": [], "discarded": 0}, profile)

    def outcome(self, item: Item, answer: Answer, profile: Profile) -> Outcome:
        """``correct`` when every text was found and read right and nothing else was claimed."""
        counts = spotting_counts(self.matches(item, answer, profile))
        if counts.hits and not counts.exact:
            return "partial"
        return outcome_by(page_spotting_scores(counts)["e2e_hmean_exact"])


def _released(text: str) -> tuple[list[Document], int, bool]:
    """What the released scorer's patterns read, and how many blocks they pass over."""
    entries: list[Document] = []
    blocks = _BLOCK.findall(text.replace('\\"', '"'))
    for block in blocks:
        numbers, content = _NUMBERS.search(block), _CONTENT.search(block)
        if numbers and content:
            box = [float(number) for number in numbers.groups()]
            entries.append({"box": box, "text": content[1]})
    cut = text.count("\n\t{") > len(blocks)
    return entries, len(blocks) - len(entries) + cut, cut


def _entries(found: Found) -> tuple[list[Document], int, bool]:
    read = [(_box_in(entry), _text_in(entry)) for entry in found.entries]
    kept = [
        {"box": box, "text": text} for box, text in read if box is not None and text is not None
    ]
    return kept, found.discarded + len(read) - len(kept), found.cut


def _box_in(entry: Mapping[str, Any]) -> list[float] | None:
    value = next((entry[key] for key in BOX_KEYS if key in entry), None)
    return four_numbers(value)


def four_numbers(value: Any) -> list[float] | None:
    """A box as a model wrote it: four finite numbers, or two corners; else ``None``."""
    if isinstance(value, list | tuple) and len(value) == 2:
        value = [
            number for corner in value if isinstance(corner, list | tuple) for number in corner
        ]
    if not isinstance(value, list | tuple) or len(value) != 4:
        return None
    numbers = []
    for one in value:
        if isinstance(one, bool) or not isinstance(one, int | float):
            return None
        if not math.isfinite(one) or abs(one) > 1e9:
            return None
        numbers.append(float(one))
    return numbers


def _text_in(entry: Mapping[str, Any]) -> str | None:
    value = next((entry[key] for key in TEXT_KEYS if key in entry), None)
    return value if isinstance(value, str) else None


def _matched(
    gold: Document, predicted: Sequence[Document], profile: Profile, frame: str
) -> SpottingMatches:
    """Gold and predictions, normalised, filtered and matched, in one coordinate frame."""
    norm = normaliser(profile.normaliser)
    width, height = gold["size"]
    boxes = [Box(*text["box"]) for text in predicted]
    placed = to_pixels(boxes, coordinate_frame(frame), width, height)
    regions = [
        TextRegion(shape, norm(text["text"]))
        for box, text in zip(placed, predicted, strict=True)
        if (shape := usable_shape(box)) is not None
    ]
    kept = filter_repeats(regions, width, height, mode=profile.repeat_mode).kept
    matcher = matches_greedy if profile.matcher == "greedy" else matches_hungarian
    return matcher(_gold_regions(gold, norm), [regions[at] for at in kept])


def _gold_regions(gold: Document, norm: Normaliser) -> list[TextRegion]:
    """Gold texts; those that nobody could write down need not be read (``###``)."""
    regions = []
    for text in gold["texts"]:
        polygon = text.get("polygon")
        shape = tuple((x, y) for x, y in polygon) if polygon else Box(*text["box"])
        regions.append(TextRegion(shape, "###" if text["text"] is None else norm(text["text"])))
    return regions


def _counts(matches: SpottingMatches, gold: Document) -> dict[str, float]:
    counts = spotting_counts(matches)
    kept = [i for i in range(len(matches.gold)) if i not in matches.ignored_gold]
    asked = [matches.gold[i].text for i in kept]
    trans = trans_counts(asked, [region.text for region in matches.predicted])
    classes = [text.get("class") or "other" for text in gold["texts"]]
    shapes = [text_orientation(region.shape) for region in matches.gold]
    groups = recall_by_group(matches, classes) | recall_by_group(matches, list(shapes))
    scores: dict[str, float] = {
        **page_spotting_scores(counts),
        "gold": counts.gold,
        "predicted": counts.predicted,
        "hits": counts.hits,
        "similarity": counts.similarity,
        "exact": counts.exact,
        "asked": trans.gold,
        "found": trans.found,
        "found_once": trans.found_once,
        "long": trans.long_gold,
        "long_found": trans.long_found,
        "read": trans.read,
        "accounted": trans.accounted,
    }
    for group in GROUPS:
        found, total = groups.get(group, (0, 0))
        scores[f"f_{group}"], scores[f"n_{group}"] = found, total
    return scores
