"""What a notebook shows of the objects that a user meets."""

from __future__ import annotations

import panelwise
from drawn import draw_book
from panelwise.analysis import RunData, summarise
from panelwise.comics import Book, Page, Panel
from panelwise.geometry import Box
from panelwise.notebook import facts_html


def test_a_book_shows_facts_and_thumbnails_of_its_first_pages():
    pages = tuple(Page(str(n), 2000, 3000, panels=(Panel(Box(0, 0, 900, 900)),)) for n in range(9))
    shown = Book("b", pages, title="<b>&")._repr_html_()
    assert "Book &lt;b&gt;&amp;" in shown
    assert "<th>pages</th><td>9</td>" in shown
    assert shown.count("data:image/png;base64,") == 6
    assert len(shown) < 200_000


def test_empty_facts_are_left_out():
    assert (
        facts_html("T", [("a", None), ("b", 0)])
        == "<b>T</b><table><tr><th>b</th><td>0</td></tr></table>"
    )


def test_pack_run_and_summary_show_their_figures(tmp_path):
    book = draw_book(tmp_path / "book", [3, 4])
    built = panelwise.build("chromic.panel_reordering", book, out=tmp_path / "pack")
    run = panelwise.evaluate(built, "baseline:identity", out=tmp_path / "run")
    [summary] = summarise(RunData.of(run))
    pack = run.packs[0]
    assert f"<th>items</th><td>{len(pack)}</td>" in pack._repr_html_()
    assert "<th>model</th><td>baseline:identity</td>" in run._repr_html_()
    shown = summary._repr_html_()
    assert f"{summary.headline_metric} (headline)" in shown
    assert f"<td>{summary.score.value:.3f}</td>" in shown
