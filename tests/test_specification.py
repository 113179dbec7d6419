"""Every citation leads to a place in ``docs/specification.md``, and its numbers are the code's.

A citation is a handle (CH-7, AMB-30) anywhere, or section numbers after the word "specification".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from panelwise.benchmarks import BENCHMARKS
from panelwise.metrics import ordering_chance
from panelwise.settings import setting_names
from panelwise.tasks import OUTCOME_OF_STATUS

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "docs/specification.md", *sorted((ROOT / "docs/specification").glob("*.md"))]
TEXTS = {page.stem: page.read_text(encoding="utf-8") for page in PAGES}

FAMILIES = ("CH-", "SC-", "MV-", "CV-", "CX-", "AMB-", "MS-")
_HANDLE = rf"\b(?:{'|'.join(FAMILIES)})[A-Z]?\d+\b"
_DEFINED = re.compile(
    rf'<a id="({_HANDLE})"></a>|^### ({_HANDLE}) |^#+ (\d+(?:\.\d+)?)\.? ', re.MULTILINE
)
# "specification 7.3 and 7.11", "specification CX-7, 7.8 to 7.10; 7.2", also across two lines.
_SECTION = r"(?<![\w.-])\d{1,2}(?:\.\d+)?(?![\w%]|\.\d)"
_CITATION = re.compile(
    rf"\bspecification(?:\s+#)?((?:\s+|[,;–-]|section\b|and\b|to\b|\([^()]*\)|{_HANDLE}|{_SECTION})+)",
    re.IGNORECASE,
)
_WRITTEN = {".py", ".md", ".json", ".html", ".csv", ".toml"}


def defined(texts: Iterator[str] | list[str]) -> Counter[str]:
    """Handles and sections that the specification defines, and how often."""
    found = (match.groups() for text in texts for match in _DEFINED.finditer(text))
    return Counter(next(name for name in names if name) for names in found)


def cited(text: str) -> set[str]:
    """Handles and sections of the specification that a text cites."""
    handles = set(re.findall(_HANDLE, text)) if any(one in text for one in FAMILIES) else set()
    if "specification" not in text.lower():
        return handles
    passages = [match[1] for match in _CITATION.finditer(text)]
    sections = {name for one in passages for name in re.findall(_SECTION, _plain(one))}
    return handles | sections


def _plain(passage: str) -> str:
    """Section numbers alone: no handles, and nothing in brackets."""
    return re.sub(rf"\([^()]*\)|{_HANDLE}", " ", passage)


def sources() -> dict[str, str]:
    """Every text of the repository that may cite, but this file, by its path."""
    paths = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    for folder in ("src", "press", "docs", "tests", "bench", "examples"):
        paths += sorted((ROOT / folder).rglob("*"))
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for path in paths
        if path.suffix in _WRITTEN and path != Path(__file__)
    }


DEFINED = defined(list(TEXTS.values()))
HANDLES = {name for name in DEFINED if "-" in name}


def test_every_citation_resolves_within_the_repository():
    unknown, outside = [], []
    for path, text in sources().items():
        unknown += [f"{path}: {name}" for name in sorted(cited(text) - DEFINED.keys())]
        outside += [path] if "REQUIREMENTS" in text or "DESIGN" in text else []
    assert not unknown
    assert not outside, "cites a document that the repository does not have"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Source: specification 7.2; AMB-3.", {"7.2", "AMB-3"}),
        ("specification 7.3 and 7.11, and more", {"7.3", "7.11"}),
        ("Source: specification CX-7, 7.8 to 7.10; AMB-47", {"CX-7", "7.8", "7.10", "AMB-47"}),
        ("specification 4.1 (MV-1, MV-3), 7.0", {"4.1", "MV-1", "MV-3", "7.0"}),
        ("Source: specification\n    7.3–7.11; 8", {"7.3", "7.11", "8"}),
        ("# not from the paper (specification\n# 4.3, 7.4).", {"4.3", "7.4"}),
        ("CHROMIC 3.1 has 42 tables; ComicVQA 5.3", set()),
        ("the specification says 7.2 somewhere", set()),
        ("MS-DOS, CV-sized, XCH-1, AMB-1b", set()),
    ],
)
def test_what_counts_as_a_citation(text, names):
    assert cited(text) == names


@pytest.mark.parametrize("name", ["AMB-" + "99", "CH-" + "E77", "7.99", "12"])
def test_an_unknown_handle_or_section_is_found(name):
    assert cited(f"Source: specification 7.2, {name}; AMB-3.") - DEFINED.keys() == {name}


def test_everything_is_defined_once_and_numbered_without_gaps():
    assert [name for name, count in DEFINED.items() if count > 1] == []
    numbers: dict[str, list[int]] = {}
    for name in HANDLES:
        family, letter, number = re.fullmatch(r"(\w+-)(\D?)(\d+)", name).groups()
        numbers.setdefault(family + letter, []).append(int(number))
    numbers.pop("CX-T")  # named after the supplement's tables
    for family, found in numbers.items():
        assert sorted(found) == list(range(1, len(found) + 1)), family


def test_coverage_has_a_row_for_every_requirement_and_no_other():
    """Of what goes beyond the papers (MS-…) those that were audited have one."""
    coverage = (ROOT / "docs/coverage.md").read_text(encoding="utf-8")
    rows = set(re.findall(rf"^\| ({_HANDLE}) \|", coverage, re.MULTILINE))
    papers = {name for name in HANDLES if re.match(r"(CH|SC|MV|CV|CX)-[ET]?\d", name)}
    beyond = {name for name in rows if name.startswith("MS-")}
    assert beyond <= set(HANDLES)
    assert rows - beyond == papers


def test_every_ambiguity_says_what_both_profiles_do_and_which_setting_it_is():
    entries = re.split(r"^### ", TEXTS["ambiguities"], flags=re.MULTILINE)[1:]
    for entry in entries:
        name, _, body = entry.partition("\n")
        assert "\n- Open: " in body, name
        profiles = {"`paper`", "`recommended`"} <= set(re.findall(r"^- (`\w+`):", body, re.M))
        assert profiles or "\n- Both: " in body, name
        assert "\n- Setting: " in body, name


def test_the_settings_that_ambiguities_name_are_settings():
    lines = re.findall(r"^- Setting: ((?:.|\n(?!\n|#|-))*)", TEXTS["ambiguities"], re.MULTILINE)
    named = {
        key for line in lines for key in re.findall(r"`([\w.]+)`", re.sub(r"\([^)]*\)", "", line))
    }
    assert len(named) > 25
    assert named <= set(setting_names())


def test_the_table_of_tasks_names_the_tasks_there_are():
    table = TEXTS["specification"].partition("## 1.3 ")[2].partition("## 1.4 ")[0]
    assert set(re.findall(r"`(\w+\.\w+)`", table)) == set(BENCHMARKS.names())


def test_the_table_of_statuses_is_that_of_the_code():
    section = TEXTS["metrics"].partition("## 7.0 ")[2].partition("## 7.1 ")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", section, re.MULTILINE))
    assert rows.keys() == OUTCOME_OF_STATUS.keys()
    for status, outcome in OUTCOME_OF_STATUS.items():
        assert outcome is None or rows[status] == f"`{outcome}`"


def test_the_chance_of_every_gain_is_that_of_the_code():
    rows = re.findall(r"^\| `(\w+)` \| [^|]* \| (0\.\d+ \| .*) \|$", TEXTS["metrics"], re.MULTILINE)
    assert len(rows) == 9
    for gain, cells in rows:
        for n, cell in zip((3, 4, 6, 11), cells.split(" | "), strict=True):
            assert float(cell) == pytest.approx(
                ordering_chance(n, ndcg_gain=gain)["ndcg"], abs=6e-4
            )
