"""A street story of rain: a chalk picture that grows, shines and runs away."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import ANYONE, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, sound, wrongs
from panelwise_press.stories.town._view import in_view

_ROLES = {"artist": ANYONE, "viewer": ANYONE}
_WORDS = Translations(__name__, "pavement.toml", _ROLES)

_SUBJECTS = {"sun": "sun", "fish": "fish", "flower": "flower"}


_MOTIVE = asked(
    "Why does {artist} weep?",
    "Because rain makes the colours run",
    ("admire", "rain"),
    ("character", "Because {viewer} mocks the picture"),
    ("motive", "Because nobody looks at the picture"),
    ("object", "Because the chalk is used up too soon"),
    ("feeling", "Because {viewer} laughs at {artist}"),
    ("place", "Because {viewer} treads on {artist}'s picture"),
    ("causal", "Because {viewer} scrubs off {artist}'s picture"),
)

_PREDICTION = asked(
    "What will {artist} have to do to show the picture to a friend tomorrow?",
    "Draw the whole picture once more",
    ("gone",),
    ("place", "Take the friend to the same spot"),
    ("object", "Dry the picture with a soft cloth"),
    ("temporal", "Colour in the ground around it"),
    ("causal", "Brush it clean with a broom"),
    ("place", "Go to the same spot with an umbrella"),
    ("object", "Cover it with a soft cloth at night"),
)

_MEANING = asked(
    "Which sentence sums up the story best?",
    "A fine picture is finished and admired, but rain destroys it.",
    ("admire", "rain", "gone"),
    ("temporal", "A fine picture stays half finished, because rain comes too soon."),
    ("object", "A fine picture is rained on, but its colours stay bright."),
    ("motive", "A fine picture is admired by nobody and is scrubbed off."),
    ("feeling", "A fine picture is admired by nobody, and the painter gives up."),
    ("object", "A fine picture is admired by nobody and is covered up."),
    ("causal", "A fine picture is admired by nobody, because the rain starts too soon."),
)

_INSTEAD = {
    "rain": wrongs(
        ("object", "{artist} spreads a cover over the finished picture, and the rain runs off it."),
        (
            "character",
            "{viewer} holds an umbrella over the finished picture, and {artist} stays dry, too.",
        ),
        (
            "feeling",
            "{artist} laughs at a few drops of rain, which leave the finished picture as it was.",
        ),
        ("motive", "{artist} sweeps the finished picture away with a dry broom and strolls off."),
        (
            "causal",
            "The clouds move on without a drop of rain, and {artist} sits down by the picture.",
        ),
    ),
    "gone": wrongs(
        (
            "object",
            "The rain is over, and {artist} stands by a picture that is as bright as ever before.",
        ),
        (
            "causal",
            "The rain is over, and {artist} draws a white outline where the picture has been.",
        ),
        (
            "character",
            "The rain is over, and {viewer} has swept up every drop of coloured water.",
        ),
        ("feeling", "The rain is over, and {artist} laughs for joy at the clean, bare pavement."),
        ("temporal", "{artist} kneels in the rain and colours the grey ground around the picture."),
    ),
}


@template("chalk-picture", "street", _ROLES)
def chalk_picture(builder: StoryBuilder) -> TemplateStory:
    """Somebody draws on the pavement, somebody admires it, and the rain washes it away."""
    place = builder.choose(("street", "market"))
    subject = builder.choose(tuple(_SUBJECTS))
    gift = builder.choose(("ice_cream", "cream_cake"))
    beats = [_outline(place, subject)]
    if builder.chance(0.6):
        beats.append(_colour(place, subject))
    before = beats[-1].makes["picture"]
    beats += [_admire(place, subject, before), _rain(place, subject), _gone(place)]
    if builder.chance(0.5):
        beats.append(_comfort(place, gift))
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("rain", _stays_dry(place, subject)),
            instead=_INSTEAD,
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
        {"picture": "an outline"},
        "artist",
        "thoughtful",
    )


def _colour(place: str, subject: str) -> Beat:
    return Beat(
        "colour",
        f"{{artist}} has filled in the {subject} with colour; the ground around it is still grey.",
        Scene(
            place,
            (Actor("artist", 125, "crouch", "effort", "left"),),
            (_picture("half", subject, -20),),
        ),
        {"picture": "an outline"},
        {"picture": "half coloured"},
        "artist",
        "eager",
    )


def _admire(place: str, subject: str, before: str) -> Beat:
    return Beat(
        "admire",
        f"{{artist}} has finished the {subject} with all its colours, and {{viewer}} cheers at it.",
        Scene(
            place,
            (
                Actor("artist", -120, "hands_on_hips", "smug", "front"),
                Actor("viewer", 130, "cheer", "happy", "left"),
            ),
            (_picture("coloured", subject, 0, 16),),
            (says("viewer", _WORDS["admire"]),),
            shot="wide",
        ),
        {"picture": before},
        {"picture": "finished"},
        "artist",
        "proud",
    )


def _rain(place: str, subject: str) -> Beat:
    return Beat(
        "rain",
        "Rain makes the finished picture run, and {artist} weeps bitterly into both hands.",
        Scene(
            place,
            (Actor("artist", -112, "cover_face", "crying", "right", wet=True),),
            (_picture("running", subject, 30, 8),),
            (
                says("artist", _WORDS["rain_artist"], "shout"),
                sound("picture", _WORDS["rain_picture"]),
            ),
            weather="rain",
        ),
        {"picture": "finished"},
        {"picture": "running in the rain", "artist": "wet"},
        "artist",
        "upset",
    )


def _stays_dry(place: str, subject: str) -> Beat:
    return Beat(
        "rain",
        "The weather stays dry, and {artist} kneels happily beside the finished picture.",
        Scene(
            place,
            (Actor("artist", -112, "kneel", "happy", "right"),),
            (_picture("coloured", subject, 30),),
        ),
        {"picture": "finished"},
        {"picture": "signed"},
        "artist",
        "happy",
    )


def _gone(place: str) -> Beat:
    return Beat(
        "gone",
        "The rain is over, and {artist} stands wet and sad before a puddle of mixed colours.",
        Scene(
            place,
            (Actor("artist", -112, "stand", "sad", "right", wet=True),),
            (_picture("gone", "sun", 20, 6),),
            shot="wide",
        ),
        {"picture": "running in the rain", "artist": "wet"},
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
        f"Beside the coloured puddle {{viewer}} holds out {called} to {{artist}}, who smiles.",
        Scene(
            place,
            (
                Actor("artist", -80, "reach_out", "smile", "right"),
                Actor("viewer", 120, "hold_out", "smile", "left", holds=(gift, state)),
            ),
            (_picture("gone", "sun", 0, 22),),
            (says("viewer", _WORDS["comfort"]),),
        ),
        {"picture": "gone"},
        {"artist": "comforted"},
        "viewer",
        "kind",
    )
