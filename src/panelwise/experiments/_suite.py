"""A user's own suite: tasks, models and transforms in one YAML file.

Every task is built plain and under each transform, every model answers all of it, and each
transform is compared with the plain items, item by item. Source: MS-3, MS-10, MS-24.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, ValidationError

from panelwise.benchmarks import get_task, require_obeyed
from panelwise.errors import InputError, UserError
from panelwise.experiments._model_runs import require_models, require_settings
from panelwise.files import first_fault, read_regular
from panelwise.packs import get_transform
from panelwise.profile import get_profile
from panelwise.settings import is_setting
from panelwise.yaml_files import YamlForm, yaml_value

MAX_BYTES = 1 << 20
PLAIN = "plain"
_Name = Annotated[str, Field(pattern=r"^[\w][\w.+-]*$")]
_Values = dict[str, str | int | float | bool]


class SuiteTask(YamlForm):
    """A task of a suite: its id, changes to the profile, and a name where one task occurs twice."""

    task: str
    name: _Name = ""
    settings: _Values = Field(default_factory=dict)


class SuiteModel(YamlForm):
    """A model of a suite, with settings of its own."""

    model: str
    settings: _Values = Field(default_factory=dict)


def _under(key: str) -> BeforeValidator:
    """A bare name is what stands under one key."""
    return BeforeValidator(lambda value: {key: value} if isinstance(value, str) else value)


class SuitePlan(YamlForm):
    """What a suite's file says.

    Attributes:
        tasks: by id, or with settings and a name.
        models: by name, or with settings.
        transforms: each as ``panelwise build --transform`` takes it, several as a list.
        comics: files and folders, from the file's own folder; empty for the press.
        repeats: how often every item is asked.
        seed: of orders and options.
        profile: by which packs are built and scored.
        settings: changes to the profile, and settings of all models.
        limit: the most items of each pack, the first ones.
        quick: how many samples a model gets under ``--quick``.
    """

    tasks: Annotated[tuple[Annotated[SuiteTask, _under("task")], ...], Field(min_length=1)]
    models: Annotated[tuple[Annotated[SuiteModel, _under("model")], ...], Field(min_length=1)]
    transforms: tuple[tuple[str, ...] | str, ...] = ()
    comics: tuple[str, ...] = ()
    repeats: Annotated[int, Field(ge=1)] = 1
    seed: Annotated[int, Field(ge=0)] = 0
    profile: Literal["recommended", "paper"] = "recommended"
    settings: _Values = Field(default_factory=dict)
    limit: Annotated[int, Field(ge=1)] | None = None
    quick: Annotated[int, Field(ge=1)] = 300

    @property
    def all_tasks(self) -> tuple[SuiteTask, ...]:
        """Every task with its name."""
        return tuple(one.model_copy(update={"name": one.name or one.task}) for one in self.tasks)

    @property
    def ways(self) -> dict[str, tuple[str, ...]]:
        """How items are put: a name for each, and its transforms; the plain items first."""
        found = [(one,) if isinstance(one, str) else one for one in self.transforms]
        return {PLAIN: ()} | {"+".join(specs): tuple(specs) for specs in found if specs}


def setting_texts(settings: Mapping[str, str | int | float | bool]) -> dict[str, str]:
    """Values as texts: YAML's true is the settings' true."""
    return {
        key: str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in settings.items()
    }


def read_suite(path: str | Path) -> SuitePlan:
    """The suite that a file describes.

    Raises:
        UserError: when it cannot be read, is no suite, or names a task or transform that there is
            not.
    """
    file = Path(path)
    value = yaml_value(read_regular(file, MAX_BYTES), str(file))
    if not isinstance(value, dict):
        raise InputError(f"{file} is not a suite; write tasks: and models:, each with a list")
    try:
        suite = SuitePlan.model_validate(value)
    except ValidationError as error:
        raise InputError(f"{file}: {_fault(error)}; see docs/experiments.md") from None
    _require(suite, file)
    return suite


def _require(suite: SuitePlan, file: Path) -> None:
    """Refuse names that mean nothing, or mean two things, before anything is built."""
    of_profile = {key: value for key, value in suite.settings.items() if is_setting(key)}
    for at, task in enumerate(suite.all_tasks):
        with _placed(file, f"tasks.{at}"):
            get_task(task.task)
            get_profile(suite.profile, setting_texts(of_profile | task.settings))
    for at, given in enumerate(suite.transforms):
        for spec in (given,) if isinstance(given, str) else given:
            with _placed(file, f"transforms.{at}"):
                get_transform(spec)
    for what, names in (
        ("tasks", [task.name for task in suite.all_tasks]),
        ("models", [one.model for one in suite.models]),
    ):
        _require_single(what, names, file)
    for at, model in enumerate(suite.models):
        with _placed(file, f"models.{at}"):
            require_models([model.model])
    for key in ("tasks", "models", "settings"):
        with _placed(file, key):
            require_suite_settings(suite, key)


def require_suite_settings(suite: SuitePlan, key: str) -> None:
    """Refuse settings of one part of a suite that nothing takes.

    What is written under a task is for that task, what is written under a model for that model and
    all tasks, and a suite's settings are for all of it: one task or model must take each.

    Raises:
        SettingError: for a setting that is not taken, or a value that it cannot have.
    """
    tasks, models = [one.task for one in suite.tasks], [one.model for one in suite.models]
    transforms = [spec for specs in suite.ways.values() for spec in specs]
    if key == "tasks":
        for task in suite.tasks:
            require_obeyed(task.settings, [task.task], transforms=transforms)
    elif key == "models":
        for model in suite.models:
            own = setting_texts(model.settings)
            require_settings([model.model], own, tasks, transforms=transforms)
    else:
        whole = setting_texts(suite.settings)
        require_settings(models, whole, tasks, transforms=transforms)


def _require_single(what: str, names: Sequence[str], file: Path) -> None:
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        remedy = "give each a name:" if what == "tasks" else "list each once"
        raise InputError(f"{file}: '{twice}' is twice among the {what}; {remedy}")


def _fault(error: ValidationError) -> str:
    """What is wrong with a suite; of a key that is missing, what to write."""
    first = error.errors(include_url=False)[0]
    if first["type"] == "missing" and len(first["loc"]) == 1:
        key = str(first["loc"][0])
        return f"the key '{key}:' is missing; add it, with a list of {key}"
    return first_fault(error)


@contextmanager
def _placed(file: Path, key: str) -> Iterator[None]:
    """Name the file and the key in the error of what is written there."""
    try:
        yield
    except UserError as error:
        raise type(error)(f"{file}: {key}: {error}") from None
