"""The shortcut audit: what probes get right by features that no reader needs."""

from panelwise.analysis.shortcuts._audit import ShortcutProbe, audit_shortcuts
from panelwise.analysis.shortcuts._probe import (
    FOLDS,
    ProbeChoice,
    ProbeWording,
    softmax_hits,
    softmax_probe,
    word_hits,
    word_probe,
)

__all__ = [
    "FOLDS",
    "ProbeChoice",
    "ProbeWording",
    "ShortcutProbe",
    "audit_shortcuts",
    "softmax_hits",
    "softmax_probe",
    "word_hits",
    "word_probe",
]
