"""The kind ``choice``."""

from panelwise.tasks.kinds.choice._kind import (
    ChoiceKind,
)

__all__ = [
    "ChoiceKind",
]
