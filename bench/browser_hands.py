"""Filling in a page of work as somebody at a keyboard and a mouse would: fields of every type."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from panelwise.geometry import Box

Shape = Mapping[str, Any]
Fields = Sequence[Mapping[str, Any]]
LETTERS = "abcdefghijklmopqrstvwxyz"  # of the characters that texts are linked to
DRAWN = 0.6  # overlap of a box with what was meant, small ones by hand
NEAR = 0.8  # overlap from which a shape that is there is left as it is
ACTIVE = "form.work .field.active"
ON_SCREEN = """(boxes) => { const svg = document.querySelector("form.work .field.active svg.picture-view");
  svg.scrollIntoView({block: "center"});
  const at = (x, y) => { const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [p.x, p.y]; };
  return boxes.map(([a, b, c, d]) => [at(a, b), at(c, d)]); }"""  # noqa: E501
LISTED = """() => [...document.querySelectorAll("form.work .field.active .shape-list li")]
  .map((one) => one.dataset.id)"""


async def fill(
    tab: Any, fields: Fields, values: Mapping[str, Any], there: Mapping[str, Any]
) -> None:
    """Fill in the fields that are asked.

    Args:
        tab: the page.
        fields: as the form has them, in order.
        values: what is wanted; a link names the shapes as they are in ``values``.
        there: what is filled in already.
    """
    places: dict[str, str] = {}
    for k, one in enumerate(fields):
        name, value = one["name"], values.get(one["name"])
        now = there.get(name) or one.get("initial")
        if value is not None:
            match one["type"]:
                case "shapes":
                    places |= await _shapes(tab, one, value, now or [])
                case "links":
                    await _links(tab, one, value, places)
                case "groups":
                    await _groups(tab, value, now or {})
                case "rows":
                    await _rows(tab, one, value)
                case "text":
                    await _text(tab, value, first=k == 0)
                case _:
                    for key in _keys(one, value):
                        await tab.keyboard.press(key)
        if k + 1 < len(fields):
            await _onwards(tab, one)


async def _onwards(tab: Any, one: Mapping[str, Any]) -> None:
    """To the next field, by keys."""
    leaving = {"text": 1, "shapes": 2}.get(one["type"], 0)
    for key in ["Escape"] * leaving + ["Enter"]:
        await tab.keyboard.press(key)


async def _text(tab: Any, value: str, *, first: bool) -> None:
    if first:
        await tab.locator(f"{ACTIVE} textarea").first.click()
    await tab.keyboard.press("Control+a")
    await tab.keyboard.insert_text(value)


def _keys(one: Mapping[str, Any], value: Any) -> list[str]:
    """The keys that give a value of a field."""
    if one["type"] == "scale":
        if value == "uncertain":
            return ["u"]
        return [{-1: "q", 10: "0"}.get(value, str(value))]
    labels = [str(each["label"]) for each in one.get("options") or one["cards"]]
    plain = all(re.fullmatch("[0-9]", label) for label in labels)
    chosen = value if isinstance(value, list) else [value]
    return [labels[place] if plain else str(place + 1) for place in chosen]


async def _shapes(
    tab: Any, one: Mapping[str, Any], wanted: Sequence[Shape], there: Sequence[Shape]
) -> dict[str, str]:
    """Delete what is wrong, draw what is missing, number what is out of order.

    The keys of the links to characters, by the ids of ``wanted``.
    """
    left = list(enumerate(wanted))
    order: list[int] = []
    for shape in there:
        kept = next((at for at, other in left if same_shape(other, shape)), None)
        if kept is None:
            await tab.focus(f'{ACTIVE} svg [data-id="{shape["id"]}"]')
            await tab.keyboard.press("Delete")
        else:
            left = [pair for pair in left if pair[0] != kept]
            order.append(kept)
    await _draw(tab, one, [shape for _, shape in left])
    order += [at for at, _ in left]
    if one.get("ordered") and order != sorted(order):
        ids = dict(zip(order, await tab.evaluate(LISTED), strict=True))
        await tab.keyboard.press("Escape")  # leaves drawing
        for at in range(len(wanted)):
            await tab.focus(f'{ACTIVE} svg [data-id="{ids[at]}"]')
            await tab.keyboard.press(str(at + 1))
    bodies = [at for at in order if wanted[at]["class"] == "character"]
    return {str(wanted[at].get("id", at)): LETTERS[place] for place, at in enumerate(bodies)}


async def _draw(tab: Any, one: Mapping[str, Any], shapes: Sequence[Shape]) -> None:
    corners = await tab.evaluate(ON_SCREEN, [list(shape["box"]) for shape in shapes])
    for corner, shape in zip(corners, shapes, strict=True):
        await tab.keyboard.press("b")
        await tab.mouse.move(*corner[0])
        await tab.mouse.down()
        await tab.mouse.move(*corner[1])
        await tab.mouse.up()
        if len(one["classes"]) > 1:
            await tab.keyboard.press(str(one["classes"].index(shape["class"]) + 1))
        words = shape.get("text") if one.get("texts") else shape.get("name")
        if words and (one.get("texts") or one.get("names")):
            await tab.keyboard.press("Enter")
            await tab.keyboard.insert_text(words)
            await tab.keyboard.press("Escape")


def same_shape(one: Shape, other: Shape, least: float = NEAR) -> bool:
    """Whether two shapes are the same but for the hand that drew them."""
    return (
        one["class"] == other["class"]
        and all(one.get(key, "") == other.get(key, "") for key in ("text", "name"))
        and Box(*one["box"]).iou(Box(*other["box"])) >= least
    )


async def _links(
    tab: Any, one: Mapping[str, Any], links: Sequence[Shape], places: Mapping[str, str]
) -> None:
    """The number of each text, then the letter of who says it."""
    given = one["shapes"] if not isinstance(one["shapes"], str) else one["given"]
    texts = [str(shape["id"]) for shape in given if shape["class"] == one["from_class"]]
    ends = [str(shape["id"]) for shape in given if shape["class"] == one["to_class"]]
    keys = places if isinstance(one["shapes"], str) else dict(zip(ends, LETTERS, strict=False))
    for link in links:
        await tab.keyboard.press(str(texts.index(link["from"]) + 1))
        await tab.keyboard.press("n" if link["to"] is None else keys[link["to"]])


async def _groups(tab: Any, groups: Mapping[str, str], there: Mapping[str, str]) -> None:
    """Each picture into its group; the first of a group writes its name."""
    names = list(dict.fromkeys(there.values()))
    for shape, name in groups.items():
        await tab.focus(f'{ACTIVE} [data-id="{shape}"]')
        if name in names[:9]:
            await tab.keyboard.press(str(names.index(name) + 1))
            continue
        await tab.keyboard.press("n")
        await tab.keyboard.insert_text(name)
        await tab.keyboard.press("Enter")
        if name not in names:
            names.append(name)


async def _rows(tab: Any, one: Mapping[str, Any], rows: Sequence[Shape]) -> None:
    """As many rows as are wanted; options are chosen from their lists."""
    lines = tab.locator(f"{ACTIVE} tbody tr")
    while await lines.count() > max(1, len(rows)):
        await lines.last.get_by_role("button").click()
    while await lines.count() < len(rows):
        await tab.locator(f"{ACTIVE} .text-tools button").click()
    listed = [column["name"] for column in one["columns"] if column.get("options")]
    for place, row in enumerate(rows or [dict.fromkeys(listed, "")]):
        cells = lines.nth(place).locator("select")
        for at, name in enumerate(listed):
            await cells.nth(at).select_option(row[name])


def as_wanted(sent: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Whether a page sent what its person meant; a hand draws a box within a few pixels."""
    there, meant = _boxes(sent), _boxes(wanted)
    for key, value in sent.items():
        other = wanted.get(key)
        if _has(value, "box"):
            same = len(value) == len(other or ()) and all(
                any(same_shape(one, each, DRAWN) for each in value) for one in other or ()
            )
        elif _has(value, "to") and there:
            same = _ends(value, there) == _ends(other or (), meant)
        else:
            same = _said(value) == _said(other)
        if not same:
            return False
    return True


def _has(value: Any, key: str) -> bool:
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, dict) and key in first


def _boxes(values: Mapping[str, Any]) -> dict[str, Shape]:
    """The shapes of an answer that have ids."""
    drawn = [one for value in values.values() if _has(value, "box") for one in value]
    return {str(one["id"]): one for one in drawn if "id" in one and one["class"] == "character"}


def _ends(links: Sequence[Shape], shapes: Mapping[str, Shape]) -> list[tuple[str, Any]]:
    """Each start, and the name of its end."""
    return [(one["from"], _name_of(shapes.get(str(one["to"])))) for one in links]


def _name_of(shape: Shape | None) -> Any:
    return None if shape is None else shape.get("name", "")


def _said(value: Any) -> Any:
    """An answer without what is empty."""
    if _has(value, "voice"):
        return [{key: words for key, words in row.items() if words} for row in value]
    return value or None if isinstance(value, list | dict | str) else value
