"""A stored response read and scored again, next to what is stored of it."""

from __future__ import annotations

import dataclasses

from panelwise.errors import ProviderError, UnsupportedRequestError
from panelwise.evaluation._engine import read_result
from panelwise.evaluation._judge_flags import FLAG
from panelwise.evaluation._keys import SampleKey
from panelwise.evaluation._result import Result
from panelwise.models import Response
from panelwise.profile import Profile
from panelwise.tasks import Item

READ_FIELDS = ("outcome", "status", "rule", "reason", "flags", "answer", "scores")
FROM_RESPONSE = ("refusal", "finish_reason", "tokens_in", "tokens_out", "latency", "model")


def read_again(stored: Result, item: Item, response: Response | None, profile: Profile) -> Result:
    """The same sample as its response reads now; whatever else is stored of it stays.

    A judge's mark stays while the answer is the same: it is no reading of the response.

    Args:
        stored: as the run holds it.
        item: what was asked.
        response: the whole stored response, or ``None`` where none came.
        profile: to read and score by.
    """
    key = SampleKey(stored.pack, stored.item, stored.repeat)
    error: ProviderError | None = None
    if response is None:
        unsupported = stored.status == "unsupported"
        said = stored.error or ""
        error = UnsupportedRequestError(said) if unsupported else ProviderError(said)
    new = read_result(key, item, response, error, profile)
    read = {name: getattr(new, name) for name in READ_FIELDS}
    if response is not None:
        read |= {name: getattr(new, name) for name in FROM_RESPONSE}
    if "judge" in stored.scores and new.answer == stored.answer:
        # The same words: what a judge made of them, and what was noticed then, holds.
        read["scores"] = new.scores | {"judge": stored.scores["judge"]}
        read["flags"] = (*new.flags, *(flag for flag in stored.flags if flag == FLAG))
    return dataclasses.replace(stored, **read)
