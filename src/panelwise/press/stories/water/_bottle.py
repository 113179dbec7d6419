"""A letter in a bottle."""

from __future__ import annotations

BOAT_SEAT = -18
