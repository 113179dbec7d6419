"""On the pier: what bites, what is pulled out, and who eats it."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Shot, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, Teller, template


def _angler(state: str, x: float = -40, expression: str = "smile") -> Actor:
    return Actor(
        "angler",
        x,
        "pull" if state == "taut" else "hold_out",
        expression,  # type: ignore[arg-type]
        "right",
        holds=("fishing_rod", state),
    )


def _bucket(state: str, x: float = -150) -> Thing:
    return Thing("fish_bucket", x, state=state)


_STOLEN_FISH_MOTIVE = Asked(
    "Why does {angler} shout at the sky?",
    "A bird is leaving with the catch of the day.",
    (
        WrongAnswer("A storm is coming up over the open sea.", "place"),
        WrongAnswer("A friend on a boat has not waved back.", "character"),
        WrongAnswer("A hat was blown away by a sudden wind.", "object"),
    ),
    ("stored", "robbed"),
)

_STOLEN_FISH_PREDICTION = Asked(
    "What is {angler} most likely to do after the last panel?",
    "Eat bread for supper, even so.",
    (
        WrongAnswer("Fry the big fish over a fire.", "causal"),
        WrongAnswer("Put the bones back on the line.", "object"),
        WrongAnswer("Thank the gull for all its help.", "motive"),
    ),
    ("bones",),
)

_STOLEN_FISH_MEANING = Asked(
    "What does this story say?",
    "Whoever is proud of the catch should watch it too.",
    (
        WrongAnswer("Whoever waits long enough is always rewarded twice.", "causal"),
        WrongAnswer("Animals remember those who were once kind to them.", "motive"),
        WrongAnswer("The best fish are caught far away from the shore.", "place"),
    ),
    ("stored", "robbed"),
)


@template("stolen-fish", "seaside", {"angler": ANYONE})
def stolen_fish(t: Teller) -> Story:
    """Waiting, a bite, a fish in the bucket, a gull, bones."""
    shots: list[Shot] = [t.choose(("wide", "medium")) for _ in range(3)]
    return t.story(
        words("A good catch", "いい えもの", "Une belle prise", "Una buena pesca", "好收获"),
        [
            _stolen_fish_wait(),
            _stolen_fish_bite(),
            _stolen_fish_landed(),
            _stolen_fish_stored(shots),
            _stolen_fish_robbed(),
            _stolen_fish_bones(shots),
        ],
        motive=[_STOLEN_FISH_MOTIVE],
        prediction=[_STOLEN_FISH_PREDICTION],
        meaning=[_STOLEN_FISH_MEANING],
        otherwise=(
            "landed",
            _stolen_fish_boot_instead(),
        ),
    )


def _stolen_fish_wait() -> Beat:
    return Beat(
        "wait",
        "{angler} waits with the line in quiet water, an empty bucket standing by.",
        Scene("pier", (_angler("slack"),), (_bucket("empty"),), shot="wide"),
        needs={"fish": "in the sea", "bucket": "empty"},
        makes={"line": "slack in the water"},
        actor="angler",
        feeling="content",
    )


def _stolen_fish_bite() -> Beat:
    return Beat(
        "bite",
        "{angler} leans back with all {angler.her} strength as the rod bends to the water.",
        Scene(
            "pier",
            (_angler("taut", expression="effort"),),
            (_bucket("empty"),),
            (
                Line(
                    words("A big one!", "おおきいぞ！", "Un gros !", "¡Uno grande!", "好大！"),
                    kind="shout",
                    speaker="angler",
                ),
            ),
            shot="wide",
        ),
        needs={"line": "slack in the water", "bucket": "empty", "fish": "in the sea"},
        makes={"line": "taut"},
        actor="angler",
        feeling="excited",
    )


def _stolen_fish_landed() -> Beat:
    return Beat(
        "landed",
        "{angler} cheers, a big dripping fish hanging from the line in the air.",
        Scene(
            "pier",
            (_angler("fish", expression="happy"),),
            (_bucket("empty"),),
            shot="wide",
        ),
        needs={"line": "taut", "bucket": "empty", "fish": "in the sea"},
        makes={"line": "out of the water", "fish": "on the line"},
        actor="angler",
        feeling="happy",
    )


def _stolen_fish_stored(shots: list[Shot]) -> Beat:
    return Beat(
        "stored",
        "The fish sticks out of the bucket while {angler} stretches with closed eyes.",
        Scene(
            "pier",
            (Actor("angler", -20, "hands_on_hips", "smug", "right"),),
            (_bucket("fish"),),
            shot=shots[0],
        ),
        needs={"fish": "on the line", "bucket": "empty"},
        makes={"bucket": "holding the fish", "fish": "in the bucket"},
        actor="angler",
        feeling="proud",
    )


def _stolen_fish_robbed() -> Beat:
    return Beat(
        "robbed",
        "A gull carries the fish off through the air; {angler} shouts after it.",
        Scene(
            "pier",
            (Actor("angler", -20, "reach_up", "angry", "right"),),
            (_bucket("empty"), Thing("gull", 110, -190, state="fish")),
            (
                Line(
                    words("Come back!", "まてー！", "Reviens !", "¡Vuelve!", "回来！"),
                    kind="shout",
                    speaker="angler",
                ),
            ),
            shot="wide",
            motion=("gull",),
        ),
        needs={"bucket": "holding the fish", "fish": "in the bucket"},
        makes={"bucket": "robbed", "fish": "carried off"},
        actor="angler",
        feeling="angry",
    )


def _stolen_fish_bones(shots: list[Shot]) -> Beat:
    return Beat(
        "bones",
        "{angler} stares at nothing but bones beside a fat gull that has fallen asleep.",
        Scene(
            "pier",
            (Actor("angler", -110, "stand", "sad", "right"),),
            (Thing("fish", -20, -12, state="bones"), Thing("gull", 40, -2, state="full")),
            shot=shots[1],
        ),
        needs={"fish": "carried off"},
        makes={"fish": "eaten to the bones"},
        actor="angler",
        feeling="sad",
    )


def _stolen_fish_boot_instead() -> Beat:
    return Beat(
        "boot-instead",
        "{angler} looks at an old boot that hangs dripping from the line.",
        Scene(
            "pier",
            (_angler("boot", expression="sad"),),
            (_bucket("empty"),),
            shot="wide",
        ),
        needs={"line": "taut", "bucket": "empty"},
        makes={"line": "a boot on it"},
        actor="angler",
        feeling="disappointed",
    )


_THE_BOOT_MOTIVE = Asked(
    "Why does {angler} keep what came out of the water?",
    "{angler.she} has thought of a use for it.",
    (
        WrongAnswer("{angler.she} lost it there last year.", "causal"),
        WrongAnswer("{angler.she} must pay for a new one.", "object"),
        WrongAnswer("{angler.she} wants to frighten a fish.", "motive"),
    ),
    ("idea", "planted"),
)

_THE_BOOT_PREDICTION = Asked(
    "What is most likely to happen after the last panel?",
    "{angler} fetches water for the old boot.",
    (
        WrongAnswer("{angler} wears the boot on a long walk.", "object"),
        WrongAnswer("{angler} throws the boot into the water.", "causal"),
        WrongAnswer("{angler} trades the boot for a big fish.", "motive"),
    ),
    ("planted",),
)

_THE_BOOT_MEANING = Asked(
    "What does this story say?",
    "Old things are never too old to become lovely.",
    (
        WrongAnswer("Only whoever rises early will bring home a fish.", "causal"),
        WrongAnswer("Old things belong in the water and nowhere else.", "object"),
        WrongAnswer("Whoever shares a rod will also share the supper.", "motive"),
    ),
    ("boot", "planted"),
)


@template("the-boot", "seaside", {"angler": ANYONE})
def the_boot(t: Teller) -> Story:
    """A bite, an old boot, a flower in the boot."""
    waiting = t.chance()
    begin = _the_boot_wait()
    return t.story(
        words("The boot", "ながぐつ", "La botte", "La bota", "一只旧靴子"),
        [
            *([begin] if waiting else []),
            _the_boot_bite(),
            _the_boot_boot(),
            _the_boot_idea(t),
            _the_boot_planted(t),
        ],
        motive=[_THE_BOOT_MOTIVE],
        prediction=[_THE_BOOT_PREDICTION],
        meaning=[_THE_BOOT_MEANING],
        otherwise=(
            "boot",
            _the_boot_fish_instead(),
        ),
    )


def _the_boot_wait() -> Beat:
    return Beat(
        "wait",
        "{angler} dreams with closed eyes, the line hanging slack in the water.",
        Scene("pier", (_angler("slack", expression="asleep"),), shot="wide"),
        needs={"boot": "in the sea"},
        makes={"line": "slack in the water"},
        actor="angler",
        feeling="content",
    )


def _the_boot_bite() -> Beat:
    return Beat(
        "bite",
        "{angler} pulls with clenched teeth; the rod is bent and water sprays up.",
        Scene(
            "pier",
            (_angler("taut", expression="effort"),),
            (),
            (
                Line(
                    words("TUG!", "グイッ！", "HOP !", "¡TIRA!", "拉！"),
                    "sound",
                    at="angler",
                ),
            ),
            shot="wide",
        ),
        needs={"line": "slack in the water", "boot": "in the sea"},
        makes={"line": "taut"},
        actor="angler",
        feeling="excited",
    )


def _the_boot_boot() -> Beat:
    return Beat(
        "boot",
        "{angler} pulls a face: on the line hangs an old boot.",
        Scene(
            "pier",
            (_angler("boot", expression="sad"),),
            (),
            (
                Line(
                    words(
                        "Not a fish.",
                        "さかなじゃない…",
                        "Pas un poisson.",
                        "No es un pez.",
                        "不是鱼啊……",
                    ),
                    speaker="angler",
                ),
            ),
            shot="wide",
        ),
        needs={"line": "taut", "boot": "in the sea"},
        makes={"line": "out of the water", "boot": "on the line"},
        actor="angler",
        feeling="disappointed",
    )


def _the_boot_idea(t: Teller) -> Beat:
    return Beat(
        "idea",
        "{angler} holds the wet boot in both arms, deep in thought.",
        Scene(
            t.choose(("pier", "beach")),
            (Actor("angler", 0, "carry", "thinking", "front", holds=("old_boot", "wet")),),
            shot="medium",
        ),
        needs={"boot": "on the line"},
        makes={"boot": "in the arms"},
        actor="angler",
    )


def _the_boot_planted(t: Teller) -> Beat:
    return Beat(
        "planted",
        "{angler} beams beside the boot, out of which a pink flower grows.",
        Scene(
            t.choose(("meadow", "party_room")),
            (Actor("angler", -70, "kneel", "happy", "right"),),
            (Thing("old_boot", 40, state="planted", scale=1.4),),
            shot=t.choose(("medium", "wide")),
        ),
        needs={"boot": "in the arms"},
        makes={"boot": "a flower pot"},
        actor="angler",
        feeling="happy",
    )


def _the_boot_fish_instead() -> Beat:
    return Beat(
        "fish-instead",
        "{angler} cheers: on the line hangs a big blue fish.",
        Scene("pier", (_angler("fish", expression="happy"),), shot="wide"),
        needs={"line": "taut"},
        makes={"line": "a fish on it"},
        actor="angler",
        feeling="happy",
    )
