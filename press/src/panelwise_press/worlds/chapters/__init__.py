"""The chapter templates of the press."""

from panelwise.errors import UnknownNameError
from panelwise.registry import did_you_mean
from panelwise_press.worlds._chapter_template import ChapterTemplate
from panelwise_press.worlds.chapters._broken_promise import broken_promise
from panelwise_press.worlds.chapters._four_cases import four_cases
from panelwise_press.worlds.chapters._under_the_lamp import under_the_lamp

CHAPTER_TEMPLATES: dict[str, ChapterTemplate] = {
    template.name: template for template in (broken_promise, four_cases, under_the_lamp)
}


def get_chapter_template(name: str) -> ChapterTemplate:
    """A chapter template by its name.

    Raises:
        UnknownNameError: for a name that no template has.
    """
    if name not in CHAPTER_TEMPLATES:
        raise UnknownNameError(
            f"unknown chapter template '{name}'; {did_you_mean(name, CHAPTER_TEMPLATES)}"
        )
    return CHAPTER_TEMPLATES[name]


__all__ = ["CHAPTER_TEMPLATES", "get_chapter_template"]
