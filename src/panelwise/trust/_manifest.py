"""The manifest that is signed: hashes of all that decides a result, in one order.

A manifest is JSON with sorted keys and a line's end. It has a hash for every sample of a run and
every item of a pack, so that what changed can be named, and nothing of it depends on how SQLite or
Parquet lay out their files.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson

from panelwise.analysis import summarise
from panelwise.errors import InputError
from panelwise.evaluation import Run, judge_runs, requests_of
from panelwise.files import file_sha256, read_json_bytes
from panelwise.packs import Pack
from panelwise.trust._types import Difference, differing

SIGNED, SIGNATURE = "signed.json", "signed.json.minisig"
FORMAT = 1
RUN, PACK = "panelwise run", "panelwise pack"
PLACES = ("path", "relative_path")  # of a pack: where it lies says nothing of the result
JUDGING = "judging"


def manifest_of(subject: Run | Pack) -> dict[str, Any]:
    """What is signed of a run or a pack.

    Raises:
        InputError: when it cannot be read, or a run's pack is gone.
    """
    return _of_pack(subject) if isinstance(subject, Pack) else _of_run(subject)


def manifest_bytes(manifest: Mapping[str, Any]) -> bytes:
    """The one way to write a manifest."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    return orjson.dumps(manifest, option=options)


def read_manifest(path: Path) -> dict[str, Any]:
    """A manifest from its file.

    Raises:
        InputError: when it is damaged, or of a newer version.
    """
    try:
        manifest = orjson.loads(read_json_bytes(path))
        version, what = manifest["format"], manifest["what"]
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise InputError(f"{path}: damaged; restore it from a copy") from None
    if what not in (RUN, PACK):
        raise InputError(f"{path}: damaged; restore it from a copy")
    if version != FORMAT:
        raise InputError(
            f"{path}: has format {version}, and this panelwise reads format {FORMAT}; use the"
            " panelwise that wrote it"
        )
    return dict(manifest)


def manifest_differences(signed: Mapping[str, Any], subject: Run | Pack) -> list[Difference]:
    """What a run or pack holds that was not signed, or holds no more.

    Figures are not compared: another version may work out another interval from the same samples.
    """
    found = manifest_of(subject)
    left = {key: value for key, value in signed.items() if key not in ("figures", "panelwise")}
    right = {key: value for key, value in found.items() if key not in ("figures", "panelwise")}
    return differing(SIGNED, left, right)


def _of_pack(pack: Pack) -> dict[str, Any]:
    card = pack.path / "README.md"
    return {
        "format": FORMAT,
        "what": PACK,
        "hash": pack.hash,
        "items": pack.item_hashes(),
        "order": _digest([item.id for item in pack.items()]),
        "manifest": {key: _digest(value) for key, value in pack.manifest.items()},
        "card": file_sha256(card) if card.is_file() else None,
    }


def _of_run(run: Run) -> dict[str, Any]:
    return _results_of(run) | {
        "format": FORMAT,
        "what": RUN,
        "packs": {pack.hash: {"items": pack.item_hashes()} for pack in run.packs},
        "judging": _judging(run),
        "figures": [
            {
                "task": summary.task,
                "metric": summary.headline_metric,
                "score": summary.score.value,
                "low": summary.score.low,
                "high": summary.score.high,
                "n": summary.n,
                "profile": summary.profile,
            }
            for summary in (() if any(pack.withheld for pack in run.packs) else summarise(run))
        ],
    }


def _results_of(run: Run) -> dict[str, Any]:
    """Configuration, samples and requests."""
    packs = [
        {key: value for key, value in entry.items() if key not in PLACES}
        for entry in run.config["packs"]
    ]
    config = run.config | {"packs": packs}
    samples: dict[str, str] = {}
    for result, response in run.answers():
        row = [dataclasses.asdict(result), response and dataclasses.asdict(response)]
        samples[f"{result.pack[:16]} {result.item} {result.repeat}"] = _digest(row)
    requests = [dataclasses.asdict(request) for request in requests_of(run)]
    return {
        "model": run.model,
        "configuration": {key: _digest(value) for key, value in config.items()},
        "samples": samples,
        "requests": _digest(requests),
    }


def _judging(run: Run) -> dict[str, Any]:
    """The judges' own runs, and the files beside them."""
    folder = run.path / JUDGING
    return {path.name: file_sha256(path) for path in sorted(folder.glob("*.json"))} | {
        one.path.relative_to(folder).as_posix(): _digest(_results_of(one))
        for one in judge_runs(run)
    }


def _digest(value: object) -> str:
    return hashlib.sha256(orjson.dumps(value, option=orjson.OPT_SORT_KEYS)).hexdigest()
