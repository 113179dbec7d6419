"""The long street story: a lost toy is found, washed and searched for, until a poster joins it all.

Two threads run on their own, at the finder's and at the owner's, so their pictures may be in
many orders; what each thread shows, and the end, has one.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import CHILD, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import says, sound
from panelwise_press.stories.town._lost_toy_asked import (
    instead,
    meaning,
    on_waking_up,
    why_poster,
    why_wash,
)
from panelwise_press.stories.town._view import in_view

_ROLES = {"owner": CHILD, "finder": GROWN}
_WORDS = Translations(__name__, "lost_toy.toml", _ROLES)


@template("lost-toy", "street", _ROLES)
def lost_toy(builder: StoryBuilder) -> TemplateStory:
    """A toy falls from a school bag; mud, a tub, a line, a poster and a happy end."""
    toy = builder.choose(("bear", "rabbit"))
    car = builder.choose(("red", "teal", "purple", "white"))
    finders = [_splash(toy, car), _find(toy), _wash(toy), _dry(toy)]
    owners = [_miss(), _draw(toy, True)] if builder.chance(0.6) else [_draw(toy, False)]
    owners.append(_hang(toy))
    beats = [_lose(toy), *_woven(builder, finders, owners), _see(toy), _bring(toy)]
    if builder.chance(0.6):
        beats.append(_thank(toy))
    beats.append(_sleep(toy))
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[why_wash(toy), why_poster(toy)],
            prediction=[on_waking_up(toy)],
            meaning=[meaning(toy)],
            otherwise=("see", _walks_past(toy)),
            instead=instead(toy),
        ),
    )


def _woven(builder: StoryBuilder, first: list[Beat], second: list[Beat]) -> list[Beat]:
    """Two threads in turns, each in its own order."""
    turns = builder.shuffled([0] * len(first) + [1] * len(second))
    threads = iter(first), iter(second)
    return [next(threads[turn]) for turn in turns]


def _lose(toy: str) -> Beat:
    return Beat(
        "lose",
        f"{{owner}} runs off with an open school bag, and the clean toy {toy} falls out.",
        Scene(
            "street",
            (Actor("owner", -85, "run", "happy", "left", holds=("backpack", "empty")),),
            (Thing(f"toy_{toy}", 45, -26, "clean", id="toy", turn=35),),
            shot="wide",
            motion=("toy", "owner"),
        ),
        {"toy": "clean", "toy.at": "owner"},
        {"toy.at": "street", "bag.inside": "empty"},
        "owner",
        "carefree",
    )


def _splash(toy: str, car: str) -> Beat:
    return Beat(
        "splash",
        f"A car drives past and splashes mud over the toy {toy} lying in the street.",
        Scene(
            "street",
            (),
            (
                Thing("car", 70, -28, "driving", id="car", colour=car),
                Thing("mud_splash", -95, -8, "", id="splash"),
                Thing(f"toy_{toy}", -125, 12, "muddy", id="toy", front=True, turn=-30),
            ),
            (sound("splash", _WORDS["splash"]),),
            motion=("car",),
        ),
        {"toy": "clean", "toy.at": "street"},
        {"toy": "muddy"},
    )


def _find(toy: str) -> Beat:
    return Beat(
        "find",
        f"{{finder}} stands in the street with the lost toy {toy} in both hands and looks sad.",
        Scene(
            "street",
            (Actor("finder", 0, "hold_out", "sad", "right", holds=(f"toy_{toy}", "muddy")),),
            (),
            (says("finder", _WORDS["find"]),),
        ),
        {"toy.at": "street"},
        {"toy.at": "finder"},
        "finder",
        "sorry",
    )


def _wash(toy: str) -> Beat:
    return Beat(
        "wash",
        f"{{finder}} kneels on the lawn and scrubs the muddy toy {toy} in a tub of suds.",
        Scene(
            "back_lawn",
            (Actor("finder", -74, "kneel", "effort", "right"),),
            (
                Thing(f"toy_{toy}", 0, -20, "muddy", id="toy"),
                Thing("wash_tub", 0, 0, "suds", id="tub", front=True),
            ),
            (sound("tub", _WORDS["wash"]),),
        ),
        {"toy": "muddy", "toy.at": "finder"},
        {"toy": "washed", "tub": "full of suds"},
        "finder",
        "busy",
    )


def _dry(toy: str) -> Beat:
    return Beat(
        "dry",
        f"The wet toy {toy} hangs on the line to dry; {{finder}} smiles beside the tub of muddy"
        " water.",
        Scene(
            "back_lawn",
            (Actor("finder", -95, "hands_on_hips", "smile", "front"),),
            (
                Thing("clothes_line", 0, 0, ""),
                Thing(f"toy_{toy}", 15, -84, "wet", id="toy"),
                Thing("pegs", 15, -146, "", front=True),
                Thing("wash_tub", 92, 4, "brown", id="tub", front=True),
            ),
        ),
        {"toy": "washed", "toy.at": "finder", "tub": "full of suds"},
        {"tub": "full of muddy water"},
        "finder",
        "satisfied",
    )


def _miss() -> Beat:
    return Beat(
        "miss",
        "At home {owner} finds the school bag empty, kneels down before it and cries.",
        Scene(
            "child_room",
            (Actor("owner", -50, "kneel", "crying", "right"),),
            (Thing("backpack", 45, 0, "empty", id="bag", front=True),),
        ),
        {"bag.inside": "empty", "poster": "none"},
        {"loss.is": "known"},
        "owner",
        "sad",
    )


def _draw(toy: str, missed: bool) -> Beat:
    known = {"loss.is": "known"} if missed else {"bag.inside": "empty"}
    return Beat(
        "draw",
        f"At home {{owner}} holds up a poster with a picture of the lost toy {toy}.",
        Scene(
            "child_room",
            (Actor("owner", 0, "hold_out", "worried", "front", holds=("toy_poster", toy)),),
            (Thing("pencil", 92, -4, "long", scale=1.2, turn=70),),
        ),
        {**known, "poster": "none"},
        {"poster": "drawn"},
        "owner",
        "worried",
    )


def _hang(toy: str) -> Beat:
    return Beat(
        "hang",
        "{owner} reaches up and hangs the poster on a street lamp.",
        Scene(
            "street",
            (Actor("owner", -48, "reach_up", "worried", "right"),),
            (Thing("street_lamp", 10, 0, "off"), Thing("toy_poster", 10, -86, toy, front=True)),
            (says("owner", _WORDS["hang"]),),
        ),
        {"poster": "drawn"},
        {"poster": "hung"},
        "owner",
        "worried",
    )


def _see(toy: str) -> Beat:
    return Beat(
        "see",
        f"{{finder}}, the toy {toy} in hand, stares in surprise at the poster on the street lamp.",
        Scene(
            "street",
            (
                Actor(
                    "finder", -95, "hold_out", "surprised", "right", holds=(f"toy_{toy}", "clean")
                ),
            ),
            (Thing("street_lamp", 25, 0, "off"), Thing("toy_poster", 25, -86, toy, front=True)),
            (says("finder", _WORDS["see"]),),
        ),
        {"poster": "hung", "toy.at": "finder"},
        {"toy.at": "lamp"},
        "finder",
        "surprised",
    )


def _walks_past(toy: str) -> Beat:
    return Beat(
        "see",
        f"{{finder}} walks past the poster without a look and keeps the toy {toy}.",
        Scene(
            "street",
            (Actor("finder", 90, "walk", "smug", "right", holds=(f"toy_{toy}", "clean")),),
            (Thing("street_lamp", -20, 0, "off"), Thing("toy_poster", -20, -86, toy)),
        ),
        {"poster": "hung", "toy.at": "finder"},
        {"toy.at": "kept"},
        "finder",
        "indifferent",
    )


def _bring(toy: str) -> Beat:
    return Beat(
        "bring",
        f"At the front door {{finder}}, who has brought the poster too, holds out the toy {toy}"
        f" to {{owner}}.",
        Scene(
            "doorstep",
            (
                Actor("finder", -75, "hold_out", "smile", "right", holds=(f"toy_{toy}", "clean")),
                Actor("owner", 100, "cheer", "happy", "left"),
            ),
            (Thing("toy_poster", -130, 6, toy, front=True, scale=0.8),),
        ),
        {"toy.at": "lamp", "poster": "hung"},
        {"toy.at": "door", "poster": "taken down"},
        "finder",
        "friendly",
    )


def _thank(toy: str) -> Beat:
    return Beat(
        "thank",
        f"{{owner}} gives {{finder}} a cream cake at the door; the toy {toy} sits between them.",
        Scene(
            "doorstep",
            (
                Actor("owner", 95, "hold_out", "happy", "left", holds=("cream_cake", "whole")),
                Actor("finder", -95, "cheer", "happy", "right"),
            ),
            (Thing(f"toy_{toy}", 0, 8, "clean", id="toy", front=True),),
        ),
        {"toy.at": "door"},
        {"cake.at": "finder"},
        "owner",
        "grateful",
    )


def _sleep(toy: str) -> Beat:
    return Beat(
        "sleep",
        f"At night {{owner}} sleeps in bed under the poster, and the toy {toy} sits on the cover.",
        Scene(
            "child_room",
            (Actor("owner", -12, "lie", "asleep", "right", -46),),
            (
                Thing("child_bed", 0, 0, ""),
                Thing("bed_cover", 10, 0, "", front=True),
                Thing(f"toy_{toy}", 6, -66, "clean", id="toy", front=True),
                Thing("toy_poster", -30, -120, toy),
            ),
            time="night",
        ),
        {"toy.at": "door", "poster": "taken down"},
        {"toy.at": "bed"},
        "owner",
        "peaceful",
    )
