"""The papers' tasks as declarations, and building packs by them."""

from panelwise.benchmarks._build import (
    build,
    build_probe,
    read_books,
    rehydrate,
)
from panelwise.benchmarks._chromic import chrono_mcq as chromic_chrono_mcq
from panelwise.benchmarks._chromic import (
    description_faithfulness as chromic_description_faithfulness,
)
from panelwise.benchmarks._chromic import description_reordering as chromic_description_reordering
from panelwise.benchmarks._chromic import panel_reordering as chromic_panel_reordering
from panelwise.benchmarks._comicvqa import four_panel_binary as comicvqa_four_panel_binary
from panelwise.benchmarks._comicvqa import missing_panel as comicvqa_missing_panel
from panelwise.benchmarks._comicvqa import panel_sorting as comicvqa_panel_sorting
from panelwise.benchmarks._comicvqa import two_panel_order as comicvqa_two_panel_order
from panelwise.benchmarks._comix import character_naming as comix_character_naming
from panelwise.benchmarks._comix import character_reid as comix_character_reid
from panelwise.benchmarks._comix import character_reid_chapter as comix_character_reid_chapter
from panelwise.benchmarks._comix import detection as comix_detection
from panelwise.benchmarks._comix import dialog_generation as comix_dialog_generation
from panelwise.benchmarks._comix import page_structure as comix_page_structure
from panelwise.benchmarks._comix import speaker_identification as comix_speaker_identification
from panelwise.benchmarks._comix import text_reading_order as comix_text_reading_order
from panelwise.benchmarks._comix import (
    text_reading_order_end_to_end as comix_text_reading_order_end_to_end,
)
from panelwise.benchmarks._decoding import (
    DECODINGS,
    PaperDecoding,
    Preset,
    decoding_of,
    sampling_words,
)
from panelwise.benchmarks._mangavqa import manga_ocr as mangavqa_manga_ocr
from panelwise.benchmarks._mangavqa import manga_vqa as mangavqa_manga_vqa
from panelwise.benchmarks._papers import (
    BENCHMARKS,
    PAPERS,
    get_task,
    list_tasks,
    paper_of,
    paper_of_benchmark,
    paper_of_kind,
    profile_for,
    text_is_evidence,
)
from panelwise.benchmarks._probes import PROBES, get_probe
from panelwise.benchmarks._prompts import printed_prompts, printed_table
from panelwise.benchmarks._setting_rows import (
    SettingRow,
    require_obeyed,
    require_scoring_obeys,
    sections_of,
    setting_rows,
)
from panelwise.benchmarks._settings import (
    ComicvqaSettings,
    MangaocrSettings,
)
from panelwise.benchmarks._stripcipher import frame_prediction as stripcipher_frame_prediction
from panelwise.benchmarks._stripcipher import (
    narrative_comprehension as stripcipher_narrative_comprehension,
)
from panelwise.benchmarks._stripcipher import reordering_choice as stripcipher_reordering_choice
from panelwise.benchmarks._stripcipher import (
    reordering_generation as stripcipher_reordering_generation,
)
from panelwise.benchmarks._stripcipher import (
    reordering_with_meaning as stripcipher_reordering_with_meaning,
)

__all__ = [
    "BENCHMARKS",
    "DECODINGS",
    "PAPERS",
    "PROBES",
    "ComicvqaSettings",
    "MangaocrSettings",
    "PaperDecoding",
    "Preset",
    "SettingRow",
    "build",
    "build_probe",
    "chromic_chrono_mcq",
    "chromic_description_faithfulness",
    "chromic_description_reordering",
    "chromic_panel_reordering",
    "comicvqa_four_panel_binary",
    "comicvqa_missing_panel",
    "comicvqa_panel_sorting",
    "comicvqa_two_panel_order",
    "comix_character_naming",
    "comix_character_reid",
    "comix_character_reid_chapter",
    "comix_detection",
    "comix_dialog_generation",
    "comix_page_structure",
    "comix_speaker_identification",
    "comix_text_reading_order",
    "comix_text_reading_order_end_to_end",
    "decoding_of",
    "get_probe",
    "get_task",
    "list_tasks",
    "mangavqa_manga_ocr",
    "mangavqa_manga_vqa",
    "paper_of",
    "paper_of_benchmark",
    "paper_of_kind",
    "printed_prompts",
    "printed_table",
    "profile_for",
    "read_books",
    "rehydrate",
    "require_obeyed",
    "require_scoring_obeys",
    "sampling_words",
    "sections_of",
    "setting_rows",
    "stripcipher_frame_prediction",
    "stripcipher_narrative_comprehension",
    "stripcipher_reordering_choice",
    "stripcipher_reordering_generation",
    "stripcipher_reordering_with_meaning",
    "text_is_evidence",
]
