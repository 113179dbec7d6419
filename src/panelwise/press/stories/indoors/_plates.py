"""A kitchen story of washing up that ends with less to wash."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing, words
from panelwise.press._story import Beat, Story
from panelwise.press._teller import ANYONE, GROWN, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

_SINK = Thing("sink", 0, 0, "still")


_MOTIVE = asked(
    "Why do {washer} and {dryer} eat straight from the pot?",
    "Because no plate is left whole",
    ("slip", "shards", "supper"),
    ("causal", "Because all the plates are dirty"),
    ("motive", "Because they want to save water"),
    ("place", "Because they are on a camping trip"),
)

_PREDICTION = asked(
    "How will {dryer} most likely carry plates after this?",
    "In an old basket, not all at once",
    ("carry", "slip"),
    ("object", "All at once, on top of the head"),
    ("causal", "With both of the feet covered in soap"),
    ("feeling", "Running and laughing, eyes closed"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "No broken plate should ever spoil an evening",
    ("shards", "supper"),
    ("motive", "Whoever breaks plates must go to bed hungry"),
    ("character", "Only children can be trusted with plates"),
    ("causal", "Clean plates break more easily than dirty ones"),
)


@template("washing-up", "kitchen", {"washer": GROWN, "dryer": ANYONE})
def washing_up(t: Teller) -> Story:
    """Dirty plates, clean plates, soap on the floor, shards, a supper without plates."""
    beats = [_sigh(t), _wash(t), _carry(t), _slip(t), _shards(t)]
    if t.chance(0.6):
        beats.append(_sweep(t))
    beats.append(_supper(t, beats[-1].makes["plates"]))
    if t.chance(0.4):
        del beats[0]
    return t.story(
        words("The Washing-Up", "おさらあらい", "La vaisselle", "A fregar platos", "洗盘子"),
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("slip", _safe()),
    )


def _sigh(t: Teller) -> Beat:
    return Beat(
        "sigh",
        "{washer} stands unhappily before a high tower of dirty plates beside the sink.",
        Scene(
            "kitchen",
            (Actor("washer", -120, "hands_on_hips", "sad", "right"),),
            (_SINK, Thing("plates", 20, -78, "dirty", front=True)),
            (
                says(
                    "washer",
                    "So many plates…",
                    "おさらが山もり…",
                    "Toute cette vaisselle…",
                    "¡Cuántos platos…!",
                    "这么多盘子……",
                ),
            ),
            shot=any_shot(t),
        ),
        {"plates": "all dirty"},
        {"work": "still to be done"},
        "washer",
        "unhappy",
    )


def _wash(t: Teller) -> Beat:
    return Beat(
        "wash",
        "{washer} washes up in thick suds between a few dirty plates and a few clean ones.",
        Scene(
            "kitchen",
            (Actor("washer", 0, "hold_out", "effort", "front", -16),),
            (
                Thing("sink", 0, 0, "suds", front=True),
                Thing("plates", -112, -78, "few dirty"),
                Thing("home_table", -112, 2, scale=1.03),
                Thing("plates", 112, -78, "few clean", id="clean plates"),
                Thing("home_table", 112, 2, id="second table", scale=1.03),
            ),
            shot=any_shot(t),
        ),
        {"plates": "all dirty", "work": "still to be done"},
        {"plates": "half of them washed"},
        "washer",
        "busy",
    )


def _carry(t: Teller) -> Beat:
    return Beat(
        "carry",
        "{dryer} carries a high tower of clean plates towards a bar of soap on the floor.",
        Scene(
            "kitchen",
            (
                Actor("dryer", -30, "carry", "effort", "right", holds=("plates", "clean")),
                *((Actor("washer", -140, "wave", "smile", "right"),) if t.chance() else ()),
            ),
            (Thing("soap", 92, 6, front=True),),
            shot="wide",
        ),
        {"plates": "half of them washed", "soap": "on the floor"},
        {"plates": "all clean"},
        "dryer",
        "cheerful",
    )


def _slip(t: Teller) -> Beat:
    return Beat(
        "slip",
        "{dryer} slips on the soap, and the plates fly through the air.",
        Scene(
            "kitchen",
            (Actor("dryer", -40, "slip", "scared", "right"),),
            (Thing("soap", 30, 6, front=True, turn=-18), Thing("flying_plates", 105, -125)),
            (says("dryer", "Whoooa!", "うわあっ！", "Ouaaah !", "¡Aaay!", "哇啊！", "shout"),),
            shot=any_shot(t),
        ),
        {"plates": "all clean", "soap": "on the floor"},
        {"plates": "in the air"},
        "dryer",
        "scared",
    )


def _safe() -> Beat:
    return Beat(
        "slip",
        "{dryer} kicks the soap away and keeps the tower of plates upright.",
        Scene(
            "kitchen",
            (Actor("dryer", -20, "carry", "smug", "right", holds=("plates", "clean")),),
            (Thing("soap", 130, -20, turn=30),),
            motion=("soap",),
        ),
        {"plates": "all clean", "soap": "on the floor"},
        {"soap": "kicked away"},
        "dryer",
        "proud",
    )


def _shards(t: Teller) -> Beat:
    return Beat(
        "shards",
        "{dryer} covers {dryer.her} face among broken plates, and {washer} stares at them.",
        Scene(
            "kitchen",
            (
                Actor("dryer", 55, "cover_face", "crying", "front"),
                Actor("washer", -110, "cheer", "surprised", "right"),
            ),
            (Thing("shards", 0, 6, "scattered", front=True),),
            (sound("shards", "CRASH!", "ガシャーン！", "CRAC !", "¡CRAC!", "哗啦！"),),
            shot="wide",
        ),
        {"plates": "in the air"},
        {"plates": "broken all over the floor"},
        "dryer",
        "upset",
    )


def _sweep(t: Teller) -> Beat:
    return Beat(
        "sweep",
        "{dryer} sweeps the last shards into a heap beside a full bin.",
        Scene(
            "kitchen",
            (Actor("dryer", -70, "dig", "embarrassed", "right", holds=("broom", "")),),
            (Thing("shards", 50, 4, "heap", "last shards"), Thing("shards", 130, 0, "bin")),
            shot=any_shot(t),
        ),
        {"plates": "broken all over the floor"},
        {"plates": "swept up in the bin"},
        "dryer",
        "embarrassed",
    )


def _supper(t: Teller, before: str) -> Beat:
    swept = before == "swept up in the bin"
    return Beat(
        "supper",
        "{washer} and {dryer} sit at a table and share a pot with two spoons and no plates.",
        Scene(
            "kitchen",
            (
                Actor("washer", -105, "sit", "happy", "right"),
                Actor("dryer", 105, "sit", "happy", "left"),
            ),
            (
                Thing("chair", -105),
                Thing("chair", 105, id="second chair", facing="left"),
                Thing("home_table"),
                Thing("soup_pot", 0, -76, "supper"),
                Thing("shards", 205, 0, "bin"),
            ),
            (
                says(
                    "washer",
                    "Nothing to wash!",
                    "あらいものゼロ！",
                    "Rien à laver !",
                    "¡Nada que fregar!",
                    "不用洗盘子了！",
                ),
            ),
            shot="wide" if swept else any_shot(t),
        ),
        {"plates": before},
        {"supper": "eaten from the pot", **({} if swept else {"plates": "swept up in the bin"})},
        "washer",
        "happy",
    )
