"""The papers' printed tables."""

from panelwise.analysis.published._checks import (
    PublishedTables,
    Recomputation,
    recompute_published,
)
from panelwise.analysis.published._published import (
    Doubt,
    PublishedCell,
    PublishedRow,
    PublishedTable,
    published_table,
    published_tables,
)
from panelwise.analysis.published._tasks import (
    PublishedChance,
    PublishedFigure,
    PublishedFigures,
    item_counts,
    items_of_cell,
    published_for,
    published_tasks,
)

__all__ = [
    "Doubt",
    "PublishedCell",
    "PublishedChance",
    "PublishedFigure",
    "PublishedFigures",
    "PublishedRow",
    "PublishedTable",
    "PublishedTables",
    "Recomputation",
    "item_counts",
    "items_of_cell",
    "published_for",
    "published_table",
    "published_tables",
    "published_tasks",
    "recompute_published",
]
