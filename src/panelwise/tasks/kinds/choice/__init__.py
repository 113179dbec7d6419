"""The kind ``choice``."""

from panelwise.tasks.kinds.choice._kind import (
    ChoiceKind,
)
from panelwise.tasks.kinds.choice._orders import written_order

__all__ = [
    "ChoiceKind",
    "written_order",
]
