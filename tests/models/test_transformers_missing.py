"""Local checkpoints without the extra that runs them."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from panelwise.errors import MissingExtraError, SettingError
from panelwise.evaluation import get_solver


@pytest.mark.skipif(find_spec("torch") is not None, reason="the extra [hf] is installed")
def test_the_error_says_what_to_install():
    with pytest.raises(MissingExtraError, match=r"\[hf\]'"):
        get_solver("hf/somebody/something")


def test_settings_are_read_before_anything_is_loaded():
    with pytest.raises(SettingError, match="max_pixels=many: must be a whole number from 1"):
        get_solver("hf/somebody/something", {"max_pixels": "many"})
    with pytest.raises(SettingError, match="no setting 'price_in'"):
        get_solver("hf/somebody/something", {"price_in": "1"})
