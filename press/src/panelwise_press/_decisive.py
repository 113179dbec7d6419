"""Things that differ between worlds: which they are, and whether a frame shows them whole."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from panelwise.geometry import Polygon, box_polygon
from panelwise_press._scene import Scene
from panelwise_press.drawing import Drawn
from panelwise_press.lettering import grown, inside, meet

EDGE = 0.1  # of a thing's width, which may be cut off at each side


def differing_things(scenes: Sequence[Scene]) -> frozenset[str]:
    """The names of things that some worlds show in another way, or in another hand, than others."""
    shown = [
        {(thing.name, thing) for thing in scene.things}
        | {(one.holds[0], one) for one in scene.actors if one.holds}
        for scene in scenes
    ]
    everywhere = frozenset.intersection(*map(frozenset, shown))
    return frozenset(name for some in shown for name, _ in some - everywhere)


def is_whole(
    drawn: Drawn, names: Collection[str], outline: Polygon, covers: Sequence[Polygon] = ()
) -> bool:
    """Whether these things are inside a frame, whose sides may slant, but for their edges.

    Args:
        drawn: where everything is on the page.
        names: of the things.
        outline: of the frame.
        covers: frames that are drawn over it, none of which may hide anything of them.
    """
    boxes = [box for name, box in drawn.things.items() if name in names]
    wholes = [box_polygon(grown(box, -EDGE * box.width)) for box in boxes]
    return all(
        inside(whole, outline) and not any(meet(whole, over) for over in covers) for whole in wholes
    )
