"""A transcript in a real browser: axe finds no fault, it reads on a phone, nothing leaves it."""

from __future__ import annotations

from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from PIL import Image

from panelwise.comics import Book, ComicImage, Page, Panel, Text, encode_png
from panelwise.geometry import Box
from panelwise.reading import Transcript, transcript_of

pytestmark = pytest.mark.browser
PHONE, LAPTOP = {"width": 375, "height": 812}, {"width": 1366, "height": 768}


def comic(title, *, pages=3):
    image = ComicImage.from_bytes(encode_png(Image.new("RGB", (400, 300), "teal")), "1.png")
    texts = (
        Text(Box(20, 20, 90, 60), {"en": "<img src=x onerror=alert(1)>"}, "dialogue"),
        Text(Box(20, 80, 90, 120), {"ja": "こんにちは"}),
        Text(Box(220, 80, 290, 120), {"und": "W" * 300}, "onomatopoeia"),
    )
    panels = (Panel(Box(0, 0, 200, 300)), Panel(Box(200, 0, 400, 300)))
    page = Page("1", 400, 300, image, panels=panels, texts=texts)
    bare = replace(page, panels=(), texts=())
    return Book(title, (*(replace(page, id=str(k)) for k in range(pages)), bare), title)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, LAPTOP])
@pytest.mark.parametrize("titles", [("One",), ("One", "Two & <three>")])
def test_axe_finds_no_fault(chromium, tmp_path, titles, size, scheme):
    spec = find_spec("axe_core_python")
    if spec is None or spec.origin is None:
        pytest.skip("needs the extra [browser]")
    made = Transcript(tuple(transcript_of(comic(title)) for title in titles))
    file = tmp_path / "transcript.html"
    file.write_text(made.to_html(images=True), encoding="utf-8")
    tab = chromium.new_page(viewport=size, color_scheme=scheme)
    said = []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    tab.on("request", lambda request: said.append(request.url) if "http" in request.url else None)
    tab.goto(file.as_uri())
    assert tab.evaluate("document.compatMode") == "CSS1Compat"
    assert tab.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert tab.locator("img").count() == 6 * len(titles)
    tab.evaluate((Path(spec.origin).parent / "axe.min.js").read_text("utf-8"))
    found = tab.evaluate("axe.run(document, {resultTypes: ['violations']})")
    faults = [(f["impact"], f["id"], f["nodes"][0]["html"][:200]) for f in found["violations"]]
    tab.close()
    assert faults == []
    assert said == []
