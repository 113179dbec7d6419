"""The plots as files: well-formed SVG with its text as text, and the same picture as PNG."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from PIL import Image

from panelwise.analysis import Comparison
from panelwise.report import write_report_files
from panelwise.report._canvas import SCALE, Canvas

SVG = "{http://www.w3.org/2000/svg}"
ACCENT = (0x0B, 0x63, 0xA5)


@pytest.fixture(scope="module")
def plots(make, tmp_path_factory):
    folder = tmp_path_factory.mktemp("plots")
    world = make.world(folder / "images", 60, 3)
    world.runs[1].configuration["note"] = "<b>"
    write_report_files(world.runs, world.comparison, folder / "out")
    return folder / "out" / "plots"


def test_every_figure_is_there_in_both_formats_and_named_on_the_page(plots):
    names = sorted(path.name for path in plots.iterdir())
    stems = [f"made-up.ordering-{what}" for what in ("differences", "outcomes", "scores")]
    assert names == [f"{stem}{suffix}" for stem in stems for suffix in (".png", ".svg")]
    html = (plots.parent / "index.html").read_text("utf-8")
    assert all(f'href="plots/{name}"' in html for name in names)


@pytest.mark.parametrize("what", ["scores", "differences", "outcomes"])
def test_the_svg_says_all_names_and_numbers_and_the_png_has_its_shape(plots, what):
    root = ElementTree.parse(plots / f"made-up.ordering-{what}.svg").getroot()
    words = [text.text for text in root.iter(f"{SVG}text")]
    assert any("model-a" in text for text in words)
    if what != "outcomes":
        assert sum(bool(re.search(r"\[.*, .*\]$", text)) for text in words) == 3
    size = Image.open(plots / f"made-up.ordering-{what}.png").size
    assert size == tuple(round(float(root.get(side)) * SCALE) for side in ("width", "height"))


def test_the_dots_of_the_png_are_where_the_svg_has_them(plots):
    root = ElementTree.parse(plots / "made-up.ordering-scores.svg").getroot()
    picture = Image.open(plots / "made-up.ordering-scores.png").convert("RGB")
    dots = [dot for dot in root.iter(f"{SVG}circle") if dot.get("fill") == "#0b63a5"]
    assert dots
    for dot in dots:
        place = tuple(round(SCALE * float(dot.get(axis))) for axis in ("cx", "cy"))
        pixel = picture.getpixel(place)
        assert all(abs(a - b) < 12 for a, b in zip(pixel, ACCENT, strict=True))
    values = [float(dot.get("cx")) for dot in dots]
    assert values == sorted(values, reverse=True)  # the best first


def test_names_of_any_script_are_written_and_never_markup(make, tmp_path):
    evil = '漫画 </svg><script>alert(1)</script> "\ud800'
    summaries = (make.summary(evil), make.summary("model-b"))
    tests = (make.test(0.2, 0.001, first=evil),)
    world = make.world(tmp_path / "images", 2, 0)
    for name in (evil, "model-b"):
        world.add_run(name, [])
    write_report_files(world.runs, Comparison(summaries, tests), tmp_path / "out")
    for path in (tmp_path / "out" / "plots").glob("*.svg"):
        root = ElementTree.parse(path).getroot()
        assert not list(root.iter(f"{SVG}script"))
        assert any("漫画 </svg>" in (text.text or "") for text in root.iter(f"{SVG}text"))


def test_dashes_end_where_the_line_ends():
    canvas = Canvas(40, 10, "dashes")
    canvas.line((5, 5), (35, 5), "#000000", width=2, dash=4)
    assert 'stroke-dasharray="4"' in canvas.svg()
    from io import BytesIO

    picture = Image.open(BytesIO(canvas.png())).convert("L")
    dark = [x for x in range(picture.width) if picture.getpixel((x, 5 * SCALE)) < 128]
    assert dark[0] == pytest.approx(5 * SCALE, abs=1)
    assert dark[-1] <= 35 * SCALE + 1
    assert len(dark) == pytest.approx(16 * SCALE, abs=8)  # four dashes, three gaps and a bit
