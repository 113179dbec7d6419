"""The task kinds: what is asked, how it is shown, how an answer is read and scored."""

from panelwise.tasks._item import (
    OUTCOME_OF_STATUS,
    OUTCOMES,
    ImageEntry,
    Item,
    Option,
    Outcome,
    Parsed,
    Rendering,
    SourcePage,
    Status,
    Turn,
)

__all__ = [
    "OUTCOMES",
    "OUTCOME_OF_STATUS",
    "ImageEntry",
    "Item",
    "Option",
    "Outcome",
    "Parsed",
    "Rendering",
    "SourcePage",
    "Status",
    "Turn",
]
