"""A scene drawn into the frame of a panel."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from panelwise.geometry import Box, Point
from panelwise_press._scene import Actor, Look, Scene, Thing
from panelwise_press.drawing._camera import SeenPerson, view_of
from panelwise_press.drawing._figure import Figure, draw_person
from panelwise_press.drawing._find import named_place, named_prop, the_state
from panelwise_press.drawing._halo import with_halo
from panelwise_press.drawing._laid import laid
from panelwise_press.drawing._motion import focus_lines, shake_lines, speed_lines
from panelwise_press.drawing._pen import Ink, Pen, Sheet
from panelwise_press.drawing._weather import draw_weather, tint

Extents = tuple[dict[str, SeenPerson], dict[str, Box]]


@dataclass(slots=True)
class Drawn:
    """Where everything of a scene lies, in page pixels, whether or not the frame cuts it.

    ``heads`` include hair and hats, ``faces`` do not, and leave out people who look away;
    ``things`` names things as :attr:`Thing.name` does, and what is held by its prop. ``zoom`` is
    the pixels of a centimetre.
    """

    persons: dict[str, Box] = field(default_factory=dict)
    faces: dict[str, Box] = field(default_factory=dict)
    heads: dict[str, Box] = field(default_factory=dict)
    mouths: dict[str, Point] = field(default_factory=dict)
    things: dict[str, Box] = field(default_factory=dict)
    zoom: float = 0.0


def draw_scene(
    sheet: Sheet,
    scene: Scene,
    cast: Mapping[str, Look],
    frame: Box,
    *,
    headroom: float = 0.0,
    mirrored: bool = False,
    extents: Extents | None = None,
    hand: str = "",
    clear: Box | None = None,
) -> Drawn:
    """Draw a scene into a frame of the page; the caller clips what reaches beyond.

    Args:
        sheet: what is drawn on.
        scene: what is drawn.
        cast: the look of every person whom the scene names, but its extras.
        frame: the panel on the page, in pixels.
        headroom: the part of the frame's height that the camera leaves free above, for balloons.
        mirrored: whether left and right of the stage are exchanged.
        extents: of what the same panel shows in all worlds; the camera takes in all of it, so that
            it stands in one place in all of them.
        hand: if given, every person and thing is drawn by a hand seeded with this and its name, so
            that what else is in the picture does not change its outline.
        clear: the part of the frame that its slanting sides do not cut, which the camera looks at;
            all of it by default.

    Raises:
        ValueError: for a prop, a state or a place that nobody draws, with near names.
        KeyError: for an actor who is not in the cast.
    """
    place = named_place(scene.place)
    cast = {**cast, **dict(scene.extras)}
    persons, things = _measured(scene, cast, sheet.revised)
    seen = extents or (persons, things)
    clear = clear or frame
    view, back = _shot(scene, *seen, clear.width / clear.height, headroom)
    pen = _camera_pen(sheet, view, clear, mirrored)
    around = _around(view, clear, frame, mirrored)
    drawn = Drawn(zoom=pen.zoom)
    _take(sheet, hand, "place")
    place.draw(pen, around, scene.time, scene.weather)
    _things(pen, scene, drawn, hand, front=False)
    tint(sheet, frame, scene.time, 0.22)
    _take(sheet, hand, "motion")
    shouted = _shouted(scene, persons)
    if shouted is not None:
        focus_lines(pen, view, shouted)
    _motion(pen, scene, persons, things)
    for actor in sorted(scene.actors, key=lambda actor: actor.y):
        if actor is not back:
            _take(sheet, hand, actor.person)
            _note(drawn, actor, draw_person(pen, cast[actor.person], actor))
    _things(pen, scene, drawn, hand, front=True)
    _take(sheet, hand, "back and weather")
    if back is not None:
        _draw_back(pen, view, back, scene, cast, drawn)
    if not place.indoors:
        draw_weather(pen, around, scene.weather, _dry(scene, drawn) if sheet.revised else ())
    if not (sheet.revised and sheet.ink.is_grey):  # where hatching would swallow people
        tint(sheet, frame, scene.time, 0.14)
    return drawn


def _dry(scene: Scene, drawn: Drawn) -> list[Box]:
    """Where no rain falls: heads, and from open umbrellas down to the ground."""
    held = {one.holds[0]: one.holds[1] for one in scene.actors if one.holds is not None}
    states = held | {one.name: one.state for one in scene.things if one.prop == "umbrella"}
    under = [
        box._replace(y1=box.y1 + box.height)
        for name, box in drawn.things.items()
        if name.startswith("umbrella") and states.get(name) in ("", "open")
    ]
    return [*drawn.heads.values(), *under]


def _take(sheet: Sheet, hand: str, name: str) -> None:
    """Draw what comes next by a hand of its own, if the scene has one."""
    if hand:
        sheet.rng = random.Random(f"{hand} {name}")


def joint_extents(
    scenes: Sequence[Scene], cast: Mapping[str, Look], *, revised: bool = False
) -> Extents:
    """The extents of everybody and everything in all worlds together, on the stage."""
    persons: dict[str, SeenPerson] = {}
    things: dict[str, Box] = {}
    for seen, put in (_measured(one, {**cast, **dict(one.extras)}, revised) for one in scenes):
        for name, one in seen.items():
            before = persons.get(name, one)
            persons[name] = SeenPerson(
                Box.around([before.body, one.body]), Box.around([before.head, one.head])
            )
        for name, box in put.items():
            things[name] = Box.around([things.get(name, box), box])
    return persons, things


def _camera_pen(sheet: Sheet, view: Box, frame: Box, mirrored: bool) -> Pen:
    zoom = frame.width / view.width
    # Outlines grow with nearness, but less than what they surround.
    weight = max(0.6, min(1.35, (230 / view.height) ** 0.5))
    left = frame.x1 + view.x0 * zoom if mirrored else frame.x0 - view.x0 * zoom
    side = -zoom if mirrored else zoom
    return Pen(sheet, (side, 0.0, left, 0.0, zoom, frame.y0 - view.y0 * zoom), weight)


def _around(view: Box, clear: Box, frame: Box, mirrored: bool) -> Box:
    """The view grown by what a frame shows beyond the clear part of it."""
    size = view.width / clear.width
    left, right = clear.x0 - frame.x0, frame.x1 - clear.x1
    if mirrored:
        left, right = right, left
    return Box(
        view.x0 - size * left,
        view.y0 - size * (clear.y0 - frame.y0),
        view.x1 + size * right,
        view.y1 + size * (frame.y1 - clear.y1),
    )


def _note(drawn: Drawn, actor: Actor, figure: Figure) -> None:
    drawn.persons[actor.person] = figure.body
    drawn.mouths[actor.person] = figure.mouth
    drawn.heads[actor.person] = figure.head
    if figure.face is not None:
        drawn.faces[actor.person] = figure.face
    if figure.held is not None and actor.holds is not None:
        drawn.things.setdefault(actor.holds[0], figure.held)


def _draw_thing(pen: Pen, thing: Thing) -> None:
    kind = named_prop(thing.prop, thing.state)
    own = pen.at(thing.x, thing.y, thing.scale, thing.turn, thing.facing == "left")
    stated = replace(thing, state=the_state(kind, thing.state))
    own = laid(kind, stated, own)
    if kind.held_at != (0.0, 0.0):  # small enough for a hand
        with_halo(own, lambda pen: kind.draw(pen, stated))
    else:
        kind.draw(own, stated)


def _things(pen: Pen, scene: Scene, drawn: Drawn, hand: str = "", *, front: bool) -> None:
    for thing in scene.things:
        if thing.front == front:
            _take(pen.sheet, hand, thing.name)
            start = len(pen.sheet.boxes)
            _draw_thing(pen, thing)
            box = pen.sheet.extent(start)
            if box is not None:
                drawn.things[thing.name] = box


def _measured(scene: Scene, cast: Mapping[str, Look], revised: bool) -> Extents:
    """Extents on the stage, found by drawing on a sheet that is thrown away."""
    scratch = Pen(Sheet(Ink(line=1.5), random.Random(0), revised))
    persons = {}
    for actor in scene.actors:
        figure = draw_person(scratch, cast[actor.person], actor)
        body = figure.body if figure.held is None else Box.around([figure.body, figure.held])
        persons[actor.person] = SeenPerson(body, figure.head)
    drawn = Drawn()
    for front in (False, True):
        _things(scratch, scene, drawn, front=front)
    return persons, drawn.things


def _shot(
    scene: Scene,
    persons: Mapping[str, SeenPerson],
    things: Mapping[str, Box],
    aspect: float,
    headroom: float,
) -> tuple[Box, Actor | None]:
    """The view, and in an over-shoulder shot the actor seen from behind."""
    back = None
    if scene.shot == "over_shoulder" and len(scene.actors) > 1:
        seen = [name for name in scene.focus if name in persons] or [scene.actors[0].person]
        back = next((a for a in scene.actors if a.person not in seen), None)
        if back is not None:
            bust = {name: box for name, box in persons.items() if name != back.person}
            focus = scene.focus or tuple(seen)
            view = view_of("medium", aspect, bust, things, focus, headroom)
            # Room for the shoulder on the side where the other one stands.
            return _widened(view, _side_of(back, scene)), back
    shot = "medium" if scene.shot == "over_shoulder" else scene.shot
    return view_of(shot, aspect, persons, things, scene.focus, headroom), back


def _side_of(back: Actor, scene: Scene) -> int:
    others = [actor.x for actor in scene.actors if actor is not back]
    return -1 if back.x < sum(others) / len(others) else 1


def _widened(view: Box, side: int) -> Box:
    width, height = view.width * 1.25, view.height * 1.25
    x0 = view.x1 - width if side < 0 else view.x0
    return Box(x0, view.y1 - height, x0 + width, view.y1)


def _draw_back(
    pen: Pen, view: Box, back: Actor, scene: Scene, cast: Mapping[str, Look], drawn: Drawn
) -> None:
    """The actor seen from behind: head and shoulders, large, in a lower corner."""
    side = _side_of(back, scene)
    look = cast[back.person]
    seen = replace(back, x=0, y=0, pose="stand", facing="back", holds=None, expression="neutral")
    scratch = Sheet(Ink(line=0), random.Random(0), pen.sheet.revised)
    measured = draw_person(Pen(scratch), look, seen)
    scale = 0.4 * min(view.height, view.width) / measured.head.height
    x = view.x0 + 0.15 * view.width if side < 0 else view.x1 - 0.15 * view.width
    y = view.y1 - 0.26 * view.height - measured.head.center[1] * scale
    _note(drawn, back, draw_person(pen.at(x, y, scale), look, seen))


def _motion(
    pen: Pen, scene: Scene, persons: Mapping[str, SeenPerson], things: Mapping[str, Box]
) -> None:
    """Lines behind everything that the scene says is moving."""
    for name in scene.motion:
        actor = next((actor for actor in scene.actors if actor.person == name), None)
        thing = next((thing for thing in scene.things if thing.name == name), None)
        if actor is not None:
            _moving(pen, actor, persons[name].body)
        elif name in things:
            left = thing is not None and thing.facing == "left"
            speed_lines(pen, things[name], (-1 if left else 1, 0))
        else:
            raise ValueError(f"motion names {name!r}, which is not in the scene at {scene.place}")


def _moving(pen: Pen, actor: Actor, box: Box) -> None:
    if actor.pose in ("jump", "fall"):
        speed_lines(pen, box, (0, -1 if actor.pose == "jump" else 1))
    elif actor.facing in ("front", "back"):
        shake_lines(pen, box)
    else:
        speed_lines(pen, box, (-1 if actor.facing == "left" else 1, 0))


def _shouted(scene: Scene, persons: Mapping[str, SeenPerson]) -> Box | None:
    """The head of the actor who shouts into a close view, around which focus lines burst."""
    heads = [
        persons[line.speaker].head
        for line in scene.lines
        if line.kind == "shout" and line.speaker is not None and line.speaker in persons
    ]
    return Box.around(heads) if heads and scene.shot == "close" else None
