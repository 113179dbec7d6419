"""A cosy story of a scarf that grows while its wool shrinks."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"knitter": GROWN, "child": CHILD}
_WORDS = Translations(__name__, "scarf.toml", _ROLES)

_MOTIVE = asked(
    "Why does the scarf go around {child} so many times?",
    "Because it is far too long",
    ("long", "wear"),
    ("object", "Because it is full of holes"),
    ("character", "Because {child} is so big"),
    ("causal", "Because it is very thin"),
    ("character", "Because {child} is as big as {knitter}"),
    ("object", "Because {child} has two scarves on"),
    ("causal", "Because it is so heavy"),
)

_PREDICTION = asked(
    "What will {knitter} most likely check more often when knitting the next scarf?",
    "Whether it is getting too long",
    ("long", "wear"),
    ("causal", "Whether it is getting too short"),
    ("character", "Whether {child} is still asleep"),
    ("object", "Whether it has got any holes"),
    ("object", "Whether the wool is getting too thin"),
)

_MEANING = asked(
    "Which sentence sums up the story best?",
    "Somebody gets carried away with knitting, and the gift still pleases",
    ("long", "wear"),
    ("object", "Somebody runs out of wool too early, and the gift stays too short"),
    ("character", "Somebody knits a gift in secret, and a child finds it far too soon"),
    ("causal", "Somebody makes a gift far too big, and it is taken apart for its wool"),
    ("motive", "Somebody knits a gift in secret, and a cat tears up the best part of it"),
    ("character", "Somebody knits a gift in secret, and a child is angry"),
    ("motive", "Somebody gets tired of knitting early, and the gift stays too short"),
    ("temporal", "Somebody gets tired of knitting, and the gift is never finished"),
    ("object", "Somebody makes a gift far too big, and the best part of it is cut off again"),
)

_INSTEAD = {
    "long": wrongs(
        (
            "object",
            "The wool runs out far too early, and {knitter} holds up a scarf as short as a sock.",
        ),
        (
            "object",
            "{knitter} cuts the scarf up into a pile of short pieces with a pair of scissors.",
        ),
        (
            "character",
            "{child} pulls hard at the loose end, "
            "and the whole scarf comes apart into a heap of curly yarn.",
        ),
        (
            "motive",
            "{knitter} turns the whole ball of wool into mittens instead and puts the "
            "needles away.",
        ),
        (
            "character",
            "The scarf is done and just goes once around {knitter}'s own neck, "
            "to {child}'s delight.",
        ),
    ),
}


@template("endless-scarf", "home", _ROLES)
def endless_scarf(builder: StoryBuilder) -> TemplateStory:
    """A few rows, a scarf, far too much scarf, a cocoon."""
    colour = builder.choose(("red", "teal", "purple", "orange", "blue"))
    place = builder.choose(("living_room", "bedroom"))
    beats = [_begin(builder, place, colour)]
    if builder.chance(0.6):
        beats.append(_half(builder, place, colour))
    beats += [_long(builder, place, colour, beats[-1].makes["scarf"]), _wear(builder, colour)]
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("long", _unravel(place, colour)),
    )


def _begin(builder: StoryBuilder, place: str, colour: str) -> Beat:
    return Beat(
        "begin",
        "{knitter} sits and knits the first rows of a scarf beside an enormous ball of wool.",
        Scene(
            place,
            (Actor("knitter", -60, "sit", "smile", "right"),),
            (
                Thing("chair", -60),
                Thing("knitting", -18, -74, "begun", front=True, colour=colour),
                Thing("wool", 75, 4, "big", colour=colour, scale=1.2),
            ),
            (sound("knitting", _WORDS["begin"]),),
            shot=any_shot(builder),
        ),
        {"scarf": "nothing but a ball of wool"},
        {"scarf": "a few rows long"},
        "knitter",
        "content",
    )


def _half(builder: StoryBuilder, place: str, colour: str) -> Beat:
    seen = builder.chance()
    return Beat(
        "half",
        "The scarf reaches to the floor, {child} looks on, and {knitter} has little wool left."
        if seen
        else "The scarf on {knitter}'s needles reaches to the floor, "
        "and only a little wool is left.",
        Scene(
            place,
            (
                Actor("knitter", -60, "sit", "happy", "right"),
                *((Actor("child", 130, "stand", "smile", "left"),) if seen else ()),
            ),
            (
                Thing("chair", -60),
                Thing("knitting", -18, -74, "half", front=True, colour=colour),
                Thing("wool", 70, 4, "small", colour=colour),
            ),
            shot=any_shot(builder),
        ),
        {"scarf": "a few rows long"},
        {"scarf": "long enough to reach the floor"},
        "knitter",
        "happy",
    )


def _long(builder: StoryBuilder, place: str, colour: str, before: str) -> Beat:
    return Beat(
        "long",
        "The scarf winds in loops across the floor, the wool is gone, "
        "and {knitter} looks dismayed.",
        Scene(
            place,
            (Actor("knitter", -60, "sit", builder.choose(("surprised", "embarrassed")), "right"),),
            (
                Thing("chair", -60),
                Thing("knitting", -18, -74, "long", front=True, colour=colour),
                Thing("scarf_loops", 0, 2, "", front=True, colour=colour),
            ),
            (says("knitter", _WORDS["long"]),),
            shot=any_shot(builder),
        ),
        {"scarf": before},
        {"scarf": "endlessly long, on the floor"},
        "knitter",
        "surprised",
    )


def _unravel(place: str, colour: str) -> Beat:
    return Beat(
        "long",
        "A cat sits before a big ball of wool, and {knitter} mourns the scarf it has unravelled.",
        Scene(
            place,
            (Actor("knitter", -60, "sit", "crying", "right"),),
            (
                Thing("chair", -60),
                Thing("cat", 50, 0, "sitting"),
                Thing("wool", 140, 4, "big", colour=colour),
            ),
        ),
        {},
        {"scarf": "unravelled"},
        "knitter",
        "sad",
    )


def _wear(builder: StoryBuilder, colour: str) -> Beat:
    return Beat(
        "wear",
        "{child}, wrapped in the long scarf from neck to feet, laughs beside proud {knitter}.",
        Scene(
            builder.choose(("snow_yard", "home_hall", "living_room")),
            (
                Actor("child", 60, "stand", "happy", "front"),
                Actor("knitter", -85, "hands_on_hips", "happy", "right"),
            ),
            (Thing("scarf_cocoon", 60, 0, "", front=True, colour=colour),),
            (says("child", _WORDS["wear"]),),
            shot=any_shot(builder),
        ),
        {"scarf": "endlessly long, on the floor"},
        {"scarf": "wound about the child"},
        "child",
        "happy",
    )
