"""What readers have in common whose boxes come from a model in a file."""

from __future__ import annotations

from pathlib import Path

from panelwise.files import file_sha256


class FileDetector:
    """A reader that finds boxes by a model in a file, and reads no words.

    Attributes:
        path: of the file.
        finds_texts: whether boxes of texts are the model's; else an OCR may add texts.
    """

    path: Path
    finds_texts = True

    def identity(self) -> dict[str, str]:
        """The hash of the model's file."""
        return {"model": file_sha256(self.path)}
