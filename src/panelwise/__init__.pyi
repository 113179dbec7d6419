# The public names. Each is listed here and nowhere else: type checkers and editors read this file,
# and __init__.py looks up in it where a name is defined when the name is first used.

from panelwise.analysis import Comparison as Comparison
from panelwise.analysis import Estimate as Estimate
from panelwise.analysis import Score as Score
from panelwise.analysis import TaskSummary as TaskSummary
from panelwise.analysis import compare as compare
from panelwise.analysis import score_file as score_file
from panelwise.analysis import summarise as summarise
from panelwise.benchmarks import build as build
from panelwise.benchmarks import get_task as get_task
from panelwise.benchmarks import list_tasks as list_tasks
from panelwise.benchmarks import rehydrate as rehydrate
from panelwise.comics import Book as Book
from panelwise.comics import Page as Page
from panelwise.comics import Panel as Panel
from panelwise.comics import Text as Text
from panelwise.comics import print_comics as print_comics
from panelwise.errors import PanelwiseError as PanelwiseError
from panelwise.errors import UnavailableError as UnavailableError
from panelwise.errors import UserError as UserError
from panelwise.evaluation import Result as Result
from panelwise.evaluation import Run as Run
from panelwise.evaluation import evaluate as evaluate
from panelwise.evaluation import evaluate_async as evaluate_async
from panelwise.evaluation import judge_run as judge_run
from panelwise.evaluation import rescore as rescore
from panelwise.geometry import Box as Box
from panelwise.opening import open as open  # noqa: A004 - the word for it
from panelwise.packs import Pack as Pack
from panelwise.profile import PAPER as PAPER
from panelwise.profile import RECOMMENDED as RECOMMENDED
from panelwise.profile import Profile as Profile
from panelwise.reading import Order as Order
from panelwise.reading import order_panels as order_panels
from panelwise.reading import order_texts as order_texts
from panelwise.reading import read as read
from panelwise.reading import transcribe as transcribe
from panelwise.report import write_report as write_report
from panelwise.tasks import Item as Item
from panelwise.tasks import Task as Task

__version__: str
