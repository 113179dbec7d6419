"""By map and boat to a chest."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, CHILD, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"captain": CHILD, "mate": ANYONE}
_WORDS = Translations(__name__, "treasure.toml", _ROLES)

BOAT_SEAT = -18


_TREASURE_MOTIVE = TemplateQuestion(
    "Why does {mate} dig a hole in the sand?",
    "To find what the map's cross stands for.",
    (
        WrongAnswer("To plant a young palm tree by the sea.", "object"),
        WrongAnswer("To hide a chest from everybody else.", "causal"),
        WrongAnswer("To build {captain} a castle out of sand.", "motive"),
        WrongAnswer("To keep {captain}'s map safe from thieves.", "character"),
        WrongAnswer("To dig a pond for {captain} to splash about in.", "object"),
        WrongAnswer("To find shells for {captain}'s necklace before dark.", "motive"),
    ),
    ("map", "shallow"),
)

_TREASURE_INSTEAD = {
    "closed": (
        WrongAnswer(
            "{captain} and {mate} fill the hole with sand and give up the search for the chest.",
            "motive",
        ),
        WrongAnswer(
            "{mate} sails off with the closed chest and leaves {captain} alone on the island.",
            "character",
        ),
        WrongAnswer(
            "{captain} and {mate} look on in tears as the closed chest slips into the sea "
            "and sinks.",
            "place",
        ),
        WrongAnswer(
            "{captain} and {mate}, without a speck of dirt, kneel on either side of a map "
            "with a cross.",
            "temporal",
        ),
        WrongAnswer(
            "{mate} smashes the closed chest to splinters, and {captain} jumps aside.", "object"
        ),
    ),
}


@template("treasure", "seaside", _ROLES)
def treasure(builder: StoryBuilder) -> TemplateStory:
    """By map and boat to a chest; each deeper than before."""
    spade = ("toy_spade", "clean")
    gold = builder.chance(0.6)
    beats = [
        _treasure_map(),
        _treasure_row(),
        _treasure_shallow(spade),
        _treasure_deep(spade),
        _treasure_closed(builder),
        _treasure_open(builder, gold),
    ]
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_TREASURE_MOTIVE],
        prediction=[_treasure_prediction(gold)],
        meaning=[_treasure_meaning(gold)],
        instead=_TREASURE_INSTEAD,
        otherwise=(
            "closed",
            _treasure_boot(),
        ),
    )


def _treasure_prediction(gold: bool) -> TemplateQuestion:
    return TemplateQuestion(
        "What are {captain} and {mate} most likely to do after the last panel?",
        "Take the gold home in their boat." if gold else "Go home without a single coin.",
        (
            WrongAnswer("Dig on until they find the chest.", "temporal"),
            WrongAnswer("Look for a way to open the chest.", "causal"),
            WrongAnswer("Share out the last coin fairly.", "object")
            if not gold
            else WrongAnswer("Go home without a single coin.", "object"),
            WrongAnswer("Set out in the boat for the island.", "place"),
            WrongAnswer("Heave the chest to the surface.", "temporal"),
            WrongAnswer("Draw a cross on an old map.", "motive"),
            WrongAnswer("Dig a first shallow hole.", "temporal"),
            WrongAnswer("Search for a map with a cross on it.", "object"),
            WrongAnswer(
                "Go home with an empty chest." if gold else "Go home with a chest full of gold.",
                "object",
            ),
        ),
        ("open",),
    )


def _treasure_meaning(gold: bool) -> TemplateQuestion:
    rich = "A map, a boat trip and hard digging lead to a chest full of gold."
    poor = "A map, a boat trip and hard digging lead to nothing but an empty chest."
    return TemplateQuestion(
        "Which sentence sums up the story best?",
        rich if gold else poor,
        (
            WrongAnswer(poor if gold else rich, "object"),
            WrongAnswer(
                "A map is lost at sea on a boat trip, and the chest stays in the ground.", "causal"
            ),
            WrongAnswer(
                "A chest full of gold is buried, and a map is drawn to mark the spot.", "temporal"
            ),
            WrongAnswer("A map is torn to pieces, and nobody sets out to sea.", "causal"),
            WrongAnswer(
                "A chest full of gold is lost at sea on a boat trip, and a map is drawn to "
                "find it.",
                "place",
            ),
            WrongAnswer(
                "A boat is lost at sea on the trip, and the map and the gold go down with "
                "all the rest.",
                "object",
            ),
            WrongAnswer("A chest is buried by night, and nobody digs it up.", "temporal"),
        ),
        ("deep", "open"),
    )


def _treasure_map() -> Beat:
    return Beat(
        "map",
        "{captain} happily shows {mate} a map with a cross on it.",
        Scene(
            "beach",
            (
                Actor("captain", -60, "hold_out", "happy", "right", holds=("treasure_map", "open")),
                Actor("mate", 90, "stand", "surprised", "left"),
            ),
            shot="medium",
        ),
        needs={"party": "on the mainland"},
        makes={"goal": "known"},
        actor="captain",
        feeling="excited",
    )


def _treasure_row() -> Beat:
    return Beat(
        "row",
        "{captain}, map in hand, points ahead in the boat out at sea, and {mate} smiles.",
        Scene(
            "open_sea",
            (
                Actor(
                    "captain",
                    50,
                    "point",
                    "happy",
                    "right",
                    y=BOAT_SEAT,
                    holds=("treasure_map", "open"),
                ),
                Actor("mate", -60, "stand", "smile", "right", y=BOAT_SEAT),
            ),
            (Thing("boat", 0, state="whole", front=True),),
            (Line(_WORDS["row"], "shout", "captain"),),
            shot="wide",
        ),
        needs={"goal": "known", "party": "on the mainland"},
        makes={"party": "at sea"},
        actor="captain",
        feeling="happy",
    )


def _treasure_shallow(spade: tuple[str, str]) -> Beat:
    return Beat(
        "shallow",
        "{mate} digs a shallow hole in the sand, and {captain} watches, a hand on "
        "{captain.her} chin.",
        Scene(
            "island",
            (
                Actor("mate", -90, "dig", "effort", "right", holds=spade),
                Actor("captain", 150, "think", "thinking", "left"),
            ),
            (Thing("hole", -20, state="shallow"),),
            shot="wide",
        ),
        needs={"party": "at sea", "hole": "none"},
        makes={"party": "on the island", "hole": "shallow"},
        actor="mate",
    )


def _treasure_deep(spade: tuple[str, str]) -> Beat:
    return Beat(
        "deep",
        "{mate} stops digging in surprise at a deep hole with a high heap of sand, and {captain} "
        "throws up both arms.",
        Scene(
            "island",
            (
                Actor("mate", -90, "dig", "surprised", "right", holds=spade, dirty=True),
                Actor("captain", 190, "cheer", "surprised", "left"),
            ),
            (Thing("hole", 0, state="deep"),),
            (Line(_WORDS["deep"], "sound", at="hole"),),
            shot="wide",
        ),
        needs={"party": "on the island", "hole": "shallow"},
        makes={"hole": "deep"},
        actor="mate",
    )


def _treasure_closed(builder: StoryBuilder) -> Beat:
    return Beat(
        "closed",
        "{captain} and {mate}, both smudged with dirt, kneel on either side of a closed chest.",
        Scene(
            "island",
            (
                Actor("mate", -120, "kneel", "smile", "right", dirty=True),
                Actor("captain", 110, "kneel", "happy", "left", dirty=True),
            ),
            (Thing("chest", 0, state="closed"),),
            shot=builder.choose(("medium", "wide")),
        ),
        needs={"hole": "deep", "chest": "in the ground"},
        makes={"chest": "lifted out, closed"},
        actor="captain",
        feeling="excited",
    )


def _treasure_open(builder: StoryBuilder, gold: bool) -> Beat:
    return Beat(
        "open",
        "The open chest is full of gold, and {captain} and {mate} throw up their arms with joy."
        if gold
        else "The open chest is empty; {captain} hides {captain.her} face, {mate} shrugs sadly.",
        Scene(
            "island",
            (
                Actor(
                    "mate",
                    -120,
                    "cheer" if gold else "shrug",
                    "happy" if gold else "sad",
                    "right",
                    dirty=True,
                ),
                Actor(
                    "captain",
                    120,
                    "cheer" if gold else "cover_face",
                    "happy" if gold else "crying",
                    "left",
                    dirty=True,
                ),
            ),
            (Thing("chest", 0, state="open" if gold else "empty"),),
            shot=builder.choose(("medium", "wide")),
        ),
        needs={"chest": "lifted out, closed"},
        makes={"chest": "open"},
        actor="captain",
        feeling="happy" if gold else "sad",
    )


def _treasure_boot() -> Beat:
    return Beat(
        "boot",
        "{captain} sadly holds out a wet old boot, and {mate} hides {mate.her} face.",
        Scene(
            "island",
            (
                Actor("captain", 110, "hold_out", "sad", "left", holds=("old_boot", "wet")),
                Actor("mate", -110, "cover_face", "sad", "right", dirty=True),
            ),
        ),
        needs={"hole": "deep"},
        actor="captain",
    )
