"""The kind ``answer``."""

from panelwise.tasks.kinds.answer._kind import (
    AnswerKind,
)

__all__ = [
    "AnswerKind",
]
