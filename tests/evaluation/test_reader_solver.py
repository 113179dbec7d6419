"""The page reader answers packs through the same path as any model."""

import pytest

from panelwise.analysis import summarise
from panelwise.benchmarks import build
from panelwise.errors import MissingExtraError, UnavailableError, UnknownNameError
from panelwise.evaluation import evaluate, get_solver
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
