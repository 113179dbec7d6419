"""Two lists of four that belong together one to one, in one of four ways."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from panelwise.comics import Interrogative, Perspective
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_questions import Ending, WorldAnswer, WorldQuestion

PEOPLE = ("a", "b", "c", "d")
_WAYS = ("0", "1", "2", "3")


def ways(name: str) -> Variable:
    """The variable that says which members of two lists belong together.

    In the four ways, a member of one list belongs to each member of the other once. So neither the
    way nor a member alone says anything about the member that belongs to it.
    """
    return Variable(name, _WAYS)


def matched(value: str, among: Sequence[str], others: Sequence[str], way: str) -> str:
    """The member of one list that belongs to a member of another.

    >>> matched("b", PEOPLE, ("cup", "hat", "bag", "pen"), "2")
    'pen'
    >>> matched("pen", ("cup", "hat", "bag", "pen"), PEOPLE, "2")
    'b'
    """
    return others[among.index(value) ^ int(way)]


def third(
    one: str, among: Sequence[str], other: str, others: Sequence[str], of: Sequence[str]
) -> str:
    """A member of a third list that two members decide, and neither of them alone."""
    return of[among.index(one) ^ others.index(other)]


def asked(
    name: str,
    perspective: Perspective,
    part: str,
    right: Callable[[Ending], str],
    beats: tuple[str, ...],
    interrogative: Interrogative,
) -> WorldQuestion:
    """A question with four options, of which a chapter decides the right one."""
    answer = WorldAnswer((part,), right)
    return WorldQuestion(
        name, "chrono_mcq", answer, beats, perspective, interrogative=interrogative
    )
