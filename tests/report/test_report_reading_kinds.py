"""The report of tasks about pages: texts, boxes, speakers, identities, names, lines, answers."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from dataclasses import replace

import pytest
from PIL import Image

from panelwise.analysis import RunData, compare
from panelwise.errors import InputError
from panelwise.evaluation import evaluate
from panelwise.packs import Made, write_pack
from panelwise.profile import RECOMMENDED
from panelwise.report import ReportRun, write_report, write_report_files
from panelwise.tasks import ImageEntry, Item, Rendering, SourcePage, Turn, get_kind

SIZE = (400, 600)
LINES = [
    {"mark": "T1", "box": [20, 20, 120, 70], "text": "Poor kitty!", "names": ["Theo"],
     "known": True},
    {"mark": "T2", "box": [20, 320, 120, 370], "text": "Really?", "names": ["Felix"],
     "known": True},
]  # fmt: skip
BODIES = {"C1": [150, 60, 200, 180], "C2": [150, 360, 200, 480], "C3": [300, 60, 350, 180]}
GOLD = {
    "spotting": {
        "size": [*SIZE],
        "texts": [
            {"box": line["box"], "text": line["text"], "class": "dialogue"} for line in LINES
        ],
    },
    "detection": {
        "size": [*SIZE],
        "classes": ["panel", "character"],
        "boxes": [
            {"class": "panel", "box": [10, 10, 390, 290]},
            {"class": "panel", "box": [10, 310, 390, 590]},
            *({"class": "character", "box": box} for box in BODIES.values()),
        ],
    },
    "speakers": {
        "texts": {line["mark"]: line["box"] for line in LINES},
        "characters": BODIES,
        "links": [["T1", "C1"], ["T2", "C2"]],
    },
    "identities": {"characters": BODIES, "groups": [["C1", "C3"], ["C2"]]},
    "structure": {
        "size": [*SIZE],
        "texts": [
            {"box": line["box"], "speakers": [who]}
            for line, who in zip(LINES, ("C1", "C2"), strict=True)
        ],
        "characters": [
            {"id": mark, "box": box, "person": person}
            for (mark, box), person in zip(BODIES.items(), ("Theo", "Felix", "Theo"), strict=True)
        ],
    },
    "reading_order": {"size": [*SIZE], "texts": [{"box": line["box"]} for line in LINES]},
    "naming": {"lines": LINES},
    "dialogue": {"lines": LINES},
    "answer": {"question": "Who says “Poor kitty!”?", "answers": ["Theo", "the boy"]},
    "rating": {"own": True},
    "ordering": (1, 0),
}
FAULTY = {
    "spotting": [{"bbox": [22, 20, 120, 70], "text": "Poor kty!"}, {"bbox": [200, 20, 260, 60],
                                                                       "text": "<b>SALE</b>"}],
    "detection": [{"class": "panel", "bbox": [10, 10, 390, 290]},
                  {"class": "character", "bbox": [10, 10, 50, 50]}],
    "speakers": {"T1": "C2", "T2": "C2"},
    "identities": [["C1"], ["C2", "C3"]],
    "structure": {
        "texts": [{"bbox": [22, 320, 120, 370], "speaker": "C1"},
                  {"bbox": [20, 20, 120, 70], "speaker": "C1"},
                  {"bbox": [200, 20, 260, 60], "speaker": "C2"}],
        "characters": [{"id": "C1", "bbox": [150, 60, 200, 180], "person": "A"},
                       {"id": "C2", "bbox": [300, 60, 350, 180], "person": "B"}],
    },
    "reading_order": [{"bbox": [22, 320, 120, 370]}, {"bbox": [20, 20, 120, 70]}],
    "naming": {"T1": "Teo", "T2": "Bob"},
    "dialogue": [{"name": "Theo", "text": "Poor kity!"}, {"name": "Bob", "text": "Really?"},
                 {"name": "Bob", "text": "Meanwhile"}],
    "answer": "Thea",
    "rating": "2",
    "ordering": [1, 2],
}  # fmt: skip
KINDS = tuple(GOLD)


def picture(number: int) -> bytes:
    stream = io.BytesIO()
    Image.new("RGB", SIZE, (200, 220, 230 + number)).save(stream, "PNG")
    return stream.getvalue()


def item_of(kind: str, number: int, image: bytes) -> Item:
    sha256 = hashlib.sha256(image).hexdigest()
    recipe = {"kind": "page", "page": sha256}
    if kind == "ordering":
        boxes = [line["box"] for line in LINES]
        recipe = {"kind": "marked_page", "page": sha256, "boxes": boxes}
    entry = ImageEntry(sha256, sha256, *SIZE, "image/png", len(image), recipe)
    text = "What stands there?"
    return Item(
        id=f"{kind}-{number}",
        task=f"made-up.{kind}",
        kind=kind,
        n=2,
        rendering=Rendering((Turn("user", (0, text)),), (entry,), f"made-up.{kind}/1"),
        gold=GOLD[kind],
        sources=(SourcePage(f"book-{number}", "1", "p1.png", sha256),),
        index_base=1,
        meta={"texts": 2} if kind == "ordering" else {},
    )


def pack_of(kind, folder, pages=3):
    pictures = [picture(number) for number in range(pages)]
    items = [item_of(kind, number, image) for number, image in enumerate(pictures)]
    made = [
        Made(item, {item.rendering.images[0].sha256: image})
        for item, image in zip(items, pictures, strict=True)
    ]
    manifest = {"task": f"made-up.{kind}", "kind": kind, "title": kind,
                "headline": get_kind(kind).headline, "profile": RECOMMENDED.as_dict(),
                "prompts": [], "books": []}  # fmt: skip
    return write_pack(folder, made, manifest, "# Made up\n"), items


def runs_of(kind, folder, answers=None):
    """A perfect run, and one with faults whose last answer cannot be read."""
    pack, items = pack_of(kind, folder / "pack")
    said = answers or [FAULTY[kind]] * (len(items) - 1) + ["I cannot say."]
    rows = [
        json.dumps({"id": item.id, "answer": one if isinstance(one, str) else json.dumps(one)})
        for item, one in zip(items, said, strict=True)
    ]
    (folder / "faulty.jsonl").write_text("\n".join(rows), "utf-8")
    return [
        evaluate(pack, "baseline:oracle", out=folder / f"{kind}-oracle"),
        evaluate(pack, f"recorded:{folder / 'faulty.jsonl'}", out=folder / f"{kind}-faulty"),
    ]


@pytest.fixture(scope="module")
def every_kind(tmp_path_factory):
    """A report of two runs of every kind."""
    folder = tmp_path_factory.mktemp("kinds")
    runs = []
    for kind in KINDS:
        (folder / kind).mkdir()
        runs += runs_of(kind, folder / kind)
    write_report(runs, folder / "out", title="Reading")
    return folder / "out"


def text_of(path) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", path.read_text("utf-8")).split())


@pytest.mark.parametrize(
    "asked",
    [
        "3 pages from 3 books with 2 texts each: where are they, and what do they say?",
        "3 pages from 3 books: where are the panels and characters?",
        "3 pages from 3 books with 2 texts each: who says each of them?",
        "3 pages from 3 books with 2 characters each: which of them are the same person?",
        "3 pages from 3 books with 2 lines each: what is the name of the speaker of each?",
        "3 pages from 3 books with 2 spoken lines each: who says what, in which order?",
        "3 questions from 3 books, answered in one's own words",
        "3 sets of descriptions from 3 books, some of other pages: how faithful is each",
        "3 pages from 3 books, each with 2 numbered texts: in which order are they read?",
    ],
)
def test_the_question_is_that_of_the_kind(every_kind, asked):
    assert asked in text_of(every_kind / "index.html").replace("&#39;", "'")


def test_where_nothing_can_be_drawn_at_random_the_best_constant_is_the_level(tmp_path):
    page = text_of(write_report(runs_of("spotting", tmp_path), tmp_path / "out"))
    assert "No random chance: boxes have no finite set of answers to draw from." in page
    assert "0.000 nothing" in page  # the best constant, and which
    assert "The best constant answer (nothing) scores 0.000." in page
    assert "Over chance 0" not in page


@pytest.mark.parametrize("kind", ["naming", "rating"])
def test_answers_without_positions_have_no_position_bias(kind, tmp_path, every_kind):
    page = write_report(runs_of(kind, tmp_path), tmp_path / "out")
    assert 'class="bias"' not in page.read_text("utf-8")
    mixed = (every_kind / "index.html").read_text("utf-8")
    (bias,) = re.findall(r'<section class="bias".*?</section>', mixed, re.DOTALL)
    assert "ordering-faulty" in bias
    assert "naming-faulty" not in bias


def test_many_metrics_stand_in_groups_and_recall_by_class_apart(tmp_path):
    html = write_report(runs_of("spotting", tmp_path), tmp_path / "out").read_text("utf-8")
    for title in ("Found and read", "Found", "Read, wherever it stands"):
        assert f'scope="rowgroup">{title}</th>' in html
    metrics = html[html.index("All metrics of") : html.index('class="funnel"')]
    assert "recall onomatopoeia" not in metrics
    assert "best frame" not in metrics
    assert "by class, orientation and size of box; n: how many there are on the pages" in html
    row = re.search(r">dialogue</th><td class=\"n\">(\d+)</td>", html)
    assert row
    assert row[1] == "6"


def test_another_coordinate_frame_is_noted_where_it_would_score_more(tmp_path):
    (x0, y0, x1, y1), words = LINES[0]["box"], LINES[0]["text"]
    moved = [{"bbox": [x0 / 0.4, y0 / 0.6, x1 / 0.4, y1 / 0.6], "text": words}]
    page = text_of(write_report(runs_of("spotting", tmp_path, [moved] * 3), tmp_path / "out"))
    assert "spotting-faulty: another coordinate frame would score 0.667 instead of 0.000" in page
    assert "fit better as thousandths of the page" in page
    assert "spotting-oracle: another coordinate frame" not in page


def test_who_judged_stands_under_the_table(tmp_path):
    runs = runs_of("answer", tmp_path)
    judge = {"judge": "openai/judge", "prompt": "p/1", "n": 2, "failed": 1, "silent": 0,
             "flagged": 1, "mean": 6.5, "unflagged_mean": 6.0, "unasked": 4,
             "same_family": True, "folder": "x"}  # fmt: skip
    folder = runs[1].path / "judging"
    folder.mkdir()
    (folder / "judges.json").write_text(json.dumps([judge]), "utf-8")
    page = text_of(write_report(runs, tmp_path / "out"))
    assert "answer-faulty openai/judge 6.50 2 1 4 0 1 6.00 p/1 the same as the model" in page
    tables = (tmp_path / "out" / "tables.md").read_text("utf-8")
    assert (
        "| answer-faulty | openai/judge | 6.50 | 2 | 1 | 4 | 0 | 1 | 6.00 | p/1 | same |" in tables
    )


def test_marks_never_stand_under_another_metric(tmp_path):
    silent, judged = map(RunData.of, runs_of("answer", tmp_path))
    marked = [replace(one, scores={**one.scores, "judge": 7.5}) for one in judged.results]
    comparison = compare([silent, replace(judged, results=marked)])
    shown = [
        ReportRun(run.name, run.model, "recommended", {}, tuple(run.results))
        for run in (silent, judged)
    ]
    page = text_of(write_report_files(shown, comparison, tmp_path / "out"))
    assert "Judged: answer-faulty only; so ANLS heads all runs." in page
    rows = (tmp_path / "out" / "headline.csv").read_text("utf-8-sig").splitlines()[1:]
    assert [row.split(",")[4] for row in rows] == ["anls", "anls"]
    assert [one.metric for one in comparison.baseline_differences] == ["anls"]
    assert not comparison.tests  # one of the two is a baseline
    one, other = ({row.key for row in summary.breakdowns} for summary in comparison.summaries)
    assert one == other != set()


def test_a_broken_record_of_judges_is_named(tmp_path):
    runs = runs_of("answer", tmp_path)
    folder = runs[0].path / "judging"
    folder.mkdir()
    (folder / "judges.json").write_text('[{"judge": 3}]', "utf-8")
    with pytest.raises(InputError, match=r"judges\.json: damaged \(0\.judge"):
        write_report(runs, tmp_path / "out")


def test_the_tables_hold_every_metric_and_every_class(every_kind):
    tables = (every_kind / "tables.md").read_text("utf-8")
    assert "### made-up.spotting: all metrics" in tables
    assert "### made-up.detection by class" in tables
    assert re.search(r"\| detection-faulty \| panel \| 6 \| 1.000 .*\| 0.333 ", tables)
    assert "### made-up.ordering: all metrics" not in tables
    latex = (every_kind / "tables.tex").read_text("utf-8")
    assert latex.count(r"\begin{tabular}") == latex.count(r"\end{tabular}")


def test_average_precision_stands_beside_for_those_who_say_how_sure_they_are(tmp_path):
    def sure(*scores):
        boxes = [box["box"] for box in GOLD["detection"]["boxes"][:2]]
        said = zip(boxes, scores, strict=True)
        return [{"class": "panel", "bbox": box, "score": score} for box, score in said]

    lost = {"class": "panel", "bbox": [0, 9, 0, 9], "score": 0.95}  # nothing, and claimed
    runs = runs_of("detection", tmp_path, [sure(0.9, 0.8), [lost, *sure(0.7, 0.6)], sure(0.5, 0.4)])
    silent, rated = compare(runs).summaries
    assert not silent.precision.has_scores
    # From the surest down: wrong, then six right ones; precision at every recall is at best 6/7.
    assert rated.precision.ap50["panel"].value == pytest.approx(6 / 7)
    assert rated.precision.ap50["character"].value == 0
    assert rated.precision.mean_ap50.value == pytest.approx(3 / 7)
    for interval in (rated.precision.ap50["panel"], rated.precision.mean_ap50):
        assert interval.low < interval.value < interval.high
    out = tmp_path / "report"
    write_report(runs, out)
    tables = (out / "tables.md").read_text("utf-8")
    assert re.search(r"\| detection-faulty \| panel \| 6 \| .*\| 0\.857 \\\[0\.\d+, ", tables)
    assert re.search(r"\| detection-faulty \| mean of classes .*\| 0\.429 ", tables)
    assert re.search(r"\| detection-oracle \| panel \| 6 \| 1\.000 .*\| — \|", tables)
    rows = csv.DictReader((out / "breakdowns.csv").read_text("utf-8-sig").splitlines())
    panel = {
        r["metric"]: r["score"] for r in rows if (r["run"][-6:], r["value"]) == ("faulty", "panel")
    }
    assert float(panel["ap50"]) == pytest.approx(6 / 7)
    assert float(panel["precision_panel"]) == pytest.approx(6 / 7)
    assert float(panel["recall_panel"]) == 1


def test_samples_carry_drawings_and_no_second_copy_of_the_gold(every_kind):
    items = "".join(path.read_text() for path in sorted((every_kind / "data").glob("items-*")))
    answers = "".join(path.read_text() for path in sorted((every_kind / "data").glob("answers-*")))
    assert '"answers":["Theo"' not in items
    assert "<b>" not in answers
    assert answers.count('"drawing":') == 2 * 3 * len(KINDS)
    assert "similarity_in_pixels" not in answers


@pytest.mark.browser
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_with_words_beside(visit, every_kind, kind):
    tab = visit(every_kind, f"samples.html#item={kind}-0&run={kind}-faulty")
    tab.wait_for_selector("#detail h2")
    if kind != "ordering":
        assert tab.inner_text("#detail .told")
        assert tab.locator("#detail .listing tbody tr").count() >= 2
    if kind not in ("answer", "rating"):  # nothing on the page to be marked
        assert tab.locator("#detail .drawing svg[role=img][aria-label]").count() >= 1
        assert tab.locator("#detail .drawing .legend li").count() >= 1 or kind == "identities"
    assert "[object" not in tab.inner_text("#detail")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 1366


@pytest.mark.browser
def test_missing_letters_are_squares_and_markup_stays_text(visit, every_kind):
    tab = visit(every_kind, "samples.html#item=spotting-0&run=spotting-faulty")
    tab.wait_for_selector("#detail .listing")
    assert tab.locator(".listing .square").all_inner_texts() == ["i", "t"]
    assert tab.locator(".listing b").count() == 0
    assert "<b>SALE</b>" in tab.inner_text(".listing")
    assert tab.locator(".drawing .shape.hit").count() == 2  # one on the page, one in the legend
    assert tab.locator(".drawing figure .shape.miss").count() == 1
    assert tab.locator(".drawing figure .shape.extra").count() == 1


@pytest.mark.browser
def test_marks_lie_on_the_picture_and_grow_with_it(visit, every_kind):
    shares = []
    for size in ((1366, 768), (1920, 1080)):
        tab = visit(every_kind, "samples.html#item=spotting-0&run=spotting-faulty", size)
        tab.wait_for_selector(".drawing image")
        page, hit = (
            tab.locator(f".drawing figure {what}").first.bounding_box()
            for what in ("image", ".shape.hit")
        )
        shares.append((hit["x"] - page["x"]) / page["width"])
    assert shares == pytest.approx([20 / 400] * 2, abs=0.01)


@pytest.mark.browser
def test_answers_are_drawn_side_by_side_when_compared(visit, every_kind):
    tab = visit(every_kind, "samples.html#item=speakers-0&run=speakers-faulty")
    tab.wait_for_selector("#detail .drawing")
    tab.keyboard.press("c")
    tab.wait_for_selector(".columns .drawing")
    assert tab.locator(".columns .drawing svg[role=img]").count() == 2
    assert tab.locator(".columns figure .link.wrong").count() == 1
    assert tab.locator(".columns figure .link.missed").count() == 1


@pytest.mark.browser
@pytest.mark.parametrize(
    ("kind", "scheme"),
    [*((kind, "light") for kind in KINDS), ("spotting", "dark"), ("dialogue", "dark")],
)
def test_axe_finds_no_fault_in_any_kind(visit, axe, every_kind, kind, scheme):
    place = f"samples.html#item={kind}-0&run={kind}-faulty"
    tab = visit(every_kind, place, color_scheme=scheme)
    tab.wait_for_selector("#detail h2")
    assert axe(tab) == []


@pytest.mark.browser
@pytest.mark.parametrize("size", [(375, 812), (1366, 768)])
def test_the_first_page_of_every_kind_has_no_fault(visit, axe, every_kind, size):
    tab = visit(every_kind, "index.html", size)
    tab.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true })")
    assert tab.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert axe(tab) == []
