"""Who is on a page besides its cast: people of a crowd, and voices from outside a panel."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from panelwise_press._cast import draw_cast
from panelwise_press._page import PageJob, print_page, print_together
from panelwise_press._scene import LANGUAGES, Actor, Line, Look, Scene
from panelwise_press._story import Beat, TemplateStory
from panelwise_press.layouts import plan_pages
from panelwise_press.lettering import DoesNotFit
from panelwise_press.styles import STYLES

HELLO = dict.fromkeys(LANGUAGES, "Hello!")
EXTRAS = tuple((f"extra{at}", Look(pattern="stripes")) for at in range(3))
CROWD = Scene(
    "street",
    (Actor("a", -120), *(Actor(name, 70.0 * at) for at, (name, _) in enumerate(EXTRAS))),
    extras=EXTRAS,
)
OFF = Scene("street", (Actor("a", 0),), (), (Line(HELLO, "speech", "b", off="left"),))


def job(scene, *, mirrored=False):
    one, two, *_ = draw_cast(random.Random(1))
    title = dict.fromkeys(LANGUAGES, "T")
    story = TemplateStory("t", "t", title, {"a": one, "b": two}, (Beat("a", "a", scene),))
    page = plan_pages("four_panel", [1], random.Random(1))[0]
    return PageJob(page, story, STYLES["clean"], "en", mirrored, random.Random(1))


def test_people_of_a_crowd_have_bodies_and_faces_but_no_identity():
    _, page = print_page(job(CROWD))
    assert sorted(body.identity or "" for body in page.characters) == ["", "", "", "person1"]
    assert sorted(face.identity or "" for face in page.faces) == ["", "", "", "person1"]


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_voice_from_outside_has_a_tail_to_its_edge_and_no_speaker(mirrored):
    _, page = print_page(job(OFF, mirrored=mirrored))
    panel, outline = page.panels[0].box, page.balloons[0].polygon
    left = min(x for x, _ in outline) - panel.x0
    right = panel.x1 - max(x for x, _ in outline)
    assert (right if mirrored else left) < 0.12 * panel.width
    assert (left if mirrored else right) > 0.3 * panel.width
    assert page.speakers == ()


def test_a_panel_that_is_too_small_for_its_details_is_laid_out_anew():
    small = replace(CROWD, least_zoom=50.0)
    with pytest.raises(DoesNotFit, match="too small for what it shows"):
        print_together([job(small), job(small)])
    assert len(print_together([job(CROWD), job(CROWD)])) == 2
