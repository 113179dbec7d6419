"""The order of boxes that come as JSON: what ``panelwise order`` reads and writes."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, ValidationError

from panelwise.comics import ReadingDirection
from panelwise.comics.formats import Outside
from panelwise.errors import InputError
from panelwise.files import check_values, first_fault, not_json
from panelwise.geometry import Box
from panelwise.reading._text_order import order_texts
from panelwise.reading.orders import order_panels

MAX_VALUES = 1_000_000  # of JSON in all: some 10,000 pages
MAX_BOXES = 2000  # on one page; a crowded manga page has about 20


def _proper(box: tuple[float, float, float, float]) -> Box:
    found = Box(*box)
    if not found.is_finite():
        raise ValueError("a box is [x0, y0, x1, y1] with x0 < x1, y0 < y1, all finite")
    return found


_Box = Annotated[tuple[float, float, float, float], AfterValidator(_proper)]


class _Page(Outside):
    id: str | int
    width: float
    height: float
    reading_direction: ReadingDirection = "ltr"
    panels: list[_Box]
    texts: list[_Box] | None = None


_NO_COMICS = "give a JSON file of pages and boxes; panelwise read orders the panels of comics"
_WANTED = 'write {"pages": [{"id": …, "width": …, "height": …, "panels": [[x0, y0, x1, y1], …]}]}'


class _Document(Outside):
    pages: list[_Page]


def order_document(data: bytes, rule: str = "default", name: str = "input") -> dict[str, Any]:
    """Reading orders for a JSON document of pages with panel and text boxes.

    Args:
        data: ``{"pages": [{"id", "width", "height", "reading_direction", "panels": [[x0, y0, x1,
            y1], …], "texts": [...]?}]}``.
        rule: one of ``ORDER_RULES``.
        name: of the file, for messages.

    Returns:
        ``{"pages": [{"id", "panel_order", "text_order"?, "confidence", "reasons"}]}``; orders are
        positions in the input, first to last.

    Raises:
        InputError: one line with file, place and what is wrong.
        UnknownNameError: for an unknown rule.

    >>> page = b'{"pages": [{"id": 1, "width": 9, "height": 9, "panels": [[5,0,9,4], [0,0,4,4]]}]}'
    >>> order_document(page)["pages"][0]["panel_order"]
    [1, 0]
    """
    try:
        document = _Document.model_validate_json(check_values(data, name, MAX_VALUES))
    except ValidationError as error:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            other = "" if data.lstrip().startswith((b"{", b"[")) else _NO_COMICS
            raise InputError(not_json(name, first["msg"], data, other)) from None
        raise InputError(f"{name}: {first_fault(error)}; {_WANTED}") from None
    return {"pages": [_ordered(page, rule, name) for page in document.pages]}


def _ordered(page: _Page, rule: str, name: str) -> dict[str, Any]:
    count = max(len(page.panels), len(page.texts or ()))
    if count > MAX_BOXES:
        raise InputError(f"{name}: page {page.id}: {count} boxes; at most {MAX_BOXES} are ordered")
    panels = [Box(*box) for box in page.panels]
    order = order_panels(panels, page.reading_direction, rule, (page.width, page.height))
    result: dict[str, Any] = {
        "id": page.id,
        "panel_order": list(order.indices),
        "confidence": round(order.confidence, 4),
        "reasons": list(order.reasons),
    }
    if page.texts is not None:
        in_order = [panels[k] for k in order.indices]
        texts = order_texts([Box(*box) for box in page.texts], in_order, page.reading_direction)
        result["text_order"] = list(texts.indices)
        result["reasons"] += texts.reasons
    return result
