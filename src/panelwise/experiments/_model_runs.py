"""Models on packs, one run each, that stop and go on separately."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from panelwise.analysis import RunData
from panelwise.benchmarks import profile_for, require_obeyed
from panelwise.errors import InputError, RunError, SettingError, UnavailableError
from panelwise.evaluation import (
    SOLVERS,
    Progress,
    Run,
    RunPlan,
    carry_out,
    get_solver,
    plan_run,
    require_taken_by,
    settings_for,
)
from panelwise.experiments._judged import AnyModel, JudgedRuns
from panelwise.experiments._packs import Say
from panelwise.experiments._printed import billions
from panelwise.experiments._scores import Measured
from panelwise.models import Patience, shown, split_name
from panelwise.opening import what_is
from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.settings import is_setting
from panelwise.tasks import get_kind
from panelwise.tasks.kinds import Judgeable
from panelwise.wording import argument

PACK = "{pack}"  # in a model's name: the pack that is answered


def own_folder(path: str | Path) -> Path:
    """The folder of an experiment or a suite, new or begun.

    Raises:
        InputError: for a file, and for a folder that is a pack or a run.
    """
    folder = Path(path)
    if folder.is_file():
        raise InputError(f"{folder} is a file; give a folder with --out")
    what = what_is(folder)
    if what != "comics":
        raise InputError(f"{folder} is {what}; give another folder with --out")
    return folder


@contextmanager
def interruptible(folder: Path) -> Iterator[None]:
    """Name the folder of the whole when Ctrl-C stops one of its runs.

    Raises:
        KeyboardInterrupt: its text says how to continue.
    """
    try:
        yield
    except KeyboardInterrupt:
        kept = f"the same command continues what is in {argument(folder)}"
        raise KeyboardInterrupt(f"all answers so far are kept, {kept}") from None


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How models are asked; the arguments are those of :func:`panelwise.evaluate`.

    ``profile`` is the plan's own where it is empty; ``max_cost`` is for all runs together.
    ``judges`` mark open answers, and ``human`` are files of people's marks, in which ``{pack}``
    stands for the pack's name (:func:`panelwise.judge_run`).
    """

    profile: str = ""
    settings: Mapping[str, str] = field(default_factory=dict)
    limit: int | None = None
    repeats: int = 1
    decoding: str | None = None
    max_cost: float | None = None
    replay: bool = False
    cache: bool = True
    patience: Patience | None = None
    progress: Callable[[str], Progress | None] = lambda name: None
    judges: tuple[AnyModel, ...] = ()
    human: tuple[str, ...] = ()


class ModelRuns:
    """Models that answer packs, one after the other.

    Attributes:
        runs: model → pack's name → run.
        stopped: what did not come to its end, a line each.
        notes: runs that were scored again under another profile, a line each.
    """

    def __init__(
        self,
        profile: str,
        how: RunOptions,
        folder: Path,
        packs: Mapping[str, Pack],
        missing: Mapping[str, str],
        say: Say,
    ) -> None:
        self._profile = profile
        self._how = how
        self._folder = folder
        self._packs = packs
        self._missing = missing
        self._say = say
        self._spent: dict[Path, float] = {}
        self.runs: dict[str, dict[str, Run]] = {}
        self.stopped: list[str] = []
        self.notes: list[str] = []

    def measured(self, model: AnyModel, sizes: Mapping[str, float]) -> Measured:
        """One model on every pack; what it cannot answer is said, and the others go on."""
        name = model_name(model)
        missing = dict(self._missing)
        runs: dict[str, RunData] = {}
        judged = JudgedRuns(self._how.judges, self._how.human, self._say)
        for pack_name, pack in self._packs.items():
            try:
                run = self._answer(model, name, pack_name, pack)
            except UnavailableError as error:
                missing[pack_name] = str(error)
                self._say(f"{name} on {pack_name}: {error}")
                continue
            self.runs.setdefault(name, {})[pack_name] = run
            data = RunData.of(run)
            if data.results and all(one.outcome == "unsupported" for one in data.results):
                missing[pack_name] = f"it takes none of the items: {data.results[0].error}"
                continue
            if run.status == "complete" and isinstance(get_kind(pack.manifest["kind"]), Judgeable):
                self.stopped += judged.add(pack_name, run, self._left())
                data = RunData.of(run)  # with the marks
            runs[pack_name] = data
            if run.status != "complete":
                missing[pack_name] = f"{run.status}; the same command continues"
                self.stopped.append(f"{name} on {pack_name}: {run.status}")
        given = sizes.get(name, billions(name))
        return Measured(
            name,
            runs,
            missing,
            size=given,
            judged=judged.alone,
            people=judged.people,
            persons=judged.persons,
        )

    def planned(self, model: AnyModel) -> dict[str, RunPlan]:
        """What would be asked of one model, pack by pack; packs that it cannot answer are left out.

        Raises:
            UserError: for a mistake in any of it.
        """
        plans: dict[str, RunPlan] = {}
        for name, pack in self._packs.items():
            with suppress(UnavailableError):
                plans[name] = self._plan(model, name, pack)
        return plans

    def _plan(self, model: AnyModel, pack_name: str, pack: Pack) -> RunPlan:
        how, one = self._how, _for_pack(model, pack_name)
        folder = self._folder / "runs" / f"{slug(model_name(model))}--{slug(pack_name)}"
        settings = settings_for(one, how.settings)
        again = _scored_again(folder, pack)
        if again is not None:
            settings = {key: text for key, text in settings.items() if not is_setting(key)}
            self._note(f"{model_name(model)} on {pack_name}", folder, pack, again)
        return plan_run(
            pack,
            one,
            out=folder,
            profile=again or how.profile or self._profile,
            settings=settings,
            limit=how.limit,
            repeats=how.repeats,
            decoding=how.decoding,
            alone=False,
        )

    def _note(self, what: str, folder: Path, pack: Pack, again: Profile) -> None:
        """Say that a run was scored again under another profile than the rest.

        Raises:
            InputError: where the profile that was asked for is not that one.
        """
        wanted = self._how.profile or self._profile
        if again == profile_for(pack.manifest["task"], wanted, self._profile_settings()):
            return
        if self._how.profile:
            raise InputError(
                f"{folder}: was scored again under {again.name}; panelwise rescore {folder}"
                f" --profile {wanted} undoes that, or leave out --profile"
            )
        line = (
            f"{what}: scored again under {again.name}, the others under {wanted}; it is not tested"
            f" against them (panelwise rescore {folder} --profile {wanted} undoes that)"
        )
        if line not in self.notes:
            self.notes.append(line)
            self._say(line)

    def _profile_settings(self) -> dict[str, str]:
        return {key: text for key, text in self._how.settings.items() if is_setting(key)}

    def _answer(self, model: AnyModel, name: str, pack_name: str, pack: Pack) -> Run:
        how, plan = self._how, self._plan(model, pack_name, pack)
        progress = how.progress(f"{name} on {pack_name}")
        try:
            run = carry_out(
                plan,
                max_cost=self._left(),
                replay=how.replay,
                progress=progress,
                cache=how.cache,
                patience=how.patience,
            )
        except RunError as error:
            mended = f"{error.fault}; fix that, and the same command continues"
            self.stopped.append(f"{name} on {pack_name}: {mended}")
            raise UnavailableError(error.fault) from error
        finally:
            if progress is not None and hasattr(progress, "close"):
                progress.close()
        self._spent[plan.folder] = math.fsum(result.cost or 0 for result in run.results())
        return run

    def _left(self) -> float | None:
        """What may still be spent; the cap is for all runs together."""
        cap = self._how.max_cost
        return None if cap is None else max(0.0, cap - math.fsum(self._spent.values()))


def _scored_again(folder: Path, pack: Pack) -> Profile | None:
    """The profile by which ``panelwise rescore`` scored a run; ``None`` where it did not."""
    if not (folder / "run.json").is_file():
        return None
    run = Run.open(folder, [pack.path])
    return run.profiles.of_task(pack.manifest["task"]) if run.config["rescored"] else None


def _for_pack(model: AnyModel, pack: str) -> AnyModel:
    """The model of a pack.

    Raises:
        UnavailableError: when the file that is named for the pack is not there.
    """
    if not isinstance(model, str) or PACK not in model:
        return model
    named = model.replace(PACK, pack)
    prefix, _, path = named.partition(":")
    if prefix == "recorded" and not Path(path).exists():
        raise UnavailableError(f"no file {path}")
    return named


def require_models(models: Sequence[AnyModel]) -> None:
    """Refuse names that mean nothing or occur twice, before anything is built.

    Raises:
        UserError: for such a name.
    """
    names = [model_name(model) for model in models]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise SettingError(f"--model {twice} is given twice; --repeats asks a model again")
    for model in models:
        if isinstance(model, str) and PACK not in model:
            get_solver(model)


def require_settings(
    models: Sequence[AnyModel],
    settings: Mapping[str, str],
    tasks: Iterable[str],
    *,
    transforms: Sequence[str] = (),
) -> None:
    """Refuse settings that no model and no task takes, before anything is built.

    Raises:
        SettingError: for such a key, or a value that it cannot take.
    """
    require_taken_by(models, settings)
    require_obeyed(settings, tasks, transforms=transforms)
    for model in models:
        if isinstance(model, str) and split_name(model)[0] not in SOLVERS and PACK not in model:
            own = settings_for(model, settings)
            get_solver(model, {key: text for key, text in own.items() if not is_setting(key)})


def model_name(model: AnyModel) -> str:
    """How a model is called in tables and folders; services keep no secrets in it."""
    return shown(model) if isinstance(model, str) else model.name


def slug(name: str) -> str:
    """A model's name as the name of a folder.

    >>> slug("http://localhost:8000/v1#Qwen/Qwen2.5-VL-7B")
    'localhost-8000-v1-Qwen-Qwen2.5-VL-7B'
    """
    bare = re.sub(r"^https?://", "", name)
    return re.sub(r"[^\w.]+", "-", bare).strip("-.") or "model"
