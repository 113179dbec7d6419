"""Lettering: fonts as outlines, words in lines and columns, balloons, and where they go."""

from panelwise_press.lettering._fonts import MissingGlyphError, check_words
from panelwise_press.lettering._letter import DoesNotFit, Lettered, letter
from panelwise_press.lettering._outlines import grown, inside, meet
from panelwise_press.lettering._placing import Spoken
from panelwise_press.lettering._together import Spoke, letter_together

__all__ = [
    "DoesNotFit",
    "Lettered",
    "MissingGlyphError",
    "Spoke",
    "Spoken",
    "check_words",
    "grown",
    "inside",
    "letter",
    "letter_together",
    "meet",
]
