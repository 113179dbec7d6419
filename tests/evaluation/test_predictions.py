"""What detectors and readers of texts found elsewhere, taken from files as answers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from panelwise.errors import InputError, UnavailableError
from panelwise.evaluation import evaluate
from panelwise.experiments import PacksFrom, run_experiment
from panelwise.packs import Pack

CATEGORIES = {"panel": 7, "character": 1, "text": 3, "face": 9}


@pytest.fixture(scope="module")
def detection(pack_of) -> Pack:
    return pack_of("comix.detection", profile="paper")


@pytest.fixture(scope="module")
def ocr(pack_of) -> Pack:
    return pack_of("mangavqa.manga_ocr", profile="paper")


def coco_results(pack: Pack, factor: float = 1.0) -> list[dict]:
    """Every box of the pack's pages as COCO results have it, sizes of pictures times a factor."""
    return [
        {
            "image_id": number,
            "category_id": CATEGORIES[one["class"]],
            "bbox": [factor * value for value in (x0, y0, x1 - x0, y1 - y0)],
            "score": 0.5 + 0.4 / (1 + at),
        }
        for number, item in enumerate(pack.items())
        for at, one in enumerate(item.gold["boxes"])
        for x0, y0, x1, y1 in [one["box"]]
    ]


def images(pack: Pack, factor: float = 1.0) -> list[dict]:
    return [
        {
            "id": number,
            "file_name": item.sources[0].path,
            "width": factor * item.rendering.images[0].width,
            "height": factor * item.rendering.images[0].height,
        }
        for number, item in enumerate(pack.items())
    ]


def written(path: Path, value: object) -> str:
    path.write_text(json.dumps(value), "utf-8")
    return f"recorded:{path}"


def scores(pack: Pack, model: str, out: Path) -> list[dict[str, float]]:
    return [result.scores for result in evaluate(pack, model, out=out, profile="paper").results()]


def test_coco_results_with_a_map_of_numbers(detection, tmp_path):
    """COCO's own lists beside the results, at half the size that the pack's pictures have."""
    model = written(tmp_path / "yolo.json", coco_results(detection, 0.5))
    categories = [{"id": number, "name": name} for name, number in CATEGORIES.items()]
    beside = {"images": images(detection, 0.5), "categories": categories, "seconds": 0.25}
    written(tmp_path / "yolo.map.json", beside)
    run = evaluate(detection, model, out=tmp_path / "run", profile="paper")
    results = list(run.results())
    assert all(result.scores["mean_f1"] == 1 for result in results)
    assert {result.latency for result in results} == {0.25}
    assert [box["score"] for box in results[0].answer["boxes"]]


def test_a_category_that_is_mapped_to_nothing_is_left_out(detection, tmp_path):
    model = written(tmp_path / "yolo.json", coco_results(detection))
    names = {str(number): name for name, number in CATEGORIES.items()} | {"9": None}
    pages = {str(number): item.id for number, item in enumerate(detection.items())}
    written(tmp_path / "yolo.map.json", {"categories": names, "images": pages})
    found = scores(detection, model, tmp_path / "run")
    assert sum(one["predicted_face"] for one in found) == 0
    assert sum(one["predicted_panel"] for one in found) == sum(one["gold_panel"] for one in found)


def test_a_page_without_a_box_was_found_empty(detection, tmp_path):
    first = detection.items()[0]
    some = [one for one in coco_results(detection) if one["image_id"] != 0]
    data = {"images": images(detection), "annotations": some}
    data["categories"] = [{"id": number, "name": name} for name, number in CATEGORIES.items()]
    model = written(tmp_path / "all.json", data)
    run = evaluate(detection, model, out=tmp_path / "run", profile="paper")
    empty = next(result for result in run.results() if result.item == first.id)
    assert (empty.status, empty.scores["mean_f1"]) == ("ok", 0)


def test_pages_with_texts_read_and_their_times(ocr, tmp_path):
    """A reader of texts: a line for each page, with the seconds that it took."""
    lines = [
        {
            "page": item.sources[0].path,
            "seconds": 0.05 * (1 + number),
            "boxes": [
                {"class": "text", "bbox": one["box"], "score": 0.9, "text": one["text"]}
                for one in item.gold["texts"]
            ],
        }
        for number, item in enumerate(ocr.items())
    ]
    (tmp_path / "ocr.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    folder = tmp_path / "packs"
    folder.mkdir()
    (folder / "manga_ocr").symlink_to(ocr.path.resolve())
    model, source = f"recorded:{tmp_path}/ocr.jsonl", PacksFrom(packs=folder)
    done = run_experiment("MV-E15", [model], tmp_path / "out", source=source)
    speed, seconds, hmean = done.table.measured
    total = sum(line["seconds"] for line in lines)
    assert speed.score.value == pytest.approx(len(lines) / total)
    assert seconds.score.value == pytest.approx(total / len(lines))
    assert hmean.score.value == 1


def test_answers_may_state_their_times(ocr, tmp_path):
    item = ocr.items()[0]
    line = {"id": item.id, "answer": [], "seconds": 1.5}
    (tmp_path / "one.jsonl").write_text(json.dumps(line))
    run = evaluate(ocr, f"recorded:{tmp_path}/one.jsonl", out=tmp_path / "run", limit=1)
    assert [result.latency for result in run.results()] == [1.5]


def test_mistakes_are_said_in_a_line(detection, ocr, pack_of, tmp_path):
    results = coco_results(detection)
    model = written(tmp_path / "a.json", results)
    with pytest.raises(InputError, match=r"category 7: is '7', and classes are panel, .*a\.map"):
        evaluate(detection, model, out=tmp_path / "run")
    written(tmp_path / "a.map.json", {"categories": {"7": "panel"}})
    with pytest.raises(InputError, match=r"category \d is not in .*a\.map\.json; add it there"):
        evaluate(detection, model, out=tmp_path / "run")
    names = {str(number): name for name, number in CATEGORIES.items()}
    written(tmp_path / "a.map.json", {"categories": names})
    with pytest.raises(InputError, match="has pages such as '0', and the packs have none"):
        evaluate(detection, model, out=tmp_path / "run")
    page = {"page": "p", "boxes": []}
    twice = written(tmp_path / "twice.json", [page, page])
    with pytest.raises(InputError, match="has page 'p' more than once"):
        evaluate(detection, twice, out=tmp_path / "run")
    bent = written(tmp_path / "bent.json", [{"page": "p", "boxes": [{"class": "text"}]}])
    with pytest.raises(InputError, match="bbox"):
        evaluate(ocr, bent, out=tmp_path / "run")
    with pytest.raises(UnavailableError, match="holds boxes on pages and cannot answer"):
        evaluate(pack_of("comicvqa.panel_sorting"), model, out=tmp_path / "run")
