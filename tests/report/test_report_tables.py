"""The numbers for other programs."""

from __future__ import annotations

import csv
import io
import json
import math
import random
import re
import shutil
import subprocess
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from panelwise.analysis import Comparison
from panelwise.report import ItemKey, write_report_files
from panelwise.tasks import OUTCOMES


def write(make, folder, comparison, results=()):
    world = make.world(folder / "images", 4, 0)
    for name in dict.fromkeys(summary.run for summary in comparison.summaries):
        world.add_run(name, list(results))
    write_report_files(world.runs, comparison, folder / "out")
    return folder / "out"


def rows(path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


def test_markdown_holds_the_score_and_all_that_it_depends_on(make, tmp_path):
    out = write(make, tmp_path, Comparison((make.summary(),), ()))
    lines = (out / "tables.md").read_text("utf-8").splitlines()
    assert lines[0] == "## made-up.ordering: Exact match"
    assert lines[2] == (
        "| Run | Score | 95 % interval | Chance | Best constant | Over chance | n |"
        " Coverage | All items |"
        " Profile | Prompt | Answered as | Decoding |"
    )
    assert lines[4] == (
        r"| model-a | 0.625 | \[0.551, 0.699\] | 0.091 | 0.115 (the order \[1, 0, 2\]) | 0.587 |"
        " 200 | 94 % | — |"
        " recommended | made-up.ordering/1 | made-up/model-a | — |"
    )


def test_latex_is_booktabs_with_its_notes_below(make, tmp_path):
    summaries = (make.summary("a_b & 50%"), make.summary("model-b"))
    tests = (make.test(-0.09, 0.21, first="a_b & 50%"),)
    text = (write(make, tmp_path, Comparison(summaries, tests)) / "tables.tex").read_text("utf-8")
    cells = r"[0.551, 0.699] & 0.091 & 0.115 (the order [1, 0, 2]) & 0.587 & 200 & 94 \% & --- \\"
    assert r"a\_b \& 50\% & 0.625 & " + cells in text
    assert (
        r"+0.090 Exact match & [0.040, 0.140] & 0.070 & 0.210 & 1 & 200 & no difference shown:"
        " the interval is approximate, the verdict is the test's" in text
    )
    assert r"profile recommended; prompt made-up.ordering/1; answered as made-up/model-b" in text
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 2
    assert text.count("{") == text.count("}")


def detailed(make, name: str = "model-a", value: str = "manga"):
    """A task that a paper printed, with a breakdown and a circular score."""
    rows = (make.row("style", value, 0.5, 120), make.row("style", "western", 0.25, 80))
    return make.summary(
        name,
        task="stripcipher.reordering_generation",
        breakdowns=rows,
        circular=make.circular(),
        pairs=make.pairs(),
    )


def test_markdown_holds_the_tables_behind_the_headline(make, tmp_path):
    out = write(make, tmp_path, Comparison((detailed(make),), ()))
    lines = (out / "tables.md").read_text("utf-8").splitlines()
    title = "### stripcipher.reordering_generation"
    for line in (
        f"{title}: Exact match by style",
        r"| model-a | manga | 0.500 | \[0.400, 0.600\] | 0.250 | — | 120 | 100 % |",
        f"{title}: options in every rotation",
        "| Run | Measure | Score | 95 % interval | Chance | Questions |",
        r"| model-a | Right in every rotation (circular score) | 0.340 | \[0.220, 0.480\] |"
        " 0.004 | 50 |",
        "- model-a: 2 questions were not asked in every rotation and are left out.",
        f"{title}: pairs of one text and two pictures",
        r"| model-a | Both of a pair right | 0.050 | \[0.010, 0.160\] | 0.062 | 40 |",
        "- model-a did not look: answered 36 of 40 pairs alike.",
        f"{title}: Exact match, what the paper printed",
        r"| Human \[1\] | 0.800 | 100 | — | 80.00 | StripCipher, Table 4 |",
    ):
        assert line in lines, line


def test_breakdowns_and_printed_figures_have_a_csv_each(make, tmp_path):
    out = write(make, tmp_path, Comparison((detailed(make, value="=1+1"),), ()))
    first, second = rows(out / "breakdowns.csv")
    assert (first["fact"], first["value"], second["value"]) == ("style", "'=1+1", "western")
    assert (float(second["score"]), int(second["n"]), second["interval"]) == (0.25, 80, "wilson")
    ours, human, *_ = rows(out / "published.csv")
    assert (ours["whose"], ours["score"]) == ("ours", "0.625")
    assert (human["who"], human["printed"], human["n"]) == ("Human", "80.00", "100")
    (headline,) = rows(out / "headline.csv")
    assert float(headline["circular"]) == 0.34
    assert float(headline["circular_chance"]) == 1 / 256
    assert (headline["text_pairs"], headline["text_pairs_right"]) == ("40", "0.05")
    nothing = write(make, tmp_path / "other", Comparison((make.summary(),), ()))
    assert rows(nothing / "published.csv") == rows(nothing / "breakdowns.csv") == []
    assert (nothing / "published.csv").read_text("utf-8-sig").startswith("task,metric,who,")


HOSTILE = (
    r"a_b & 50% #1 $x$ {y} ~z^2 \input{/etc/passwd}",
    "<model>|“quoted” ‘x’ … – — − ½ é ü ß ñ → ≥ ≤ ρ",
    "[option] of the row's end",
    "* starred",
)


def hostile_tables(make, tmp_path) -> str:
    summaries = tuple(make.summary(name) for name in HOSTILE)
    summaries += tuple(detailed(make, name, name) for name in HOSTILE)
    tests = tuple(make.test(-0.09, 0.21, first=name) for name in HOSTILE)
    return (write(make, tmp_path, Comparison(summaries, tests)) / "tables.tex").read_text("utf-8")


def test_every_latex_row_has_its_columns_whatever_the_names(make, tmp_path):
    text = hostile_tables(make, tmp_path)
    bodies = re.findall(r"\\begin\{tabular\}\{(\w+)\}\n(.*?)\\end\{tabular\}", text, re.DOTALL)
    assert [len(columns) for columns, _ in bodies] == [9, 9, 9, 8, 6, 6, 6]
    counts = [len(HOSTILE)] * 3 + [len(HOSTILE) * k for k in (2, 3, 2)] + [None]
    for (columns, body), count in zip(bodies, counts, strict=True):
        lines = body.splitlines()
        rules = [k for k, line in enumerate(lines) if line.endswith("rule")]
        assert [lines[k] for k in rules] == [r"\toprule", r"\midrule", r"\bottomrule"]
        rows = [line for k, line in enumerate(lines) if k not in rules]
        assert count is None or len(rows) == 1 + count
        for row in rows:
            assert row.endswith(r" \\")
            assert len(re.findall(r"(?<!\\)&", row)) == len(columns) - 1
            assert not row.startswith(("[", "*"))
    assert r"\input" not in text


def test_the_tables_compile(make, tmp_path):
    compiler = shutil.which("pdflatex")
    if compiler is None or subprocess.run(["kpsewhich", "booktabs.sty"], check=False).returncode:
        pytest.skip("needs pdflatex and booktabs")
    (tmp_path / "tables.tex").write_text(hostile_tables(make, tmp_path / "report"), "utf-8")
    (tmp_path / "paper.tex").write_text(
        r"\documentclass{article}\usepackage{booktabs}\begin{document}\input{tables}\end{document}"
    )
    done = subprocess.run(
        [compiler, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"],
        cwd=tmp_path,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-1500:]


def test_the_headline_csv_has_plain_numbers_and_every_outcome(make, tmp_path):
    (row,) = rows(write(make, tmp_path, Comparison((make.summary(),), ())) / "headline.csv")
    assert float(row["score"]) == 0.625
    assert float(row["low"]) == 0.5511
    assert row["profile"] == "recommended"
    assert row["interval"] == "cluster_bounded"
    assert [int(row[outcome]) for outcome in OUTCOMES] == [125, 33, 30, 0, 7, 5, 0, 0, 0]


def test_the_samples_csv_has_a_line_for_every_sample(make, tmp_path):
    world = make.world(tmp_path / "images", 12, 2)
    write_report_files(world.runs, world.comparison, tmp_path / "out")
    table = rows(tmp_path / "out" / "samples.csv")
    assert len(table) == 24
    assert {row["outcome"] for row in table} == set(OUTCOMES)
    first, result = table[0], world.runs[0].results[0]
    assert first["response"] == result.response
    assert first["answer"] == first["gold"] == " ".join(map(str, result.answer))
    assert float(first["kendall_tau"]) == 1.0


@pytest.mark.parametrize("items", [60, 5])
def test_the_interval_of_a_pair_is_the_printed_formula(make, tmp_path, items):
    """Recomputed from samples.csv by the words under "Definitions": with books, and without."""
    world = make.world(tmp_path / "images", items, 2, images=False)
    out = write_report_files(world.runs, world.comparison, tmp_path / "out").parent
    assert "d ± q · √(V + (g/N)²), cut off at −g and g" in (out / "index.html").read_text("utf-8")
    (pair,) = rows(out / "comparison.csv")
    scores: dict[str, dict[str, float]] = {pair["first"]: {}, pair["second"]: {}}
    samples = rows(out / "samples.csv")
    for one in samples:
        scores[one["run"]][one["item"]] = float(one[pair["metric"]] or 0)
    book = {one["item"]: one["book"] for one in samples}
    first, second = (scores[pair[which]] for which in ("first", "second"))
    gaps = {item: first[item] - second[item] for item in book}
    mean, n, g = sum(gaps.values()) / items, len(gaps), 1
    of = book if len(set(book.values())) >= 6 else {item: item for item in book}
    sums = [sum(gaps[i] - mean for i in book if of[i] == name) for name in set(of.values())]
    k = len(sums)
    assert k == (15 if items == 60 else 5)
    variance = k / (k - 1) * sum(one**2 for one in sums) / n**2
    reach = stats.t.ppf(0.975, k - 1) * math.sqrt(variance + (g / n) ** 2)
    ends = [max(-g, mean - reach), min(g, mean + reach)]
    assert [float(pair["pair_low"]), float(pair["pair_high"])] == pytest.approx(ends)


def test_the_samples_page_has_the_n_of_the_csv_and_says_what_it_counts(make, tmp_path):
    """Four options, of items that show six panels: n is 4 everywhere."""
    world = make.empty(tmp_path)
    items = [replace(make.choice(world, k), meta={"panels": 6}) for k in range(8)]
    world.items.update({ItemKey(make.pack, item.id): item for item in items})
    world.add_run("model-a", [make.result(one, "correct", random.Random(0)) for one in items])
    out = write_report_files(world.runs, world.comparison, tmp_path / "out").parent
    assert {one["n"] for one in rows(out / "samples.csv")} == {"4"}
    index = (out / "data" / "index.js").read_text("ascii")
    assert json.loads(index[index.index("{") : index.rindex(")")])["items"]["n"] == [4] * 8
    assert 'title="n of an item counts options to choose from (' in (
        out / "samples.html"
    ).read_text("utf-8")
    assert "the number of options to choose from:\nmodel-a 4.00" in (out / "index.html").read_text(
        "utf-8"
    )


@pytest.mark.parametrize("mark", ["=", "+", "-", "@", "\t", "\r", "＝", " =", "\ufeff="])
def test_a_spreadsheet_takes_no_text_for_a_formula(make, tmp_path, mark):
    world = make.world(tmp_path / "images", 1, 0)
    item = next(iter(world.items.values()))
    evil = mark + "cmd|' /C calc'!A0"
    result = replace(
        make.result(item, "wrong", random.Random(1)), response=evil, error=evil, model=evil
    )
    world.add_run(evil, [result])
    write_report_files(world.runs, Comparison((make.summary(evil),), ()), tmp_path / "out")
    for name in ("samples.csv", "headline.csv"):
        (row,) = rows(tmp_path / "out" / name)
        assert row["run"] == "'" + evil
        assert all(not (value or "").startswith(mark.strip() or mark) for value in row.values())


def test_negative_scores_stay_numbers_in_a_spreadsheet(make, tmp_path):
    world = make.world(tmp_path / "images", 1, 0)
    item = next(iter(world.items.values()))
    result = replace(make.result(item, "wrong", random.Random(1)), scores={"spearman": -0.5})
    world.add_run("model-a", [result])
    write_report_files(world.runs, Comparison((make.summary(),), ()), tmp_path / "out")
    assert float(rows(tmp_path / "out" / "samples.csv")[0]["spearman"]) == -0.5


def test_summary_json_is_strict_and_whole(make, tmp_path):
    summaries = (make.summary(mean_latency=math.nan), make.summary("model-b"))
    comparison = Comparison(summaries, (make.test(0.1, 0.01),))
    text = (write(make, tmp_path, comparison) / "summary.json").read_text("utf-8")
    read = json.loads(text, parse_constant=pytest.fail)
    assert read["summaries"][0]["mean_latency"] is None
    assert read["summaries"][0]["metrics"]["exact_match"]["headline"]["low"] == 0.5511
    assert read["tests"][0]["p_holm"] == 0.01
    assert [run["name"] for run in read["runs"]] == ["model-a", "model-b"]


def test_no_name_breaks_a_markdown_table(make, tmp_path):
    name = "a|b\n<b>c</b> [d](e)"
    text = (write(make, tmp_path, Comparison((make.summary(name),), ())) / "tables.md").read_text()
    row = text.splitlines()[4]
    assert row.startswith(r"| a\|b &lt;b&gt;c&lt;/b&gt; \[d\](e) | 0.625 |")


@settings(max_examples=10, deadline=None)
@given(texts=st.lists(st.text(st.characters(exclude_categories=[]), max_size=60), max_size=60))
def test_any_response_survives_the_way_to_the_browser(make, tmp_path_factory, texts):
    folder = tmp_path_factory.mktemp("any")
    world = make.empty(folder / "none")
    item = make.ordering(world, 1, 4)
    world.items[ItemKey(make.pack, item.id)] = item
    texts = ["</script><!--\u2028\ud800", *texts]
    first = make.result(item, "wrong", random.Random(1))
    world.add_run("a", [replace(first, response=t, repeat=k) for k, t in enumerate(texts)])
    write_report_files(world.runs, Comparison((make.summary("a"),), ()), folder / "out")
    script = (folder / "out" / "data" / "answers-000.js").read_text("ascii")
    assert "<" not in script
    start, end = 'panelwiseReport.put("answers",0,', ");\n"
    assert script.startswith(start)
    assert script.endswith(end)
    answers = json.loads(script[len(start) : -len(end)])
    assert [answer["response"] for answer in answers] == texts


def test_the_page_shows_both_ends_of_a_response_of_megabytes_and_the_csv_all_of_it(make, tmp_path):
    world = make.empty(tmp_path / "none")
    item = make.ordering(world, 1, 4)
    world.items[ItemKey(make.pack, item.id)] = item
    long = "start" + "blah " * 400_000 + "[0, 1, 2, 3]"
    result = make.result(item, "wrong", random.Random(1))
    world.add_run("a", [replace(result, response=long)])
    write_report_files(world.runs, Comparison((make.summary("a"),), ()), tmp_path / "out")
    script = (tmp_path / "out/data/answers-000.js").read_text("ascii")
    assert len(script) < 210_000
    assert '"response":"start' in script
    assert "1,800,017 characters left out" in script
    assert "[0, 1, 2, 3]" in script
    assert long in (tmp_path / "out/samples.csv").read_text("utf-8")
