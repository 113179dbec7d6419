"""Birthdays: cakes, presents, surprises."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"star": CHILD, "baker": GROWN}
_WORDS = Translations(__name__, "birthday.toml", _ROLES)

TABLE = Thing("party_table", 0, state="set")


def _cake(state: str, x: float = 0) -> Thing:
    return Thing("birthday_cake", x, -72, state=state)


_BIRTHDAY_CAKE_MOTIVE = TemplateQuestion(
    "Why does {star} lie on the floor in the last panel?",
    "{star.she} has eaten far too much cake.",
    (
        WrongAnswer("{star.she} did not get any of the cake.", "causal"),
        WrongAnswer("{star.she} is looking for the lost candles.", "motive"),
        WrongAnswer("{star.she} has dropped the whole cake.", "object"),
        WrongAnswer("{star.she} is looking for bits of dropped cake.", "object"),
        WrongAnswer("{star.she} has slipped on the dropped cake.", "causal"),
        WrongAnswer("{star.she} is very angry with {baker}.", "feeling"),
    ),
    ("cut", "gone"),
)

_BIRTHDAY_CAKE_PREDICTION = TemplateQuestion(
    "What is most likely to happen after the last panel?",
    "{star} is too full to eat any supper.",
    (
        WrongAnswer("{star} eats the other half of the cake.", "object"),
        WrongAnswer("{star} blows out all the candles at last.", "temporal"),
        WrongAnswer("{star} hungrily asks for a second cake.", "feeling"),
        WrongAnswer("{star} cuts the cake for {baker} to try.", "causal"),
        WrongAnswer("{star} takes the cake to {baker} in the kitchen.", "place"),
        WrongAnswer("{star} has to light the candles.", "temporal"),
        WrongAnswer("{star} drops the birthday cake.", "object"),
        WrongAnswer("{star} is the last to get any cake.", "object"),
    ),
    ("gone",),
)

_BIRTHDAY_CAKE_MEANING = TemplateQuestion(
    "What is the point of the story?",
    "{star} likes the birthday cake so much that {star.she} overeats.",
    (
        WrongAnswer("{star} likes the birthday cake so much that nobody may cut it.", "motive"),
        WrongAnswer("{star} gets a birthday cake, but it falls before the first bite.", "object"),
        WrongAnswer("{star} gets a birthday cake, but the candles will not go out.", "causal"),
        WrongAnswer("The cake is for {baker}, and {star} gets none of it.", "character"),
        WrongAnswer(
            "{star} gets a birthday cake, but {baker} takes it away before the candles are lit.",
            "place",
        ),
        WrongAnswer("The cake that {star} gets is too hard to cut.", "causal"),
    ),
    ("cut", "gone"),
)

_BIRTHDAY_CAKE_INSTEAD = {
    "cut": (
        WrongAnswer(
            "{baker} carries the whole cake out of the room, and {star} looks on in tears.",
            "object",
        ),
        WrongAnswer(
            "The whole cake slides off the table, and {star} stares at the mess on the floor.",
            "place",
        ),
        WrongAnswer(
            "{star} throws the cake across the room, and icing drips down the wall.",
            "motive",
        ),
        WrongAnswer(
            "{star} and {baker} leave the room, and the cake stays uncut on the table.",
            "character",
        ),
        WrongAnswer(
            "{baker} wraps the whole cake up for another day, and {star} walks away hungry.",
            "causal",
        ),
    ),
}


@template("birthday-cake", "festival", _ROLES)
def birthday_cake(builder: StoryBuilder) -> TemplateStory:
    """A cake brought, its candles lit, blown out; the cake cut, the plate empty."""
    start = builder.choose(("bare", "candles"))
    setting = _birthday_cake_decorate(builder)
    lit = _birthday_cake_light(builder)
    blown = _birthday_cake_blow(builder)
    cut = _birthday_cake_cut(builder)
    gone = _birthday_cake_gone()
    beats = [*([setting] if start == "bare" else []), lit, blown, cut, gone]
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_BIRTHDAY_CAKE_MOTIVE],
        prediction=[_BIRTHDAY_CAKE_PREDICTION],
        meaning=[_BIRTHDAY_CAKE_MEANING],
        instead=_BIRTHDAY_CAKE_INSTEAD,
        otherwise=(
            "blow",
            _birthday_cake_relit(),
        ),
    )


def _birthday_cake_decorate(builder: StoryBuilder) -> Beat:
    return Beat(
        "decorate",
        "{baker} sets a cake without candles on the table, and {star} looks at it open-mouthed.",
        Scene(
            "party_room",
            (
                Actor("baker", -130, "reach_out", "smile", "right"),
                Actor("star", 130, "stand", "surprised", "left"),
            ),
            (TABLE, _cake("bare")),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"cake": "not on the table", "candles": "not lit yet"},
        makes={"cake": "whole on the table"},
        actor="baker",
        feeling="happy",
    )


def _birthday_cake_light(builder: StoryBuilder) -> Beat:
    return Beat(
        "light",
        "All four candles on the cake are burning; {baker} points at the cake, and {star} thinks, "
        "a hand on {star.her} chin.",
        Scene(
            "party_room",
            (
                Actor("star", 130, "think", "thinking", "left"),
                Actor("baker", -140, "point", "happy", "right"),
            ),
            (TABLE, _cake("lit")),
            (Line(_WORDS["light"], speaker="baker"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"cake": "whole on the table", "candles": "not lit yet"},
        makes={"candles": "burning"},
        actor="baker",
        feeling="happy",
    )


def _birthday_cake_blow(builder: StoryBuilder) -> Beat:
    return Beat(
        "blow",
        "Smoke rises from the candles, and {star} throws both arms into the air with joy.",
        Scene(
            "party_room",
            (Actor("star", 130, "cheer", "happy", "left"),),
            (TABLE, _cake("blown")),
            (Line(_WORDS["blow"], "sound", at="birthday_cake"),),
            shot=builder.choose(("close", "medium")),
            focus=("star", "birthday_cake"),
        ),
        needs={"cake": "whole on the table", "candles": "burning"},
        makes={"candles": "blown out"},
        actor="star",
        feeling="happy",
    )


def _birthday_cake_cut(builder: StoryBuilder) -> Beat:
    return Beat(
        "cut",
        "A large piece of the cake is gone; {star} eats happily, and {baker} looks on.",
        Scene(
            "party_room",
            (
                Actor("star", 130, "eat", "eating", "left"),
                Actor("baker", -140, "stand", "smile", "right"),
            ),
            (TABLE, _cake("cut")),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"cake": "whole on the table"},
        makes={"cake": "cut"},
        actor="star",
        feeling="content",
    )


def _birthday_cake_gone() -> Beat:
    return Beat(
        "gone",
        "Only crumbs are left on the plate, and {star} lies dizzy on the floor.",
        Scene(
            "party_room",
            (Actor("star", 130, "lie", "dizzy", "left"),),
            (TABLE, _cake("crumbs")),
            shot="wide",
        ),
        needs={"cake": "cut"},
        makes={"cake": "eaten"},
        actor="star",
    )


def _birthday_cake_relit() -> Beat:
    return Beat(
        "relit",
        "{star} is dizzy from blowing, but every candle on the cake goes on burning.",
        Scene(
            "party_room",
            (Actor("star", 130, "stand", "dizzy", "left"),),
            (TABLE, _cake("lit")),
        ),
        needs={"candles": "burning"},
        actor="star",
    )
