"""A screening as a card in Markdown, to lie beside the comics that were screened.

Source: MS-26; AMB-52.
"""

from __future__ import annotations

from panelwise.analysis import Estimate, ScreeningSummary
from panelwise.evaluation import HARMFUL_FROM


def screening_card(summary: ScreeningSummary) -> str:
    """What was screened, by whom, what was found, and how far that can be trusted."""
    found = summary.screening
    parts = [
        "# Screening card",
        "\n".join(
            [
                f"- by: {_plain(found.model)}, wording `{found.prompt}`, profile {found.profile}",
                f"- panels: {summary.classed} classed ({_unasked(summary)} without words, unasked),"
                f" {summary.unclassed} without a class{_listed(summary.reasons)}",
                f"- pages left out: {sum(found.left_out.values())}{_listed(found.left_out)}",
                *([] if found.complete else ["- the run is not complete"]),
            ]
        ),
        "## Classes, by the model",
        _classes(summary),
        f"Classes {HARMFUL_FROM} to 5: {_told(summary.flagged)}.",
        "## Checked by people",
        _checked(summary),
        "The model saw words, no pictures: what is only drawn was not screened. Shares are the"
        " model's; what people found does not change them.",
    ]
    return "\n\n".join(parts) + "\n"


def _unasked(summary: ScreeningSummary) -> int:
    return sum(not panel.text for panel in summary.screening.panels)


def _classes(summary: ScreeningSummary) -> str:
    lines = [
        "| class | | panels | share | 95 % interval | checked by people |",
        "|---:|---|---:|---:|---|---|",
    ]
    for one in summary.classes:
        people = ", ".join(f"{n} as {code}" for code, n in one.checked.items()) or "–"
        share = "–" if one.share.value is None else f"{one.share.value:.1%}"
        lines.append(
            f"| {one.code} | {one.name} | {one.n} | {share} | {_interval(one.share)} | {people} |"
        )
    return "\n".join(lines)


def _checked(summary: ScreeningSummary) -> str:
    if not summary.checked:
        return (
            f"Nobody has checked it yet, so how many of classes {HARMFUL_FROM} to 5 are what the"
            " model takes them for is not known."
        )
    lines = [f"Panels checked: {summary.checked}."]
    if summary.precision is not None:
        lines.append(f"- Precision of the filter: {_told(summary.precision)}.")
    if summary.missed is None:
        lines.append("- No panel of the milder classes was checked: what it misses is not known.")
    else:
        lines.append(f"- Found among the milder classes: {_told(summary.missed)}.")
    return "\n".join(lines)


def _told(share: Estimate) -> str:
    if share.value is None:
        return "no panels"
    return f"{share.value:.1%} {_interval(share)}, n {share.n}, {share.method}"


def _interval(share: Estimate) -> str:
    if share.low is None or share.high is None:
        return "–"
    return f"[{share.low:.1%}, {share.high:.1%}]"


def _listed(reasons: dict[str, int]) -> str:
    return f" ({', '.join(f'{why}: {n}' for why, n in reasons.items())})" if reasons else ""


def _plain(name: str) -> str:
    """A name that cannot break the card."""
    return "".join(sign if sign.isprintable() and sign not in "|<>`[]" else " " for sign in name)
