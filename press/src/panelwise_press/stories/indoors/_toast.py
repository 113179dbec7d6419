"""A kitchen story of toast that is forgotten over something better."""

from __future__ import annotations

from panelwise_press._scene import Actor, Pose, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"dreamer": GROWN}
_WORDS = Translations(__name__, "toast.toml", _ROLES)

# What somebody forgets the toast over: the thing, its state, the pose, and how English says it.
_PASTIMES: dict[str, tuple[str, Pose, str]] = {
    "book": ("open", "read", "reads a book"),
    "letter": ("written", "read", "reads a letter"),
    "guitar": ("whole", "hold_out", "plays the guitar"),
}


_PREDICTION = asked(
    "What will {dreamer} most likely do while the next two slices are in the toaster?",
    "Stand by and watch the toaster",
    ("forget", "pop"),
    ("place", "Go for a long walk in the park"),
    ("feeling", "Sit down for a nap in the corner"),
    ("motive", "Look forward to two black slices"),
    ("place", "Take a nap in the next room"),
    ("place", "Go for a long walk in the next street"),
    ("feeling", "Take a bath with a book"),
)

_MEANING = asked(
    "What is the gist of the story?",
    "Somebody lost in a pastime notices the toast when it is black",
    ("forget", "pop"),
    ("motive", "Somebody fond of black toast burns two slices of it on purpose"),
    ("temporal", "Somebody short of time pulls out the toast while it is white"),
    ("object", "Somebody with a broken toaster gets to eat nothing but fruit"),
    ("object", "Somebody with a broken toaster is short of time and eats the bread white"),
    ("motive", "Somebody fond of black toast gets two white slices"),
    ("place", "Somebody with a broken toaster gets to eat out all week"),
)

_INSTEAD = {
    "forget": wrongs(
        (
            "object",
            "{dreamer} takes two crisp slices out of the toaster and spreads butter on them.",
        ),
        (
            "causal",
            "{dreamer} pulls the plug of the toaster at once, and both slices stay white and soft.",
        ),
        (
            "character",
            "{dreamer} eats both slices untoasted at the window, and the toaster stays empty.",
        ),
        (
            "object",
            "The toaster stays cold, and {dreamer} shakes out two white slices.",
        ),
    ),
    "pop": wrongs(
        (
            "object",
            "Two crisp slices pop up out of the toaster, and {dreamer} spreads butter on them.",
        ),
        (
            "character",
            "{dreamer} turns around in time and pulls two light slices out of the toaster.",
        ),
        (
            "causal",
            "The smoking toaster goes up in flames, and the bread turns into a heap of grey ash.",
        ),
        (
            "place",
            "{dreamer} throws the smoking toaster out of the window with the bread still inside.",
        ),
        (
            "object",
            "The slices are stuck in the toaster, and no shaking or pulling gets them out.",
        ),
    ),
}


@template("burnt-toast", "kitchen", _ROLES)
def burnt_toast(builder: StoryBuilder) -> TemplateStory:
    """White bread, smoke, black bread."""
    pastime = builder.choose(tuple(_PASTIMES))
    place = builder.choose(("kitchen", "breakfast_room"))
    beats = [_insert(builder, place), _forget(builder, place, pastime), _pop(builder, place)]
    ending = builder.choose(("plate", "bin", ""))
    if ending:
        beats.append(_serve(builder, place) if ending == "plate" else _throw_away(builder, place))
    doing = _PASTIMES[pastime][2]
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[
            asked(
                "Why does {dreamer} not notice the smoke?",
                f"Because {{dreamer.she}} {doing}",
                ("forget",),
                ("feeling", "Because {dreamer.she} is fast asleep"),
                ("place", "Because {dreamer.she} is out in town"),
                ("object", "Because {dreamer.she} is on the phone"),
                ("object", "Because {dreamer.she} waters the flowers"),
                ("place", "Because {dreamer.she} is in bed"),
            )
        ],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("pop", _rescue(place)),
    )


def _insert(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "insert",
        "{dreamer} puts two slices of white bread into the toaster on the table.",
        Scene(
            place,
            (Actor("dreamer", -105, "reach_out", "smile", "right"),),
            (Thing("home_table", 20), Thing("toaster", 0, -76, "bread")),
            shot=any_shot(builder),
        ),
        {"bread": "white, not yet in the toaster"},
        {"bread": "white, in the toaster"},
        "dreamer",
        "cheerful",
    )


def _forget(builder: StoryBuilder, place: str, pastime: str) -> Beat:
    state, pose, doing = _PASTIMES[pastime]
    return Beat(
        "forget",
        f"Smoke rises from the toaster, and {{dreamer}} {doing} with {{dreamer.her}} back to it.",
        Scene(
            place,
            (Actor("dreamer", -120, pose, "happy", "left", holds=(pastime, state)),),
            (Thing("home_table", 20), Thing("toaster", 10, -76, "smoking")),
            (says("dreamer", _WORDS["forget"]),),
            shot=any_shot(builder),
        ),
        {"bread": "white, in the toaster"},
        {"bread": "smoking, in the toaster"},
        "dreamer",
        "content",
    )


def _pop(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "pop",
        "Two burnt, black slices shoot out of the toaster, and {dreamer} jumps with fright.",
        Scene(
            place,
            (Actor("dreamer", -120, "jump", "scared", "right"),),
            (
                Thing("home_table", 20),
                Thing("toaster", 10, -76, "empty"),
                Thing("toast", 10, -150, "flying"),
            ),
            (sound("toaster", _WORDS["pop"]),),
            shot=any_shot(builder),
            motion=("dreamer",) if builder.chance() else (),
        ),
        {"bread": "smoking, in the toaster"},
        {"bread": "burnt, in the air"},
        "dreamer",
        "frightened",
    )


def _rescue(place: str) -> Beat:
    return Beat(
        "pop",
        "{dreamer} turns from the empty toaster with two slices of bread that are still white.",
        Scene(
            place,
            (Actor("dreamer", -105, "hold_out", "happy", "left", holds=("toast", "white")),),
            (Thing("home_table", 20), Thing("toaster", 10, -76, "empty")),
        ),
        {"bread": "smoking, in the toaster"},
        {"bread": "saved"},
        "dreamer",
        "relieved",
    )


def _serve(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "serve",
        "{dreamer} sits sadly at the table before a plate with two slices of burnt toast.",
        Scene(
            place,
            (Actor("dreamer", -95, "sit", "sad", "right"),),
            (
                Thing("chair", -95),
                Thing("home_table", 20),
                Thing("toast", -15, -76, "burnt"),
                Thing("toaster", 60, -76, "empty", scale=0.8),
            ),
            (says("dreamer", _WORDS["serve"]),),
            shot=any_shot(builder),
        ),
        {"bread": "burnt, in the air"},
        {"bread": "burnt, on the plate"},
        "dreamer",
        "sad",
    )


def _throw_away(builder: StoryBuilder, place: str) -> Beat:
    return Beat(
        "bin",
        "{dreamer} eats a banana with a long face, and the burnt toast smokes in a bin close by.",
        Scene(
            place,
            (Actor("dreamer", -40, "eat", "embarrassed", "right", holds=("banana", "bitten")),),
            (
                Thing("toast", 70, -44, "black", scale=0.9),
                Thing("waste_bin", 70, 0, "empty", front=True),
            ),
            (says("dreamer", _WORDS["bin"]),),
            shot=any_shot(builder),
        ),
        {"bread": "burnt, in the air"},
        {"bread": "burnt, in the bin"},
        "dreamer",
        "disappointed",
    )
