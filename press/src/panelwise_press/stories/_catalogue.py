"""The story templates that are installed: the press's own, and those of other packages."""

from __future__ import annotations

from panelwise.errors import InputError, UnknownNameError
from panelwise.registry import Registry, did_you_mean
from panelwise_press._template import Template
from panelwise_press.stories import indoors, outdoors, town, water

TEMPLATES: dict[str, Template] = {
    template.name: template
    for theme in (indoors, outdoors, town, water)
    for template in theme.TEMPLATES
}
OTHERS = Registry("story template", "panelwise_press.stories")


def template_names() -> list[str]:
    """All templates, those of other packages included; nothing of theirs is imported."""
    return sorted({*TEMPLATES, *OTHERS.names()})


def get_template(name: str) -> Template:
    """A template by its name. A name of the press's own always means the press's own.

    Raises:
        UnknownNameError: for a name that no template has.
        InputError: when what another package registered is no template of that name.
    """
    if name in TEMPLATES:
        return TEMPLATES[name]
    if name not in OTHERS:
        hint = did_you_mean(name, template_names())
        raise UnknownNameError(f"unknown story template '{name}'; {hint}")
    found = OTHERS.get(name)
    if not isinstance(found, Template):
        raise InputError(
            f"the entry point '{name}' of panelwise_press.stories leads to a"
            f" {type(found).__name__}; it must lead to a function under @template"
        )
    if found.name != name:
        raise InputError(
            f"the entry point '{name}' of panelwise_press.stories leads to the template"
            f" '{found.name}'; both names must be the same"
        )
    return found
