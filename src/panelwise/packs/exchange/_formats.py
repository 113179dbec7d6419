"""The formats by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TypeVar

from panelwise.errors import SettingError, UnavailableError, UnknownNameError
from panelwise.packs._pack import Pack
from panelwise.packs.exchange._batch import read_batch, write_batch
from panelwise.packs.exchange._huggingface import write_huggingface
from panelwise.packs.exchange._lmms_eval import read_lmms_eval, write_lmms_eval
from panelwise.packs.exchange._log import Imported, LoggedAnswer, match_answers
from panelwise.packs.exchange._vlmevalkit import read_vlmevalkit, write_vlmevalkit
from panelwise.packs.exchange._words import Exported
from panelwise.registry import did_you_mean
from panelwise.tasks import get_kind

PackWriter = Callable[[Pack, str | Path], Exported]
LogReader = Callable[[Path], Iterator[LoggedAnswer]]
BATCH = "openai-batch"
SCORED_THERE = frozenset({"vlmevalkit", "lmms-eval"})  # by rules that know options and orders
WRITERS: Mapping[str, PackWriter] = {
    "vlmevalkit": write_vlmevalkit,
    "lmms-eval": write_lmms_eval,
    "huggingface": write_huggingface,
    BATCH: write_batch,
}
READERS: Mapping[str, LogReader] = {
    "vlmevalkit": read_vlmevalkit,
    "lmms-eval": read_lmms_eval,
    BATCH: read_batch,
}
_Found = TypeVar("_Found")


def export_pack(
    pack: Pack | str | Path, to: str, out: str | Path, *, model: str | None = None
) -> Exported:
    """Write a pack in the format of another program.

    Pictures are the pack's own bytes, a few in memory at a time.

    Args:
        pack: a pack with its images, or its folder.
        to: ``vlmevalkit``, ``lmms-eval``, ``huggingface`` or ``openai-batch``.
        out: a new folder.
        model: whom the requests of ``openai-batch`` are for.

    Raises:
        UnknownNameError: for another format.
        UnavailableError: when the format has no place for such items; it names those that have.
        InputError: when the pack lacks images, or the folder is not empty.
        SettingError: when the model is missing, or given to another format.
    """
    writer = _named(to, WRITERS, "export format")
    opened = pack if isinstance(pack, Pack) else Pack.open(pack)
    if opened.withheld and to != BATCH:
        raise UnavailableError(
            f"{opened.path}: its right answers are withheld, and {to} has a place for them;"
            f" export to {BATCH}"
        )
    kind = opened.items()[0].kind if to in SCORED_THERE and len(opened) else None
    if kind is not None and not get_kind(kind).exported_metrics:
        raise UnavailableError(
            f"{opened.path}: {to} scores choices and orders, and these are {kind} items;"
            f" export to {' or '.join(sorted(set(WRITERS) - SCORED_THERE))}"
        )
    if to == BATCH:
        return write_batch(opened, out, model)
    if model is not None:
        raise SettingError(f"{to} takes no model; leave --model out")
    return writer(opened, out)


def import_log(
    logs: str | Path | Iterable[str | Path], source: str, pack: Pack | str | Path, out: str | Path
) -> Imported:
    """Write the answers in another program's log as recorded answers, to be evaluated by us.

    Args:
        logs: the log, or several that belong together, as the parts of a batch do.
        source: ``vlmevalkit``, ``lmms-eval`` or ``openai-batch``.
        pack: the pack that was exported.
        out: a new file.

    Raises:
        UnknownNameError: for another format.
        InputError: when a log is not of that format, answers nothing in the pack, or one item
            twice.
    """
    reader = _named(source, READERS, "log format")
    opened = pack if isinstance(pack, Pack) else Pack.open(pack)
    paths = [Path(logs)] if isinstance(logs, str | Path) else [Path(log) for log in logs]
    answers = chain.from_iterable(map(reader, paths))
    return match_answers(opened, answers, Path(out), ", ".join(map(str, paths)))


def _named(name: str, known: Mapping[str, _Found], what: str) -> _Found:
    if name not in known:
        raise UnknownNameError(f"unknown {what} '{name}'; {did_you_mean(name, known)}")
    return known[name]
