"""The live view: packs, running runs and finished runs as pages that a browser opens."""

from panelwise.report.live._serve import open_view, view_app
from panelwise.report.live._shelf import Shelf

__all__ = ["Shelf", "open_view", "view_app"]
