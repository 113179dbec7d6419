"""An item-response model for few respondents and many items. Source: MS-12.

The usual fit takes hundreds of people as a sample and estimates each item by itself; benchmarks
have a handful of models and hundreds of items. So here the *items* are the sample: their
difficulties b are drawn from N(0, σ_b²), the logarithms of their discriminations from
N(0, σ_a²), and what is maximised are the abilities θ of the runs and both spreads, with the items
integrated out on a grid (empirical Bayes)::

    P(right) = c + (1 − c) · logistic(a · (θ − b))

with a = 1 for one parameter, and c what a random answer scores. Weak priors keep everything finite
for runs that get everything right or wrong: θ ~ N(0, 3²), log σ_b ~ N(0, 0.7²),
log σ_a ~ N(log 0.4, 0.5²). Each item keeps a posterior, from which its interval is taken: with
few respondents it is wide. ``tests/analysis/items`` simulates what the intervals cover.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
ABILITY_SPREAD = 3.0
DIFFICULTY_PRIOR = (0.0, 0.7)  # of the logarithm of σ_b: centre and spread
DISCRIMINATION_PRIOR = (math.log(0.4), 0.5)
DIFFICULTY_NODES = np.linspace(-4, 4, 49)
DISCRIMINATION_NODES = np.linspace(-3, 3, 11)
NEVER = 1e-9  # the least and, from 1, the greatest probability of a right answer


@dataclass(frozen=True, slots=True)
class ResponseModel:
    """A fitted model; figures are in logits, where the average item has difficulty 0.

    Attributes:
        parameters: 1 (difficulty) or 2 (and discrimination).
        abilities: ``(runs, 3)``: value and the ends of its 95 % interval.
        difficulties: ``(items, 3)``, likewise: posterior mean, 2.5 and 97.5 %.
        discriminations: ``(items, 3)``, likewise (medians); ones in a model of one parameter.
        difficulty_spread: σ_b.
        discrimination_spread: σ_a.
        log_likelihood: of all answers, items integrated out.
    """

    parameters: int
    abilities: Numbers
    difficulties: Numbers
    discriminations: Numbers
    difficulty_spread: float
    discrimination_spread: float
    log_likelihood: float


def fit_responses(
    right: Numbers, tries: Numbers, chances: Numbers, *, parameters: int = 2
) -> ResponseModel:
    """Fit the model to counts of right answers.

    Args:
        right: ``(runs, items)``: how often each run was right on each item.
        tries: ``(runs, items)``: of how many tries; 0 where an item was not answered.
        chances: ``(items,)``: the share of right answers of a random one.
        parameters: 1 or 2.

    Raises:
        ValueError: for another number of parameters, counts beyond the tries, or no run or item.
    """
    from scipy.optimize import minimize

    if parameters not in (1, 2):
        raise ValueError(f"{parameters} parameters; there are models of 1 and of 2")
    if right.size == 0 or right.shape != tries.shape or len(chances) != right.shape[1]:
        raise ValueError(f"right {right.shape}, tries {tries.shape}, chances {chances.shape}")
    if np.any(right < 0) or np.any(right > tries):
        raise ValueError("more right answers than tries, or fewer than none")
    problem = _Problem(right, tries, np.clip(chances, 0.0, 0.9), parameters)
    solved = minimize(problem.loss, problem.start(), jac=True, method="L-BFGS-B")
    return problem.result(np.asarray(solved.x))


class _Problem:
    """The negative logarithm of the posterior of abilities and spreads, and its slope."""

    def __init__(self, right: Numbers, tries: Numbers, chances: Numbers, parameters: int) -> None:
        self.right, self.wrong, self.chances = right, tries - right, chances
        self.parameters = parameters
        nodes = DISCRIMINATION_NODES if parameters == 2 else np.zeros(1)
        self.z_b, self.z_a = (
            grid.ravel() for grid in np.meshgrid(DIFFICULTY_NODES, nodes, indexing="ij")
        )
        weights = -(self.z_b**2 + self.z_a**2) / 2
        self.log_prior = weights - np.log(np.exp(weights).sum())

    def start(self) -> Numbers:
        """Abilities from the shares of right answers; spreads where their priors centre."""
        tries = (self.right + self.wrong).sum(axis=1)
        shares = (self.right.sum(axis=1) + 1) / (tries + 2)
        chance = float(self.chances.mean())
        beyond = np.clip((shares - chance) / (1 - chance), 0.02, 0.98)
        abilities = np.log(beyond / (1 - beyond))
        return np.concatenate([abilities, [DIFFICULTY_PRIOR[0], DISCRIMINATION_PRIOR[0]]])

    def loss(self, at: Numbers) -> tuple[float, Numbers]:
        """The loss and its slope at abilities, log σ_b and log σ_a."""
        likelihood, slope, _ = self.likelihood(at)
        prior, prior_slope = self.prior(at)
        return -(likelihood + prior), -(slope + prior_slope)

    def prior(self, at: Numbers) -> tuple[float, Numbers]:
        """The logarithm of the priors, but for a constant."""
        centre = np.zeros(len(at))
        spread = np.full(len(at), ABILITY_SPREAD)
        centre[-2], spread[-2] = DIFFICULTY_PRIOR
        centre[-1], spread[-1] = DISCRIMINATION_PRIOR
        distance = (at - centre) / spread
        return -0.5 * float(distance @ distance), -distance / spread

    def likelihood(self, at: Numbers) -> tuple[float, Numbers, Numbers]:
        """The logarithm of the likelihood, its slope, and the items' posterior over the grid."""
        from scipy.special import expit

        abilities, spread_b, spread_a = at[:-2], math.exp(at[-2]), math.exp(at[-1])
        a, b = np.exp(spread_a * self.z_a), spread_b * self.z_b
        share = expit(a * (abilities[:, None] - b))  # runs × grid
        posterior = np.empty((len(self.chances), len(a)))
        slope = np.zeros(len(at))
        total = 0.0
        for chance in np.unique(self.chances):
            here = self.chances == chance
            right, wrong = self.right[:, here], self.wrong[:, here]
            p = np.clip(chance + (1 - chance) * share, NEVER, 1 - NEVER)
            logs = right.T @ np.log(p) + wrong.T @ np.log(1 - p) + self.log_prior
            top = logs.max(axis=1, keepdims=True)
            weights = np.exp(logs - top)
            sums = weights.sum(axis=1, keepdims=True)
            weights /= sums
            total += float((top + np.log(sums)).sum())
            posterior[here] = weights
            gain = (1 - chance) * share * (1 - share) / p
            pull = gain * (right @ weights) - share * (wrong @ weights)
            slope[:-2] += pull @ a
            slope[-2] -= float((pull * (a * b)).sum())
            slope[-1] += float((pull * (abilities[:, None] - b) * (a * spread_a * self.z_a)).sum())
        return total, slope, posterior

    def result(self, at: Numbers) -> ResponseModel:
        """The model at the maximum, with intervals."""
        likelihood, _, posterior = self.likelihood(at)
        spread_b, spread_a = math.exp(at[-2]), math.exp(at[-1])
        ones = np.ones((len(posterior), 3))
        return ResponseModel(
            parameters=self.parameters,
            abilities=_around(at[:-2], self.spreads(at)),
            difficulties=_marginal(posterior, self.z_b, spread_b, mean=True),
            discriminations=ones
            if self.parameters == 1
            else np.exp(_marginal(posterior, self.z_a, spread_a, mean=False)),
            difficulty_spread=spread_b,
            discrimination_spread=spread_a if self.parameters == 2 else 0.0,
            log_likelihood=likelihood,
        )

    def spreads(self, at: Numbers, step: float = 1e-4) -> Numbers:
        """Standard errors of the abilities: the curvature at the maximum, inverted."""
        shifts = np.eye(len(at)) * step
        rows = [self.loss(at + one)[1] - self.loss(at - one)[1] for one in shifts]
        curvature = np.array(rows) / (2 * step)
        inverse = np.linalg.pinv((curvature + curvature.T) / 2, hermitian=True)
        return np.asarray(np.sqrt(np.clip(np.diag(inverse)[:-2], 0.0, None)))


def _around(values: Numbers, spreads: Numbers) -> Numbers:
    from scipy.special import ndtri

    reach = float(ndtri(0.975)) * spreads
    return np.stack([values, values - reach, values + reach], axis=1)


def _marginal(posterior: Numbers, nodes: Numbers, spread: float, *, mean: bool) -> Numbers:
    """Mean or median, 2.5 % and 97.5 % of one parameter of each item, over the other's grid."""
    places = np.unique(nodes)
    masses = np.stack([posterior[:, nodes == place].sum(axis=1) for place in places], axis=1)
    step = places[1] - places[0]
    edges = np.append(places - step / 2, places[-1] + step / 2)
    below = np.concatenate([np.zeros((len(masses), 1)), masses.cumsum(axis=1)], axis=1)
    ends = np.array(
        [np.interp([0.5, 0.025, 0.975], row / row[-1], edges) for row in below], np.float64
    )
    if mean:
        ends[:, 0] = masses @ places
    return ends * spread
