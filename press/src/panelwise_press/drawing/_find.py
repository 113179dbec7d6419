"""Props and places by name, with a suggestion for a mistyped one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from panelwise_press.drawing._registries import PLACES, PROPS, Place, Prop


def named_prop(name: str, state: str) -> Prop:
    """The prop of that name, which knows that state.

    Raises:
        ValueError: with the name and what is near it.
    """
    if name not in PROPS:
        raise ValueError(f"no prop is named {name!r}{_near(name, PROPS)}")
    found = PROPS[name]
    # A prop drawn in one way only may leave its state out.
    if state not in found.states and state:
        raise ValueError(f"{name} has no state {state!r}: it may be {', '.join(found.states)}")
    return found


def the_state(kind: Prop, state: str) -> str:
    """The state, or for an unsaid one the first that a prop has."""
    return state or ("" if "" in kind.states or not kind.states else next(iter(kind.states)))


def named_place(name: str) -> Place:
    """The place of that name.

    Raises:
        ValueError: with the name and what is near it.
    """
    if name not in PLACES:
        raise ValueError(f"no place is named {name!r}{_near(name, PLACES)}")
    return PLACES[name]


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.5)
    return f": did you mean {' or '.join(map(repr, near))}?" if near else ""
