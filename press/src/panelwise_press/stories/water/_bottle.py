"""A letter in a bottle."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, CHILD, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"writer": CHILD, "finder": ANYONE}
_WORDS = Translations(__name__, "bottle.toml", _ROLES)

BOAT_SEAT = -18


_BOTTLE_POST_MOTIVE = TemplateQuestion(
    "Why does {finder} cross the sea?",
    "To meet the person who wrote the letter.",
    (
        WrongAnswer("To throw the letter back into the sea.", "object"),
        WrongAnswer("To find out where the letter has gone.", "causal"),
        WrongAnswer("To quarrel with the letter's writer.", "motive"),
        WrongAnswer("To find out where the boat has been left.", "object"),
        WrongAnswer("To sell the letter for gold.", "motive"),
        WrongAnswer("To return the letter and the bottle unread.", "motive"),
        WrongAnswer("To look for the treasure on the far side of the sea.", "place"),
    ),
    ("read", "met"),
)

_BOTTLE_POST_PREDICTION = TemplateQuestion(
    "What are {writer} and {finder} most likely to do after the last panel?",
    "Spend the day together on the beach.",
    (
        WrongAnswer("Search the sea together for the bottle.", "object"),
        WrongAnswer("Wait together for an answer to the letter.", "temporal"),
        WrongAnswer("Go separate ways without saying a word.", "motive"),
        WrongAnswer("Search the sea for the lost boat.", "object"),
        WrongAnswer("Wait for the bottle to come back with the tide.", "causal"),
        WrongAnswer("Quarrel about letter and boat.", "motive"),
        WrongAnswer("Weep over the letter in sorrow.", "feeling"),
    ),
    ("met",),
)

_BOTTLE_POST_MEANING = TemplateQuestion(
    "What is the story about, as a whole?",
    "A letter in a bottle reaches {finder} and wins {writer} a friend.",
    (
        WrongAnswer("A letter in a bottle is lost at sea, and {writer} stays alone.", "object"),
        WrongAnswer("A letter in a bottle leads {finder} to a treasure on an island.", "place"),
        WrongAnswer("A letter in a bottle reaches {finder}, who throws it away unread.", "motive"),
        WrongAnswer("A letter in a bottle comes back to {writer}, still unopened.", "causal"),
        WrongAnswer(
            "{finder} answers by a letter in a bottle, and the two of them write for years.",
            "motive",
        ),
        WrongAnswer(
            "{finder} looks for a treasure on an island and finds only an empty bottle.", "object"
        ),
        WrongAnswer("A letter from {finder} makes {writer} burst into tears.", "causal"),
        WrongAnswer("{writer} waits in vain for an answer and stays alone.", "feeling"),
    ),
    ("filled", "met"),
)

_BOTTLE_POST_INSTEAD = {
    "rowing": (
        WrongAnswer("{finder} angrily tears the letter into little pieces.", "feeling"),
        WrongAnswer(
            "{finder}'s boat goes down in the waves, and the letter floats away.", "object"
        ),
        WrongAnswer(
            "{finder}, without any boat, swims across the wide sea with the letter.", "causal"
        ),
        WrongAnswer(
            "{finder} stays on the sand and waves as the empty boat drifts out to sea.", "place"
        ),
        WrongAnswer(
            "{finder} shakes {finder.her} head at the letter and walks away from the boat.",
            "motive",
        ),
    ),
}


@template("bottle-post", "seaside", _ROLES)
def bottle_post(builder: StoryBuilder) -> TemplateStory:
    """A letter goes out in a bottle, and an answer comes back by boat."""
    beats = [
        _bottle_post_write(),
        _bottle_post_filled(),
        _bottle_post_afloat(builder),
        _bottle_post_found(builder),
        _bottle_post_read(),
        _bottle_post_rowing(),
        _bottle_post_met(),
    ]
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_BOTTLE_POST_MOTIVE],
        prediction=[_BOTTLE_POST_PREDICTION],
        meaning=[_BOTTLE_POST_MEANING],
        instead=_BOTTLE_POST_INSTEAD,
        otherwise=(
            "found",
            _bottle_post_sunk(),
        ),
    )


def _bottle_post_write() -> Beat:
    return Beat(
        "write",
        "{writer} ponders over a blank sheet of paper on the beach, an empty bottle close by.",
        Scene(
            "beach",
            (Actor("writer", -60, "read", "thinking", "right", holds=("letter", "blank")),),
            (Thing("bottle", 50, state="empty", scale=1.3),),
            shot="medium",
        ),
        needs={"letter": "blank", "bottle": "empty"},
        makes={"letter": "thought out"},
        actor="writer",
    )


def _bottle_post_filled() -> Beat:
    return Beat(
        "filled",
        "{writer} happily draws back one arm to throw a corked bottle with a letter in it.",
        Scene(
            "beach",
            (Actor("writer", 0, "throw", "happy", "right", holds=("bottle", "letter")),),
            shot="medium",
        ),
        needs={"letter": "thought out", "bottle": "empty"},
        makes={"bottle": "closed with the letter in it"},
        actor="writer",
        feeling="happy",
    )


def _bottle_post_afloat(builder: StoryBuilder) -> Beat:
    return Beat(
        "afloat",
        "The bottle with the letter floats all alone on the open sea beside a wave.",
        Scene(
            "open_sea",
            (),
            (
                Thing("bottle", 0, 0, state="floating", scale=1.7),
                Thing("wave", -170, 20, state="small"),
            ),
            shot=builder.choose(("wide", "medium")),
            time=builder.choose(("day", "night")),
        ),
        needs={"bottle": "closed with the letter in it"},
        makes={"bottle": "out at sea"},
    )


def _bottle_post_found(builder: StoryBuilder) -> Beat:
    return Beat(
        "found",
        "{finder} bends down, wide-eyed, to the corked bottle, which lies on the sand.",
        Scene(
            "island",
            (Actor("finder", -30, "bend", "surprised", "right"),),
            (Thing("bottle", 60, 4, state="floating", scale=1.4),),
            shot=builder.choose(("medium", "wide")),
        ),
        needs={"bottle": "out at sea", "finder": "on the island"},
        makes={"bottle": "washed up"},
        actor="finder",
        feeling="surprised",
    )


def _bottle_post_read() -> Beat:
    return Beat(
        "read",
        "{finder} happily reads the letter, the empty bottle standing on the sand.",
        Scene(
            "island",
            (Actor("finder", -60, "read", "happy", "right", holds=("letter", "written")),),
            (Thing("bottle", 40, state="empty", scale=1.4),),
            (Line(_WORDS["read"], "thought", "finder"),),
            shot="wide",
        ),
        needs={"bottle": "washed up", "letter": "thought out", "finder": "on the island"},
        makes={"bottle": "opened", "letter": "read"},
        actor="finder",
        feeling="happy",
    )


def _bottle_post_rowing() -> Beat:
    return Beat(
        "rowing",
        "{finder} happily crosses the sea in a boat with a letter in {finder.her} hand.",
        Scene(
            "open_sea",
            (
                Actor(
                    "finder",
                    0,
                    "hold_out",
                    "happy",
                    "left",
                    y=BOAT_SEAT,
                    holds=("letter", "answer"),
                ),
            ),
            (Thing("boat", 0, state="whole", front=True),),
            shot="wide",
        ),
        needs={"letter": "read", "finder": "on the island"},
        makes={"finder": "at sea"},
        actor="finder",
        feeling="happy",
    )


def _bottle_post_met() -> Beat:
    return Beat(
        "met",
        "{writer} and {finder} hug on the beach beside the boat, which lies on the sand.",
        Scene(
            "beach",
            (
                Actor("writer", -110, "hug", "happy", "right"),
                Actor("finder", -60, "hug", "happy", "left"),
            ),
            (Thing("boat", 130, state="beached"),),
            shot="wide",
        ),
        needs={"finder": "at sea"},
        makes={"finder": "ashore"},
        actor="finder",
        feeling="happy",
    )


def _bottle_post_sunk() -> Beat:
    return Beat(
        "sunk",
        "A fish looks at the bottle, which lies deep under the water.",
        Scene(
            "open_sea",
            (),
            (
                Thing("bottle", 30, 40, state="letter"),
                Thing("fish", -60, 30, state="alive"),
            ),
        ),
        needs={"bottle": "out at sea"},
        makes={"bottle": "sunk"},
    )
