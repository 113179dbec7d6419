"""StripCipher: silent strips whose frames are to be put in order.

Reordering by generation (SC-4) and by choice among four orders written ③②①④ (SC-3), from 3 to 8
shuffled frames, each sent as its own picture; a model that takes one picture gets the frames side
by side with white margins (SC-5). Scored by the exact order.

The paper's strips are silent and were checked by hand to have one order. A page known to carry
text is left out in ``paper``; ``recommended`` keeps it and records ``silent`` for the breakdown.
"""

from __future__ import annotations

from typing import Literal

from panelwise.benchmarks._prompts import printed_prompts
from panelwise.profile import Profile
from panelwise.tasks import PanelOrdering, Prompt

Status = Literal["exact", "reconstructed", "ours"]

_ROW = "\nThe image shows the frames side by side; frame 1 is the leftmost."
_OPTIONS = "\n{options}"
# Output rules of our own, because the paper prints none (AMB-22).
_WRITE_ORDER = "\nAnswer with the frame numbers in story order, e.g. {example}."
_PICK_LETTER = "\nAnswer with the option letter only."
_MEANING = "\nThe first number is the frame that comes first in the story."


def _prompt(task: str, profile: Profile, *, single: bool) -> Prompt:
    """The printed question, the options, and in ``recommended`` what is to be answered."""
    choice = task == "stripcipher.reordering_choice"
    form = f"{task}.single_image" if single else task
    text = "{images}" + printed_prompts()["stripcipher.reordering"] + (_ROW if single else "")
    options = _OPTIONS if choice else ""
    if not profile.explicit_order_prompt:
        # The paper shows no choice item: how the options are set out is our reading.
        status: Status = "ours" if single else "reconstructed" if choice else "exact"
        return Prompt(f"{form}/paper/1", text + options, status, "StripCipher Table 2")
    text += _MEANING + options + (_PICK_LETTER if choice else _WRITE_ORDER)
    label = "" if single else "Frame {k}:\n"
    source = "StripCipher Table 2; AMB-1, AMB-22"
    return Prompt(f"{form}/recommended/1", text, "ours", source, label)


def _example(profile: Profile, n: int) -> tuple[int, ...] | None:
    """An answer that is never right, because it is of another length than the strip."""
    if not profile.explicit_order_prompt:
        return None
    return (2, 0, 3, 1) if n == 3 else (1, 0, 2)


def _reordering(task: str, title: str, answer: Literal["list", "choice"]) -> PanelOrdering:
    return PanelOrdering(
        id=task,
        title=title,
        answer=answer,
        show="frames",
        panels=range(3, 9),
        index_base=1,
        headline="exact_match" if answer == "list" else "accuracy",
        prompt=lambda profile: _prompt(task, profile, single=False),
        single_image_prompt=lambda profile: _prompt(task, profile, single=True),
        silent_only=lambda profile: profile.silent_only,
        example=_example if answer == "list" else lambda profile, n: None,
        source="StripCipher 3, Table 2; REQUIREMENTS SC-3 to SC-5, SC-8; AMB-20 to AMB-22",
    )


reordering_generation = _reordering(
    "stripcipher.reordering_generation", "StripCipher reordering, generation", "list"
)
reordering_choice = _reordering(
    "stripcipher.reordering_choice", "StripCipher reordering, choice", "choice"
)
