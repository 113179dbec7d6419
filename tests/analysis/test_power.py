"""Power and smallest detectable differences: by simulation, brute force, and statsmodels."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy.stats import binom, ttest_1samp

from panelwise.analysis import (
    design_effect,
    items_for_mcnemar,
    items_for_mean,
    mcnemar,
    mcnemar_power,
    mean_power,
    minimal_detectable_difference,
    share_power,
    smallest_above,
    smallest_mcnemar,
    smallest_mean,
)
from panelwise.metrics import wilson


@pytest.mark.parametrize(
    ("n", "difference", "discordance"),
    [(1, 0.0, 0.5), (7, 0.3, 0.6), (12, 0.4, 0.4), (25, 0.1, 0.3), (30, 0.0, 1.0)],
)
def test_mcnemar_s_power_is_the_sum_over_all_outcomes(n, difference, discordance):
    share = 0.5 * (1 + difference / discordance)
    power = 0.0
    for found in range(n + 1):
        for more in range(found + 1):
            if mcnemar(more, found - more) < 0.05:
                weight = binom.pmf(found, n, discordance) * binom.pmf(more, found, share)
                power += weight
    assert mcnemar_power(n, difference, discordance) == pytest.approx(power, abs=1e-12)


@pytest.mark.parametrize(("n", "discordance"), [(60, 0.5), (400, 0.2), (2000, 0.05)])
def test_the_smallest_difference_is_found_with_the_power_promised(n, discordance):
    """By simulation, with the test that ``compare`` does."""
    least = smallest_mcnemar(n, discordance)
    right = [(discordance + least) / 2, (discordance - least) / 2, 1 - discordance]
    drawn = np.random.default_rng(1).multinomial(n, right, 4000)
    outcomes = {(int(a), int(b)): None for a, b, _ in drawn}
    p = {pair: mcnemar(*pair) for pair in outcomes}
    found = np.mean([p[int(a), int(b)] < 0.05 for a, b, _ in drawn])
    assert found == pytest.approx(0.8, abs=0.025)
    assert mcnemar_power(n, least, discordance) == pytest.approx(0.8, abs=1e-6)


def test_without_a_difference_the_test_keeps_its_level():
    assert all(mcnemar_power(n, 0.0, 0.4) <= 0.05 for n in (5, 20, 100, 1000, 30_000))


def test_it_agrees_with_the_formula_for_independent_models_where_items_are_many():
    exact, formula = smallest_mcnemar(20_000, 0.5), minimal_detectable_difference(20_000)
    assert exact == pytest.approx(formula, rel=0.01)
    assert smallest_mcnemar(20_000, 0.1) < 0.5 * formula  # models that mostly agree


def test_too_few_items_show_nothing_whatever_happens():
    assert smallest_mcnemar(5, 0.5) is None
    assert smallest_mcnemar(100, 0.02) is None  # two items that differ are no evidence
    assert smallest_mcnemar(100, 0.0) is None
    assert smallest_above(1, 0.25) is None
    assert items_for_mcnemar(0.0, 0.3) is None


@pytest.mark.parametrize(("difference", "discordance"), [(0.02, 0.1), (0.1, 0.3), (0.5, 0.5)])
def test_the_items_needed_are_enough_and_a_tenth_fewer_are_not(difference, discordance):
    n = items_for_mcnemar(difference, discordance)
    assert mcnemar_power(n, difference, discordance) >= 0.8
    assert mcnemar_power(math.floor(0.9 * n) - 1, difference, discordance) < 0.8


@pytest.mark.parametrize(("n", "sd"), [(8, 0.3), (40, 1.0), (5000, 0.7)])
def test_a_mean_is_found_with_the_power_promised(n, sd):
    least = smallest_mean(n, sd, 10.0)
    assert mean_power(n, least, sd) == pytest.approx(0.8, abs=1e-6)
    values = np.random.default_rng(2).normal(least, sd, (2000, n))
    found = (ttest_1samp(values, 0, axis=1).pvalue < 0.05).mean()
    assert found == pytest.approx(0.8, abs=0.03)


def test_books_cost_power():
    """Scores that share a book: the test by books, at the effective number of items."""
    books, size, correlation = 20, 10, 0.2
    effect = design_effect([size] * books, correlation)
    assert effect == pytest.approx(1 + 9 * 0.2)
    least = smallest_mean(books * size / effect, 1.0, 10.0, freedom=books - 1)
    random = np.random.default_rng(3)
    shared = random.normal(0, math.sqrt(correlation), (4000, books))
    own = random.normal(0, math.sqrt((1 - correlation) / size), (4000, books))
    found = (ttest_1samp(least + shared + own, 0, axis=1).pvalue < 0.05).mean()
    assert found == pytest.approx(0.8, abs=0.025)


@pytest.mark.parametrize(("n", "chance"), [(20, 0.25), (150, 0.25), (600, 1 / 24)])
def test_a_score_above_chance_is_shown_with_the_power_promised(n, chance):
    share = chance + smallest_above(n, chance)
    least = next(k for k in range(n + 1) if wilson(k, n)[0] > chance)
    assert binom.sf(least - 1, n, share) == pytest.approx(0.8, abs=1e-6)
    assert share_power(n, chance, chance) <= 0.05


def test_sizes_of_books_that_differ_cost_more():
    assert design_effect([1] * 50, 0.3) == 1
    assert design_effect([1, 19], 0.1) > design_effect([10, 10], 0.1)


@pytest.mark.parametrize(
    ("n", "difference", "sd"), list(itertools.product((5, 30, 100), (0.1, 0.3), (0.6, 1.0)))
)
def test_against_statsmodels(n, difference, sd):
    stats = pytest.importorskip("statsmodels.stats.power", reason="needs the extra [reference]")
    theirs = stats.TTestPower().power(difference / sd, n, 0.05)
    assert mean_power(n, difference, sd) == pytest.approx(float(theirs), abs=1e-7)
    wanted = stats.TTestPower().solve_power(difference / sd, None, 0.05, 0.8)
    assert items_for_mean(difference, sd) == max(2, math.ceil(float(np.squeeze(wanted)) - 1e-6))
