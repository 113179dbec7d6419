"""Can a printed share be so many of so many? The integer-denominator test.

A share of n questions is k/n for a whole k. One that no k gives was scored on another number of
questions, rounded in another way, or misprinted. Source: MS-25; AMB-11, AMB-18.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from panelwise.analysis.published import PublishedCell

_FLOAT_NOISE = 1e-9


@dataclass(frozen=True, slots=True)
class Attainment:
    """A printed share beside the nearest one that so many questions allow.

    Attributes:
        printed: the figure as printed.
        n: the number of questions.
        k: the nearest number of right answers.
        nearest: ``100 * k / n``, or ``k / n`` where shares are printed.
        possible: whether k of n rounds to what is printed.
        cut: whether k of n gives it when its digits are cut off, not rounded.
        other: the nearest number of questions within reach on which it is possible, with its k;
            fewer questions before more; None where it is possible on n, or on none within reach.
    """

    printed: str
    n: int
    k: int
    nearest: float
    possible: bool
    cut: bool
    other: tuple[int, int] | None

    def __str__(self) -> str:
        if self.possible:
            return f"{self.printed} is {self.k}/{self.n}"
        digits = len(self.printed.partition(".")[2]) + 1
        detail = f"{self.printed} is no k/{self.n}: nearest {self.k}/{self.n} = "
        detail += f"{self.nearest:.{digits}f}"
        if self.cut:
            detail += ", which gives it when cut, not rounded"
        if self.other:
            detail += f"; possible on {self.other[0]}: {self.other[1]}/{self.other[0]}"
        return detail


def attainment(printed: str, n: int, *, percent: bool = True, reach: int = 5) -> Attainment:
    """Whether a printed share is k/n for a whole k, within rounding.

    Args:
        printed: the figure as printed; its digits say how far it was rounded.
        n: the number of questions, above 0.
        percent: whether it is printed in percent; else as a share from 0 to 1.
        reach: how far from n to look for a number of questions that fits.

    Raises:
        ValueError: ``printed`` is no number, or ``n`` is not above 0.

    >>> print(attainment("69.95", 600))
    69.95 is no k/600: nearest 420/600 = 70.000; possible on 599: 419/599
    >>> print(attainment("53.23", 680))
    53.23 is no k/680: nearest 362/680 = 53.235, which gives it when cut, not rounded; ...
    """
    if n < 1:
        raise ValueError(f"{n} questions; a share needs at least one")
    value, whole = float(printed), 100.0 if percent else 1.0
    half = 0.5 * 10.0 ** -len(printed.partition(".")[2])
    k = _nearest(value / whole, n)
    possible = _fits(value, k, n, whole, half)
    return Attainment(
        printed=printed,
        n=n,
        k=k,
        nearest=whole * k / n,
        possible=possible,
        cut=not possible and _cuts_to(value, whole * k / n, half),
        other=None if possible else _other(value, n, whole, half, reach),
    )


def always_attainable(n: int, decimals: int, *, percent: bool = True) -> bool:
    """Whether every share so printed is some k/n, so that the test cannot fail.

    >>> always_attainable(1000, 1), always_attainable(890, 2)
    (True, False)
    """
    return (100.0 if percent else 1.0) / n <= 10.0**-decimals + _FLOAT_NOISE


def counts_that_fit(
    cells: Iterable[PublishedCell], most: int, *, percent: bool = False
) -> tuple[int, ...]:
    """Every number of questions, up to ``most``, on which all these figures are possible.

    >>> counts_that_fit([PublishedCell("0.333"), PublishedCell("0.500")], 20)
    (6, 12, 18)
    """
    whole = 100.0 if percent else 1.0
    shares = [(cell.value, cell.half_unit) for cell in cells]
    known = [(value, half) for value, half in shares if value is not None]
    return tuple(n for n in range(1, most + 1) if _all_fit(known, n, whole))


def _all_fit(known: Sequence[tuple[float, float]], n: int, whole: float) -> bool:
    return all(_fits(value, _nearest(value / whole, n), n, whole, half) for value, half in known)


def _nearest(share: float, n: int) -> int:
    return min(max(round(share * n), 0), n)


def _fits(value: float, k: int, n: int, whole: float, half: float) -> bool:
    return abs(whole * k / n - value) <= half + _FLOAT_NOISE


def _cuts_to(value: float, exact: float, half: float) -> bool:
    """Whether cutting digits off ``exact`` leaves ``value``."""
    return 0 < exact - value < 2 * half - _FLOAT_NOISE


def _other(value: float, n: int, whole: float, half: float, reach: int) -> tuple[int, int] | None:
    for step in range(1, reach + 1):
        for other in (n - step, n + step):
            if other > 0:
                k = _nearest(value / whole, other)
                if _fits(value, k, other, whole, half):
                    return other, k
    return None
