"""Who judges a run: models named by the user, none of them the model that is judged."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from panelwise.errors import SettingError
from panelwise.evaluation._run import Run
from panelwise.evaluation._solver import Solver, as_solver, get_solver, names_a_solver
from panelwise.models import Model


def judges_of(
    names: Sequence[str | Solver | Model], settings: Mapping[str, str], run: Run
) -> tuple[Solver, ...]:
    """The judges: all different, and none of them the model that is judged."""
    if not names:
        raise SettingError("no judge is named; name at least one, or better two (AMB-32)")
    solvers = tuple(_judge(name, settings) for name in names)
    for at, solver in enumerate(solvers):
        who = _model_id(solver.identity())
        if solver.name == run.model or who == _model_id(run.config["identity"]):
            raise SettingError(f"{solver.name} is the model that is judged; name another judge")
        if (own := _own_name(solver.name)) and own == _own_name(run.model):
            raise SettingError(
                f"{solver.name} has the name of the model that is judged, {run.model}, so it is"
                " probably the same model at another address; name another judge"
            )
        if who in [_model_id(other.identity()) for other in solvers[:at]]:
            raise SettingError(f"{solver.name} is named twice as a judge; name it once")
    return solvers


def _judge(judge: str | Solver | Model, settings: Mapping[str, str]) -> Solver:
    if not isinstance(judge, str):
        return as_solver(judge)
    if names_a_solver(judge) and not judge.startswith("recorded:"):
        raise SettingError(f"{judge} cannot be a judge; name a model")
    return get_solver(judge, settings, greedy=True)


def _model_id(identity: Mapping[str, Any]) -> object:
    """What tells two models apart, whatever their decoding parameters."""
    return identity.get("model", identity)


def family(name: str) -> str:
    """The first word of a model's own name: "gpt" of "openai/gpt-4o"."""
    return re.split(r"[^a-z]", re.split(r"[/#:]", name)[-1].lower())[0]


def _own_name(name: str) -> str | None:
    """What a model is called wherever it is served; ``None`` for solvers that are no models."""
    if names_a_solver(name):
        return None
    return re.split(r"[/#]", name)[-1].lower()
