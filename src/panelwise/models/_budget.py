"""What has been used, and caps on what may be: money and tokens."""

from __future__ import annotations

from dataclasses import dataclass

from panelwise.models._request import Response


@dataclass(frozen=True, slots=True)
class Usage:
    """What has been used so far, over all requests (of a run: of all its sessions).

    Attributes:
        requests: sent, retries and failures included.
        interrupted: were in flight when the run was killed: sent, perhaps billed, never read.
        tokens_in, tokens_out, cost: of those that were answered, as far as the service says.
        priced: answered requests whose cost is known.
        counted: answered requests whose tokens are known.
        answered: requests that were answered.
    """

    requests: int = 0
    interrupted: int = 0
    answered: int = 0
    counted: int = 0
    priced: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float = 0.0

    @property
    def interrupted_cost(self) -> float:
        """What the interrupted requests may have cost, at the mean of the answered ones."""
        return self.interrupted * self.cost / self.priced if self.priced else 0.0


class Budget:
    """Caps on money and tokens. They stop dispatch; they never make up an answer.

    A request in flight counts at the mean of those answered, so that a cap is not overrun by
    everything that is on its way when it is met.

    Args:
        max_cost: US dollars.
        max_tokens: in and out.
        used: before.
    """

    def __init__(
        self,
        max_cost: float | None = None,
        max_tokens: int | None = None,
        used: Usage | None = None,
    ) -> None:
        used = used or Usage()
        self.max_cost = max_cost
        self.max_tokens = max_tokens
        self.cost = used.cost + used.interrupted_cost
        self.tokens = used.tokens_in + used.tokens_out
        self._priced, self._counted = used.priced, used.counted
        self._paid = used.cost

    def spent(self, response: Response) -> bool:
        """Count an answered request; false when a cap can no longer be kept.

        A service that does not count its tokens could overrun any cap unseen.
        """
        if response.cost is not None:
            self.cost += response.cost
            self._paid += response.cost
            self._priced += 1
        if response.refusal is not None:
            return True  # a filter that lets nothing through counts nothing
        if response.tokens_in is None or response.tokens_out is None:
            return self.max_tokens is None and (self.max_cost is None or response.cost is not None)
        self.tokens += response.tokens_in + response.tokens_out
        self._counted += 1
        return self.max_cost is None or response.cost is not None

    def reached(self, in_flight: int) -> str | None:
        """The name of the cap that another request would overrun, if any."""
        mean_cost = self._paid / self._priced if self._priced else 0.0
        mean_tokens = self.tokens / self._counted if self._counted else 0.0
        if self.max_cost is not None and self.cost + in_flight * mean_cost >= self.max_cost:
            return "cost cap"
        if self.max_tokens is not None and (
            self.tokens + in_flight * mean_tokens >= self.max_tokens
        ):
            return "token cap"
        return None
