"""What the kinds share whose answers are read off a page."""

from panelwise.tasks.kinds.documents._answer_lines import DocumentLine, Gold, check_once, entries_of
from panelwise.tasks.kinds.documents._boxes import (
    BOX_KEYS,
    LEAST_IOU,
    SCORE_KEYS,
    GoldBox,
    four_numbers,
    gold_boxes,
    gold_in_frame,
    placed_boxes,
    written_box,
)
from panelwise.tasks.kinds.documents._boxes_overlay import boxes_overlay, parts_overlay, together
from panelwise.tasks.kinds.documents._constant_boxes import (
    WHY_NO_RANDOM_BOX,
    ConstantBox,
    places,
)
from panelwise.tasks.kinds.documents._forms import drawn_boxes, given_marks, numbered, shapes_of
from panelwise.tasks.kinds.documents._found import CLASSES, found_counts, found_metrics
from panelwise.tasks.kinds.documents._frames import (
    BOX_FIGURES,
    BOX_FRAMES,
    box_counts,
)
from panelwise.tasks.kinds.documents._gold_shapes import (
    CornerBox,
    GoldOutline,
    GoldShape,
    Link,
    MarkLabel,
    Names,
    Size,
    Words,
    listed,
)
from panelwise.tasks.kinds.documents._groups import IDENTITIES
from panelwise.tasks.kinds.documents._groups_overlay import groups_overlay
from panelwise.tasks.kinds.documents._kind import (
    COVERED,
    DocumentKind,
    document,
    outcome_by,
    read_list,
    read_marks,
    write_list,
)
from panelwise.tasks.kinds.documents._legends import (
    EXTRA,
    FINE,
    FOUND,
    MISSED,
    MISSING,
    MORE,
    PARTLY,
    STATES,
    WRONG,
    names_on,
    picture_size,
)
from panelwise.tasks.kinds.documents._lists import (
    as_mark,
    as_number,
    as_text,
    find_json,
    find_objects,
    find_pairs,
    first_of,
    unwrapped,
)
from panelwise.tasks.kinds.documents._marked import (
    marked_boxes,
    marked_texts,
)
from panelwise.tasks.kinds.documents._named_lines import NamedLine
from panelwise.tasks.kinds.documents._order_overlay import order_overlay
from panelwise.tasks.kinds.documents._pooled import (
    LOST,
    best_of_harmonics,
    harmonic,
    mean_of_harmonics,
    share,
)
from panelwise.tasks.kinds.documents._settings import (
    BoxSettings,
)
from panelwise.tasks.kinds.documents._speaker_links import (
    NOBODY,
    SPEAKERS,
    TEXT_KEYS,
    WHO_KEYS,
    speaker_page_scores,
)
from panelwise.tasks.kinds.documents._text_order import ORDER, ORDER_METRICS, order_scores
from panelwise.tasks.kinds.documents._transcript_overlay import (
    about_name,
    count_hits,
    lines_overlay,
)
from panelwise.tasks.kinds.documents._transcripts import (
    LONGEST_ROW,
    NAME_KEYS,
    gold_lines,
    name_figures,
    names_of,
)

__all__ = [
    "BOX_FIGURES",
    "BOX_FRAMES",
    "BOX_KEYS",
    "CLASSES",
    "COVERED",
    "EXTRA",
    "FINE",
    "FOUND",
    "IDENTITIES",
    "LEAST_IOU",
    "LONGEST_ROW",
    "LOST",
    "MISSED",
    "MISSING",
    "MORE",
    "NAME_KEYS",
    "NOBODY",
    "ORDER",
    "ORDER_METRICS",
    "PARTLY",
    "SCORE_KEYS",
    "SPEAKERS",
    "STATES",
    "TEXT_KEYS",
    "WHO_KEYS",
    "WHY_NO_RANDOM_BOX",
    "WRONG",
    "BoxSettings",
    "ConstantBox",
    "CornerBox",
    "DocumentKind",
    "DocumentLine",
    "Gold",
    "GoldBox",
    "GoldOutline",
    "GoldShape",
    "Link",
    "MarkLabel",
    "NamedLine",
    "Names",
    "Size",
    "Words",
    "about_name",
    "as_mark",
    "as_number",
    "as_text",
    "best_of_harmonics",
    "box_counts",
    "boxes_overlay",
    "check_once",
    "count_hits",
    "document",
    "drawn_boxes",
    "entries_of",
    "find_json",
    "find_objects",
    "find_pairs",
    "first_of",
    "found_counts",
    "found_metrics",
    "four_numbers",
    "given_marks",
    "gold_boxes",
    "gold_in_frame",
    "gold_lines",
    "groups_overlay",
    "harmonic",
    "lines_overlay",
    "listed",
    "marked_boxes",
    "marked_texts",
    "mean_of_harmonics",
    "name_figures",
    "names_of",
    "names_on",
    "numbered",
    "order_overlay",
    "order_scores",
    "outcome_by",
    "parts_overlay",
    "picture_size",
    "placed_boxes",
    "places",
    "read_list",
    "read_marks",
    "shapes_of",
    "share",
    "speaker_page_scores",
    "together",
    "unwrapped",
    "write_list",
    "written_box",
]
