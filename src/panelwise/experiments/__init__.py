"""The papers' experiments and users' suites as plans."""

from panelwise.experiments._chromic import CHROMIC
from panelwise.experiments._demo import Demo, run_demo
from panelwise.experiments._fill import Measured, paper_table
from panelwise.experiments._packs import Source
from panelwise.experiments._plan import (
    ByPart,
    BySize,
    Drawn,
    Experiment,
    Mean,
    Measure,
    Need,
    PackPlan,
    Paired,
    describe,
)
from panelwise.experiments._registry import EXPERIMENTS, get_experiment, list_experiments
from panelwise.experiments._run import Asking, ExperimentDone, run_experiment
from panelwise.experiments._stripcipher import STRIPCIPHER
from panelwise.experiments._task_cards import TaskCard, task_card, task_cards

__all__ = [
    "CHROMIC",
    "EXPERIMENTS",
    "STRIPCIPHER",
    "Asking",
    "ByPart",
    "BySize",
    "Demo",
    "Drawn",
    "Experiment",
    "ExperimentDone",
    "Mean",
    "Measure",
    "Measured",
    "Need",
    "PackPlan",
    "Paired",
    "Source",
    "TaskCard",
    "describe",
    "get_experiment",
    "list_experiments",
    "paper_table",
    "run_demo",
    "run_experiment",
    "task_card",
    "task_cards",
]
