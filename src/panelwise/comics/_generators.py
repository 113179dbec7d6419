"""Generators: programs that draw comics and know everything that is true of them.

They are distributions of their own, found through the entry point group ``panelwise.generators``.
``panelwise-press`` is one; the extra ``[press]`` installs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, cast

from panelwise.comics._model import Book
from panelwise.errors import MissingExtraError
from panelwise.registry import Registry
from panelwise.workers import LOCAL, StepProgress, WorkEngine

GENERATORS = Registry("generator", "panelwise.generators", command="panelwise list generators")
PRESS = "press"


class Generator(Protocol):
    """What an entry point of ``panelwise.generators`` leads to: a module or an object.

    Every method writes into a new or empty folder, in files that :func:`panelwise.open` opens with
    their ground truth, and returns the books. ``progress`` is called with what is counted
    (``"books"``), how many are done and how many there are. ``engine`` is where the work is done; a
    generator that only works on this machine may leave this argument out.
    """

    def print_comics(
        self,
        out: str | Path,
        books: int = 1,
        *,
        style: str = "any",
        layout: str = "any",
        language: str = "en",
        seed: int = 0,
        chapters: int = 3,
        silent: bool = False,
        templates: Sequence[str] = (),
        name: str = "book",
        progress: StepProgress | None = None,
        engine: WorkEngine = LOCAL,
    ) -> tuple[Book, ...]:
        """Draw new comics; :func:`print_comics` says what the arguments mean."""
        ...

    def print_worlds(
        self,
        out: str | Path,
        families: int = 1,
        *,
        style: str = "any",
        layout: str = "any",
        language: str = "en",
        seed: int = 0,
        silent: bool = False,
        templates: Sequence[str] = (),
        questions: str = "book",
        pages: int | None = None,
        name: str = "book",
        progress: StepProgress | None = None,
        engine: WorkEngine = LOCAL,
    ) -> tuple[Book, ...]:
        """Draw families: one story in several worlds, asked the same in all of them.

        Questions are in the language of the lettering (``book``) or in English (``en``). With
        ``pages``, the books are chapters of so many pages.
        """
        ...

    def print_suite(
        self,
        name: str,
        out: str | Path,
        *,
        secret: str | None = None,
        progress: StepProgress | None = None,
        engine: WorkEngine = LOCAL,
    ) -> tuple[Book, ...]:
        """Draw a suite: the same books for everybody, or for all who have the secret key."""
        ...

    def suite_warning(self, name: str) -> str:
        """What a suite must not be used for; empty where there is nothing to warn of."""
        ...

    def print_training_pages(
        self,
        out: str | Path,
        pages: int,
        *,
        seed: int = 0,
        unseen: bool = False,
        progress: StepProgress | None = None,
    ) -> tuple[Book, ...]:
        """Draw pages for training detectors; ``unseen`` draws those for validation instead."""
        ...

    def print_anthology(self, out: str | Path) -> tuple[Book, ...]:
        """Draw a few books in several styles, layouts and languages, for ``panelwise demo``."""
        ...


def get_generator(name: str = PRESS) -> Generator:
    """The generator registered as ``name``, imported now.

    Raises:
        MissingExtraError: for the press where it is not installed.
        UnknownNameError: for any other name that is not registered.
    """
    if name == PRESS and name not in GENERATORS:
        raise MissingExtraError.of("drawing comics", PRESS)
    return cast(Generator, GENERATORS.get(name))


def print_comics(
    out: str | Path,
    books: int = 1,
    *,
    style: str = "any",
    layout: str = "any",
    language: str = "en",
    seed: int = 0,
    chapters: int = 3,
    silent: bool = False,
    templates: Sequence[str] = (),
    name: str = "book",
    progress: StepProgress | None = None,
    generator: str = PRESS,
    engine: WorkEngine = LOCAL,
) -> tuple[Book, ...]:
    """Draw comics into a new folder, with everything that is true of them.

    Args:
        out: a new or empty folder.
        books: how many.
        style: how they are drawn. The press knows clean, manga, flat, ink and halftone; ``any``
            varies it from book to book.
        layout: the press knows western, rtl, spread, four_panel, strip, bd and scroll; or ``any``.
        language: of the lettering. The press knows en, ja, fr, es and zh; or ``any``.
        seed: the same seed gives the same books.
        chapters: stories in a book.
        silent: without any lettering.
        templates: which kinds of stories, by name; by default all of the generator's own.
        name: what the ids of the books begin with. Comics to train on and comics to test on need
            different ids.
        progress: called with ``"books"``, books done and books to do.
        generator: which program draws them: an entry point of ``panelwise.generators``.
        engine: where they are drawn: :func:`panelwise.workers.engine`.

    Raises:
        MissingExtraError: when the press is not installed.
        SettingError: for fewer than one book, or an unknown name.
        InputError: when the folder is not empty, or cannot be written.
    """
    return get_generator(generator).print_comics(
        out,
        books,
        style=style,
        layout=layout,
        language=language,
        seed=seed,
        chapters=chapters,
        silent=silent,
        templates=templates,
        name=name,
        progress=progress,
        **({} if engine is LOCAL else {"engine": engine}),
    )
