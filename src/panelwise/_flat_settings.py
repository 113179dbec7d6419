"""The names that settings had before they had sections.

Profiles in packs and runs of before are written in them, and command lines still may be. Nothing
is added here: a setting of today has its section.
"""

from __future__ import annotations

from collections.abc import Mapping

FLAT_NAMES: Mapping[str, str] = {
    "invalid_policy": "scoring.invalid_policy",
    "average": "scoring.average",
    "repair": "ordering.repair",
    "mend_lists": "ordering.mend_lists",
    "order_semantics": "ordering.order_semantics",
    "ndcg_gain": "ordering.ndcg_gain",
    "ndcg_ideal": "ordering.ndcg_ideal",
    "mae_space": "ordering.mae_space",
    "unanswered": "scoring.unanswered",
    "list_parser": "spotting.list_parser",
    "matcher": "spotting.matcher",
    "text_gold": "spotting.text_gold",
    "near_reading": "spotting.near_reading",
    "repeat_mode": "spotting.repeat_mode",
    "normaliser": "text.normaliser",
    "anls_boundary": "text.anls_boundary",
    "dialogue": "dialogue.formula",
    "coord_frame": "boxes.coord_frame",
    "declared_frame": "boxes.declared_frame",
    "link_iou": "boxes.link_iou",
    "judge_failures": "judge.failures",
    "explicit_order_prompt": "prompt.explicit_order",
    "who_is_who": "prompt.who_is_who",
    "index_style": "prompt.index_style",
    "shuffle": "sequences.shuffle",
    "smallest_order": "sequences.smallest_order",
    "least_confidence": "gold.least_confidence",
    "silent_only": "strips.silent_only",
    "shortest_strip": "strips.shortest",
    "strip_input": "strips.input",
    "known_meaning": "strips.known_meaning",
    "chapter_pages": "chapter.pages",
    "tier": "distractors.tier",
    "embedder": "distractors.embedder",
    "alike_shapes": "distractors.alike_shapes",
    "composite_aspect": "composite.aspect",
    "composite_gutter": "composite.gutter",
    "composite_side": "composite.side",
    "composite_tags": "composite.tags",
    "frame_margin": "composite.frame_margin",
    "text_fill": "masking.text_fill",
    "six_panels": "comicvqa.six_panels",
    "ocr_prompt": "mangaocr.prompt",
}
