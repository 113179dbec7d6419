"""What misleads in each task's scores, ours and the printed ones: known before anyone is ranked.

Source: specification 8 and 9 (the AMB- handles); ``docs/measured.md`` for what was measured here.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_INVERSE = (
    "An order can be read as a list of frames or as a rank per frame; the two are inverse. Wrong"
    " answers that equal the inverse are counted apart (AMB-1)."
)
_NDCG = (
    "NDCG's relevance is printed nowhere; common readings give a random order .56 to .93. Printed"
    " values are not comparable with ours (AMB-4)."
)
_PER_PANEL = (
    "The paper defines success as the exact order and prints the share of panels in place, people's"
    " .953 included; both are given here (AMB-7)."
)
_DROPPED = (
    "How unreadable orders were scored is not printed. A row with the best mean error and the worst"
    " accuracy is what chance looks like on short pages only (AMB-5)."
)
_WHOLE_COUNTS = (
    "Some printed percentages cannot come from the printed numbers of items; unanswered items were"
    " probably dropped. Here they count as wrong (AMB-18)."
)
_NO_OUTPUT_RULE = (
    "The paper prints no output rule. `recommended` adds one, so scores of the two profiles differ"
    " in parsing as well as in understanding (AMB-22)."
)
_OPTIONS_NOT_PRINTED = "The paper shows no choice item: how the four orders are set out is ours."
_PRESS_TEXTS = (
    "Questions about comics of the press can be answered without pictures: a strong language model"
    " that saw only the text of the suite `press-v1` had 45 of 45 perspectives, 33 of 35 blank"
    " frames and 30 of 30 meanings right (chance .25; `docs/press.md`). Compare no models on them."
)
_CUTS = (
    "Slanted borders and balloons cut by a border show which panels are neighbours; with two panels"
    " that may be all that is seen."
)
_HUMAN_88 = "The paper once compares missing panel with people's 88; theirs is 83.4 (AMB-37)."

TRAPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "chromic.panel_reordering": (
            _INVERSE,
            _PER_PANEL,
            _NDCG,
            _DROPPED,
            "No prompt is printed; this one is description reordering's, turned to panels (AMB-9).",
            "A uniform shuffle shows the story's own order half the time for two panels;"
            " `recommended` never does, and leaves pages of two out (AMB-10).",
        ),
        "chromic.description_reordering": (
            _INVERSE,
            _PER_PANEL,
            _NDCG,
            _DROPPED,
            "The paper's prompt prints an example, which some models hand back; such answers are"
            " flagged. `recommended` shows the form without numbers.",
            "Descriptions written panel by panel say who has been seen before ('the same man')."
            " Ask without the page (`--transform text_only`) to see what words alone give away.",
        ),
        "chromic.chrono_mcq": (
            "Text alone reaches up to .363 in the paper after its text-only filtering (AMB-13).",
            "The columns WC and WCND of its Tables 3 and 6 are exchanged (AMB-11).",
            "People answered 165 items, models all; compare on the same items (AMB-15).",
            _PRESS_TEXTS,
        ),
        "chromic.description_faithfulness": (
            "In the paper people rate, and nothing is right; here the rater is tested: words of"
            " another page must be told from the page's own.",
            "Telling the two apart is easier than the paper's three conditions, which all describe"
            " the right page.",
            "The printed ratings come without a number of items and without agreement.",
        ),
        "stripcipher.reordering_generation": (
            _INVERSE,
            "Chance is about 6.6 %, not 25 %: strips of three frames have six orders. Most open"
            " models of the paper lie below it, which points to unreadable answers (AMB-20).",
            _WHOLE_COUNTS,
            _NO_OUTPUT_RULE,
            "The paper's average counts both reordering forms, so reordering weighs half (AMB-19).",
        ),
        "stripcipher.reordering_choice": (_INVERSE, _OPTIONS_NOT_PRINTED, _WHOLE_COUNTS),
        "stripcipher.reordering_with_meaning": (
            _INVERSE,
            _WHOLE_COUNTS,
            "The meaning may tell the end outright; compare item by item with reordering without.",
        ),
        "stripcipher.frame_prediction": (
            _NO_OUTPUT_RULE,
            _WHOLE_COUNTS,
            "How the blank frame looks is not printed; ours is white with a '?' (AMB-21).",
            _PRESS_TEXTS,
        ),
        "stripcipher.narrative_comprehension": (
            _NO_OUTPUT_RULE,
            _WHOLE_COUNTS,
            "The paper's tuned model saw the images of this task in training (AMB-23).",
            _PRESS_TEXTS,
        ),
        "comicvqa.missing_panel": (
            "Pictures alone reach .461 in the paper: the right panel looks like its neighbours"
            " (AMB-41). Put `baseline:similar` beside every model.",
            "`baseline:similar`, a rule that only compares pictures, scores .82 (18 of 22, interval"
            " .59 to .93) in `paper` on the press: `panelwise press --books 40 --layout western"
            " --chapters 2 --seed 1 --out comics`, then build and evaluate with `--profile paper`.",
            "Panels' shapes alone reach .39 on pages of the press (chance .25).",
            "Wrong panels of other books give themselves away by style; the tiers say how near they"
            " were taken from (AMB-39).",
            "Texts are covered so that they do not tell; what a covering misses leaks, and its"
            " shape hints at balloons (AMB-40).",
            _HUMAN_88,
        ),
        "comicvqa.panel_sorting": (
            _CUTS,
            "The paper's best open model, 26.9 of chance 25, is no better than chance (p = .17).",
        ),
        "comicvqa.two_panel_order": (
            _CUTS,
            "The printed gain from context, 65.0 to 67.3 with four panels, is not significant"
            " (p = .06).",
        ),
        "comicvqa.four_panel_binary": (
            _CUTS,
            "The exchange of the ends (74.4 in the paper) is easier than that of neighbours (67.3);"
            " the printed average leaves it out. Here every exchange is asked alike often.",
        ),
        "mangavqa.manga_ocr": (
            "The printed end-to-end Hmean weighs matches by how well they were read; it is not"
            " ICDAR's, which stands beside it under another name (AMB-26).",
            "The released matching depends on the order of the file (AMB-27), and its normalisation"
            " hides dashes and punctuation (AMB-29).",
            "The prompt asks for pixels of an image whose size it does not tell. Zeros of strong"
            " models may be another frame: look at `best_frame_hmean_ned` (AMB-30).",
            "The released parser reads only blocks after a line break and a tab; a model that obeys"
            " the printed format reads as an empty page.",
            "Page numbers and editorial marks are not annotated, so precision cannot reach 1.",
        ),
        "mangavqa.manga_vqa": (
            "Judges differ by up to a point on one model (AMB-32): name the judge, use two, and"
            " never one of the family that is marked.",
            "The released code marks an answer 1 when the judge's reply cannot be read.",
            "String measures punish a right answer in other words; they rank, they do not replace"
            " a judge.",
        ),
        "comix.detection": (
            "Models that give no scores have one operating point, not an average precision; the"
            " printed AP50 is of detectors that do (AMB-45).",
            "The printed averages weigh collections by pages; a class that a detector lacks counts"
            " 0 in one table and is left out in another.",
        ),
        "comix.speaker_identification": (
            "R@#text as a mean over pages and over links differ, and so do IoU .5 and .65; the"
            " heuristic is printed with 38.4 and with .68 (AMB-47).",
            "The closest character of the panel is right surprisingly often: put"
            " `baseline:closest` beside every model (AMB-51).",
        ),
        "comix.character_reid": (
            "The supplement prints no metric for it; AMI is the headline here (AMB-43).",
            "Pages with fewer than two known characters have no answer and are left out.",
        ),
        "comix.character_reid_chapter": (
            "Groups of hundreds weigh most in pairwise F1; AMI and B³ weigh characters. A model"
            " that takes few images gets none of these items: look at `unsupported`.",
            "A book of more pages than `--set chapter_pages=16` is taken in stretches; figures of"
            " different lengths cannot be compared.",
            "Where few people stand on several pages it asks little more than the pages alone; on"
            " the press that is so in most books.",
        ),
        "comix.text_reading_order": (
            "Most pages are read the same way: the exact order by panels alone is right on most,"
            " so look at pages with many texts.",
        ),
        "comix.page_structure": (
            "A link counts when both its ends were found: a text box off its place costs the"
            " speaker, too. Look at the recall of texts and characters before the links.",
            "R@#text takes the K surest links of a page; without scores all are equally sure, and"
            " links too many cost.",
        ),
        "comix.text_reading_order_end_to_end": (
            "`order_exact` and `order_tau` look at the found texts alone: who finds two"
            " balloons of nine may order both well. `order_similarity` counts what is missing.",
        ),
        "comix.character_naming": (
            "Unknown speakers make most of PopManga: naming everybody 'unknown' scores well there,"
            " so known names are the headline (AMB-49).",
            "Comics name nobody on the page; `recommended` says how those look who are on it.",
        ),
        "comix.dialog_generation": (
            "As printed the score is not divided by the number of lines and leaves unmatched lines"
            " free; the printed 93 can only be a mean (AMB-48).",
            "The printed average over collections is impossible with the weights of the others"
            " (AMB-50).",
        ),
    }
)
