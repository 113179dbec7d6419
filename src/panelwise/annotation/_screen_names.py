"""The screens that are installed, by name; nothing is loaded until one is used."""

from __future__ import annotations

from panelwise.registry import Registry

SCREENS: Registry = Registry("screen", "panelwise.screens", command="panelwise list screens")
