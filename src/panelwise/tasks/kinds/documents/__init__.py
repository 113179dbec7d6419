"""What the kinds share whose answers are read off a page."""

from panelwise.tasks.kinds.documents._boxes import (
    BOX_KEYS,
    LEAST_IOU,
    SCORE_KEYS,
    four_numbers,
    placed_boxes,
    written_box,
)
from panelwise.tasks.kinds.documents._constant_boxes import (
    WHY_NO_RANDOM_BOX,
    Place,
    places,
)
from panelwise.tasks.kinds.documents._found import CLASSES, found_counts, found_metrics
from panelwise.tasks.kinds.documents._frames import (
    BOX_FIGURES,
    FRAME_FIGURES,
    box_counts,
)
from panelwise.tasks.kinds.documents._gold_shapes import (
    CornerBox,
    Link,
    Mark,
    Names,
    Outline,
    Shape,
    Size,
    Words,
    listed,
)
from panelwise.tasks.kinds.documents._groups import IDENTITIES
from panelwise.tasks.kinds.documents._kind import (
    COVERED,
    DocumentKind,
    document,
    outcome_by,
    read_list,
    read_marks,
    write_list,
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
)
from panelwise.tasks.kinds.documents._pooled import (
    LOST,
    best_of_harmonics,
    harmonic,
    mean_of_harmonics,
    share,
)
from panelwise.tasks.kinds.documents._speaker_links import NOBODY, SPEAKERS, speaker_page_scores
from panelwise.tasks.kinds.documents._text_order import ORDER, order_scores
from panelwise.tasks.kinds.documents._transcripts import (
    LONGEST_ROW,
    NAME_KEYS,
    gold_lines,
    name_figures,
    names_of,
)

__all__ = [
    "BOX_FIGURES",
    "BOX_KEYS",
    "CLASSES",
    "COVERED",
    "FRAME_FIGURES",
    "IDENTITIES",
    "LEAST_IOU",
    "LONGEST_ROW",
    "LOST",
    "NAME_KEYS",
    "NOBODY",
    "ORDER",
    "SCORE_KEYS",
    "SPEAKERS",
    "WHY_NO_RANDOM_BOX",
    "CornerBox",
    "DocumentKind",
    "Link",
    "Mark",
    "Names",
    "Outline",
    "Place",
    "Shape",
    "Size",
    "Words",
    "as_mark",
    "as_number",
    "as_text",
    "best_of_harmonics",
    "box_counts",
    "document",
    "find_json",
    "find_objects",
    "find_pairs",
    "first_of",
    "found_counts",
    "found_metrics",
    "four_numbers",
    "gold_lines",
    "harmonic",
    "listed",
    "marked_boxes",
    "mean_of_harmonics",
    "name_figures",
    "names_of",
    "order_scores",
    "outcome_by",
    "placed_boxes",
    "places",
    "read_list",
    "read_marks",
    "share",
    "speaker_page_scores",
    "unwrapped",
    "write_list",
    "written_box",
]
