"""Onomatopoeia are annotated as polygons and answered as boxes: gold is the box around each.

Source: MV-5; the public annotations of COO.
"""

import pytest

from document_items import SIZE, item, text_page
from panelwise.benchmarks import mangavqa_manga_ocr
from panelwise.comics import ComicImage, MemoryBytes
from panelwise.comics.formats import coo
from panelwise.metrics import spotting_counts
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks import get_kind

SPOTTING = get_kind("spotting")
POLYGON = {"spotting.text_gold": "polygon"}


def recall(one, profile):
    """Of the box around every gold text, with its words."""
    answer = {"texts": [{"box": t["box"], "text": t["text"]} for t in one.gold["texts"]]}
    return SPOTTING.score(one, answer, profile)["detection_recall"]


@pytest.mark.parametrize("profile", [PAPER, RECOMMENDED], ids=lambda profile: profile.name)
def test_the_box_around_a_slanted_sound_finds_it(profile):
    slanted = [[100, 100], [140, 100], [400, 400], [360, 400]]  # covers 13 % of its box
    sound = {"box": [100, 100, 400, 400], "polygon": slanted, "text": "ドン"}
    one = item("spotting", {"size": SIZE, "texts": [sound]})
    assert recall(one, profile) == 1
    assert recall(one, profile.with_settings(POLYGON)) == 0


def test_texts_without_a_polygon_are_boxes_either_way():
    one = text_page(([10, 10, 90, 40], "HELLO"))
    assert recall(one, RECOMMENDED.with_settings(POLYGON)) == 1


@pytest.mark.shared
def test_every_published_sound_is_found_by_the_box_around_it(shared, white_spread):
    """Repetitions stay in: the filter against loops (AMB-28) would drop 49 of these."""
    profile = RECOMMENDED.with_settings({"spotting.repeat_mode": "off"})
    found = 0
    for file in sorted((shared / "annotations" / "coo").glob("*.xml")):
        books = coo.read(file, lambda _: white_spread)
        for draft in mangavqa_manga_ocr.plan(books, profile, 0).drafts:
            one = item("spotting", draft.gold)
            answer = {"texts": [{"box": t["box"], "text": t["text"]} for t in draft.gold["texts"]]}
            counts = spotting_counts(SPOTTING.matches(one, answer, profile))
            assert counts.hits == counts.exact == counts.gold, f"{file.name}, {draft.id}"
            found += counts.hits
    assert found == 7615


@pytest.fixture(scope="module")
def white_spread(tmp_path_factory):
    from format_strategies import white

    path = white(tmp_path_factory.mktemp("spread") / "white.png", (1654, 1170))
    return ComicImage(MemoryBytes("white.png", path.read_bytes()), "white.png")
