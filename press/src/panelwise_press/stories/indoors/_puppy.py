"""A pet story of mud that moves from the puppy to everything else."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing, words
from panelwise_press._story import Beat, Story
from panelwise_press._teller import ANYONE, Teller, template
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_MOTIVE = asked(
    "Why does {owner} put the puppy into the tub?",
    "Because it is muddy all over",
    ("prints", "tub"),
    ("object", "Because it has spilt paint"),
    ("feeling", "Because it has got too cold"),
    ("motive", "Because it asks for a swim"),
    ("object", "Because the puppy has chewed a shoe"),
    ("feeling", "Because it is thirsty"),
)

_PREDICTION = asked(
    "What will {owner} most likely do when the puppy comes in from its next walk?",
    "Wipe its paws at the door",
    ("prints", "tub", "bow"),
    ("object", "Lay out a whiter carpet"),
    ("place", "Let it run to the carpet"),
    ("motive", "Put bows on its muddy ears"),
    ("place", "Put it on the carpet"),
    ("place", "Let the puppy jump into its bed"),
    ("causal", "Let it play in the next room"),
)

_MEANING = asked(
    "What is the gist of the story?",
    "A puppy is washed clean, and its owner ends up the dirty one",
    ("prints", "tub", "bow"),
    ("object", "A puppy is washed clean, and its owner gets a spotless carpet"),
    ("feeling", "A puppy hates its new bow, and its owner lets it go without"),
    ("causal", "A puppy spoils a fine carpet, and its owner sends it away"),
    ("object", "A puppy spoils a fine carpet, and the rest of it is thrown away"),
    ("feeling", "A puppy hates the feel of its new bow, and its owner is sad"),
    ("object", "A puppy spoils a carpet, and its owner buys a new one"),
)

_INSTEAD = {
    "shake": wrongs(
        (
            "character",
            "{owner} dries the puppy carefully with a towel, "
            "and not a drop falls on {owner.her} own clothes.",
        ),
        (
            "place",
            "The puppy leaps out of the tub and rolls in the mud until its fur is as muddy "
            "as before.",
        ),
        (
            "causal",
            "{owner} climbs into the tub with the puppy, "
            "and both come out clean from head to foot.",
        ),
        (
            "object",
            "{owner} pulls the carpet into the tub and scrubs until the last paw print on it "
            "is gone.",
        ),
        (
            "place",
            "The wet puppy escapes through the window, "
            "and {owner} searches for it in street after street in vain.",
        ),
    ),
}


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
        instead=_INSTEAD,
        otherwise=("tub", _outside(room)),
    )


def _carpet(t: Teller, room: str) -> Beat:
    return Beat(
        "clean",
        "A muddy puppy steps onto a spotless carpet, and {owner} kneels before it in surprise.",
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
        "Muddy paw prints cover the carpet, and {owner}, spotted with mud, is angry at the puppy.",
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
        "{owner}, the mud still on {owner.her} clothes, washes the puppy in a tub full of suds.",
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
        "The wet puppy shakes itself beside a tub of muddy water and soaks {owner}, "
        "who covers {owner.her} face.",
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
        "{owner}, wet and muddy, mops the paw prints on the carpet, "
        "and the fluffy puppy wears a bow.",
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
