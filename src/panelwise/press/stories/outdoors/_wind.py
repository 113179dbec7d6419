"""What the wind does to kites and umbrellas."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, Teller, template

_KITE_MOTIVE = Asked(
    "Why is {climber} covered in dirt?",
    "From climbing the tree for the kite.",
    (
        WrongAnswer("From a fight with {flyer} on the hill.", "character"),
        WrongAnswer("From digging a hole for a young tree.", "object"),
        WrongAnswer("From rolling down the hill for a bet.", "motive"),
    ),
    ("caught", "down"),
)

_KITE_PREDICTION = Asked(
    "Where will {flyer} let the kite fly from now on?",
    "On a bare hill, far off the trees.",
    (
        WrongAnswer("Right beside the highest tree.", "place"),
        WrongAnswer("Inside the house, up the stairs.", "causal"),
        WrongAnswer("Nowhere, for it cannot be mended.", "object"),
    ),
    ("caught",),
)

_KITE_MEANING = Asked(
    "What does this story say?",
    "Old kites will fly again if somebody mends them.",
    (
        WrongAnswer("Whoever runs too fast loses sight of their friends.", "character"),
        WrongAnswer("New toys are better than those that were mended.", "object"),
        WrongAnswer("The wind always brings back whatever it has taken.", "causal"),
    ),
    ("caught", "mend"),
)


@template("kite", "weather", {"flyer": CHILD, "climber": ANYONE})
def kite(t: Teller) -> Story:
    """Whole, flying, caught, brought down torn, patched, flying with a patch."""
    stand = _kite_ready()
    fly = _kite_fly()
    caught = _kite_caught()
    down = _kite_down()
    mend = _kite_mend(t)
    again = _kite_soar(t)
    beats = [stand, fly, caught, down, mend, again]
    first, last = t.choose(((0, 6), (0, 6), (1, 6), (0, 5)))
    return t.story(
        words("The kite", "たこあげ", "Le cerf-volant", "La cometa", "风筝"),
        beats[first:last],
        motive=[_KITE_MOTIVE],
        prediction=[_KITE_PREDICTION],
        meaning=[_KITE_MEANING],
        otherwise=(
            "caught",
            _kite_gone(),
        ),
    )


def _kite_ready() -> Beat:
    return Beat(
        "ready",
        "{flyer} holds an unharmed kite in {flyer.her} hands on the hill.",
        Scene(
            "hill",
            (Actor("flyer", 0, "hold_out", "happy", "right", holds=("kite", "whole")),),
            shot="medium",
            weather="wind",
        ),
        needs={"kite": "whole, in the hands"},
        makes={"game": "begun"},
        actor="flyer",
        feeling="happy",
    )


def _kite_fly() -> Beat:
    return Beat(
        "fly",
        "{flyer} runs over the hill with an unharmed kite high in the air behind.",
        Scene(
            "hill",
            (Actor("flyer", -130, "run", "happy", "left"),),
            (Thing("kite", 110, -230, state="flying"),),
            shot="wide",
            weather="wind",
        ),
        needs={"kite": "whole, in the hands", "game": "begun"},
        makes={"kite": "whole, in the air"},
        actor="flyer",
        feeling="happy",
    )


def _kite_caught() -> Beat:
    return Beat(
        "caught",
        "The kite hangs torn in the crown of a tree; {flyer} cries below it.",
        Scene(
            "hill",
            (Actor("flyer", -140, "reach_up", "crying", "right"),),
            (Thing("old_tree", 60, state="kite"),),
            (
                Line(
                    words("My kite!", "たこが！", "Mon cerf-volant !", "¡Mi cometa!", "我的风筝！"),
                    "shout",
                    "flyer",
                ),
            ),
            shot="wide",
        ),
        needs={"kite": "whole, in the air"},
        makes={"kite": "torn, in the tree"},
        actor="flyer",
        feeling="sad",
    )


def _kite_down() -> Beat:
    return Beat(
        "down",
        "{climber} hands {flyer} the torn kite under the tree.",
        Scene(
            "hill",
            (
                Actor(
                    "climber", 20, "hold_out", "smile", "left", holds=("kite", "torn"), dirty=True
                ),
                Actor("flyer", -130, "reach_out", "sad", "right"),
            ),
            (Thing("old_tree", 150, state="plain"),),
            shot="wide",
        ),
        needs={"kite": "torn, in the tree"},
        makes={"kite": "torn, in the hands"},
        actor="climber",
    )


def _kite_mend(t: Teller) -> Beat:
    return Beat(
        "mend",
        "{flyer} raises a kite with a green patch and smiles; {climber} gives a wave.",
        Scene(
            t.choose(("flower_garden", "park_path")),
            (
                Actor("flyer", -70, "hold_out", "smile", "right", holds=("kite", "patched")),
                Actor("climber", 130, "wave", "happy", "left", dirty=True),
            ),
            shot="medium",
        ),
        needs={"kite": "torn, in the hands"},
        makes={"kite": "patched, in the hands"},
        actor="flyer",
        feeling="glad",
    )


def _kite_soar(t: Teller) -> Beat:
    return Beat(
        "soar",
        "High above {flyer} and {climber} flies a kite with a green patch.",
        Scene(
            "hill",
            (
                Actor("flyer", -150, "cheer", "happy", "right"),
                Actor("climber", -50, "point", "happy", "right", dirty=True),
            ),
            (Thing("kite", 120, -240, state="patched_flying"),),
            shot="wide",
            weather="wind",
            time=t.choose(("day", "evening")),
        ),
        needs={"kite": "patched, in the hands"},
        makes={"kite": "patched, in the air"},
        actor="flyer",
        feeling="happy",
    )


def _kite_gone() -> Beat:
    return Beat(
        "gone",
        "{flyer} looks after an unharmed kite that flies off over the tree.",
        Scene(
            "hill",
            (Actor("flyer", -140, "reach_up", "surprised", "right"),),
            (
                Thing("old_tree", 60, state="plain"),
                Thing("kite", 190, -330, state="whole", turn=30),
            ),
            shot="wide",
        ),
        needs={"kite": "whole, in the air"},
        makes={"kite": "flown off"},
        actor="flyer",
        feeling="surprised",
    )


_UMBRELLA_MOTIVE = Asked(
    "Why does {walker} run?",
    "To catch what the wind has taken.",
    (
        WrongAnswer("To be the first one at the school.", "place"),
        WrongAnswer("To get away from a barking dog.", "character"),
        WrongAnswer("To win a bet against {friend}.", "motive"),
    ),
    ("flown",),
)

_UMBRELLA_PREDICTION = Asked(
    "What may soon trouble {walker}?",
    "A bad cold after all that rain.",
    (
        WrongAnswer("A sunburn after a day in the sun.", "place"),
        WrongAnswer("A quarrel about a broken kite.", "object"),
        WrongAnswer("A thirst that lasts all night.", "causal"),
    ),
    ("wet",),
)

_UMBRELLA_MEANING = Asked(
    "What does this story say?",
    "No shelter will always hold the rain.",
    (
        WrongAnswer("Who walks alone arrives sooner than two.", "character"),
        WrongAnswer("Rain falls only on those who fear it.", "feeling"),
        WrongAnswer("The wind spares whoever is well dressed.", "causal"),
    ),
    ("dry", "wet"),
)


@template("umbrella", "weather", {"walker": ANYONE, "friend": ANYONE})
def umbrella(t: Teller) -> Story:
    """Open, inside out, gone; wet; shared."""
    place = t.choose(("park_path", "hill"))
    dry = _umbrella_dry(t, place)
    turned = _umbrella_turned(place)
    flown = _umbrella_flown(place)
    wet = _umbrella_wet(t, place)
    shared = _umbrella_shared(t, place)
    beats = [dry, turned, flown, wet, shared]
    return t.story(
        words("The umbrella", "かさ", "Le parapluie", "El paraguas", "雨伞"),
        beats if t.chance(0.7) else beats[:-1],
        motive=[_UMBRELLA_MOTIVE],
        prediction=[_UMBRELLA_PREDICTION],
        meaning=[_UMBRELLA_MEANING],
        otherwise=(
            "flown",
            _umbrella_mended(place),
        ),
    )


def _umbrella_dry(t: Teller, place: str) -> Beat:
    return Beat(
        "dry",
        "{walker} walks dry and content through the rain under an open umbrella.",
        Scene(
            place,
            (Actor("walker", 0, "hold_out", "smile", "right", holds=("umbrella", "open")),),
            shot=t.choose(("medium", "wide")),
            weather="rain",
        ),
        needs={"umbrella": "open", "walker": "dry"},
        makes={"walk": "begun"},
        actor="walker",
        feeling="content",
    )


def _umbrella_turned(place: str) -> Beat:
    return Beat(
        "turned",
        "A gust has turned the umbrella of {walker} inside out.",
        Scene(
            place,
            (Actor("walker", 0, "pull", "effort", "right", holds=("umbrella", "inside_out")),),
            (),
            (
                Line(
                    words("WHOOSH!", "ビュー！", "FOUUH !", "¡FIUUU!", "呼——！"),
                    "sound",
                    at="walker",
                ),
            ),
            shot="medium",
            weather="wind",
        ),
        needs={"umbrella": "open", "walker": "dry", "walk": "begun"},
        makes={"umbrella": "inside out"},
        actor="walker",
    )


def _umbrella_flown(place: str) -> Beat:
    return Beat(
        "flown",
        "The umbrella flies away through the air and {walker} runs after it.",
        Scene(
            place,
            (Actor("walker", -120, "run", "scared", "right"),),
            (Thing("umbrella", 110, -170, state="flying"),),
            shot="wide",
            weather="wind",
            motion=("umbrella",),
        ),
        needs={"umbrella": "inside out", "walker": "dry"},
        makes={"umbrella": "blown away"},
        actor="walker",
        feeling="scared",
    )


def _umbrella_wet(t: Teller, place: str) -> Beat:
    return Beat(
        "wet",
        "{walker} stands soaked and sad in the rain without anything overhead.",
        Scene(
            place,
            (Actor("walker", 0, "stand", "sad", "front", wet=True),),
            (Thing("puddle", 0, 20, state="water", front=True),),
            shot=t.choose(("wide", "medium")),
            weather="rain",
        ),
        needs={"umbrella": "blown away", "walker": "dry"},
        makes={"walker": "soaked"},
        actor="walker",
        feeling="sad",
    )


def _umbrella_shared(t: Teller, place: str) -> Beat:
    return Beat(
        "shared",
        "{friend} holds another umbrella over soaked {walker}, and both smile.",
        Scene(
            place,
            (
                Actor("friend", -30, "hold_out", "happy", "right", holds=("umbrella", "open")),
                Actor("walker", 55, "stand", "happy", "left", wet=True),
            ),
            (),
            (
                Line(
                    words(
                        "Come with me!",
                        "いっしょに いこう！",
                        "Viens avec moi !",
                        "¡Ven conmigo!",
                        "一起走吧！",
                    ),
                    "speech",
                    "friend",
                ),
            ),
            shot=t.choose(("wide", "medium")),
            weather="rain",
        ),
        needs={"umbrella": "blown away", "walker": "soaked"},
        makes={"friend": "there"},
        actor="friend",
        feeling="happy",
    )


def _umbrella_mended(place: str) -> Beat:
    return Beat(
        "mended",
        "{walker} laughs, dry, under an open umbrella with a puddle at {walker.her} feet.",
        Scene(
            place,
            (Actor("walker", 0, "hold_out", "happy", "front", holds=("umbrella", "open")),),
            (Thing("puddle", 0, 20, state="water"),),
            weather="rain",
        ),
        needs={"umbrella": "inside out", "walker": "dry"},
        makes={"umbrella": "open"},
        actor="walker",
        feeling="happy",
    )
