"""The papers' printed tables: carried whole, doubted cell by cell, recomputed where possible."""

from __future__ import annotations

import csv
import dataclasses
import re
from collections import Counter
from pathlib import Path

import pytest

import panelwise.analysis
from panelwise.analysis import (
    PublishedCell,
    published_for,
    published_table,
    published_tables,
    published_tasks,
    recompute_published,
)
from panelwise.analysis.published._published import _doubts_by_cell
from panelwise.benchmarks import BENCHMARKS
from panelwise.errors import UnknownNameError
from panelwise.metrics import ORDERING_METRICS, SPOTTING_METRICS, TRANS_METRICS
from panelwise.tasks import get_kind

DATA = Path(panelwise.analysis.__file__).parent / "published"


def lines(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture
def read_anew():
    """The tables are read once a process, which would hide a change of the code from a test."""
    published_tables.cache_clear()
    _doubts_by_cell.cache_clear()


@pytest.fixture(autouse=True)
def figures_anew():
    published_for.cache_clear()


def test_every_table_of_the_five_papers_is_there():
    papers = Counter(table.paper for table in published_tables())
    assert papers == {
        "CHROMIC": 11,
        "StripCipher": 8,
        "MangaVQA/MangaLMM": 13,
        "ComicVQA": 8,
        "CoMix supplementary": 9,
        "all": 2,
    }
    for table in published_tables():
        assert table.place
        assert table.caption
        assert table.rows
    readme = (DATA / "README.md").read_text(encoding="utf-8")
    assert all(f"| {paper} |" in readme for paper in papers if paper != "all")


@pytest.mark.parametrize(
    ("table", "row", "column", "printed"),
    [
        ("chromic_t04", {"model": "GPT-4o"}, "acc", "0.3735"),
        ("chromic_t05", {"model": "Moonshot-V1"}, "ndcg_at_n", "0.7244"),
        ("chromic_t06", {"model": "Gemma-3", "size": "12B"}, "WCND", "0.455"),
        ("chromic_t07", {"model": "Qwen-Max"}, "PBP", "0.349"),
        ("stripcipher_t04", {"model": "CogVLM"}, "reorder_generation", "*"),
        ("stripcipher_t08", {"model": "CogVLM-7B"}, "frames_5", "35.8"),
        ("comicvqa_t2", {"model": "GPT-5.1"}, "missing_panel", "62.6"),
        ("comicvqa_t6", {"approach": "SigLIP-Large"}, "accuracy", "46.1"),
        ("mangavqa_t2", {"method": "MangaLMM"}, "mangaocr_hmean", "71.5"),
        ("comix_t6b", {"model": "GPT-4"}, "avg", "93.14"),
    ],
)
def test_cells_read_as_printed(table, row, column, printed):
    (found,) = published_table(table).rows_where(**row)
    assert found[column].printed == printed
    assert found[column].value == (None if printed == "*" else float(printed))


@pytest.mark.usefixtures("read_anew")
def test_what_the_paper_sets_off_is_kept():
    table = published_table("chromic_t06_mcqa_by_style")
    (gpt,) = table.rows_where(model="GPT-4o")
    assert [name for name in table.columns if gpt[name].marked] == ["WC", "WCND", "Overall"]


@pytest.mark.usefixtures("read_anew")
def test_a_table_is_its_file():
    found = {table.id: table for table in published_tables()}
    assert sorted(found) == sorted(path.stem for path in (DATA / "tables").glob("*.csv"))
    for name, table in found.items():
        raw = lines(DATA / "tables" / f"{name}.csv")
        assert [
            {column: row[column].printed for column in table.columns} for row in table.rows
        ] == [{column: line[column] for column in table.columns} for line in raw]
        assert [row.label.split(" | ")[:3] for row in table.rows] == [
            list(line.values())[:3] for line in raw
        ]
        assert not any(None in line or None in line.values() for line in raw)


@pytest.mark.parametrize("file", ["doubts.csv", "item_counts.csv"])
def test_every_doubt_and_every_count_belongs_to_a_cell_that_exists(file):
    for line in lines(DATA / file):
        table = published_table(line["table"])
        assert table.id == line["table"]
        rows = [row.label for row in table.rows]
        assert line["row"] == "*" or rows.count(line["row"]) == 1, line
        for column in (line.get("columns") or line["column"]).split(";"):
            assert column in table.columns, line


@pytest.mark.usefixtures("read_anew")
def test_every_doubt_is_met_when_reading_the_cells():
    written = {(line["table"], line["kind"], line["doubt"]) for line in lines(DATA / "doubts.csv")}
    met = {(t.id, doubt.kind, doubt.text) for t in published_tables() for doubt in t.doubts}
    assert met == written


@pytest.mark.usefixtures("read_anew")
def test_a_wrong_cell_keeps_its_value_and_says_what_is_wrong():
    (row,) = published_table("chromic_t07").rows_where(model="Qwen-Max")
    assert row["PBP"].printed == "0.349"
    wrong = [doubt.text for doubt in row["PBP"].doubts if doubt.kind == "wrong"]
    assert len(wrong) == 1
    assert "impossible on 123 items" in wrong[0]
    assert not [doubt for doubt in row["CFR"].doubts if doubt.kind == "wrong"]


def test_a_cell_is_what_is_printed_and_nothing_else_unless_the_paper_says_so():
    assert dataclasses.astuple(PublishedCell("62.50")) == ("62.50", False, ())


def test_an_unknown_table_is_one_line_with_a_hint():
    with pytest.raises(UnknownNameError, match="did you mean 'stripcipher_t04_main'") as error:
        published_table("stripcipher_t04_mian")
    assert "\n" not in str(error.value)


KNOWN_METRICS = {
    *ORDERING_METRICS,
    *SPOTTING_METRICS,
    *TRANS_METRICS,
    "judge",
    "ap50",
    "recall_at_texts",
    "anls",
    "dialogue_text",
    "dialogue_names",
    "share",
}


def test_where_our_headline_is_not_the_printed_one():
    """Detectors with scores are printed; models have none. Known names are ranked by (AMB-49)."""
    assert published_for("comix.detection").metric == "ap50"
    assert BENCHMARKS.get("comix.detection").headline == "mean_f1"
    assert published_for("comix.character_naming").metric == "anls"
    assert BENCHMARKS.get("comix.character_naming").headline == "anls_known"


@pytest.mark.parametrize("task", published_tasks())
def test_every_task_has_figures_under_the_names_of_our_metrics(task):
    found = published_for(task)
    assert found.task == task
    assert task.partition(".")[0] in (*PAPERS, "mangavqa", "comix")
    if task in BENCHMARKS.names() and task != "comix.detection":  # see the test below
        ours = BENCHMARKS.get(task)
        assert found.metric in get_kind(ours.kind).metrics
        assert found.metric == ours.headline or task == "comix.character_naming"
    for figure in found.figures:
        assert figure.metric in KNOWN_METRICS
        assert figure.who
        if figure.metric not in ("mae", "judge") and figure.value is not None:
            assert 0 <= figure.value <= 1
        table = published_table(figure.table)
        assert (figure.paper, figure.place) == (table.paper, table.place)
    keys = [(f.who, f.metric, f.split, f.table) for f in found.figures]
    assert len(set(keys)) == len(keys)


# What people do in the papers and a model does here: no score of a model is printed.
BY_PEOPLE = ["chromic.description_faithfulness"]


def test_every_task_of_the_three_papers_has_figures():
    ours = [name for name in BENCHMARKS.names() if name.split(".")[0] in PAPERS]
    printed = [name for name in published_tasks() if name.split(".")[0] in PAPERS]
    assert sorted([*printed, *BY_PEOPLE]) == sorted(ours)


def test_the_ordering_metrics_rise_and_fall_as_ours_do():
    for task in published_tasks():
        found = published_for(task)
        if found.metric in ORDERING_METRICS:
            assert found.higher_is_better == ORDERING_METRICS[found.metric].higher_is_better
    mae = published_for("chromic.panel_reordering").best_by("mae")
    assert mae is not None
    assert mae.value == min(
        one.value
        for one in published_for("chromic.panel_reordering").figures
        if one.metric == "mae" and one.value is not None
    )


PAPERS = ("chromic", "stripcipher", "comicvqa")


@pytest.mark.parametrize(
    ("task", "best", "human", "chance"),
    [
        ("chromic.panel_reordering", ("GPT-4o", "0.3991", None), None, None),
        ("chromic.description_reordering", ("Claude-3.7-Sonnet", "0.3821", None), "0.9532", None),
        ("chromic.chrono_mcq", ("GPT-4o", "0.507", 795), "0.679", 0.25),
        ("stripcipher.frame_prediction", ("GPT-4o", "69.95", 600), "82.00", 0.25),
        ("stripcipher.narrative_comprehension", ("GPT-4o", "61.60", 680), "80.00", 0.25),
        ("stripcipher.reordering_choice", ("Qwen2VL (7B)", "31.91", 890), "86.00", 0.25),
        ("stripcipher.reordering_generation", ("Gemini1.5-Pro", "32.02", 890), "80.00", 0.06551),
        ("stripcipher.reordering_with_meaning", ("Qwen2.5VL", "32.54", None), None, 0.25),
        ("comicvqa.missing_panel", ("GPT-5.1", "62.6", 1000), "83.4", 0.25),
        ("comicvqa.panel_sorting", ("Gemini-Flash-2.5", "46.4", 1000), "88.0", 0.25),
        ("comicvqa.two_panel_order", ("Gemini-Flash-2.5", "65.0", None), None, 0.5),
        ("comicvqa.four_panel_binary", None, None, 0.5),
        ("mangavqa.manga_ocr", ("MangaLMM (7B)", "71.5", 1166), None, None),
        ("mangavqa.manga_vqa", ("Gemini 2.5 Flash", "7.26", 526), None, None),
        ("comix.detection", ("R-CNN", "62.7", None), None, None),
        ("comix.speaker_identification", ("Magi", "27.9", None), None, None),
        ("comix.character_naming", ("GPT-4", "47.11", None), None, None),
        ("comix.dialog_generation", ("GPT-4", "93.14", None), None, None),
        ("comix.offence", None, None, None),
    ],
)
def test_what_stands_beside_a_task(task, best, human, chance):
    found = published_for(task)
    top = found.best
    assert (top and (top.who, top.printed, top.n)) == best
    assert (found.human and found.human.printed) == human
    assert (found.chance and round(found.chance.value, 5)) == chance


@pytest.mark.parametrize(
    ("task", "source"),
    [
        ("chromic.chrono_mcq", "four options"),
        ("stripcipher.frame_prediction", "four options"),
        ("stripcipher.reordering_generation", "one of n! orders over Table 8's strips"),
        ("comicvqa.missing_panel", "printed, ComicVQA Table 2"),
        ("comicvqa.two_panel_order", "printed, ComicVQA Table 3"),
        ("comicvqa.four_panel_binary", "two options; ComicVQA Section 5"),
    ],
)
def test_where_a_chance_is_from(task, source):
    chance = published_for(task).chance
    assert chance is not None
    assert chance.source == source


def test_figures_are_split_as_the_papers_split_them():
    splits = {
        task: Counter(axis for one in published_for(task).figures for axis, _ in one.split)
        for task in published_tasks()
    }
    assert splits["chromic.chrono_mcq"] == {"style": 42, "perspective": 84, "input": 8}
    assert splits["stripcipher.narrative_comprehension"] == {"input": 6, "frames": 24, "setting": 4}
    assert splits["comicvqa.four_panel_binary"] == {"perturbation": 5}
    assert splits["mangavqa.manga_ocr"] == {"ft_data": 10, "ratio_percent": 3, "collection": 4}
    assert splits["mangavqa.manga_vqa"] == {
        "ft_data": 10,
        "ratio_percent": 3,
        "judge": 11,
        "ocr_annotation": 2,
    }
    assert splits["comix.detection"] == {"classes": 25, "collection": 40}
    assert splits["comix.offence"] == {"class": 14, "checked": 7}
    best = published_for("chromic.panel_reordering").best_by("mae")
    assert best is not None
    assert (best.who, best.value) == ("GPT-4o", 0.9724)


def test_a_figure_says_whether_its_items_were_printed_or_recovered():
    found = published_for("chromic.chrono_mcq").figures
    (style,) = [one for one in found if one.who == "GPT-4o" and one.split == (("style", "WC"),)]
    (whole,) = [one for one in found if one.who == "GPT-4o" and not one.split]
    assert (style.n, style.n_recovered) == (118, True)
    assert (whole.n, whole.n_recovered) == (795, False)


def test_a_model_that_fails_has_no_score_and_baselines_are_no_models():
    written = published_for("stripcipher.reordering_generation").figures
    assert {one.who for one in written if one.value is None} == {
        "Janus-Pro (7B)",
        "LLaVA-NeXT-Video (7B)",
        "CogVLM (17B)",
    }
    missing = published_for("comicvqa.missing_panel").figures
    assert Counter(one.role for one in missing) == {
        "model": 10,
        "baseline": 3,
        "human": 1,
        "chance": 1,
    }


def test_units_are_those_of_our_metrics():
    """Percent become shares; a judge's mark stays what it is."""
    (read,) = [
        one
        for one in published_for("mangavqa.manga_ocr").figures
        if one.metric == "detection_recall"
    ]
    assert (read.who, read.value, read.printed) == ("MangaLMM (7B)", 0.753, "75.3")
    best = published_for("mangavqa.manga_vqa").best
    assert best is not None
    assert (best.value, best.printed) == (7.26, "7.26")
    manga = published_for("comix.detection").best_by(
        "ap50", (("classes", "predictable"), ("collection", "Pop"))
    )
    assert manga is not None
    assert (manga.who, manga.value) == ("Magi", 0.829)


def test_the_nearest_character_is_a_baseline_and_beats_the_model():
    found = published_for("comix.speaker_identification").figures
    whole = {one.who: (one.role, one.value) for one in found if not one.split}
    assert whole == {"closest": ("baseline", 0.384), "Magi": ("model", 0.279)}


def test_an_unknown_task_is_one_line_with_a_hint():
    with pytest.raises(UnknownNameError, match=r"did you mean 'chromic\.chrono_mcq'"):
        published_for("chromic.chrono_mqc")


def test_stripciphers_sixteen_averages_print_as_printed():
    """AVG is the plain mean of four columns; a task that a model fails counts as 0."""
    for row in published_table("stripcipher_t04_main").rows[1:]:
        columns = ("prediction", "comprehension", "reorder_choice", "reorder_generation")
        mean = sum(row[name].value or 0.0 for name in columns) / 4
        assert abs(mean - float(row["avg"].printed)) <= 0.005 + 1e-9
    found = [one for one in recompute_published() if one.column == "avg"]
    assert len(found) == 17  # and people
    assert all(one.agrees for one in found)


def test_chromics_overall_is_the_mean_over_items_and_prints_as_printed():
    found = [one for one in recompute_published() if "(118, 231, 446)" in one.check]
    assert len(found) == 14
    for one in found:
        assert one.agrees
        assert f"{one.recomputed:.3f}" == one.printed


def test_the_disagreements_are_listed_and_each_is_a_known_doubt():
    found = recompute_published()
    against = [(one.table, one.row.split(" |")[0], one.column) for one in found if not one.agrees]
    assert against == [
        ("chromic_t06_mcqa_by_style", "Qwen-Max", "Overall"),
        ("chromic_t09_dr_ablation", "Moonshot-V1", "default"),
        ("stripcipher_t07_meaning_hint", "Shuffled image", "qwen2_5_vl"),
    ]
    assert all(one.doubts for one in found if not one.agrees)
    assert len(found) == 144


def test_a_changed_figure_no_longer_agrees():
    one = next(one for one in recompute_published() if one.column == "avg")
    assert not dataclasses.replace(one, printed="82.01").agrees


@pytest.mark.shared
def test_the_tables_are_those_beside_the_repository(shared):
    folder = shared / "protocol" / "tables"
    for entry in lines(folder / "_MANIFEST.csv"):
        table = published_table(entry["file"].removesuffix(".csv"))
        theirs = lines(folder / entry["file"])
        for line in theirs:  # one cell points to the protocol, which is docs/specification here
            if line.get("decoding", "").startswith("class prompts in "):
                line["decoding"] = "class prompts in specification 6.4"
        ours = lines(DATA / "tables" / entry["file"])
        assert ours == [{k: v for k, v in line.items() if k != "note"} for line in theirs]
        about = (table.paper, table.place, table.caption, table.units)
        assert about == tuple(entry[key] for key in ("paper", "table", "caption", "units"))
        for row, line in zip(table.rows, theirs, strict=True):
            told = " ".join(doubt.text for cell in row.cells.values() for doubt in cell.doubts)
            assert not line["note"] or told, (table.id, row.label)
            assert set(decimals(line["note"])) <= set(decimals(told)), (table.id, row.label)


def decimals(words):
    """The figures with decimals; the protocol's notes and ours differ in words."""
    return re.findall(r"\d*\.\d+", words)


def test_a_task_without_printed_figures_is_not_taken_for_a_misspelt_name():
    with pytest.raises(UnknownNameError, match="no paper prints figures of task 'comix"):
        published_for("comix.character_reid")
    with pytest.raises(UnknownNameError, match=r"did you mean 'comix\.character_naming'"):
        published_for("comix.character_namin")
