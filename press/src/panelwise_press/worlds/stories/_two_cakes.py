"""Two people carry cakes and say for whom; one of them falls.

For whom the cake was follows from what its bearer has said: it takes two panels. Snow that
lies deeper and deeper shows the order.
"""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateStory
from panelwise_press._template import GROWN
from panelwise_press._translations import Translations
from panelwise_press.stories import says
from panelwise_press.worlds._open_questions import OpenWorldQuestion
from panelwise_press.worlds._pools import named_pool, paired
from panelwise_press.worlds._variables import Variable
from panelwise_press.worlds._world_template import WorldBuilder, world_template
from panelwise_press.worlds.stories._stages import NOT_YET, in_stages

_ROLES = {"a": GROWN, "b": GROWN}
_WORDS = Translations(__name__, "two_cakes.toml", _ROLES)
_PEOPLE = tuple(named_pool("relations"))
_VARIABLES = (Variable("unlucky", ("a", "b")), Variable("whom", _PEOPLE))
_SNOW = (NOT_YET, "patches", "cover", "drifts")
_OPEN = (
    OpenWorldQuestion("whom", _WORDS["ask"], "whom", "relations", ("show", "slip"), "who", "exact"),
)


@world_template("two-cakes", "street", _ROLES, _VARIABLES, (), _WORDS, _OPEN)
def two_cakes(builder: WorldBuilder) -> TemplateStory:
    """Shown, carried and dropped."""
    other = paired(_PEOPLE, builder.rng)[builder["whom"]]
    whom = {"a": other, "b": other} | {builder["unlucky"]: builder["whom"]}
    beats = [_show(whom), _walk(), _slip(builder), _sad(builder)]
    beats = in_stages(beats, "lying_snow", _SNOW, {}, (0, 0, 1))
    return builder.story(_WORDS["title"], beats)


def _show(whom: dict[str, str]) -> Beat:
    return Beat(
        "show",
        f"{{a}} has a cake for this person: {whom['a']}, and {{b}} for this one: {whom['b']}.",
        Scene(
            "street",
            (
                Actor("a", -130, "hold_out", "smile", "right", holds=("cream_cake", "whole")),
                Actor("b", 130, "hold_out", "smile", "left", holds=("cream_cake", "whole")),
            ),
            (),
            tuple(says(role, _WORDS[f"for_{whom[role]}"]) for role in "ab"),
            shot="wide",
            weather="snow",
        ),
        {"cakes": "whole"},
    )


def _walk() -> Beat:
    return Beat(
        "walk",
        "{a} and {b} walk through the snow with their cakes.",
        Scene(
            "street",
            (
                Actor("a", -110, "walk", "happy", "right", holds=("cream_cake", "whole")),
                Actor("b", 70, "walk", "happy", "right", holds=("cream_cake", "whole")),
            ),
            shot="wide",
            focus=("a", "b"),
            weather="snow",
        ),
        {"cakes": "whole"},
    )


def _slip(builder: WorldBuilder) -> Beat:
    unlucky = builder["unlucky"]
    return Beat(
        "slip",
        f"{{{unlucky}}} slips, and the cake falls upside down.",
        Scene(
            "street",
            (Actor(unlucky, -40, "slip", "surprised", "right"),),
            (Thing("cream_cake", 95, 0, "hat", id="cake"),),
            (says(unlucky, _WORDS["oh"]),),
            focus=(unlucky, "cake"),
            weather="snow",
        ),
        {},
        {"cakes": "one fallen"},
        unlucky,
        "shocked",
    )


def _sad(builder: WorldBuilder) -> Beat:
    unlucky = builder["unlucky"]
    return Beat(
        "sad",
        f"{{{unlucky}}} sits next to the fallen cake and cries.",
        Scene(
            "street",
            (Actor(unlucky, -40, "sit_floor", "crying", "right"),),
            (Thing("cream_cake", 75, 0, "hat", id="cake"),),
            focus=(unlucky, "cake"),
            weather="snow",
        ),
        {"cakes": "one fallen"},
        {},
        unlucky,
        "sad",
    )
