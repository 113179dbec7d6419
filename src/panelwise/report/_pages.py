"""What all pages share: the template environment, and a style sheet that the page vouches for."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

STATIC = Path(__file__).parent / "static"


def page_environment() -> Environment:
    """Templates of this package; every value is escaped, and an unknown name is an error."""
    return Environment(
        loader=PackageLoader("panelwise.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def styled(*sheets: str) -> dict[str, Markup]:
    """Our own style sheets by name, and their hash: the page allows no other style."""
    style = "".join((STATIC / sheet).read_text("utf-8") for sheet in sheets)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return {"style": Markup(style), "style_hash": Markup(f"'sha256-{digest}'")}  # noqa: S704
