"""Models that describe pages, shown in several ways, and what their first answers are worth.

Source: CHROMIC Figure 1 (wrong number of panels, wrong order, wrong details); CH-8, CH-16, CH-E10.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from panelwise.analysis import UnitScore
from panelwise.benchmarks import read_books
from panelwise.comics import Book, PanelRef, open_comics
from panelwise.drafting import (
    Draft,
    description_jobs,
    draft_descriptions,
    get_writer,
    parse_descriptions,
)
from panelwise.errors import RunError, SettingError, UnavailableError
from panelwise.evaluation import RunEstimate, settings_of
from panelwise.experiments._draft_estimate import estimate_writing
from panelwise.experiments._judged import AnyModel
from panelwise.experiments._model_runs import RunOptions, model_name, slug
from panelwise.experiments._packs import PacksFrom, Say, drawn_comics
from panelwise.experiments._plan import DraftPlan, Experiment
from panelwise.experiments._scores import Measured
from panelwise.metrics.resampling import cluster_of
from panelwise.models import WordsEncoder
from panelwise.reading import classical_reader
from panelwise.settings import require_taken
from panelwise.wording import counted

Known = Mapping[tuple[str, PanelRef], str]
Families = Mapping[str, str | None]


def measure_drafts(
    plan: Experiment,
    models: Sequence[AnyModel],
    source: PacksFrom,
    options: RunOptions,
    out: Path,
    say: Say,
) -> list[Measured]:
    """Let every model describe the same pages in every way, and score its first answers.

    Raises:
        UserError: for a model that is not given by name, or packs in the place of comics.
        UnavailableError: when no page has panels with known descriptions.
    """
    books, known = _books(plan, source, out, say)
    return [
        _measured(plan, model, books, known, options, out, say) for model in _names(plan, models)
    ]


def estimate_descriptions(
    plan: Experiment,
    models: Sequence[AnyModel],
    source: PacksFrom,
    options: RunOptions,
    out: Path,
    say: Say,
) -> tuple[RunEstimate, ...]:
    """What :func:`measure_drafts` would send for one answer a page, a way as a task.

    An answer that fails a check is asked for again, so it may be more. The errors are the same.
    """
    books, _ = _books(plan, source, out, say)
    return tuple(
        estimate_writing(
            get_writer(model, books, _own(model, options.settings)),
            {
                way.name: (
                    description_jobs(books, way.shown, _profile(plan, options)),
                    _file(out, model, way),
                )
                for way in plan.drafts
            },
            out,
        )
        for model in _names(plan, models)
    )


def _books(
    plan: Experiment, source: PacksFrom, out: Path, say: Say
) -> tuple[tuple[Book, ...], Known]:
    """The comics, and what is known of their panels."""
    if source.packs is not None:
        raise SettingError(f"{plan.handle} needs --comics, not --packs: models describe pages")
    comics = list(source.comics) or drawn_comics(plan.drawn, source, out, say)
    books = tuple(read_books(open_comics(comics), classical_reader()))
    known = known_descriptions(books)
    if not any(_whole(book, page.id, known) for book in books for page in book.pages):
        raise UnavailableError(
            "no page has descriptions of all its panels to compare with; give comics with stories"
        )
    return books, known


def _names(plan: Experiment, models: Sequence[AnyModel]) -> list[str]:
    names = [model for model in models if isinstance(model, str)]
    if len(names) != len(models):
        raise SettingError(f"{plan.handle} takes models by name alone")
    return names


def require_writers(
    plan: Experiment, models: Sequence[AnyModel], settings: Mapping[str, str]
) -> None:
    """Refuse models that write nothing, and settings that none takes, before comics are drawn.

    Settings of the profile decide how answers to packs are scored: no writer takes them.

    Raises:
        UserError: for such a name or setting, or a value that a model cannot take.
    """
    names = _names(plan, models)
    for name in names:
        get_writer(name, (), _own(name, settings))
    require_taken(settings, {model_name(name): settings_of(name) for name in names})


def _own(model: str, settings: Mapping[str, str]) -> dict[str, str]:
    """Settings of one of several models, without those of the others."""
    taken = settings_of(model)
    return {key: text for key, text in settings.items() if key in taken}


def _profile(plan: Experiment, options: RunOptions) -> Literal["paper", "recommended"]:
    return "paper" if (options.profile or plan.profile) == "paper" else "recommended"


def _file(out: Path, model: str, way: DraftPlan) -> Path:
    return out / "drafts" / f"{slug(model_name(model))}--{way.name}.jsonl"


def _measured(
    plan: Experiment,
    model: str,
    books: Sequence[Book],
    known: Known,
    options: RunOptions,
    out: Path,
    say: Say,
) -> Measured:
    families = {book.id: book.family for book in books}
    units: dict[str, Mapping[str, Sequence[UnitScore]]] = {}
    missing: dict[str, str] = {}
    for way in plan.drafts:
        try:
            drafts = _drafts(plan, way, model, books, options, out)
        except RunError as error:
            missing[way.name] = f"{error.fault}; the same command continues"
            say(f"{model_name(model)}, {way.name}: {error}")
            continue
        units[way.name] = score_drafts(drafts, known, families)
        say(f"{model_name(model)}, {way.name}: {counted(len(drafts), 'page')}")
    return Measured(model_name(model), {}, missing, units)


def _drafts(
    plan: Experiment,
    way: DraftPlan,
    model: str,
    books: Sequence[Book],
    options: RunOptions,
    out: Path,
) -> list[Draft]:
    return draft_descriptions(
        books,
        get_writer(model, books, _own(model, options.settings)),
        shown=way.shown,
        profile=_profile(plan, options),
        out=_file(out, model, way),
        max_cost=options.max_cost,
        patience=options.patience,
    )


def score_drafts(
    drafts: Sequence[Draft], known: Known, families: Families
) -> dict[str, list[UnitScore]]:
    """What the first answer to every page scores; an answer without descriptions scores 0.

    ``panel_count``: 1 where there are as many descriptions as panels. ``own_panel``: the share of
    panels whose description is most like the known one of that very panel. ``likeness``: the mean
    cosine of the two. The k-th description is taken for that of the k-th panel. Pages are clustered
    by ``families``, the family of each book that has one.
    """
    scores: dict[str, list[UnitScore]] = {"panel_count": [], "own_panel": [], "likeness": []}
    for draft in drafts:
        book, panels = draft.target.book, draft.target.panels
        gold = [known[book, panel] for panel in panels if (book, panel) in known]
        if len(gold) < len(panels) or not panels or not draft.tries:
            continue
        written = [text for _, text in parse_descriptions(draft.tries[0].response)]
        own, likeness = _likeness(written[: len(gold)], gold)
        values = (float(len(written) == len(gold)), own, likeness)
        unit, cluster = f"{book}/{draft.target.part}", cluster_of(book, families.get(book))
        for (metric, units), value in zip(scores.items(), values, strict=True):
            chance = 1 / len(gold) if metric == "own_panel" else None
            units.append(UnitScore(unit, cluster, value, chance))
    return scores


def _likeness(written: Sequence[str], gold: Sequence[str]) -> tuple[float, float]:
    """The share of panels described as themselves, and how like their descriptions are."""
    if not written:
        return 0.0, 0.0
    vectors = WordsEncoder().encode([*written, *gold])
    cosines = vectors[: len(written)] @ vectors[len(written) :].T
    own = sum(int(row.argmax()) == k for k, row in enumerate(cosines))
    likeness = sum(float(cosines[k, k]) for k in range(len(written)))
    return own / len(gold), min(1.0, max(0.0, likeness / len(gold)))


def known_descriptions(books: Sequence[Book]) -> Known:
    """The descriptions that comics come with, by book and panel."""
    return {
        (book.id, event.panel): event.description
        for book in books
        for story in book.stories
        for event in story.events
        if event.description
    }


def _whole(book: Book, page_id: str, known: Known) -> bool:
    page = next(page for page in book.pages if page.id == page_id)
    refs = [(book.id, PanelRef(page.id, at)) for at in range(len(page.panels))]
    return bool(refs) and all(ref in known for ref in refs)
