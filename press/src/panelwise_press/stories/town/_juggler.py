"""A street story of wind: a juggler's hat fills, flies off, comes back and is weighed down."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory
from panelwise_press._template import ANYONE, CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, sound, wrongs
from panelwise_press.stories.town._view import in_view, top_of

_ROLES = {"juggler": GROWN, "child": CHILD, "giver": ANYONE}
_WORDS = Translations(__name__, "juggler.toml", _ROLES)

# What the hat comes to rest on: its state, its name, the height of its top.
_STOPS = {
    "letter_box": ("", "a letter box", -124),
    "waste_bin": ("empty", "a waste bin", -64),
}

_MOTIVE = asked(
    "Why does {juggler} let {child} juggle at {juggler.her} side?",
    "Because {child} has brought back the top hat",
    ("grab", "return", "together"),
    ("motive", "Because {child} has thrown a coin into the hat"),
    ("causal", "Because {child} has caught the falling balls"),
    ("character", "Because {giver} has brought back the top hat"),
    ("place", "Because {child} has caught the balls at {juggler.her} side"),
    ("character", "Because {giver} has caught the balls"),
    ("object", "Because {child} has caught a flying coin"),
)

_MEANING = asked(
    "Which sentence sums up the story best?",
    "The wind carries off {juggler}'s hat, and {child}, who saves the hat, joins the show.",
    ("gust", "return", "together"),
    ("motive", "{child} runs off with {juggler}'s hat, and the wind blows it back into the show."),
    (
        "character",
        "The wind carries off {juggler}'s hat, and {giver}, who saves the coins, keeps them.",
    ),
    (
        "causal",
        "The wind puts an end to {juggler}'s show, and {child} takes the hat home with all the"
        " coins.",
    ),
    ("causal", "Rain puts an end to {juggler}'s show, and {child} runs home without a coin."),
    ("character", "The wind breaks up {juggler}'s show, and {giver} keeps all the coins."),
    (
        "place",
        "The wind puts an end to {juggler}'s show, and {child} picks up the coins in the street.",
    ),
)

# Refuted by the last panel: the hat is back with a stone in it, and the two juggle behind it.
_INSTEAD = {
    "return": wrongs(
        (
            "character",
            "{giver} takes the top hat away from {child} and disappears with every single coin"
            " that is in it.",
        ),
        (
            "motive",
            "{child} fills all pockets with the coins and throws the top hat away for good.",
        ),
        (
            "feeling",
            "{juggler} takes the top hat from {child} in anger and sends {child.them} away with"
            " empty hands.",
        ),
        (
            "causal",
            "{child} slips with the top hat, and a second gust carries it off over the roofs.",
        ),
        (
            "object",
            "{child} hands only the coins back to {juggler} and walks away with the empty top hat.",
        ),
    ),
    "weigh": wrongs(
        (
            "causal",
            "{juggler} and {child} watch the top hat fly off over the roofs in a second gust.",
        ),
        (
            "motive",
            "{child} runs off with the rescued top hat and all the coins while {juggler} picks"
            " up the balls.",
        ),
        ("feeling", "{juggler} frowns at {child}, puts on the top hat and ends the show for good."),
        (
            "object",
            "{juggler} packs the balls into the rescued top hat and goes home without {child}.",
        ),
        (
            "place",
            "{juggler} hangs the rescued top hat high up on a lamp and leaves it there, and"
            " {child} watches.",
        ),
    ),
}


@template("windy-hat", "street", _ROLES)
def windy_hat(builder: StoryBuilder) -> TemplateStory:
    """Coins, a gust, a chase, and two who juggle."""
    here, there = builder.shuffled(["market", "street"])
    stop = builder.choose(tuple(_STOPS))
    beats = [_juggle(here), _pay(builder, here), _gust(here)]
    chased = builder.chance(0.7)
    if chased:
        beats.append(_chase(there))
    beats += [_grab(there, stop, chased), _return(here)]
    if builder.chance(0.7):
        beats.append(_weigh(here))
    beats.append(_together(builder, here, beats[-1].makes["hat"]))
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_MOTIVE],
            prediction=[_next_gust(stop)],
            meaning=[_MEANING],
            otherwise=("return", _keeps(there)),
            instead=_INSTEAD,
        ),
    )


def _next_gust(stop: str) -> TemplateQuestion:
    return asked(
        "What will most likely happen when another gust comes up?",
        "The stone will keep the top hat on the ground",
        ("gust", "together"),
        ("causal", "The wind will carry off the top hat once more"),
        ("place", f"The top hat will land on {_STOPS[stop][1]} once more"),
        ("character", "{child} will have to run after the top hat"),
        ("place", "The wind will roll the top hat along the whole street"),
        ("causal", "The top hat will fly up and out of view"),
        ("object", "{juggler} will have to buy another top hat"),
    )


def _balls(builder: StoryBuilder, role: str, x: float) -> Thing:
    """Balls in the air above somebody."""
    scale = -top_of(builder.cast[role]) / 160
    return Thing("juggling", x, 0, "air", id=f"{role}'s balls", front=True, scale=scale)


def _juggle(place: str) -> Beat:
    return Beat(
        "juggle",
        "{juggler} sets an empty top hat down on the ground beside three juggling balls.",
        Scene(
            place,
            (Actor("juggler", -50, "crouch", "happy", "right"),),
            (
                Thing("coin_hat", 30, 8, "empty", "hat", front=True),
                Thing("juggling", 135, 10, "ground", "balls", front=True),
            ),
        ),
        {"hat": "in both hands"},
        {"hat": "on the ground"},
        "juggler",
        "cheerful",
    )


def _pay(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "pay",
        "{giver} throws one more coin into the full top hat while {juggler} juggles three balls.",
        Scene(
            place,
            (
                Actor("juggler", -80, "shrug", "smile", "front"),
                Actor("giver", 150, "hold_out", "smile", "left", holds=("coin", "")),
            ),
            (_balls(builder, "juggler", -80), Thing("coin_hat", 45, 8, "full", "hat", front=True)),
            (sound("hat", _WORDS["pay"]),),
        ),
        {"hat": "on the ground"},
        {"balls": "in the air"},
        "giver",
        "generous",
    )


def _gust(place: str) -> Beat:
    return Beat(
        "gust",
        "A gust blows the top hat away, and {juggler} reaches after it behind the fallen balls.",
        Scene(
            place,
            (Actor("juggler", -110, "reach_out", "surprised", "right"),),
            (
                Thing("juggling", -70, 14, "ground", "balls", front=True),
                Thing("flying_hat", 105, -150, "", "hat"),
            ),
            (says("juggler", _WORDS["gust"], "shout"),),
            weather="wind",
            motion=("hat",),
        ),
        {"hat": "on the ground"},
        {"hat": "in the air", "balls": "on the ground"},
        "juggler",
        "shocked",
    )


def _chase(place: str) -> Beat:
    return Beat(
        "chase",
        "{child} runs after the flying top hat as fast as {child.she} can.",
        Scene(
            place,
            (Actor("child", -90, "run", "effort", "right"),),
            (Thing("flying_hat", 75, -140, "", "hat"),),
            shot="wide",
            weather="wind",
            motion=("child",),
        ),
        {"hat": "in the air", "child.at": "far"},
        {"child.at": "near"},
        "child",
        "eager",
    )


def _grab(place: str, stop: str, chased: bool) -> Beat:
    state, called, high = _STOPS[stop]
    return Beat(
        "grab",
        f"The top hat has come to rest on {called}, and {{child}} reaches for it.",
        Scene(
            place,
            (Actor("child", -75, "reach_out", "happy", "right"),),
            (Thing(stop, 30, 0, state), Thing("coin_hat", 30, high, "full", "hat", front=True)),
            (says("child", _WORDS["grab"]),),
        ),
        {"hat": "in the air", **({"child.at": "near"} if chased else {})},
        {"hat": "caught"},
        "child",
        "happy",
    )


def _return(place: str) -> Beat:
    return Beat(
        "return",
        "{child} hands the top hat back to {juggler}, who cheers behind the balls on the ground.",
        Scene(
            place,
            (
                Actor("child", -95, "hold_out", "smile", "right", holds=("coin_hat", "full")),
                Actor("juggler", 75, "cheer", "happy", "left"),
            ),
            (Thing("juggling", 70, 14, "ground", "balls", front=True),),
            (says("juggler", _WORDS["return"]),),
        ),
        {"hat": "caught", "balls": "on the ground"},
        {"hat": "back"},
        "child",
        "helpful",
    )


def _keeps(place: str) -> Beat:
    return Beat(
        "return",
        "{child} sneaks away with the top hat full of coins and a smug smile.",
        Scene(
            place,
            (Actor("child", 0, "sneak", "smug", "right", holds=("coin_hat", "full")),),
        ),
        {"hat": "caught"},
        {"hat": "stolen"},
        "child",
        "smug",
    )


def _weigh(place: str) -> Beat:
    return Beat(
        "weigh",
        "{juggler} weighs the rescued top hat down with a big stone, and {child} watches.",
        Scene(
            place,
            (
                Actor("juggler", -80, "crouch", "smug", "right"),
                Actor("child", 125, "stand", "smile", "left"),
            ),
            (
                Thing("coin_hat", 15, 4, "stone", "hat", front=True),
                Thing("juggling", 115, 14, "ground", "balls", front=True),
            ),
        ),
        {"hat": "back", "balls": "on the ground"},
        {"hat": "weighed down"},
        "juggler",
        "clever",
    )


def _together(builder: StoryBuilder, place: str, before: str) -> Beat:
    return Beat(
        "together",
        "{juggler} and {child} juggle side by side behind the rescued top hat with a stone in it.",
        Scene(
            place,
            (
                Actor("juggler", -115, "shrug", "happy", "front"),
                Actor("child", 110, "shrug", "happy", "front"),
            ),
            (
                _balls(builder, "juggler", -115),
                _balls(builder, "child", 110),
                Thing("coin_hat", 0, 10, "stone", "hat", front=True),
            ),
            shot="wide",
        ),
        {"hat": before, "balls": "on the ground"},
        {"balls": "in the air"},
        "juggler",
        "happy",
    )
