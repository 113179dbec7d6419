"""Every screen of the registry as a page: shown in the documentation, and without fault for axe."""

from __future__ import annotations

import re
import sys
from itertools import product
from pathlib import Path

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra annotate")
pytest.importorskip("fastapi", reason="needs the extra annotate")

from panelwise.annotation.screens import SCREENS

ROOT = Path(__file__).resolve().parents[2]
SHOWN = ROOT / "docs" / "screens"
SIZES = ((1366, 768), (820, 1180))  # a laptop and a tablet


def test_the_documentation_shows_every_screen():
    files = sorted(SHOWN.glob("*.webp"))
    assert sorted(file.stem for file in files) == sorted(SCREENS.names())
    assert max(file.stat().st_size for file in files) <= 120_000
    words = (ROOT / "docs" / "screens.md").read_text("utf-8")
    assert re.findall(r"\(screens/([\w-]+)\.webp\)", words) == sorted(SCREENS.names())


@pytest.mark.browser
@pytest.mark.slow
def test_axe_finds_no_fault_on_any_screen(
    chromium, axe, pack_of, press_folder, tmp_path, monkeypatch
):
    monkeypatch.setattr(sys, "path", [str(ROOT / "bench"), *sys.path])
    import gallery

    found = {}
    for name in SCREENS.names():
        pack = pack_of(gallery.SOLVED[name]) if name in gallery.SOLVED else None
        folder = gallery.gallery_project(tmp_path / name, press_folder, name, pack)
        context = chromium.new_context()
        tab = context.new_page()
        with gallery.served_gallery(folder) as url:
            gallery.sign_in(tab, url)
            for scheme, (width, height) in product(("light", "dark"), SIZES):
                tab.emulate_media(color_scheme=scheme)
                tab.set_viewport_size({"width": width, "height": height})
                found[name, scheme, width] = axe(tab)
                assert tab.evaluate("document.documentElement.scrollWidth") <= width, name
            tab.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
            found[name, "everything open"] = axe(tab)
            context.close()
    assert {look: faults for look, faults in found.items() if faults} == {}
