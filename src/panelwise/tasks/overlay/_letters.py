"""What was read next to what is written, letter by letter."""

from __future__ import annotations

from panelwise.metrics import similarity
from panelwise.tasks.overlay._marks import Piece

LEAST_ALIKE = 0.3  # below, a letter in common is an accident, and marking it helps nobody


def letters(gold: str, read: str, written: str | None = None) -> tuple[Piece, ...]:
    """The reading in pieces: ``same``, ``wrong`` (another letter is written), ``missing``.

    Missing letters are those of the gold text, ``surplus`` ones have no place in it. Source:
    MV-E14.

    Args:
        gold: the right text, as it is scored.
        read: what was read, as it is scored.
        written: the gold text as it is on the page; where scoring only took its spaces away,
            they are put back, so that the pieces can be read.

    >>> [tuple(piece) for piece in letters("kitty!", "kltty")]
    [('same', 'k'), ('wrong', 'l'), ('same', 'tty'), ('missing', '!')]
    >>> [tuple(piece) for piece in letters("Poorkitty", "Poorkitt", "Poor kitty")]
    [('same', 'Poor kitt'), ('missing', 'y')]
    """
    if not read:
        return (Piece("missing", written or gold),) if gold else ()
    if not gold:
        return (Piece("surplus", read),)
    if similarity(read, gold) < LEAST_ALIKE:
        return (Piece("wrong", read),)
    from rapidfuzz.distance import Levenshtein

    spaces = _spaces(gold, written)
    found: list[Piece] = []
    for step in Levenshtein.opcodes(gold, read):
        there, said = gold[step.src_start : step.src_end], read[step.dest_start : step.dest_end]
        if step.tag in ("replace", "delete") and step.src_start in spaces:
            found.append(Piece("", " "))
        if step.tag == "equal":
            said = "".join(
                " " * (at in spaces) + letter for at, letter in enumerate(said, step.src_start)
            )
            found.append(Piece("same", said))
        elif step.tag == "replace":
            found.append(Piece("wrong", said))
        elif step.tag == "delete":
            found.append(Piece("missing", there))
        else:
            found.append(Piece("surplus", said))
    return tuple(found)


def _spaces(gold: str, written: str | None) -> frozenset[int]:
    """Before which letters of ``gold`` the page has a space."""
    words = (written or "").split()
    if "".join(words) != gold:
        return frozenset()
    starts = [0]
    for word in words:
        starts.append(starts[-1] + len(word))
    return frozenset(starts[1:-1])
