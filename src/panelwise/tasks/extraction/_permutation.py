"""The extractor ladder for orderings.

Source: specification 7.0. A rung is a way to write an order. A declared order ("the correct order
is …", a boxed or tagged answer, a JSON key) decides before any other, the last one if there are
several; then bracketed lists, arrows, "Panel 3, Panel 1 …", numbered lines, a run of integers,
joined digits, number words, tables. Of two different orders none of which is declared the last
one counts if words make it the conclusion ("wait", "so", "better") or if it stands alone where the
other is part of a sentence; otherwise they are ambiguous. Nothing is ever guessed.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass

from panelwise.tasks.extraction._cues import (
    CONCLUSION,
    NEGATION,
    ORDER_CUE,
    REVISION,
    Reading,
    alternatives,
    cues,
    rejected,
)
from panelwise.tasks.extraction._lines import (
    keyed_panels,
    marked_lines,
    numbered_lines,
    ranked_pairs,
    tables,
)
from panelwise.tasks.extraction._sequence import (
    Listing,
    bracketed,
    joined_digits,
    number_words,
    runs,
)
from panelwise.tasks.extraction._text import BOX_CLOSE, BOX_OPEN, retracted

RUNGS = (
    "declared",
    "bracketed_list",
    "arrows",
    "panel_run",
    "numbered_lines",
    "integer_run",
    "marked_lines",
    "joined_digits",
    "number_words",
    "table",
    "ranked_pairs",
    "keyed_panels",
)
_FINDERS = (
    bracketed,
    runs,
    numbered_lines,
    marked_lines,
    joined_digits,
    number_words,
    tables,
    ranked_pairs,
    keyed_panels,
)
_MOST_LISTINGS = 200  # of each shape, the last ones: bounds the work on an answer full of lists
_BOX = re.compile(rf"{BOX_OPEN}([^{BOX_OPEN}{BOX_CLOSE}]{{1,2000}})(?:{BOX_CLOSE}|\Z)")
# What may stand between "the correct order" and its list: no sentence end, no other number.
_BETWEEN = re.compile(
    r"[^\d\[\]⟦.!?;\n]{0,100}(?:(?<=[:=\"'])|(?<=is)|\n)?[^\S\n]*\n{0,3}[-•\s\[({\"'⟦#]*"
    r"(?:panels?|frames?|strips?|第|コマ|パネル|图|패널)?[ #\[(]*",
    re.IGNORECASE,
)
# Words that make a run in running prose an order rather than a mention of some panels.
_ORDERING = re.compile(
    r"\b(?=\w)(?:order\w*|sequenc\w+|arrang\w+|sort\w*|goes|chronolog\w+|rank\w*|starts?|begins?"
    r"|first"
    r"|reihenfolge|zuerst|ordre|d'abord|orden|primero|ordem|primeiro|ordine|prima|порядок"
    r"|сначала)\b"
    r"|顺序|順序|順番|首先|まず|最初|순서|먼저",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Text:
    """A plain text with every list in it, and how many members an order has."""

    text: str
    n: int
    listings: tuple[Listing, ...]

    def complete(self, listing: Listing) -> bool:
        """Whether a list names each of n things once, counted from 0 or from 1."""
        if len(listing.values) != self.n:
            return False
        low = min(listing.values)
        return low in {0, 1} and sorted(listing.values) == list(range(low, low + self.n))

    def attempt(self, listing: Listing) -> bool:
        """Whether a list that is no order was meant as one: long enough, and no coordinates."""
        near = all(0 <= value <= 2 * self.n + 1 for value in listing.values)
        return near and len(listing.values) >= max(2, self.n - 1)


def read_order(text: str, n: int) -> Reading[tuple[int, ...]]:
    """The order that a plain text gives to ``n`` things, as printed (counted from 0 or 1).

    >>> read_order("The correct order is [2, 0, 1].", 3).answer
    (2, 0, 1)
    >>> read_order("It is [2, 0, 1] or [2, 1, 0].", 3).reason
    'ambiguous: [2, 0, 1] or [2, 1, 0]'
    """
    seen = _Text(text, n, tuple(_listings(text)))
    declared = _declared(seen)
    if declared and not seen.complete(declared):
        later = _candidates(seen, declared.end + 1)
        return _decide(seen, later) if later else _no_order(declared.values, n)
    if declared:
        return _decide_declared(seen, declared)
    return _decide(seen, _candidates(seen))


def _listings(text: str) -> list[Listing]:
    """Every list in the text, in order; what a bracket holds counts once, as a bracketed list."""
    found = [listing for finder in _FINDERS for listing in deque(finder(text), _MOST_LISTINGS)]
    brackets = [s for s in found if s.shape == "bracketed_list"]
    once = [s for s in found if not any(_repeats(s, bracket) for bracket in brackets)]
    return sorted(once, key=lambda listing: (listing.start, -listing.end))


def _repeats(listing: Listing, bracket: Listing) -> bool:
    inside = bracket.start < listing.start and listing.end < bracket.end
    return inside and listing.values == bracket.values


def _declared(seen: _Text) -> Listing | None:
    """The list of the last declaration, whole or not; boxes and tags count as declarations."""
    found: list[Listing] = []
    for box in list(_BOX.finditer(seen.text))[-50:]:
        found += _boxed(seen, box)[:1]
    for position in cues(ORDER_CUE, seen.text):
        listing = _after(seen, position)
        if listing:
            found.append(listing)
            break
    return max(found, key=lambda listing: listing.start, default=None)


def _boxed(seen: _Text, box: re.Match[str]) -> list[Listing]:
    """The lists that a box holds: an order if there is one, otherwise an attempt at it."""
    inside = [s for s in seen.listings if box.start() <= s.start and s.end <= box.end()]
    return sorted(inside, key=lambda s: (not seen.complete(s), -len(s.values)))


def _after(seen: _Text, position: int) -> Listing | None:
    """The list that a declaration ending at ``position`` introduces."""
    near = [s for s in seen.listings if position <= s.start <= position + 140]
    introduced: list[Listing] = []
    for listing in near:
        between = seen.text[position : listing.start]
        if NEGATION.search(between) or rejected(seen.text, listing.start, listing.end):
            continue
        direct = _BETWEEN.fullmatch(between) is not None
        bracket = listing.shape == "bracketed_list" and not re.search(r"[.!?;]\s|\n\n\n", between)
        if direct or (bracket and seen.complete(listing)):
            introduced.append(listing)
    order = next((s for s in introduced if seen.complete(s) and _firm(seen, s)), None)
    return order or next((s for s in introduced if _declared_attempt(seen, s)), None)


def _firm(seen: _Text, listing: Listing) -> bool:
    """Whether a declared list is an order for certain.

    Lines in ascending order may just be numbered ("0. …", "1. …"), and two joined digits may be
    a number.
    """
    if listing.shape == "marked_lines":
        return list(listing.values) != sorted(listing.values)
    return listing.shape != "joined_digits" or seen.n >= 3


def _declared_attempt(seen: _Text, listing: Listing) -> bool:
    shapes = {"bracketed_list", "arrows", "panel_run", "integer_run", "numbered_lines"}
    return listing.shape in shapes and (seen.attempt(listing) or listing.bare)


def _candidates(seen: _Text, start: int = 0) -> list[Listing]:
    """Every order from ``start`` on that could be meant as the answer without being declared so."""
    return [
        listing
        for listing in seen.listings
        if listing.start >= start
        and seen.complete(listing)
        and _stands(seen, listing)
        and not rejected(seen.text, listing.start, listing.end)
    ]


def _stands(seen: _Text, listing: Listing) -> bool:
    """Whether an undeclared list is an answer rather than a mention of some panels.

    Things named in ascending order are being gone through ("panels 0, 1, 2 and 3 show …"), unless
    they fill a line of their own or stand in square brackets.
    """
    ascending = list(listing.values) == sorted(listing.values)
    stands = listing.bare
    match listing.shape:
        case "bracketed_list":  # "(panels 2, 0, 1)" is a mention, "[2, 0, 1]" is not
            opening = seen.text[max(0, listing.start - 1) : listing.start + 1]
            square = opening[-1] in "[{" or opening == "(("
            stands = square or listing.bare or _spoken(seen, listing)
        case "arrows" | "table":
            stands = True
        case "numbered_lines":
            stands = listing.bare or not ascending
        case "ranked_pairs" | "keyed_panels":
            stands = not ascending
        case "marked_lines":
            around = seen.text[: listing.start] + seen.text[listing.end :]
            stands = not ascending and not around.strip()
        case "joined_digits":
            stands = listing.bare and seen.n > 2
        case "panel_run" | "integer_run":
            in_prose = seen.n > 2 and not ascending
            alone = _leads(seen, listing) if ascending else listing.bare
            stands = alone or (in_prose and _spoken(seen, listing))
    return stands


def _spoken(seen: _Text, listing: Listing) -> bool:
    """Whether a list in running text is given as an order."""
    opens = not seen.text[: listing.start].strip(" \n[(\"'#-")
    return opens or _in_order_sentence(seen, listing) or _announced(seen, listing)


def _in_order_sentence(seen: _Text, listing: Listing) -> bool:
    """Whether a run ends a sentence that speaks of order."""
    before = re.split(r"[.!?\n]\s", seen.text[max(0, listing.start - 160) : listing.start])[-1]
    ends = re.match(
        r"[\])}\"']*\s*(?:[.!;,:(\n]|$|[^\x00-\u024f])", seen.text[listing.end : listing.end + 10]
    )
    return bool(ends and _ORDERING.search(before) and not NEGATION.search(before))


def _announced(seen: _Text, listing: Listing) -> bool:
    """Whether words directly before a run announce an order: "scratch that: …", "So: …", "→ …"."""
    before = seen.text[max(0, listing.start - 30) : listing.start]
    ends = re.match(r"[\])}.!]*\s*(?:\n|$)", seen.text[listing.end : listing.end + 10])
    concluded = re.search(r"→ *$", before) or re.search(
        rf"(?:{CONCLUSION.pattern})[:,]\s*$", before, re.I
    )
    return REVISION.search(before) is not None or bool(ends and concluded)


def _decide_declared(seen: _Text, declared: Listing) -> Reading[tuple[int, ...]]:
    """A declared order, unless another is offered beside it or it is revised afterwards."""
    later = [
        c
        for c in _candidates(seen, declared.end)
        if c.values != declared.values and c.shape != "number_words"
    ]
    rest = seen.text[declared.end :]
    if later:
        between = seen.text[declared.end : later[0].start]
        if alternatives(between) or not REVISION.search(between):
            return _ambiguous(declared, later[0])
        return _decide(seen, later)
    if retracted(rest) and not any(
        c.start >= declared.end and c.values == declared.values for c in seen.listings
    ):
        return Reading(None, reason="retracted: a declared order is taken back")
    return Reading(declared.values, rule="declared", final=True, printed=declared.values)


def _decide(seen: _Text, candidates: list[Listing]) -> Reading[tuple[int, ...]]:
    """The answer among orders of which none is declared."""
    attempt = _last_attempt(seen)
    if not candidates:
        return _no_order(attempt.values, seen.n) if attempt else _nothing(seen)
    last = max(candidates, key=lambda c: (c.start, c.shape == "bracketed_list"))
    rival = next((c for c in reversed(candidates) if c.values != last.values), None)
    if rival:
        between = seen.text[rival.end : last.start]
        if alternatives(between) or not _supersedes(seen, rival, last):
            return _ambiguous(rival, last)
    if attempt and attempt.start > last.end and attempt.shape in {"bracketed_list", "arrows"}:
        return _no_order(attempt.values, seen.n)
    if retracted(seen.text[last.end :]):
        return Reading(None, reason="retracted: the order is taken back")
    rule = min((c.shape for c in candidates if c.values == last.values), key=RUNGS.index)
    return Reading(last.values, rule=rule, final=_leads(seen, last), printed=last.values)


def _supersedes(seen: _Text, rival: Listing, last: Listing) -> bool:
    """Whether the last of several undeclared orders is the conclusion: words say so, or it stands
    alone where the other was part of a sentence.
    """
    before = seen.text[max(rival.end, last.start - 200) : last.start]
    return bool(REVISION.search(before) or CONCLUSION.search(before)) or (
        last.bare and not rival.bare
    )


def _leads(seen: _Text, listing: Listing) -> bool:
    """Whether a list stands alone at the very beginning or the very end."""
    if not listing.bare:
        return False
    return not seen.text[: listing.start].strip(" \n[(\"'#-") or not seen.text[listing.end :].strip(
        " \n])\"'."
    )


def _last_attempt(seen: _Text) -> Listing | None:
    """The last list that was meant as an order but is none."""
    return max(_attempts(seen), key=lambda listing: listing.start, default=None)


def _attempts(seen: _Text) -> Iterator[Listing]:
    wholes = [s for s in seen.listings if s.shape != "marked_lines" and seen.complete(s)]
    for listing in seen.listings:
        written = listing.shape in {"bracketed_list", "arrows"} or (
            listing.bare and listing.shape not in {"number_words", "joined_digits", "marked_lines"}
        )
        inside = any(other.start <= listing.start and listing.end <= other.end for other in wholes)
        if written and not inside and seen.attempt(listing):
            yield listing


def _ambiguous(first: Listing, second: Listing) -> Reading[tuple[int, ...]]:
    return Reading(
        None, reason=f"ambiguous: {list(first.values)} or {list(second.values)}", unclear=True
    )


def _nothing(seen: _Text) -> Reading[tuple[int, ...]]:
    """Why no order was found: perhaps a list, but a far too short or long one."""
    listed = [s for s in seen.listings if s.shape == "bracketed_list" or s.bare]
    if any(map(seen.complete, seen.listings)):
        return Reading(None, reason="none found: no order is given as the answer", unclear=True)
    if listed:
        return _no_order(listed[-1].values, seen.n)
    return Reading(None, reason="none found: no list of numbers", unclear=True)


def _no_order(values: tuple[int, ...], n: int) -> Reading[tuple[int, ...]]:
    """What is wrong with a list that is no order of n things."""
    repeated = sorted(value for value, times in Counter(values).items() if times > 1)
    outside = sorted({value for value in values if not 0 <= value <= n})
    if len(values) != n:
        reason = f"wrong length: {len(values)} numbers where {n} were asked for"
    elif repeated:
        reason = f"duplicate: {', '.join(map(str, repeated))} more than once"
    else:
        outside = outside or [max(values)]
        reason = f"out of range: {', '.join(map(str, outside))} in an order of {n}"
    return Reading(None, reason=reason, printed=values)
