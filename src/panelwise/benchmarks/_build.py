"""From comic files to a pack: open, read what is not annotated, choose, cut, write.

This stands in ``benchmarks`` because it is the lowest room that sees both readers and tasks; what
is generic about items and packs lives in ``tasks``.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from panelwise.comics import Book, Page, ReadingDirection, open_comic
from panelwise.errors import SettingError, UnavailableError
from panelwise.profile import Profile, get_profile
from panelwise.registry import Registry
from panelwise.tasks import Pack, PanelOrdering, Plan, make_items, plan_items, write_pack
from panelwise.tasks import rehydrate as rehydrate_pack
from panelwise.tasks._rehydrate import Rehydrated

BENCHMARKS = Registry("task", "panelwise.benchmarks")
READERS = Registry("reader", "panelwise.readers")
Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many are done, and how many there are."""
