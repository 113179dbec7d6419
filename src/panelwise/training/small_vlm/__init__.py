"""Training the small vision-language model; torch is imported only when it is called."""

from panelwise.training.small_vlm._groups import PictureGroup, PictureGroups, groups_of, load_groups
from panelwise.training.small_vlm._options import MODEL, SmallVlmOptions
from panelwise.training.small_vlm._train import check_templates, tested, train_small_vlm
from panelwise.training.small_vlm._validate import LookingScores, LookingShare, looking_scores

__all__ = [
    "MODEL",
    "LookingScores",
    "LookingShare",
    "PictureGroup",
    "PictureGroups",
    "SmallVlmOptions",
    "check_templates",
    "groups_of",
    "load_groups",
    "looking_scores",
    "tested",
    "train_small_vlm",
]
