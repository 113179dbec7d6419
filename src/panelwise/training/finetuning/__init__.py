"""Fine-tuning by a recipe: on transformers, TRL and PEFT (extra ``[train]``)."""

from panelwise.training.finetuning._collapse import Collapse, find_collapse
from panelwise.training.finetuning._encoding import IGNORED, Encoder, collate, response_labels
from panelwise.training.finetuning._held_out import HeldOut, held_out
from panelwise.training.finetuning._log import loss_svg, read_log
from panelwise.training.finetuning._run import Compared, Trained, train
from panelwise.training.finetuning._trainable import make_trainable, trainable_parameters

__all__ = [
    "IGNORED",
    "Collapse",
    "Compared",
    "Encoder",
    "HeldOut",
    "Trained",
    "collate",
    "find_collapse",
    "held_out",
    "loss_svg",
    "make_trainable",
    "read_log",
    "response_labels",
    "train",
    "trainable_parameters",
]
