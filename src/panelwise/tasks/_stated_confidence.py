"""A confidence that a response states: asked for, and read apart from the answer. Source: MS-5."""

from __future__ import annotations

import re

ASKED = "asks_confidence"  # the fact of items whose prompt asks for it
REQUEST = (
    "\n\nAfter your answer, write how likely it is to be right on a line of its own, from 0 to 100:"
    "\nConfidence: NUMBER %"
)
_STATED = re.compile(
    r"""\bconfidence["*_]*\s*(?:is|[:=])["*_\s]*(\d{1,3}(?:\.\d+)?|\.\d+)\s*(%|percent\b)?""",
    re.IGNORECASE,
)
_LINE = re.compile(r"^[\s*_#>-]*confidence[*_]*\s*[:=].*$", re.IGNORECASE | re.MULTILINE)


def stated_confidence(text: str) -> float | None:
    r"""The last confidence that a text states, in [0, 1]; ``None`` for none, or an impossible one.

    It is per cent, unless it is written with a point, at most 1, and without a per cent sign.

    >>> stated_confidence("B\nConfidence: 85 %"), stated_confidence('{"confidence": 0.7}')
    (0.85, 0.7)
    >>> stated_confidence("Confidence: 170"), stated_confidence("I am sure.")
    (None, None)
    """
    found = _STATED.findall(text)
    if not found:
        return None
    number, sign = found[-1]
    value = float(number)
    share = value if "." in number and value <= 1 and not sign else value / 100
    return share if 0 <= share <= 1 else None


def without_confidence(text: str) -> str:
    r"""A text without the lines that state a confidence.

    >>> without_confidence("B\nConfidence: 85 %")
    'B\n'
    """
    return _LINE.sub("", text)
