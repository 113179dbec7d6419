"""A pet story of mud that moves from the puppy to everything else."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing, words
from panelwise.press._story import Beat, Story
from panelwise.press._teller import ANYONE, Teller, template
from panelwise.press.stories.indoors._phrases import any_shot, asked, says, sound

_MOTIVE = asked(
    "Why does {owner} put the puppy into the tub?",
    "Because it is covered in mud",
    ("prints", "tub"),
    ("feeling", "Because it is afraid of cats"),
    ("motive", "Because it begs for a swim"),
    ("object", "Because it has broken a vase"),
)

_PREDICTION = asked(
    "What will {owner} most likely do after the puppy's outings to come?",
    "Wipe its paws at the door",
    ("prints", "bow"),
    ("place", "Take it straight to bed"),
    ("object", "Buy a still whiter carpet"),
    ("motive", "Let it in without a look"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Whoever loves a pet will get dirty",
    ("prints", "shake", "bow"),
    ("object", "Carpets are always better than dogs"),
    ("causal", "Bathing a dog makes the house dirty"),
    ("character", "Puppies know how to keep a home clean"),
)


@template("muddy-puppy", "home", {"owner": ANYONE})
def muddy_puppy(t: Teller) -> Story:
    """Clean carpet, prints, tub, a shake, a bow."""
    room = t.choose(("living_room", "bedroom", "home_hall"))
    beats = [_carpet(t, room), _prints(t, room), _tub(t), _shake(t), _bow(t, room)]
    if t.chance(0.35):
        del beats[0]
    return t.story(
        words(
            "The Muddy Puppy",
            "どろんこ子犬",
            "Le chiot crotté",
            "El cachorro embarrado",
            "泥巴小狗",
        ),
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        otherwise=("tub", _outside(room)),
    )


def _carpet(t: Teller, room: str) -> Beat:
    return Beat(
        "clean",
        "A muddy puppy comes running up to {owner}, who kneels on a spotless carpet.",
        Scene(
            room,
            (Actor("owner", -90, "kneel", "surprised", "right"),),
            (Thing("carpet", 0, 0, "clean"), Thing("puppy", 120, 12, "muddy", front=True)),
            shot=any_shot(t),
        ),
        {"puppy": "muddy", "carpet": "clean"},
        {"visit": "begun"},
        "owner",
        "surprised",
    )


def _prints(t: Teller, room: str) -> Beat:
    return Beat(
        "prints",
        "Mud is on {owner}'s clothes and paw prints are all over the carpet under the puppy.",
        Scene(
            room,
            (Actor("owner", -110, "cheer", "angry", "right", dirty=True),),
            (Thing("carpet", 0, 0, "prints"), Thing("puppy", 90, 12, "muddy", front=True)),
            (
                says(
                    "owner",
                    "My carpet!",
                    "じゅうたんが！",
                    "Mon tapis !",
                    "¡Mi alfombra!",
                    "我的地毯！",
                ),
            ),
            shot=any_shot(t),
        ),
        {"puppy": "muddy", "carpet": "clean", "visit": "begun"},
        {"carpet": "full of muddy prints", "clothes": "muddy"},
        "owner",
        "angry",
    )


def _tub(t: Teller) -> Beat:
    return Beat(
        "tub",
        "{owner}, still muddy, washes the puppy in a tub full of suds.",
        Scene(
            "bathroom",
            (Actor("owner", -105, "reach_out", "effort", "right", dirty=True),),
            (Thing("puppy", 15, 4, "tub", front=True),),
            shot=any_shot(t),
        ),
        {"puppy": "muddy", "clothes": "muddy"},
        {"puppy": "clean, in the suds"},
        "owner",
        "busy",
    )


def _outside(room: str) -> Beat:
    return Beat(
        "tub",
        "{owner}, still muddy, hugs the muddy puppy and bursts out laughing.",
        Scene(
            room,
            (Actor("owner", -60, "hug", "happy", "right", dirty=True),),
            (Thing("carpet", 0, 0, "prints"), Thing("puppy", 30, 8, "muddy", front=True)),
        ),
        {"puppy": "muddy", "clothes": "muddy"},
        {"quarrel": "forgotten"},
        "owner",
        "happy",
    )


def _shake(t: Teller) -> Beat:
    return Beat(
        "shake",
        "The wet puppy shakes itself outside the tub, and {owner} turns away, muddy and soaked.",
        Scene(
            "bathroom",
            (Actor("owner", -130, "cover_face", "surprised", "right", dirty=True, wet=True),),
            (Thing("wash_tub", 165, 0, "brown"), Thing("puppy", 10, 10, "shaking", front=True)),
            (
                sound(
                    "puppy",
                    "Splish splash!",
                    "ブルブルッ！",
                    "Flic floc !",
                    "¡Chas, chas!",
                    "啪嗒啪嗒！",
                ),
            ),
            shot=any_shot(t),
        ),
        {"puppy": "clean, in the suds", "clothes": "muddy"},
        {"puppy": "clean, dripping wet", "clothes": "muddy and wet"},
        "owner",
        "annoyed",
    )


def _bow(t: Teller, room: str) -> Beat:
    return Beat(
        "bow",
        "{owner} bends over the carpet's muddy prints with a mop; the fluffy puppy wears a bow.",
        Scene(
            room,
            (
                Actor(
                    "owner",
                    -90,
                    "dig",
                    "embarrassed",
                    "right",
                    holds=("mop", ""),
                    dirty=True,
                    wet=True,
                ),
            ),
            (Thing("carpet", 0, 0, "prints"), Thing("puppy", 125, 10, "fluffy", front=True)),
            (
                says(
                    "owner",
                    "You are lucky!",
                    "きみはいいね！",
                    "Tu as de la chance !",
                    "¡Qué suerte tienes!",
                    "你真走运！",
                ),
            ),
            shot=any_shot(t),
        ),
        {
            "puppy": "clean, dripping wet",
            "carpet": "full of muddy prints",
            "clothes": "muddy and wet",
        },
        {"puppy": "fluffy, with a bow"},
        "owner",
        "embarrassed",
    )
