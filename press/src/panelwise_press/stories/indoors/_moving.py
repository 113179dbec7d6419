"""A long story of moving house, and of a cat that moves in its own way."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import ANYONE, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"owner": ANYONE, "mover": GROWN}
_WORDS = Translations(__name__, "moving.toml", _ROLES)

_ON_VAN = (20.0, -98.0)
_PACKED = {  # what is to be packed: its state, and how English says it
    "book": ("closed", "a book"),
    "guitar": ("whole", "a guitar"),
    "toy_bear": ("clean", "a toy bear"),
}


_MOTIVE = asked(
    "Why does {owner} hold out an empty bowl in the old room?",
    "Because {owner.she} cannot find the cat",
    ("search",),
    ("causal", "Because {owner.she} is feeding the cat"),
    ("feeling", "Because {owner.she} is hungry for soup"),
    ("character", "Because {mover} has asked for milk"),
    ("causal", "Because {owner.she} is very thirsty"),
)

_PREDICTION = asked(
    "What will {owner} most likely do before taping up the next box?",
    "Check that there is no cat in it",
    ("hide", "tape", "leap"),
    ("object", "Check that there is no cup in it"),
    ("character", "Check that {mover} is wide awake"),
    ("place", "Check that the truck is still empty"),
    ("object", "Check that the truck is clean"),
    ("place", "Check that the next room is still empty"),
    ("character", "Check that {mover} is still in the truck"),
)

_MEANING = asked(
    "Which sentence sums up the story best?",
    "A cat thought lost has been carried along in a box all the time",
    ("tape", "search", "leap"),
    ("place", "A cat thought lost has stayed behind alone in the old, bare room"),
    ("motive", "A mover packs a cat into a box as a joke and brings it back late"),
    ("causal", "A cat hates a new home and hides there in a box for days on end"),
    ("causal", "A mover packs a cat into a box in a hurry and then owns up to the slip"),
    ("place", "A cat hates a new home and runs back to the old room"),
    ("character", "A mover packs a cat into a box as a favour to a tired owner"),
)

_INSTEAD = {
    "shake": wrongs(
        (
            "place",
            "{mover} takes the box with the tail back to the truck, and {owner} stays behind"
            " alone.",
        ),
        ("object", "{owner} opens the box with the tail and finds only books in it."),
        (
            "character",
            "The cat strolls in through the door of the new room, and {owner} hugs it.",
        ),
        (
            "place",
            "{owner} spots the cat through the window, down in the street, and runs outside.",
        ),
        (
            "causal",
            "The box with the tail falls over, and {owner} finds it quite empty inside.",
        ),
    ),
    "leap": wrongs(
        (
            "object",
            "A puppy bursts out through the top of the box, "
            "and {owner}, surprised, takes it into {owner.her} arms.",
        ),
        (
            "object",
            "{owner} cuts the tape and finds only old clothes in the box, and no cat at all.",
        ),
        ("place", "The cat bursts out of the box, runs off and never comes back to the new room."),
        (
            "causal",
            "The box breaks apart completely, and {owner} sweeps the scraps of it into a bin.",
        ),
        (
            "character",
            "{owner} gives the box back to {mover}, who drives off with the cat still in it.",
        ),
    ),
}


@template("moving-cat", "home", _ROLES)
def moving_cat(builder: StoryBuilder) -> TemplateStory:
    """A cat in a box, a search, a journey, a box that shakes, a box that is a bed."""
    beats = [_pack(builder), _hide(builder), _tape(builder), _search(builder), _load(builder)]
    if builder.chance(0.7):
        beats.append(_drive(builder))
    beats += [_carry(builder, beats[-1].makes["box"])]
    if builder.chance(0.7):
        beats.append(_weep(builder))
    beats += [_shake(builder), _leap(builder)]
    if builder.chance(0.7):
        beats.append(_rest(builder))
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("leap", _still_in()),
    )


def _pack(builder: StoryBuilder) -> Beat:
    thing = builder.choose(tuple(_PACKED))
    state, called = _PACKED[thing]
    return Beat(
        "pack",
        f"In a bare room {{owner}} opens a box to pack {called}, and a cat sits close by.",
        Scene(
            "bare_room",
            (Actor("owner", -120, "hold_out", "smile", "right", holds=(thing, state)),),
            (Thing("moving_box", 10, 0, "open"), Thing("cat", 115, 2, "sitting")),
            shot=any_shot(builder),
        ),
        {"cat": "on the floor", "box": "open"},
        {"packing": "begun"},
        "owner",
        "cheerful",
    )


def _hide(builder: StoryBuilder) -> Beat:
    return Beat(
        "hide",
        "The cat peeps out of the open box while {owner} looks the other way.",
        Scene(
            "bare_room",
            (Actor("owner", -130, "think", "thinking", "left"),),
            (Thing("moving_box", 20, 0, "cat"),),
            shot=any_shot(builder),
        ),
        {"cat": "on the floor", "box": "open", "packing": "begun"},
        {"cat": "in the box"},
        "owner",
        "thoughtful",
    )


def _tape(builder: StoryBuilder) -> Beat:
    return Beat(
        "tape",
        "{owner} pulls a strip of tape across the box, from which the cat's tail sticks out.",
        Scene(
            "bare_room",
            (Actor("owner", -116, "reach_out", "smile", "right"),),
            (Thing("moving_box", 10, 0, "taping", scale=1.2),),
            (sound("moving_box", _WORDS["tape"]),),
            shot=any_shot(builder),
        ),
        {"cat": "in the box", "box": "open"},
        {"box": "taped, with a tail sticking out"},
        "owner",
        "content",
    )


def _search(builder: StoryBuilder) -> Beat:
    return Beat(
        "search",
        "{owner}, worried, holds out a cat bowl, "
        "and behind {owner.her} back the tail sticks out of the box.",
        Scene(
            "bare_room",
            (Actor("owner", 0, "hold_out", "worried", "right", holds=("cat_bowl", "")),),
            (Thing("moving_box", -120, 0, "taped"),),
            (says("owner", _WORDS["search"]),),
            shot=any_shot(builder),
        ),
        {"cat": "in the box", "box": "taped, with a tail sticking out"},
        {"search": "begun"},
        "owner",
        "worried",
    )


def _load(builder: StoryBuilder) -> Beat:
    return Beat(
        "load",
        "{mover} carries the taped box with the tail along the street to an empty truck.",
        Scene(
            "street",
            (Actor("mover", -190, "carry", "effort", "right", holds=("moving_box", "taped")),),
            (Thing("van", 40, 0, "empty"),),
            shot=any_shot(builder),
        ),
        {"box": "taped, with a tail sticking out"},
        {"box": "at the truck"},
        "mover",
        "busy",
    )


def _drive(builder: StoryBuilder) -> Beat:
    place, time = builder.choose((("street", "evening"), ("street", "day"), ("street", "night")))
    x, y = _ON_VAN
    return Beat(
        "drive",
        "The truck drives off with the box and its tail, and {owner} follows sadly on foot.",
        Scene(
            place,
            (Actor("owner", -230, "walk", "sad", "right"),),
            (Thing("moving_box", x - 50, y + 38, "taped"), Thing("van", 0, 0, "empty", front=True)),
            shot="wide",
            time="evening" if time == "evening" else "night" if time == "night" else "day",
            motion=("van",),
        ),
        {"box": "at the truck"},
        {"box": "on the moving truck"},
        "owner",
        "sad",
    )


def _carry(builder: StoryBuilder, before: str) -> Beat:
    return Beat(
        "carry",
        "{mover} brings the box with the tail into a new room where other boxes are stacked.",
        Scene(
            "new_room",
            (Actor("mover", -110, "carry", "smile", "right", holds=("moving_box", "taped")),),
            (
                Thing("moving_box", 60, 0, "plain", "second box"),
                Thing("moving_box", 68, -60, "plain", "third box"),
            ),
            shot=any_shot(builder),
        ),
        {"box": before},
        {"box": "in the new room"},
        "mover",
        "cheerful",
    )


def _weep(builder: StoryBuilder) -> Beat:
    return Beat(
        "weep",
        "In the new room {owner} sits weeping by the cat bowl, "
        "{owner.her} back to the stacked boxes.",
        Scene(
            "new_room",
            (Actor("owner", -100, "sit_floor", "crying", "left"),),
            (
                Thing("cat_bowl", -170, 8, "", front=True),
                Thing("moving_box", 130, 0, "taped"),
                Thing("moving_box", 40, 0, "plain", "second box"),
                Thing("moving_box", 46, -60, "plain", "third box"),
            ),
            shot=any_shot(builder),
        ),
        {"box": "in the new room", "cat": "in the box"},
        {"weeping": "begun"},
        "owner",
        "sad",
    )


def _shake(builder: StoryBuilder) -> Beat:
    return Beat(
        "shake",
        "In the new room the cat makes its box shake, and {owner} stares in surprise.",
        Scene(
            "new_room",
            (Actor("owner", -110, "shrug", "surprised", "right"),),
            (Thing("moving_box", 40, 0, "shaking", scale=1.2),),
            (sound("moving_box", _WORDS["shake"]),),
            shot=any_shot(builder),
        ),
        {"box": "in the new room", "cat": "in the box"},
        {"box": "shaking"},
        "owner",
        "surprised",
    )


def _leap(builder: StoryBuilder) -> Beat:
    return Beat(
        "leap",
        "The cat bursts out through the top of the box, and {owner} throws up both arms for joy.",
        Scene(
            "new_room",
            (Actor("owner", -120, "cheer", "happy", "right"),),
            (
                Thing("moving_box", 70, 0, "torn"),
                Thing("cat", 52, -78, "leaping"),
            ),
            (says("owner", _WORDS["leap"]),),
            shot=any_shot(builder),
        ),
        {"box": "shaking", "cat": "in the box"},
        {"cat": "out of the box", "box": "open and empty"},
        "owner",
        "happy",
    )


def _still_in() -> Beat:
    return Beat(
        "leap",
        "{mover} carries the shaking box out of the room, and {owner} hides {owner.her} face.",
        Scene(
            "new_room",
            (
                Actor("owner", -130, "cover_face", "scared", "front"),
                Actor("mover", 60, "carry", "worried", "right", holds=("moving_box", "shaking")),
            ),
        ),
        {"box": "shaking", "cat": "in the box"},
        {"box": "carried away"},
        "owner",
        "afraid",
    )


def _rest(builder: StoryBuilder) -> Beat:
    return Beat(
        "settle",
        "The cat sleeps on top of the box, and {owner} reads a book on a chair close by.",
        Scene(
            "new_room",
            (Actor("owner", -100, "sit", "smile", "right", holds=("book", "open")),),
            (Thing("chair", -100), Thing("moving_box", 50, 0, "bed")),
            shot=any_shot(builder),
            time=builder.choose(("day", "evening", "night")),
        ),
        {"cat": "out of the box", "box": "open and empty"},
        {"cat": "asleep", "box": "a bed for the cat"},
        "owner",
        "content",
    )
