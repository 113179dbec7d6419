"""``verify``: whether a run or a pack is what it says, as far as anybody can know.

Source: MS-20.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from panelwise.errors import InputError
from panelwise.evaluation import Run, judge_runs
from panelwise.folders import sort_of, wrong_folder
from panelwise.packs import Pack
from panelwise.trust._config import config_differences, newer_settings
from panelwise.trust._figures import figures_of, report_differences
from panelwise.trust._packs import check_pack, find_packs
from panelwise.trust._samples import reread
from panelwise.trust._sign import read_public_key, signature_differences
from panelwise.trust._types import CheckedFigure, Difference, Signature, Verification
from panelwise.wording import first_of

_NAMED = 8  # settings in a note


def verify(
    path: str | Path,
    packs: Sequence[str | Path | Pack] = (),
    *,
    report: str | Path | None = None,
    trust: str | Path | None = None,
) -> Verification:
    """Read and score every stored response again, and compare all that is stored of it.

    Packs are hashed whole and their pictures decoded; ``run.json`` is compared with
    ``results.sqlite``, answered requests with results, marks with the judges' own runs. A response
    that was changed together with its scores is found by a signature alone.

    Args:
        path: a run, or a pack.
        packs: where the packs of the run are now, if they moved.
        report: the folder of a report of the run, whose tables are compared, too.
        trust: a public key of minisign (a file, or its line) that must have signed the folder.

    Raises:
        InputError: when there is neither run nor pack, a pack of the run is gone, or a given
            pack, report or key is none.
        MissingExtraError: for a signature, without the extra ``sign``.
    """
    folder = Path(path)
    _check_given(packs, report, trust)
    if (folder / "manifest.json").is_file():
        return _verify_pack(folder, trust)
    run = _open_run(folder)
    found = find_packs(folder, run.config, packs)
    exact = len(found.packs) == len(run.config["packs"]) and all(
        known == pack.hash for known, pack in found.packs.items()
    )
    run = Run(folder, run.config, tuple(found.packs.values()))
    differences, notes = [*found.differences], [*found.notes]
    figures: tuple[CheckedFigure, ...] = ()
    signature: Signature | None = None
    samples = rescored = 0
    try:
        differences += config_differences(run, found.packs)
        notes += _newer(run)
        samples_now = reread(run, found.packs)
        samples, rescored = len(samples_now.results), samples_now.rescored
        differences += samples_now.differences
        known = {(one.pack, one.item, one.repeat) for one in samples_now.results}
        stored = [one for one in run.results() if (one.pack, one.item, one.repeat) in known]
        figures = figures_of(run, found.packs, stored, samples_now.results)
        if exact:
            signature, more = _around(run, report, trust)
            differences += more
        elif report is not None or trust is not None:
            notes.append("report and signature were not compared, because the packs differ")
    except InputError as error:  # a row, a judge's run or a report that cannot be read at all
        differences.append(Difference.fault(folder, "run", error))
    items = sum(map(len, found.packs.values()))
    return Verification(
        *(folder, samples, rescored, items),
        tuple((pack.hash, str(pack.path)) for pack in found.packs.values()),
        *(tuple(dict.fromkeys(differences)), tuple(notes), figures, signature),
    )


def _newer(run: Run) -> list[str]:
    """A note on settings that a run was stored without."""
    found = newer_settings(run)
    words = "stored before these settings existed, so they were not compared"
    return [f"{words}: {first_of(found, _NAMED)}"] if found else []


def _around(
    run: Run, report: str | Path | None, trust: str | Path | None
) -> tuple[Signature | None, list[Difference]]:
    """What stands around the samples: judges' marks, a report, a signature."""
    found = [*_judging_differences(run)]
    if report is not None:
        found += report_differences(run, Path(report))
    signature, unsigned = signature_differences(run, trust)
    return signature, [*found, *unsigned]


def _check_given(
    packs: Sequence[str | Path | Pack], report: str | Path | None, trust: str | Path | None
) -> None:
    """Refuse what is no pack, report or key: that says nothing of what is verified."""
    for pack in packs:
        if not isinstance(pack, Pack) and not (Path(pack) / "manifest.json").is_file():
            raise InputError(wrong_folder(Path(pack), "a pack"))
    if report is not None and not (Path(report) / "summary.json").is_file():
        raise InputError(wrong_folder(Path(report), "a report"))
    if trust is not None:
        read_public_key(trust)


def _open_run(folder: Path) -> Run:
    if sort_of(folder) != "a run":
        raise InputError(wrong_folder(folder, "a run", "a pack"))
    return Run.open(folder)


def _judging_differences(run: Run) -> list[Difference]:
    """What is wrong in the runs of the judges."""
    return [
        Difference(f"{one.path.relative_to(run.path)}: {found.where}", *_rest(found))
        for one in judge_runs(run)
        for found in verify(one.path, one.packs).differences
        if found.what != "status"  # a judge whose costs reached the cap
    ]


def _rest(found: Difference) -> tuple[str, str, str]:
    return found.what, found.stored, found.found


def _verify_pack(folder: Path, trust: str | Path | None) -> Verification:
    differences: list[Difference] = []
    signature: Signature | None = None
    items = 0
    opened: tuple[tuple[str, str], ...] = ()
    try:
        pack = Pack.open(folder, whole=True)
        items, opened = len(pack), ((pack.hash, str(folder)),)
        differences += check_pack(pack)
        signature, unsigned = signature_differences(pack, trust)
        differences += unsigned
    except InputError as error:
        differences.append(Difference.fault(folder, "pack", error))
    return Verification(folder, 0, 0, items, opened, tuple(differences), (), (), signature)
