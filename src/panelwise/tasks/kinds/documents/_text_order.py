"""The order of texts that were found on a page. Source: specification 7.10; AMB-44."""

from __future__ import annotations

from panelwise.metrics import Matching, MetricInfo, reading_order
from panelwise.tasks.kinds._presentation import MetricGroup

ORDER: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo(
            "order_similarity",
            "one minus the normalised edit distance of the orders; missing and invented texts"
            " count as edits",
        ),
        MetricInfo(
            "order_whole", "share of pages with all texts found, none invented, all in order"
        ),
        MetricInfo("order_exact", "share of pages whose found texts are in the right order"),
        MetricInfo("order_tau", "Kendall's tau of the found texts", worst=lambda n: -1.0),
        MetricInfo("order_pairs", "share of pairs of found texts in the right order"),
    )
}
ORDER_METRICS = MetricGroup("In which order", tuple(ORDER))


def order_scores(texts: Matching) -> dict[str, float]:
    """The order over what was found, and over all; none where a page has fewer than two texts."""
    true = dict(texts.pairs)
    order = reading_order([true.get(k, -1 - k) for k in range(texts.found)], range(texts.true))
    if order is None:
        return {}
    figures = {
        "order_similarity": 1 - order.whole_edit_distance,
        "order_whole": order.whole_page,
        "order_exact": order.exact_match,
        "order_tau": order.kendall_tau,
        "order_pairs": order.pairwise_accuracy,
    }
    return {name: figure for name, figure in figures.items() if figure is not None}
