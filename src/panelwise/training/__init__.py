"""Training on packs: examples, their checks, rewards, and exports to trainers."""

from panelwise.training._example import TrainingExample, training_examples
from panelwise.training._licences import allows_training
from panelwise.training._reward import item_record, reward, trl_reward

__all__ = [
    "TrainingExample",
    "allows_training",
    "item_record",
    "reward",
    "training_examples",
    "trl_reward",
]
