"""At the beach: what the sea takes, and what stands."""

from __future__ import annotations

from panelwise_press._scene import Actor, Line, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, WrongAnswer
from panelwise_press._template import ANYONE, CHILD, StoryBuilder, template
from panelwise_press._translations import Translations

_ROLES = {"builder": CHILD, "friend": ANYONE}
_WORDS = Translations(__name__, "sandcastle.toml", _ROLES)

_SANDCASTLE_MOTIVE = TemplateQuestion(
    "Why does {builder} sit on the sand and cry?",
    "Because the sea has flattened the castle.",
    (
        WrongAnswer("Because somebody has kicked the castle over.", "causal"),
        WrongAnswer("Because the wind has blown the flag away.", "object"),
        WrongAnswer("Because there is no spade to build with.", "object"),
        WrongAnswer("Because the castle must be left behind.", "motive"),
        WrongAnswer("Because somebody has knocked {builder} over on purpose.", "causal"),
        WrongAnswer("Because the wind has torn the flag.", "object"),
        WrongAnswer("Because the wind has blown over the flag and the towers.", "temporal"),
        WrongAnswer("Because {builder} has to share the castle.", "motive"),
    ),
    ("wave", "tears"),
)

_SANDCASTLE_INSTEAD = {
    "wave": (
        WrongAnswer(
            "A huge wave stops just short of the sandcastle, and {builder} laughs with relief.",
            "object",
        ),
        WrongAnswer(
            "{builder} jumps onto the sandcastle with both feet and laughs as the towers collapse.",
            "motive",
        ),
        WrongAnswer(
            "The wind carries the flag far out to sea, and {builder} gazes after it.",
            "place",
        ),
        WrongAnswer(
            "A huge wave bounces off a thick wall around the sandcastle, and {builder} raises "
            "both arms.",
            "causal",
        ),
        WrongAnswer(
            "{builder} lies dozing in the sun, quite dry, beside a sandcastle as tall as before.",
            "character",
        ),
    ),
    "tears": (
        WrongAnswer(
            "{friend}, dripping wet, sits crying beside a flat patch of sand with a tilted "
            "red flag.",
            "character",
        ),
        WrongAnswer(
            "{builder} sits crying beside a spade that the wave has broken into two pieces.",
            "object",
        ),
        WrongAnswer(
            "The wave sweeps {friend} out to sea, and {builder} shouts for help from the sand.",
            "place",
        ),
        WrongAnswer(
            "{builder}, as dry as before, stands laughing beside a sandcastle without a scratch.",
            "feeling",
        ),
        WrongAnswer(
            "{builder} sits smiling and dry behind a thick wall that has held back the wave.",
            "causal",
        ),
    ),
}


@template("sandcastle", "seaside", _ROLES)
def sandcastle(builder: StoryBuilder) -> TemplateStory:
    """Heap, castle, wave, tears; with a wall of sand it stands the next time."""
    spade = ("toy_spade", "sandy")
    heap = _sandcastle_heap(builder, spade)
    castle = _sandcastle_castle(builder)
    wave = _sandcastle_wave()
    tears = _sandcastle_tears(builder)
    wall = _sandcastle_wall(builder, spade)
    longer = builder.chance(0.6)
    return builder.story(
        _WORDS["title"],
        [heap, castle, wave, tears, *([wall] if longer else [])],
        motive=[_SANDCASTLE_MOTIVE],
        prediction=[_sandcastle_prediction(longer)],
        meaning=[_sandcastle_meaning(longer)],
        instead=_SANDCASTLE_INSTEAD,
        otherwise=(
            "wave",
            _sandcastle_still(),
        ),
    )


_MEANING_WALLED = TemplateQuestion(
    "What does the story say as a whole?",
    "A wave takes {builder}'s first castle, but the second one gets a wall.",
    (
        WrongAnswer(
            "A wave takes {builder}'s first castle, and nobody builds a second one.",
            "motive",
        ),
        WrongAnswer(
            "A wave hits {builder}'s first castle, but a wall keeps it from harm.", "causal"
        ),
        WrongAnswer(
            "{friend} tramples {builder}'s first castle and has to build a second.",
            "character",
        ),
        WrongAnswer(
            "{friend} tramples {builder}'s first castle, and nobody wants to build a second one.",
            "character",
        ),
        WrongAnswer("{friend} tramples {builder}'s first castle as a joke.", "motive"),
        WrongAnswer(
            "A wave hits {builder}'s first castle, but it does no harm to the tall towers.",
            "object",
        ),
    ),
    ("wave", "wall"),
)

_MEANING_WASHED = TemplateQuestion(
    "What does the story say as a whole?",
    "{builder} builds a fine castle, and a single wave destroys it.",
    (
        WrongAnswer("{builder} builds a fine castle and proudly knocks it down.", "motive"),
        WrongAnswer("{builder} builds a fine castle that stands up to the waves.", "object"),
        WrongAnswer("{builder} tries to build a castle, but it never gets a tower.", "causal"),
        WrongAnswer(
            "{builder} tries to build a castle, but the wind blows all the dry sand away.", "object"
        ),
        WrongAnswer(
            "{builder} tries to build a castle but gives up before it has a single tower.",
            "temporal",
        ),
        WrongAnswer("{builder} digs in the sand and finds a treasure.", "feeling"),
    ),
    ("castle", "wave", "tears"),
)


def _sandcastle_meaning(longer: bool) -> TemplateQuestion:
    return _MEANING_WALLED if longer else _MEANING_WASHED


_PREDICTION_WALLED = TemplateQuestion(
    "What is most likely to happen after the last panel?",
    "The sea comes up again, but the wall holds the water back.",
    (
        WrongAnswer("The sea comes up again, and there is no wall to stop it.", "object"),
        WrongAnswer("{builder} leaves in tears, as there is no castle any more.", "feeling"),
        WrongAnswer("{friend} shows {builder} how to build a castle with no wall.", "motive"),
        WrongAnswer(
            "{builder} leaves in tears, as the new castle has no wall to keep it dry.", "feeling"
        ),
        WrongAnswer(
            "{friend} tells {builder} to give up, as no castle ever lasts on the beach.", "motive"
        ),
        WrongAnswer("{builder} walks off in tears to look for {friend}.", "character"),
    ),
    ("wall",),
)

_PREDICTION_WASHED = TemplateQuestion(
    "What is most likely to happen after the last panel?",
    "{builder} starts a new castle further from the water.",
    (
        WrongAnswer("{builder} puts a second flag on the highest tower.", "object"),
        WrongAnswer("{builder} proudly guards the castle until nightfall.", "causal"),
        WrongAnswer("{builder} laughs about how well the castle has held.", "feeling"),
        WrongAnswer("{builder} builds a door into the tower.", "object"),
        WrongAnswer(
            "{builder} puts a gate and a bridge in front of the highest tower.", "temporal"
        ),
        WrongAnswer(
            "{builder} proudly shows the highest tower to everybody on the beach.", "motive"
        ),
    ),
    ("tears",),
)


def _sandcastle_prediction(longer: bool) -> TemplateQuestion:
    return _PREDICTION_WALLED if longer else _PREDICTION_WASHED


def _sandcastle_heap(builder: StoryBuilder, spade: tuple[str, str]) -> Beat:
    return Beat(
        "heap",
        "{builder} digs with a spade beside a plain heap of sand.",
        Scene(
            "beach",
            (Actor("builder", -70, "dig", "smile", "right", holds=spade),),
            (Thing("sandcastle", 50, state="heap"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"castle": "none"},
        makes={"castle": "a heap"},
        actor="builder",
        feeling="content",
    )


def _sandcastle_castle(builder: StoryBuilder) -> Beat:
    return Beat(
        "castle",
        "{builder} stands proudly beside a finished sandcastle with towers and a flag.",
        Scene(
            "beach",
            (Actor("builder", -120, "hands_on_hips", "happy", "right"),),
            (Thing("sandcastle", 30, state="whole"),),
            (Line(_WORDS["castle"], speaker="builder"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"castle": "a heap"},
        makes={"castle": "whole"},
        actor="builder",
        feeling="proud",
    )


def _sandcastle_wave() -> Beat:
    return Beat(
        "wave",
        "A huge wave breaks over the sandcastle, and {builder} falls back with a startled face.",
        Scene(
            "beach",
            (Actor("builder", 190, "slip", "surprised", "left"),),
            (Thing("sandcastle", 40, state="whole"), Thing("wave", -70, state="big", front=True)),
            (Line(_WORDS["wave"], kind="sound", at="wave"),),
            shot="wide",
        ),
        needs={"castle": "whole"},
        makes={"castle": "washed away"},
        actor="builder",
        feeling="surprised",
    )


def _sandcastle_tears(builder: StoryBuilder) -> Beat:
    return Beat(
        "tears",
        "{builder} sits crying and wet beside a flat patch of sand with a tilted flag.",
        Scene(
            "beach",
            (Actor("builder", -90, "sit_floor", "crying", "right", wet=True),),
            (Thing("sandcastle", 60, state="washed"),),
            shot=builder.choose(("medium", "wide")),
        ),
        needs={"castle": "washed away"},
        makes={"mood": "in tears"},
        actor="builder",
        feeling="sad",
    )


def _sandcastle_wall(builder: StoryBuilder, spade: tuple[str, str]) -> Beat:
    return Beat(
        "wall",
        "{builder} raises both arms in delight at a new castle with a wall of sand around it, "
        "and {friend}, spade in hand, points at the castle.",
        Scene(
            "beach",
            (
                Actor("builder", -150, "cheer", "happy", "right", wet=True),
                Actor("friend", 160, "point", "smile", "left", holds=spade),
            ),
            (Thing("sandcastle", 0, state="walled"),),
            (Line(_WORDS["wall"], speaker="friend"),),
            shot=builder.choose(("wide", "medium")),
        ),
        needs={"castle": "washed away"},
        makes={"castle": "rebuilt behind a wall", "mood": "glad"},
        actor="friend",
        feeling="happy",
    )


def _sandcastle_still() -> Beat:
    return Beat(
        "still",
        "The sea stays calm, and {builder} sits smiling beside the finished sandcastle.",
        Scene(
            "beach",
            (Actor("builder", -120, "sit_floor", "smile", "right"),),
            (Thing("sandcastle", 40, state="whole"),),
        ),
        needs={"castle": "whole"},
        actor="builder",
    )
