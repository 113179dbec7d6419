"""The press: comics of our own, endless, with perfect ground truth.

A :class:`BookPlan` says what is to be printed; :func:`print_book` prints it in memory,
:func:`print_comics` prints many to disk on all cores. Everything follows from the plan's seed.
"""

from panelwise.press._book import print_book, tellings_of
from panelwise.press._plan import BookPlan, book_plans
from panelwise.press._questions import write_questions
from panelwise.press._scene import Language
from panelwise.press._suite import Suite, get_suite, suite_names
from panelwise.press._telling import Telling
from panelwise.press._write import press, print_comics, print_suite

__all__ = [
    "BookPlan",
    "Language",
    "Suite",
    "Telling",
    "book_plans",
    "get_suite",
    "press",
    "print_book",
    "print_comics",
    "print_suite",
    "suite_names",
    "tellings_of",
    "write_questions",
]
