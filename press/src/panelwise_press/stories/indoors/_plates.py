"""A kitchen story of washing up that ends with less to wash."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import ANYONE, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"washer": GROWN, "dryer": ANYONE}
_WORDS = Translations(__name__, "plates.toml", _ROLES)

_SINK = Thing("sink", 0, 0, "still")


_MOTIVE = asked(
    "Why do {washer} and {dryer} eat straight from the pot?",
    "Because all the plates are broken",
    ("slip", "shards", "supper"),
    ("causal", "Because all the plates are dirty"),
    ("object", "Because all the plates are too small"),
    ("place", "Because all the plates are outside"),
    ("motive", "Because {dryer} has hidden the plates"),
    ("object", "Because {washer} has sold them"),
)

_PREDICTION = asked(
    "How will {dryer} most likely carry the next plates?",
    "A few at a time, with a look at the floor",
    ("carry", "slip"),
    ("feeling", "All at once, with both eyes tightly shut"),
    ("object", "In one tower, higher than the first one"),
    ("causal", "One by one, over a floor rubbed with soap"),
    ("object", "All at once, stacked on the lid of the soup pot"),
    ("object", "In one hand, with the next pot in the other one"),
    ("place", "All at once, at a run over the wet kitchen floor"),
)

_MEANING = asked(
    "Which sentence sums up the story best?",
    "A slip costs every plate, and supper still turns out merry",
    ("slip", "shards", "supper"),
    ("feeling", "A slip costs every plate, and supper ends in a bitter quarrel"),
    ("object", "A lot of scrubbing pays off, and supper is on clean plates"),
    ("motive", "A lazy helper hides the plates, and supper has to be put off"),
    ("object", "A lot of scrubbing pays off, and the guests praise the best plates"),
    ("motive", "A lazy helper hides the plates, and a guest finds one"),
    ("causal", "A lazy helper breaks one plate, and the pot too"),
    ("character", "A lazy helper gives up the scrubbing, and supper has to be put off"),
)

_INSTEAD = {
    "shards": wrongs(
        (
            "character",
            "{washer} catches all the plates in the air, and {dryer} claps from the floor.",
        ),
        ("place", "The plates land softly in the suds of the sink, and {dryer} sighs with relief."),
        (
            "object",
            "The plates come down in one whole tower on the table, and {washer} stares at them.",
        ),
        ("object", "{dryer} breaks just one plate, and {washer} piles up the others on the table."),
        (
            "character",
            "{washer} catches half of the plates in both arms, "
            "and {dryer} picks the others up unbroken.",
        ),
    ),
    "sweep": wrongs(
        (
            "object",
            "{dryer} glues the plates together one by one, and they stand whole on the table.",
        ),
        (
            "object",
            "{washer} carries in a tower of new plates, and {dryer} sets the table with them.",
        ),
        ("place", "{dryer} leaves the shards on the floor and spends the evening in bed."),
        (
            "character",
            "{washer} sweeps the shards out of the door, and {dryer} throws the bin after them.",
        ),
        (
            "feeling",
            "{washer} sends {dryer} to bed without supper and sweeps up the last shards alone.",
        ),
    ),
}


@template("washing-up", "kitchen", _ROLES)
def washing_up(builder: StoryBuilder) -> TemplateStory:
    """Dirty plates, clean plates, soap on the floor, shards, a supper without plates."""
    beats = [_sigh(builder), _wash(builder), _carry(builder), _slip(builder), _shards(builder)]
    if builder.chance(0.6):
        beats.append(_sweep(builder))
    beats.append(_supper(builder, beats[-1].makes["plates"]))
    if builder.chance(0.4):
        del beats[0]
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("slip", _safe()),
    )


def _sigh(builder: StoryBuilder) -> Beat:
    return Beat(
        "sigh",
        "A high tower of dirty plates waits on the sink, and {washer} looks at it unhappily.",
        Scene(
            "kitchen",
            (Actor("washer", -120, "hands_on_hips", "sad", "right"),),
            (_SINK, Thing("plates", 20, -78, "dirty", front=True)),
            (says("washer", _WORDS["sigh"]),),
            shot=any_shot(builder),
        ),
        {"plates": "all dirty"},
        {"work": "still to be done"},
        "washer",
        "unhappy",
    )


def _wash(builder: StoryBuilder) -> Beat:
    return Beat(
        "wash",
        "{washer} washes up in thick suds, with dirty plates on one side and clean ones "
        "on the other.",
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
            shot=any_shot(builder),
        ),
        {"plates": "all dirty", "work": "still to be done"},
        {"plates": "half of them washed"},
        "washer",
        "busy",
    )


def _carry(builder: StoryBuilder) -> Beat:
    seen = builder.chance()
    return Beat(
        "carry",
        "{dryer} carries a high tower of clean plates towards a bar of soap on the floor"
        + (", and {washer} waves." if seen else "."),
        Scene(
            "kitchen",
            (
                Actor("dryer", -30, "carry", "effort", "right", holds=("plates", "clean")),
                *((Actor("washer", -140, "wave", "smile", "right"),) if seen else ()),
            ),
            (Thing("soap", 92, 6, front=True),),
            shot="wide",
        ),
        {"plates": "half of them washed", "soap": "on the floor"},
        {"plates": "all clean"},
        "dryer",
        "cheerful",
    )


def _slip(builder: StoryBuilder) -> Beat:
    return Beat(
        "slip",
        "{dryer} slips on the soap, and the clean plates fly through the air.",
        Scene(
            "kitchen",
            (Actor("dryer", -40, "slip", "scared", "right"),),
            (Thing("soap", 30, 6, front=True, turn=-18), Thing("flying_plates", 105, -125)),
            (says("dryer", _WORDS["slip"], "shout"),),
            shot=any_shot(builder),
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


def _shards(builder: StoryBuilder) -> Beat:
    return Beat(
        "shards",
        "{dryer} covers {dryer.her} face among broken plates, "
        "and {washer} throws up both arms in shock.",
        Scene(
            "kitchen",
            (
                Actor("dryer", 55, "cover_face", "crying", "front"),
                Actor("washer", -110, "cheer", "surprised", "right"),
            ),
            (Thing("shards", 0, 6, "scattered", front=True),),
            (sound("shards", _WORDS["shards"]),),
            shot="wide",
        ),
        {"plates": "in the air"},
        {"plates": "broken all over the floor"},
        "dryer",
        "upset",
    )


def _sweep(builder: StoryBuilder) -> Beat:
    return Beat(
        "sweep",
        "{dryer} sweeps the last shards into a heap beside a bin full of broken plates.",
        Scene(
            "kitchen",
            (Actor("dryer", -70, "dig", "embarrassed", "right", holds=("broom", "")),),
            (Thing("shards", 50, 4, "heap", "last shards"), Thing("shards", 130, 0, "bin")),
            shot=any_shot(builder),
        ),
        {"plates": "broken all over the floor"},
        {"plates": "swept up in the bin"},
        "dryer",
        "embarrassed",
    )


def _supper(builder: StoryBuilder, before: str) -> Beat:
    swept = before == "swept up in the bin"
    return Beat(
        "supper",
        "{washer} and {dryer} laugh over one pot with two spoons and no plates, "
        "near the bin of shards.",
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
            (says("washer", _WORDS["supper"]),),
            shot="wide" if swept else any_shot(builder),
        ),
        {"plates": before},
        {"supper": "eaten from the pot", **({} if swept else {"plates": "swept up in the bin"})},
        "washer",
        "happy",
    )
