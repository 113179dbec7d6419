"""The page reader answers packs through the same path as any model."""

import hashlib
from pathlib import Path

import pytest

from onnx_files import constant
from panelwise.analysis import summarise
from panelwise.benchmarks import build
from panelwise.errors import MissingExtraError, UnavailableError, UnknownNameError
from panelwise.evaluation import evaluate, get_solver
from panelwise.geometry import Box
from panelwise.reading._found_boxes import page_with_boxes
from panelwise.reading.learned import TRAINED
from panelwise_press import print_comics


@pytest.fixture(scope="module")
def comics(tmp_path_factory):
    folder = tmp_path_factory.mktemp("comics")
    print_comics(folder, books=1, seed=9, layout="bd", language="en", chapters=1)
    return folder


def summary_of(task, comics, folder, model="reader:default"):
    settings = {"sequences.smallest_order": "2"} if task.endswith("_order") else {}
    pack = build(task, comics, out=folder / "pack", settings=settings)
    run = evaluate(pack, model, out=folder / "run")
    [summary] = summarise(run)
    return summary, run


def test_panels_are_found_and_written_as_boxes(comics, tmp_path, monkeypatch):
    monkeypatch.setattr("panelwise.reading.can_read_texts", lambda: False)
    summary, run = summary_of("comix.detection", comics, tmp_path)
    assert summary.metrics["f1_panel"].headline.value > 0.8
    assert summary.metrics["recall_character"].headline.value == 0
    assert all(result.response.startswith("[") for result in run.results())
    assert summary.mean_latency > 0  # its speed stands next to a model's (MV-E15)


def detector(path, *, least):
    """A file as of ``panelwise train detector``, whose network is never run here."""
    stated = {"panelwise.detector": "1", "side": "128", "least": f'{{"panel": {least}}}'}
    path.write_bytes(constant({"picture": (1, 3, 128, 128)}, {}, stated))
    return f"reader:onnx:{path}"


def test_the_reader_detector_finds_characters_and_is_known_by_its_weights(
    comics, tmp_path, monkeypatch
):
    weights = Path(__file__).parents[2] / "detector" / "src" / TRAINED.package / TRAINED.name
    monkeypatch.setattr("panelwise.reading.learned._installed.wheel_file", lambda _: weights)
    monkeypatch.setattr("panelwise.reading.can_read_texts", lambda: False)
    summary, run = summary_of("comix.detection", comics, tmp_path, "reader:detector")
    for part in ("panel", "character", "face"):
        assert summary.metrics[f"f1_{part}"].headline.value > 0.7
    assert TRAINED.sha256 in str(run.config["identity"])


@pytest.mark.extra
def test_a_trained_detector_answers_by_its_own_boxes(comics, tmp_path, monkeypatch):
    """OCR runs where a task needs words, not where texts without words are merely useful."""
    pytest.importorskip("rapidocr", reason="needs the extra [ocr]")
    model = detector(tmp_path / "detector.onnx", least=0.5)
    whole = {"panel": [(Box(0, 0, 500, 700), 0.9)], "text": [(Box(10, 10, 90, 60), 0.8)]}
    monkeypatch.setattr("panelwise.reading.can_read_texts", lambda: True)
    monkeypatch.setattr(
        "panelwise.reading.learned.LearnedReader.read",
        lambda self, page, direction: page_with_boxes(page, whole, direction, self.name),
    )
    monkeypatch.setattr("panelwise.reading.TextReader.read", lambda *_: pytest.fail("OCR ran"))
    _, run = summary_of("comix.detection", comics, tmp_path, model)
    assert {result.outcome for result in run.results()} <= {"correct", "partial", "wrong"}


def test_two_detectors_at_one_path_have_two_identities(tmp_path):
    found = []
    for least in (0.5, 0.6):
        solver = get_solver(detector(tmp_path / "detector.onnx", least=least))
        data = (tmp_path / "detector.onnx").read_bytes()
        assert solver.identity()["model"] == hashlib.sha256(data).hexdigest()
        found.append(solver.identity())
    assert found[0]["solver"] == found[1]["solver"]
    assert found[0] != found[1]


def test_marked_texts_are_linked_by_the_readers_own_panels(comics, tmp_path):
    summary, _ = summary_of("comix.speaker_identification", comics, tmp_path)
    assert summary.coverage == 1
    assert summary.metrics["unlinked"].headline.value == 0


def test_marked_texts_are_put_in_order(comics, tmp_path):
    summary, _ = summary_of("comix.text_reading_order", comics, tmp_path)
    assert summary.coverage == 1
    assert summary.metrics["kendall_tau"].headline.value > 0.5


def test_texts_need_the_extra(comics, tmp_path, monkeypatch):
    monkeypatch.setattr("panelwise.reading._text_reader.can_read_texts", lambda: False)
    pack = build("mangavqa.manga_ocr", comics, out=tmp_path / "pack")
    with pytest.raises(MissingExtraError, match=r"\[ocr\]"):
        evaluate(pack, "reader:default", out=tmp_path / "run")


@pytest.mark.extra
def test_texts_are_read(comics, tmp_path):
    pytest.importorskip("rapidocr", reason="needs the extra [ocr]")
    summary, run = summary_of("mangavqa.manga_ocr", comics, tmp_path)
    assert summary.metrics["recall_dialogue"].headline.value > 0.3
    assert summary.metrics["matched_similarity"].headline.value > 0.8
    assert "rapidocr" in run.config["identity"]


def test_a_reader_tells_no_stories(comics, tmp_path):
    for task in ("mangavqa.manga_vqa", "comix.dialog_generation", "chromic.chrono_mcq"):
        pack = build(task, comics, out=tmp_path / task)
        with pytest.raises(UnavailableError, match="reads pages and cannot answer"):
            evaluate(pack, "reader:default", out=tmp_path / "run")
    with pytest.raises(UnknownNameError, match="did you mean 'default'"):
        get_solver("reader:defalt")
