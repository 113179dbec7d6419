"""Accepted answers as a pack whose gold is what people agreed on. Source: SC-12 to SC-15, MS-14."""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from panelwise.annotation._project import Project
from panelwise.annotation._unit import WorkUnit
from panelwise.annotation.exchange._drafted_pack import (
    DESCRIBED,
    drafted_pack,
    drafted_task,
    no_items,
)
from panelwise.annotation.exchange._gates import GateCount, gate_counts
from panelwise.annotation.screens import SolveScreen, get_screen, without_confidence
from panelwise.comics import Book
from panelwise.errors import InputError
from panelwise.packs import Pack, with_pictures, write_pack
from panelwise.profile import get_profile
from panelwise.tasks import Answer, Item, vouchers
from panelwise.tasks.kinds import get_kind

PEOPLE = "people"
ORDERS_BY = 2
_NUMBERS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class AcceptedPack:
    """A pack of accepted answers.

    Attributes:
        pack: as written.
        changed: how many items have another right answer than their source.
        several: how many have more than one right order.
        undefined: how many accepted units give no item, by reason.
        units: how many accepted units are in it; a task may leave some of them out.
    """

    pack: Pack
    changed: int
    several: int
    undefined: dict[str, int]
    units: int = 0


def accepted_pack(
    project: Project,
    out: str | Path,
    *,
    source: str = "",
    orders_by: int = ORDERS_BY,
    by: str = PEOPLE,
    comics: Sequence[Book] = (),
    task: str = "",
) -> AcceptedPack:
    """Write the accepted answers of a project as a pack.

    The accepted answer to a solved item becomes its gold. Of items that are put in order, every
    order that enough people gave is right (MS-14). Items whose order people called the only one
    stay; those with another stated order have both; others are left out (SC-8).

    Work on drafts (screens ``description``, ``question``, ``distractors`` and ``candidates``)
    becomes a pack of its task, built from the comics that were drafted for.

    Args:
        project: with units of a pack, or of drafts.
        out: the new pack.
        source: the name or the start of the hash of a pack, needed only if there are several.
        orders_by: how many people make an order right that is not the accepted one.
        by: who vouches for the answers, as the items record it.
        comics: with panels; needed for work on drafts.
        task: of the pack; needed only if the work on drafts makes several.

    Raises:
        InputError: when nothing is accepted, or the folder holds something.
    """
    if made_of := drafted_task(project, task):
        return _of_drafts(project, made_of, comics, Path(out), by)
    pack = _source(project, source)
    undefined: Counter[str] = Counter()
    items: dict[str, Item] = {}
    for unit in project.work.state.work_units():
        if unit.place != "accepted" or unit.data.get("pack") != pack.hash or unit.answer is None:
            continue
        item = project.sources.item(pack.hash, unit.data["item"])
        made = _item(project, unit, item, orders_by)
        if isinstance(made, str):
            undefined[made] += 1
        else:
            items[item.id] = replace(made, meta={**made.meta, "answer_from": by})
    if not items:
        raise no_items(project, undefined)
    wanted = [items[item.id] for item in pack.items() if item.id in items]
    before = {item.id: item.gold for item in pack.items()}
    written = _write(project, pack, wanted, Path(out))
    return AcceptedPack(
        written,
        changed=sum(item.gold != before[item.id] for item in wanted),
        several=sum(len(item.accepted) > 1 for item in wanted),
        undefined=dict(undefined),
        units=len(wanted),
    )


def _of_drafts(
    project: Project, task: str, comics: Sequence[Book], out: Path, by: str
) -> AcceptedPack:
    if not comics:
        raise InputError("a pack of work on drafts needs the comics they are about; give --comics")
    with tempfile.TemporaryDirectory(prefix="panelwise-pack-") as folder:
        pack, found = drafted_pack(project, task, comics, Path(folder), by)
        vouched = "words_from" if task == DESCRIBED else "answer_from"
        items = [replace(one, meta={**one.meta, vouched: by}) for one in pack.items()]
        gates = gate_counts(project.work.state)
        writers = ", ".join(sorted(found.writers))
        manifest = _manifest(project, pack, gates) | {"drafted_by": dict(found.writers)}
        card = (pack.path / "README.md").read_text(encoding="utf-8").replace(pack.hash, "{hash}")
        card += (
            f"\n## Who accepted it\n\nDrafted by {writers}; answers from {by}.\n\n"
            f"{_how(project, gates)}\n"
        )
        written = write_pack(out, with_pictures(pack, items, images=True), manifest, card)
    return AcceptedPack(written, 0, 0, dict(found.undefined), found.units)


def _source(project: Project, name: str) -> Pack:
    used = {unit.data.get("pack") for unit in project.work.state.work_units()}
    packs = [pack for digest, pack in project.sources.packs.items() if digest in used]
    found = [p for p in packs if not name or p.path.name == name or p.hash.startswith(name)]
    if len(found) == 1:
        return found[0]
    if not packs:
        raise InputError(
            f"{project.folder}: its work is on no pack; make a project with --pack PACK"
        )
    names = ", ".join(f"{pack.path.name} ({pack.hash[:8]})" for pack in packs)
    raise InputError(f"{project.folder}: name one of its packs with --from: {names}")


def _item(project: Project, unit: WorkUnit, item: Item, orders_by: int) -> Item | str:
    """The item with people's gold, or why there is none."""
    assert unit.answer is not None, "only accepted units are asked for"
    stage = project.procedure.stage(unit.answer.stage)
    labelled = stage if stage.type == "label" else project.procedure.stages[0]
    screen = get_screen(labelled.screen)
    if isinstance(screen, SolveScreen):
        return _solved(unit, item, orders_by)
    if "unique" in unit.answer.values:
        return _judged_unique(unit, item)
    return f"on screen '{labelled.screen}', whose answers are no gold"


def _solved(unit: WorkUnit, item: Item, orders_by: int) -> Item | str:
    assert unit.answer is not None, "only accepted units are asked for"
    kind, profile = get_kind(item.kind), get_profile()
    answer = kind.read_form(item, without_confidence(unit.answer.values), profile)
    gold: Answer = answer
    if isinstance(answer, dict) and isinstance(item.gold, dict):
        gold = {**item.gold, **answer}
    made = replace(item, gold=gold, accepted=())
    if kind.form == "order":
        made = replace(made, accepted=_orders(unit, item, answer, orders_by))
    if kind.outcome(made, answer, profile) != "correct":
        return "whose answer cannot be gold of its kind"
    return made


def _orders(
    unit: WorkUnit, item: Item, gold: Answer, orders_by: int
) -> tuple[tuple[int, ...], ...]:
    """All orders that enough people gave in the last round, the accepted one first."""
    kind, profile = get_kind(item.kind), get_profile()
    assert isinstance(gold, tuple), "orders are tuples"
    given: Counter[tuple[int, ...]] = Counter()
    for one in unit.history:
        if not one.flag and one.round == unit.round and "verdict" not in one.values:
            order = kind.read_form(item, without_confidence(one.values), profile)
            if isinstance(order, tuple):
                given[order] += 1
    others = sorted(order for order, count in given.items() if count >= orders_by and order != gold)
    kept = item.accepted if gold in item.accepted else ()
    found = tuple(dict.fromkeys((gold, *kept, *others)))
    return found if len(found) > 1 else ()


def _judged_unique(unit: WorkUnit, item: Item) -> Item | str:
    """The item if its order is the only one; with both, if another was written down."""
    assert unit.answer is not None, "only accepted units are asked for"
    if unit.answer.values["unique"] == 0:
        return item
    named = [int(one) - 1 for one in _NUMBERS.findall(str(unit.answer.values.get("other") or ""))]
    if not isinstance(item.gold, tuple) or sorted(named) != list(range(item.n)):
        return "whose order is not the only one, and no other is written down"
    other = tuple(item.gold[place] for place in named)
    accepted = tuple(dict.fromkeys((item.gold, *item.accepted, other)))
    return replace(item, accepted=accepted if len(accepted) > 1 else ())


def _write(project: Project, pack: Pack, items: list[Item], out: Path) -> Pack:
    gates = gate_counts(project.work.state)
    images = bool(pack.manifest.get("images", True))
    manifest = _manifest(project, pack, gates)
    manifest["answered_from"] = {"hash": pack.hash, "items": len(pack)}
    card = _card(project, pack, gates, items)
    return write_pack(out, with_pictures(pack, items, images=images), manifest, card, images=images)


def _manifest(project: Project, pack: Pack, gates: Iterable[GateCount]) -> dict[str, Any]:
    kept = {"schema_version", "items", "hash", "images", "findings"}
    manifest = {key: value for key, value in pack.manifest.items() if key not in kept}
    manifest["procedure"] = json.loads(project.procedure.model_dump_json())
    manifest["gates"] = [asdict(one) | {"rounds": list(one.rounds)} for one in gates]
    return manifest


def _how(project: Project, gates: Iterable[GateCount]) -> str:
    lines = "\n".join(f"- {line}" for line in gates)
    source = project.procedure.source or "no source"
    return f"Procedure `{project.procedure.name}` ({source}):\n\n{lines}\n"


def _card(project: Project, pack: Pack, gates: Iterable[GateCount], items: list[Item]) -> str:
    # ``write_pack`` fills in braces, which a title could hold.
    title = str(pack.manifest.get("title", pack.name)).replace("{", "(").replace("}", ")")
    gold = "; ".join(map(str, vouchers([item.meta for item in items])))
    return (
        f"# {title}, answered by people\n\n{{items}} of the {len(pack)} items of the pack"
        f" {pack.hash[:16]}; hash {{hash}}.\n\nRight answers: {gold}.\n\n"
        f"## How they were made\n\n{_how(project, gates)}\n"
        "Findings: {findings}\n\n{guessing}\n"
    )
