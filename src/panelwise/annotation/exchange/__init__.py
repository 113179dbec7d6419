"""What goes into and out of a project: runs, packs, other tools' formats, offline sheets."""

from panelwise.annotation.exchange._accepted import AcceptedPack, accepted_pack
from panelwise.annotation.exchange._answers import (
    BlindAnswers,
    PeopleRun,
    blind_answers,
    people_run,
)
from panelwise.annotation.exchange._gates import GateCount, gate_counts
from panelwise.annotation.exchange._numbers import person_numbers

__all__ = [
    "AcceptedPack",
    "BlindAnswers",
    "GateCount",
    "PeopleRun",
    "accepted_pack",
    "blind_answers",
    "gate_counts",
    "people_run",
    "person_numbers",
]
