"""A transcript in a real browser: axe finds no fault, it reads on a phone, nothing leaves it."""

from __future__ import annotations

from dataclasses import replace

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


def opened(chromium, tmp_path, *books, **options):
    """The transcript of books in a tab, and what the page says and asks for."""
    file = tmp_path / "transcript.html"
    made = Transcript(tuple(transcript_of(book) for book in books))
    file.write_text(made.to_html(images=True), encoding="utf-8")
    tab, said = chromium.new_page(**options), []
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    tab.on("request", lambda request: said.append(request.url) if "http" in request.url else None)
    tab.goto(file.as_uri())
    return tab, said


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (LAPTOP, "dark")])
@pytest.mark.parametrize("titles", [("One",), ("One", "Two & <three>")])
def test_axe_finds_no_fault(chromium, axe, tmp_path, titles, size, scheme):
    tab, said = opened(chromium, tmp_path, *map(comic, titles), viewport=size, color_scheme=scheme)
    assert tab.evaluate("document.compatMode") == "CSS1Compat"
    assert tab.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert tab.locator("img").count() == 4 * len(titles)
    assert axe(tab) == []
    tab.close()
    assert said == []


def marks(tab):
    """What is marked: a text and its panel, in the list and on the page."""
    return tab.evaluate(
        """[...document.querySelectorAll(".on")].map((one) => [one.localName,
           one.closest("article").id, one.dataset.text || `panel ${one.dataset.panel}`])"""
    )


def test_a_text_and_its_place_are_marked_together(chromium, tmp_path):
    tab, said = opened(chromium, tmp_path, comic("One"), viewport=LAPTOP)
    page = "book-1-page-1"
    both = [
        ["polygon", page, "panel 1"],
        ["polygon", page, "1-2"],
        ["foreignObject", page, "1-2"],
        ["section", page, "panel 1"],
        ["li", page, "1-2"],
    ]
    tab.locator(f"#{page} li[data-text='1-2']").hover()
    assert marks(tab) == both
    tab.mouse.move(1, 1)
    assert marks(tab) == []
    tab.locator(f"#{page} foreignObject[data-text='1-2']").hover()
    assert marks(tab) == both
    tab.mouse.move(1, 1)
    tab.locator(f"#{page} li[data-text='1-2']").focus()
    assert marks(tab) == both
    tab.locator(f"#{page} figure").hover(position={"x": 250, "y": 250})
    assert marks(tab) == [["polygon", page, "panel 2"], ["section", page, "panel 2"]]
    tab.close()
    assert said == []


def test_words_can_be_selected_over_their_place(chromium, tmp_path):
    tab, said = opened(chromium, tmp_path, comic("One"), viewport=LAPTOP)
    word = tab.locator("#book-1-page-1 foreignObject[data-text='1-2'] p")
    word.click(click_count=3)
    assert tab.evaluate("String(getSelection())").strip() == "こんにちは"
    transparent = "rgba(0, 0, 0, 0)"
    colour = "(one) => getComputedStyle(one).color"
    assert word.evaluate(colour) == transparent
    tab.keyboard.press("w")
    assert word.evaluate(colour) != transparent
    tab.close()
    assert said == []


@pytest.mark.parametrize(("direction", "key"), [("ltr", "ArrowRight"), ("rtl", "ArrowLeft")])
def test_pages_are_turned_by_keys_and_links(chromium, tmp_path, direction, key):
    book = comic("One")
    pages = tuple(replace(page, reading_direction=direction) for page in book.pages)
    tab, said = opened(chromium, tmp_path, replace(book, pages=pages), viewport=LAPTOP)
    back = {"ArrowRight": "ArrowLeft", "ArrowLeft": "ArrowRight"}[key]
    current = "document.activeElement.textContent"
    seen = []
    for press in (key, key, back):
        tab.keyboard.press(press)
        seen.append(tab.evaluate(current))
    assert seen == ["Page 2", "Page 3", "Page 2"]
    assert tab.locator("nav a[aria-current]").text_content() == "2"
    tab.locator("#book-1-page-2 a[rel=next]").click()
    assert tab.url.endswith("#book-1-page-3")
    tab.close()
    assert said == []


def test_on_a_phone_a_place_shows_its_words(chromium, tmp_path):
    short = {"width": 375, "height": 420}
    tab, said = opened(chromium, tmp_path, comic("One"), viewport=short)
    tab.locator("#book-1-page-1 figure").evaluate("(one) => one.scrollIntoView({block: 'end'})")
    tab.locator("#book-1-page-1 foreignObject").nth(1).hover()
    assert tab.locator(".said").text_content().strip() == "こんにちは"
    assert tab.locator(".said span").get_attribute("lang") == "ja"
    tab.close()
    assert said == []
