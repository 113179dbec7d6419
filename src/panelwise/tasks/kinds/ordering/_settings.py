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
        "what an answer lists: shown indices in story order, the rank of each shown index, or"
        " whichever of the two reads better",
        "CHROMIC Eq. 1 to 3; AMB-1",
    )
    repair: bool = setting(
        True,
        "whether an order counted from the other base (1 to n where 0 to n-1 was asked, or the"
        " reverse) is read, and counted as repaired",
        "no paper repairs an order; specification 7.0",
        papers=False,
    )
    mend_lists: bool = setting(
        False,
        "whether a list with repetitions or omissions is completed in the shown order, which is a"
        " guess, and counted as repaired",
        "no paper completes a list; specification 7.0",
    )
    ndcg_gain: NdcgGain = setting(
        "linear_n_1",
        "the relevance of the item in place c of n",
        "CHROMIC does not define it, and no definition that was tried fits both its tables; AMB-4",
    )
    ndcg_ideal: Literal["gold", "self"] = setting(
        "gold",
        "whose ideal ranking divides the gain: the gold's, or the answer's own",
        "not defined in print; AMB-4",
    )
    mae_space: Literal["position", "label"] = setting(
        "position",
        "whether distances are of positions, or of labels, as code that compares two lists has it",
        "CHROMIC Eq. 1 to 3; AMB-2",
    )
