"""Exporting packs as training data: everything is checked before a byte is written."""

from __future__ import annotations

import dataclasses
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import orjson

from panelwise.benchmarks import profile_for
from panelwise.errors import InputError, SettingError, UnknownNameError
from panelwise.metrics import CoordFrame, coordinate_frame
from panelwise.models import family_of
from panelwise.outputs import new_folder, write_file
from panelwise.packs import Finding, Findings, Pack, Part, look_at_pictures, part_of
from panelwise.profile import Profile, get_profile
from panelwise.registry import did_you_mean
from panelwise.tasks.kinds import BoxSettings, gold_boxes
from panelwise.training._checks import (
    Lengths,
    box_findings,
    length_findings,
    picture_findings,
    token_counter,
)
from panelwise.training._example import TrainingExample, training_examples
from panelwise.training._leaks import leaks
from panelwise.training._licences import BookLicence, book_licences, statements
from panelwise.training.exports._boxes import COCO, YOLO
from panelwise.training.exports._format import ExportJob, TrainingFormat
from panelwise.training.exports._llama_factory import LLAMA_FACTORY
from panelwise.training.exports._ms_swift import MS_SWIFT
from panelwise.training.exports._openai import OPENAI
from panelwise.training.exports._parquet import TRL
from panelwise.training.exports._reward import REWARD

FORMATS: Mapping[str, TrainingFormat] = {
    one.name: one for one in (TRL, LLAMA_FACTORY, MS_SWIFT, OPENAI, COCO, YOLO, REWARD)
}
PROVENANCE = "provenance.json"


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How packs are exported.

    Attributes:
        profile: ``recommended`` or ``paper``: how answers will be read, and so how responses are
            written.
        settings: changes of it.
        model: the name of the model to be trained; its family says in which numbers boxes are
            written and what a picture costs.
        tokenizer: ``tokenizer.json`` or a checkpoint, to count tokens; else they are estimated.
        max_tokens: the most tokens of an example.
        licences: what the user states, as ``LICENCE`` or ``BOOK=LICENCE``.
        leave_out: ids of items that are not exported.
    """

    profile: str = "recommended"
    settings: Mapping[str, str] = dataclasses.field(default_factory=dict)
    model: str = ""
    tokenizer: str | Path | None = None
    max_tokens: int | None = None
    licences: Sequence[str] = ()
    leave_out: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class TrainingExport:
    """What was written.

    Attributes:
        folder: where.
        format: its name.
        examples: how many.
        lengths: of the examples, in tokens.
        notes: what the user should know, a line each.
    """

    folder: Path
    format: str
    examples: int
    lengths: Lengths
    notes: tuple[str, ...]


def export_training(
    packs: Sequence[Pack | str | Path],
    to: str,
    out: str | Path,
    *,
    test: Sequence[Pack | str | Path] = (),
    options: ExportOptions | None = None,
) -> TrainingExport:
    """Write packs as training data. The same packs and options give the same bytes.

    Args:
        packs: to train on, with their pictures.
        to: a name of ``FORMATS``.
        out: a new folder.
        test: packs that the trained model will be tested on; they must share nothing with it.
        options: see there.

    Raises:
        UnknownNameError: for another format, or an item to leave out that is not there.
        InputError: when a check refuses an item; names it. Nothing is written then.
        SettingError: for an option that cannot be kept.
        UnavailableError: when right answers are withheld or cannot be learnt.

    Source: SC-E2, MV-12, MS-22; AMB-30, AMB-39.
    """
    if to not in FORMATS:
        raise UnknownNameError(f"unknown training format '{to}'; {did_you_mean(to, FORMATS)}")
    chosen, how = FORMATS[to], options or ExportOptions()
    opened = [_opened(pack) for pack in packs]
    tested = [_opened(pack) for pack in test]
    profiles = _profiles(opened, how)
    examples = _examples(opened, profiles, how)
    licences, found = _licences(opened, examples, how)
    found += _of_examples(examples, chosen, profiles)
    counter = token_counter(how.tokenizer, how.model)
    lengths, long = length_findings(examples, counter, how.max_tokens)
    findings = Findings.of([*found, *long, *_of_pictures(opened, tested, examples)])
    findings.require(f"export to {to}")
    job = ExportJob(examples, profiles, how.model)
    with new_folder(out) as folder:
        notes = [*(one.line for one in findings.flagged), *chosen.write(job, folder)]
        record = _provenance(opened, tested, job, licences, lengths, how)
        _write_provenance(folder, {"format": to, **record})
    if not tested:
        notes.append("no test pack was given, so leaks into one were not looked for (--test PACK)")
    notes += _frame_note(chosen, job)
    named = tuple(note.replace("{out}", str(out)) for note in notes)
    return TrainingExport(Path(out), to, len(examples), lengths, named)


def _opened(pack: Pack | str | Path) -> Pack:
    return pack if isinstance(pack, Pack) else Pack.open(pack)


def _profiles(packs: Iterable[Pack], how: ExportOptions) -> dict[str, Profile]:
    """The profile of each task, with boxes in the numbers of the model's family.

    Raises:
        SettingError: when a frame was set that the family does not answer in.
    """
    base = get_profile(how.profile).with_settings(dict(how.settings))
    family = family_of(how.model) if how.model else None
    found: dict[str, Profile] = {}
    for task in dict.fromkeys(item.task for pack in packs for item in pack.items()):
        profile = profile_for(task, base)
        boxes = profile.section(BoxSettings)
        if family is not None and family.frame is not None and boxes.declared_frame:
            frame: CoordFrame = coordinate_frame(family.frame).name  # type: ignore[assignment]
            if "boxes.coord_frame" in how.settings and boxes.coord_frame != frame:
                raise SettingError(
                    f"--set boxes.coord_frame={boxes.coord_frame}: {family.name} answers in"
                    f" {frame}; leave the setting out, or --model"
                )
            boxes = dataclasses.replace(boxes, coord_frame=frame)
            profile = profile.with_sections(boxes)
        found[task] = profile
    return found


def _examples(
    packs: Sequence[Pack], profiles: Mapping[str, Profile], how: ExportOptions
) -> list[TrainingExample]:
    """The examples of all packs, without those to leave out; an id stands for one of them."""
    left = set(how.leave_out)
    found: dict[str, TrainingExample] = {}
    home: dict[str, Pack] = {}
    for pack in packs:
        for task in dict.fromkeys(item.task for item in pack.items()):
            for one in training_examples(pack, profile=profiles[task], tasks=[task]):
                key = f"{task}/{one.id}" if len(packs) > 1 else one.id
                if one.id in left or key in left:
                    home[one.id] = pack
                    continue
                if key in found:
                    raise InputError(
                        f"item '{one.id}' of {task} is in both {home[key].path} and {pack.path};"
                        " leave one of the packs out"
                    )
                found[key], home[key] = dataclasses.replace(one, id=key), pack
    if unknown := sorted(left.difference(home, (key.split("/", 1)[-1] for key in home))):
        raise UnknownNameError(f"--leave-out {unknown[0]}: no pack has an item of that id")
    if not found:
        raise InputError("no item is left to export; name packs that hold some")
    return list(found.values())


def _licences(
    packs: Sequence[Pack], examples: Iterable[TrainingExample], how: ExportOptions
) -> tuple[list[BookLicence], list[Finding]]:
    items: dict[str, list[str]] = defaultdict(list)
    for one in examples:
        for book in dict.fromkeys(source.book for source in one.item.sources):
            items[book].append(one.id)
    found = list(book_licences(packs, items, statements(how.licences)))
    return (
        [one for one in found if isinstance(one, BookLicence)],
        [one for one in found if isinstance(one, Finding)],
    )


def _of_examples(
    examples: Iterable[TrainingExample], chosen: TrainingFormat, profiles: Mapping[str, Profile]
) -> list[Finding]:
    found: list[Finding] = []
    for one in examples:
        if (why := chosen.refuses(one)) is not None:
            remedy = "export to another format, or leave the item out with --leave-out"
            found.append(Finding("format", "refuse", (one.id,), why, remedy))
        found += picture_findings(one, chosen.marks)
        found += box_findings(one, profiles[one.item.task])
    return found


def _of_pictures(
    packs: Sequence[Pack], tested: Sequence[Pack], examples: Sequence[TrainingExample]
) -> Iterator[Finding]:
    """Pictures that are not those the packs were built with, and what training and test share."""
    used = {id(one.item): None for one in examples}
    train: list[tuple[Pack, Part]] = []
    for pack in packs:
        pictures = look_at_pictures(pack)
        whole = part_of(pack, pictures)
        part = dataclasses.replace(whole, items=[i for i in whole.items if id(i) in used])
        train.append((pack, part))
        for item in part.items:
            for entry in item.rendering.images:
                if wrong := pictures.problem(entry):
                    yield Finding("pictures", "refuse", (item.id,), wrong, "build the pack again")
    hashes = {pack.hash for pack in packs}
    if same := next((pack for pack in tested if pack.hash in hashes), None):
        what = f"{same.path} is to be trained on and tested on"
        yield Finding("the same pack", "refuse", (), what, "give another pack as --test")
        return
    yield from leaks(train, [(pack, part_of(pack, look_at_pictures(pack))) for pack in tested])


def _frame_note(chosen: TrainingFormat, job: ExportJob) -> list[str]:
    """Boxes for a model of which nobody knows in which numbers it answers."""
    boxed = chosen.responses and any(gold_boxes(one.item) for one in job.examples)
    family = family_of(job.model) if job.model else None
    if not boxed or (family is not None and family.frame is not None):
        return []
    frames = sorted({one.section(BoxSettings).coord_frame for one in job.profiles.values()})
    return [
        f"boxes are in {', '.join(frames)}; name the model to be trained with --model to have them"
        " in its own numbers"
    ]


def _provenance(
    packs: Sequence[Pack],
    tested: Sequence[Pack],
    job: ExportJob,
    licences: Iterable[BookLicence],
    lengths: Lengths,
    how: ExportOptions,
) -> dict[str, Any]:
    return {
        "panelwise": version("panelwise"),
        "packs": [_pack_record(pack) for pack in packs],
        "tested_on": [_pack_record(pack) for pack in tested],
        "examples": len(job.examples),
        "left_out": sorted(how.leave_out),
        "model": how.model,
        "coordinate_frames": {
            task: profile.section(BoxSettings).coord_frame for task, profile in job.profiles.items()
        },
        "profiles": {task: profile.as_dict() for task, profile in job.profiles.items()},
        "licences": [dataclasses.asdict(one) for one in licences],
        "tokens": dataclasses.asdict(lengths) | {"most_allowed": how.max_tokens},
    }


def _pack_record(pack: Pack) -> dict[str, Any]:
    known = {key: pack.manifest.get(key) for key in ("task", "seed", "items", "hash", "versions")}
    return {"name": pack.name, **known}


def _write_provenance(folder: Path, record: dict[str, Any]) -> None:
    """The record, with a hash of every file of the export."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != ".writing")
    hashes = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS | orjson.OPT_APPEND_NEWLINE
    write_file(folder / PROVENANCE, orjson.dumps(record | {"files": hashes}, option=options))
