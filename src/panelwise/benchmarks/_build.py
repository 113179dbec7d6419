"""From comic files to a pack: open, read what is not annotated, choose, cut, write.

This stands in ``benchmarks`` because it is the lowest room that sees both readers and tasks; what
is generic about items and packs lives in ``tasks``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from panelwise.benchmarks._card import data_card, say_with_images
from panelwise.benchmarks._papers import get_task, profile_for
from panelwise.benchmarks._probes import get_probe
from panelwise.benchmarks._setting_rows import require_obeyed
from panelwise.comics import Book, Page, open_comics, warn_of_annotations_beside
from panelwise.errors import SettingError, UnavailableError
from panelwise.outputs import Kept, new_folder
from panelwise.packs import (
    Made,
    Pack,
    Rehydrated,
    fill_pack,
    make_items,
    rehydrate_pack,
    transformed_plan,
)
from panelwise.profile import RECOMMENDED, Profile
from panelwise.reading import (
    GivenDirection,
    NamedReader,
    PageToRead,
    Reader,
    arrange_page,
    check_direction,
    map_pages,
    read_library,
    with_found_texts,
)
from panelwise.tasks import ItemDraft, Plan, Prompt, Task, order_source, panels_source, vouchers
from panelwise.wording import first_of
from panelwise.workers import LOCAL, StepProgress, WorkEngine

UNKNOWN_ORDER = 0.0  # how annotation formats that leave the order open say so


def build(
    task: str,
    inputs: str | Path | Sequence[str | Path],
    *,
    out: str | Path,
    seed: int = 0,
    profile: str | Profile = "recommended",
    settings: dict[str, str] | None = None,
    annotations_only: bool = False,
    direction: GivenDirection = "auto",
    reader: str = "default",
    transforms: Sequence[str] = (),
    progress: StepProgress | None = None,
    engine: WorkEngine = LOCAL,
) -> Pack:
    """Build a benchmark pack from comics.

    Annotated pages are taken as they are; others are read by ``reader``. The same inputs, seed
    and profile give the same pack, byte for byte under one set of library versions.

    Args:
        task: a name from ``panelwise list tasks`` ("chromic.panel_reordering").
        inputs: comics: images, folders, CBZ files, annotated folders.
        out: a new folder.
        seed: of orders, distractors and option positions; 0 or more.
        profile: ``recommended``, ``paper`` (with the values of the task's own paper), or a
            :class:`~panelwise.Profile`.
        settings: changes to the profile, as texts ({"composite.tags": False}).
        annotations_only: leave the images out, so that the pack can be given away.
        direction: reading direction, ``auto`` to take it from the files or the lettering.
        reader: who finds the panels of pages without annotation.
        transforms: other ways to put the items, in order ("text_only", "blur:2").
        progress: called as pages are read and items are made.
        engine: where pages are read and items are made: :func:`panelwise.workers.engine`.

    Raises:
        UserError: for unusable inputs, names, settings or seed.
        UnavailableError: when no page can feed the task; the text says what was in the way.
    """
    if seed < 0:
        raise SettingError(f"seed={seed}: must be a whole number, at least 0")
    check_direction(direction)
    declared, chosen = get_task(task), profile_for(task, profile, settings)
    require_obeyed(settings or (), [task], transforms=transforms)
    return _built(
        declared,
        chosen,
        inputs,
        out,
        seed=seed,
        images=not annotations_only,
        direction=direction,
        reader=reader,
        transforms=transforms,
        progress=progress,
        engine=engine,
    )


def build_probe(
    name: str,
    inputs: str | Path | Sequence[str | Path],
    *,
    out: str | Path,
    seed: int = 0,
    direction: GivenDirection = "auto",
    progress: StepProgress | None = None,
) -> Pack:
    """Build a pack that asks what a model remembers of comics, each item with a control.

    Args:
        name: ``dialogue``, ``title`` or ``title_from_words``.
        inputs: as for :func:`build`.
        out: a new folder.
        seed: of the texts and pages that are drawn; 0 or more.
        direction: as for :func:`build`.
        progress: as for :func:`build`.

    Raises:
        UnknownNameError: for an unknown probe.
        UnavailableError: when nothing can be asked of these comics.

    Source: MS-4.
    """
    if seed < 0:
        raise SettingError(f"seed={seed}: must be a whole number, at least 0")
    check_direction(direction)
    return _built(
        get_probe(name), RECOMMENDED, inputs, out, seed=seed, direction=direction, progress=progress
    )


def _built(
    declared: Task,
    chosen: Profile,
    inputs: str | Path | Sequence[str | Path],
    out: str | Path,
    *,
    seed: int,
    direction: GivenDirection,
    images: bool = True,
    reader: str = "default",
    transforms: Sequence[str] = (),
    progress: StepProgress | None,
    engine: WorkEngine = LOCAL,
) -> Pack:
    """Open, read, choose, cut and write."""
    kept = Kept.of(out)
    with new_folder(out) as folder:  # opened first: it cannot fail after the work
        books = open_comics(inputs, None if direction == "auto" else direction)
        warn_of_annotations_beside(inputs)
        read = read_books(books, NamedReader.of(reader), progress, engine=engine, kept=kept)
        if declared.needs_texts or "masked_dialogue" in transforms:
            read = with_texts(read, progress, engine=engine, kept=kept)
        plan = transformed_plan(declared, read, chosen, seed, transforms)
        manifest = _manifest(declared, plan, chosen, seed, reader, read)
        manifest["transforms"] = list(transforms)
        card = data_card(declared, manifest, images=images)
        made = _made(plan.drafts, progress, engine, kept)
        fill_pack(folder, made, manifest, card, images=images, name=str(out))
    return Pack.open(out)


def rehydrate(pack: str | Path | Pack, inputs: str | Path | Sequence[str | Path]) -> Rehydrated:
    """Give an annotations-only pack its images back from your own copies of the comics.

    Raises:
        InputError: when pages are missing or differ by a byte.
    """
    opened = pack if isinstance(pack, Pack) else Pack.open(pack)
    done = rehydrate_pack(opened, open_comics(inputs))
    say_with_images(done.pack.path / "README.md")
    return done


def read_books(
    books: Sequence[Book],
    reader: Reader,
    progress: StepProgress | None = None,
    *,
    engine: WorkEngine = LOCAL,
    kept: Kept | None = None,
) -> tuple[Book, ...]:
    """The same books with panels on every page: the annotated ones, or those the reader finds.

    Annotated panels whose order the annotation leaves open are put in order by the reader's rule.
    The direction of a book whose files do not tell it is decided once for the whole book. Damaged
    pages are left out and named in the log ``panelwise.skipped``.
    """
    unread = [
        [k for k, page in enumerate(book.pages) if not page.panels and page.image] for book in books
    ]
    total = sum(map(len, unread))
    pages: list[dict[int, Page | None]] = [
        {k: _ordered(page, book, reader) for k, page in enumerate(book.pages)} for book in books
    ]
    found = read_library(books, reader, pages=unread, engine=engine, kept=kept)
    for done, (at, k, page) in enumerate(found, 1):
        pages[at][k] = page and replace(page, panels_by=page.panels_by or f"reader {reader.name}")
        if progress:
            progress("reading pages", done, total)
    read = [
        replace(book, pages=tuple(page for page in of_book.values() if page is not None))
        for book, of_book in zip(books, pages, strict=True)
    ]
    if not any(book.pages for book in read):
        raise UnavailableError(_no_pages(books))
    return tuple(read)


def _no_pages(books: Sequence[Book]) -> str:
    """Of books none of whose pages could be read: which, and how many are damaged."""
    names = first_of([book.id for book in books], 3)
    damaged = sum(1 for book in books for page in book.pages if page.image)
    if not damaged:
        return f"{names}: no pages with pictures; give comics with their images"
    what = "its only picture is" if damaged == 1 else f"all {damaged} pictures are"
    return f"{names}: {what} damaged; copy or download the comic again"


def _ordered(page: Page, book: Book, reader: Reader) -> Page:
    """A page whose panels are annotated without an order, in that of a rule.

    Where a story lists its events panel by panel, its panels have an order already.
    """
    ordered = {event.panel.page for story in book.stories for event in story.events}
    if not page.panels or page.order_confidence != UNKNOWN_ORDER or page.id in ordered:
        return page
    rule = getattr(reader, "rule", "default")
    return arrange_page(page, page.panels, page.reading_direction, rule)


def with_texts(
    books: Sequence[Book],
    progress: StepProgress | None = None,
    *,
    engine: WorkEngine = LOCAL,
    kept: Kept | None = None,
) -> tuple[Book, ...]:
    """The same books with the texts found of pages that nobody has looked at (AMB-40).

    Without the extra ``[ocr]`` such pages stay as they are, and the plan leaves them out by reason.
    """
    unread = [
        (book.id, PageToRead(page))
        for book in books
        for page in book.pages
        if page.texts is None and page.image
    ]
    if not unread or find_spec("rapidocr") is None:
        return tuple(books)
    found = map_pages(_with_found_texts, "find texts", unread, engine, kept)
    done = 0
    seen: list[Book] = []
    for book in books:
        pages = []
        for page in book.pages:
            if page.texts is None and page.image is not None:
                pages.append(next(found))
                done += 1
                if progress:
                    progress("reading texts", done, len(unread))
            else:
                pages.append(page)
        seen.append(replace(book, pages=tuple(pages)))
    return tuple(seen)


def _with_found_texts(wanted: PageToRead) -> Page:
    return with_found_texts(wanted.page)


def _made(
    drafts: Sequence[ItemDraft], progress: StepProgress | None, engine: WorkEngine, kept: Kept
) -> Iterator[Made]:
    """The items of drafts, counted as they are made."""
    for done, made in enumerate(make_items(drafts, engine=engine, kept=kept), 1):
        if progress:
            progress("making items", done, len(drafts))
        yield made


def _manifest(
    task: Task,
    plan: Plan,
    profile: Profile,
    seed: int,
    reader: str,
    books: Sequence[Book],
) -> dict[str, Any]:
    used = {source.book for draft in plan.drafts for source in draft.sources}
    return {
        "task": task.id,
        "title": task.title,
        "kind": task.kind,
        "headline": task.headline,
        "source": task.source,
        "profile": profile.as_dict(),
        "seed": seed,
        "reader": reader,
        "prompts": [_prompt_record(prompt) for prompt in task.prompts(profile)],
        "books": [_ledger(book) for book in books if book.id in used],
        **_shown(plan),
        "excluded_unit": plan.unit,
        "excluded": dict(sorted(plan.excluded.items())),
        "gold": {
            voucher.parts: dict(voucher.sources)
            for voucher in vouchers([draft.meta for draft in plan.drafts])
        },
        "passed_over": sorted({name for book in books for name in book.passed_over}),
        "versions": {
            name: version(name)
            for name in ("panelwise", "numpy", "pillow", "opencv-python-headless", "pyarrow")
        },
    }


def _shown(plan: Plan) -> dict[str, Any]:
    """By which rule orders were shuffled, and what the strips are, where a task has either."""
    facts = [draft.meta for draft in plan.drafts]
    rules = {fact["shuffle"] for fact in facts if fact.get("shuffle")}
    strips = Counter(str(fact["strip"]) for fact in facts if fact.get("strip"))
    return {
        **({"shuffle": ", ".join(sorted(map(str, rules)))} if rules else {}),
        **({"strips": dict(sorted(strips.items()))} if strips else {}),
    }


def _prompt_record(prompt: Prompt) -> dict[str, str]:
    return {
        "id": prompt.id,
        "sha256": prompt.sha256,
        "status": prompt.status,
        "source": prompt.source,
        "text": prompt.text,
        "image_label": prompt.image_label,
        **({"system": prompt.system} if prompt.system else {}),
    }


def _ledger(book: Book) -> dict[str, Any]:
    """One line of the licence ledger."""
    source = book.source
    return {
        "id": book.id,
        "title": book.title,
        "licence": source.licence or "unknown",
        "redistribution": source.redistribution,
        "dataset": source.dataset,
        "url": source.url,
        "author": source.author,
        "series": source.series,
        "volume": source.volume,
        "published": source.published,
        "style": source.style,
        "language": source.language,
        **({"family": book.family} if book.family else {}),
        "annotation": book.annotation._asdict() if book.annotation else None,
        "panels_from": dict(Counter(panels_source(book, page) for page in book.pages)),
        "order_from": dict(Counter(order_source(book, page) for page in book.pages)),
        "pages": len(book.pages),
        "directions": sorted({page.reading_direction for page in book.pages}),
        "story_kinds": sorted({story.kind for story in book.stories if story.kind}),
    }
