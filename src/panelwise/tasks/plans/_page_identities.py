"""Which marked characters are the same person, on a page or in a chapter (AMB-43)."""

from __future__ import annotations

from collections.abc import Sequence

from panelwise.comics import Book, Page
from panelwise.profile import Profile
from panelwise.rendering import Recipe, labelled_page_recipe
from panelwise.tasks._item import Document
from panelwise.tasks.plans._page_task import CHARACTER_COLOUR, PageQuestion, Values, page_sha


def ask_identities(book: Book, page: Page, profile: Profile, seed: int) -> PageQuestion | str:
    """Which marked characters of a page are the same person; unknown ones are in no group."""
    asked = ask_chapter_identities(book, (page,), profile, seed)
    if isinstance(asked, PageQuestion):
        assert isinstance(asked.gold, dict)
        del asked.gold["pages"]  # there is but one
    return asked


def ask_chapter_identities(
    book: Book, pages: Sequence[Page], profile: Profile, seed: int
) -> PageQuestion | str:
    """The same over several pages, on which the marks go on counting.

    Gold's ``pages`` tells the picture of each mark. Pages without characters are not shown.
    """
    del profile, seed
    unknown = {person.id for person in book.identities if person.is_unknown}
    gold: Document = {"characters": {}, "groups": [], "pages": {}}
    groups: dict[str, list[str]] = {}
    pictures: list[Recipe] = []
    for page in pages:
        marks = {f"C{len(gold['characters']) + k}": c for k, c in enumerate(page.characters, 1)}
        if not marks:
            continue
        for mark, one in marks.items():
            gold["pages"][mark] = len(pictures)
            gold["characters"][mark] = [*one.box]
            if one.identity and one.identity not in unknown:
                groups.setdefault(one.identity, []).append(mark)
        boxes = [(one.box.rounded(), mark, CHARACTER_COLOUR) for mark, one in marks.items()]
        pictures.append(labelled_page_recipe(page_sha(page), boxes))
    if sum(map(len, groups.values())) < 2:
        return "fewer than two characters whose identity is known"
    gold["groups"] = list(groups.values())
    count = len(gold["characters"])
    values: Values = {"characters": ", ".join(gold["characters"]), "pages": len(pictures)}
    return PageQuestion(gold, count, tuple(pictures), values, {"people": len(groups)})
