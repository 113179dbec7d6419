"""A street story of a banana skin and of what flies when somebody slips on it."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, sound, wrongs
from panelwise_press.stories.town._view import in_view, top_of

_ROLES = {"eater": ANYONE, "walker": ANYONE}
_WORDS = Translations(__name__, "banana.toml", _ROLES)

_LOADS = {"ice_cream": "full", "cream_cake": "whole", "paint_pot": "full"}
_CALLED = {"ice_cream": "ice cream", "cream_cake": "cream cake", "paint_pot": "paint pot"}
_A_LOAD = {"ice_cream": "an ice cream", "cream_cake": "a cream cake", "paint_pot": "a paint pot"}


@template("banana-skin", "street", _ROLES)
def banana_skin(builder: StoryBuilder) -> TemplateStory:
    """Somebody drops a banana skin, somebody slips on it, and what flies lands on the first."""
    place = builder.choose(("street", "market"))
    load = builder.choose(tuple(_LOADS))
    beats = [_eat(place), _drop(place)]
    if builder.chance(0.6):
        beats.append(_come(place, load))
    beats += [_slip(place, load), _splat(builder, place, load)]
    if builder.chance(0.6):
        beats.append(_tidy(builder, place, load))
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_why_fly(load)],
            prediction=[_what_follows(load)],
            meaning=[_meaning(load)],
            otherwise=("slip", _step_over(place, load)),
            instead=_instead(load),
        ),
    )


def _why_fly(load: str) -> TemplateQuestion:
    return asked(
        f"Why does {{walker}} let go of the {_CALLED[load]}?",
        "Because {walker.her} foot slides on the banana skin",
        ("slip",),
        ("motive", "Because {walker.she} throws it at {eater} on purpose"),
        ("causal", "Because {eater} comes running and bumps into {walker.them}"),
        ("character", "Because {eater} slides on the skin and pulls at {walker.them}"),
        ("place", f"Because {{eater}} comes and grabs the {_CALLED[load]}"),
        ("character", "Because {eater} pushes {walker.them} from behind"),
        ("object", f"Because {{eater}} wants the {_CALLED[load]} and pulls at it"),
    )


def _what_follows(load: str) -> TemplateQuestion:
    thing = _CALLED[load]
    return asked(
        "What will {eater} most likely do right after the last panel?",
        f"Take the {thing} off {{eater.her}} own head",
        ("splat",),
        ("character", f"Take the {thing} off {{walker}}'s head"),
        ("object", "Take the banana skin off {eater.her} own head"),
        ("place", f"Pick the {thing} up from the ground"),
        ("causal", f"Step over the fallen {thing}"),
        ("place", f"Pick the {thing} up right by {{walker}}'s feet"),
        ("character", f"Pick {{walker}}'s {thing} out of a puddle"),
        ("object", f"Pick the {thing} out of a bin"),
    )


def _meaning(load: str) -> TemplateQuestion:
    thing = _A_LOAD[load]
    return asked(
        "Which sentence sums up the story best?",
        f"{{eater}} carelessly litters the ground and ends up with {thing} on {{eater.her}} head.",
        ("drop", "slip", "splat"),
        (
            "character",
            "{walker} carelessly litters the ground and falls over {walker.her} own banana skin.",
        ),
        ("motive", f"{{eater}} lays a trap for {{walker}} and walks off with {thing} as a prize."),
        (
            "causal",
            f"{{eater}} warns {{walker}} in time, saves {{walker.them}} from a fall and is given"
            f" {thing} as thanks.",
        ),
        ("object", f"{{eater}} picks up the litter and is given {thing} as thanks."),
        ("character", f"{{walker}} saves {{eater}} from a fall and is given {thing} as thanks."),
        (
            "place",
            f"{{eater}} warns {{walker}} in time, saves {{walker.them}} from the"
            f" traffic on the road and is given {thing}.",
        ),
        ("feeling", "{eater} warns {walker} in time, picks up the skin and makes a new friend."),
    )


def _instead(load: str) -> dict[str, tuple[WrongAnswer, ...]]:
    """Refuted by whose head the load lies on, who sits, and the skin that still lies about."""
    thing = _CALLED[load]
    return {
        "slip": wrongs(
            (
                "object",
                f"{{walker}} slips on the banana skin and holds the {thing} fast in both hands.",
            ),
            (
                "character",
                f"{{eater}} slips on the banana skin, and {{walker}} walks past with the {thing}.",
            ),
            ("causal", "{walker} picks the banana skin up from the ground and takes it away."),
            ("motive", f"{{walker}} stops in front of the banana skin and eats up the {thing}.")
            if load != "paint_pot"
            else ("motive", "{eater} turns back and takes the banana skin out of {walker}'s way."),
            (
                "place",
                f"{{walker}} slips on the banana skin, and the {thing} drops into the road behind.",
            ),
        ),
        "splat": wrongs(
            (
                "character",
                f"The {thing} lands upside down on {{walker}}'s head, and {{eater}} walks away.",
            ),
            (
                "place",
                f"The {thing} lands on the ground in front of {{eater}}, who steps round it.",
            ),
            ("causal", f"{{eater}} catches the {thing} and hands it back to {{walker}} unharmed."),
            (
                "object",
                "The banana skin flies up and lands on {eater}'s head, and {walker} stays on"
                " {walker.her} feet.",
            ),
        ),
    }


def _eat(place: str) -> Beat:
    return Beat(
        "eat",
        "{eater} bites into a half-peeled banana and enjoys it with closed eyes.",
        Scene(
            place,
            (Actor("eater", 0, "eat", "eating", "front", holds=("banana", "bitten")),),
            lines=(says("eater", _WORDS["eat"]),),
            shot="medium",
        ),
        {"banana": "whole"},
        {"banana": "bitten"},
        "eater",
        "content",
    )


def _drop(place: str) -> Beat:
    return Beat(
        "drop",
        "{eater} walks on and carelessly lets the banana skin drop behind {eater.them}.",
        Scene(
            place,
            (Actor("eater", -70, "walk", "smug", "left"),),
            (Thing("banana", 60, -62, "skin", turn=-25),),
            motion=("banana",),
        ),
        {"banana": "bitten"},
        {"banana": "on the ground"},
        "eater",
        "careless",
    )


def _come(place: str, load: str) -> Beat:
    return Beat(
        "come",
        f"{{walker}} comes along with {_A_LOAD[load]} towards the banana skin on the ground.",
        Scene(
            place,
            (Actor("walker", 90, "walk", "happy", "left", holds=(load, _LOADS[load])),),
            (Thing("banana", -50, 4, "skin", front=True),),
            shot="wide",
        ),
        {"banana": "on the ground", load: "safe and sound", "walker.at": "far"},
        {"walker.at": "near"},
        "walker",
        "cheerful",
    )


def _slip(place: str, load: str) -> Beat:
    return Beat(
        "slip",
        f"{{walker}} slips on the banana skin, and {{walker.her}} {_CALLED[load]} flies through"
        " the air.",
        Scene(
            place,
            (Actor("walker", 40, "slip", "scared", "left"),),
            (
                Thing("banana", -8, 6, "skin", front=True),
                Thing(load, -75, -175, _LOADS[load], id="load", turn=-50),
            ),
            (says("walker", _WORDS["slip"], "shout"),),
            motion=("load", "walker"),
        ),
        {"banana": "on the ground", load: "safe and sound", "walker.at": "near"},
        {load: "in the air"},
        "walker",
        "scared",
    )


def _step_over(place: str, load: str) -> Beat:
    return Beat(
        "slip",
        f"{{walker}} jumps over the banana skin and keeps hold of the {_CALLED[load]}.",
        Scene(
            place,
            (Actor("walker", 0, "jump", "smug", "left", -30, holds=(load, _LOADS[load])),),
            (Thing("banana", 0, 6, "skin", front=True),),
            motion=("walker",),
        ),
        {"banana": "on the ground", load: "safe and sound", "walker.at": "near"},
        {load: "in both hands"},
        "walker",
        "proud",
    )


def _hat(builder: StoryBuilder, load: str, x: float) -> Thing:
    return Thing(load, x, top_of(builder.cast["eater"]) + 8, "hat", id="load", front=True)


def _splat(builder: StoryBuilder, place: str, load: str) -> Beat:
    return Beat(
        "splat",
        f"The {_CALLED[load]} lands upside down on {{eater}}'s head, and {{walker}} sits on the"
        " ground.",
        Scene(
            place,
            (
                Actor("eater", -85, "stand", "dizzy", "front"),
                Actor("walker", 75, "sit_floor", "surprised", "left"),
            ),
            (_hat(builder, load, -85), Thing("banana", 150, 4, "skin")),
            (sound("load", _WORDS["splat"]),),
        ),
        {load: "in the air", "banana": "on the ground"},
        {load: "on a head"},
        "eater",
        "shocked",
    )


def _tidy(builder: StoryBuilder, place: str, load: str) -> Beat:
    return Beat(
        "tidy",
        f"{{eater}}, the {_CALLED[load]} on {{eater.her}} head, drops the banana skin into a"
        " waste bin.",
        Scene(
            place,
            (Actor("eater", -40, "reach_out", "embarrassed", "right"),),
            (_hat(builder, load, -40), Thing("waste_bin", 62, 0, "peel", id="bin")),
            (says("eater", _WORDS["tidy"]),),
        ),
        {"banana": "on the ground", load: "on a head"},
        {"banana": "in a waste bin"},
        "eater",
        "embarrassed",
    )
