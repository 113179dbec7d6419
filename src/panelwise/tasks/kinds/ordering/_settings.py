"""Settings of orders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from panelwise.metrics import NdcgGain
from panelwise.settings import Section, setting

OrderSemantics = Literal["order_list", "rank_list", "either"]


@dataclass(frozen=True, slots=True)
class OrderingSettings(Section):
    """How orders are read and scored."""

    section: ClassVar[str] = "ordering"
    order_semantics: OrderSemantics = setting(
        "order_list",
        "how a list is understood: as shown indices in story order, as the rank of each shown"
        " index, or as whichever of the two is nearer to gold",
        "CHROMIC Eq. 1 to 3; AMB-1",
    )
    repair: bool = setting(
        True,
        "whether an order with numbers from the other base (1 to n instead of 0 to n-1, or"
        " the reverse) is accepted, and counted as repaired",
        "no paper repairs an order; specification 7.0",
        papers=False,
    )
    mend_lists: bool = setting(
        False,
        "whether a list with repetitions or omissions is completed in the shown order, which"
        " is a guess, and counted as repaired",
        "no paper completes a list; specification 7.0",
    )
    ndcg_gain: NdcgGain = setting(
        "linear_n_1",
        "the relevance in NDCG of the panel whose right position is c of n",
        "CHROMIC does not define it, and none of the definitions tried reproduces both of its"
        " tables; AMB-4",
    )
    ndcg_ideal: Literal["gold", "self"] = setting(
        "gold",
        "the ideal ranking that normalises NDCG: the gold's, or the answer's own",
        "no paper defines it; AMB-4",
    )
    mae_space: Literal["position", "label"] = setting(
        "position",
        "whether MAE is the distance between positions, or between the labels at the same"
        " place of the two lists",
        "CHROMIC Eq. 1 to 3; AMB-2",
    )
