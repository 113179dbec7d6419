"""The run: a solver answers a pack's items, and every answer is read, scored and stored."""

from panelwise.evaluation._baselines import Baseline, baseline_solver, baselines, is_baseline
from panelwise.evaluation._cache import ResponseCache, cache_key
from panelwise.evaluation._decoding import PRESETS, Decoding, decoding_lines, decoding_of_run
from panelwise.evaluation._error_classes import (
    ErrorClass,
    ErrorClasses,
    class_errors,
    error_classes_of,
    store_error_classes,
)
from panelwise.evaluation._estimate import (
    RunEstimate,
    TaskEstimate,
    estimate_run,
    estimated_tokens,
)
from panelwise.evaluation._evaluate import carry_out, evaluate, evaluate_async, plan_run
from panelwise.evaluation._evidence import SentRequest, copied_config, requests_of
from panelwise.evaluation._judge import Judged, judge_run, marks_of, store_people
from panelwise.evaluation._judge_flags import addresses_judge
from panelwise.evaluation._judged import JudgedAnswer, judge_runs, judged_answers, marks_by_judge
from panelwise.evaluation._keys import SampleKey
from panelwise.evaluation._legible import PageSeen, pages_seen
from panelwise.evaluation._people import PeopleSolver, people_solver
from panelwise.evaluation._plan import RunPlan
from panelwise.evaluation._profiles import Profiles
from panelwise.evaluation._progress import Progress, ProgressState
from panelwise.evaluation._read_again import FROM_RESPONSE, READ_FIELDS, read_again
from panelwise.evaluation._reader_solver import ReaderSolver, reader_solver
from panelwise.evaluation._recorded import Recorded, recorded_solver
from panelwise.evaluation._rescore import rescore
from panelwise.evaluation._result import Result
from panelwise.evaluation._run import Run, open_runs
from panelwise.evaluation._screen import (
    HARMFUL_FROM,
    OFFENCE_CLASSES,
    ScreenedPanel,
    Screening,
    screen_books,
)
from panelwise.evaluation._screen_files import (
    check_file,
    only_screened,
    read_checked,
    read_classes,
    read_screening,
    write_screening,
)
from panelwise.evaluation._settings import USUAL_SETTINGS
from panelwise.evaluation._solver import (
    SOLVERS,
    ModelSolver,
    Question,
    Reply,
    Solver,
    get_solver,
    require_taken_by,
    settings_for,
    settings_of,
)
from panelwise.evaluation._submission import score_submission
from panelwise.evaluation._taxonomies import TAXONOMIES, ErrorTaxonomy, get_taxonomy
from panelwise.evaluation._watch import RunState, Version, read_answers, read_state, run_version
from panelwise.models import Patience, Usage
from panelwise.outputs import cache_folder

__all__ = [
    "FROM_RESPONSE",
    "HARMFUL_FROM",
    "OFFENCE_CLASSES",
    "PRESETS",
    "READ_FIELDS",
    "SOLVERS",
    "TAXONOMIES",
    "USUAL_SETTINGS",
    "Baseline",
    "Decoding",
    "ErrorClass",
    "ErrorClasses",
    "ErrorTaxonomy",
    "Judged",
    "JudgedAnswer",
    "ModelSolver",
    "PageSeen",
    "Patience",
    "PeopleSolver",
    "Profiles",
    "Progress",
    "ProgressState",
    "Question",
    "ReaderSolver",
    "Recorded",
    "Reply",
    "ResponseCache",
    "Result",
    "Run",
    "RunEstimate",
    "RunPlan",
    "RunState",
    "SampleKey",
    "ScreenedPanel",
    "Screening",
    "SentRequest",
    "Solver",
    "TaskEstimate",
    "Usage",
    "Version",
    "addresses_judge",
    "baseline_solver",
    "baselines",
    "cache_folder",
    "cache_key",
    "carry_out",
    "check_file",
    "class_errors",
    "copied_config",
    "decoding_lines",
    "decoding_of_run",
    "error_classes_of",
    "estimate_run",
    "estimated_tokens",
    "evaluate",
    "evaluate_async",
    "get_solver",
    "get_taxonomy",
    "is_baseline",
    "judge_run",
    "judge_runs",
    "judged_answers",
    "marks_by_judge",
    "marks_of",
    "only_screened",
    "open_runs",
    "pages_seen",
    "people_solver",
    "plan_run",
    "read_again",
    "read_answers",
    "read_checked",
    "read_classes",
    "read_screening",
    "read_state",
    "reader_solver",
    "recorded_solver",
    "requests_of",
    "require_taken_by",
    "rescore",
    "run_version",
    "score_submission",
    "screen_books",
    "settings_for",
    "settings_of",
    "store_error_classes",
    "store_people",
    "write_screening",
]
