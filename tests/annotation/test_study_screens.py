"""Study screens as pages: what stands where, what is kept, and what admins and reviewers see."""

from __future__ import annotations

import html
import re

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [annotate]")
pytest.importorskip("argon2", reason="needs the extra [annotate]")
pytest.importorskip("fastapi", reason="needs the extra [annotate]")

from served_work import ordering_project, serving

pytestmark = pytest.mark.extra


def words(page: str) -> str:
    """What can be read on a page."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_captions_of_pictures_that_became_cards_are_left_out(tmp_path):
    """An ordering item shows "Frame 1:", picture, "Frame 2:", picture; the cards have numbers."""
    captions = ["First look.\nFrame 1:\n", "Frame 2:\n", "Frame 3:\n"]
    with serving(ordering_project(tmp_path, items=1, captions=captions)) as site:
        page = site.person("ann").open().page
    [shown] = re.findall(r'work-shown">(.*)</div>\s*<div class="work-fields', page, re.DOTALL)
    assert words(shown) == "First look. Put the panels into order."
    assert 'class="work"' in page, "without a picture there is no column for it"
