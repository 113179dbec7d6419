"""A lantern on the water."""

from __future__ import annotations
