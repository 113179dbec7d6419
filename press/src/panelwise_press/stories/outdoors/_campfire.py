"""A night beside a fire."""

from __future__ import annotations

from panelwise_press._scene import Actor, Age, DayTime, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"camper": ANYONE, "friend": ANYONE}
_WORDS = Translations(__name__, "campfire.toml", _ROLES)

# How the blanket lies on a person who sits on the ground: the y of its foot, and its scale.
_WRAP: dict[Age, tuple[float, float]] = {
    "child": (19, 0.72),
    "adult": (31, 1.0),
    "elder": (31, 0.95),
}

_MOTIVE = TemplateQuestion(
    "Why does {friend} bring {camper} a blanket?",
    "The fire no longer gives any heat.",
    (
        WrongAnswer("The grass is too hard for a bed.", "place"),
        WrongAnswer("The flames are too bright for sleep.", "causal"),
        WrongAnswer("The sun has burnt {camper.her} shoulders.", "object"),
        WrongAnswer("The grass must be kept from catching fire.", "place"),
        WrongAnswer("The flames are too close.", "causal"),
        WrongAnswer("The fire gives off far too much heat.", "object"),
        WrongAnswer("The grass no longer gives any shade.", "temporal"),
        WrongAnswer("{camper} wants to smother the flames with it.", "motive"),
    ),
    ("cold", "blanket"),
)

_PREDICTION = TemplateQuestion(
    "What will {camper} most likely take along to the next night outdoors?",
    "A thick blanket against the cold.",
    (
        WrongAnswer("A big bucket to put out the fire.", "object"),
        WrongAnswer("A bright lamp to stay awake by.", "motive"),
        WrongAnswer("A wide fan against the night's heat.", "feeling"),
        WrongAnswer("A big parasol to keep out the strong sun.", "object"),
        WrongAnswer("A sunhat against the heat.", "feeling"),
        WrongAnswer("A wide net against the mosquitoes.", "object"),
    ),
    ("cold", "blanket"),
)

_MEANING = TemplateQuestion(
    "Which sentence sums up the story best?",
    "The fire goes out in the night, and {friend} warms {camper} with a blanket.",
    (
        WrongAnswer(
            "The fire goes out in the night, and {camper} leaves {friend} to freeze.", "character"
        ),
        WrongAnswer(
            "The fire burns until the morning, and {friend} and {camper} sleep through it.",
            "causal",
        ),
        WrongAnswer(
            "The wood does not catch fire, and {friend} and {camper} go home in the dark.", "place"
        ),
        WrongAnswer(
            "The wood does not catch fire, and {camper} leaves {friend} to freeze in the dark.",
            "character",
        ),
        WrongAnswer("The fire burns until the morning, and nobody needs a blanket.", "temporal"),
        WrongAnswer("The wood does not catch fire, and nobody gets warm.", "causal"),
        WrongAnswer(
            "The fire burns until the morning, and {friend} and {camper} cook a fish "
            "in the sunshine.",
            "place",
        ),
    ),
    ("light", "cold", "blanket"),
)

_INSTEAD: dict[str, tuple[WrongAnswer, ...]] = {
    "cold": (
        WrongAnswer("{camper} sleeps by the burning fire until the sun is up.", "temporal"),
        WrongAnswer("{camper} walks home through the night, away from the fire.", "place"),
        WrongAnswer(
            "In a blanket {camper} looks at {friend}, who shivers by the ashes.", "character"
        ),
        WrongAnswer("{camper} sits in the sunshine and cooks a fish over the fire.", "object"),
        WrongAnswer("{camper} dances round the high flames in the morning sun.", "feeling"),
    ),
    "blanket": (
        WrongAnswer("{friend} takes the only blanket away from {camper} by the ashes.", "motive"),
        WrongAnswer("{friend} sits in a blanket by the ashes; {camper} gets none.", "character"),
        WrongAnswer("{camper} walks home through the dark without a blanket.", "place"),
        WrongAnswer("{friend} lights new wood, and {camper} sleeps bare by the flames.", "object"),
        WrongAnswer("{friend} sleeps on, and {camper} freezes by the ashes until dawn.", "causal"),
    ),
}


@template("campfire", "camping", _ROLES)
def campfire(builder: StoryBuilder) -> TemplateStory:
    """Wood, fire, sleep, ashes; a blanket."""
    place = builder.choose(("meadow", "hill"))
    fish, rain, sunrise = builder.chance(), builder.chance(0.4), builder.chance(0.6)
    beats = [
        _pile(builder, place),
        _light(builder, place),
        *([_supper(place)] if fish else []),
        _sleep(builder, place, fish),
        _cold(place, rain),
        _blanket(builder, place, rain),
        *([_morning(builder, place)] if sunrise else []),
    ]
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("cold", _dawn(place)),
        instead=_INSTEAD,
    )


def _fire(state: str) -> Thing:
    return Thing("campfire", 0, 6, state=state)


def _wrap(builder: StoryBuilder, x: float) -> Thing:
    down, scale = _WRAP[builder.cast["camper"].look.age]
    return Thing("towel_wrap", x, down, front=True, scale=scale)


def _pile(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "pile",
        "{camper} crouches by unlit firewood, at which {friend} points.",
        Scene(
            place,
            (
                Actor("camper", -90, "crouch", "smile", "right"),
                Actor("friend", 110, "point", "smile", "left"),
            ),
            (_fire("logs"),),
            shot=builder.choose(("wide", "medium")),
            time="evening",
        ),
        needs={"fire": "none", "camper": "awake"},
        makes={"fire": "laid"},
        actor="camper",
    )


def _light(builder: StoryBuilder, place: str) -> Beat:
    time: DayTime = builder.choose(("evening", "night"))
    return Beat(
        "light",
        "{camper} and {friend} smile and hold out their hands to a burning fire.",
        Scene(
            place,
            (
                Actor("camper", -90, "hold_out", "happy", "right"),
                Actor("friend", 95, "hold_out", "smile", "left"),
            ),
            (_fire("burning"),),
            shot=builder.choose(("wide", "medium")),
            time=time,
        ),
        needs={"fire": "laid", "camper": "awake"},
        makes={"fire": "burning"},
        actor="camper",
        feeling="happy",
    )


def _supper(place: str) -> Beat:
    return Beat(
        "supper",
        "Across the burning fire {friend} holds out a cooked fish on a plate to {camper}.",
        Scene(
            place,
            (
                Actor("camper", -135, "sit_floor", "happy", "right"),
                Actor("friend", 95, "hold_out", "smile", "left", holds=("fish", "cooked")),
            ),
            (_fire("burning"),),
            (Line(_WORDS["supper"], speaker="friend"),),
            shot="wide",
            time="night",
        ),
        needs={"fire": "burning", "camper": "awake"},
        makes={"fish": "cooked"},
        actor="friend",
        feeling="glad",
    )


def _sleep(builder: StoryBuilder, place: str, fish: bool) -> Beat:
    bones = (Thing("fish", 100, 8, state="bones"),) if fish else ()
    return Beat(
        "sleep",
        "{camper} lies asleep beside the burning fire"
        + (" and the bones of the fish." if fish else "."),
        Scene(
            place,
            (Actor("camper", -145, "lie", "asleep", "right"),),
            (_fire("burning"), *bones),
            (Line(_WORDS["sleep"], "thought", "camper"),),
            shot=builder.choose(("wide", "medium")),
            time="night",
        ),
        needs={"fire": "burning", "camper": "awake"} | ({"fish": "cooked"} if fish else {}),
        makes={"camper": "asleep"} | ({"fish": "eaten"} if fish else {}),
        actor="camper",
    )


def _cold(place: str, rain: bool) -> Beat:
    return Beat(
        "cold",
        "In the rain {camper} sits soaked and shivering by the ashes of the fire."
        if rain
        else "In the dark {camper} sits shivering by the ashes of the fire.",
        Scene(
            place,
            (Actor("camper", -105, "sit_floor", "scared", "right", wet=rain),),
            (_fire("ashes"),),
            (Line(_WORDS["cold"], speaker="camper"),),
            shot="medium",
            time="night",
            weather="rain" if rain else "clear",
        ),
        needs={"fire": "burning"},
        makes={"fire": "out", "camper": "cold"},
        actor="camper",
        feeling="unhappy",
    )


def _blanket(builder: StoryBuilder, place: str, rain: bool) -> Beat:
    return Beat(
        "blanket",
        "By the ashes {friend} lays a blanket around {camper}, who smiles.",
        Scene(
            place,
            (
                Actor("camper", -105, "sit_floor", "smile", "right", wet=rain),
                Actor("friend", -195, "reach_out", "smile", "right"),
            ),
            (_fire("ashes"), _wrap(builder, -109)),
            (Line(_WORDS["blanket"], speaker="friend"),),
            shot=builder.choose(("wide", "medium")),
            time="night",
        ),
        needs={"fire": "out", "camper": "cold"},
        makes={"camper": "wrapped up"},
        actor="friend",
        feeling="content",
    )


def _morning(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "morning",
        "The sun shines on {camper}, still in the blanket, and on waving {friend} by the ashes.",
        Scene(
            place,
            (
                Actor("camper", -105, "sit_floor", "happy", "right"),
                Actor("friend", 110, "wave", "happy", "left"),
            ),
            (
                _fire("ashes"),
                Thing("bright_sun", 150, -250, state="shining"),
                _wrap(builder, -109),
            ),
            shot="wide",
        ),
        needs={"fire": "out", "camper": "wrapped up"},
        makes={"night": "over"},
        actor="friend",
        feeling="happy",
    )


def _dawn(place: str) -> Beat:
    return Beat(
        "dawn",
        "In the morning sun {camper} cheers, warm and dry, by the burning fire.",
        Scene(
            place,
            (Actor("camper", -90, "cheer", "happy", "right"),),
            (_fire("burning"), Thing("bright_sun", 150, -250, state="shining")),
            shot="wide",
        ),
        needs={"fire": "burning"},
        makes={"night": "over"},
        actor="camper",
        feeling="happy",
    )
