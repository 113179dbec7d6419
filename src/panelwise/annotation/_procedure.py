"""A procedure: who does what to each unit of work, in which order, as a YAML file.

Source: specification 1.5; CH-15, CH-16, SC-12 to SC-15, CV-11 to CV-13; AMB-17.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, ValidationError, model_validator

from panelwise.annotation._screen_names import SCREENS
from panelwise.errors import InputError, UnknownNameError
from panelwise.files import first_fault, read_regular
from panelwise.registry import unknown_name
from panelwise.yaml_files import YamlForm, yaml_value

MAX_BYTES = 1 << 20
ACCEPTED, REMOVED, REDO = "accepted", "removed", "redo"
ENDS = (ACCEPTED, REMOVED)
_Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]*$", max_length=40)]
_Share = Annotated[float, Field(ge=0, le=1)]
_Text = Annotated[str, Field(min_length=1, max_length=4000)]


class Consent(YamlForm):
    """What people agree to before they see an item; every element of CV-12 is required."""

    purpose: _Text
    tasks_and_times: _Text
    breaks: _Text
    voluntary: _Text
    anonymity: _Text
    personal_data: _Text
    payment: _Text
    use_and_storage: _Text


class Qualification(YamlForm):
    """A test on items whose answers are known and not shown.

    Attributes:
        items: how many.
        above: the share of right answers that must be exceeded (SC-12: strictly above 95 %).
        attempts: how often a person may try, each time with other items where there are enough.
    """

    example: ClassVar[str] = "{items: 20, above: 0.95}"
    items: Annotated[int, Field(ge=1, le=1000)] = 20
    above: _Share = 0.95
    attempts: Annotated[int, Field(ge=1, le=10)] = 1


class HiddenGold(YamlForm):
    """Items with a known answer among the others, indistinguishable from them.

    Attributes:
        every: one in so many submissions.
        pause_below: a person is paused when fewer than this share are right.
        at_least: not before so many hidden items are answered.
    """

    example: ClassVar[str] = "{every: 10, pause_below: 0.7}"
    every: Annotated[int, Field(ge=2, le=1000)] = 10
    pause_below: _Share = 0.7
    at_least: Annotated[int, Field(ge=1, le=1000)] = 8


class Pay(YamlForm):
    """What people are paid: by the hour, for the whole, or for each submission."""

    example: ClassVar[str] = "{currency: EUR, per_hour: 15}"
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] = "USD"
    per_hour: Annotated[float, Field(ge=0)] = 0.0
    on_completion: Annotated[float, Field(ge=0)] = 0.0
    per_submission: Annotated[float, Field(ge=0)] = 0.0


class WorkStage(YamlForm):
    """One stage that a unit passes.

    Attributes:
        name: unique in the procedure.
        type: ``label`` asks for an answer, ``review`` and ``vote`` for a verdict on the last
            answer, ``adjudicate`` for the answer among several that disagree, ``spot_check`` for a
            verdict on a random share.
        role: who may do it.
        people: how many do it for each unit, each without seeing the others.
        screen: the screen of a ``label`` stage; the other types show that of the answer.
        then: the next stage, ``accepted``, ``removed`` or ``redo``; of a ``review`` when all
            accept, of a ``vote`` when most do.
        disagree: where a ``label`` stage with several people goes if their answers differ; empty:
            wherever it goes otherwise.
        split: where a ``review`` goes that some accept and some reject (AMB-17).
        rejected: where a ``review`` goes that all reject, and a ``vote`` that fails.
        share: of the units that a ``spot_check`` looks at.
        limit: of the errors of one examiner; when the spot check finds more, all that examiner
            voted on is voted on again.
        not_after: roles; people who did anything in one of them are never asked.
        instructions: shown to those who do this stage, next to those of the whole procedure.
        steps: whether the steps of the screen are done and logged one by one (CH-15).
    """

    example: ClassVar[str] = "{name: answer, role: annotator, screen: solve}"
    name: _Name
    type: Literal["label", "review", "vote", "adjudicate", "spot_check"] = "label"
    role: _Name
    people: Annotated[int, Field(ge=1, le=100)] = 1
    screen: _Name = "solve"
    then: _Name = ACCEPTED
    disagree: _Name | Literal[""] = ""
    split: _Name | Literal[""] = ""
    rejected: _Name = REDO
    share: _Share = 0.1
    limit: _Share = 0.05
    not_after: tuple[_Name, ...] = ()
    instructions: Annotated[str, Field(max_length=4000)] = ""
    steps: bool = False

    @property
    def verdicts(self) -> bool:
        """Whether people judge an answer rather than give one."""
        return self.type in ("review", "vote", "spot_check")


class Procedure(YamlForm):
    """What a procedure's file says.

    Attributes:
        name: of the procedure.
        title: in one line.
        source: the paper and paragraphs that it follows.
        instructions: shown before the first item and at any time.
        consent: asked of everybody; ``None``: nobody is asked.
        training: how many items with known answers are shown with the answer, first.
        qualification: the test, and for which roles.
        hidden_gold: items with known answers among the others.
        pay: what people are paid.
        lease_minutes: how long a unit is reserved for the person who opened it.
        rounds: after so many rejected rounds a unit is removed (SC-13: 2).
        in_order: whether units come as they were added, as the pages of a book do; else each person
            gets them in another random order.
        stages: in order; work starts with the first.
    """

    name: Annotated[str, Field(pattern=r"^[\w][\w.-]*$", max_length=80)]
    title: _Text
    source: str = ""
    instructions: _Text
    consent: Consent | None = None
    training: Annotated[int, Field(ge=0, le=100)] = 0
    qualification: Qualification | None = None
    qualified_roles: tuple[_Name, ...] = ()
    hidden_gold: HiddenGold | None = None
    pay: Pay = Pay()
    lease_minutes: Annotated[float, Field(gt=0, le=24 * 60)] = 30
    rounds: Annotated[int, Field(ge=1, le=10)] = 2
    in_order: bool = False
    stages: Annotated[tuple[WorkStage, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _leads_somewhere(self) -> Procedure:
        names = [stage.name for stage in self.stages]
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise ValueError(f"two stages are named {twice!r}")
        if self.stages[0].type != "label":
            raise ValueError(f"the first stage, {names[0]!r}, must have type: label")
        known = {*names, *ENDS, REDO}
        for stage in self.stages:
            for key in ("then", "disagree", "split", "rejected"):
                to = getattr(stage, key)
                if to and to not in known:
                    raise ValueError(
                        f"stage {stage.name!r}: {key}: {to!r} is no stage; there are"
                        f" {', '.join(sorted(known))}"
                    )
            if stage.type == "vote" and stage.people % 2 == 0:
                raise ValueError(
                    f"stage {stage.name!r}: {stage.people} people may tie; take an odd number"
                )
            if stage.type == "review" and stage.people > 1 and not stage.split:
                raise ValueError(f"stage {stage.name!r}: say where a split review goes (split:)")
        return self

    def stage(self, name: str) -> WorkStage:
        """The stage of a name."""
        return next(stage for stage in self.stages if stage.name == name)

    @property
    def roles(self) -> tuple[str, ...]:
        """Every role that has work, in the order of the stages."""
        return tuple(dict.fromkeys(stage.role for stage in self.stages))


def read_procedure(given: str | Path) -> Procedure:
    """A procedure by the name of one of ours, or by its file.

    Raises:
        UserError: when there is no such procedure, or the file describes none.
    """
    if str(given) in procedure_names():
        text = resources.files(__package__).joinpath("procedures", f"{given}.yaml").read_bytes()
        return _parsed(text, str(given))
    path = Path(given)
    if path.suffix not in (".yaml", ".yml") and not path.exists():
        listed = unknown_name(
            "procedure", str(given), procedure_names(), "panelwise list procedures"
        )
        raise UnknownNameError(f"{listed}; or give a YAML file")
    return _parsed(read_regular(path, MAX_BYTES), str(path))


def with_known_items(procedure: Procedure, items: Mapping[str, int]) -> Procedure:
    """A procedure that uses the items with known answers that a project has.

    Where it says nothing of training, a test or hidden gold and there are items for them, all
    training items are shown first, and the other two get their usual values.

    Args:
        procedure: as it was read.
        items: how many there are for ``training``, ``qualification`` and ``hidden_gold``.
    """
    changes: dict[str, Any] = {}
    if items.get("training") and not procedure.training:
        changes["training"] = min(items["training"], 100)
    if items.get("qualification") and procedure.qualification is None:
        changes["qualification"] = Qualification(items=min(items["qualification"], 20))
    if items.get("hidden_gold") and procedure.hidden_gold is None:
        changes["hidden_gold"] = HiddenGold()
    return procedure.model_copy(update=changes)


def procedure_names() -> tuple[str, ...]:
    """The procedures that come with Panelwise."""
    folder = resources.files(__package__).joinpath("procedures")
    return tuple(sorted(file.name[:-5] for file in folder.iterdir() if file.name.endswith(".yaml")))


def as_procedure(value: Mapping[str, Any], name: str) -> Procedure:
    """A procedure from plain values, as a project stores it.

    Raises:
        InputError: when they describe none.
    """
    try:
        return Procedure.model_validate(value)
    except ValidationError as error:
        raise InputError(f"{name}: {first_fault(error)}; see docs/annotating.md") from None


def _parsed(text: bytes, name: str) -> Procedure:
    value = yaml_value(text, name)
    if not isinstance(value, dict):
        raise InputError(
            f"{name} is not a procedure; write name:, title:, instructions: and stages:"
        )
    procedure = as_procedure(value, name)
    _check_screens(procedure, name)
    return procedure


def _check_screens(procedure: Procedure, name: str) -> None:
    for stage in procedure.stages:
        if stage.type == "label" and stage.screen not in SCREENS:
            fault = unknown_name("screen", stage.screen, SCREENS.names(), SCREENS.command)
            raise UnknownNameError(f"{name}: stage {stage.name!r}: {fault}")
