"""Make the fonts of the press: subsets of free fonts, with their licences.

Run: ``python press/examples/subset_fonts.py FOLDER``, where FOLDER holds the unpacked npm packages
``@fontsource/comic-neue``, ``bangers``, ``mochiy-pop-one`` and ``zcool-kuaile`` (version 5.3.0)
under their short names. All are under the SIL Open Font License 1.1 without reserved names. Kept
are Latin letters, kana, the kanji of the first level of JIS X 0208, the hanzi of the first level of
GB 2312, and every character that the stories and the names of the cast use.
"""

from __future__ import annotations

import random
import shutil
import sys
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from panelwise_press._cast import draw_cast
from panelwise_press._template import tell
from panelwise_press.stories import TEMPLATES

OUT = Path(__file__).resolve().parents[1] / "src/panelwise_press/lettering/fonts"
FONTS = {
    "latin": ("comic-neue", "comic-neue-latin-700-normal.woff"),
    "latin-sound": ("bangers", "bangers-latin-400-normal.woff"),
    "ja": ("mochiy-pop-one", "mochiy-pop-one-japanese-400-normal.woff"),
    "zh": ("zcool-kuaile", "zcool-kuaile-chinese-simplified-400-normal.woff"),
}
LATIN = "".join(map(chr, [*range(0x20, 0x7F), *range(0xA0, 0x180)])) + "‘’“”–—…•"
KANA = "".join(map(chr, [*range(0x3001, 0x3020), *range(0x3041, 0x3100), *range(0xFF01, 0xFF5E)]))


def rows(first: int, last: int, codec: str) -> str:
    """The characters of some rows of a two-byte set."""
    cells = (
        bytes((row + 0xA0, cell + 0xA0)) for row in range(first, last + 1) for cell in range(1, 95)
    )
    return "".join(cell.decode(codec, "ignore") for cell in cells)


def in_stories() -> str:
    """Every character of every story, in every language."""
    found: set[str] = set()
    for seed in range(60):
        people = draw_cast(random.Random(seed))
        for person in people:
            found.update(*person.names.values())
        for name in sorted(TEMPLATES):
            story = tell(TEMPLATES[name], people, random.Random(seed))
            found.update(*story.title.values())
            for beat in story.beats:
                for line in beat.scene.lines:
                    found.update(*line.words.values())
    return "".join(sorted(found))


def main(folder: Path) -> None:
    """Write the subsets and their licences."""
    stories = in_stories()
    wanted = {
        "latin": LATIN,
        "latin-sound": LATIN,
        "ja": LATIN + KANA + rows(16, 47, "euc_jp") + stories,
        "zh": LATIN + KANA + rows(16, 55, "gb2312") + stories,
    }
    OUT.mkdir(parents=True, exist_ok=True)
    for name, (package, file) in FONTS.items():
        options = Options()
        options.flavor = "woff"
        options.layout_features = ["vert"]  # forms for columns
        options.name_IDs = ["*"]
        options.hinting = False
        font = TTFont(folder / package / "files" / file, recalcTimestamp=False)
        subsetter = Subsetter(options)
        subsetter.populate(text=wanted[name])
        subsetter.subset(font)
        font.flavor = "woff"
        font.save(OUT / f"{name}.woff", reorderTables=True)
        shutil.copyfile(folder / package / "LICENSE", OUT / f"{name}-LICENSE.txt")
        sys.stdout.write(f"{name}: {(OUT / f'{name}.woff').stat().st_size // 1024} KiB\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
