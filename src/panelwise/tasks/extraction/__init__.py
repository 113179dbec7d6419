"""Reading options, orders and lists out of a model's words."""

from panelwise.tasks.extraction._option import (
    read_option,
)
from panelwise.tasks.extraction._permutation import (
    read_order,
)
from panelwise.tasks.extraction._text import (
    SOMETHING,
    answer_part,
    declines,
    declines_outright,
    plain,
)

__all__ = [
    "SOMETHING",
    "answer_part",
    "declines",
    "declines_outright",
    "plain",
    "read_option",
    "read_order",
]
