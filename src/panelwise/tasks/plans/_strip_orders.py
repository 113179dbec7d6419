"""Which orders of a strip's panels are right, and whether their pictures prove it.

Source: SC-8, MS-14.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from panelwise.comics import Event, PanelRef, contradictions, have_one_order, valid_orders
from panelwise.tasks._draft import Facts
from panelwise.tasks.plans._strip import Strip

SEVERAL_ORDERS = "several orders are right"
UNPROVED = "the pictures do not prove the order"
MAX_ORDERS = 200  # that are enumerated


def pictured_events(strip: Strip, frames: Sequence[int]) -> list[Event] | None:
    """What some frames of a strip tell, with the facts that their pictures show.

    ``None`` where nobody looked what they show, or they do not tell the same story.
    """
    at = {page.id: {panel: k for k, panel in enumerate(page.panels)} for page in strip.pages}
    shown = [strip.places[frame] for frame in frames]
    refs = [PanelRef(page.id, at[page.id][panel]) for page, panel in shown]
    for story in [strip.story] if strip.story else strip.book.stories:
        events = {event.panel: event.pictured for event in story.events}
        found = [events.get(ref) for ref in refs]
        if None not in found:
            return [event for event in found if event is not None]
    return None


def orders_of(strip: Strip) -> tuple[tuple[int, ...], ...]:
    """All valid orders of a strip's panels, as places in it, that of the book first (MS-14).

    Empty where they are not known: where nobody looked, where there are too many, where some panel
    tells no event or the panels tell several stories.
    """
    count = len(strip.places)
    book = tuple(range(count))
    events = pictured_events(strip, book)
    if events is not None:
        found = list(itertools.islice(valid_orders(events), MAX_ORDERS + 1))
        return tuple(dict.fromkeys((book, *found))) if len(found) <= MAX_ORDERS else ()
    at = {page.id: {panel: k for k, panel in enumerate(page.panels)} for page in strip.pages}
    refs = [PanelRef(page.id, at[page.id][panel]) for page, panel in strip.places]
    for story in [strip.story] if strip.story else strip.book.stories:
        places = {event.panel: k for k, event in enumerate(story.events)}
        if not story.orders_complete or len(places) < len(story.events):
            continue
        if all(ref in places for ref in refs):
            place = {places[ref]: k for k, ref in enumerate(refs)}
            orders = [tuple(place[e] for e in order if e in place) for order in story.orders]
            return tuple(dict.fromkeys((book, *orders))) if book in orders else ()
    return ()


def order_tier(strip: Strip, frames: Sequence[int]) -> Facts:
    """How hard it is to see the order of some frames, where it is known what they show.

    By how many of the neighbours have no more than one fact that would be contradicted if they
    changed places: ``easy`` for fewer than half of them, ``hard`` for all, ``medium`` in between.
    """
    events = pictured_events(strip, frames)
    if events is None:
        return {}
    pairs = list(itertools.pairwise(events))
    bare = sum(len(list(contradictions([after, before]))) < 2 for before, after in pairs)
    tier = "hard" if bare == len(pairs) else "medium" if 2 * bare >= len(pairs) else "easy"
    return {"tier": tier}


def why_ambiguous(strip: Strip, frames: Sequence[int] | None = None) -> str | None:
    """Why the order of a strip's panels cannot be asked for; else ``None``.

    Args:
        strip: whose panels they are.
        frames: those whose order is asked for; all by default. Where it is known what the pictures
            show, these alone must prove their order.
    """
    events = pictured_events(strip, range(len(strip.places)) if frames is None else frames)
    if events is not None:
        return None if have_one_order(events) else UNPROVED
    if strip.story is not None:
        known = bool(strip.story.orders)
        return SEVERAL_ORDERS if known and not strip.story.unique_order else None
    several = any(
        story.is_ambiguous_on(page.id) for story in strip.book.stories for page in strip.pages
    )
    return SEVERAL_ORDERS if several else None


def why_ambiguous_page(strip: Strip) -> str | None:
    """Why no order on a page can be asked for; what the pictures prove depends on the frames."""
    shown = pictured_events(strip, range(len(strip.places))) is not None
    return None if shown else why_ambiguous(strip)
