"""Profiles: every choice that the papers left open, by name, typed, on record."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest

from panelwise._flat_settings import FLAT_NAMES
from panelwise.errors import InputError, PluginWarning, RenamedSettingWarning, SettingError
from panelwise.profile import (
    PAPER,
    PROFILES,
    RECOMMENDED,
    Profile,
    get_profile,
    parse_settings,
)
from panelwise.settings import (
    SECTIONS,
    Section,
    SettingInfo,
    all_settings,
    setting,
    setting_names,
    settings_of,
)
from panelwise.tasks.kinds import OrderingSettings, ScoringSettings
from panelwise.tasks.plans import DistractorSettings, SequenceSettings

DROPPING = ScoringSettings(invalid_policy="valid_only", unanswered="drop")


def values(profile: Profile) -> dict[str, object]:
    """Every setting by its name."""
    sections = profile.as_dict()["sections"]
    return {f"{name}.{key}": value for name, one in sections.items() for key, value in one.items()}


def test_there_are_two_and_ours_is_the_default():
    assert PROFILES == {"paper": PAPER, "recommended": RECOMMENDED}
    assert get_profile() == RECOMMENDED
    assert get_profile("paper") == PAPER


def test_the_bare_paper_holds_only_what_all_five_papers_did():
    """specification 7 and 8; the values of each paper are in tests/benchmarks/test_papers.py."""
    ours, theirs = values(RECOMMENDED), values(PAPER)
    assert {key: theirs[key] for key in theirs if theirs[key] != ours[key]} == {
        "scoring.invalid_policy": "valid_only",
        "ordering.repair": False,
        "sequences.shuffle": "uniform",
        "gold.least_confidence": 0.0,
        "prompt.explicit_order": False,
        "prompt.who_is_who": False,
    }


def test_a_paper_keeps_what_somebody_chose_and_nothing_else():
    theirs = PAPER.with_sections(DROPPING, DistractorSettings(tier="any_book"))
    assert PAPER.as_in(theirs) == theirs
    assert RECOMMENDED.as_in(theirs) == RECOMMENDED
    for chosen in (
        get_profile("paper", {"scoring.unanswered": "wrong"}),  # what the bare paper has anyway
        get_profile("paper", {"scoring.unanswered": "wrong"}).as_in(theirs),
        Profile("paper+unanswered=wrong"),  # of a run of before there were sections
    ):
        found = chosen.as_in(theirs)
        assert found.name == "paper+scoring.unanswered=wrong"
        assert found.section(ScoringSettings).unanswered == "wrong"
        assert found.section(DistractorSettings).tier == "any_book"
    changed = PAPER.with_sections(
        dataclasses.replace(PAPER.section(OrderingSettings), ndcg_gain="exp2")
    )
    assert changed.as_in(theirs).section(OrderingSettings).ndcg_gain == "exp2"


def test_nothing_is_a_profile_that_cannot_be_written_down():
    for profile in PROFILES.values():
        assert json.loads(json.dumps(profile.as_dict())) == profile.as_dict()
        with pytest.raises(dataclasses.FrozenInstanceError):
            profile.name = "mine"
        with pytest.raises(dataclasses.FrozenInstanceError):
            profile.section(SequenceSettings).shuffle = "uniform"


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("ordering.ndcg_gain", "exp2", "exp2"),
        ("sequences.smallest_order", "4", 4),
        ("composite.aspect", "2.5", 2.5),
        ("ordering.repair", "no", False),
        ("ordering.mend_lists", "TRUE", True),
    ],
)
def test_a_setting_is_read_by_its_type(key, text, value):
    changed = RECOMMENDED.with_settings({key: text})
    assert values(changed) == values(RECOMMENDED) | {key: value}
    assert changed == RECOMMENDED.with_settings({key: value})


def test_settings_are_given_by_name_by_section_or_as_a_typed_value():
    ways = [
        RECOMMENDED.with_settings({"ordering.ndcg_gain": "exp2", "ordering.repair": False}),
        RECOMMENDED.with_settings(ordering={"ndcg_gain": "exp2", "repair": "false"}),
        RECOMMENDED.with_settings(ordering=OrderingSettings(ndcg_gain="exp2", repair=False)),
    ]
    assert {one.name for one in ways} == {
        "recommended+ordering.ndcg_gain=exp2+ordering.repair=false"
    }
    assert len(set(ways)) == 1


def test_a_departure_is_part_of_the_name_however_it_is_typed():
    texts = ("no", "false", "0")
    names = {RECOMMENDED.with_settings({"ordering.repair": text}).name for text in texts}
    assert names == {"recommended+ordering.repair=false"}
    both = {"sequences.smallest_order": "2", "scoring.unanswered": "drop"}
    name = "recommended+scoring.unanswered=drop+sequences.smallest_order=2"
    assert RECOMMENDED.with_settings(both).name == name


def test_a_setting_that_changes_nothing_leaves_the_profile_as_it_is():
    assert RECOMMENDED.with_settings({}) == RECOMMENDED
    assert RECOMMENDED.with_settings({"ordering.repair": "true"}) == RECOMMENDED


@pytest.mark.parametrize(
    ("settings", "line"),
    [
        ({"ndcg_gian": "exp2"}, "unknown setting 'ndcg_gian'; did you mean 'ordering.ndcg_gain'?"),
        ({"ordering.repairs": "no"}, "unknown setting 'ordering.repairs'; did you mean 'ordering."),
        ({"odering.repair": "no"}, "unknown setting 'odering.repair'; did you mean 'ordering."),
        ({"name": "mine"}, "unknown setting 'name'"),
        (
            {"ordering.ndcg_gain": "exp3"},
            "ordering.ndcg_gain=exp3: must be one of binary_position, ",
        ),
        ({"ordering.repair": "perhaps"}, "ordering.repair=perhaps: must be true or false"),
        ({"chapter.pages": "three"}, "chapter.pages=three: must be a whole number"),
        ({"chapter.pages": "2.5"}, "chapter.pages=2.5: must be a whole number"),
        ({"composite.aspect": "wide"}, "composite.aspect=wide: must be a number"),
        ({"composite.aspect": "nan"}, "composite.aspect=nan: must be between 0 and 1000000"),
        ({"spotting.near_reading": "2"}, "spotting.near_reading=2: must be between 0 and 1"),
        ({"composite.gutter": "-1"}, "composite.gutter=-1: must be between 0 and 1000000"),
        ({"distractors.embedder": 3}, "distractors.embedder=3: must be a string"),
    ],
)
def test_a_mistake_is_one_line(settings, line):
    with pytest.raises(SettingError) as raised:
        RECOMMENDED.with_settings(settings)
    assert str(raised.value).startswith(line)
    assert "\n" not in str(raised.value)


def test_an_unknown_profile_is_one_line():
    with pytest.raises(SettingError, match=r"unknown profile 'papr'; did you mean 'paper'\?"):
        get_profile("papr")


def test_settings_are_typed_as_key_and_value():
    assert parse_settings(["a=1", " b = x=y "]) == {"a": "1", "b": "x=y"}
    for pair in ("a", "=1", ""):
        with pytest.raises(SettingError, match="is not key=value"):
            parse_settings([pair])


@pytest.mark.parametrize("one", list(all_settings()), ids=lambda one: one.name)
def test_every_setting_says_what_it_is_and_where_it_comes_from(one: SettingInfo):
    assert one.about.strip(" .") == one.about
    assert one.source
    assert one.read(one.default) == one.default
    assert one.read(one.papers) == one.papers


# What the profile of before there were sections had, in its order (0.1.0).
FLAT = [
    "invalid_policy",
    "repair",
    "mend_lists",
    "order_semantics",
    "ndcg_gain",
    "ndcg_ideal",
    "mae_space",
    "average",
    "shuffle",
    "smallest_order",
    "least_confidence",
    "silent_only",
    "unanswered",
    "explicit_order_prompt",
    "composite_aspect",
    "composite_gutter",
    "composite_side",
    "composite_tags",
    "index_style",
    "strip_input",
    "shortest_strip",
    "known_meaning",
    "who_is_who",
    "chapter_pages",
    "text_fill",
    "alike_shapes",
    "six_panels",
    "tier",
    "embedder",
    "frame_margin",
    "ocr_prompt",
    "list_parser",
    "normaliser",
    "matcher",
    "text_gold",
    "near_reading",
    "link_iou",
    "repeat_mode",
    "coord_frame",
    "declared_frame",
    "anls_boundary",
    "dialogue",
    "judge_failures",
]


def test_every_flat_name_is_a_setting_and_says_its_new_name():
    assert set(FLAT_NAMES) == set(FLAT)
    assert set(FLAT_NAMES.values()) <= set(setting_names())
    assert len(set(FLAT_NAMES.values())) == len(FLAT_NAMES)
    for flat, name in FLAT_NAMES.items():
        value = values(PAPER)[name]
        with pytest.warns(RenamedSettingWarning) as said:
            changed = RECOMMENDED.with_settings({flat: value})
        assert [str(one.message) for one in said] == [
            f"the setting '{flat}' is now called '{name}'"
        ]
        assert changed == RECOMMENDED.with_settings({name: value})


def test_a_flat_profile_means_what_it_meant():
    flat = {flat: values(PAPER)[name] for flat, name in FLAT_NAMES.items()}
    assert Profile.stored({"name": "paper"} | flat, "here") == PAPER
    ours = {flat: values(RECOMMENDED)[name] for flat, name in FLAT_NAMES.items()}
    assert Profile.stored({"name": "recommended"} | ours, "here") == RECOMMENDED
    changed = {"name": "recommended+ndcg_gain=exp2+average=panel"}
    changed |= ours | {"ndcg_gain": "exp2", "average": "panel"}
    found = Profile.stored(changed, "here")
    assert found.name == "recommended+ndcg_gain=exp2+average=panel"
    same = RECOMMENDED.with_settings({"ordering.ndcg_gain": "exp2", "scoring.average": "panel"})
    assert (found, hash(found)) == (same, hash(same))
    assert found != RECOMMENDED.with_settings({"ordering.ndcg_gain": "exp2"})


def test_what_is_stored_is_read_again():
    for profile in (RECOMMENDED, PAPER, RECOMMENDED.with_settings({"composite.aspect": 2.5})):
        stored = json.loads(json.dumps(profile.as_dict()))
        assert Profile.stored(stored, "here") == profile
        assert stored["sections"].keys() == set(SECTIONS.names())


def test_a_setting_that_is_not_stored_has_the_value_of_its_paper():
    """That of the task's own paper if there is one, else what papers share; or else the default."""
    paper = PAPER.with_sections(OrderingSettings(mae_space="label"))
    for whole in ({}, {"ordering": {}}):
        stored = {"sections": whole}
        assert Profile.stored({"name": "paper"} | stored, "here", paper) == paper
        assert Profile.stored({"name": "paper"} | stored, "here") == PAPER
        assert Profile.stored({"name": "recommended"} | stored, "here", paper) == RECOMMENDED


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({}, "here: damaged (name: is no text)"),
        ({"name": "paper", "ndcg_gane": "exp2"}, "here: 'ndcg_gane' is not known; damaged, or"),
        (
            {"name": "paper", "ndcg_gain": "exp3"},
            "here: damaged (ordering.ndcg_gain=exp3: must be one of",
        ),
        ({"name": "paper", "sections": {}, "later": 1}, "here: 'later' is not known; damaged, or"),
        ({"name": "paper", "sections": {"ordering": 1}}, "here: damaged (sections: no settings)"),
        (
            {"name": "paper", "sections": {"ordering": {"later": 1}}},
            "here: 'ordering.later' is not known; damaged, or newer",
        ),
    ],
)
def test_a_damaged_profile_is_one_line(fields, line):
    with pytest.raises(InputError) as raised:
        Profile.stored(fields, "here")
    assert str(raised.value).startswith(line)
    assert "\n" not in str(raised.value)


PLUG_IN = """
from dataclasses import dataclass
from typing import ClassVar, Literal
from panelwise.settings import Section, setting

@dataclass(frozen=True, slots=True)
class BalloonSettings(Section):
    '''How balloons are drawn.'''

    section: ClassVar[str] = "balloons"
    tail: Literal["round", "none"] = setting("round", "the tail of a balloon", "nobody")
    edge: int = setting(3, "the width of its edge", "nobody", papers=1, least=1, most=9)
"""


@pytest.fixture
def balloons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> type[Section]:
    """A section of another package, as pip installs it, next to one that cannot be imported."""
    (tmp_path / "some_balloons.py").write_text(PLUG_IN)
    info = tmp_path / "some_balloons-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-balloons\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        f"[{SECTIONS.group}]\nballoons = some_balloons:BalloonSettings\nbroken = no_such:thing\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "some_balloons", raising=False)
    monkeypatch.delitem(SECTIONS.__dict__, "_targets", raising=False)
    yield SECTIONS.get("balloons")
    SECTIONS.__dict__.pop("_targets", None)


@pytest.mark.filterwarnings("ignore::panelwise.errors.PluginWarning")
def test_another_package_adds_a_section(balloons):
    assert RECOMMENDED.section(balloons).edge == 3
    assert PAPER.section(balloons).edge == 1
    changed = RECOMMENDED.with_settings({"balloons.tail": "none"})
    assert changed.name == "recommended+balloons.tail=none"
    assert changed.as_dict()["sections"]["balloons"] == {"tail": "none", "edge": 3}
    with pytest.raises(SettingError, match=r"balloons\.edge=0: must be between 1 and 9"):
        RECOMMENDED.with_settings({"balloons.edge": "0"})
    with pytest.raises(SettingError, match=r"'tial'; did you mean 'balloons\.tail'\?"):
        RECOMMENDED.with_settings({"tial": "none"})


def test_a_section_that_cannot_be_imported_is_named_and_left_out(balloons):
    SECTIONS._reported.clear()
    with pytest.warns(PluginWarning, match=r"'broken' of some-balloons cannot be loaded"):
        assert "balloons.tail" in setting_names()


def test_a_section_that_is_no_longer_installed_is_kept_as_it_was():
    stored = RECOMMENDED.as_dict()
    stored["sections"]["gone"] = {"edge": 3}
    found = Profile.stored(stored, "here")
    assert found.as_dict() == stored
    assert found.section(OrderingSettings) == OrderingSettings()


def test_a_section_is_checked_when_it_is_declared():
    @dataclasses.dataclass(frozen=True, slots=True)
    class Tiny(Section):
        section: ClassVar[str] = "tiny"
        share: float = setting(0.5, "a share", "nobody", most=1)

    known = settings_of(Tiny)["share"]
    assert (known.name, known.values, known.papers) == ("tiny.share", "number from 0 to 1", 0.5)
    assert known.read("0.25") == 0.25


def test_nothing_is_imported_before_it_is_needed():
    code = (
        "import sys, panelwise; panelwise.RECOMMENDED; panelwise.PAPER;"
        "print(sorted(m for m in sys.modules if m.startswith(('panelwise.tasks', 'pydantic'))))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
