"""The story templates, and everything that a template of another package needs.

A template is a function under :func:`template` that takes a :class:`StoryBuilder` and returns its
:meth:`~StoryBuilder.story`: beats in a valid order, each with a scene, and the questions that only
this story can ask. Another package registers its templates under the entry point group
``panelwise_press.stories``, each under its name; ``docs/press.md`` has an example.
"""

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, CHILD, GROWN, StoryBuilder, Template, template
from panelwise_press._translations import Translations
from panelwise_press.stories._catalogue import TEMPLATES, get_template, template_names
from panelwise_press.stories._phrases import asked, says, sound, wrongs

__all__ = [
    "ANYONE",
    "CHILD",
    "GROWN",
    "TEMPLATES",
    "Actor",
    "Beat",
    "Line",
    "Scene",
    "StoryBuilder",
    "Template",
    "TemplateQuestion",
    "TemplateStory",
    "Thing",
    "Translations",
    "WrongAnswer",
    "asked",
    "get_template",
    "says",
    "sound",
    "template",
    "template_names",
    "wrongs",
]
