"""Links from texts to speakers: metrics and the scores of a page. Source: specification 7.8."""

from __future__ import annotations

from panelwise.metrics import MetricInfo, SpeakerPage
from panelwise.tasks.kinds.documents._pooled import share

TEXT_KEYS = ("text", "text_id")
WHO_KEYS = ("speaker", "character", "character_id", "name")
NOBODY = ("NONE", "NULL", "")
SPEAKERS: dict[str, MetricInfo] = {
    info.name: info
    for info in (
        MetricInfo(
            "recall_at_texts",
            "R@#text: share of the gold links that are among the K most confident predicted links,"
            " where K is the number of texts with a speaker; mean over pages",
            label="R@#text",
        ),
        share(
            "recall_at_texts_micro",
            "as recall_at_texts, over all links of all pages",
            "top_hits",
            "links",
            label="R@#text, all links",
        ),
        MetricInfo(
            "best_speaker",
            "share of texts whose most confident speaker is right, mean over pages",
            label="Best-speaker accuracy",
        ),
        share(
            "best_speaker_micro",
            "as best_speaker, over all texts of all pages",
            "best_hits",
            "texts",
            label="Best-speaker accuracy, all texts",
        ),
        share(
            "per_text_recall_micro",
            "R@#text as computed by Manga109Dialog's script",
            "text_hits",
            "links",
            label="R@#text, text by text",
        ),
        share(
            "unlinked",
            "share of texts without a predicted speaker",
            *("no_speaker", "texts"),
            of_failures=True,
            label="Texts without a speaker",
        ),
    )
}


def speaker_page_scores(page: SpeakerPage) -> dict[str, float]:
    """The rates of a page where a text has a speaker, and the counts of any."""
    scores: dict[str, float] = {
        "top_hits": page.top_hits,
        "text_hits": page.per_text_hits,
        "best_hits": page.best_hits,
        "links": page.links,
        "texts": page.texts,
        "no_speaker": page.unlinked,
    }
    if page.texts:
        scores["recall_at_texts"] = page.top_hits / page.links
        scores["best_speaker"] = page.best_hits / page.texts
    return scores
