"""The packs that an experiment needs: found in a folder, or built from comics."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from panelwise.benchmarks import build, profile_for
from panelwise.comics import ReadingDirection, get_generator
from panelwise.errors import InputError, UnavailableError
from panelwise.experiments._drafted import drafted_comics
from panelwise.experiments._plan import DrawnComics, Experiment, PackPlan
from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.settings import is_setting
from panelwise.wording import counted

Say = Callable[[str], None]
MANIFEST, PACKS = "manifest.json", "packs"


@dataclass(frozen=True, slots=True)
class PacksFrom:
    """Where packs come from.

    Attributes:
        comics: the user's; empty to draw some.
        packs: a folder of packs, or of an earlier experiment; then nothing is built.
        books: how many books are drawn for each collection of the plan.
        seed: of what is drawn, and of orders and options.
        direction: of comics whose files do not say it.
        profile: by which packs are built; empty for the plan's own.
        writer: who drafts wrong options where a plan needs that; the press's own by default.
    """

    comics: tuple[Path, ...] = ()
    packs: Path | None = None
    books: int = 4
    seed: int = 0
    direction: ReadingDirection | None = None
    profile: str = ""
    writer: str = "press:truth"


def packs_of(
    plan: Experiment, source: PacksFrom, out: Path, settings: Mapping[str, str], say: Say
) -> tuple[dict[str, Pack], dict[str, str]]:
    """The experiment's packs by name, and why those that are missing are.

    Raises:
        UserError: for unusable comics, or a folder with packs of something else.
        UnavailableError: when no pack can be had.
    """
    folder = _packs_folder(source.packs) if source.packs else None
    comics = [] if folder else list(source.comics) or drawn_comics(plan.drawn, source, out, say)
    packs: dict[str, Pack] = {}
    missing: dict[str, str] = {}
    for wanted in plan.packs:
        try:
            packs[wanted.name] = (
                _found(wanted, folder)
                if folder
                else built_pack(wanted, _of(wanted, comics), plan.profile, source, out, settings)
            )
        except UnavailableError as error:
            missing[wanted.name] = str(error)
            say(f"no pack {wanted.name}: {error}")
            continue
        say(f"pack {wanted.name}: {counted(len(packs[wanted.name]), 'item')}")
    if not packs:
        raise UnavailableError("; ".join(dict.fromkeys(missing.values())))
    return packs, missing


def _of(wanted: PackPlan, comics: Sequence[Path]) -> Sequence[Path]:
    """The comics that a pack is built from: all, or the collection that it names.

    Raises:
        UnavailableError: when that collection was not given.
    """
    if not wanted.comics:
        return comics
    name = wanted.comics.lower()
    found = [one for one in comics if name in (one.stem.lower(), one.name.lower())]
    if not found:
        raise UnavailableError(
            f"no folder '{wanted.comics}' in --comics; put its comics into one of that name"
        )
    return found


def drawn_comics(
    drawn: Sequence[DrawnComics], source: PacksFrom, out: Path, say: Say
) -> list[Path]:
    """Comics of the press, a folder for every collection; those that are there stay."""
    folders: list[Path] = []
    for number, one in enumerate(drawn):
        name = one.name or f"{number + 1}-{one.layout}{'-silent' if one.silent else ''}"
        folder = out / "comics" / name
        folders.append(folder)
        if folder.exists():
            continue
        books = get_generator().print_comics(
            folder,
            source.books,
            style=one.style,
            layout=one.layout,
            language=one.language,
            silent=one.silent,
            seed=source.seed + number,
        )
        say(f"drew {counted(len(books), 'book')}, {one.layout}{', silent' if one.silent else ''}")
    return folders


def built_pack(
    wanted: PackPlan,
    comics: Sequence[Path],
    profile: str,
    source: PacksFrom,
    out: Path,
    settings: Mapping[str, str],
) -> Pack:
    """A pack built from comics, or the same pack from an earlier call."""
    of_profile = {key: text for key, text in settings.items() if is_setting(key)}
    chosen = profile_for(wanted.task, source.profile or profile, {**wanted.settings, **of_profile})
    folder = out / PACKS / wanted.name
    if folder.exists():
        return _same(Pack.open(folder), wanted, chosen, source.seed)
    if wanted.drafted:
        comics = [drafted_comics(wanted.drafted, comics, source.writer, out)]
    return build(
        wanted.task,
        list(comics),
        out=folder,
        seed=source.seed,
        profile=chosen,
        transforms=wanted.transforms,
        direction=source.direction or "auto",
    )


def _same(pack: Pack, wanted: PackPlan, profile: Profile, seed: int) -> Pack:
    """The pack of an earlier call, if it is what this call would build.

    Raises:
        InputError: if not.
    """
    before = pack.manifest
    same = (
        before.get("task") == wanted.task
        and before.get("seed") == seed
        and tuple(before.get("transforms", ())) == wanted.transforms
        and before.get("profile") == profile.as_dict()
    )
    if not same:
        raise InputError(
            f"{pack.path} was built from other settings, profile or seed; give a new --out"
        )
    return pack


def _packs_folder(given: Path) -> Path:
    """The folder that holds packs: the one that was given, or that of an earlier experiment.

    Raises:
        InputError: when neither holds any.
    """
    for folder in (given, given / PACKS):
        if next(folder.glob(f"*/{MANIFEST}"), None) is not None:
            return folder
    raise InputError(f"{given} holds no packs; give a folder of packs, or of an experiment")


def _found(wanted: PackPlan, folder: Path) -> Pack:
    """The pack of a folder that is called as wanted, or the only one of its task and transforms.

    Raises:
        InputError: for a pack of that name and another task.
        UnavailableError: when no pack, or more than one, is what is wanted.
    """
    named = folder / wanted.name
    if (named / MANIFEST).exists():
        return _of_task(Pack.open(named), wanted)
    packs = [Pack.open(one.parent) for one in sorted(folder.glob(f"*/{MANIFEST}"))]
    alike = [
        pack
        for pack in packs
        if pack.manifest.get("task") == wanted.task
        and tuple(pack.manifest.get("transforms", ())) == wanted.transforms
    ]
    if len(alike) != 1:
        found = f"{len(alike)} packs" if alike else "no pack"
        how = f" with {', '.join(wanted.transforms)}" if wanted.transforms else ""
        raise UnavailableError(
            f"{folder}: {found} of {wanted.task}{how}; name the pack's folder '{wanted.name}'"
        )
    return alike[0]


def _of_task(pack: Pack, wanted: PackPlan) -> Pack:
    if pack.manifest.get("task") != wanted.task:
        raise InputError(
            f"{pack.path} is a pack of {pack.manifest.get('task')}, and this experiment's"
            f" '{wanted.name}' is one of {wanted.task}; give another folder"
        )
    return pack
