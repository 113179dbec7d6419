"""One answered sample of a run: a row of ``results.sqlite``."""

from __future__ import annotations

from dataclasses import dataclass, field

from panelwise.tasks import Answer, Outcome, Status


@dataclass(frozen=True, slots=True)
class Result:
    """What was answered to one item and what became of it.

    Attributes:
        pack: the pack's content hash.
        item: the item's id.
        repeat: which of the run's repeats, from 0.
        rendering: ``default`` or ``single_image``: which form of the item was sent.
        response: the raw text, ``None`` when no response came.
        refusal: the provider's refusal field.
        finish_reason: as in ``panelwise.models.Response``.
        error: the provider's last error, one line.
        status, rule, reason, flags, answer: as in ``panelwise.tasks.Parsed``.
        outcome: exactly one per sample.
        scores: metric → value of this sample under the run's profile; a metric that is undefined
            for it is absent.
        tokens_in, tokens_out, cost, latency: as in ``panelwise.models.Response``.
        attempts: requests sent, retries included; 0 when the cache answered.
        cached: whether the stored answer of an earlier run was used.
        model: the model id that the provider says answered.
        finished: when it was stored, UTC, ISO 8601.
    """

    pack: str
    item: str
    outcome: Outcome
    status: Status
    rendering: str = "default"
    response: str | None = None
    refusal: str | None = None
    finish_reason: str | None = None
    error: str | None = None
    rule: str | None = None
    reason: str | None = None
    flags: tuple[str, ...] = ()
    answer: Answer | None = None
    scores: dict[str, float] = field(default_factory=dict)
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: float | None = None
    latency: float | None = None
    attempts: int = 1
    cached: bool = False
    model: str | None = None
    finished: str = ""
    repeat: int = 0
