"""What a panel shows, as plain data: the joint between stories and drawings.

A scene is a small stage. Lengths are centimetres: x grows to the right, y downwards, the ground is
y = 0, so that a thing on a table has a negative y. A stage is about 600 wide, its middle at x = 0;
a grown person is 160 high. Colours are names of :data:`panelwise_press.drawing.COLOURS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Age = Literal["child", "adult", "elder"]
Hair = Literal["short", "spiky", "long", "bun", "tails", "curly", "bob", "bald", "ponytail"]
Garment = Literal["trousers", "shorts", "skirt", "dress"]
Accessory = Literal["none", "glasses", "cap", "beard", "bow", "scarf", "hat", "apron", "moustache"]
Expression = Literal[
    "neutral",
    "smile",
    "happy",
    "sad",
    "crying",
    "angry",
    "surprised",
    "scared",
    "worried",
    "asleep",
    "smug",
    "effort",
    "eating",
    "thinking",
    "embarrassed",
    "dizzy",
]
Pose = Literal[
    "stand",
    "walk",
    "run",
    "sneak",
    "jump",
    "fall",
    "slip",
    "sit",  # on something 45 high
    "sit_floor",
    "kneel",
    "crouch",
    "lie",
    "throw",
    "catch",
    "kick",
    "swing",  # a bat, an axe, a hammer, with both hands
    "reach_up",
    "reach_out",
    "hold_out",
    "carry",  # something in both arms before the chest
    "hold_up",
    "point",
    "wave",
    "cheer",
    "cover_face",
    "hands_on_hips",
    "think",
    "hug",
    "push",
    "pull",
    "eat",
    "read",
    "write",
    "dig",  # a long tool in both hands, pointing down; also to sweep
    "pour",
    "bend",
    "climb",
    "swim",
    "hang",  # by both hands from something above
    "shrug",
    "bow",
]
Facing = Literal["left", "right", "front", "back"]
Pattern = Literal["plain", "stripes", "dots"]
Shot = Literal["wide", "medium", "close", "over_shoulder"]
DayTime = Literal["day", "evening", "night"]
Weather = Literal["clear", "rain", "snow", "wind"]
LineKind = Literal["speech", "thought", "shout", "whisper", "caption", "sound"]
Language = Literal["en", "ja", "fr", "es", "zh"]

EXPRESSIONS: tuple[Expression, ...] = get_args(Expression)
POSES: tuple[Pose, ...] = get_args(Pose)
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True, slots=True)
class Look:
    """How a person looks, in every panel of a book."""

    age: Age = "adult"
    hair: Hair = "short"
    hair_colour: str = "brown"
    skin: str = "skin"
    garment: Garment = "trousers"
    top: str = "red"
    bottom: str = "blue"
    accessory: Accessory = "none"
    accessory_colour: str = "yellow"
    build: float = 1.0  # of the body's width: 0.85 slim to 1.25 broad
    pattern: Pattern = "plain"  # on the top


@dataclass(frozen=True, slots=True)
class Person:
    """One of the cast: ``names`` in every language of :data:`LANGUAGES`."""

    id: str
    names: dict[Language, str]
    look: Look
    pronoun: Literal["she", "he"] = "she"
    aliases: tuple[str, ...] = ()  # English: "the baker", "Grandma"


@dataclass(frozen=True, slots=True)
class Actor:
    """A person on the stage.

    Attributes:
        person: the id of one of the cast.
        x: where the feet (of a lying one, the middle) are.
        y: the ground under them; below 0 on a box, a ladder, a tree.
        holds: a prop and its state in the right hand, or in both where the pose takes both.
        wet, dirty: shown as drops and mud.
    """

    person: str
    x: float = 0
    pose: Pose = "stand"
    expression: Expression = "neutral"
    facing: Facing = "front"
    y: float = 0
    holds: tuple[str, str] | None = None
    wet: bool = False
    dirty: bool = False


@dataclass(frozen=True, slots=True)
class Thing:
    """A prop on the stage; its origin is the middle of its foot.

    ``id`` tells things of one kind apart within a story ("the first cup"); ``front`` draws it
    before the actors instead of behind them.
    """

    prop: str
    x: float = 0
    y: float = 0
    state: str = ""
    id: str = ""
    facing: Literal["left", "right"] = "right"
    front: bool = False
    scale: float = 1.0
    turn: float = 0.0
    colour: str | None = None

    @property
    def name(self) -> str:
        """The id, or the kind where a story has only one of it."""
        return self.id or self.prop


@dataclass(frozen=True, slots=True)
class Line:
    """Something lettered: ``words`` in every language; ``speaker`` is a person's id.

    Somebody ``off`` the panel speaks from beyond its left or right edge, where the tail leads.
    """

    words: dict[Language, str]
    kind: LineKind = "speech"
    speaker: str | None = None
    at: str | None = None  # of a sound: the thing or person that it comes from
    off: Literal["left", "right"] | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one panel shows.

    ``focus`` names the persons and things that the camera must hold wholly (in a ``close`` shot:
    heads of persons); empty for all of them. ``extras`` are the names and looks of actors who are
    not in the cast: a crowd. ``least_zoom`` is how many pixels a centimetre must have for the
    details that decide something to be seen; pages of worlds are laid out anew until it has.
    """

    place: str
    actors: tuple[Actor, ...] = ()
    things: tuple[Thing, ...] = ()
    lines: tuple[Line, ...] = ()
    shot: Shot = "medium"
    focus: tuple[str, ...] = ()
    time: DayTime = "day"
    weather: Weather = "clear"
    motion: tuple[str, ...] = ()  # persons and things that get motion lines
    extras: tuple[tuple[str, Look], ...] = ()
    least_zoom: float = 0.0
