"""What an installation may choose about accounts, and the roles that there are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
ADMIN = "admin"

ROLES: Mapping[str, str] = MappingProxyType(
    {
        "annotator": "writes and corrects annotations",
        "inspector": "accepts annotations or sends them back",
        "examiner": "votes on items that are in doubt",
        "faithfulness_rater": "rates how faithful descriptions are",
        "baseline_participant": "solves items blind, as models do",
        "error_annotator": "names what is wrong with wrong answers",
        "adjudicator": "decides where others disagree",
        ADMIN: "invites people, gives roles, sees the security log",
    }
)


@dataclass(frozen=True, slots=True)
class HashSettings:
    """Parameters of argon2id: those that RFC 9106 recommends for machines with little memory.

    Hashes of other parameters stay valid, and are renewed when their owner next signs in.

    Attributes:
        passes: how often the memory is gone through.
        kibibytes: memory of one hash.
        lanes: threads of one hash.
        at_once: hashes that may be computed at the same time; more would exhaust memory.
    """

    passes: int = 3
    kibibytes: int = 65536
    lanes: int = 4
    at_once: int = 2


@dataclass(frozen=True, slots=True)
class Throttle:
    """How fast somebody may guess: freely a few times, then with a pause that doubles.

    Attributes:
        free: attempts without a pause.
        first: seconds of the first pause.
        longest: seconds of the longest.
        forgotten: seconds after the last attempt, when counting starts anew.
    """

    free: int
    first: float = 1.0
    longest: float = 15 * MINUTE
    forgotten: float = DAY

    def pause(self, failures: int) -> float:
        """Seconds to wait after so many failures.

        >>> throttle = Throttle(free=5)
        >>> [throttle.pause(n) for n in (4, 5, 6, 7, 1000)]
        [0.0, 1.0, 2.0, 4.0, 900.0]
        """
        if failures < self.free:
            return 0.0
        return min(self.longest, self.first * 2.0 ** min(failures - self.free, 60))


@dataclass(frozen=True, slots=True)
class AccountSettings:
    """What an installation may choose about accounts.

    Attributes:
        roles: names of roles, and what they are for.
        hashes: how passwords are hashed.
        least_length: characters of a password.
        idle: seconds after the last request that end a session.
        longest: seconds after signing in that end a session, however busy.
        invitation: seconds that an invitation is valid.
        by_name: guessing the password of one name, from anywhere.
        by_address: guessing from one address, whatever the name.
        logged_an_hour: refusals of one address that are logged, so that nobody fills the disk.
    """

    roles: Mapping[str, str] = field(default_factory=lambda: ROLES)
    hashes: HashSettings = field(default_factory=HashSettings)
    least_length: int = 12
    idle: float = 2 * HOUR
    longest: float = 12 * HOUR
    invitation: float = 7 * DAY
    by_name: Throttle = field(default_factory=lambda: Throttle(free=5))
    by_address: Throttle = field(default_factory=lambda: Throttle(free=50))
    logged_an_hour: int = 200
