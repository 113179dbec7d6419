"""Who speaks and who is who: tails, links and groups on drawn balloons and figures."""

import json
import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image
from typer.testing import CliRunner

from panelwise.cli import app
from panelwise.comics import Character, ComicImage, Face, Page, Panel, SpeakerLink, Text, encode_png
from panelwise.errors import UnavailableError
from panelwise.geometry import Box
from panelwise.metrics import identity_scores
from panelwise.reading import closest_characters, read
from panelwise.reading.people import (
    find_speakers,
    find_tail,
    group_characters,
    with_identities,
    with_people,
    with_speakers,
)

TEXT = Box(160, 168, 240, 212)
CENTRE = (200, 190)


def with_balloon(tip=None, *, paper=255, ground=150):
    """A balloon with rows of letters around ``CENTRE``, and a tail to ``tip``."""
    page = np.full((400, 400), ground, np.uint8)
    for value, grow in ((0, 3), (paper, 0)):
        cv2.ellipse(page, CENTRE, (55 + grow, 40 + grow), 0, 0, 360, value, -1)
        if tip is not None:
            angle = math.atan2(tip[1] - CENTRE[1], tip[0] - CENTRE[0])
            side = np.array([-math.sin(angle), math.cos(angle)]) * (9 + grow)
            root = np.array(CENTRE) + 30 * np.array([math.cos(angle), math.sin(angle)])
            end = np.array(tip) + grow * np.array([math.cos(angle), math.sin(angle)])
            cv2.fillPoly(page, [np.array([root - side, root + side, end]).astype(np.int32)], value)
    for y in range(172, 208, 10):
        for x in range(164, 238, 8):
            page[y : y + 6, x : x + 4] = 255 - paper
    return page


@given(st.floats(0, math.tau), st.sampled_from([(255, 150), (235, 90), (0, 140)]))
@settings(max_examples=15, deadline=None)
def test_a_tail_is_found_in_every_direction_on_white_grey_and_black_balloons(angle, tones):
    tip = (CENTRE[0] + 95 * math.cos(angle), CENTRE[1] + 95 * math.sin(angle))
    tail = find_tail(with_balloon(tip, paper=tones[0], ground=tones[1]), TEXT)
    assert tail is not None
    assert math.dist(tail.tip, tip) < 10
    along = math.atan2(tail.tip[1] - tail.root[1], tail.tip[0] - tail.root[0])
    assert abs(math.remainder(along - angle, math.tau)) < 0.25


def caption():
    page = np.full((400, 400), 120, np.uint8)
    page[150:230, 140:260] = 255
    page[180:186, 170:230] = 0
    return page


def on_the_page():
    page = np.full((400, 400), 255, np.uint8)
    page[180:186, 170:230] = 0
    return page


@pytest.mark.parametrize("page", [with_balloon(), caption(), on_the_page()])
def test_round_balloons_captions_and_free_lettering_have_no_tail(page):
    assert find_tail(page, TEXT) is None


@pytest.mark.parametrize("box", [Box(-50, -50, -10, -10), Box(10, 10, 11, 11), Box(390, 0, 900, 9)])
def test_a_box_of_nothing_has_no_tail(box):
    assert find_tail(with_balloon((300, 190)), box) is None


def page_of(grey, people, texts=(TEXT,), **more):
    image = None
    if grey is not None:
        picture = Image.fromarray(np.repeat(grey[..., None], 3, axis=2))
        image = ComicImage.from_bytes(encode_png(picture), "page.png")
    return Page(
        "p",
        400,
        400,
        image,
        texts=tuple(one if isinstance(one, Text) else Text(one) for one in texts),
        characters=tuple(Character(box) for box in people),
        **more,
    )


NEAR, FAR = Box(150, 240, 200, 390), Box(310, 120, 360, 390)


def test_a_text_is_said_by_whom_the_tail_points_at_and_not_by_the_nearest():
    page = page_of(with_balloon((295, 160)), (NEAR, FAR))
    assert closest_characters({0: TEXT}, {0: NEAR, 1: FAR}) == {0: 0}
    [link] = find_speakers(page)
    assert (link.text, link.character, link.by_tail) == (0, 1, True)
    assert 0.5 < link.confidence <= 1


def test_a_tail_points_at_heads_not_at_feet():
    """Both bodies touch the direction of the tail; only one has its head there."""
    low, high = Box(290, 20, 330, 190), Box(340, 180, 390, 390)
    page = page_of(with_balloon((290, 195)), (low, high), faces=(Face(Box(345, 185, 385, 225)),))
    assert [link.character for link in find_speakers(page)] == [1]


@given(st.lists(st.tuples(*[st.integers(0, 300)] * 2), min_size=1, max_size=5))
@settings(max_examples=40, deadline=None)
def test_without_a_picture_links_are_those_of_nearness(corners):
    people = [Box(x, y, x + 40, y + 90) for x, y in corners]
    panels = (Panel(Box(0, 0, 200, 400)), Panel(Box(200, 0, 400, 400)))
    links = find_speakers(page_of(None, people, panels=panels))
    nearest = closest_characters({0: TEXT}, dict(enumerate(people)), [one.box for one in panels])
    assert {link.text: link.character for link in links} == nearest
    assert all(not link.by_tail and link.confidence <= 0.5 for link in links)


def test_sounds_are_said_by_nobody_and_nothing_is_said_on_an_empty_page():
    sound = Text(TEXT, kind="onomatopoeia")
    assert find_speakers(page_of(None, (NEAR,), texts=(sound,))) == []
    assert find_speakers(page_of(None, ())) == []
    assert find_speakers(Page("p", 10, 10)) == []


def test_a_page_gets_links_by_id_and_keeps_the_ids_and_links_that_it_has():
    texts = (Text(TEXT, id="t2"), Text(Box(10, 10, 60, 40)))
    page = with_speakers(page_of(with_balloon((295, 160)), (NEAR, FAR), texts=texts))
    assert [one.id for one in page.texts] == ["t2", "t1"]
    assert [one.id for one in page.characters] == ["c1", "c2"]
    assert page.speakers == (SpeakerLink("t2", "c2", certain=True), SpeakerLink("t1", "c1", False))
    assert with_speakers(page) is page


def crowd(colours, seed=0):
    """A page of three panels of two figures each; every figure's colour tells who it is."""
    rng = np.random.default_rng(seed)
    pixels = np.full((300, 400, 3), 240, np.uint8)
    characters, panels = [], []
    for at, colour in enumerate(colours):
        x, y = 40 + 180 * (at % 2), 10 + 95 * (at // 2)
        noise = rng.integers(-12, 12, (80, 60, 3))
        pixels[y : y + 80, x : x + 60] = np.clip(np.array(colour) + noise, 0, 255)
        characters.append(Character(Box(x, y, x + 60, y + 80), id=f"c{at}"))
        if at % 2 == 0:
            panels.append(Panel(Box(0, y - 5, 400, y + 88)))
    image = ComicImage.from_bytes(encode_png(Image.fromarray(pixels)), f"{seed}.png")
    return Page(
        str(seed), 400, 300, image, panels=tuple(panels), characters=tuple(characters),
        texts=(Text(Box(180, 20, 200, 40)),),
    )  # fmt: skip


RED, BLUE, GREEN = (200, 40, 40), (40, 60, 200), (40, 160, 60)
CHAPTER = [
    crowd([RED, BLUE, BLUE, GREEN, GREEN, RED], 0),
    crowd([BLUE, RED, GREEN, RED, BLUE, GREEN], 1),
]
WHO = ["rbbggr", "brgrbg"]


def test_people_are_grouped_by_their_looks_over_pages():
    groups = [group for page in group_characters(CHAPTER) for group in page]
    assert identity_scores(groups, list("".join(WHO)))["pairwise_f1"] == 1.0
    assert groups[0] == 0
    assert set(groups) == {0, 1, 2}


def test_nobody_is_twice_in_a_panel_even_if_all_look_the_same():
    twins = [crowd([RED] * 6, 0), crowd([RED] * 6, 1)]
    for page in group_characters(twins):
        assert all(page[at] != page[at + 1] for at in (0, 2, 4))


def test_groups_need_pictures_and_characters():
    assert group_characters([Page("p", 10, 10)]) == [()]
    assert group_characters([]) == []
    assert group_characters([page_of(on_the_page(), (NEAR,))]) == [(0,)]
    with pytest.raises(UnavailableError, match="page p has no image"):
        group_characters([page_of(None, (NEAR,))])


def test_identities_that_are_known_stay():
    [page, _] = with_identities(CHAPTER)
    assert [one.identity for one in page.characters] == ["p1", "p2", "p2", "p3", "p3", "p1"]
    assert with_identities([page, CHAPTER[1]])[1].characters == CHAPTER[1].characters


def written(folder, pages):
    """The pages as a folder of pictures with their annotation, and without any."""
    folder.mkdir()
    lines = []
    for page in pages:
        name = f"{page.id}.png"
        (folder / name).write_bytes(page.image.read())
        boxes = [{"box": list(one.box), "id": one.id} for one in page.characters]
        lines.append(
            {"page": page.id, "image": name, "width": page.width, "height": page.height,
             "panels": [{"box": list(one.box)} for one in page.panels], "characters": boxes,
             "texts": [{"box": list(one.box)} for one in page.texts]}
        )  # fmt: skip
    (folder / "pages.jsonl").write_text("\n".join(map(json.dumps, lines)))
    return folder


def test_read_links_people_only_when_asked_to(tmp_path):
    comics = written(tmp_path / "comics", CHAPTER)
    [[_, plain], _] = read(comics, texts=False)
    assert (plain.speakers, plain.characters[0].identity) == ((), None)
    pages = [page for _, page in read(comics, texts=False, people=True)]
    assert pages == with_people(page for _, page in read(comics, texts=False))
    assert [len(page.speakers) for page in pages] == [1, 1]
    assert pages[0].characters[0].identity == "p1"


def test_the_command_writes_links_and_says_when_there_is_nobody(tmp_path):
    comics = written(tmp_path / "comics", CHAPTER)
    done = CliRunner().invoke(app, ["read", str(comics), "--people", "--no-texts"])
    first = json.loads(done.stdout.splitlines()[0])
    assert first["speakers"][0]["text"] == "t1"
    assert first["characters"][0]["identity"] == "p1"
    (comics / "pages.jsonl").unlink()
    done = CliRunner().invoke(app, ["read", str(comics), "--people", "--no-texts"])
    assert "no page has characters" in done.stderr
