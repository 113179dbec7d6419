"""The command line: one small module per verb; parsing and printing only."""

from panelwise.cli._main import app, main, run

__all__ = ["app", "main", "run"]
