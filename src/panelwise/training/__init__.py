"""Training on packs: what is learnt from an item, and exports to trainers."""

from panelwise.training._example import TrainingExample, training_examples

__all__ = ["TrainingExample", "training_examples"]
