"""A pet story of mud that moves from the puppy to everything else."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import ANYONE, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import any_shot, asked, says, sound, wrongs

_ROLES = {"owner": ANYONE}
_WORDS = Translations(__name__, "puppy.toml", _ROLES)

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


@template("muddy-puppy", "home", _ROLES)
def muddy_puppy(builder: StoryBuilder) -> TemplateStory:
    """Clean carpet, prints, tub, a shake, a bow."""
    room = builder.choose(("living_room", "bedroom", "home_hall"))
    beats = [
        _carpet(builder, room),
        _prints(builder, room),
        _tub(builder),
        _shake(builder),
        _bow(builder, room),
    ]
    if builder.chance(0.35):
        del beats[0]
    return builder.story(
        _WORDS["title"],
        beats,
        motive=[_MOTIVE],
        prediction=[_PREDICTION],
        meaning=[_MEANING],
        instead=_INSTEAD,
        otherwise=("tub", _outside(room)),
    )


def _carpet(builder: StoryBuilder, room: str) -> Beat:
    return Beat(
        "clean",
        "A muddy puppy steps onto a spotless carpet, and {owner} kneels before it in surprise.",
        Scene(
            room,
            (Actor("owner", -90, "kneel", "surprised", "right"),),
            (Thing("carpet", 0, 0, "clean"), Thing("puppy", 120, 12, "muddy", front=True)),
            shot=any_shot(builder),
        ),
        {"puppy": "muddy", "carpet": "clean"},
        {"visit": "begun"},
        "owner",
        "surprised",
    )


def _prints(builder: StoryBuilder, room: str) -> Beat:
    return Beat(
        "prints",
        "Muddy paw prints cover the carpet, and {owner}, spotted with mud, is angry at the puppy.",
        Scene(
            room,
            (Actor("owner", -110, "cheer", "angry", "right", dirty=True),),
            (Thing("carpet", 0, 0, "prints"), Thing("puppy", 90, 12, "muddy", front=True)),
            (says("owner", _WORDS["prints"]),),
            shot=any_shot(builder),
        ),
        {"puppy": "muddy", "carpet": "clean", "visit": "begun"},
        {"carpet": "full of muddy prints", "clothes": "muddy"},
        "owner",
        "angry",
    )


def _tub(builder: StoryBuilder) -> Beat:
    return Beat(
        "tub",
        "{owner}, the mud still on {owner.her} clothes, washes the puppy in a tub full of suds.",
        Scene(
            "bathroom",
            (Actor("owner", -105, "reach_out", "effort", "right", dirty=True),),
            (Thing("puppy", 15, 4, "tub", front=True),),
            shot=any_shot(builder),
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


def _shake(builder: StoryBuilder) -> Beat:
    return Beat(
        "shake",
        "The wet puppy shakes itself beside a tub of muddy water and soaks {owner}, "
        "who covers {owner.her} face.",
        Scene(
            "bathroom",
            (Actor("owner", -130, "cover_face", "surprised", "right", dirty=True, wet=True),),
            (Thing("wash_tub", 165, 0, "brown"), Thing("puppy", 10, 10, "shaking", front=True)),
            (sound("puppy", _WORDS["shake"]),),
            shot=any_shot(builder),
        ),
        {"puppy": "clean, in the suds", "clothes": "muddy"},
        {"puppy": "clean, dripping wet", "clothes": "muddy and wet"},
        "owner",
        "annoyed",
    )


def _bow(builder: StoryBuilder, room: str) -> Beat:
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
            (says("owner", _WORDS["bow"]),),
            shot=any_shot(builder),
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
