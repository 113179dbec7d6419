"""A street story of wind: a juggler's hat fills, flies off, comes back and is weighed down."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing
from panelwise.press._story import Beat, Story
from panelwise.press._teller import ANYONE, CHILD, GROWN, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, sound, titled, top_of

_MOTIVE = asked(
    "Why does {juggler} let {child} juggle at {juggler.her} side?",
    "Because {child} has brought back the hat",
    ("grab", "return", "together"),
    ("motive", "Because {child} has paid for lessons"),
    ("causal", "Because {child} has stopped the wind"),
    ("character", "Because {giver} has asked for it loudly"),
)

_PREDICTION = asked(
    "What will {juggler} most likely do before the next show?",
    "Put something heavy into the hat",
    ("gust", "together"),
    ("object", "Throw all the coins into the air"),
    ("place", "Hang the hat high up on a lamp"),
    ("character", "Send {child} away from the place"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Whoever helps will make a friend",
    ("gust", "return", "together"),
    ("motive", "Money is best kept far away from children"),
    ("causal", "Juggling always brings bad weather"),
    ("character", "Artists should stay alone on stage"),
)


@template("windy-hat", "street", {"juggler": GROWN, "child": CHILD, "giver": ANYONE})
def windy_hat(teller: Teller) -> Story:
    """Coins, a gust, a chase, and two who juggle."""
    here, there = teller.shuffled(["market", "street"])
    stop = teller.choose(("letter_box", "waste_bin"))
    beats = [_juggle(teller, here), _pay(teller, here), _gust(here)]
    if teller.chance(0.7):
        beats.append(_chase(there))
    beats += [_grab(there, stop), _return(here)]
    if teller.chance(0.7):
        beats.append(_weigh(here))
    beats.append(_together(teller, here, beats[-1].makes["hat"]))
    return in_view(
        teller,
        teller.story(
            titled(
                "The Windy Hat",
                "風とぼうし",
                "Le chapeau au vent",
                "El sombrero al viento",
                "风中的帽子",
            ),
            beats,
            motive=[_MOTIVE],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("return", _keeps(there)),
        ),
    )


def _balls(teller: Teller, role: str, x: float) -> Thing:
    """Balls in the air above somebody."""
    scale = -top_of(teller.cast[role]) / 160
    return Thing("juggling", x, 0, "air", id=f"{role}'s balls", front=True, scale=scale)


def _juggle(teller: Teller, place: str) -> Beat:
    return Beat(
        "juggle",
        "{juggler} juggles three balls behind an empty hat.",
        Scene(
            place,
            (Actor("juggler", -40, "shrug", "happy", "front"),),
            (_balls(teller, "juggler", -40), Thing("coin_hat", 75, 8, "empty", "hat", front=True)),
        ),
        {"hat": "empty", "balls": "air"},
        {"show": "on"},
        "juggler",
        "cheerful",
    )


def _pay(teller: Teller, place: str) -> Beat:
    return Beat(
        "pay",
        "{giver} throws another coin into the full hat, and {juggler} goes on juggling.",
        Scene(
            place,
            (
                Actor("juggler", -80, "shrug", "smile", "front"),
                Actor("giver", 150, "hold_out", "smile", "left", holds=("coin", "")),
            ),
            (_balls(teller, "juggler", -80), Thing("coin_hat", 45, 8, "full", "hat", front=True)),
            (sound("hat", "CLINK", "チャリン", "CLING", "CLIN", "叮当"),),
        ),
        {"hat": "empty", "balls": "air", "show": "on"},
        {"hat": "full"},
        "giver",
        "generous",
    )


def _gust(place: str) -> Beat:
    return Beat(
        "gust",
        "A gust carries the hat and its coins off, and {juggler}'s balls lie on the ground.",
        Scene(
            place,
            (Actor("juggler", -110, "reach_out", "surprised", "right"),),
            (
                Thing("juggling", -70, 14, "ground", "balls", front=True),
                Thing("flying_hat", 105, -150, "", "hat"),
            ),
            (
                says(
                    "juggler",
                    "My hat!",
                    "ぼうしが！",
                    "Mon chapeau !",
                    "¡Mi sombrero!",
                    "我的帽子！",
                    "shout",
                ),
            ),
            weather="wind",
            motion=("hat",),
        ),
        {"hat": "full", "balls": "air"},
        {"hat": "flying", "balls": "ground"},
        "juggler",
        "shocked",
    )


def _chase(place: str) -> Beat:
    return Beat(
        "chase",
        "{child} runs after the flying hat as fast as {child.she} can.",
        Scene(
            place,
            (Actor("child", -90, "run", "effort", "right"),),
            (Thing("flying_hat", 75, -140, "", "hat"),),
            shot="wide",
            weather="wind",
            motion=("child",),
        ),
        {"hat": "flying", "child": "far"},
        {"child": "running"},
        "child",
        "eager",
    )


def _grab(place: str, stop: str) -> Beat:
    state, called, high = {
        "letter_box": ("", "a letter box", -124),
        "waste_bin": ("empty", "a waste bin", -64),
    }[stop]
    return Beat(
        "grab",
        f"The hat has come to rest on {called}, and {{child}} reaches for it.",
        Scene(
            place,
            (Actor("child", -75, "reach_out", "happy", "right"),),
            (Thing(stop, 30, 0, state), Thing("coin_hat", 30, high, "full", "hat", front=True)),
            (says("child", "Got it!", "つかまえた！", "Je l'ai !", "¡Ya lo tengo!", "抓到了！"),),
        ),
        {"hat": "flying"},
        {"hat": "caught"},
        "child",
        "happy",
    )


def _return(place: str) -> Beat:
    return Beat(
        "return",
        "{child} hands the hat to {juggler}, whose balls still lie on the ground.",
        Scene(
            place,
            (
                Actor("child", -95, "hold_out", "smile", "right", holds=("coin_hat", "full")),
                Actor("juggler", 75, "cheer", "happy", "left"),
            ),
            (Thing("juggling", 70, 14, "ground", "balls", front=True),),
            (
                says(
                    "juggler",
                    "Thank you, {child}!",
                    "{child}、ありがとう！",
                    "Merci, {child} !",
                    "¡Gracias, {child}!",
                    "{child}，谢谢你！",
                ),
            ),
        ),
        {"hat": "caught", "balls": "ground"},
        {"hat": "back"},
        "child",
        "helpful",
    )


def _keeps(place: str) -> Beat:
    return Beat(
        "return",
        "{child} sneaks away with the hat full of coins.",
        Scene(
            place,
            (Actor("child", 0, "sneak", "smug", "right", holds=("coin_hat", "full")),),
        ),
        {"hat": "caught"},
        {"hat": "stolen"},
        "child",
        "smug",
    )


def _weigh(place: str) -> Beat:
    return Beat(
        "weigh",
        "{juggler} crouches by the hat, in which there is a big stone; the balls lie about.",
        Scene(
            place,
            (Actor("juggler", -80, "crouch", "smug", "right"),),
            (
                Thing("coin_hat", 15, 4, "stone", "hat", front=True),
                Thing("juggling", 130, 10, "ground", "balls", front=True),
            ),
        ),
        {"hat": "back", "balls": "ground"},
        {"hat": "weighed"},
        "juggler",
        "clever",
    )


def _together(teller: Teller, place: str, before: str) -> Beat:
    return Beat(
        "together",
        "{juggler} and {child} juggle side by side behind the hat with the stone in it.",
        Scene(
            place,
            (
                Actor("juggler", -115, "shrug", "happy", "front"),
                Actor("child", 110, "shrug", "happy", "front"),
            ),
            (
                _balls(teller, "juggler", -115),
                _balls(teller, "child", 110),
                Thing("coin_hat", 0, 10, "stone", "hat", front=True),
            ),
            shot="wide",
        ),
        {"hat": before, "balls": "ground"},
        {"hat": "safe", "balls": "air"},
        "juggler",
        "happy",
    )
