"""Who says a line: links from texts to speakers.

A gold page has links L (text → speaker) and K texts that have a speaker; the links of texts that
have none are left out. R@#text asks how many of L are among the K surest links of the page.
Where links with equal scores straddle a cut, each counts with the share of them that fits: what
one would get on average by breaking the tie at random.

Source: specification 7.8; AMB-47.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from panelwise.metrics._averages import mean_over_pages
from panelwise.metrics._detection import Matching


class RankedLink(NamedTuple):
    """Somebody's claim that ``speaker`` says ``text``, and how sure they are."""

    text: Hashable
    speaker: Hashable
    score: float = 1.0


@dataclass(frozen=True, slots=True)
class _Unmatched:
    """A found box that is none of the true ones; its link takes a place and is never right."""

    place: int


@dataclass(frozen=True, slots=True)
class SpeakerPage:
    """What the links of one page got right.

    Attributes:
        texts: K, the texts that have a speaker.
        links: |L|, the gold links.
        top_hits: gold links among the K surest of the page.
        per_text_hits: gold links among the k surest of each text that has k speakers.
        best_hits: texts whose surest link is right.
        unlinked: texts that were given no speaker.
        on_page: texts with a speaker who is drawn on the page; ``None`` when not asked.
    """

    texts: int
    links: int
    top_hits: float
    per_text_hits: float
    best_hits: float
    unlinked: int
    on_page: int | None = None


@dataclass(frozen=True, slots=True)
class SpeakerScores:
    """Links of many pages; ``None`` where no page has a speaker.

    Attributes:
        recall: R@#text, mean over pages (CoMix).
        recall_micro: R@#text over all links of all pages.
        per_text_recall: hits among the surest links text by text, mean over pages.
        per_text_recall_micro: the same over all links (the Manga109Dialog script).
        best_accuracy: texts whose surest link is right, mean over pages.
        best_accuracy_micro: the same over all texts.
        on_page: share of texts whose speaker is on the page; ``None`` when a page does not say.
        texts: texts that have a speaker.
        unlinked: of these, how many were given none.
        pages: pages scored.
        skipped: pages on which no text has a speaker.
    """

    recall: float | None
    recall_micro: float | None
    per_text_recall: float | None
    per_text_recall_micro: float | None
    best_accuracy: float | None
    best_accuracy_micro: float | None
    on_page: float | None
    texts: int
    unlinked: int
    pages: int
    skipped: int


def speaker_page(
    links: Iterable[RankedLink],
    gold: Collection[tuple[Hashable, Hashable]],
    present: Collection[Hashable] | None = None,
) -> SpeakerPage:
    """Count the right links of one page.

    Args:
        links: claimed links; of one claimed twice the surer counts.
        gold: true links ``(text, speaker)``; a text may have several speakers.
        present: the characters drawn on the page, to count speakers off it.

    Raises:
        ValueError: for a score that is not a number.

    >>> gold = [("t1", "A"), ("t2", "B")]
    >>> page = speaker_page([RankedLink("t1", "A", 0.9), RankedLink("t1", "B", 0.8)], gold)
    >>> page.top_hits, page.best_hits, page.unlinked
    (1.0, 1.0, 1)
    """
    true = set(gold)
    speakers: dict[Hashable, set[Hashable]] = {}
    for text, speaker in true:
        speakers.setdefault(text, set()).add(speaker)
    ranked = _surest(links, speakers)
    by_text: dict[Hashable, list[tuple[float, bool]]] = {text: [] for text in speakers}
    for (text, speaker), score in ranked.items():
        if text in by_text:
            by_text[text].append((score, (text, speaker) in true))
    return SpeakerPage(
        texts=len(speakers),
        links=len(true),
        top_hits=_hits([(score, link in true) for link, score in ranked.items()], len(speakers)),
        per_text_hits=math.fsum(_hits(by_text[text], len(speakers[text])) for text in speakers),
        best_hits=math.fsum(_hits(some, 1) for some in by_text.values()),
        unlinked=sum(not some for some in by_text.values()),
        on_page=None
        if present is None
        else sum(not who.isdisjoint(present) for who in speakers.values()),
    )


def end_to_end_links(
    links: Iterable[tuple[int, int, float]], texts: Matching, characters: Matching
) -> list[RankedLink]:
    """Links between found boxes as links between true ones, for :func:`speaker_page`.

    Args:
        links: ``(found text, found character, score)`` by position.
        texts: which found text is which true one (:func:`match_boxes`; IoU 0.5, or 0.65 as in
            the Manga109Dialog script).
        characters: the same for characters.

    A link with an end that is no true box keeps its place in the ranking and is never right. The
    gold links are then pairs of positions of true boxes.

    >>> texts, characters = Matching(((0, 3),), found=2, true=4), Matching(((1, 0),), 2, 1)
    >>> end_to_end_links([(0, 1, 0.9)], texts, characters)
    [RankedLink(text=3, speaker=0, score=0.9)]
    """
    true_text = dict(texts.pairs)
    true_character = dict(characters.pairs)
    return [
        RankedLink(
            true_text.get(text, _Unmatched(text)), true_character.get(who, _Unmatched(who)), score
        )
        for text, who, score in links
    ]


def speaker_scores(pages: Sequence[SpeakerPage]) -> SpeakerScores:
    """The scores of many pages, as means over pages and over all links.

    >>> right, wrong = SpeakerPage(1, 1, 1, 1, 1, 0), SpeakerPage(3, 3, 0, 0, 0, 0)
    >>> scores = speaker_scores([right, wrong, SpeakerPage(0, 0, 0, 0, 0, 0)])
    >>> scores.recall, scores.recall_micro, scores.skipped
    (0.5, 0.25, 1)
    """
    scored = [page for page in pages if page.links]
    texts = sum(page.texts for page in scored)
    links = sum(page.links for page in scored)
    means = mean_over_pages(
        [
            {
                "recall": page.top_hits / page.links,
                "per_text": page.per_text_hits / page.links,
                "best": page.best_hits / page.texts,
            }
            for page in scored
        ]
    ).means
    present = [page.on_page for page in scored if page.on_page is not None]
    return SpeakerScores(
        recall=means.get("recall"),
        recall_micro=_share(math.fsum(page.top_hits for page in scored), links),
        per_text_recall=means.get("per_text"),
        per_text_recall_micro=_share(math.fsum(page.per_text_hits for page in scored), links),
        best_accuracy=means.get("best"),
        best_accuracy_micro=_share(math.fsum(page.best_hits for page in scored), texts),
        on_page=_share(sum(present), texts) if len(present) == len(scored) else None,
        texts=texts,
        unlinked=sum(page.unlinked for page in scored),
        pages=len(scored),
        skipped=len(pages) - len(scored),
    )


def _surest(
    links: Iterable[RankedLink], speakers: Collection[Hashable]
) -> dict[tuple[Hashable, Hashable], float]:
    """The score of every distinct link, without those of true texts that nobody speaks."""
    ranked: dict[tuple[Hashable, Hashable], float] = {}
    for text, speaker, score in links:
        if not math.isfinite(score):
            raise ValueError(
                f"the link {text} → {speaker} has score {score}, which is not a finite number"
            )
        if text in speakers or isinstance(text, _Unmatched):
            ranked[text, speaker] = max(score, ranked.get((text, speaker), score))
    return ranked


def _hits(scored: Iterable[tuple[float, bool]], places: int) -> float:
    """How many of the ``places`` highest are right; ties across the cut count in part."""
    hits = 0.0
    ordered = sorted(scored, reverse=True)
    for _, group in itertools.groupby(ordered, key=lambda row: row[0]):
        tied = [right for _, right in group]
        taken = min(places, len(tied))
        hits += sum(tied) * taken / len(tied)
        places -= taken
    return hits


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None
