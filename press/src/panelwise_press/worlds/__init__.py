"""Worlds: one story in several variants, for questions that only the pictures can answer."""

from panelwise_press.worlds._chapter_template import Chapter, ChapterTemplate, chapter_template
from panelwise_press.worlds._checks import template_faults
from panelwise_press.worlds._families import print_family
from panelwise_press.worlds._family_plan import FamilyPlan, book_ids, family_plans
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._question_texts import QuestionText, QuestionTexts
from panelwise_press.worlds._solver import WorldSolver
from panelwise_press.worlds._template_kinds import check_template_kind
from panelwise_press.worlds._variables import Variable, World, worlds_of
from panelwise_press.worlds._world_questions import Ending, WorldAnswer, WorldQuestion, by, ends
from panelwise_press.worlds._world_template import WorldBuilder, WorldTemplate, world_template
from panelwise_press.worlds.chapters import CHAPTER_TEMPLATES, get_chapter_template
from panelwise_press.worlds.stories import WORLD_TEMPLATES, get_world_template

__all__ = [
    "CHAPTER_TEMPLATES",
    "WORLD_TEMPLATES",
    "Chapter",
    "ChapterTemplate",
    "Ending",
    "FamilyPlan",
    "OpenWorldQuestion",
    "QuestionText",
    "QuestionTexts",
    "Variable",
    "World",
    "WorldAnswer",
    "WorldBuilder",
    "WorldQuestion",
    "WorldSolver",
    "WorldTemplate",
    "book_ids",
    "by",
    "chapter_template",
    "check_template_kind",
    "ends",
    "family_plans",
    "get_chapter_template",
    "get_world_template",
    "print_family",
    "template_faults",
    "world_template",
    "worlds_of",
]
