"""A street story of rain: a chalk picture that grows, shines and runs away."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing
from panelwise.press._story import Beat, Story
from panelwise.press._teller import ANYONE, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, sound, titled

_SUBJECTS = {"sun": "sun", "fish": "fish", "flower": "flower"}


_MOTIVE = asked(
    "Why is {artist} unhappy in the rain?",
    "Because the rain ruins the picture",
    ("admire", "rain"),
    ("motive", "Because the walk home is so very long"),
    ("character", "Because {viewer} has taken the chalk"),
    ("feeling", "Because thunder is so frightening"),
)

_PREDICTION = asked(
    "What will {artist} most likely do on the next dry day?",
    "Kneel down and draw a new chalk picture",
    ("outline", "gone"),
    ("causal", "Look for the old picture in the sewer"),
    ("object", "Paint the puddle with a brush and a pot"),
    ("character", "Ask {viewer} to pay for the old picture"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "No picture in the street will last",
    ("admire", "rain", "gone"),
    ("motive", "Artists care for nothing but money"),
    ("causal", "Hard work always brings a rich reward"),
    ("place", "The best pictures are made at home"),
)


@template("chalk-picture", "street", {"artist": ANYONE, "viewer": ANYONE})
def chalk_picture(teller: Teller) -> Story:
    """Somebody draws on the pavement, somebody admires it, and the rain washes it away."""
    place = teller.choose(("street", "market"))
    subject = teller.choose(tuple(_SUBJECTS))
    gift = teller.choose(("ice_cream", "cream_cake"))
    beats = [_outline(place, subject)]
    if teller.chance(0.6):
        beats.append(_colour(place, subject))
    before = beats[-1].makes["picture"]
    beats += [_admire(place, subject, before), _rain(place, subject), _gone(place)]
    if teller.chance(0.5):
        beats.append(_comfort(place, gift))
    return in_view(
        teller,
        teller.story(
            titled(
                "The Chalk Picture",
                "チョークの絵",
                "Le dessin à la craie",
                "El dibujo de tiza",
                "粉笔画",
            ),
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("rain", _stays_dry(place, subject)),
        ),
    )


def _picture(state: str, subject: str, x: float = 0, y: float = 0) -> Thing:
    return Thing("chalk_picture", x, y, state, "picture", colour=subject, scale=0.9)


def _outline(place: str, subject: str) -> Beat:
    return Beat(
        "outline",
        f"{{artist}} kneels and draws the white outline of a {subject} on the pavement.",
        Scene(
            place,
            (Actor("artist", -125, "kneel", "thinking", "right"),),
            (_picture("outline", subject, 20),),
        ),
        {"picture": "bare"},
        {"picture": "outline"},
        "artist",
        "thoughtful",
    )


def _colour(place: str, subject: str) -> Beat:
    return Beat(
        "colour",
        f"{{artist}} has coloured the {subject}, but the ground around it is still grey.",
        Scene(
            place,
            (Actor("artist", 125, "crouch", "effort", "left"),),
            (_picture("half", subject, -20),),
        ),
        {"picture": "outline"},
        {"picture": "half"},
        "artist",
        "eager",
    )


def _admire(place: str, subject: str, before: str) -> Beat:
    return Beat(
        "admire",
        f"{{viewer}} claps at the finished {subject} on its blue ground, and {{artist}} is proud.",
        Scene(
            place,
            (
                Actor("artist", -120, "hands_on_hips", "smug", "front"),
                Actor("viewer", 130, "cheer", "happy", "left"),
            ),
            (_picture("coloured", subject, 0, 16),),
            (
                says(
                    "viewer",
                    "How beautiful!",
                    "きれいだね！",
                    "Que c'est beau !",
                    "¡Qué bonito!",
                    "真漂亮！",
                ),
            ),
            shot="wide",
        ),
        {"picture": before},
        {"picture": "coloured"},
        "viewer",
        "delighted",
    )


def _rain(place: str, subject: str) -> Beat:
    return Beat(
        "rain",
        "It rains on the chalk picture, whose colours run, and {artist} looks on in dismay.",
        Scene(
            place,
            (Actor("artist", -112, "cover_face", "crying", "right", wet=True),),
            (_picture("running", subject, 30, 8),),
            (
                says(
                    "artist",
                    "Oh no! My picture!",
                    "ああ、絵が！",
                    "Mon dessin !",
                    "¡Mi dibujo!",
                    "我的画！",
                    "shout",
                ),
                sound("picture", "DRIP DRIP", "ザーッ", "PLIC PLOC", "PLIC PLOC", "哗哗"),
            ),
            weather="rain",
        ),
        {"picture": "coloured"},
        {"picture": "running", "artist": "wet"},
        "artist",
        "upset",
    )


def _stays_dry(place: str, subject: str) -> Beat:
    return Beat(
        "rain",
        "The sun keeps shining, and {artist} signs the colourful chalk picture.",
        Scene(
            place,
            (Actor("artist", -112, "kneel", "happy", "right"),),
            (_picture("coloured", subject, 30),),
        ),
        {"picture": "coloured"},
        {"picture": "signed"},
        "artist",
        "happy",
    )


def _gone(place: str) -> Beat:
    return Beat(
        "gone",
        "The rain is over, and {artist} stands wet before a puddle of mixed colours.",
        Scene(
            place,
            (Actor("artist", -112, "stand", "sad", "right", wet=True),),
            (_picture("gone", "sun", 20, 6),),
            shot="wide",
        ),
        {"picture": "running", "artist": "wet"},
        {"picture": "gone"},
        "artist",
        "sad",
    )


def _comfort(place: str, gift: str) -> Beat:
    state, called = {
        "ice_cream": ("full", "an ice cream"),
        "cream_cake": ("whole", "a cream cake"),
    }[gift]
    return Beat(
        "comfort",
        f"Beside the coloured puddle {{viewer}} offers {called} to {{artist}}, who smiles.",
        Scene(
            place,
            (
                Actor("artist", -110, "cheer", "smile", "right"),
                Actor("viewer", 120, "hold_out", "smile", "left", holds=(gift, state)),
            ),
            (_picture("gone", "sun", 0, 22),),
            (
                says(
                    "viewer",
                    "This one is for you.",
                    "これ、どうぞ。",
                    "Tiens, c'est pour toi.",
                    "Toma, para ti.",
                    "这个送给你。",
                ),
            ),
        ),
        {"picture": "gone"},
        {"artist": "comforted"},
        "viewer",
        "kind",
    )
