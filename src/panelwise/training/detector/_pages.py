"""Pages that the press draws for a training, once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from panelwise.comics import get_generator, open_comics
from panelwise.errors import SettingError
from panelwise.workers import StepProgress


@dataclass(frozen=True, slots=True)
class DrawnPages:
    """Folders of drawn pages, none or one of each.

    Attributes:
        training: to learn from.
        unseen: for validation: a style and stories that are not in ``training``.
    """

    training: tuple[Path, ...] = ()
    unseen: tuple[Path, ...] = ()


def draw_pages(
    out: str | Path,
    pages: int,
    unseen: int,
    *,
    seed: int = 0,
    progress: StepProgress | None = None,
) -> DrawnPages:
    """Draw pages into ``out/pages`` and ``out/unseen``, where they are not there already.

    Args:
        out: the folder of a training.
        pages: how many to learn from; 0 for none.
        unseen: how many at least for validation; 0 for none.
        seed: the same seed gives the same pages.
        progress: called with ``"books"``, books done and books to do.

    Raises:
        MissingExtraError: without the extra ``[press]``.
        SettingError: where another number of pages was drawn before.
        InputError: when they cannot be written.
    """
    found = {"pages": pages, "unseen": unseen}
    for name, count in found.items():
        folder = Path(out) / name
        if count and not folder.is_dir():
            get_generator().print_training_pages(
                folder, count, seed=seed, unseen=name == "unseen", progress=progress
            )
    stored = _count(Path(out) / "pages") if pages else 0
    if stored != pages:
        raise SettingError(
            f"{Path(out) / 'pages'} has {stored} pages, and {pages} are wanted; give"
            f" --pages {stored}, or another --out"
        )
    folders = {name: (Path(out) / name,) if count else () for name, count in found.items()}
    return DrawnPages(folders["pages"], folders["unseen"])


def _count(folder: Path) -> int:
    return sum(len(book.pages) for book in open_comics(folder))
