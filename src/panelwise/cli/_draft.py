"""``panelwise draft``: descriptions, questions and options written by a model."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._options import Comics
from panelwise.cli._output import (
    building,
    figure,
    interval,
    say,
    write_json,
    write_line,
    write_table,
)
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.comics import Book
    from panelwise.drafting import Draft

ModelName = Annotated[
    str,
    typer.Option(
        help="A model (panelwise list models); or, for comics of the press, press:truth, which"
        " drafts from their ground truth."
    ),
]
Out = Annotated[
    Path,
    typer.Option(help="The JSON Lines file of drafts to write; an existing file is continued."),
]
ProfileOption = Annotated[
    str,
    typer.Option("--profile", help="recommended, or paper for the prompts that the papers print."),
]
ModelSettings = Annotated[
    list[str] | None,
    typer.Option("--set", help="Change a setting of the model, as key=value."),
]
MaxCost = Annotated[
    float | None,
    typer.Option(min=0, help="Stop when a model costs more than N US dollars.", metavar="N"),
]
AtOnce = Annotated[int, typer.Option(min=1, help="How many requests are sent at once.")]

Threshold = Annotated[
    float,
    typer.Option(
        help="Drop a question if the share of right answers without the comic is at least this, and"
        " above chance."
    ),
]
HeldOut = Annotated[
    list[str] | None,
    typer.Option(help="Models whose accuracy is reported but not used for the decision."),
]

SHOWN = 20  # reasons printed; all of them are in the file


def descriptions(
    inputs: Comics,
    model: ModelName,
    out: Out,
    shown: Annotated[
        str,
        typer.Option(
            help="What the model is shown: the page with numbered frames (boxes), each panel"
            " (crops), or the bare page (page). auto means crops for pages read from right to left,"
            " else boxes."
        ),
    ] = "auto",
    profile: ProfileOption = "recommended",
    concurrency: AtOnce = 8,
    settings: ModelSettings = None,
    max_cost: MaxCost = None,
) -> None:
    """Describe every panel, page by page."""
    from panelwise.drafting import draft_descriptions

    _draft(
        draft_descriptions,
        inputs,
        model,
        out,
        (concurrency, max_cost, settings),
        shown=shown,
        profile=profile,
    )


def panels(
    inputs: Comics,
    model: ModelName,
    out: Out,
    profile: ProfileOption = "recommended",
    concurrency: AtOnce = 8,
    settings: ModelSettings = None,
    max_cost: MaxCost = None,
) -> None:
    """Describe every panel by itself, in up to 100 words."""
    from panelwise.drafting import draft_panel_metadata

    _draft(
        draft_panel_metadata, inputs, model, out, (concurrency, max_cost, settings), profile=profile
    )


def questions(
    inputs: Comics,
    model: ModelName,
    out: Out,
    sets: Annotated[
        str, typer.Option(help="The question sets of CHROMIC to draft: A, B or AB.")
    ] = "AB",
    profile: ProfileOption = "recommended",
    concurrency: AtOnce = 8,
    settings: ModelSettings = None,
    max_cost: MaxCost = None,
) -> None:
    """Draft multiple-choice questions on stories."""
    from panelwise.drafting import draft_questions

    _draft(
        draft_questions,
        inputs,
        model,
        out,
        (concurrency, max_cost, settings),
        sets=list(sets),
        profile=profile,
    )


def vqa(
    inputs: Comics,
    model: ModelName,
    out: Out,
    annotation: Annotated[
        str,
        typer.Option(
            help="What the model is given of the page's texts: none, text or text+position."
        ),
    ] = "text",
    profile: ProfileOption = "recommended",
    concurrency: AtOnce = 8,
    settings: ModelSettings = None,
    max_cost: MaxCost = None,
) -> None:
    """Draft five open questions on each page with text."""
    from panelwise.drafting import draft_reading_questions, why_fewer

    options = {"shown": annotation, "profile": profile}
    drafts = _draft(
        draft_reading_questions, inputs, model, out, (concurrency, max_cost, settings), **options
    )
    for reason, pages in why_fewer(drafts).items():
        say(f"  fewer than five for {counted(pages, 'page')}: {reason}")


def sheet(
    inputs: Comics,
    drafts: Annotated[Path, typer.Argument(help="Drafted questions on these comics.")],
    out: Annotated[Path, typer.Option(help="The HTML page to write; pictures go next to it.")],
    sample: Annotated[
        int, typer.Option(help="How many questions to put on the page at most.")
    ] = 500,
    seed: Annotated[int, typer.Option(help="The seed of the sample.")] = 1,
) -> None:
    """Write a sheet for people to mark questions on.

    People mark each question with 0, 0.5 or 1, and download their marks from the page.
    """
    from panelwise.comics import open_comics, warn_of_annotations_beside
    from panelwise.drafting import read_drafts, write_sheet

    warn_of_annotations_beside(inputs)
    made = write_sheet(read_drafts(drafts), open_comics(inputs), out, sample=sample, seed=seed)
    say(f"{made.pairs} of {made.of} questions; give raters {made.path} with {made.pictures}")


def marks(
    files: Annotated[list[Path], typer.Argument(help="Marks downloaded from check sheets.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Summarise people's marks and their agreement."""
    from panelwise.analysis import summarise_marks
    from panelwise.drafting import read_marks

    summary = summarise_marks(read_marks(files))
    if as_json:
        write_json(dataclasses.asdict(summary), indent=True)
        return
    rows = [[name, figure(mean), "", str(n)] for name, (mean, n) in summary.raters.items()]
    rows.append(["all", figure(summary.mean.value), interval(summary.mean), str(summary.mean.n)])
    write_table(("rater", "mean", "95 % interval", "marks"), rows)
    if summary.alpha is not None:
        write_line(
            f"Krippendorff's alpha (ordinal): {figure(summary.alpha.value)} on {summary.alpha.n} of"
            f" {summary.pairs} questions"
        )
    for one in summary.compared:
        pair = one.comparison
        write_line(
            f"{one.first} and {one.second}: rho {figure(pair.spearman)}, mean difference"
            f" {figure(pair.mean_difference)}, n {pair.n}"
        )


def frames(
    inputs: Comics,
    model: ModelName,
    out: Out,
    weak: Annotated[bool, typer.Option(help="Whether to draft weak wrong options, too.")] = True,
    candidates: Annotated[
        bool,
        typer.Option("--candidates", help="Also draft short answers for people to choose from."),
    ] = False,
    profile: ProfileOption = "recommended",
    concurrency: AtOnce = 8,
    settings: ModelSettings = None,
    max_cost: MaxCost = None,
) -> None:
    """Draft StripCipher's questions about strips.

    They ask what happens in the second-to-last frame, and what the strip means. Drafts the right
    option and wrong ones.
    """
    from panelwise.drafting import draft_frames

    options = {"weak": weak, "candidates": candidates, "profile": profile}
    _draft(draft_frames, inputs, model, out, (concurrency, max_cost, settings), **options)


def filter_questions(
    inputs: Comics,
    model: Annotated[
        list[str],
        typer.Option(
            help="A model that answers without the comic. Repeatable; three are recommended."
        ),
    ],
    out: Out,
    held_out: HeldOut = None,
    threshold: Threshold = 0.6,
    concurrency: AtOnce = 8,
    settings: ModelSettings = None,
    max_cost: MaxCost = None,
) -> None:
    """Find the questions that can be answered without the comic."""
    from panelwise.drafting import filter_by_text, get_writer
    from panelwise.profile import parse_settings

    books = _books(inputs)
    given = parse_settings(settings or ())
    with building() as progress:
        done = filter_by_text(
            books,
            [get_writer(name, books, given) for name in model],
            held_out=[get_writer(name, books, given) for name in held_out or ()],
            threshold=threshold,
            out=out,
            concurrency=concurrency,
            max_cost=max_cost,
            progress=progress,
        )
    rows = [
        [
            one.model + ("" if one.filtering else " (held out)"),
            str(one.n_before),
            figure(one.accuracy_before),
            str(one.n_after),
            figure(one.accuracy_after),
            figure(one.chance),
        ]
        for one in done.residual
    ]
    headers = ("without the comic", "n", "all questions", "n", "those that stay", "chance")
    write_table(headers, rows)
    say(f"{len(done.dropped)} of {len(done.verdicts)} questions are answered without the comic")
    _report(done.drafts, out)


def apply(
    inputs: Comics,
    drafts: Annotated[Path, typer.Argument(help="Drafts of these comics.")],
    out: Annotated[Path, typer.Option(help="A new folder for page JSON and images.")],
    strength: Annotated[
        str, typer.Option(help="Which wrong options to use: strong or weak.")
    ] = "strong",
    threshold: Threshold = 0.6,
    held_out: HeldOut = None,
) -> None:
    """Add accepted drafts to comics.

    Writes copies of the images, and next to them page JSON with the stories.
    """
    from panelwise.drafting import apply_drafts, read_drafts, write_books
    from panelwise.errors import InputError, SettingError

    if strength not in ("strong", "weak"):
        raise SettingError(f"--strength {strength}: must be strong or weak")
    found = read_drafts(drafts)
    if not found:
        raise InputError(f"{drafts}: no finished draft; run the panelwise draft command again")
    given = _books(inputs)
    books = [
        apply_drafts(
            book,
            found,
            strength=strength,  # type: ignore[arg-type]
            threshold=threshold,
            held_out=held_out or (),
        )
        for book in given
    ]
    file = write_books(books, out)
    stories = [story for book in books for story in book.stories]
    events = sum(len(story.events) for story in stories)
    asked, before = (
        sum(len(story.questions) for book in some for story in book.stories)
        for some in (books, given)
    )
    questions = counted(asked, "question") + (f" ({before} before)" if before else "")
    kept = f"{counted(len(stories), 'story', 'stories')}, {counted(events, 'description')}"
    say(f"{kept}, {questions} written to {file}")


def _draft(
    draft: Callable[..., Sequence[Draft]],
    inputs: Sequence[Path],
    model: str,
    out: Path,
    asking: tuple[int, float | None, list[str] | None],
    **options: object,
) -> Sequence[Draft]:
    """Let a model draft something of comics, and report what became of it."""
    from panelwise.drafting import get_writer
    from panelwise.profile import parse_settings

    concurrency, max_cost, settings = asking
    books = _books(inputs)
    with building() as progress:
        drafts = draft(
            books,
            get_writer(model, books, parse_settings(settings or ())),
            out=out,
            concurrency=concurrency,
            max_cost=max_cost,
            progress=progress,
            **options,
        )
    _report(drafts, out)
    return drafts


def _books(inputs: Sequence[Path]) -> tuple[Book, ...]:
    """The comics with their panels; pages without annotation are read."""
    from panelwise.benchmarks import read_books
    from panelwise.comics import open_comics, warn_of_annotations_beside
    from panelwise.reading import READERS

    warn_of_annotations_beside(inputs)
    return read_books(open_comics(inputs), READERS.get("default")())


def _report(drafts: Sequence[Draft], out: Path) -> None:
    counts = Counter(draft.status for draft in drafts)
    say(
        f"{counted(counts['accepted'], 'draft')} accepted, {counts['for_a_person']} for a person,"
        f" in {out}"
    )
    aside = [draft for draft in drafts if draft.status == "for_a_person"]
    for draft in aside[:SHOWN]:
        where = " ".join(filter(None, (draft.target.book, draft.target.story, draft.target.part)))
        say(f"  {draft.kind} of {where}: {draft.reasons[-1] if draft.reasons else 'no reason'}")
    if len(aside) > SHOWN:
        say(f"  and {len(aside) - SHOWN} more; their reasons are in {out}")


def register(app: typer.Typer) -> None:
    """Add the verb and what it drafts."""
    verbs = typer.Typer(
        help="Let a model draft descriptions and questions.",
        rich_markup_mode=None,
    )
    for command in (descriptions, panels, questions, vqa, frames, apply, sheet, marks):
        verbs.command()(command)
    verbs.command("filter")(filter_questions)
    app.add_typer(verbs, name="draft")
