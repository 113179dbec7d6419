"""Holm's correction over those of a run's findings that were tested."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from panelwise.analysis._finding_types import Condition, MistakeKind, PlaceBias
from panelwise.metrics import holm

Finding = TypeVar("Finding", PlaceBias, MistakeKind, Condition)


def corrected(found: Sequence[Finding]) -> list[Finding]:
    """The findings with ``p_holm``, which is corrected for those that have a p."""
    known = iter(holm([one.p for one in found if one.p is not None]))
    return [replace(one, p_holm=None if one.p is None else next(known)) for one in found]
