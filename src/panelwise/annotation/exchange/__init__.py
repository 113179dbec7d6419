"""What goes into and out of a project: runs, packs, other tools' formats, offline sheets."""

from panelwise.annotation.exchange._accepted import AcceptedPack, accepted_pack
from panelwise.annotation.exchange._answers import (
    BlindAnswers,
    PeopleRun,
    blind_answers,
    people_run,
)
from panelwise.annotation.exchange._coco import CocoExport, CocoShapes, coco_of, export_coco
from panelwise.annotation.exchange._drafts import units_from_drafts
from panelwise.annotation.exchange._gates import GateCount, gate_counts
from panelwise.annotation.exchange._label_studio import export_label_studio
from panelwise.annotation.exchange._label_studio_results import TakenResults, take_label_studio
from panelwise.annotation.exchange._label_studio_tags import label_studio_config
from panelwise.annotation.exchange._label_studio_values import results_of, values_of_result
from panelwise.annotation.exchange._numbers import person_numbers
from panelwise.annotation.exchange._pictures import SeenUnit, seen_units
from panelwise.annotation.exchange._records import Release, ReleasedRecords, export_records
from panelwise.annotation.exchange._units import units_from_lines, units_from_run

__all__ = [
    "AcceptedPack",
    "BlindAnswers",
    "CocoExport",
    "CocoShapes",
    "GateCount",
    "PeopleRun",
    "Release",
    "ReleasedRecords",
    "SeenUnit",
    "TakenResults",
    "accepted_pack",
    "blind_answers",
    "coco_of",
    "export_coco",
    "export_label_studio",
    "export_records",
    "gate_counts",
    "label_studio_config",
    "people_run",
    "person_numbers",
    "results_of",
    "seen_units",
    "take_label_studio",
    "units_from_drafts",
    "units_from_lines",
    "units_from_run",
    "values_of_result",
]
