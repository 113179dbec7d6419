"""Another training of a detector, whose weights are the first ones of a new training."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import orjson

from panelwise.errors import InputError
from panelwise.training._steps import CHECKPOINT
from panelwise.training.detector._options import OPTIONS


@dataclass(frozen=True, slots=True)
class FirstWeights:
    """A training to start from.

    Attributes:
        folder: of the training.
        checkpoint: its weights.
        data: the fingerprint of the pages that it learned from and was validated on.
    """

    folder: Path
    checkpoint: Path
    data: str

    def require_data(self, fingerprint: str) -> None:
        """Refuse weights of other data: they may have been trained on pages for validation.

        Raises:
            InputError: naming both fingerprints.
        """
        if self.data != fingerprint:
            raise InputError(
                f"--start {self.folder} was trained on other data ({self.data:.16} instead of"
                f" {fingerprint:.16}), which may include pages that are for validation here; train"
                " it with the same --data, --pages, --unseen and --seed"
            )


def first_weights(folder: str | Path) -> FirstWeights:
    """The training in a folder.

    Raises:
        InputError: when the folder holds none.
    """
    folder = Path(folder)
    file, checkpoint = folder / OPTIONS, folder / CHECKPOINT
    for needed in (file, checkpoint):
        if not needed.is_file():
            raise InputError(f"{needed}: not found; give --start the folder of a trained detector")
    try:
        data = str(orjson.loads(file.read_bytes())["data"])
    except (orjson.JSONDecodeError, KeyError, TypeError):
        raise InputError(f"{file}: damaged; give another --start") from None
    return FirstWeights(folder, checkpoint, data)
