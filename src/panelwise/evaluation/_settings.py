"""Settings of the solvers that are no models."""

from __future__ import annotations

from panelwise.models import AZURE_SETTINGS, DECODING, LOCAL_SETTINGS, Setting, number, whole

BASELINE_SETTINGS: dict[str, Setting] = {"seed": whole(0)}
NOISY_SETTINGS: dict[str, Setting] = BASELINE_SETTINGS | {"noise": number(0.0, 1.0)}
SIMILAR_SETTINGS: dict[str, Setting] = {"encoder": Setting(str, "an image encoder")}
PEOPLE_SETTINGS: dict[str, Setting] = {
    "group": Setting(str, "what the people have in common, by default the name of their file")
}
USUAL_SETTINGS = frozenset(
    DECODING | AZURE_SETTINGS | LOCAL_SETTINGS | NOISY_SETTINGS | SIMILAR_SETTINGS | PEOPLE_SETTINGS
)
"""The keys that one or another of ours takes: given to the wrong one, the error is its own."""
