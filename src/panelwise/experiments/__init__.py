"""The papers' experiments and users' suites as plans."""

from panelwise.experiments._demo import Demo, run_demo

__all__ = ["Demo", "run_demo"]
