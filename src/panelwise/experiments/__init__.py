"""The papers' experiments and users' suites as plans."""

from panelwise.experiments._chromic import CHROMIC
from panelwise.experiments._comicvqa import COMICVQA
from panelwise.experiments._comix import COMIX
from panelwise.experiments._demo import Demo, run_demo
from panelwise.experiments._fill import paper_table
from panelwise.experiments._mangavqa import MANGAVQA
from panelwise.experiments._model_runs import RunOptions
from panelwise.experiments._packs import PacksFrom
from panelwise.experiments._plan import (
    AsPrinted,
    ByPart,
    BySize,
    DraftPlan,
    DrawnComics,
    Experiment,
    Mean,
    Measurement,
    Need,
    PackPlan,
    Paired,
    describe,
)
from panelwise.experiments._registry import EXPERIMENTS, get_experiment, list_experiments
from panelwise.experiments._run import (
    ExperimentDone,
    estimate_drafts,
    plan_experiment,
    run_experiment,
)
from panelwise.experiments._scores import Measured
from panelwise.experiments._stripcipher import STRIPCIPHER
from panelwise.experiments._suite import SuiteModel, SuitePlan, SuiteTask, read_suite
from panelwise.experiments._suite_run import SuiteDone, plan_suite, run_suite
from panelwise.experiments._task_cards import TaskCard, task_card, task_cards

__all__ = [
    "CHROMIC",
    "COMICVQA",
    "COMIX",
    "EXPERIMENTS",
    "MANGAVQA",
    "STRIPCIPHER",
    "AsPrinted",
    "ByPart",
    "BySize",
    "Demo",
    "DraftPlan",
    "DrawnComics",
    "Experiment",
    "ExperimentDone",
    "Mean",
    "Measured",
    "Measurement",
    "Need",
    "PackPlan",
    "PacksFrom",
    "Paired",
    "RunOptions",
    "SuiteDone",
    "SuiteModel",
    "SuitePlan",
    "SuiteTask",
    "TaskCard",
    "describe",
    "estimate_drafts",
    "get_experiment",
    "list_experiments",
    "paper_table",
    "plan_experiment",
    "plan_suite",
    "read_suite",
    "run_demo",
    "run_experiment",
    "run_suite",
    "task_card",
    "task_cards",
]
