"""Over the sea: a letter in a bottle, a treasure, a leak, a day on an island."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, Teller, template

BOAT_SEAT = -18


@template("bottle-post", "seaside", {"writer": CHILD, "finder": ANYONE})
def bottle_post(t: Teller) -> Story:
    """A letter goes out in a bottle, and an answer comes back by boat."""
    beats = [
        Beat(
            "write",
            "{writer} sits on the beach and looks at an empty sheet, an empty bottle beside it.",
            Scene(
                "beach",
                (Actor("writer", -60, "read", "thinking", "right", holds=("letter", "blank")),),
                (Thing("bottle", 50, state="empty", scale=1.3),),
                shot="medium",
            ),
            needs={"letter": "blank", "bottle": "empty"},
            makes={"letter": "begun"},
            actor="writer",
        ),
        Beat(
            "filled",
            "{writer} raises a corked bottle with a paper roll in it at the edge of the sea.",
            Scene(
                "beach",
                (Actor("writer", 0, "throw", "happy", "right", holds=("bottle", "letter")),),
                shot="medium",
            ),
            needs={"letter": "begun", "bottle": "empty"},
            makes={"bottle": "closed with the letter in it"},
            actor="writer",
            feeling="happy",
        ),
        Beat(
            "afloat",
            "The bottle floats all alone on the wide sea between the waves.",
            Scene(
                "open_sea",
                (),
                (
                    Thing("bottle", 0, 0, state="floating", scale=1.7),
                    Thing("wave", -170, 20, state="small"),
                ),
                shot=t.choose(("wide", "medium")),
                time=t.choose(("day", "night")),
            ),
            needs={"bottle": "closed with the letter in it"},
            makes={"bottle": "out at sea"},
        ),
        Beat(
            "found",
            "{finder} on a small island bends down to a bottle that lies in the sand.",
            Scene(
                "island",
                (Actor("finder", -30, "bend", "surprised", "right"),),
                (Thing("bottle", 60, 4, state="floating", scale=1.4),),
                shot=t.choose(("medium", "wide")),
            ),
            needs={"bottle": "out at sea", "finder": "on the island"},
            makes={"bottle": "washed up"},
            actor="finder",
            feeling="surprised",
        ),
        Beat(
            "read",
            "{finder} reads the letter under the palm tree, the empty bottle at {finder.her} feet.",
            Scene(
                "island",
                (Actor("finder", -60, "read", "happy", "right", holds=("letter", "written")),),
                (Thing("bottle", 40, state="empty", scale=1.4),),
                (
                    Line(
                        words("A friend!", "ともだちだ！", "Un ami !", "¡Un amigo!", "是朋友！"),
                        "thought",
                        "finder",
                    ),
                ),
                shot="wide",
            ),
            needs={"bottle": "washed up", "letter": "begun", "finder": "on the island"},
            makes={"bottle": "opened", "letter": "read"},
            actor="finder",
            feeling="happy",
        ),
        Beat(
            "rowing",
            "{finder} crosses the sea in a small boat and waves a letter with a heart on it.",
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
        ),
        Beat(
            "met",
            "{writer} and {finder} hug on the beach beside the boat that was pulled ashore.",
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
        ),
    ]
    return t.story(
        words(
            "Bottle post",
            "びんの てがみ",
            "Une bouteille à la mer",
            "El mensaje en la botella",
            "漂流瓶",
        ),
        beats,
        motive=[
            Asked(
                "Why does {finder} cross the sea?",
                "To meet whoever wrote the letter.",
                (
                    WrongAnswer("To sell bottles on the far shore.", "motive"),
                    WrongAnswer("To fetch a doctor for the island.", "character"),
                    WrongAnswer("To catch the fish for a big feast.", "object"),
                ),
                ("read", "met"),
            )
        ],
        prediction=[
            Asked(
                "What are {writer} and {finder} most likely to do later on?",
                "Spend the rest of the day together.",
                (
                    WrongAnswer("Throw the boat back into the waves.", "object"),
                    WrongAnswer("Look for the bottle on the sea bed.", "causal"),
                    WrongAnswer("Pretend that they have never met.", "motive"),
                ),
                ("met",),
            )
        ],
        meaning=[
            Asked(
                "What does this story say?",
                "A few words sent into the unknown may find a friend.",
                (
                    WrongAnswer("What the sea has taken it will never give back.", "object"),
                    WrongAnswer("It is unwise to leave one's island without a map.", "place"),
                    WrongAnswer("Whoever writes long letters has no time for play.", "motive"),
                ),
                ("filled", "met"),
            )
        ],
        otherwise=(
            "found",
            Beat(
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
            ),
        ),
    )


@template("treasure", "seaside", {"captain": CHILD, "mate": ANYONE})
def treasure(t: Teller) -> Story:
    """By map and boat to a chest; each deeper than before."""
    spade = ("toy_spade", "clean")
    gold = t.chance(0.6)
    beats = [
        Beat(
            "map",
            "{captain} holds up a map with a red cross for {mate} to see on the beach.",
            Scene(
                "beach",
                (
                    Actor(
                        "captain", -60, "hold_out", "happy", "right", holds=("treasure_map", "open")
                    ),
                    Actor("mate", 90, "stand", "surprised", "left"),
                ),
                shot="medium",
            ),
            needs={"party": "on the mainland"},
            makes={"goal": "known"},
            actor="captain",
            feeling="excited",
        ),
        Beat(
            "row",
            "{captain} points ahead from the boat in which {mate} sits, far out at sea.",
            Scene(
                "open_sea",
                (
                    Actor("captain", 50, "point", "happy", "right", y=BOAT_SEAT),
                    Actor("mate", -60, "stand", "effort", "right", y=BOAT_SEAT),
                ),
                (Thing("boat", 0, state="whole", front=True),),
                (
                    Line(
                        words("Land ahead!", "しまだ！", "Terre !", "¡Tierra!", "看到岛了！"),
                        "shout",
                        "captain",
                    ),
                ),
                shot="wide",
            ),
            needs={"goal": "known", "party": "on the mainland"},
            makes={"party": "at sea"},
            actor="captain",
            feeling="happy",
        ),
        Beat(
            "shallow",
            "{mate} digs under the palm tree; so far there is only a shallow hole.",
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
        ),
        Beat(
            "deep",
            "{mate} wipes a tired face beside a deep hole and a high heap of sand.",
            Scene(
                "island",
                (
                    Actor("mate", -90, "bend", "dizzy", "right", dirty=True),
                    Actor("captain", 190, "cheer", "surprised", "left"),
                ),
                (Thing("hole", 0, state="deep"),),
                (
                    Line(
                        words("CLONK!", "ゴツン！", "TOC !", "¡CLONC!", "咚！"), "sound", at="hole"
                    ),
                ),
                shot="wide",
            ),
            needs={"party": "on the island", "hole": "shallow"},
            makes={"hole": "deep"},
            actor="mate",
        ),
        Beat(
            "closed",
            "{captain} and {mate}, both dusty with sand, kneel at a closed chest.",
            Scene(
                "island",
                (
                    Actor("mate", -120, "kneel", "smile", "right", dirty=True),
                    Actor("captain", 110, "kneel", "happy", "left", dirty=True),
                ),
                (Thing("chest", 0, state="closed"),),
                shot=t.choose(("medium", "wide")),
            ),
            needs={"hole": "deep", "chest": "in the ground"},
            makes={"chest": "lifted out, closed"},
            actor="captain",
            feeling="excited",
        ),
        Beat(
            "open",
            "The open chest is full of gold, and {captain} and {mate} throw up their arms."
            if gold
            else "{captain} and {mate} look sadly into an open chest with nothing in it.",
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
                shot=t.choose(("medium", "wide")),
            ),
            needs={"chest": "lifted out, closed"},
            makes={"chest": "open"},
            actor="captain",
            feeling="happy" if gold else "sad",
        ),
    ]
    return t.story(
        words("The treasure", "たからさがし", "Le trésor", "El tesoro", "寻宝"),
        beats,
        motive=[
            Asked(
                "Why does {mate} dig under the palm tree?",
                "The cross on the map shows this place.",
                (
                    WrongAnswer("A bird has buried its egg right there.", "object"),
                    WrongAnswer("{captain} wants to plant another palm.", "motive"),
                    WrongAnswer("The boat needs a dry place for repairs.", "causal"),
                ),
                ("map", "shallow"),
            )
        ],
        prediction=[
            Asked(
                "What are they most likely to do after the last panel?",
                "Carry the gold to the boat and sail home."
                if gold
                else "Sail home tired and without any treasure.",
                (
                    WrongAnswer("Bury the chest in the very same deep hole.", "causal"),
                    WrongAnswer("Draw the map that shows the way to it.", "object"),
                    WrongAnswer("Build a house for two beside the palm.", "motive"),
                ),
                ("open",),
            )
        ],
        meaning=[
            Asked(
                "What does this story say?",
                "Whoever does not give up reaches the goal together."
                if gold
                else "Not every great effort is rewarded in the end.",
                (
                    WrongAnswer("A map is of use only to those who drew it.", "object"),
                    WrongAnswer("The sea punishes whoever leaves the shore.", "place"),
                    WrongAnswer("One friend always does less than the other.", "character"),
                ),
                ("deep", "open"),
            )
        ],
        otherwise=(
            "closed",
            Beat(
                "boot",
                "{captain} holds an old boot up, and {mate} hides {mate.her} face.",
                Scene(
                    "island",
                    (
                        Actor("captain", 110, "hold_out", "sad", "left", holds=("old_boot", "wet")),
                        Actor("mate", -110, "cover_face", "sad", "right", dirty=True),
                    ),
                ),
                needs={"hole": "deep"},
                actor="captain",
            ),
        ),
    )


@template("leak", "seaside", {"rower": ANYONE, "friend": ANYONE})
def leak(t: Teller) -> Story:
    """A rock, a hole, water; a patch, and home."""
    beats = [
        Beat(
            "calm",
            "{rower} and {friend} sit relaxed in a dry, sound boat on the open sea.",
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
        ),
        Beat(
            "rock",
            "The boat runs into a pointed rock and {rower} and {friend} are thrown about.",
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
                (
                    Line(
                        words("CRASH!", "ガツン！", "CRAC !", "¡CRAS!", "砰！"), "sound", at="rock"
                    ),
                ),
                shot="wide",
            ),
            needs={"boat": "whole", "trip": "begun"},
            makes={"boat": "struck by a rock"},
            feeling="scared",
            actor="rower",
        ),
        Beat(
            "leak",
            "Water sprays from a hole in the side of the boat, and {rower} points at it.",
            Scene(
                "open_sea",
                (
                    Actor("rower", -50, "point", "scared", "right", y=BOAT_SEAT + 10),
                    Actor("friend", 60, "cover_face", "scared", "left", y=BOAT_SEAT + 10),
                ),
                (Thing("boat", 0, state="leaking", front=True),),
                (
                    Line(
                        words("A hole!", "あなだ！", "Un trou !", "¡Un agujero!", "有个洞！"),
                        "shout",
                        "rower",
                    ),
                ),
                shot="wide",
            ),
            needs={"boat": "struck by a rock"},
            makes={"boat": "leaking"},
            actor="rower",
            feeling="scared",
        ),
        Beat(
            "bail",
            "{friend}, dripping wet, empties a bucket over the side of the half-sunk boat.",
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
        ),
        Beat(
            "patch",
            "{rower} and {friend}, both wet, laugh over a yellow patch on the side of the boat.",
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
        ),
        Beat(
            "home",
            "{rower} kisses the sand of the shore; {friend} lies beside, both still dripping.",
            Scene(
                "beach",
                (
                    Actor("rower", -90, "bow", "happy", "left", wet=True),
                    Actor("friend", 80, "lie", "happy", "right", wet=True),
                ),
                shot="wide",
            ),
            needs={"boat": "patched", "crew": "wet"},
            makes={"crew": "ashore"},
            actor="rower",
            feeling="relieved",
        ),
    ]
    return t.story(
        words("The leak", "あなのあいた ボート", "La fuite", "La vía de agua", "漏水的船"),
        beats if t.chance(0.7) else beats[:-1],
        motive=[
            Asked(
                "Why does {friend} empty a bucket over the side?",
                "So that the boat does not go under.",
                (
                    WrongAnswer("So that the fish can swim away.", "object"),
                    WrongAnswer("To cool the rock in the hot sun.", "place"),
                    WrongAnswer("To play a trick on {rower}.", "motive"),
                ),
                ("leak", "bail"),
            )
        ],
        prediction=[
            Asked(
                "What is the wisest thing for them to do after the last panel?",
                "To have the boat mended properly.",
                (
                    WrongAnswer("To take the patch off once more.", "causal"),
                    WrongAnswer("To row straight back to the rock.", "place"),
                    WrongAnswer("To fill the boat with sea water.", "object"),
                ),
                ("patch",),
            )
        ],
        meaning=[
            Asked(
                "What does this story say?",
                "Those who keep their heads and help one another get home.",
                (
                    WrongAnswer("Whoever cannot swim should never go near the water.", "character"),
                    WrongAnswer("A new boat is always to be preferred to an old one.", "object"),
                    WrongAnswer("Those who wave at others are punished by the sea.", "causal"),
                ),
                ("bail", "patch"),
            )
        ],
        otherwise=(
            "rock",
            Beat(
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
            ),
        ),
    )
