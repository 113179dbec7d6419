"""Panelwise: from a comic to a trustworthy benchmark score."""
