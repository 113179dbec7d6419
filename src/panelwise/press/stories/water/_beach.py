"""At the beach: what the sea takes and what the gulls take."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, Teller, template

_SANDCASTLE_MOTIVE = Asked(
    "Why does {builder} sit on the sand and cry?",
    "Because the sea has flattened what was built.",
    (
        WrongAnswer("Because the spade has broken in two parts.", "object"),
        WrongAnswer("Because somebody stepped on the castle.", "causal"),
        WrongAnswer("Because it is time to go home for today.", "motive"),
    ),
    ("wave", "tears"),
)

_SANDCASTLE_MEANING = Asked(
    "What does this story say?",
    "Whoever builds by the sea should build a wall.",
    (
        WrongAnswer("Whoever shares a toy will soon find a new friend.", "motive"),
        WrongAnswer("A castle is finer the more towers it has on top.", "object"),
        WrongAnswer("Whoever shouts at the sea is heard in the end.", "causal"),
    ),
    ("castle", "wave"),
)


@template("sandcastle", "seaside", {"builder": CHILD, "friend": ANYONE})
def sandcastle(t: Teller) -> Story:
    """Heap, castle, wave, tears; with a wall of sand it stands the next time."""
    spade = ("toy_spade", "sandy")
    heap = _sandcastle_heap(t, spade)
    castle = _sandcastle_castle(t)
    wave = _sandcastle_wave()
    tears = _sandcastle_tears(t)
    wall = _sandcastle_wall(t, spade)
    longer = t.chance(0.6)
    return t.story(
        words(
            "The sandcastle",
            "すなのおしろ",
            "Le château de sable",
            "El castillo de arena",
            "沙子城堡",
        ),
        [heap, castle, wave, tears, *([wall] if longer else [])],
        motive=[_SANDCASTLE_MOTIVE],
        prediction=[_sandcastle_prediction(longer)],
        meaning=[_SANDCASTLE_MEANING],
        otherwise=(
            "wave",
            _sandcastle_still(),
        ),
    )


def _sandcastle_prediction(longer: bool) -> Asked:
    return Asked(
        "What is most likely to happen after the last panel?",
        "{builder} enjoys a castle that the water cannot reach."
        if longer
        else "{builder} builds another castle, further from the water.",
        (
            WrongAnswer("{builder} searches the whole beach for a lost dog.", "causal"),
            WrongAnswer("{builder} puts the red flag on a rowing boat at sea.", "object"),
            WrongAnswer("{builder} sells the spade to somebody on the pier.", "motive"),
        ),
        ("tears",),
    )


def _sandcastle_heap(t: Teller, spade: tuple[str, str]) -> Beat:
    return Beat(
        "heap",
        "{builder} kneels in the sand and piles up a plain heap with {builder.her} spade.",
        Scene(
            "beach",
            (Actor("builder", -70, "dig", "smile", "right", holds=spade),),
            (Thing("sandcastle", 50, state="heap"),),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"castle": "none"},
        makes={"castle": "a heap"},
        actor="builder",
        feeling="content",
    )


def _sandcastle_castle(t: Teller) -> Beat:
    return Beat(
        "castle",
        "{builder} stands proudly beside a finished castle with towers and a red flag.",
        Scene(
            "beach",
            (Actor("builder", -120, "hands_on_hips", "happy", "right"),),
            (Thing("sandcastle", 30, state="whole"),),
            (
                Line(
                    words(
                        "The best castle ever!",
                        "さいこうのおしろ！",
                        "Le plus beau château !",
                        "¡El mejor castillo!",
                        "最棒的城堡！",
                    ),
                    speaker="builder",
                ),
            ),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"castle": "a heap"},
        makes={"castle": "whole"},
        actor="builder",
        feeling="proud",
    )


def _sandcastle_wave() -> Beat:
    return Beat(
        "wave",
        "A big wave breaks over the castle while {builder} jumps back with open arms.",
        Scene(
            "beach",
            (Actor("builder", 190, "slip", "surprised", "left"),),
            (Thing("sandcastle", 40, state="whole"), Thing("wave", -70, state="big", front=True)),
            (
                Line(
                    words("SPLASH!", "ザッパーン！", "PLOUF !", "¡PLAS!", "哗啦！"),
                    kind="sound",
                    at="wave",
                ),
            ),
            shot="wide",
        ),
        needs={"castle": "whole"},
        makes={"castle": "washed away"},
        actor="builder",
        feeling="surprised",
    )


def _sandcastle_tears(t: Teller) -> Beat:
    return Beat(
        "tears",
        "{builder} sits crying in front of a flat patch of sand with a fallen flag.",
        Scene(
            "beach",
            (Actor("builder", -90, "sit_floor", "crying", "right", wet=True),),
            (Thing("sandcastle", 60, state="washed"),),
            shot=t.choose(("medium", "wide")),
        ),
        needs={"castle": "washed away"},
        makes={"mood": "in tears"},
        actor="builder",
        feeling="sad",
    )


def _sandcastle_wall(t: Teller, spade: tuple[str, str]) -> Beat:
    return Beat(
        "wall",
        "{friend} and {builder} look at a new castle that stands safe behind a thick wall of sand.",
        Scene(
            "beach",
            (
                Actor("builder", -150, "cheer", "happy", "right", wet=True),
                Actor("friend", 160, "point", "smile", "left", holds=spade),
            ),
            (Thing("sandcastle", 0, state="walled"),),
            (
                Line(
                    words(
                        "A wall keeps it dry.",
                        "かべがあれば、だいじょうぶ。",
                        "Avec un mur, il tient.",
                        "Con un muro aguanta.",
                        "有墙就不怕了。",
                    ),
                    speaker="friend",
                ),
            ),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"castle": "washed away", "mood": "in tears"},
        makes={"castle": "rebuilt behind a wall", "mood": "glad"},
        actor="friend",
        feeling="happy",
    )


def _sandcastle_still() -> Beat:
    return Beat(
        "still",
        "The sea stays calm, and {builder} eats an ice cream beside the whole castle.",
        Scene(
            "beach",
            (Actor("builder", -120, "sit_floor", "eating", "right"),),
            (Thing("sandcastle", 40, state="whole"),),
        ),
        needs={"castle": "whole"},
        actor="builder",
    )


_GREEDY_GULL_MOTIVE = Asked(
    "Why does the gull keep close to {eater} at first?",
    "It has its eye on the sandwich.",
    (
        WrongAnswer("It has hurt one of its wings.", "character"),
        WrongAnswer("It wants a place in the shade.", "motive"),
        WrongAnswer("It guards a nest in the sand.", "object"),
    ),
    ("unpack", "theft"),
)

_GREEDY_GULL_PREDICTION = Asked(
    "What is most likely to happen after the last panel?",
    "The gull stays where it is and digests.",
    (
        WrongAnswer("The gull dives into the sea for fish.", "causal"),
        WrongAnswer("{eater} gives the gull a second meal.", "motive"),
        WrongAnswer("The gull carries the bread to its nest.", "object"),
    ),
    ("full",),
)

_GREEDY_GULL_MEANING = Asked(
    "What does this story say?",
    "Whoever is too greedy can no longer fly away.",
    (
        WrongAnswer("Friends share what they have, on land and at sea.", "motive"),
        WrongAnswer("Patience brings back all that was ever lost.", "causal"),
        WrongAnswer("The sea gives more than anybody takes from it.", "place"),
    ),
    ("theft", "full"),
)


@template("greedy-gull", "seaside", {"eater": ANYONE})
def greedy_gull(t: Teller) -> Story:
    """A sandwich, a gull, no sandwich, a gull that is too fat to fly."""
    place = t.choose(("beach", "pier"))
    x = -60
    whole = _greedy_gull_unpack(t, place, x)
    theft = _greedy_gull_theft(place, x)
    angry = _greedy_gull_hungry(t, place)
    full = _greedy_gull_full(t, place)
    return t.story(
        words(
            "The greedy gull",
            "くいしんぼうのカモメ",
            "La mouette gourmande",
            "La gaviota glotona",
            "贪吃的海鸥",
        ),
        [whole, theft, angry, full],
        motive=[_GREEDY_GULL_MOTIVE],
        prediction=[_GREEDY_GULL_PREDICTION],
        meaning=[_GREEDY_GULL_MEANING],
        otherwise=(
            "theft",
            _greedy_gull_shared(place),
        ),
    )


def _greedy_gull_unpack(t: Teller, place: str, x: int) -> Beat:
    return Beat(
        "unpack",
        "{eater} happily holds up a big sandwich; a thin gull stands and watches from the side.",
        Scene(
            place,
            (Actor("eater", x, "hold_out", "happy", "left", holds=("sandwich", "whole")),),
            (Thing("gull", 40, state="standing", facing="left"),),
            shot=t.choose(("medium", "wide")),
        ),
        needs={"sandwich": "in the hand", "gull": "thin"},
        actor="eater",
        feeling="happy",
    )


def _greedy_gull_theft(place: str, x: int) -> Beat:
    return Beat(
        "theft",
        "The gull flies away with the sandwich in its beak, and {eater} stretches out empty hands.",
        Scene(
            place,
            (Actor("eater", x - 40, "reach_out", "surprised", "right"),),
            (Thing("gull", 90, -190, state="sandwich"),),
            (
                Line(
                    words(
                        "Hey! That's mine!",
                        "こら！かえして！",
                        "Hé ! C'est à moi !",
                        "¡Oye! ¡Es mío!",
                        "喂！那是我的！",
                    ),
                    kind="shout",
                    speaker="eater",
                ),
            ),
            shot="wide",
            motion=("gull",),
        ),
        needs={"sandwich": "in the hand", "gull": "thin"},
        makes={"sandwich": "in the beak"},
        actor="eater",
        feeling="surprised",
    )


def _greedy_gull_hungry(t: Teller, place: str) -> Beat:
    return Beat(
        "hungry",
        "{eater} sits hungry and cross on the ground, with nothing left to eat.",
        Scene(
            place,
            (Actor("eater", -30, "sit_floor", "angry", "front"),),
            (Thing("gull", 170, -210, state="sandwich"),),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"sandwich": "in the beak"},
        makes={"eater": "sitting"},
        actor="eater",
        feeling="angry",
    )


def _greedy_gull_full(t: Teller, place: str) -> Beat:
    return Beat(
        "full",
        "The gull, round as a ball, sleeps on the ground while {eater} points at it and laughs.",
        Scene(
            place,
            (Actor("eater", -70, "point", "happy", "right"),),
            (Thing("gull", 70, state="full"),),
            (
                Line(
                    words(
                        "Too fat to fly!",
                        "もう とべないね！",
                        "Trop lourde pour voler !",
                        "¡Ya no puede volar!",
                        "胖得飞不动了！",
                    ),
                    speaker="eater",
                ),
            ),
            shot=t.choose(("medium", "wide")),
        ),
        needs={"sandwich": "in the beak", "gull": "thin", "eater": "sitting"},
        makes={"sandwich": "eaten", "gull": "fat", "eater": "standing"},
        actor="eater",
        feeling="happy",
    )


def _greedy_gull_shared(place: str) -> Beat:
    return Beat(
        "shared",
        "{eater} breaks off a piece of the sandwich and gives it to the gull.",
        Scene(
            place,
            (Actor("eater", -60, "bend", "smile", "right", holds=("sandwich", "half")),),
            (Thing("gull", 60, state="standing", facing="left"),),
        ),
        needs={"sandwich": "in the hand", "gull": "thin"},
        actor="eater",
    )
