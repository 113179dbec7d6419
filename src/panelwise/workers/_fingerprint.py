"""Which code computes a result: this checkout, this release, these libraries."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

# Libraries whose versions change pixels, boxes or texts.
_DECIDING = (
    "numpy",
    "pillow",
    "scipy",
    "opencv-python-headless",
    "opencv-python",
    "rapidocr",
    "onnxruntime",
    "resvg-py",
    "fonttools",
)


@cache
def fingerprint(package: str = "panelwise") -> str:
    """A hash of the source of a package and of the versions of the libraries that decide results.

    Results of equal fingerprints are equal.
    """
    digest = hashlib.sha256()
    found = find_spec(package)
    for folder in (found and found.submodule_search_locations) or ():
        for path in sorted(Path(folder).rglob("*.py")):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    for name in _DECIDING:
        digest.update(f"{name} {_version(name)}\n".encode())
    return digest.hexdigest()


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
