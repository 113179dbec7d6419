"""``panelwise show``: which items, how they are listed, and the gallery."""

from __future__ import annotations

import json
import re

import pytest

from drawn import draw_book
from panelwise.cli import run
from panelwise.packs import Pack
from press_packs import print_small


@pytest.fixture(scope="module")
def pack(tmp_path_factory):
    folder = tmp_path_factory.mktemp("show")
    book = draw_book(folder / "b<o>ok", [3, 4, 3, 4])
    assert run(["build", "chromic.panel_reordering", str(book), "--out", str(folder / "p")]) == 0
    return folder / "p"


def shown(capsys, pack, *arguments):
    capsys.readouterr()
    assert run(["show", str(pack), "--json", *arguments]) == 0
    facts = json.loads(capsys.readouterr().out)
    return [fact["id"] for fact in facts] if isinstance(facts, list) else facts["id"]


def test_items_are_chosen_by_id_position_or_chance(pack, capsys):
    ids = [item.id for item in Pack.open(pack).items()]
    assert shown(capsys, pack) == ids[0]
    assert shown(capsys, pack, "--item", ids[2]) == ids[2]
    assert shown(capsys, pack, "--items", "2") == ids[1:2]
    assert shown(capsys, pack, "--items", "4,1-2") == [ids[0], ids[1], ids[3]]
    drawn = shown(capsys, pack, "--random", "2", "--seed", "5")
    assert len(drawn) == 2
    assert drawn == shown(capsys, pack, "--random", "2", "--seed", "5")
    assert shown(capsys, pack, "--random", "99") == ids


def test_every_item_is_listed_with_what_is_right(pack, capsys):
    capsys.readouterr()
    assert run(["show", str(pack), "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    items = Pack.open(pack).items()
    assert len(lines) == len(items)
    for number, (line, item) in enumerate(zip(lines, items, strict=True), 1):
        assert line.split(maxsplit=2) == [str(number), item.id, str(list(item.gold))]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--items", "0"], "the pack has items 1 to 4"),
        (["--items", "3-9"], "the pack has items 1 to 4"),
        (["--items", "3-2"], "write 2-3"),
        (["--items", "two"], "write positions such as 3, 3-7 or 1,5-9"),
        (["--items", "1", "--random", "2"], "give one of them"),
    ],
)
def test_impossible_choices_are_refused(pack, capsys, arguments, message):
    capsys.readouterr()
    assert run(["show", str(pack), *arguments]) == 2
    assert message in capsys.readouterr().err


def test_the_gallery_is_one_offline_file_with_every_picture(pack, tmp_path, capsys):
    page = tmp_path / "items.html"
    assert run(["show", str(pack), "--html", str(page)]) == 0
    written = page.read_text("utf-8")
    items = Pack.open(pack).items()
    assert written.count("data:image/jpeg;base64,") == sum(len(i.rendering.images) for i in items)
    assert not re.search(r"(src|href)=\"(?!data:|#)", written)
    assert "b<o>ok" not in written
    assert "<b>" + str(list(items[0].gold)) + "</b>" in written
    capsys.readouterr()
    assert run(["show", str(pack), "--html", str(page)]) == 2
    assert "already exists" in capsys.readouterr().err


def test_boxes_of_the_gold_are_drawn_where_they_lie(tmp_path):
    print_small(tmp_path / "c", books=1, seed=4)
    assert run(["build", "comix.detection", str(tmp_path / "c"), "--out", str(tmp_path / "p")]) == 0
    assert (
        run(["show", str(tmp_path / "p"), "--items", "1", "--html", str(tmp_path / "h.html")]) == 0
    )
    gold = Pack.open(tmp_path / "p").items()[0].gold
    drawn = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)"', (tmp_path / "h.html").read_text("utf-8"))
    assert [(float(x), float(y)) for x, y in drawn] == [tuple(b["box"][:2]) for b in gold["boxes"]]
