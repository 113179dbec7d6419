"""Drafts written by models: descriptions, questions, wrong answers; checked, mended, recorded.

Every draft keeps its wording, pictures and writer by hash, every raw answer and every check. One
that fails is asked again with the reason, at most twice, then set aside for a person. See
``docs/drafting.md``.
"""

from panelwise.drafting._apply import (
    apply_drafts,
    choice_question,
    frame_question,
    with_material,
)
from panelwise.drafting._descriptions import (
    description_jobs,
    draft_descriptions,
    draft_panel_metadata,
    parse_descriptions,
)
from panelwise.drafting._draft import (
    Check,
    Draft,
    DraftFile,
    Job,
    Target,
    Try,
    identity_hash,
    read_drafts,
)
from panelwise.drafting._frames import draft_frames
from panelwise.drafting._names import get_writer
from panelwise.drafting._pictures import DraftPicture, panel_pictures
from panelwise.drafting._press_writer import FLAWS, Flaw, PressWriter
from panelwise.drafting._prompts import PROMPTS
from panelwise.drafting._questions import choose_three, draft_questions
from panelwise.drafting._reading_questions import (
    ReadingPair,
    draft_reading_questions,
    reading_pairs,
    why_fewer,
)
from panelwise.drafting._sheet import Mark, WrittenSheet, read_marks, write_sheet
from panelwise.drafting._text_filter import (
    Residual,
    TextAnswer,
    TextFilter,
    TextVerdict,
    filter_by_text,
    judge_by_text,
    residual_accuracy,
)
from panelwise.drafting._write import write_books
from panelwise.drafting._writer import ModelWriter, Writer

__all__ = [
    "FLAWS",
    "PROMPTS",
    "Check",
    "Draft",
    "DraftFile",
    "DraftPicture",
    "Flaw",
    "Job",
    "Mark",
    "ModelWriter",
    "PressWriter",
    "ReadingPair",
    "Residual",
    "Target",
    "TextAnswer",
    "TextFilter",
    "TextVerdict",
    "Try",
    "Writer",
    "WrittenSheet",
    "apply_drafts",
    "choice_question",
    "choose_three",
    "description_jobs",
    "draft_descriptions",
    "draft_frames",
    "draft_panel_metadata",
    "draft_questions",
    "draft_reading_questions",
    "filter_by_text",
    "frame_question",
    "get_writer",
    "identity_hash",
    "judge_by_text",
    "panel_pictures",
    "parse_descriptions",
    "read_drafts",
    "read_marks",
    "reading_pairs",
    "residual_accuracy",
    "why_fewer",
    "with_material",
    "write_books",
    "write_sheet",
]
