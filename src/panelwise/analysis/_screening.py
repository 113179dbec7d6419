"""What a screening found: the share of every class, and how far the filter can be trusted.

Source: CX-8; AMB-52; MS-26. The paper re-checked the panels of the three worst classes
by hand and overwrote its shares. Here the model's shares stay as they are, and what people found
is given next to them with an interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from panelwise.analysis._estimate import Estimate
from panelwise.analysis._intervals import estimate_mean
from panelwise.evaluation import HARMFUL_FROM, OFFENCE_CLASSES, ScreenedPanel, Screening


@dataclass(frozen=True, slots=True)
class OffenceClass:
    """One class: its panels by the model, and what people made of those that they checked.

    Attributes:
        share: of all panels that have a class.
        checked: class by people → panels of this class by the model.
    """

    code: int
    name: str
    n: int
    share: Estimate
    checked: dict[int, int]


@dataclass(frozen=True, slots=True)
class ScreeningSummary:
    """A screening in numbers.

    Attributes:
        classes: -1 to 5.
        classed, unclassed: panels with and without a class.
        reasons: why panels have none → how many.
        flagged: the share of classes 3 to 5.
        checked: panels that a person looked at.
        precision: of the flagged panels that were checked, the share that people put into 3 to 5,
            too; ``None`` when none was checked.
        missed: of the other panels that were checked, the share that people put there.
    """

    screening: Screening
    classes: tuple[OffenceClass, ...]
    classed: int
    unclassed: int
    reasons: dict[str, int]
    flagged: Estimate
    checked: int
    precision: Estimate | None
    missed: Estimate | None


def summarise_screening(
    screening: Screening, checked: Mapping[str, int] | None = None
) -> ScreeningSummary:
    """Shares with 95 % intervals, and with people's classes the precision of the filter.

    Intervals are Wilson's, widened for panels of one book or family where there are several.

    Args:
        screening: what a model classed.
        checked: panel id → class by a person (``read_checked``). Precision holds for all flagged
            panels only if all of them, or a random part, were checked.
    """
    checked = checked or {}
    classed = [panel for panel in screening.panels if panel.offence is not None]
    unclassed = [panel for panel in screening.panels if panel.offence is None]
    known = [panel for panel in classed if panel.id in checked]

    def confirmed(flagged: bool) -> Estimate | None:
        some = [panel for panel in known if _is_flagged(panel) == flagged]
        return _share(some, [checked[one.id] >= HARMFUL_FROM for one in some]) if some else None

    return ScreeningSummary(
        screening=screening,
        classes=tuple(
            OffenceClass(
                code,
                name,
                sum(panel.offence == code for panel in classed),
                _share(classed, [panel.offence == code for panel in classed]),
                dict(sorted(Counter(checked[p.id] for p in known if p.offence == code).items())),
            )
            for code, (name, _) in OFFENCE_CLASSES.items()
        ),
        classed=len(classed),
        unclassed=len(unclassed),
        reasons=dict(Counter(panel.status or "not asked" for panel in unclassed)),
        flagged=_share(classed, [_is_flagged(panel) for panel in classed]),
        checked=sum(panel.id in checked for panel in screening.panels),
        precision=confirmed(True),
        missed=confirmed(False),
    )


def _is_flagged(panel: ScreenedPanel) -> bool:
    return panel.offence is not None and panel.offence >= HARMFUL_FROM


def _share(panels: Sequence[ScreenedPanel], hits: Sequence[bool]) -> Estimate:
    return estimate_mean(
        [float(hit) for hit in hits],
        books=[panel.cluster for panel in panels],
        items=[panel.id for panel in panels],
        binary=True,
    )
