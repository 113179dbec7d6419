"""A kitchen story of toast that is forgotten over something better."""

from __future__ import annotations

from panelwise.press._scene import Actor, Pose, Scene, Thing, words
from panelwise.press._story import Beat, Story
from panelwise.press._teller import GROWN, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

# What somebody forgets the toast over: the thing, its state, the pose, and how English says it.
_PASTIMES: dict[str, tuple[str, Pose, str]] = {
    "book": ("open", "read", "reads a book"),
    "letter": ("written", "read", "reads a letter"),
    "guitar": ("whole", "hold_out", "plays the guitar"),
}


_PREDICTION = asked(
    "What will {dreamer} most likely do at the next breakfast?",
    "Put off reading for the bread",
    ("forget", "pop"),
    ("object", "Put a book in the toaster"),
    ("temporal", "Toast the bread even longer"),
    ("causal", "Eat the bread with the smoke"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Dreamers should not cook alone",
    ("forget", "pop"),
    ("object", "Good bread has to be as black as night"),
    ("motive", "Breakfast is best eaten in a crowd"),
    ("character", "Grown people never make mistakes"),
)


@template("burnt-toast", "kitchen", {"dreamer": GROWN})
def burnt_toast(t: Teller) -> Story:
    """White bread, smoke, black bread."""
    pastime = t.choose(tuple(_PASTIMES))
    place = t.choose(("kitchen", "breakfast_room"))
    beats = [_insert(t, place), _forget(t, place, pastime), _pop(t, place)]
    ending = t.choose(("plate", "bin", ""))
    if ending:
        beats.append(_serve(t, place) if ending == "plate" else _throw_away(t, place))
    doing = _PASTIMES[pastime][2]
    return t.story(
        words("Black Toast", "まっくろトースト", "Le pain brûlé", "Tostadas negras", "烤焦的面包"),
        beats,
        motive=[
            asked(
                "Why does {dreamer} not see the smoke?",
                f"Because {{dreamer.she}} {doing}",
                ("forget",),
                ("feeling", "Because {dreamer.she} is fast asleep"),
                ("place", "Because {dreamer.she} is out in town"),
                ("object", "Because {dreamer.she} is at the phone"),
            )
        ],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("pop", _rescue(place)),
    )


def _insert(t: Teller, place: str) -> Beat:
    return Beat(
        "insert",
        "{dreamer} puts two white slices of bread into the toaster on the table.",
        Scene(
            place,
            (Actor("dreamer", -105, "reach_out", "smile", "right"),),
            (Thing("home_table", 20), Thing("toaster", 0, -76, "bread")),
            shot=any_shot(t),
        ),
        {"bread": "white, not yet in the toaster"},
        {"bread": "white, in the toaster"},
        "dreamer",
        "cheerful",
    )


def _forget(t: Teller, place: str, pastime: str) -> Beat:
    state, pose, doing = _PASTIMES[pastime]
    return Beat(
        "forget",
        f"{{dreamer}} {doing}, {{dreamer.her}} back to the toaster, from which dark smoke rises.",
        Scene(
            place,
            (Actor("dreamer", -120, pose, "happy", "left", holds=(pastime, state)),),
            (Thing("home_table", 20), Thing("toaster", 10, -76, "smoking")),
            (says("dreamer", "La la la…", "ラララ〜", "La la la…", "La, la, la…", "啦啦啦……"),),
            shot=any_shot(t),
        ),
        {"bread": "white, in the toaster"},
        {"bread": "smoking, in the toaster"},
        "dreamer",
        "content",
    )


def _pop(t: Teller, place: str) -> Beat:
    return Beat(
        "pop",
        "Two pitch-black slices shoot out of the toaster, and {dreamer} jumps with fright.",
        Scene(
            place,
            (Actor("dreamer", -120, "jump", "scared", "right"),),
            (
                Thing("home_table", 20),
                Thing("toaster", 10, -76, "empty"),
                Thing("toast", 10, -150, "flying"),
            ),
            (sound("toaster", "POP!", "ポンッ！", "POP !", "¡POP!", "砰！"),),
            shot=any_shot(t),
            motion=("dreamer",) if t.chance() else (),
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


def _serve(t: Teller, place: str) -> Beat:
    return Beat(
        "serve",
        "{dreamer} sits sadly before a plate of burnt toast.",
        Scene(
            place,
            (Actor("dreamer", -95, "sit", "sad", "right"),),
            (
                Thing("chair", -95),
                Thing("home_table", 20),
                Thing("toast", -15, -76, "burnt"),
                Thing("toaster", 60, -76, "empty", scale=0.8),
            ),
            (
                says(
                    "dreamer",
                    "My breakfast…",
                    "朝ごはんが…",
                    "Mon petit déjeuner…",
                    "Mi desayuno…",
                    "我的早餐……",
                ),
            ),
            shot=any_shot(t),
        ),
        {"bread": "burnt, in the air"},
        {"bread": "burnt, on the plate"},
        "dreamer",
        "sad",
    )


def _throw_away(t: Teller, place: str) -> Beat:
    return Beat(
        "bin",
        "{dreamer} eats a banana beside a bin that holds the burnt toast.",
        Scene(
            place,
            (Actor("dreamer", -40, "eat", "embarrassed", "right", holds=("banana", "bitten")),),
            (
                Thing("toast", 70, -44, "black", scale=0.9),
                Thing("waste_bin", 70, 0, "empty", front=True),
            ),
            (
                says(
                    "dreamer",
                    "Fruit is healthy.",
                    "くだものは体にいい。",
                    "Un fruit, c'est sain.",
                    "La fruta es sana.",
                    "水果很健康。",
                ),
            ),
            shot=any_shot(t),
        ),
        {"bread": "burnt, in the air"},
        {"bread": "burnt, in the bin"},
        "dreamer",
        "disappointed",
    )
