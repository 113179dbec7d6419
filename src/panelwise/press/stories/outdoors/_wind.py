"""What the wind does to kites and umbrellas."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, Teller, template


@template("kite", "weather", {"flyer": CHILD, "climber": ANYONE})
def kite(t: Teller) -> Story:
    """Whole, flying, caught, brought down torn, patched, flying with a patch."""
    stand = Beat(
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
    fly = Beat(
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
    caught = Beat(
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
    down = Beat(
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
    mend = Beat(
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
    again = Beat(
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
    beats = [stand, fly, caught, down, mend, again]
    first, last = t.choose(((0, 6), (0, 6), (1, 6), (0, 5)))
    return t.story(
        words("The kite", "たこあげ", "Le cerf-volant", "La cometa", "风筝"),
        beats[first:last],
        motive=[
            Asked(
                "Why is {climber} covered in dirt?",
                "From climbing the tree for the kite.",
                (
                    WrongAnswer("From a fight with {flyer} on the hill.", "character"),
                    WrongAnswer("From digging a hole for a young tree.", "object"),
                    WrongAnswer("From rolling down the hill for a bet.", "motive"),
                ),
                ("caught", "down"),
            )
        ],
        prediction=[
            Asked(
                "Where will {flyer} let the kite fly from now on?",
                "On a bare hill, far off the trees.",
                (
                    WrongAnswer("Right beside the highest tree.", "place"),
                    WrongAnswer("Inside the house, up the stairs.", "causal"),
                    WrongAnswer("Nowhere, for it cannot be mended.", "object"),
                ),
                ("caught",),
            )
        ],
        meaning=[
            Asked(
                "What does this story say?",
                "Old kites will fly again if somebody mends them.",
                (
                    WrongAnswer("Whoever runs too fast loses sight of their friends.", "character"),
                    WrongAnswer("New toys are better than those that were mended.", "object"),
                    WrongAnswer("The wind always brings back whatever it has taken.", "causal"),
                ),
                ("caught", "mend"),
            )
        ],
        otherwise=(
            "caught",
            Beat(
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
            ),
        ),
    )


@template("umbrella", "weather", {"walker": ANYONE, "friend": ANYONE})
def umbrella(t: Teller) -> Story:
    """Open, inside out, gone; wet; shared."""
    place = t.choose(("park_path", "hill"))
    dry = Beat(
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
    turned = Beat(
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
    flown = Beat(
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
    wet = Beat(
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
    shared = Beat(
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
    beats = [dry, turned, flown, wet, shared]
    return t.story(
        words("The umbrella", "かさ", "Le parapluie", "El paraguas", "雨伞"),
        beats if t.chance(0.7) else beats[:-1],
        motive=[
            Asked(
                "Why does {walker} run?",
                "To catch what the wind has taken.",
                (
                    WrongAnswer("To be the first one at the school.", "place"),
                    WrongAnswer("To get away from a barking dog.", "character"),
                    WrongAnswer("To win a bet against {friend}.", "motive"),
                ),
                ("flown",),
            )
        ],
        prediction=[
            Asked(
                "What may soon trouble {walker}?",
                "A bad cold after all that rain.",
                (
                    WrongAnswer("A sunburn after a day in the sun.", "place"),
                    WrongAnswer("A quarrel about a broken kite.", "object"),
                    WrongAnswer("A thirst that lasts all night.", "causal"),
                ),
                ("wet",),
            )
        ],
        meaning=[
            Asked(
                "What does this story say?",
                "No shelter will always hold the rain.",
                (
                    WrongAnswer("Who walks alone arrives sooner than two.", "character"),
                    WrongAnswer("Rain falls only on those who fear it.", "feeling"),
                    WrongAnswer("The wind spares whoever is well dressed.", "causal"),
                ),
                ("dry", "wet"),
            )
        ],
        otherwise=(
            "flown",
            Beat(
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
            ),
        ),
    )
