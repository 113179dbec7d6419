"""The papers' own construction prompts, word for word, as wordings of drafting.

Source: CHROMIC Figures 6-9; StripCipher Figures 9 and 11; ComicVQA App. A; MangaVQA Table A. They
lie in ``protocol/construction_prompts.json`` with what is uncertain about each.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Literal

import orjson

from panelwise.errors import SettingError
from panelwise.registry import did_you_mean
from panelwise.tasks import Prompt

ProfileName = Literal["recommended", "paper"]
PROFILE_NAMES: tuple[ProfileName, ...] = ("recommended", "paper")
# The figure ends at "the given question.", before the question is given.
_ADDED = {"stripcipher.distractor.meaning": "\nQuestion: {question}"}


def is_paper(profile: str) -> bool:
    """Whether the papers' wordings are asked for.

    Raises:
        SettingError: for an unknown profile.
    """
    if profile not in PROFILE_NAMES:
        raise SettingError(f"unknown profile '{profile}'; {did_you_mean(profile, PROFILE_NAMES)}")
    return profile == "paper"


def _prompt(entry: Mapping[str, Any]) -> Prompt:
    text = entry["text"] + _ADDED.get(entry["id"], "")
    for printed, name in entry["placeholders"].items():
        text = text.replace(printed, "{" + name + "}")
    source = f"{entry['paper']}, {entry['source']}"
    return Prompt(f"drafting.{entry['id']}/paper/1", text, "exact", source)


def _entries() -> list[dict[str, Any]]:
    name = "protocol/construction_prompts.json"
    return orjson.loads(files("panelwise.drafting").joinpath(name).read_bytes())  # type: ignore[no-any-return]


PRINTED: Mapping[str, Prompt] = {entry["id"]: _prompt(entry) for entry in _entries()}
"""The printed wordings by id; what the paper prints for a value is a place to be filled in."""
