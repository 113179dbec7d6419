"""Words that this project once used in meanings of its own stay out of its texts and its code.

What a reader would have to learn first is written plainly: "reported", not "told"; "whichever
model", not "whoever"; a shuffle assigns orders, it does not deal them.
"""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PLAINLY = {
    r"told": "reported, given, printed",
    r"whoever": "whichever model, anyone who",
    r"stands? (?:beside|in for|there)": "is next to, replaces, is there",
    r"asked otherwise": "in another wording",
    r"deals?|dealt|decks?": "assign, shuffle, draw",
    r"luck": "chance",
    r"desk|sittings?": "session",
    r"tellers?|telltales?": "what reveals something",
    r"spoil(?:s|ed)?|settles?": "damage; decide, finish",
}
WORDS = re.compile(rf"(?<![\w-])(?:{'|'.join(PLAINLY)})(?![\w-])", re.IGNORECASE)
NAMES = re.compile(r"_(?:deck|deal|luck|desk|teller|telltale|spoil|settle)(?![a-z])")
ARCHITECTURE = re.compile(r"(?<![\w-])(?:house|rooms?|floors?)(?![\w-])", re.IGNORECASE)

# True uses: the path of a file, a tab, the words around the use.
ALLOWED = [
    tuple(line.split("\t"))
    for line in (ROOT / "tests/data/words_allowed.txt").read_text("utf-8").splitlines()
    if line
]
DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
CODE = [*sorted((ROOT / "src").rglob("*.py")), *sorted((ROOT / "press/src").rglob("*.py"))]


# What the press draws and writes: a desk is a desk there, and a dog spoils a carpet.
STORIES = (
    "press/src/panelwise_press/stories/",
    "press/src/panelwise_press/worlds/stories/",
    "press/src/panelwise_press/drawing/",
)
LINE_STRING = re.compile(r'(?<!")"(?!")[^"\n]*"')


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def found_in(path: Path, *patterns: re.Pattern[str]) -> list[str]:
    text = path.read_text(encoding="utf-8")
    if name_of(path).startswith(STORIES):
        text = LINE_STRING.sub(lambda string: " " * len(string[0]), text)
    for file, use in ALLOWED:
        if file == name_of(path):
            text = text.replace(use, " " * len(use))
    return [
        f"{name_of(path)}:{text.count(chr(10), 0, match.start()) + 1}: {match[0]}"
        for pattern in patterns
        for match in pattern.finditer(text)
    ]


def test_docs_use_plain_words():
    found = [line for path in DOCS for line in found_in(path, WORDS, ARCHITECTURE)]
    assert not found, found


def test_code_uses_plain_words():
    found = [line for path in CODE for line in found_in(path, WORDS, NAMES)]
    assert not found, found


def test_allowed_uses_occur():
    for file, use in ALLOWED:
        assert use in (ROOT / file).read_text(encoding="utf-8"), f"{file} no longer says: {use}"


@pytest.mark.parametrize("text", ["It was told.", "what whoever asks", "dealt orders", "Bad luck"])
def test_the_words_are_recognised(text):
    assert WORDS.search(text)
    assert not WORDS.search("ideal, folder, retold, outstanding, lucky, deskew")
