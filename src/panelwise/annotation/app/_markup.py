"""The markup of a form, and the files that make it work in a browser."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

STATIC = Path(__file__).parent / "static"
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
STYLES = ("base.css", "work.css", "shapes.css")
SCRIPT = "work.js"


@dataclass(frozen=True, slots=True)
class WorkImage:
    """A picture that a form shows.

    Attributes:
        src: its address.
        width: in pixels; coordinates of shapes are in these.
        height: in pixels.
        alt: what somebody hears who does not see it.
    """

    src: str
    width: int
    height: int
    alt: str = ""

    def as_json(self) -> dict[str, str | int]:
        """As a widget reads it."""
        return {"src": self.src, "width": self.width, "height": self.height, "alt": self.alt}


@dataclass(frozen=True, slots=True)
class WorkSettings:
    """What the script of a work page needs to know.

    Attributes:
        id: of the lease; what a browser keeps while it is offline is stored under it.
        submit: the address that answers are sent to (POST).
        draft: the address of the draft (PUT); empty switches autosaving off.
        undo: the address that takes the last answer back (POST); empty leaves out the button.
        csrf: sent in the header ``X-CSRF-Token``.
        values: of the form's fields, from a draft.
        note: from a draft.
        flag: of a report that was begun or taken back.
        reason: of that report.
        aside: what fields keep that is no part of the answer, such as the order of groups.
        restored: whether there was a draft.
        step: the address that says that a step is done (POST).
        steps: what is done one after the other; empty: everything in one go.
        prefetch: addresses of the next item's pictures.
    """

    id: str
    submit: str
    draft: str = ""
    undo: str = ""
    csrf: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    flag: str = ""
    reason: str = ""
    aside: Mapping[str, Any] = field(default_factory=dict)
    restored: bool = False
    step: str = ""
    steps: Sequence[Mapping[str, Any]] = ()
    prefetch: Sequence[str] = ()

    def as_json(self) -> dict[str, Any]:
        """As ``work.js`` reads it."""
        return {
            "id": self.id,
            "submit": self.submit,
            "draft": self.draft,
            "undo": self.undo,
            "csrf": self.csrf,
            "values": dict(self.values),
            "note": self.note,
            "flag": self.flag,
            "reason": self.reason,
            "aside": dict(self.aside),
            "restored": self.restored,
            "step": self.step,
            "steps": [dict(one) for one in self.steps],
            "prefetch": list(self.prefetch),
        }


@cache
def static_files() -> dict[str, tuple[Path, str]]:
    """Every file that a page may ask for, by its name below ``/static/``, with its media type.

    >>> static_files()["fields/choice.js"][1]
    'text/javascript'
    """
    found = sorted(path for path in STATIC.rglob("*") if path.suffix in TYPES)
    return {path.relative_to(STATIC).as_posix(): (path, TYPES[path.suffix]) for path in found}


def field_markup(field: Mapping[str, Any], images: Sequence[WorkImage]) -> Markup:
    """A field, to be mounted by ``work.js``; its JSON is escaped as an attribute."""
    data = [image.as_json() for image in images]
    return render("field", field=json.dumps(field), images=json.dumps(data))


def picture_markup(image: WorkImage) -> Markup:
    """A picture that can be zoomed, next to the fields."""
    return render("picture", image=json.dumps(image.as_json()))


def work_markup(
    form: Mapping[str, Any],
    images: Sequence[WorkImage],
    settings: WorkSettings,
    shown: Markup | None = None,
) -> Markup:
    """The whole form with its bar and dialogs, for a page that links :data:`STYLES` and loads
    :data:`SCRIPT` as a module.

    Args:
        form: ``Form.as_json()``.
        images: the fields refer to them by their index.
        settings: addresses and drafts.
        shown: what is seen next to the fields; by default the pictures that no field draws.
    """
    from markupsafe import Markup

    if shown is None:
        drawn = drawn_images(form["fields"])
        rest = [image for index, image in enumerate(images) if index not in drawn]
        shown = Markup("").join(picture_markup(image) for image in rest)
    fields = Markup("").join(field_markup(one, images) for one in form["fields"])
    return render(
        "work",
        fields=fields,
        shown=shown,
        split="data-picture" in shown or "<svg" in shown,
        settings=json.dumps(settings.as_json()),
        undo=bool(settings.undo),
    )


def drawn_images(fields: Sequence[Mapping[str, Any]]) -> Collection[int]:
    """The indices of the images that the fields themselves draw."""
    found: set[int | None] = set()
    for one in fields:
        if one["type"] == "shapes":
            found.add(one.get("image", 0))
        elif one["type"] == "text" and one.get("box") is None:  # of a crop, all is to be seen, too
            found.add(one.get("image"))
        # Groups draw no more than crops: their pages are seen next to them.
        for key in ("options", "cards", *(["shapes"] if one["type"] == "links" else [])):
            things = one.get(key)
            if isinstance(things, list):
                found |= {thing.get("image") for thing in things}
    return {index for index in found if index is not None}


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("panelwise.annotation.app", "templates/fields"),
        autoescape=True,
        undefined=StrictUndefined,
    )


def render(name: str, **values: Any) -> Markup:
    from markupsafe import Markup

    # The template escapes its values.
    return Markup(_environment().get_template(f"{name}.html.j2").render(**values))  # noqa: S704
