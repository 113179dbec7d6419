"""``panelwise doctor``."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from panelwise.cli._output import write_json, write_line

# Extras for those who work on Panelwise itself.
DEVELOPMENT = frozenset({"test", "lint", "browser", "reference", "sdk"})
PURPOSES = {
    "press": "drawing comics",
    "pandas": "results as data frames",
    "ocr": "reading texts",
    "embed": "comparing descriptions by meaning",
    "hf": "local models of transformers",
    "detector": "training a detector",
    "faster-rcnn": "training Faster R-CNN",
    "small-vlm": "the small vision-language model",
    "train": "training models by recipes",
    "pdf": "opening PDF files",
    "rar": "opening CBR and CB7 files",
    "ray": "working on several machines",
    "sign": "signing runs and packs",
    "inspect": "running tasks in Inspect AI",
    "annotate": "watching runs in a browser, accounts of people",
    "postgres": "accounts of people in PostgreSQL",
}


def doctor(as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False) -> None:
    """Report what is installed and whether it works.

    The exit status is 1 if a required part does not work.
    """
    checks = [*_versions(), _cache(), _reader(), _key(), *_extras()]
    if as_json:
        write_json(
            [{"what": what, "ok": ok, "finding": finding} for what, ok, finding in checks],
            indent=True,
        )
    else:
        for what, ok, finding in checks:
            mark = {True: "ok ", False: "BAD", None: " – "}[ok]
            write_line(f"{mark}  {what:<24} {finding}")
    if any(ok is False for _, ok, _ in checks):
        raise typer.Exit(1)


Probe = tuple[str, bool | None, str]


def _versions() -> list[Probe]:
    import platform
    from importlib.metadata import PackageNotFoundError, requires, version

    checks: list[Probe] = [("python", True, platform.python_version())]
    for line in requires("panelwise") or ():
        name = re.split(r"[^\w.-]", line, maxsplit=1)[0]
        if "extra ==" in line:
            continue
        try:
            checks.append((name, True, version(name)))
        except PackageNotFoundError:
            checks.append((name, False, f"missing; pip install '{line}'"))
    return checks


def _cache() -> Probe:
    from panelwise.evaluation import cache_folder

    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".probe"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return ("answer cache", False, f"{folder}: {error.strerror}; set PANELWISE_CACHE")
    return ("answer cache", True, str(folder))


def _reader() -> Probe:
    import cv2
    import numpy as np

    from panelwise.reading import detect_panels

    page = np.full((600, 400, 3), 255, np.uint8)
    for top in (20, 310):
        cv2.rectangle(page, (20, top), (380, top + 270), (0, 0, 0), 3)
    found = len(detect_panels(page))
    return ("panel reader", found == 2, f"found {found} panels on a drawn page of 2")


def _key() -> Probe:
    import os

    from panelwise.models import MODELS

    variables = dict.fromkeys(name for _, one in MODELS.working() for name in one.keys)
    known = [name for name in variables if os.environ.get(name, "").strip()]
    return ("API key", None if not known else True, ", ".join(known) or "none set; none needed yet")


def _extras() -> list[Probe]:
    """Every extra that a user may want: what it brings, or the command that installs it."""
    from importlib.metadata import metadata

    from panelwise.comics import LIBARCHIVE, can_read_rar
    from panelwise.errors import install_command

    checks: list[Probe] = []
    for extra in metadata("panelwise").get_all("Provides-Extra") or ():
        if extra in DEVELOPMENT:
            continue
        purpose = PURPOSES.get(extra, "for a plug-in")
        if missing := _missing(extra):
            finding = f"{purpose}: missing {', '.join(missing)}; run {install_command(extra)}"
            checks.append((f"[{extra}]", None, finding))
        elif extra == "rar" and not can_read_rar():
            checks.append((f"[{extra}]", None, f"{purpose}: without {LIBARCHIVE}"))
        else:
            checks.append((f"[{extra}]", True, f"{purpose}: installed"))
    return checks


def _missing(extra: str) -> list[str]:
    """The packages of an extra that are not installed."""
    from importlib.metadata import PackageNotFoundError, requires, version

    wanted = (
        re.split(r"[^\w.-]", line, maxsplit=1)[0]
        for line in requires("panelwise") or ()
        if re.search(rf"extra == ['\"]{re.escape(extra)}['\"]", line)
    )
    missing = []
    for name in wanted:
        try:
            version(name)
        except PackageNotFoundError:
            missing.append(name)
    return missing


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(doctor)
