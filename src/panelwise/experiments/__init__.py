"""The papers' experiments and users' suites as plans."""

from panelwise.experiments._demo import Demo, run_demo
from panelwise.experiments._task_cards import TaskCard, task_card, task_cards

__all__ = ["Demo", "TaskCard", "run_demo", "task_card", "task_cards"]
