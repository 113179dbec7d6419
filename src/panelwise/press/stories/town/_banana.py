"""A street story of a banana skin and of what flies when somebody slips on it."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing
from panelwise.press._story import Asked, Beat, Story
from panelwise.press._teller import ANYONE, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, sound, titled, top_of

_LOADS = {"ice_cream": "full", "cream_cake": "whole", "paint_pot": "full"}
_CALLED = {"ice_cream": "ice cream", "cream_cake": "cream cake", "paint_pot": "paint pot"}


_PREDICTION = asked(
    "What will {eater} most likely do with {eater.her} next banana skin?",
    "{eater.she} will carry it to a waste bin",
    ("drop", "splat"),
    ("causal", "{eater.she} will lay it in {walker}'s way"),
    ("motive", "{eater.she} will throw it onto the roof"),
    ("object", "{eater.she} will eat it with the fruit"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Whoever is careless will be the one to slip",
    ("drop", "slip", "splat"),
    ("motive", "A good breakfast makes people friendly"),
    ("character", "Strangers in the street are always dangerous"),
    ("causal", "Whoever walks slowly never has bad luck"),
)


@template("banana-skin", "street", {"eater": ANYONE, "walker": ANYONE})
def banana_skin(teller: Teller) -> Story:
    """Somebody drops a banana skin, somebody slips on it, and what flies lands on the first."""
    place = teller.choose(("street", "market"))
    load = teller.choose(tuple(_LOADS))
    beats = [_eat(place), _drop(place)]
    if teller.chance(0.6):
        beats.append(_come(place, load))
    beats += [_slip(place, load), _splat(teller, place, load)]
    if teller.chance(0.6):
        beats.append(_tidy(teller, place, load))
    return in_view(
        teller,
        teller.story(
            titled(
                "The Banana Skin",
                "バナナの皮",
                "La peau de banane",
                "La cáscara de plátano",
                "香蕉皮",
            ),
            beats,
            motive=[_why_fly(load)],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("slip", _step_over(place, load)),
        ),
    )


def _why_fly(load: str) -> Asked:
    thing = _CALLED[load]
    return asked(
        f"Why does {{walker}} let go of the {thing}?",
        "Because {walker.she} loses {walker.her} footing on the skin",
        ("slip",),
        ("motive", "Because {walker.she} wants to play a trick on {eater}"),
        ("causal", "Because {eater} comes running and bumps into {walker.them}"),
        ("feeling", "Because {walker.she} is happy and waves to a friend"),
    )


def _eat(place: str) -> Beat:
    return Beat(
        "eat",
        "{eater} stands still and eats a half-peeled banana with pleasure.",
        Scene(
            place,
            (Actor("eater", 0, "eat", "eating", "front", holds=("banana", "bitten")),),
            lines=(says("eater", "Yum!", "おいしい！", "Miam !", "¡Qué rico!", "真好吃！"),),
            shot="medium",
        ),
        {"banana": "fruit"},
        {"banana": "bitten"},
        "eater",
        "content",
    )


def _drop(place: str) -> Beat:
    return Beat(
        "drop",
        "{eater} walks on with empty hands and lets the banana skin drop behind {eater.them}.",
        Scene(
            place,
            (Actor("eater", -70, "walk", "smug", "left"),),
            (Thing("banana", 60, -62, "skin", turn=-25),),
            motion=("banana",),
        ),
        {"banana": "bitten"},
        {"banana": "ground"},
        "eater",
        "careless",
    )


def _come(place: str, load: str) -> Beat:
    return Beat(
        "come",
        f"{{walker}} comes along with a {_CALLED[load]} and does not see the skin on the ground.",
        Scene(
            place,
            (Actor("walker", 90, "walk", "happy", "left", holds=(load, _LOADS[load])),),
            (Thing("banana", -50, 4, "skin", front=True),),
            shot="wide",
        ),
        {"banana": "ground", "load": "whole", "walker": "upright"},
        {"walker": "coming"},
        "walker",
        "cheerful",
    )


def _slip(place: str, load: str) -> Beat:
    return Beat(
        "slip",
        f"{{walker}} slips on the banana skin, and the {_CALLED[load]} flies through the air.",
        Scene(
            place,
            (Actor("walker", 40, "slip", "scared", "left"),),
            (
                Thing("banana", -8, 6, "skin", front=True),
                Thing(load, -75, -175, _LOADS[load], id="load", turn=-50),
            ),
            (says("walker", "Whoa!", "うわあ！", "Ouh là !", "¡Ay, ay!", "哎呀！", "shout"),),
            motion=("load", "walker"),
        ),
        {"banana": "ground", "load": "whole", "walker": "coming"},
        {"load": "flying"},
        "walker",
        "scared",
    )


def _step_over(place: str, load: str) -> Beat:
    return Beat(
        "slip",
        f"{{walker}} jumps over the banana skin and keeps the {_CALLED[load]} safe.",
        Scene(
            place,
            (Actor("walker", 0, "jump", "smug", "left", -30, holds=(load, _LOADS[load])),),
            (Thing("banana", 0, 6, "skin", front=True),),
            motion=("walker",),
        ),
        {"banana": "ground", "load": "whole", "walker": "coming"},
        {"load": "safe"},
        "walker",
        "proud",
    )


def _hat(teller: Teller, load: str, x: float) -> Thing:
    return Thing(load, x, top_of(teller.cast["eater"]) + 8, "hat", id="load", front=True)


def _splat(teller: Teller, place: str, load: str) -> Beat:
    return Beat(
        "splat",
        f"The {_CALLED[load]} lands on {{eater}}'s head, and {{walker}} sits on the ground.",
        Scene(
            place,
            (
                Actor("eater", -85, "stand", "dizzy", "front"),
                Actor("walker", 75, "sit_floor", "surprised", "left"),
            ),
            (_hat(teller, load, -85), Thing("banana", 150, 4, "skin")),
            (sound("load", "SPLAT!", "ベチャッ", "PLAF !", "¡PLAF!", "啪！"),),
        ),
        {"load": "flying", "banana": "ground"},
        {"load": "head"},
        "eater",
        "shocked",
    )


def _tidy(teller: Teller, place: str, load: str) -> Beat:
    return Beat(
        "tidy",
        f"{{eater}}, the {_CALLED[load]} on {{eater.her}} head, drops the skin into a waste bin.",
        Scene(
            place,
            (Actor("eater", -40, "reach_out", "embarrassed", "right"),),
            (_hat(teller, load, -40), Thing("waste_bin", 62, 0, "peel", id="bin")),
            (
                says(
                    "eater",
                    "That is where it belongs.",
                    "ゴミはゴミばこに。",
                    "Voilà sa place.",
                    "Aquí va la basura.",
                    "垃圾应该进垃圾桶。",
                ),
            ),
        ),
        {"banana": "ground", "load": "head"},
        {"banana": "bin"},
        "eater",
        "embarrassed",
    )
