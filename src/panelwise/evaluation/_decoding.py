"""The decoding parameters that a run sends, task by task: a paper's, with the user's over them.

Source: specification 1.6; AMB-33.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from panelwise.benchmarks import decoding_of, sampling_words
from panelwise.errors import SettingError
from panelwise.evaluation._solver import ModelSolver, Solver
from panelwise.models import Sampling
from panelwise.profile import Profile

PRESETS = ("paper", "default")


@dataclass(frozen=True, slots=True)
class Decoding:
    """What is sent for one task.

    Attributes:
        sent: parameter → value; what is not here is the provider's default.
        preset: of these, what a paper's preset gives.
        left_out: what the preset gives and the model cannot take, with the reason.
        models: which models the preset is for, in words; empty without one.
        source: where the paper says it.
    """

    sent: dict[str, Any] = field(default_factory=dict)
    preset: dict[str, Any] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)
    models: str = ""
    source: str = ""

    def __str__(self) -> str:
        """In a line.

        >>> print(Decoding({"temperature": 0.0}, {"temperature": 0.0}, {}, "open models", "App. B"))
        temperature 0 (App. B, open models)
        """
        parts = [sampling_words(self.sent)]
        if self.source:
            parts.append(f" ({', '.join(filter(None, (self.source, self.models)))})")
        if own := [key for key in self.sent if key not in self.preset and self.source]:
            parts.append(f"; set by you: {', '.join(own)}")
        if self.left_out:
            reasons = (f"{key} ({why})" for key, why in self.left_out.items())
            parts.append(f"; left out: {', '.join(reasons)}")
        return "".join(parts)


def decoding_for(
    solver: Solver, tasks: Mapping[str, Profile], chosen: str | None = None
) -> dict[str, Decoding]:
    """What is sent for every task; nothing for a solver that is no model.

    Args:
        solver: who answers.
        tasks: each with its profile.
        chosen: ``paper`` or ``default``; without it a task whose profile is ``paper`` gets its
            paper's.

    Raises:
        SettingError: for another word.
    """
    if chosen is not None and chosen not in PRESETS:
        raise SettingError(f"decoding={chosen}: must be {' or '.join(PRESETS)}")
    if not isinstance(solver, ModelSolver):
        return {}
    names = model_names(solver)
    return {
        task: _of_paper(solver, task, names)
        if chosen == "paper" or (chosen is None and profile.of_paper)
        else Decoding(solver.sampling.given())
        for task, profile in tasks.items()
    }


def sending(solver: Solver, decoding: Mapping[str, Decoding]) -> Solver:
    """The solver that sends what was decided for each task."""
    if not isinstance(solver, ModelSolver):
        return solver
    return solver.sending({task: Sampling(**one.sent) for task, one in decoding.items()})


def as_config(decoding: Mapping[str, Decoding]) -> dict[str, Any]:
    """As a run's configuration keeps it."""
    return {task: asdict(one) for task, one in decoding.items()}


def decoding_lines(decoding: Mapping[str, Decoding]) -> list[str]:
    """What is sent, a line for each way of decoding, with its tasks where there are several."""
    tasks: dict[str, list[str]] = {}
    for task, one in decoding.items():
        tasks.setdefault(str(one), []).append(task)
    if len(tasks) == 1:
        return [f"decoding: {said}" for said in tasks]
    return [f"decoding of {', '.join(names)}: {said}" for said, names in tasks.items()]


def decoding_of_run(config: Mapping[str, Any]) -> dict[str, Decoding]:
    """What a run sent, by its configuration.

    Of a run from before papers' decoding was sent nothing is known but its identity.
    """
    known = Decoding.__dataclass_fields__
    return {
        task: Decoding(**{key: value for key, value in one.items() if key in known})
        for task, one in config.get("decoding", {}).items()
    }


def _of_paper(solver: ModelSolver, task: str, names: Iterable[str]) -> Decoding:
    paper = decoding_of(task)
    found = paper.preset_for(*names)
    sampling = solver.sampling
    kept, left_out = {}, {}
    for key, value in found.sampling.given().items():
        if getattr(sampling, key) is not None:
            continue  # the user's own
        more = replace(sampling, **{key: value})
        try:
            solver.check_sampling(more)
        except SettingError as error:
            left_out[key] = str(error)
        else:
            sampling, kept[key] = more, value
    return Decoding(sampling.given(), kept, left_out, found.models, paper.source)


def model_names(solver: ModelSolver) -> tuple[str, ...]:
    """All names under which a model is known; a folder's name says little, its family much."""
    identity = solver.identity()["model"]
    found = [solver.name, *(identity.get(key) for key in ("model", "model_type"))]
    return tuple(name for name in found if isinstance(name, str))
