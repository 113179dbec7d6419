"""Times and money in words."""

from __future__ import annotations

from panelwise.models import Usage
from panelwise.wording import with_thousands


def duration(seconds: float) -> str:
    """About how long.

    >>> duration(4.2), duration(75), duration(3 * 3600 + 300), duration(3 * 86400)
    ('4 s', '1 min', '3 h 5 min', '3 days')
    """
    whole = max(0, int(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min"
    if whole < 2 * 86400:
        minutes = whole % 3600 // 60
        return f"{whole // 3600} h" + (f" {minutes} min" if minutes else "")
    return f"{whole // 86400} days"


def cost(usage: Usage) -> str:
    """Dollars so far; says so where only a part of the requests has a price.

    >>> cost(Usage(requests=2, answered=2, priced=2, cost=0.0312)), cost(Usage())
    ('$0.03', 'no price known')
    """
    if not usage.priced:
        return "no price known"
    digits = 2 if usage.cost >= 0.01 else 4
    part = f" for {with_thousands(usage.priced)} of {with_thousands(usage.answered)} answers"
    return f"${usage.cost:.{digits}f}" + (part if usage.priced < usage.answered else "")


def rate(per_second: float) -> str:
    """A pace in the unit that gives a readable number.

    >>> rate(2.5), rate(0.2), rate(0.0)
    ('2.5 a second', '12 a minute', 'none at present')
    """
    if per_second <= 0:
        return "none at present"
    if per_second >= 1:
        return f"{per_second:.1f} a second"
    return f"{per_second * 60:.{0 if per_second > 0.16 else 1}f} a minute"
