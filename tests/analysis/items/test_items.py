"""Item analysis on simulated respondents with known parameters, and on those who know nothing."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

import panelwise
from drawn import draw_book
from panelwise.analysis import analyse_items, choose_items, fit_responses, item_rest
from panelwise.analysis.items import check_subset, false_discovery, negative_p
from panelwise.cli import run as command
from panelwise.errors import InputError

RUNS, ITEMS = 12, 160


def respondents(seed, runs=RUNS, items=ITEMS, spread=1.2, chance=0.0, slopes=0.4):
    """Abilities, difficulties, discriminations and answers of a two-parameter model."""
    rng = np.random.default_rng(seed)
    ability = rng.normal(0.5, spread, runs)
    difficulty, slope = rng.normal(0, 1, items), np.exp(rng.normal(0, slopes, items))
    share = 1 / (1 + np.exp(-slope * (ability[:, None] - difficulty)))
    right = rng.random((runs, items)) < chance + (1 - chance) * share
    return ability, difficulty, slope, right.astype(float)


def covers(ends, truth):
    return float(np.mean((ends[:, 1] <= truth) & (truth <= ends[:, 2])))


def covered(seeds, runs, chance, parameters):
    found = []
    for seed in seeds:
        slopes = 0.4 if parameters == 2 else 0.0
        ability, difficulty, slope, right = respondents(seed, runs, chance=chance, slopes=slopes)
        chances = np.full(ITEMS, chance)
        model = fit_responses(right, np.ones_like(right), chances, parameters=parameters)
        found.append(
            (
                covers(model.difficulties, difficulty),
                covers(model.discriminations, slope),
                covers(model.abilities, ability),
            )
        )
    return np.mean(found, axis=0)


def test_intervals_of_the_response_model_cover_known_parameters():
    difficulties, _, abilities = covered(range(10), 8, 0.25, 1)
    assert 0.92 <= difficulties <= 0.98
    assert abilities >= 0.89  # of 80


@pytest.mark.slow
@pytest.mark.parametrize(("runs", "chance"), [(4, 0.0), (8, 0.25)])
def test_coverage_is_nominal_with_two_parameters(runs, chance):
    shares = covered(range(12), runs, chance, 2)
    for share, values in zip(shares, (12 * ITEMS, 12 * ITEMS, 12 * runs), strict=True):
        by_chance = stats.binom.ppf(0.999, values, 0.95) / values  # 96 abilities: up to 96 of 96
        assert 0.89 <= share <= max(0.98, by_chance), shares


def test_with_many_respondents_known_parameters_are_found_again():
    ability, difficulty, slope, right = respondents(1, 30, 100)
    model = fit_responses(right, np.ones_like(right), np.zeros(100))
    assert np.corrcoef(model.abilities[:, 0], ability)[0, 1] > 0.93
    assert np.corrcoef(model.difficulties[:, 0], difficulty)[0, 1] > 0.88
    assert np.corrcoef(np.log(model.discriminations[:, 0]), np.log(slope))[0, 1] > 0.5
    assert model.difficulty_spread == pytest.approx(1, abs=0.25)


def test_the_slope_of_the_likelihood_is_that_of_finite_differences():
    from panelwise.analysis.items._response_model import _Problem

    _, _, _, right = respondents(2, 5, 30)
    tries = np.full_like(right, 3.0)
    problem = _Problem(right * 2, tries, np.repeat([0.0, 0.25], 15), 2)
    at = np.array([0.3, -0.5, 1.0, 0.1, 2.0, 0.2, -1.0])
    slope = problem.loss(at)[1]
    for k, one in enumerate(np.eye(len(at)) * 1e-5):
        expected = (problem.loss(at + one)[0] - problem.loss(at - one)[0]) / 2e-5
        assert slope[k] == pytest.approx(expected, rel=1e-5, abs=1e-5)


def test_correlations_and_corrections_are_those_of_scipy():
    _, _, _, right = respondents(3, 9, 20)
    for at, value in enumerate(item_rest(right)):
        rest = np.delete(right, at, axis=1).sum(axis=1)
        if 0 < right[:, at].sum() < 9:
            assert value == pytest.approx(stats.pearsonr(right[:, at], rest).statistic)
        else:
            assert np.isnan(value)
    values = negative_p(right)
    assert np.allclose(false_discovery(values), stats.false_discovery_control(values))


def test_the_permutation_test_is_exact_for_few_runs():
    _, _, _, right = respondents(4, 6, 12)
    values = negative_p(right)
    for at in range(12):
        rest = np.delete(right, at, axis=1).sum(axis=1)
        if len(set(right[:, at])) == 2 and len(set(rest)) > 1:
            exact = stats.permutation_test(
                (right[:, at],),
                lambda item, rest=rest: item @ rest,
                permutation_type="pairings",
                alternative="less",
                n_resamples=np.inf,
            )
            assert values[at] == pytest.approx(exact.pvalue)


def runs_of(make_run, right, wrong=None):
    """Runs on choices with gold A, B, C, D, …; a wrong answer is ``wrong`` options further."""
    golds = (np.arange(right.shape[1]) % 4).tolist()
    further = np.ones(right.shape, int) if wrong is None else wrong
    answers = np.where(right > 0, golds, (golds + further) % 4).tolist()
    return [
        replace(make_run(golds, row, name=f"run{k}", headline="accuracy"), model=f"model{k}")
        for k, row in enumerate(answers)
    ]


def scattered(right, seed=5):
    """Wrong answers that have nothing in common."""
    return np.random.default_rng(seed).integers(1, 4, right.shape)


def test_items_with_swapped_gold_are_suspicious(make_run):
    """Five items whose stored gold is wrong: strong runs fail them, weak ones do not."""
    _, _, _, right = respondents(6, 14, spread=2)
    for at in range(5):
        order = np.argsort(right[:, 5:].sum(axis=1))
        right[order, at] = [1] * 7 + [0] * 7
    [found] = analyse_items(runs_of(make_run, right, scattered(right)), parameters=1)
    assert {f"i{at}" for at in range(5)} <= {one.item for one in found.suspects}
    assert len(found.suspects) <= 7
    assert "the better half of the runs scores 0.00 on it" in found.suspects[0].reasons[0]


def test_one_wrong_answer_of_all_good_runs_is_suspicious(make_run):
    """Every run answers C to item 3, whose gold is D, which is more than guesses would agree on."""
    right = np.ones((10, 60))
    right[np.arange(10), np.arange(10) + 20] = 0
    right[:, 3] = 0
    [found] = analyse_items(runs_of(make_run, right, np.full(right.shape, 3)))
    assert [one.item for one in found.suspects] == ["i3"]
    assert found.suspects[0].reasons == ("10 of the 10 runs that beat guessing answer C",)


@pytest.mark.parametrize("who", ["guesses", "always one option", "oracles"])
def test_nothing_is_claimed_of_runs_that_say_nothing(make_run, who):
    rng = np.random.default_rng(7)
    golds = rng.integers(0, 4, 80).tolist()
    given = {
        "guesses": rng.integers(0, 4, (10, 80)).tolist(),
        "always one option": [[1] * 80] * 10,
        "oracles": [golds] * 10,
    }[who]
    runs = [
        replace(make_run(golds, row, name=f"r{k}", headline="accuracy"), model=f"m{k}")
        for k, row in enumerate(given)
    ]
    [found] = analyse_items(runs, subset=10)
    assert found.suspects == ()
    noted = "no run beats guessing: the items' figures are those of chance" in found.notes
    assert noted == (who != "oracles")
    abilities = [one.ability for one in found.abilities]
    assert np.all(np.isfinite(abilities))
    assert max(one.low for one in found.abilities) <= min(one.high for one in found.abilities)


def test_a_false_alarm_is_rare_among_items_that_ignore_ability():
    """Twelve runs of different ability, on items that half of any runs solve: 15 packs."""
    alarms = 0
    for seed in range(15):
        rng = np.random.default_rng(seed)
        right = (rng.random((12, 60)) < 0.5).astype(float)
        alarms += bool((false_discovery(negative_p(right, seed=seed)) <= 0.1).any())
    assert alarms <= 5  # at most 1.5 expected


def test_a_chosen_subset_predicts_left_out_models_better_than_a_random_one():
    checks = []
    for seed in range(6):
        rng = np.random.default_rng(seed)
        ability, difficulty = rng.normal(0.5, 1.2, (12, 1)), rng.normal(0, 2.5, 300)
        right = (rng.random((12, 300)) < 1 / (1 + np.exp(difficulty - ability))).astype(float)
        names = [f"run{k}" for k in range(12)]
        ids = [f"i{at}" for at in range(300)]
        checks.append(check_subset(right, 60, names, names, ids))
        chosen = choose_items(np.delete(right, 0, axis=0), 60)
        error = right[0, chosen].mean() - right[0].mean()
        assert checks[-1].errors["run0"] == pytest.approx(error)
    assert {(len(one.items), len(one.errors)) for one in checks} == {(60, 12)}
    ours = np.mean([one.mean_error for one in checks])
    assert ours < 0.9 * np.mean([one.random_mean_error for one in checks])


def test_all_items_as_subset_miss_nothing_and_too_many_are_refused(make_run):
    _, _, _, right = respondents(9, 4, 20)
    runs = runs_of(make_run, right)
    [found] = analyse_items(runs, subset=20)
    assert found.subset is not None
    assert found.subset.largest_error == pytest.approx(0)
    with pytest.raises(
        InputError, match="a subset of 21 items: the runs share 20 items; give 1 to 20"
    ):
        analyse_items(runs, subset=21)
    with pytest.raises(InputError, match="runs of three models or more, and these are of 2"):
        analyse_items(runs[:2], subset=5)
    with pytest.raises(InputError, match="name at least two"):
        analyse_items(runs[:1])


def test_repeats_are_averaged_and_graded_scores_have_no_response_model(make_run):
    runs = [
        make_run([0, 0, 0], [[0, 1], [0, 0], 1], name="a", headline="accuracy"),
        make_run([0, 0, 0], [1, [0, 1], 0], name="b", headline="accuracy"),
    ]
    [found] = analyse_items(runs)
    assert [one.mean for one in found.items] == [0.25, 0.75, 0.5]
    assert found.parameters == 2
    orders = [(0, 2, 1), (2, 1, 0)]
    graded = [
        make_run(orders, [(0, 2, 1), (0, 2, 1)], name="a", headline="accuracy"),
        make_run(orders, [(1, 0, 2), (2, 1, 0)], name="b", headline="accuracy"),
    ]
    [found] = analyse_items(graded)
    assert (found.parameters, found.abilities) == (0, ())
    assert any("has partial scores" in note for note in found.notes)


def test_the_command_prints_the_items_and_writes_the_subset(tmp_path, capsys):
    count = 15
    pack = panelwise.build(
        "stripcipher.reordering_generation",
        draw_book(tmp_path / "book", [3] * count),
        out=tmp_path / "pack",
    )
    for k in range(3):
        lines = []
        for number, item in enumerate(pack.items()):
            right = number < 3 * (k + 1)
            order = item.gold if right else (*item.gold[1:], item.gold[0])
            answer = "-".join(str(index + 1) for index in order)
            lines.append(json.dumps({"id": item.id, "answer": answer}))
        (tmp_path / f"m{k}.jsonl").write_text("\n".join(lines))
        panelwise.evaluate(pack, f"recorded:{tmp_path}/m{k}.jsonl", out=tmp_path / f"run{k}")
    runs = [str(tmp_path / f"run{k}") for k in range(3)]
    out = ["--subset", "5", "--out", str(tmp_path / "small")]
    assert command(["items", *runs, *out]) == 0
    captured = capsys.readouterr()
    assert "subset of 5 of 15" in captured.out
    assert "no item's gold is suspicious" in captured.out
    assert "3 models: figures of single items are weak" in captured.err
    assert len(panelwise.Pack.open(tmp_path / "small").items()) == 5
    assert command(["items", *runs, "--json", "--parameters", "1"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert [one["mean"] for one in found["items"]][::3] == pytest.approx([1, 2 / 3, 1 / 3, 0, 0])
    assert command(["items", runs[0]]) == 2
    assert "name at least two" in capsys.readouterr().err
