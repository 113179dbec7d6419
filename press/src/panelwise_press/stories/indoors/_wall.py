"""A story of a wall, a pot of paint and a cat: one mishap with two consequences."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"painter": GROWN, "child": CHILD}
_WORDS = Translations(__name__, "wall.toml", _ROLES)

_MOTIVE = asked(
    "Why does {painter} paint flowers on the wall?",
    "To make something of the paw prints",
    ("prints", "flowers"),
    ("object", "To hide a crack in the empty wall"),
    ("motive", "To win back a bet against {child}"),
    ("character", "To surprise {child} on a birthday"),
    ("object", "To hide a hole in the wall from {child}"),
    ("motive", "To win a prize in a contest"),
    ("temporal", "To surprise {child} on the first day of school"),
)

_PREDICTION = asked(
    "Where will {painter} most likely put the pot of paint next time?",
    "Where the cat cannot reach it",
    ("tip", "prints"),
    ("place", "Where the cat likes to sleep"),
    ("character", "Where {child} takes a bath"),
    ("object", "Where nobody has a brush"),
    ("temporal", "Where the pot of paint was last time"),
    ("place", "Where the cat has a bowl"),
    ("place", "Where {child} will do the next drawing"),
)

_MEANING = asked(
    "What is the point of the story?",
    "A mess made by a cat becomes the finest thing about the wall",
    ("prints", "flowers", "proud"),
    ("character", "A mess made by a child becomes the reason to buy a new cat"),
    ("feeling", "A mess made by a cat becomes the reason to give the wall up"),
    ("motive", "A picture made by a child becomes the plan for the whole wall"),
    ("motive", "A picture made by a child is the pride of the whole house"),
    ("object", "A picture made by a child gives a cat a new home"),
    ("feeling", "A mess made by a child is the reason for a long quarrel with a painter"),
)

_INSTEAD = {
    "bath": wrongs(
        ("object", "{child} paints the rest of the cat in the colour of the prints."),
        ("place", "{child} lets the cat out into the street with the paint still on it."),
        ("causal", "{child} lets the paint dry on the cat and ties a bow around its neck."),
        ("object", "{child} falls into the tub, and the cat keeps its spots."),
        ("motive", "{child} hides the painted cat in a box and leaves it unwashed."),
    ),
    "drip": wrongs(
        ("object", "The cat leaps from the tub with the paint still all over its paws and back."),
        (
            "place",
            "The cat leaps from the tub, slips past {child} and runs off, never to come back.",
        ),
        (
            "causal",
            "{child} tips a pot of paint into the tub, and the cat comes out in a new colour.",
        ),
        (
            "character",
            "{child} gives up, and the cat sits beside the tub with all of its coloured spots.",
        ),
        (
            "character",
            "{child}, splashed with paint, gives the painted cat away to a stranger at the door.",
        ),
    ),
    "flowers": wrongs(
        ("object", "{painter} paints over every paw print until the whole wall is plain and even."),
        (
            "object",
            "{painter} washes the paw prints off, and the whole wall is as white as at first.",
        ),
        ("object", "{painter} turns every paw print into a fish with a few strokes of the brush."),
        (
            "motive",
            "{painter} throws the brush away and leaves the prints on the half-painted wall.",
        ),
        (
            "character",
            "The cat runs along the wall once more, and {painter} lets it paint the other half.",
        ),
    ),
}


@template("cat-and-paint", "home", _ROLES)
def cat_and_paint(builder: StoryBuilder) -> TemplateStory:
    """Half a wall, a tipped pot, prints; a bath and a flower wall; both together."""
    paint = builder.choose(("orange", "red", "purple", "pink"))
    beats = [_start(builder), _half(builder, paint), _tip(builder, paint), _prints(builder, paint)]
    bath = [_bath(builder), *([_towel(builder)] if builder.chance(0.6) else [])]
    order = builder.choose(range(len(bath) + 1))
    beats += [*bath[:order], _flowers(builder, paint), *bath[order:], _proud(builder, paint)]
    if builder.chance(0.3):
        del beats[0]
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("tip", _sleepy(paint)),
    )


def _wall(state: str, paint: str = "orange") -> Thing:
    return Thing("room_wall", 40, 0, state, colour=paint)


def _start(builder: StoryBuilder) -> Beat:
    return Beat(
        "start",
        "{painter} lifts a brush to a bare white wall, and a white cat looks on from the floor.",
        Scene(
            "bare_room",
            (Actor("painter", -60, "reach_up", "smile", "right", holds=("brush", "")),),
            (_wall("bare"), Thing("cat", 130, 4, "sitting", front=True)),
            shot=any_shot(builder),
            focus=("painter", "cat"),
        ),
        {"wall": "bare", "cat": "white"},
        {"painting": "begun"},
        "painter",
        "cheerful",
    )


def _half(builder: StoryBuilder, paint: str) -> Beat:
    helped = builder.chance()
    helper = (Actor("child", 150, "cheer", "happy", "left"),) if helped else ()
    return Beat(
        "half",
        "{painter} stands by the half-painted wall and a pot of paint, and {child} cheers."
        if helped
        else "{painter} stands content before the half-painted wall beside a pot of paint.",
        Scene(
            "bare_room",
            (Actor("painter", -40, "hands_on_hips", "happy", "front"), *helper),
            (_wall("half"), Thing("colour_pot", 95, 12, "standing", front=True, colour=paint)),
            shot=any_shot(builder),
            focus=("painter", "colour_pot", *(("child",) if helped else ())),
        ),
        {"wall": "bare", "painting": "begun"},
        {"wall": "half painted"},
        "painter",
        "content",
    )


def _tip(builder: StoryBuilder, paint: str) -> Beat:
    return Beat(
        "tip",
        "The white cat has knocked over the pot of paint before the half-painted wall, "
        "to {painter}'s horror.",
        Scene(
            "bare_room",
            (Actor("painter", -120, "reach_out", "scared", "right", holds=("brush", "")),),
            (
                _wall("half"),
                Thing("cat", 128, -14, "leaping", front=True),
                Thing("colour_pot", 38, 14, "tipped", front=True, colour=paint),
            ),
            (says("painter", _WORDS["tip"], "shout"),),
            shot=any_shot(builder),
            focus=("painter", "cat", "colour_pot"),
        ),
        {"wall": "half painted", "cat": "white"},
        {"pot": "tipped over"},
        "painter",
        "scared",
    )


def _sleepy(paint: str) -> Beat:
    return Beat(
        "tip",
        "The white cat sleeps beside the pot, and {painter} gives it a smile.",
        Scene(
            "bare_room",
            (Actor("painter", -110, "crouch", "smile", "right"),),
            (
                _wall("half"),
                Thing("cat", 20, 8, "asleep", front=True),
                Thing("colour_pot", 120, 8, "standing", front=True, colour=paint),
            ),
            focus=("painter", "cat", "colour_pot"),
        ),
        {"wall": "half painted", "cat": "white"},
        {"cat": "asleep"},
        "painter",
        "content",
    )


def _prints(builder: StoryBuilder, paint: str) -> Beat:
    return Beat(
        "prints",
        "Coloured paw prints run over the half-painted wall, "
        "and {painter} points at the spotted cat.",
        Scene(
            "bare_room",
            (Actor("painter", -110, "point", builder.choose(("angry", "surprised")), "right"),),
            (_wall("prints", paint), Thing("cat", 90, 10, "painted", colour=paint, front=True)),
            (says("painter", _WORDS["prints"]),),
            shot=any_shot(builder),
            focus=("painter", "cat"),
        ),
        {"wall": "half painted", "pot": "tipped over", "cat": "white"},
        {"wall": "half painted, full of paw prints", "cat": "covered in paint"},
        "painter",
        "upset",
    )


def _bath(builder: StoryBuilder) -> Beat:
    return Beat(
        "bath",
        "{child} washes the paint off the cat in a tub full of suds.",
        Scene(
            "bathroom",
            (Actor("child", -100, "reach_out", "effort", "right"),),
            (Thing("cat", 10, 4, "tub", front=True),),
            (sound("cat", _WORDS["bath"]),),
            shot=any_shot(builder),
        ),
        {"cat": "covered in paint"},
        {"cat": "clean", "fur": "full of suds"},
        "child",
        "busy",
    )


def _towel(builder: StoryBuilder) -> Beat:
    return Beat(
        "drip",
        "{child}, splashed wet, laughs beside the clean cat, which is dripping with water.",
        Scene(
            "bathroom",
            (Actor("child", -70, "shrug", "happy", "right", wet=True),),
            (Thing("cat", 60, 4, "wet", front=True),),
            shot=any_shot(builder),
        ),
        {"cat": "clean", "fur": "full of suds"},
        {"fur": "dripping wet"},
        "child",
        "happy",
    )


def _flowers(builder: StoryBuilder, paint: str) -> Beat:
    return Beat(
        "flowers",
        "{painter} holds a brush to the wall, where every paw print has become a flower.",
        Scene(
            "bare_room",
            (Actor("painter", -150, "reach_out", "smile", "right", holds=("brush", "")),),
            (
                _wall("flowers", paint),
                Thing("colour_pot", 150, 10, "standing", front=True, colour=paint),
            ),
            shot=any_shot(builder),
            focus=("painter", "colour_pot"),
        ),
        {"wall": "half painted, full of paw prints"},
        {"wall": "blue with flowers"},
        "painter",
        "glad",
    )


def _proud(builder: StoryBuilder, paint: str) -> Beat:
    return Beat(
        "proud",
        "{child} and {painter} cheer before the wall of flowers, and the cat sits by, "
        "clean and white.",
        Scene(
            "bare_room",
            (
                Actor("painter", -90, "cheer", "happy", "front"),
                Actor("child", 40, "cheer", "happy", "front"),
            ),
            (_wall("flowers", paint), Thing("cat", 130, 6, "sitting", front=True)),
            (says("child", _WORDS["proud"]),),
            shot=any_shot(builder),
            focus=("painter", "child", "cat"),
        ),
        {"wall": "blue with flowers", "cat": "clean"},
        {"fur": "dry"},
        "child",
        "proud",
    )
