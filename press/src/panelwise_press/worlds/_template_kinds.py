"""Three kinds of templates have names of their own; a name of another kind is no misspelling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from panelwise.errors import SettingError
from panelwise_press.stories import template_names
from panelwise_press.worlds.chapters import CHAPTER_TEMPLATES
from panelwise_press.worlds.stories import WORLD_TEMPLATES

TemplateKind = Literal["story", "world", "chapter"]
_MORE: dict[TemplateKind, str] = {
    "story": "leave out --worlds and --pages",
    "world": "give --worlds N, without --pages",
    "chapter": "give --worlds N --pages 12 (10 to 16)",
}


def check_template_kind(names: Iterable[str], wanted: TemplateKind) -> None:
    """Refuse templates of another kind.

    Raises:
        SettingError: naming the kind, and what is drawn with it.
    """
    known = {
        "story": template_names(),
        "world": WORLD_TEMPLATES,
        "chapter": CHAPTER_TEMPLATES,
    }
    for name in names:
        if name in known[wanted]:
            continue
        for kind, more in _MORE.items():
            if name in known[kind]:
                raise SettingError(f"--template {name}: this is a {kind} template; {more}")
