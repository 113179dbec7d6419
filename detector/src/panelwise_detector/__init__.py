"""Trained weights of the detector; the reader ``detector`` of Panelwise finds them here."""
