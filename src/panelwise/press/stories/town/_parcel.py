"""A street story in many places: a toy is packed, carried, driven, delivered and loved."""

from __future__ import annotations

from panelwise.press._scene import Actor, DayTime, Scene, Thing
from panelwise.press._story import Beat, Story
from panelwise.press._teller import CHILD, GROWN, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, sound, titled

_TIMES: tuple[DayTime, ...] = ("day", "evening", "night")


_MOTIVE = asked(
    "Why does {sender} tie up the box so carefully?",
    "Because it is to be a present for {receiver}",
    ("tie", "open"),
    ("motive", "Because it is to be sold at the market"),
    ("object", "Because it is full of things to throw away"),
    ("character", "Because it is to be kept by {courier}"),
)

_PREDICTION = asked(
    "What will {receiver} most likely do soon?",
    "Thank {sender} for the toy",
    ("open",),
    ("causal", "Send the toy back at once"),
    ("motive", "Sell the toy to {courier}"),
    ("object", "Ask {sender} for the ribbon"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Love from far away will arrive in a box",
    ("pack", "drive", "open"),
    ("causal", "Parcels get lost on their way at night"),
    ("motive", "Toys are only good for little thieves"),
    ("character", "Couriers never know what is in a box"),
)


@template("parcel", "street", {"sender": GROWN, "courier": GROWN, "receiver": CHILD})
def parcel(teller: Teller) -> Story:
    """A toy travels in a parcel from one who loves to one who is loved."""
    toy = teller.choose(("bear", "rabbit"))
    place = teller.choose(("street", "market"))
    beats = [_pack(toy), _tie(), _hand_over(place)]
    beats.append(_drive(teller.choose(_TIMES)))
    beats += [_deliver(), _open(toy)]
    if teller.chance(0.7):
        beats.append(_hug(toy))
    if teller.chance(0.7):
        beats.append(_sleep(toy, beats[-1].makes["toy"]))
    return in_view(
        teller,
        teller.story(
            titled("The Parcel", "こづつみ", "Le colis", "El paquete", "包裹"),
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("open", _empty()),
        ),
    )


def _pack(toy: str) -> Beat:
    return Beat(
        "pack",
        f"{{sender}} has put a toy {toy} into an open box on the floor of the hall.",
        Scene(
            "home_hall",
            (Actor("sender", -75, "kneel", "smile", "right"),),
            (Thing("parcel", 20, 0, toy, id="parcel", front=True),),
        ),
        {"toy": "loose"},
        {"toy": "packed"},
        "sender",
        "loving",
    )


def _tie() -> Beat:
    return Beat(
        "tie",
        "{sender} proudly carries the closed box, tied with a ribbon, in both arms.",
        Scene(
            "home_hall",
            (Actor("sender", 0, "carry", "happy", "right", holds=("parcel", "tied")),),
        ),
        {"toy": "packed"},
        {"toy": "tied up", "parcel": "sender"},
        "sender",
        "proud",
    )


def _hand_over(place: str) -> Beat:
    return Beat(
        "handover",
        "{sender} holds out the tied parcel to {courier} beside an empty van.",
        Scene(
            place,
            (
                Actor("sender", -120, "hold_out", "smile", "right", holds=("parcel", "tied")),
                Actor("courier", 25, "reach_out", "smile", "left"),
            ),
            (Thing("van", 130, -26, "empty", id="van"),),
            (
                says(
                    "sender",
                    "Please drive carefully!",
                    "気をつけて運んでね。",
                    "Roulez doucement !",
                    "¡Con cuidado, por favor!",
                    "路上请小心！",
                ),
            ),
            shot="wide",
        ),
        {"parcel": "sender", "toy": "tied up"},
        {"parcel": "courier"},
        "sender",
        "hopeful",
    )


def _drive(time: DayTime) -> Beat:
    return Beat(
        "drive",
        "The van drives through the street with the tied parcel on its bed.",
        Scene(
            "street",
            (),
            (Thing("van", 0, -26, "loaded", id="van"),),
            (sound("van", "VROOM", "ブーン", "VROUM", "BRUM", "嘟嘟"),),
            shot="wide",
            time=time,
            motion=("van",),
        ),
        {"parcel": "courier"},
        {"parcel": "van"},
    )


def _deliver() -> Beat:
    return Beat(
        "deliver",
        "At the front door {courier} hands the tied parcel to {receiver}.",
        Scene(
            "doorstep",
            (
                Actor("courier", -60, "hold_out", "smile", "right", holds=("parcel", "tied")),
                Actor("receiver", 100, "cheer", "surprised", "left"),
            ),
            (),
            (
                says(
                    "courier",
                    "A parcel for {receiver}!",
                    "{receiver}さんにおとどけものです！",
                    "Un colis pour {receiver} !",
                    "¡Un paquete para {receiver}!",
                    "{receiver}，你的包裹！",
                ),
            ),
        ),
        {"parcel": "van", "toy": "tied up"},
        {"parcel": "receiver"},
        "courier",
        "friendly",
    )


def _open(toy: str) -> Beat:
    return Beat(
        "open",
        f"{{receiver}} kneels before the open box, out of which the toy {toy} looks.",
        Scene(
            "child_room",
            (Actor("receiver", -80, "kneel", "surprised", "right"),),
            (Thing("parcel", 20, 0, toy, id="parcel", front=True),),
            shot="medium",
        ),
        {"parcel": "receiver", "toy": "tied up"},
        {"toy": "unpacked"},
        "receiver",
        "surprised",
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
        {"parcel": "receiver"},
        {"toy": "missing"},
        "receiver",
        "disappointed",
    )


def _hug(toy: str) -> Beat:
    return Beat(
        "hug",
        f"{{receiver}} hugs the toy {toy} beside the empty box.",
        Scene(
            "child_room",
            (Actor("receiver", -40, "hug", "happy", "right", holds=(f"toy_{toy}", "clean")),),
            (Thing("parcel", 75, 0, "open", id="parcel", front=True),),
        ),
        {"toy": "unpacked"},
        {"toy": "hugged"},
        "receiver",
        "happy",
    )


def _sleep(toy: str, before: str) -> Beat:
    return Beat(
        "sleep",
        f"At night {{receiver}} sleeps in bed beside the toy {toy}; the empty box stands by.",
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
        {"toy": before},
        {"receiver": "asleep"},
        "receiver",
        "peaceful",
    )
