"""Every benchmark, one after the other: ``make bench`` or ``python bench/run.py [SHARED]``.

``SHARED`` is a folder of annotated comics that cannot be passed on (by default ``../shared``); what
needs it says so in one line where it is absent.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAMES = (
    "panel_detection",
    "reading_order",
    "text_reading",
    "gold_readers",
    "people_reading",
    "answer_reading",
    "missing_panel",
    "recorded_answers",
    "opening",
    "harness_overhead",
    "engine_overhead",
    "throttling",
    "annotation_load",
    "press_pages",
    "press_probes",
    "report_browser",
)


def main(arguments: list[str]) -> None:
    """Run the benchmarks named after SHARED, or all."""
    shared = Path(arguments[0]) if arguments else HERE.parents[1] / "shared"
    names = arguments[1:] or NAMES
    for name in names:
        sys.stdout.write(f"\n# {name.replace('_', ' ')}\n\n")
        sys.stdout.flush()
        # Imported by name, so that worker processes can find the functions that they are given.
        importlib.import_module(name).main(shared)


if __name__ == "__main__":
    main(sys.argv[1:])
