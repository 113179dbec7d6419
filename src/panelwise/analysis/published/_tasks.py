"""The printed figures that belong beside a score of a task.

Source: the tables of ``published/``; chance: specification 2.1, 3.2, 5.1; AMB-20.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from panelwise.analysis.published._places import LOWER_IS_BETTER, ColumnSplit, TaskColumn, places
from panelwise.analysis.published._published import Doubt, PublishedRow, published_table, read_data
from panelwise.benchmarks import list_tasks
from panelwise.errors import UnknownNameError
from panelwise.registry import did_you_mean

RowRole = Literal["model", "human", "chance", "baseline"]
_HEADLINES = {  # accuracy elsewhere
    "stripcipher.reordering_generation": "exact_match",
    "mangavqa.manga_ocr": "e2e_hmean_ned",
    "mangavqa.manga_vqa": "judge",
    "comix.detection": "ap50",
    "comix.speaker_identification": "recall_at_texts",
    "comix.character_naming": "anls",
    "comix.dialog_generation": "dialogue_text",
    "comix.offence": "share",
}


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """One printed score.

    Attributes:
        task: the task's id here.
        who: the model, "Human", "Random", or the name of a baseline.
        role: which of these it is.
        metric: the metric's name here.
        value: in the metric's own unit (a share from 0 to 1, a judge's mark to 10); None where
            a failure is printed.
        printed: the cell as printed.
        split: what part of the task or which way of asking; empty for the task as asked by default.
        n: number of items; None where it is unknown.
        n_recovered: whether n is worked out from the printed accuracies, not printed itself.
        paper: whose figure it is.
        place: where it stands in the paper.
        table: the table's id here.
        doubts: what hangs on the figure, its model's name included.
    """

    task: str
    who: str
    role: RowRole
    metric: str
    value: float | None
    printed: str
    split: ColumnSplit
    n: int | None
    n_recovered: bool
    paper: str
    place: str
    table: str
    doubts: tuple[Doubt, ...]


@dataclass(frozen=True, slots=True)
class PublishedChance:
    """The score of guessing, as a share, and where it comes from."""

    value: float
    source: str


@dataclass(frozen=True, slots=True)
class PublishedFigures:
    """Everything printed about one task.

    Attributes:
        task: the task's id.
        metric: the metric that the paper ranks by.
        figures: all printed scores, table by table.
        chance: guessing; None where it depends on the items and no paper prints it.
    """

    task: str
    metric: str
    figures: tuple[PublishedFigure, ...]
    chance: PublishedChance | None

    @property
    def best(self) -> PublishedFigure | None:
        """The best model on the whole task; None where only parts of the task are printed."""
        return self.best_by(self.metric)

    @property
    def higher_is_better(self) -> bool:
        """Whether more of the ranking metric is better."""
        return self.metric not in LOWER_IS_BETTER

    @property
    def human(self) -> PublishedFigure | None:
        """People, by the ranking metric; None where no paper prints them."""
        found = (figure for figure in self.figures if figure.role == "human")
        return next((figure for figure in found if figure.metric == self.metric), None)

    def best_by(self, metric: str, split: ColumnSplit = ()) -> PublishedFigure | None:
        """The best model by a metric on the whole task or on one split of it.

        >>> best = published_for("chromic.chrono_mcq").best_by("accuracy", (("style", "JC"),))
        >>> best.who, best.printed
        ('Gemini-2.0', '0.506')
        """
        scored = [
            (figure.value, figure)
            for figure in self.figures
            if figure.value is not None
            and (figure.role, figure.metric, figure.split) == ("model", metric, split)
        ]
        sign = -1 if metric in LOWER_IS_BETTER else 1
        return max(scored, key=lambda pair: sign * pair[0])[1] if scored else None


def published_tasks() -> tuple[str, ...]:
    """The ids of the tasks that have printed figures."""
    return tuple(dict.fromkeys(place.task for place in places()))


@cache
def published_for(task: str) -> PublishedFigures:
    """What the papers print about a task: every model, people and chance, with doubts.

    Raises:
        UnknownNameError: no paper prints figures of such a task.

    >>> found = published_for("stripcipher.reordering_generation")
    >>> found.metric, found.best.who, found.best.printed, found.human.printed
    ('exact_match', 'Gemini1.5-Pro', '32.02', '80.00')
    """
    if task not in published_tasks():
        if any(one.id == task for one in list_tasks()):  # no misspelt name
            raise UnknownNameError(
                f"no paper prints figures of task '{task}'; panelwise published lists all tables"
            )
        hint = did_you_mean(task, published_tasks())
        raise UnknownNameError(f"no published figures of task '{task}'; {hint}")
    ours = [place for place in places() if place.task == task]
    figures = tuple(figure for place in ours for figure in _figures(place))
    return PublishedFigures(task, _HEADLINES.get(task, "accuracy"), figures, _chance(task))


def _figures(place: TaskColumn) -> Iterator[PublishedFigure]:
    table = published_table(place.table)
    for row in table.rows:
        first = row[table.columns[0]].printed
        cell = row[place.column]
        if not cell.printed or first in place.without or (place.rows and first not in place.rows):
            continue
        who, role = _who(row, place)
        n, recovered = _items(place, row) if role != "chance" else (None, False)
        named = row["model"].doubts if "model" in row.cells else ()
        yield PublishedFigure(
            task=place.task,
            who=who,
            role=role,
            metric=place.metric,
            value=_share(cell.value, place.percent),
            printed=cell.printed,
            split=place.split + _row_split(row, place),
            n=n,
            n_recovered=recovered,
            paper=table.paper,
            place=table.place,
            table=table.id,
            doubts=(*cell.doubts, *named),
        )


def _share(value: float | None, percent: bool) -> float | None:
    return round(value / 100, 6) if percent and value is not None else value


def _who(row: PublishedRow, place: TaskColumn) -> tuple[str, RowRole]:
    """Whose figure a row holds."""
    first = [cell.printed for cell in row.cells.values()][:2]
    if first[0].startswith("Human"):
        return "Human", "human"
    if "Random" in first:
        return "Random", "chance"
    role: RowRole = "baseline" if place.baseline else "model"
    if place.model:
        return place.model, role
    name = next(row[key].printed for key in ("model", "approach", "method") if key in row.cells)
    size = next((row[key].printed for key in ("size", "params") if key in row.cells), "")
    return (f"{name} ({size})" if size else name), role


def _row_split(row: PublishedRow, place: TaskColumn) -> ColumnSplit:
    if not place.row_axis or row[place.row_axis].printed in place.whole:
        return ()
    return ((place.row_axis, row[place.row_axis].printed),)


def _items(place: TaskColumn, row: PublishedRow) -> tuple[int | None, bool]:
    """How many items a figure stands on, and whether that number had to be recovered."""
    return items_of_cell(place.table, row, place.column)


def items_of_cell(table: str, row: PublishedRow, column: str) -> tuple[int | None, bool]:
    """How many items a printed cell stands on, and whether that number had to be recovered.

    >>> table = published_table("chromic_t06_mcqa_by_style")
    >>> items_of_cell(table.id, table.rows[0], "WC")
    (118, True)
    """
    for label in (row.label, "*"):
        found = item_counts().get((table, label, column))
        if found:
            return found
    return None, False


@cache
def item_counts() -> dict[tuple[str, str, str], tuple[int, bool]]:
    """(table, row's label or ``*``, column) → (items, whether recovered)."""
    return {
        (line["table"], line["row"], line["column"]): (int(line["n"]), line["origin"] != "printed")
        for line in read_data("item_counts.csv")
    }


def _chance(task: str) -> PublishedChance | None:
    paper = task.partition(".")[0]
    if task == "stripcipher.reordering_generation":
        return PublishedChance(_one_of_all_orders(), "one of n! orders over Table 8's strips")
    if task == "comicvqa.two_panel_order":
        return PublishedChance(0.5, "printed, ComicVQA Table 3")
    if task == "comicvqa.four_panel_binary":
        return PublishedChance(0.5, "two options; ComicVQA Section 5")
    if paper == "comicvqa":
        return PublishedChance(0.25, "printed, ComicVQA Table 2")
    if paper == "stripcipher" or task == "chromic.chrono_mcq":
        return PublishedChance(0.25, "four options")
    return None  # it depends on the items, or nobody guesses: texts, names, marks


def _one_of_all_orders() -> float:
    """Chance of a whole order on strips of 3 to 6 frames, by their recovered numbers (AMB-20)."""
    from math import factorial

    table = "stripcipher_t08_frame_counts"
    strips = {n: item_counts()[table, "*", f"frames_{n}"][0] for n in range(3, 7)}
    return sum(count / factorial(n) for n, count in strips.items()) / sum(strips.values())
