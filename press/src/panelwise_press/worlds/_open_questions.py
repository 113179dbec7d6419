"""Open questions of worlds: the answer is a member of a pool (MV-2, MV-6).

Source: specification 4.2 for the axes: what is required, the type of answer, the interrogative.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from panelwise.comics import Interrogative
from panelwise_press._scene import Language
from panelwise_press.worlds._pools import Pool, named_pool


@dataclass(frozen=True, slots=True)
class OpenWorldQuestion:
    """A question whose answer a pooled variable decides.

    Attributes:
        id: unique in its template.
        question: in every language. It names nobody: "the child who …".
        variable: whose value is the answer.
        pool: the name of its pool.
        beats: the ids of the beats that prove the answer together.
        interrogative: the question word.
        answer_type: ``exact`` where the answer is written in the panels.
    """

    id: str
    question: Mapping[Language, str]
    variable: str
    pool: str
    beats: tuple[str, ...]
    interrogative: Interrogative = "what"
    answer_type: Literal["exact", "descriptive"] = "descriptive"

    @property
    def members(self) -> Pool:
        """Its pool."""
        return named_pool(self.pool)
