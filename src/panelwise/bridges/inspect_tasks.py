"""What Inspect AI loads by its entry point: importing this registers the tasks, if it is here."""

from __future__ import annotations

from importlib.util import find_spec

from panelwise.bridges._inspect import define_tasks

TASKS = define_tasks() if find_spec("inspect_ai") is not None else {}
