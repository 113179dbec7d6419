"""In the garden: what grows, and who is up the tree."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, Teller, template

_SUNFLOWER_MOTIVE = Asked(
    "Why does {gardener} pour out the can?",
    "To help a small plant to grow.",
    (
        WrongAnswer("To wash the mud off the fence.", "object"),
        WrongAnswer("To drive a cat from the lawn.", "motive"),
        WrongAnswer("To put out a fire in the bed.", "causal"),
    ),
    ("sprout",),
)

_SUNFLOWER_PREDICTION = Asked(
    "What may {gardener} well do next spring?",
    "Sow new seeds in the same bed.",
    (
        WrongAnswer("Plant an old boot in the bed.", "object"),
        WrongAnswer("Cut down the tree for a boat.", "causal"),
        WrongAnswer("Paint all of the fence black.", "place"),
    ),
    ("bloom",),
)

_SUNFLOWER_MEANING = Asked(
    "What does this story say?",
    "The greatest of flowers always begins as a small seed.",
    (
        WrongAnswer("Whoever is tall has less to fear than whoever is small.", "character"),
        WrongAnswer("What is left entirely to itself will grow the fastest.", "causal"),
        WrongAnswer("Flowers are happiest in the rooms of a warm, dry house.", "place"),
    ),
    ("sprout", "bloom"),
)


@template("sunflower", "garden", {"gardener": ANYONE})
def sunflower(t: Teller) -> Story:
    """Seed, sprout, stalk, bloom."""
    can = ("watering_can", "pouring")
    rain = t.chance()
    skip = t.choose(("none", "none", "stalk"))
    hole = _sunflower_sow(t)
    sprout = _sunflower_sprout(t, can)
    stalk = _sunflower_stalk(rain)
    bloom = _sunflower_bloom(t, skip)
    return t.story(
        words("The sunflower", "ひまわり", "Le tournesol", "El girasol", "向日葵"),
        [
            hole,
            sprout,
            *([stalk] if skip == "none" else []),
            bloom,
        ],
        motive=[_SUNFLOWER_MOTIVE],
        prediction=[_SUNFLOWER_PREDICTION],
        meaning=[_SUNFLOWER_MEANING],
        otherwise=(
            "bloom",
            _sunflower_withered(skip),
        ),
    )


def _sunflower_sow(t: Teller) -> Beat:
    return Beat(
        "sow",
        "{gardener} crouches over a small dark hole in a bare bed of soil.",
        Scene(
            "flower_garden",
            (Actor("gardener", -80, "crouch", "smile", "right"),),
            (Thing("sunflower", 30, state="hole"),),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"plant": "a seed"},
        makes={"plant": "in the soil"},
        actor="gardener",
    )


def _sunflower_sprout(t: Teller, can: tuple[str, str]) -> Beat:
    return Beat(
        "sprout",
        "{gardener} waters a tiny sprout with two leaves.",
        Scene(
            "flower_garden",
            (Actor("gardener", -95, "hold_out", "smile", "right", holds=can),),
            (Thing("sunflower", 30, state="sprout"),),
            (
                Line(
                    words(
                        "Drink, little one!",
                        "たくさん のんでね！",
                        "Bois, petite !",
                        "¡Bebe, pequeña!",
                        "多喝点水哦！",
                    ),
                    speaker="gardener",
                ),
            ),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"plant": "in the soil"},
        makes={"plant": "a sprout"},
        actor="gardener",
        feeling="content",
    )


def _sunflower_stalk(rain: bool) -> Beat:
    return Beat(
        "stalk",
        "Beside {gardener} stands a green stalk with a closed bud, as tall as a child.",
        Scene(
            "flower_garden",
            (Actor("gardener", -90, "think", "surprised", "right", wet=rain),),
            (Thing("sunflower", 40, state="stalk"),),
            shot="wide",
            weather="rain" if rain else "clear",
        ),
        needs={"plant": "a sprout"},
        makes={"plant": "a stalk with a bud"},
        actor="gardener",
        feeling="surprised",
    )


def _sunflower_bloom(t: Teller, skip: str) -> Beat:
    return Beat(
        "bloom",
        "{gardener} cheers under a huge sunflower in full bloom.",
        Scene(
            "flower_garden",
            (Actor("gardener", -90, "cheer", "happy", "right"),),
            (Thing("sunflower", 40, state="bloom"),),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"plant": "a stalk with a bud" if skip == "none" else "a sprout"},
        makes={"plant": "in bloom"},
        actor="gardener",
        feeling="happy",
    )


def _sunflower_withered(skip: str) -> Beat:
    return Beat(
        "withered",
        "{gardener} weeps beside a bare bed with a small hole in it.",
        Scene(
            "flower_garden",
            (Actor("gardener", -90, "cover_face", "crying", "right"),),
            (Thing("sunflower", 40, state="hole"),),
        ),
        needs={"plant": "a stalk with a bud" if skip == "none" else "a sprout"},
        makes={"plant": "gone"},
        actor="gardener",
        feeling="sad",
    )


_CAT_IN_TREE_MOTIVE = Asked(
    "Why does {climber} go up the ladder?",
    "To bring the cat down from there.",
    (
        WrongAnswer("To pick apples for the evening.", "object"),
        WrongAnswer("To saw off a branch of the tree.", "causal"),
        WrongAnswer("To hide from {helper} in a game.", "motive"),
    ),
    ("spot", "climb"),
)

_CAT_IN_TREE_PREDICTION = Asked(
    "What will {climber} most likely do when the cat sits in a tree once more?",
    "Sit beside the tree for a bit.",
    (
        WrongAnswer("Climb up there without a ladder.", "causal"),
        WrongAnswer("Fell the tree for its fine wood.", "object"),
        WrongAnswer("Send {helper} up to the branch.", "character"),
    ),
    ("stroll",),
)

_CAT_IN_TREE_MEANING = Asked(
    "What does this story say?",
    "Some helpers need more help than the cat does.",
    (
        WrongAnswer("Cats are thankful to those who climb for them.", "motive"),
        WrongAnswer("A good ladder never leaves anybody in trouble.", "object"),
        WrongAnswer("Whoever looks up often will find what was lost.", "place"),
    ),
    ("spot", "stroll"),
)


@template("cat-in-tree", "garden", {"climber": ANYONE, "helper": CHILD})
def cat_in_tree(t: Teller) -> Story:
    """A cat up a tree, a ladder, a fall of the ladder, a cat that walks off by itself."""
    tree_x = 60
    # Hands of one who hangs are higher above the feet of a grown-up; the branch stays where it is.
    hanging = -80 if t.cast["climber"].look.age == "child" else -16
    ladder = Thing("wooden_ladder", -40, state="up", scale=1.3)
    fallen = Thing("wooden_ladder", -120, state="fallen")
    spot = _cat_in_tree_spot(tree_x)
    climb = _cat_in_tree_climb(t, ladder, tree_x)
    drop = _cat_in_tree_drop(fallen, hanging, tree_x)
    stroll = _cat_in_tree_stroll(fallen, hanging, tree_x)
    stuck = _cat_in_tree_rescue()
    return t.story(
        words("Up the tree", "きの うえの ねこ", "Dans l'arbre", "En el árbol", "树上的猫"),
        [spot, climb, drop, stroll, *([stuck] if t.chance(0.6) else [])],
        motive=[_CAT_IN_TREE_MOTIVE],
        prediction=[_CAT_IN_TREE_PREDICTION],
        meaning=[_CAT_IN_TREE_MEANING],
        otherwise=(
            "drop",
            _cat_in_tree_saved(ladder, tree_x),
        ),
    )


def _cat_in_tree_spot(tree_x: int) -> Beat:
    return Beat(
        "spot",
        "{helper} points up at a cat that sits in the big tree; no ladder is there.",
        Scene(
            "flower_garden",
            (Actor("helper", -120, "point", "worried", "right"),),
            (Thing("old_tree", tree_x, state="cat", scale=1.45),),
            (
                Line(
                    words(
                        "Poor kitty!",
                        "ねこちゃんが！",
                        "Pauvre minou !",
                        "¡Pobre gatito!",
                        "可怜的猫咪！",
                    ),
                    speaker="helper",
                ),
            ),
            shot="wide",
        ),
        needs={"cat": "in the tree", "ladder": "not there"},
        makes={"alarm": "raised"},
        actor="helper",
        feeling="worried",
    )


def _cat_in_tree_climb(t: Teller, ladder: Thing, tree_x: int) -> Beat:
    return Beat(
        "climb",
        "{climber} climbs a ladder towards the cat in the tree.",
        Scene(
            "flower_garden",
            (
                Actor("climber", -50, "climb", "effort", "right", y=-70),
                *((Actor("helper", -170, "cheer", "happy", "right"),) if t.chance() else ()),
            ),
            (ladder, Thing("old_tree", tree_x, state="cat", scale=1.45)),
            shot="wide",
        ),
        needs={"cat": "in the tree", "ladder": "not there", "alarm": "raised"},
        makes={"ladder": "against the tree"},
        actor="climber",
    )


def _cat_in_tree_drop(fallen: Thing, hanging: int, tree_x: int) -> Beat:
    return Beat(
        "drop",
        "The ladder lies on the ground; {climber} hangs from the branch beside the cat.",
        Scene(
            "flower_garden",
            (Actor("climber", -50, "hang", "scared", "right", y=hanging),),
            (fallen, Thing("old_tree", tree_x, state="cat", scale=1.45)),
            (
                Line(
                    words("CRASH!", "ガシャン！", "BADABOUM !", "¡CATAPLÁN!", "哐当！"),
                    "sound",
                    at="wooden_ladder",
                ),
            ),
            shot="wide",
        ),
        needs={"cat": "in the tree", "ladder": "against the tree"},
        makes={"ladder": "fallen", "climber": "hanging"},
        actor="climber",
        feeling="scared",
    )


def _cat_in_tree_stroll(fallen: Thing, hanging: int, tree_x: int) -> Beat:
    return Beat(
        "stroll",
        "The cat strolls away over the lawn while {climber} still hangs from the branch.",
        Scene(
            "flower_garden",
            (Actor("climber", -50, "hang", "surprised", "right", y=hanging),),
            (
                Thing("old_tree", tree_x, state="plain", scale=1.45),
                Thing("house_cat", -200, 20, state="walking", front=True),
                fallen,
            ),
            (
                Line(
                    words("Really?", "えっ…？", "Sérieusement ?", "¿En serio?", "不会吧？"),
                    "thought",
                    "climber",
                ),
            ),
            shot="wide",
        ),
        needs={"cat": "in the tree", "ladder": "fallen", "climber": "hanging"},
        makes={"cat": "on the ground"},
        actor="climber",
        feeling="surprised",
    )


def _cat_in_tree_rescue() -> Beat:
    return Beat(
        "rescue",
        "{helper} laughs at {climber}, who sits on the grass by the cat and rubs sore limbs.",
        Scene(
            "flower_garden",
            (
                Actor("climber", -60, "sit_floor", "dizzy", "left", dirty=True),
                Actor("helper", 150, "point", "happy", "left"),
            ),
            (
                Thing("old_tree", 260, state="plain"),
                Thing("house_cat", -150, 0, state="sitting"),
                Thing("wooden_ladder", 60, state="fallen"),
            ),
            shot="wide",
        ),
        needs={"cat": "on the ground", "climber": "hanging", "ladder": "fallen"},
        makes={"climber": "on the ground"},
        actor="helper",
        feeling="happy",
    )


def _cat_in_tree_saved(ladder: Thing, tree_x: int) -> Beat:
    return Beat(
        "saved",
        "{climber} stands on the lawn by the ladder, the cat at {climber.her} feet.",
        Scene(
            "flower_garden",
            (Actor("climber", -120, "hands_on_hips", "happy", "right"),),
            (
                ladder,
                Thing("old_tree", tree_x, state="plain", scale=1.45),
                Thing("house_cat", -200, state="sitting"),
            ),
            shot="wide",
        ),
        needs={"cat": "in the tree", "ladder": "against the tree"},
        makes={"cat": "on the ground"},
        actor="climber",
        feeling="happy",
    )
