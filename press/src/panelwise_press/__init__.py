"""The press: any number of comics with complete ground truth.

A :class:`BookPlan` says what is to be printed; :func:`print_book` prints it in memory,
:func:`print_comics` prints many to disk on all cores. Everything follows from the plan's seed.

The package is a generator of ``panelwise`` (:class:`panelwise.comics.Generator`), under the name
``press``.
"""

from panelwise_press._book import print_book, tellings_of
from panelwise_press._plan import ANTHOLOGY, BookPlan, book_plans
from panelwise_press._questions import write_questions
from panelwise_press._scene import Language
from panelwise_press._suite import Suite, get_suite, suite_names, suite_warning
from panelwise_press._telling import Telling
from panelwise_press._write import (
    press,
    print_anthology,
    print_comics,
    print_suite,
    print_training_pages,
    print_worlds,
)

__all__ = [
    "ANTHOLOGY",
    "BookPlan",
    "Language",
    "Suite",
    "Telling",
    "book_plans",
    "get_suite",
    "press",
    "print_anthology",
    "print_book",
    "print_comics",
    "print_suite",
    "print_training_pages",
    "print_worlds",
    "suite_names",
    "suite_warning",
    "tellings_of",
    "write_questions",
]
