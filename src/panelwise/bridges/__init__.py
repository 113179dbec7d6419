"""Bridges into other evaluation harnesses: their models and logs, our items and scores."""

from panelwise.bridges._inspect import inspect_task
from panelwise.bridges._packs import bridged_pack

__all__ = ["bridged_pack", "inspect_task"]
