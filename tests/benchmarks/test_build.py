"""Building: from comic files to a pack, with every choice on record."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

import panelwise
from drawn import draw_book
from panelwise.benchmarks import BENCHMARKS
from panelwise.errors import InputError, SettingError, UnavailableError, UnknownNameError

TASK = "chromic.panel_reordering"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return draw_book(tmp_path / "book", [3, 4, 3])


def annotate(book: Path, page: int, **fields) -> None:
    lines = [json.loads(line) for line in (book / "pages.jsonl").read_text().splitlines()]
    lines[page] |= fields
    (book / "pages.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_the_tasks_are_these():
    assert BENCHMARKS.names() == [
        "chromic.chrono_mcq",
        "chromic.description_faithfulness",
        "chromic.description_reordering",
        "chromic.panel_reordering",
        "comicvqa.four_panel_binary",
        "comicvqa.missing_panel",
        "comicvqa.panel_sorting",
        "comicvqa.two_panel_order",
        "comix.character_naming",
        "comix.character_reid",
        "comix.character_reid_chapter",
        "comix.detection",
        "comix.dialog_generation",
        "comix.page_structure",
        "comix.speaker_identification",
        "comix.text_reading_order",
        "comix.text_reading_order_end_to_end",
        "mangavqa.manga_ocr",
        "mangavqa.manga_vqa",
        "stripcipher.frame_prediction",
        "stripcipher.narrative_comprehension",
        "stripcipher.reordering_choice",
        "stripcipher.reordering_generation",
        "stripcipher.reordering_with_meaning",
    ]


def test_settings_change_a_profile_given_by_name_or_as_an_object(book, tmp_path):
    settings = {"sequences.shuffle": "derangement"}
    for number, profile in enumerate(["paper", panelwise.PAPER]):
        out = tmp_path / str(number)
        pack = panelwise.build(TASK, book, out=out, profile=profile, settings=settings)
        assert pack.manifest["profile"]["name"] == "paper+sequences.shuffle=derangement"
        for item in pack.items():
            assert all(place != index for place, index in enumerate(item.gold))


def test_every_choice_is_on_record(book, tmp_path):
    manifest = panelwise.build(TASK, book, out=tmp_path / "pack", seed=7).manifest
    assert manifest["seed"] == 7
    assert manifest["reader"] == "default"
    assert manifest["profile"] == panelwise.RECOMMENDED.as_dict()
    assert set(manifest["versions"]) >= {"panelwise", "numpy", "pillow", "pyarrow"}
    assert {"id", "sha256", "status", "source", "text"} <= manifest["prompts"][0].keys()


def test_the_card_says_what_may_be_done_with_the_pack(book, tmp_path):
    pack = panelwise.build(TASK, book, out=tmp_path / "pack")
    card = (pack.path / "README.md").read_text()
    assert f"3 items of `{TASK}`" in card
    assert pack.hash in card
    assert "| pages | unknown | none | 3 | ttb |" in card
    assert "give this pack away only as built with `--annotations-only`" in card.replace("\n", " ")
    assert pack.items()[0].rendering.prompt_id in card


def test_an_advertisement_is_left_out_and_counted(book, tmp_path):
    annotate(book, 1, advert=True)
    pack = panelwise.build(TASK, book, out=tmp_path / "pack")
    assert [item.id for item in pack.items()] == ["pages/000", "pages/002"]
    assert pack.manifest["excluded"] == {"advertisement": 1}
    assert "- advertisement: 1 pages" in (pack.path / "README.md").read_text()


def test_a_doubtful_order_is_left_out_where_nobody_checked_it(book, tmp_path):
    annotate(book, 1, order_confidence=0.3)
    ours = panelwise.build(TASK, book, out=tmp_path / "ours")
    assert ours.manifest["excluded"] == {"doubtful reading order": 1}
    paper = panelwise.build(TASK, book, out=tmp_path / "paper", profile="paper")
    assert paper.manifest["excluded"] == {}


def test_two_books_of_one_name_are_kept_apart(tmp_path):
    first = draw_book(tmp_path / "a" / "book", [3, 3])
    second = draw_book(tmp_path / "b" / "book", [4, 4])
    pack = panelwise.build(TASK, [first, second], out=tmp_path / "pack")
    assert [item.n for item in pack.items()] == [3, 3, 4, 4]
    assert len({item.id for item in pack.items()}) == 4
    assert len({item.book for item in pack.items()}) == 2


def test_no_page_is_lost_when_slashes_make_two_names_one(tmp_path):
    """Page b/c of book a, and page c of book a/b."""
    draw_book(tmp_path / "images", [3, 4])
    size = {"width": 300, "reading_direction": "ttb"}
    lines = []
    for number, names in enumerate([("a", "b/c"), ("a/b", "c")]):
        line = json.loads((tmp_path / "images/pages.jsonl").read_text().splitlines()[number])
        lines.append(json.dumps(line | size | {"book": names[0], "page": names[1]}))
    (tmp_path / "images/pages.jsonl").write_text("\n".join(lines))
    pack = panelwise.build(TASK, tmp_path / "images", out=tmp_path / "pack")
    assert [item.id for item in pack.items()] == ["a/b/c", "a/b/c-2"]


def test_another_page_of_another_length_changes_no_order(tmp_path):
    alone = panelwise.build(TASK, draw_book(tmp_path / "book", [4, 4, 4]), out=tmp_path / "alone")
    more = draw_book(tmp_path / "more", [4, 4, 4, 3])
    joined = panelwise.build(TASK, more, out=tmp_path / "joined")
    assert [item.gold for item in joined.items()][:3] == [item.gold for item in alone.items()]


def test_progress_is_told_to_the_end(tmp_path):
    book = draw_book(tmp_path / "book", [3, 4], annotated=False)
    seen: list[tuple[str, int, int]] = []
    panelwise.build(
        TASK, book, out=tmp_path / "pack", direction="ttb", progress=lambda *told: seen.append(told)
    )
    assert seen == [(what, k, 2) for what in ("reading pages", "making items") for k in (1, 2)]


def test_an_annotated_panel_that_sticks_out_of_its_page_is_used(book, tmp_path):
    panels = [
        {"box": [-20, 10, 200, 100]},
        {"box": [30, 110, 400, 200]},
        {"box": [30, 210, 99, 999]},
    ]
    annotate(book, 0, panels=panels)
    pack = panelwise.build(TASK, book, out=tmp_path / "pack")
    shapes = [shown.shape for shown in pack.panel_images(pack.item("pages/000"))]
    assert len({height for height, _, _ in shapes}) == 1


def test_a_panel_far_larger_than_its_page_is_refused(book, tmp_path):
    annotate(book, 0, panels=[{"box": [0, 0, 1e6, 1e6]}] * 3)
    with pytest.raises(
        InputError, match=r"^pages/000: a panel of 1000000×1000000 pixels on a page of 300×390"
    ):
        panelwise.build(TASK, book, out=tmp_path / "pack")


@pytest.mark.parametrize(
    ("changes", "error", "text"),
    [
        ({"task": "chromic.panel_ordering"}, UnknownNameError, "did you mean 'chromic.panel_re"),
        ({"reader": "magi"}, UnknownNameError, "unknown reader 'magi'"),
        ({"profile": "papre"}, SettingError, "did you mean 'paper'"),
        ({"direction": "up"}, SettingError, "direction 'up'; known: auto"),
        ({"settings": {"composite.gutter": "999999"}}, SettingError, "do not fit in 2048 pixels"),
        (
            {"settings": {"sequences.smallest_order": "5"}},
            UnavailableError,
            "3 pages: fewer than 5 panels",
        ),
    ],
)
def test_mistakes_are_one_line_and_leave_the_folder_free(book, tmp_path, changes, error, text):
    given = {"task": TASK, "inputs": book, "out": tmp_path / "pack"}
    with pytest.raises(error, match=text) as raised:
        panelwise.build(**given | changes)
    assert "\n" not in str(raised.value)
    assert len(panelwise.build(**given)) == 3


def test_a_folder_that_cannot_be_is_one_line(book, tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        panelwise.build(TASK, book, out=book / "000.png" / "pack")
    with pytest.raises(InputError, match="is a file; give a new folder"):
        panelwise.build(TASK, book, out=book / "000.png")


def test_a_page_without_panels_to_find_is_counted(tmp_path):
    book = draw_book(tmp_path / "book", [3], annotated=False)
    Image.new("RGB", (300, 400), "white").save(book / "001.png")
    pack = panelwise.build(TASK, book, out=tmp_path / "pack", direction="ttb")
    assert pack.manifest["excluded"] == {"fewer than 3 panels": 1}


@pytest.mark.parametrize(("count", "what"), [(1, "its only picture is"), (2, "all 2 pictures are")])
def test_a_comic_whose_pictures_are_all_damaged_is_named(tmp_path, count, what):
    folder = tmp_path / "strip"
    folder.mkdir()
    for number in range(count):
        whole = io.BytesIO()
        Image.effect_noise((64, 64), 80).save(whole, "PNG")
        (folder / f"{number}.png").write_bytes(whole.getvalue()[:900])
    with pytest.raises(UnavailableError, match=f"^strip: {what} damaged; copy or download"):
        panelwise.build(TASK, folder, out=tmp_path / "pack")
