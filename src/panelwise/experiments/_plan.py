"""An experiment of a paper as a plan: what it asks, which packs it needs, which table it fills.

A plan is data and nothing else, so that it can be read, listed and printed before anything runs.
``_run`` carries it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

NeedKind = Literal["data", "people", "training"]


@dataclass(frozen=True, slots=True)
class Need:
    """What an experiment waits for, in words."""

    kind: NeedKind
    what: str


@dataclass(frozen=True, slots=True)
class PackPlan:
    """A pack that an experiment needs: a task, asked in one way.

    Attributes:
        name: of its folder, and in the declarations of columns.
        task: a name from ``panelwise list tasks``.
        transforms: how its items are put, as ``panelwise build --transform`` takes them.
        settings: changes to the profile, as ``--set`` takes them.
        drafted: what a writer drafts before the pack is built: questions with ``strong`` or
            ``weak`` wrong options (SC-11), or descriptions, from the bare page (``page``) or with
            preprocessing (``auto``; CH-8); empty for what the comics have.
        comics: the collection that it is built from: the folder of ``--comics``, or the drawn
            collection, that has this name; empty for all of them.
    """

    name: str
    task: str
    transforms: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    drafted: Literal["", "strong", "weak", "page", "auto"] = ""
    comics: str = ""


@dataclass(frozen=True, slots=True)
class DraftPlan:
    """Descriptions that every model writes, page by page, shown in one way.

    Attributes:
        name: in the declarations of columns.
        shown: ``page``, ``boxes``, ``crops`` or ``auto``, as ``panelwise draft descriptions`` takes
            it.
    """

    name: str
    shown: Literal["page", "boxes", "crops", "auto"]


@dataclass(frozen=True, slots=True)
class Measurement:
    """A score that fills a column of the paper's table.

    Attributes:
        column: the column's name in the published table; where models are columns, the name of a
            row: what its first cell says.
        heading: the paper's own word for it.
        pack: of which pack, or of which drafts.
        metric: its name here, or one of a whole run: ``ap50``, ``ap50_predictable``,
            ``images_per_second``, ``seconds_per_image``, ``people_r``, ``people_gap``,
            ``fleiss_kappa``, ``mean_confidence``; empty for the one that ranks.
        where: which items count, by their facts ("direction": ["rtl"]); all by default.
        percent: whether the paper prints it in percent.
        table: the published table that has the column, where it is not the experiment's; rows are
            joined by their labels.
        row: the first cell of the row, where a model has several rows in the paper's table.
        judge: whose marks: 1 for the first judge that is given, and so on; 0 for their mean.
        over_chance: whether chance is subtracted.
    """

    column: str
    heading: str
    pack: str
    metric: str = ""
    where: Mapping[str, Sequence[str]] = field(default_factory=dict)
    percent: bool = False
    table: str = ""
    row: str = ""
    judge: int = 0
    over_chance: bool = False


@dataclass(frozen=True, slots=True)
class Mean:
    """A column that is the mean of other columns, a failed one counting 0.

    ``weights`` are those of the columns, in their order; without them all weigh the same.
    """

    column: str
    heading: str
    of: tuple[str, ...]
    percent: bool = False
    weights: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class AsPrinted:
    """A column that the paper prints and that cannot be measured here, and why not."""

    column: str
    heading: str
    why: str


PlanColumn = Measurement | Mean | AsPrinted


@dataclass(frozen=True, slots=True)
class DrawnComics:
    """The comics that are drawn where the user gives none, one collection per entry.

    ``layout``, ``style``, ``language`` and ``silent`` are those of ``panelwise press``; ``name``
    is that of the collection, for packs that are built from one.
    """

    layout: str = "western"
    style: str = "any"
    language: str = "en"
    silent: bool = False
    name: str = ""


@dataclass(frozen=True, slots=True)
class Paired:
    """A figure: the same items put in several ways, each compared with the first, in pairs."""

    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BySize:
    """A figure: columns against the size of the model, families as lines."""

    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ByPart:
    """A figure: several columns, each a part of the items; ``at`` gives them numbers.

    ``radar`` draws them around a centre, as some papers do.
    """

    columns: tuple[str, ...]
    axis: str = ""
    at: tuple[float, ...] = ()
    radar: bool = False


Contrast = Paired | BySize | ByPart


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """An experiment of a paper.

    Attributes:
        handle: its name in the specification ("SC-E1").
        alias: its name by the paper's table or figure ("stripcipher.t4").
        title: in a few words.
        asks: the question that it answers, in a sentence.
        source: where the paper has it.
        packs: what is asked.
        drafts: what models write, where an experiment is about that; it has no packs then.
        columns: the table's columns that can be measured, in the paper's order.
        labels: the table's columns that name a row: the published column and the paper's word.
        table: the id of the published table; empty where the paper prints none.
        rows: the first cells of the printed rows that belong to the experiment; empty for all.
        models_in: whether the paper's table has a row or a column for each model.
        models: where models are columns: the published column of each and the model's name. Where
            a model has several rows: the one model that the whole table is of.
        groups: where the paper has a row for each part of the items instead of each model: the
            row's first cell, and which items count. A model then has a row for each.
        figure: how its conditions are drawn, where it compares some; several in a tuple.
        drawn: the comics that are drawn where none are given.
        together: whether all models that are given make one row: how far they agree.
        screened: whether the files of ``panelwise screen`` fill its table.
        profile: by which profile packs are built and answers scored.
        waits_for: what it needs that is not at hand; models can still be given, and people's
            answers as ``recorded:FILE``.
        notes: what must be known to read its table.
    """

    handle: str
    alias: str
    title: str
    asks: str
    source: str
    packs: tuple[PackPlan, ...] = ()
    drafts: tuple[DraftPlan, ...] = ()
    columns: tuple[PlanColumn, ...] = ()
    labels: tuple[tuple[str, str], ...] = (("model", "Model"),)
    table: str = ""
    rows: tuple[str, ...] = ()
    models_in: Literal["rows", "columns"] = "rows"
    models: tuple[tuple[str, str], ...] = ()
    groups: tuple[tuple[str, Mapping[str, Sequence[str]]], ...] = ()
    figure: Contrast | tuple[Contrast, ...] | None = None
    drawn: tuple[DrawnComics, ...] = (DrawnComics(),)
    together: bool = False
    screened: bool = False
    profile: str = "paper"
    waits_for: tuple[Need, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def contrasts(self) -> tuple[Contrast, ...]:
        """Its figures, none, one or several."""
        if self.figure is None:
            return ()
        return self.figure if isinstance(self.figure, tuple) else (self.figure,)

    @property
    def runs(self) -> bool:
        """Whether models can be given to it."""
        return bool(self.packs or self.drafts)

    def __post_init__(self) -> None:
        """Refuse a plan that names a pack or a column that it does not have."""
        packs = {pack.name for pack in self.packs} | {one.name for one in self.drafts}
        named = {one.column for one in self.columns}
        used = {one.pack for one in self.columns if isinstance(one, Measurement)}
        means = [one for one in self.columns if isinstance(one, Mean)]
        asked = {name for one in means for name in one.of}
        shown = {column for one in self.contrasts for column in one.columns}
        for unknown in (*(used - packs), *((asked | shown) - named)):
            raise ValueError(f"{self.handle}: its plan has no pack or column '{unknown}'")
        for one in means:
            if one.weights and len(one.weights) != len(one.of):
                raise ValueError(f"{self.handle}: '{one.column}' needs a weight for every column")


def describe(experiment: Experiment) -> str:
    """The plan as text."""
    lines = [f"{experiment.handle}  {experiment.alias}", experiment.title, "", experiment.asks]
    lines += [f"source: {experiment.source}", f"profile: {experiment.profile}"]
    if experiment.table:
        lines.append(f"table: panelwise published {experiment.table}")
    for need in experiment.waits_for:
        lines.append(f"lacks {need.kind}: {need.what}")
    if experiment.packs:
        lines += ["", "packs:"]
        lines += [f"  {pack.name}: {_pack_words(pack)}" for pack in experiment.packs]
    for draft in experiment.drafts:
        words = f"panelwise draft descriptions --shown {draft.shown}"
        lines.append(f"drafts {draft.name}: {words}")
    if experiment.screened:
        lines += ["", "filled from: panelwise screen COMICS --out FILE, then --screened FILE"]
    if experiment.columns:
        turned = experiment.models_in == "columns"
        lines += ["", "models are columns; rows:" if turned else "columns:"]
        lines += [f"  {one.heading}: {_column_words(one)}" for one in experiment.columns]
    for figure in experiment.contrasts:
        lines += ["", f"figure: {_figure_words(figure)}"]
    if experiment.runs:
        lines += ["", "without --comics, drawn by the press:"]
        lines += [f"  {_drawn_words(one)}" for one in experiment.drawn]
    if experiment.notes:
        lines += ["", *experiment.notes]
    return "\n".join(lines) + "\n"


def _pack_words(pack: PackPlan) -> str:
    options = [f"--transform {one}" for one in pack.transforms]
    options += [f"--set {key}={value}" for key, value in pack.settings.items()]
    options += [pack.comics] if pack.comics else []
    words = " ".join([f"panelwise build {pack.task}", *options])
    if not pack.drafted:
        return words
    if pack.drafted in ("page", "auto"):
        return (
            f"panelwise draft descriptions --shown {pack.drafted}; panelwise draft apply; {words}"
        )
    return f"panelwise draft frames; panelwise draft apply --strength {pack.drafted}; {words}"


def _column_words(one: PlanColumn) -> str:
    if isinstance(one, AsPrinted):
        return f"as printed: {one.why}"
    if isinstance(one, Mean):
        weights = one.weights or (None,) * len(one.of)
        parts = zip(one.of, weights, strict=True)
        return "mean of " + ", ".join(f"{name} × {w:g}" if w else name for name, w in parts)
    where = "; ".join(f"{key} is {' or '.join(values)}" for key, values in one.where.items())
    metric = one.metric or "ranking metric"
    judge = f", judge {one.judge}" if one.judge else ""
    chance = ", minus chance" if one.over_chance else ""
    of = f" ({one.row})" if one.row else ""
    return f"{metric} of {one.pack}{judge}{chance}" + (f", where {where}" if where else "") + of


def _figure_words(figure: Contrast) -> str:
    if isinstance(figure, Paired):
        return f"{', '.join(figure.columns)} on the same items, each compared with the first"
    if isinstance(figure, BySize):
        return f"{', '.join(figure.columns)} against the size of the model"
    chart = " as a radar chart" if figure.radar else ""
    return f"{', '.join(figure.columns)}, parts of the items{chart}"


def _drawn_words(one: DrawnComics) -> str:
    facts = [f"--layout {one.layout}", f"--language {one.language}"]
    facts += [f"--style {one.style}"] if one.style != "any" else []
    facts += ["--silent"] if one.silent else []
    facts += [f"--out {one.name}"] if one.name else []
    return f"panelwise press {' '.join(facts)}"
