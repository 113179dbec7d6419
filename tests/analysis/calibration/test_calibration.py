"""Calibration: against scikit-learn, on calibrated and on senseless confidences, as a command."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import numpy as np
import pytest

import panelwise
from drawn import draw_book
from panelwise.analysis import ConfidentAnswer, calibration_of
from panelwise.analysis.calibration import expected_calibration_error, token_probability
from panelwise.cli import run as command
from panelwise.models import Sampling
from panelwise.models._openai import OpenAIChat
from panelwise.tasks import stated_confidence


def answers(confidence, right, books=None):
    return [
        ConfidentAnswer(float(c), bool(r), str(books[k]) if books is not None else "book", k)
        for k, (c, r) in enumerate(zip(confidence, right, strict=True))
    ]


def found(confidence, right, books=None):
    return calibration_of("run", "task", "stated", answers(confidence, right, books))


@pytest.mark.extra
def test_brier_and_bins_are_those_of_scikit_learn():
    calibrated = pytest.importorskip("sklearn.calibration")
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(1)
    confidence = rng.random(300)
    right = rng.random(300) < confidence**2
    one = found(confidence, right)
    assert one.brier.value == pytest.approx(metrics.brier_score_loss(right, confidence))
    shares, means = calibrated.calibration_curve(right, confidence, n_bins=10)
    assert [b.right.value for b in one.bins] == pytest.approx(shares)
    assert [b.confidence for b in one.bins] == pytest.approx(means)
    weights = [b.right.n / 300 for b in one.bins]
    assert one.ece == pytest.approx(float(np.sum(weights * np.abs(shares - means))))


def test_a_calibrated_run_is_seldom_called_uncalibrated():
    """The band of the error, the gap's interval and the most confident half: 95 % each."""
    false, gaps, halves = [], [], []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        confidence = rng.beta(3, 2, 120)
        one = found(confidence, rng.random(120) < confidence)
        false.append(one.ece_p <= 0.05)
        gaps.append(one.gap.low <= 0 <= one.gap.high)
        kept = one.selective[2]
        truth = confidence[confidence >= kept.threshold].mean()
        halves.append(kept.right.low <= truth <= kept.right.high)
    assert np.mean(false) <= 0.12
    assert np.mean(gaps) >= 0.88
    assert np.mean(halves) >= 0.88


def test_overconfidence_is_seen():
    rng = np.random.default_rng(2)
    one = found(np.full(80, 0.95), rng.random(80) < 0.5)
    assert one.ece_p < 0.001
    assert one.gap.low > 0.2
    assert len(one.selective) == 1  # ties stay together
    assert one.selective[0].coverage == 1


def test_oracles_and_constants_lead_to_no_claim():
    sure = found(np.ones(50), np.ones(50))
    assert (sure.ece, sure.ece_p, sure.brier.value) == (0, 1, 0)
    chance = found(np.full(200, 0.25), np.arange(200) % 4 == 0)
    assert chance.ece == pytest.approx(0)
    assert chance.gap.low < 0 < chance.gap.high


def test_confidence_that_knows_nothing_selects_nothing():
    rng = np.random.default_rng(3)
    one = found(rng.random(400), rng.random(400) < 0.6)
    assert all(kept.right.low <= 0.6 <= kept.right.high for kept in one.selective)


def test_people_s_scale():
    people = [ConfidentAnswer(level, level != "low", "b", k) for k, level in
              enumerate(["low", "medium", "high", "high"])]  # fmt: skip
    one = calibration_of("people", "task", "recorded", people)
    assert [(level.level, level.right.value) for level in one.levels] == [
        ("low", 0),
        ("medium", 1),
        ("high", 1),
    ]
    assert (one.ece, one.bins, one.selective) == (None, (), ())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("B\nConfidence: 85 %", 0.85),
        ("**Confidence:** 7", 0.07),
        ("Confidence = 0.7", 0.7),
        ('{"answer": "B", "confidence": 0.25}', 0.25),
        ("confidence: 20 %\nno, Confidence: 90%", 0.9),
        ("Confidence: 250", None),
        ("With great confidence, B.", None),
        ("", None),
    ],
)
def test_stated_confidences(text, value):
    assert stated_confidence(text) == value


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"choices": []},
        {"choices": [{"logprobs": None}]},
        {"choices": [{"logprobs": {"content": [{"token": "B"}]}}]},
        {"choices": [{"logprobs": {"content": [{"token": "B", "logprob": "x"}]}}]},
    ],
)
def test_malformed_token_probabilities_are_none(raw):
    assert token_probability(raw, "B") is None


def test_token_probabilities_are_asked_for_by_a_setting():
    assert OpenAIChat().parameters(Sampling(logprobs="on"), "qwen") == {"logprobs": True}
    assert OpenAIChat().parameters(Sampling(), "qwen") == {}


@pytest.fixture(scope="module")
def asking(tmp_path_factory):
    folder = tmp_path_factory.mktemp("asking")
    return panelwise.build(
        "stripcipher.reordering_generation",
        draw_book(folder / "book", [3] * 9),
        out=folder / "pack",
        transforms=["ask_confidence"],
    )


def test_answers_of_a_pack_that_asks_are_read_without_the_confidence(asking, tmp_path, capsys):
    items = asking.items()
    assert items[0].rendering.text.endswith("Confidence: NUMBER %")
    assert items[0].rendering.prompt_id.endswith("+confidence")
    lines = []
    for number, item in enumerate(items):
        order = "-".join(str(index + 1) for index in item.gold)
        answer = f"{order}\nConfidence: {60 + number % 3} %"
        lines.append(json.dumps({"id": item.id, "answer": answer, "confidence": "high"}))
    (tmp_path / "answers.jsonl").write_text("\n".join(lines))
    panelwise.evaluate(asking, f"recorded:{tmp_path}/answers.jsonl", out=tmp_path / "run")
    svg = tmp_path / "plot.svg"
    assert command(["calibration", str(tmp_path / "run"), "--json", "--svg", str(svg)]) == 0
    recorded, stated = json.loads(capsys.readouterr().out)
    assert (recorded["source"], stated["source"]) == ("recorded", "stated")
    assert recorded["levels"][0]["level"] == "high"
    assert stated["right"]["value"] == 1
    assert stated["gap"]["value"] == pytest.approx(-0.39, abs=0.011)
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    assert command(["calibration", str(tmp_path / "run")]) == 0
    assert "people's scale" in capsys.readouterr().out


def test_runs_without_confidence_are_refused_in_one_line(asking, tmp_path, capsys):
    panelwise.evaluate(asking, "baseline:random", out=tmp_path / "run")
    assert command(["calibration", str(tmp_path / "run")]) == 2
    assert "no answer has a confidence" in capsys.readouterr().err


def test_the_error_of_two_bins_by_hand():
    assert expected_calibration_error([0.55, 0.55, 0.95, 0.95], [1, 0, 1, 0]) == pytest.approx(
        0.5 * 0.05 + 0.5 * 0.45
    )
