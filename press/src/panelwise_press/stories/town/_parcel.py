"""A street story in many places: a toy is packed, carried, driven, delivered and loved."""

from __future__ import annotations

from panelwise_press._scene import Actor, DayTime, Scene, Thing
from panelwise_press._story import Beat, TemplateStory, WrongAnswer
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, sound, wrongs
from panelwise_press.stories.town._view import in_view

_ROLES = {"sender": GROWN, "courier": GROWN, "receiver": CHILD}
_WORDS = Translations(__name__, "parcel.toml", _ROLES)

_TIMES: tuple[DayTime, ...] = ("day", "evening", "night")


_MOTIVE = asked(
    "Why does {sender} pack the toy into a box?",
    "To have it brought to {receiver} as a present",
    ("pack", "handover", "deliver"),
    ("character", "To give it to {courier} as a birthday present"),
    ("object", "To have it mended, because an ear has come off"),
    ("motive", "To store it away in the house for many years"),
    ("place", "To store the toy away in the attic"),
    ("motive", "To keep the toy away from {receiver} as a punishment"),
    ("causal", "To have the toy mended by {courier}"),
)

_PREDICTION = asked(
    "What will {receiver} most likely do soon?",
    "Thank {sender} for the present",
    ("pack", "open"),
    ("causal", "Send {sender} the present back"),
    ("temporal", "Wait for the truck to come"),
    ("object", "Tell {sender} the box was empty"),
    ("temporal", "Ask when the truck will come"),
    ("causal", "Wait for what {sender} will send"),
    ("place", "Look out for the truck"),
    ("object", "Ask {courier} what is in the box"),
)

_MEANING = asked(
    "Which sentence sums up the story best?",
    "A present travels a long way and makes a child very happy.",
    ("pack", "drive", "open"),
    ("causal", "A present gets lost on its way, and a child waits in vain."),
    ("character", "A driver keeps a present that was meant for a child."),
    ("object", "A child opens a fine big parcel and finds nothing at all in it."),
    ("feeling", "A present gets lost on the way, and a child gives up all hope."),
    ("object", "A present gets torn on the way, and a child is sad."),
    ("place", "A present gets wet on the way, and a child has to hang it up to dry."),
)


def _instead(toy: str) -> dict[str, tuple[WrongAnswer, ...]]:
    other = "rabbit" if toy == "bear" else "bear"
    return {
        "deliver": wrongs(
            ("place", "The tied parcel drops off the truck, and {courier} drives on without it."),
            (
                "object",
                "At the front door {courier} hands {receiver} an open box with nothing in it.",
            ),
            (
                "causal",
                "The truck drives past the front door, and {receiver} looks after it in tears.",
            ),
            (
                "motive",
                "At the front door {courier} turns away from {receiver} and keeps the parcel.",
            ),
            (
                "character",
                "At the front door {receiver} hands the tied parcel back to {courier}, angrily.",
            ),
        ),
        "open": wrongs(
            (
                "object",
                f"{{receiver}} kneels happily before the open box and lifts out a toy {other}.",
            ),
            ("causal", "{receiver} stamps on the parcel until nothing is left of the box."),
            (
                "character",
                f"{{courier}} opens the box and drives away with the toy {toy} on the seat.",
            ),
            (
                "place",
                "{receiver} takes the parcel, still tied up, back to the truck and waves goodbye.",
            ),
        ),
        "hug": wrongs(
            ("object", f"{{receiver}} pulls the toy {toy} apart over the box."),
            ("causal", f"{{receiver}} ties up the toy {toy} in the box to send it back."),
            ("character", f"{{receiver}} gives the toy {toy} to {{courier}} to take back."),
            ("place", f"{{receiver}} throws the toy {toy} out of the window into the street."),
            ("motive", "{receiver} cuts the box into pieces for a paper crown."),
        ),
    }


@template("parcel", "street", _ROLES)
def parcel(builder: StoryBuilder) -> TemplateStory:
    """A toy travels in a parcel from one who loves to one who is loved."""
    toy = builder.choose(("bear", "rabbit"))
    place = builder.choose(("street", "market"))
    beats = [_pack(toy), _tie(), _hand_over(place)]
    beats.append(_drive(builder.choose(_TIMES)))
    beats += [_deliver(), _open(toy)]
    if builder.chance(0.7):
        beats.append(_hug(toy))
    if builder.chance(0.7):
        beats.append(_sleep(toy))
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("open", _empty()),
            instead=_instead(toy),
        ),
    )


def _pack(toy: str) -> Beat:
    return Beat(
        "pack",
        f"{{sender}} kneels and packs a toy {toy} into an open box on the floor.",
        Scene(
            "home_hall",
            (Actor("sender", -75, "kneel", "smile", "right"),),
            (Thing("parcel", 20, 0, toy, id="parcel", front=True),),
        ),
        {"toy": "loose", "box": "open"},
        {"toy": "packed"},
        "sender",
        "loving",
    )


def _tie() -> Beat:
    return Beat(
        "tie",
        "{sender} beams and carries the packed box, tied up with a ribbon, in both arms.",
        Scene(
            "home_hall",
            (Actor("sender", 0, "carry", "happy", "right", holds=("parcel", "tied")),),
        ),
        {"toy": "packed", "box": "open"},
        {"box": "tied up", "parcel.at": "sender"},
        "sender",
        "happy",
    )


def _hand_over(place: str) -> Beat:
    return Beat(
        "handover",
        "{sender} holds out the tied parcel to {courier} beside an empty truck.",
        Scene(
            place,
            (
                Actor("sender", -120, "hold_out", "smile", "right", holds=("parcel", "tied")),
                Actor("courier", 25, "reach_out", "smile", "left"),
            ),
            (Thing("van", 130, -26, "empty", id="van"),),
            (says("sender", _WORDS["handover"]),),
            shot="wide",
        ),
        {"parcel.at": "sender", "box": "tied up"},
        {"parcel.at": "courier"},
        "sender",
        "hopeful",
    )


def _drive(time: DayTime) -> Beat:
    return Beat(
        "drive",
        "The truck drives along the street with the tied parcel on its open bed.",
        Scene(
            "street",
            (),
            (Thing("van", 0, -26, "loaded", id="van"),),
            (sound("van", _WORDS["drive"]),),
            shot="wide",
            time=time,
            motion=("van",),
        ),
        {"parcel.at": "courier"},
        {"parcel.at": "truck"},
    )


def _deliver() -> Beat:
    return Beat(
        "deliver",
        "At the front door {courier} takes the tied parcel from the truck to {receiver}.",
        Scene(
            "doorstep",
            (
                Actor("courier", -60, "hold_out", "smile", "right", holds=("parcel", "tied")),
                Actor("receiver", 100, "cheer", "surprised", "left"),
            ),
            (Thing("van", -130, -4, "empty", id="van", scale=0.85),),
            (says("courier", _WORDS["deliver"]),),
        ),
        {"parcel.at": "truck", "box": "tied up"},
        {"parcel.at": "receiver"},
        "courier",
        "friendly",
    )


def _open(toy: str) -> Beat:
    return Beat(
        "open",
        f"{{receiver}} kneels happily before the open box, and the toy {toy} looks out.",
        Scene(
            "child_room",
            (Actor("receiver", -80, "kneel", "happy", "right"),),
            (Thing("parcel", 20, 0, toy, id="parcel", front=True),),
            shot="medium",
        ),
        {"parcel.at": "receiver", "box": "tied up", "toy": "packed"},
        {"toy": "unpacked", "box": "opened"},
        "receiver",
        "delighted",
    )


def _empty() -> Beat:
    return Beat(
        "open",
        "{receiver} kneels sadly before the open box, which is empty.",
        Scene(
            "child_room",
            (Actor("receiver", -80, "kneel", "sad", "right"),),
            (Thing("parcel", 20, 0, "open", id="parcel", front=True),),
        ),
        {"parcel.at": "receiver"},
        {"toy": "missing"},
        "receiver",
        "disappointed",
    )


def _hug(toy: str) -> Beat:
    return Beat(
        "hug",
        f"{{receiver}} hugs the toy {toy} beside the open, empty box.",
        Scene(
            "child_room",
            (Actor("receiver", -40, "hug", "happy", "right", holds=(f"toy_{toy}", "clean")),),
            (Thing("parcel", 75, 0, "open", id="parcel", front=True),),
        ),
        {"toy": "unpacked", "hour": "day"},
        {"hug": "given"},
        "receiver",
        "happy",
    )


def _sleep(toy: str) -> Beat:
    return Beat(
        "sleep",
        f"At night {{receiver}} sleeps with the toy {toy} on the blanket; the empty box stands by.",
        Scene(
            "child_room",
            (Actor("receiver", -12, "lie", "asleep", "right", -46),),
            (
                Thing("child_bed", 0, 0, ""),
                Thing("bed_cover", 10, 0, "", front=True),
                Thing(f"toy_{toy}", 6, -66, "clean", id="toy", front=True),
                Thing("parcel", 175, 0, "open", id="parcel"),
            ),
            time="night",
        ),
        {"toy": "unpacked"},
        {"receiver": "asleep", "hour": "night"},
        "receiver",
        "peaceful",
    )
