"""Data sets of comics: a catalogue of what they are, a check of copies, and how to read them."""

from panelwise.comics.datasets._catalogue import (
    DATASETS,
    OTHERS,
    all_datasets,
    dataset_names,
    get_dataset,
)
from panelwise.comics.datasets._check import CopyReport, CountFound, check_copy
from panelwise.comics.datasets._convert import Written, layout_names, load_dataset, write_books
from panelwise.comics.datasets._entry import NOT_PUBLISHED, Count, Dataset, Loaded

__all__ = [
    "DATASETS",
    "NOT_PUBLISHED",
    "OTHERS",
    "CopyReport",
    "Count",
    "CountFound",
    "Dataset",
    "Loaded",
    "Written",
    "all_datasets",
    "check_copy",
    "dataset_names",
    "get_dataset",
    "layout_names",
    "load_dataset",
    "write_books",
]
