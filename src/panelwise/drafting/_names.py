"""Which writer a name means: any model, or the press, which knows the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from panelwise.comics import Book, open_comics
from panelwise.drafting._press_writer import PressWriter
from panelwise.drafting._writer import ModelWriter, Writer
from panelwise.errors import InputError, SettingError
from panelwise.models import get_model, read_settings, split_name
from panelwise.registry import Registry

_ANSWERERS = Registry("solver", "panelwise.solvers")  # of evaluation, which drafting does not know


def get_writer(
    name: str, books: Sequence[Book] = (), settings: Mapping[str, str] | None = None
) -> Writer:
    """The writer that a name means.

    Args:
        name: of any model (:func:`panelwise.models.get_model`); ``press:truth`` for comics whose
            truth is known, or ``press:PATH``, where it is.
        books: that are drafted about; ``press:truth`` knows what they know.
        settings: of the model, as texts.

    Raises:
        InputError: for ``press:…`` with comics whose truth is not known.
        UnknownNameError: for a name that means nothing; the text lists what exists.
        SettingError: for a baseline or another solver that is no model, and for a setting that the
            model does not have or cannot take.

    >>> get_writer("http://localhost:8000/v1#qwen").name
    'http://localhost:8000/v1#qwen'
    """
    prefix, rest = split_name(name)
    if rest and prefix in _ANSWERERS:
        raise SettingError(
            f"{name} can only answer the items of a pack; draft takes a model, such as openai/NAME"
            " or http://HOST:PORT/v1#NAME"
        )
    if prefix != "press" or not rest:
        return ModelWriter(get_model(name, settings, also=("press:truth", "press:PATH")))
    read_settings(settings or {}, {}, name)
    known = books if rest == "truth" else open_comics(Path(rest))
    if known and not any(book.stories for book in known):
        where = ", ".join(book.id for book in known[:3]) if rest == "truth" else rest
        raise InputError(
            f"{name} needs the ground truth of the press, and there is none for"
            f" {where or 'no comics'}; give the folder that holds the comics and their pages.jsonl"
        )
    return PressWriter(known)
