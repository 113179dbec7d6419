"""A rock, a hole, and home."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"rower": ANYONE, "friend": ANYONE}
_WORDS = Translations(__name__, "leak.toml", _ROLES)

BOAT_SEAT = -18


_LEAK_MOTIVE = TemplateQuestion(
    "Why does {friend} empty a bucket over the side of the boat?",
    "To keep the boat from going down.",
    (
        WrongAnswer("To wash the dirt off the boat.", "object"),
        WrongAnswer("To splash {rower} just for fun.", "motive"),
        WrongAnswer("To let a fish out of the bucket.", "character"),
        WrongAnswer("To catch a fish that swims close by them.", "character"),
        WrongAnswer("To wash out the bucket.", "object"),
        WrongAnswer("To scare a gull that has come too close.", "motive"),
    ),
    ("leak", "bail"),
)

_LEAK_MEANING = TemplateQuestion(
    "Which sentence sums up the story best?",
    "A crash nearly sinks the boat, but bailing and a patch save it.",
    (
        WrongAnswer("A storm nearly sinks the boat, but good steering saves it.", "causal"),
        WrongAnswer("A crash makes a hole in the boat, and bailing comes too late.", "object"),
        WrongAnswer("A crash makes a hole in the boat, and a passing ship comes by.", "character"),
        WrongAnswer("A rock comes in sight, but the boat gets past it by a hair.", "place"),
        WrongAnswer(
            "A storm blows up, but a tall wave lifts the boat over the rock just in time.", "causal"
        ),
        WrongAnswer(
            "A storm makes a hole in the boat, and a passing ship tows it to the shore.",
            "character",
        ),
        WrongAnswer("A storm comes up, and the boat is lost at sea.", "object"),
    ),
    ("rock", "bail", "patch"),
)

_LEAK_INSTEAD = {
    "bail": (
        WrongAnswer(
            "The boat fills up and goes down, and {rower} and {friend}, both wet, cling to "
            "the pointed "
            "rock in fear.",
            "object",
        ),
        WrongAnswer(
            "{friend} swims off from the sinking boat and leaves {rower} behind on board, "
            "alone for good.",
            "motive",
        ),
        WrongAnswer(
            "{rower} and {friend}, perfectly dry, sail calmly on and take no notice of the hole.",
            "character",
        ),
        WrongAnswer(
            "The rock breaks the boat in two, and {rower} and {friend} swim with all their "
            "strength.",
            "causal",
        ),
        WrongAnswer(
            "{rower} and {friend} pull the leaking boat up on a beach and leave it behind on "
            "the dry "
            "sand for good.",
            "place",
        ),
    ),
    "patch": (
        WrongAnswer(
            "The sinking boat goes down for good, and {rower} and {friend}, both wet, are "
            "left swimming "
            "in the sea.",
            "object",
        ),
        WrongAnswer(
            "A big ship picks up {rower} and {friend} and leaves the boat to sink in the sea.",
            "character",
        ),
        WrongAnswer(
            "A cloth is stuffed into the hole in the boat, and {rower} and {friend}, "
            "still wet, laugh "
            "with relief.",
            "object",
        ),
        WrongAnswer(
            "{friend} jumps into the sea and leaves {rower} to go down alone with the boat.",
            "motive",
        ),
        WrongAnswer(
            "The leaking boat hits the pointed rock a second time and breaks into two pieces.",
            "causal",
        ),
    ),
}


@template("leak", "seaside", _ROLES)
def leak(builder: StoryBuilder) -> TemplateStory:
    """A rock, a hole, water; a patch, and home."""
    longer = builder.chance(0.7)
    beats = [
        _leak_calm(),
        _leak_rock(),
        _leak_leak(),
        _leak_bail(),
        _leak_patch(),
        _leak_home(),
    ]
    return builder.story(
        _WORDS["title"],
        beats if longer else beats[:-1],
        motive=[_LEAK_MOTIVE],
        prediction=[_leak_prediction(longer)],
        meaning=[_LEAK_MEANING],
        instead=_LEAK_INSTEAD,
        otherwise=(
            "rock",
            _leak_missed(),
        ),
    )


def _leak_prediction(longer: bool) -> TemplateQuestion:
    asked = "What are {rower} and {friend} most likely to do after the last panel?"
    if longer:
        return TemplateQuestion(
            asked,
            "Rest on the beach until they are dry.",
            (
                WrongAnswer("Empty one more bucket over the side.", "temporal"),
                WrongAnswer("Wait at sea until somebody comes by.", "place"),
                WrongAnswer("Close the hole in the boat with a patch.", "causal"),
                WrongAnswer("Swim to the rock and climb to the top.", "temporal"),
                WrongAnswer("Wait on the rock until a ship comes by at last.", "place"),
                WrongAnswer("Row out to the rock and back.", "causal"),
            ),
            ("home",),
        )
    return TemplateQuestion(
        asked,
        "Head for the shore in the patched boat.",
        (
            WrongAnswer("Look for the place where water gets in.", "temporal"),
            WrongAnswer("Give up the boat and swim to the shore.", "object"),
            WrongAnswer("Steer back to the rock and ram it.", "motive"),
            WrongAnswer("Give up the boat and wait on the rock for a ship.", "place"),
            WrongAnswer("Look for a ship in the mist.", "place"),
            WrongAnswer("Row round in circles, in fear of another rock.", "feeling"),
        ),
        ("patch",),
    )


def _leak_calm() -> Beat:
    return Beat(
        "calm",
        "{rower} smiles and {friend} waves in an undamaged boat out at sea.",
        Scene(
            "open_sea",
            (
                Actor("rower", -50, "stand", "smile", "right", y=BOAT_SEAT),
                Actor("friend", 50, "wave", "happy", "right", y=BOAT_SEAT),
            ),
            (Thing("boat", 0, state="whole", front=True),),
            shot="wide",
        ),
        needs={"boat": "whole"},
        makes={"trip": "begun"},
        actor="rower",
        feeling="happy",
    )


def _leak_rock() -> Beat:
    return Beat(
        "rock",
        "The boat hits a pointed rock, and {rower} and {friend} are thrown backwards.",
        Scene(
            "open_sea",
            (
                Actor("rower", -70, "slip", "scared", "right", y=BOAT_SEAT),
                Actor("friend", 20, "slip", "surprised", "right", y=BOAT_SEAT),
            ),
            (
                Thing("rock", 170, 10, state="whole"),
                Thing("boat", 0, state="whole", front=True, turn=-7),
            ),
            (Line(_WORDS["rock"], "sound", at="rock"),),
            shot="wide",
        ),
        needs={"boat": "whole", "trip": "begun"},
        makes={"boat": "struck by a rock"},
        feeling="scared",
        actor="rower",
    )


def _leak_leak() -> Beat:
    return Beat(
        "leak",
        "Water sprays from a hole in the side of the boat; {rower} points in alarm, and {friend} "
        "hides {friend.her} face.",
        Scene(
            "open_sea",
            (
                Actor("rower", -50, "point", "scared", "right", y=BOAT_SEAT + 10),
                Actor("friend", 60, "cover_face", "scared", "left", y=BOAT_SEAT + 10),
            ),
            (Thing("boat", 0, state="leaking", front=True),),
            (Line(_WORDS["leak"], "shout", "rower"),),
            shot="wide",
        ),
        needs={"boat": "struck by a rock"},
        makes={"boat": "leaking"},
        actor="rower",
        feeling="scared",
    )


def _leak_bail() -> Beat:
    return Beat(
        "bail",
        "{friend}, all wet, tips out a bucket in the sinking boat, and {rower} raises both arms "
        "in worry.",
        Scene(
            "open_sea",
            (
                Actor(
                    "friend",
                    60,
                    "pour",
                    "effort",
                    "right",
                    y=BOAT_SEAT + 26,
                    wet=True,
                    holds=("fish_bucket", "water"),
                ),
                Actor("rower", -60, "cheer", "worried", "right", y=BOAT_SEAT + 26, wet=True),
            ),
            (Thing("boat", 0, state="flooded", front=True),),
            shot="wide",
        ),
        needs={"boat": "leaking"},
        makes={"boat": "half sunk", "crew": "wet"},
        actor="friend",
    )


def _leak_patch() -> Beat:
    return Beat(
        "patch",
        "A patch covers the hole in the boat, and {rower} and {friend}, both wet, "
        "laugh with "
        "relief.",
        Scene(
            "open_sea",
            (
                Actor("rower", -50, "hands_on_hips", "happy", "right", y=BOAT_SEAT, wet=True),
                Actor("friend", 60, "cheer", "happy", "left", y=BOAT_SEAT, wet=True),
            ),
            (Thing("boat", 0, state="patched", front=True),),
            shot="wide",
        ),
        needs={"boat": "half sunk", "crew": "wet"},
        makes={"boat": "patched"},
        actor="rower",
        feeling="relieved",
    )


def _leak_home() -> Beat:
    return Beat(
        "home",
        "{rower} and {friend}, wet and laughing, have landed: {rower} bows down to the sand, and "
        "{friend} lies beside the patched boat.",
        Scene(
            "beach",
            (
                Actor("rower", -180, "bow", "happy", "left", wet=True),
                Actor("friend", -40, "lie", "happy", "right", wet=True),
            ),
            (Thing("boat", 190, state="landed"),),
            shot="wide",
        ),
        needs={"boat": "patched", "crew": "wet"},
        makes={"crew": "ashore"},
        actor="rower",
        feeling="relieved",
    )


def _leak_missed() -> Beat:
    return Beat(
        "missed",
        "The boat glides safely past a pointed rock, and {friend} waves at it.",
        Scene(
            "open_sea",
            (
                Actor("rower", -110, "stand", "smile", "left", y=BOAT_SEAT),
                Actor("friend", -30, "wave", "happy", "right", y=BOAT_SEAT),
            ),
            (
                Thing("rock", 200, 10, state="whole"),
                Thing("boat", -70, state="whole", front=True),
            ),
        ),
        needs={"boat": "whole", "trip": "begun"},
        actor="rower",
    )
