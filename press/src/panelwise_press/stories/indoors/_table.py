"""A repair story of a table that loses its legs bit by bit."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import ANYONE, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"sawyer": GROWN, "guest": ANYONE}
_WORDS = Translations(__name__, "table.toml", _ROLES)

_MOTIVE = asked(
    "Why does {sawyer} take a saw to the table?",
    "Because it does not stand straight",
    ("tilt", "shorter"),
    ("place", "Because it is too wide for the room"),
    ("motive", "Because more firewood is needed"),
    ("object", "Because it has one leg too many"),
    ("place", "Because it does not fit through the door"),
    ("object", "Because it does not fit the new chairs"),
    ("object", "Because the table has a stain on it"),
    ("causal", "Because it is far too long"),
)

_PREDICTION = asked(
    "After the last panel, where will the next cup of tea most likely stand?",
    "On the table top on the floor",
    ("flat",),
    ("temporal", "On the tall and tilting table"),
    ("object", "On four new legs made of wood"),
    ("place", "On a table out in the garden"),
    ("object", "On a tall, straight table"),
    ("object", "On the old table with one short leg"),
    ("place", "On the little stool next to the bed"),
)

_MEANING = asked(
    "What is the point of the story?",
    "Trying to straighten a table bit by bit leaves it without any legs",
    ("shorter", "flat"),
    ("causal", "Trying to straighten a table bit by bit makes it stand quite firm"),
    ("motive", "Trying to sell a table bit by bit leaves its owner without tea"),
    ("object", "Trying to build a table bit by bit leaves its top without varnish"),
    ("causal", "Trying to build a table bit by bit ends in the purchase of a new one"),
    ("motive", "Trying to sell a table bit by bit is the ruin of its owner"),
    ("temporal", "Trying to build a table bit by bit takes too long"),
    ("feeling", "Trying to build a table bit by bit is the end of a quarrel between friends"),
)

_SAWING = wrongs(
    ("object", "{sawyer} saws the table top in two, and each half falls to a different side."),
    (
        "object",
        "{sawyer} breaks the saw on the first leg and throws both halves of it away in anger.",
    ),
    (
        "place",
        "{sawyer} carries the tilting table out of the room and leaves it standing in the rain.",
    ),
    (
        "causal",
        "{sawyer} throws the table legs into a fire, and every piece of them burns to ashes.",
    ),
    (
        "causal",
        "{sawyer} has sawn off just enough, and the tall table stands straight on all its legs.",
    ),
)

_INSTEAD = {
    "shorter": _SAWING,
    "low": _SAWING,
    "flat": wrongs(
        (
            "object",
            "{sawyer} glues the pieces back under the table, and it stands tall and straight.",
        ),
        (
            "object",
            "{sawyer} saws the table top into firewood, and {guest} carries it off in a basket.",
        ),
        (
            "character",
            "{guest} brings in a new table on four legs, "
            "and {sawyer} throws all of the old one out.",
        ),
        ("causal", "With one last cut {sawyer} makes the low table stand straight on even legs."),
        (
            "feeling",
            "{sawyer} hurls the saw out of the room and shuts the door in {guest}'s face.",
        ),
    ),
}


@template("wobbly-table", "home", _ROLES)
def wobbly_table(builder: StoryBuilder) -> TemplateStory:
    """Tall, shorter, low, flat."""
    place = builder.choose(("living_room", "kitchen", "bare_room"))
    beats = [
        _tilt(builder, place),
        _shorter(builder, place),
        _low(builder, place),
        _flat(builder, place),
    ]
    if builder.chance(0.25):
        del beats[2]
        beats[2] = _flat(builder, place, "shorter, still aslant")
    if builder.chance(0.5):
        beats.append(_visit(builder, place))
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("shorter", _wedge(place)),
    )


def _tilt(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "tilt",
        "A cup slides down a tall, tilting table, and {sawyer} grabs the other end in alarm.",
        Scene(
            place,
            (Actor("sawyer", -140, "reach_out", "surprised", "right"),),
            (Thing("wobbly_table", 10, 0, "tall"), Thing("cup", 78, -96, "sliding")),
            (says("sawyer", _WORDS["tilt"]),),
            shot=any_shot(builder),
        ),
        {"table": "tall and aslant"},
        {"fault": "found"},
        "sawyer",
        "worried",
    )


def _shorter(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "shorter",
        "With a saw {sawyer} has cut one piece off the table legs, and the table still tilts.",
        Scene(
            place,
            (Actor("sawyer", -150, "kneel", "effort", "right", holds=("saw", "")),),
            (
                Thing("wobbly_table", 10, 0, "shorter"),
                Thing("leg_pieces", -100, 18, "one", front=True),
            ),
            (sound("wobbly_table", _WORDS["shorter"]),),
            shot=any_shot(builder),
        ),
        {"table": "tall and aslant", "fault": "found"},
        {"table": "shorter, still aslant"},
        "sawyer",
        "annoyed",
    )


def _wedge(place: str) -> Beat:
    return Beat(
        "shorter",
        "{sawyer} has pushed a book under a leg, and the tall table stands straight.",
        Scene(
            place,
            (Actor("sawyer", -130, "hands_on_hips", "smug", "right"),),
            (
                Thing("wobbly_table", 10, 0, "tall", turn=-7),
                Thing("book", 84, 6, "closed", turn=90, scale=0.7),
            ),
        ),
        {"table": "tall and aslant"},
        {"table": "tall and straight"},
        "sawyer",
        "proud",
    )


def _low(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "low",
        "{sawyer} kneels angrily with a saw at the table, which is very low and still tilts.",
        Scene(
            place,
            (Actor("sawyer", 140, "kneel", "angry", "left", holds=("saw", "")),),
            (
                Thing("wobbly_table", -20, 0, "low"),
                Thing("leg_pieces", -145, 10, "some"),
            ),
            shot=any_shot(builder),
        ),
        {"table": "shorter, still aslant"},
        {"table": "very low, still aslant"},
        "sawyer",
        "angry",
    )


def _flat(builder: StoryBuilder, place: str, before: str = "very low, still aslant") -> Beat:
    return Beat(
        "flat",
        "{sawyer} sits dizzy with a saw beside a table top without legs and a heap of pieces.",
        Scene(
            place,
            (Actor("sawyer", -135, "sit_floor", "dizzy", "right", holds=("saw", "")),),
            (
                Thing("wobbly_table", 20, 4, "flat", front=True),
                Thing("leg_pieces", 170, 0, "many"),
            ),
            shot=any_shot(builder),
        ),
        {"table": before},
        {"table": "flat on the floor"},
        "sawyer",
        "disappointed",
    )


def _visit(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "visit",
        "{guest} and {sawyer} sit on the floor, and two cups steam on the table top without legs.",
        Scene(
            place,
            (
                Actor("sawyer", -120, "sit_floor", "smile", "right"),
                Actor("guest", 125, "sit_floor", "happy", "left"),
            ),
            (
                Thing("wobbly_table", 0, 6, "flat", front=True),
                Thing("cup", -34, -8, "full", front=True),
                Thing("cup", 34, -8, "full", "second cup", front=True),
            ),
            (says("guest", _WORDS["visit"]),),
            shot=any_shot(builder),
        ),
        {"table": "flat on the floor"},
        {"cup": "standing on the flat board"},
        "guest",
        "happy",
    )
