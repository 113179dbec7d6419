"""Speakers and identities over the pages of a book."""

from __future__ import annotations

from collections.abc import Iterable

from panelwise.comics import Page
from panelwise.reading.panels import ImageEncoder
from panelwise.reading.people._identities import with_identities
from panelwise.reading.people._speakers import with_speakers


def with_people(pages: Iterable[Page], encoder: ImageEncoder | None = None) -> list[Page]:
    """The pages of one book with links from texts to characters, and who is the same person.

    Annotated links and identities stay. Pages without characters stay as they are: the built-in
    reader finds none, so this takes annotated pages or those of a detector.

    Raises:
        UnavailableError: for a page with characters and without an image.
        InputError: for a damaged image.
    """
    return with_identities([with_speakers(page) for page in pages], encoder)
