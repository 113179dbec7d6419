"""Birthdays: cakes, presents, surprises."""

from __future__ import annotations

from panelwise.press._scene import Actor, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, GROWN, Teller, template

TABLE = Thing("party_table", 0, state="set")


def _cake(state: str, x: float = 0) -> Thing:
    return Thing("birthday_cake", x, -72, state=state)


@template("birthday-cake", "festival", {"star": CHILD, "baker": GROWN})
def birthday_cake(t: Teller) -> Story:
    """Candles set, lit, blown out; the cake cut, the plate empty."""
    start = t.choose(("bare", "candles"))
    setting = Beat(
        "decorate",
        "{baker} reaches out to a cake that has no candles yet; {star} looks on with big eyes.",
        Scene(
            "party_room",
            (
                Actor("baker", -130, "reach_out", "smile", "right"),
                Actor("star", 130, "stand", "surprised", "left"),
            ),
            (TABLE, _cake("bare")),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"candles": "not on the cake"},
        makes={"candles": "unlit"},
        actor="baker",
        feeling="happy",
    )
    lit = Beat(
        "light",
        "All candles burn on the cake, and {star} takes a deep breath in front of it.",
        Scene(
            "party_room",
            (
                Actor("star", 120, "bend", "effort", "left"),
                Actor("baker", -140, "cheer", "happy", "right"),
            ),
            (TABLE, _cake("lit")),
            (
                Line(
                    words(
                        "Make a wish!",
                        "ねがいごとを！",
                        "Fais un vœu !",
                        "¡Pide un deseo!",
                        "许个愿吧！",
                    ),
                    speaker="baker",
                ),
            ),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"candles": "unlit"},
        makes={"candles": "burning"},
        actor="star",
        feeling="excited",
    )
    blown = Beat(
        "blow",
        "Smoke rises from the candles and {star} throws both arms into the air.",
        Scene(
            "party_room",
            (Actor("star", 130, "cheer", "happy", "left"),),
            (TABLE, _cake("blown")),
            (
                Line(
                    words("Pfff!", "フーッ！", "Pfff !", "¡Fuuu!", "呼——"),
                    "sound",
                    at="birthday_cake",
                ),
            ),
            shot=t.choose(("close", "medium")),
            focus=("star", "birthday_cake"),
        ),
        needs={"candles": "burning"},
        makes={"candles": "blown out"},
        actor="star",
        feeling="happy",
    )
    cut = Beat(
        "cut",
        "A large piece is missing from the cake, and {star} chews with full cheeks.",
        Scene(
            "party_room",
            (
                Actor("star", 130, "eat", "eating", "left"),
                Actor("baker", -140, "stand", "smile", "right"),
            ),
            (TABLE, _cake("cut")),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"candles": "blown out", "cake": "whole"},
        makes={"cake": "cut"},
        actor="star",
        feeling="content",
    )
    gone = Beat(
        "gone",
        "Only crumbs are left on the plate; {star} lies on the floor with a round belly.",
        Scene(
            "party_room",
            (Actor("star", 130, "lie", "dizzy", "left"),),
            (TABLE, _cake("crumbs")),
            shot="wide",
        ),
        needs={"cake": "cut"},
        makes={"cake": "eaten"},
        actor="star",
    )
    beats = [*([setting] if start == "bare" else []), lit, blown, cut, gone]
    return t.story(
        words("The cake", "おたんじょうびケーキ", "Le gâteau", "La tarta", "生日蛋糕"),
        beats,
        motive=[
            Asked(
                "Why does {star} lie on the floor at the end?",
                "{star.she} has eaten far too much.",
                (
                    WrongAnswer("{star.she} has slipped on a candle.", "causal"),
                    WrongAnswer("{star.she} is hiding from a guest.", "motive"),
                    WrongAnswer("{star.she} is looking for a coin.", "object"),
                ),
                ("cut", "gone"),
            )
        ],
        prediction=[
            Asked(
                "What is most likely to happen after the last panel?",
                "{star} lies about for the whole afternoon.",
                (
                    WrongAnswer("{star} asks for a second cake at once.", "character"),
                    WrongAnswer("{star} lights all the candles once more.", "causal"),
                    WrongAnswer("{star} runs a race against {baker} outside.", "motive"),
                ),
                ("gone",),
            )
        ],
        meaning=[
            Asked(
                "What does this story say?",
                "Whoever eats all the cake will be sorry afterwards.",
                (
                    WrongAnswer("A wish comes true only when it is not told to anybody.", "causal"),
                    WrongAnswer("Baking together is more fun than eating all alone.", "motive"),
                    WrongAnswer("A party without any guests is no real party at all.", "character"),
                ),
                ("cut", "gone"),
            )
        ],
        otherwise=(
            "blow",
            Beat(
                "relit",
                "{star} puffs hard, but every candle on the cake goes on burning.",
                Scene(
                    "party_room",
                    (Actor("star", 130, "bend", "dizzy", "left"),),
                    (TABLE, _cake("lit")),
                ),
                needs={"candles": "burning"},
                actor="star",
            ),
        ),
    )


@template("surprise", "festival", {"host": ANYONE, "helper": CHILD, "guest": ANYONE})
def surprise(t: Teller) -> Story:
    """Two threads, a room and a present, meet in the dark."""
    room = [
        Beat(
            "flags-heap",
            "{helper} kneels in a bare room before a heap of colourful flags.",
            Scene(
                "party_room",
                (Actor("helper", -70, "kneel", "thinking", "right"),),
                (Thing("garland", 40, state="heap"),),
                shot="medium",
            ),
            needs={"room": "bare"},
            makes={"flags": "in a heap"},
            actor="helper",
        ),
        Beat(
            "flags-hung",
            "{helper} cheers under the garland that hangs across the whole room.",
            Scene(
                "party_room",
                (Actor("helper", 20, "cheer", "happy", "front"),),
                (Thing("garland", 0, state="hung"),),
                shot="wide",
            ),
            needs={"room": "bare", "flags": "in a heap"},
            makes={"room": "decorated", "flags": "hung up"},
            actor="helper",
            feeling="proud",
        ),
    ]
    present = [
        Beat(
            "present-open",
            "{host} puts a guitar into an open cardboard box on the ground.",
            Scene(
                "meadow",
                (Actor("host", -60, "bend", "smile", "right", holds=("guitar", "whole")),),
                (Thing("present", 60, state="bare", scale=1.5),),
                shot="medium",
            ),
            needs={"present": "not wrapped"},
            makes={"present": "in an open box"},
            actor="host",
            feeling="happy",
        ),
        Beat(
            "present-wrapped",
            "{host} carries a purple parcel with a yellow bow in both arms.",
            Scene(
                "meadow",
                (Actor("host", 0, "carry", "smile", "right", holds=("present", "wrapped")),),
                shot="medium",
            ),
            needs={"present": "in an open box"},
            makes={"present": "wrapped"},
            actor="host",
            feeling="happy",
        ),
    ]
    first, second = t.shuffled([room, present])
    woven = t.choose(
        (
            [*first, *second],
            [first[0], second[0], first[1], second[1]],
            [first[0], second[0], second[1], first[1]],
        )
    )
    hide = Beat(
        "hide",
        "In the dark room {host} and {helper} crouch beside the wrapped present under the flags.",
        Scene(
            "party_room",
            (
                Actor("host", -150, "crouch", "smug", "right"),
                Actor("helper", 140, "crouch", "smile", "left"),
            ),
            (Thing("garland", 0, state="hung"), Thing("present", 0, state="wrapped", front=True)),
            (Line(words("Shh!", "しーっ！", "Chut !", "¡Chis!", "嘘！"), "whisper", "host"),),
            shot="wide",
            time="night",
        ),
        needs={"room": "decorated", "present": "wrapped"},
        makes={"light": "off"},
        actor="host",
    )
    shout = Beat(
        "shout",
        "In the lit room {host} and {helper} leap up, and {guest} starts back in surprise.",
        Scene(
            "party_room",
            (
                Actor("host", -170, "jump", "happy", "right"),
                Actor("helper", -70, "cheer", "happy", "right"),
                Actor("guest", 150, "slip", "surprised", "left"),
            ),
            (
                Thing("garland", 0, state="hung"),
                Thing("present", -120, state="wrapped", front=True),
            ),
            (
                Line(
                    words("Surprise!", "サプライズ！", "Surprise !", "¡Sorpresa!", "惊喜！"),
                    "shout",
                    "helper",
                ),
            ),
            shot="wide",
        ),
        needs={"room": "decorated", "present": "wrapped", "light": "off"},
        makes={"light": "on", "guest": "there"},
        actor="host",
        feeling="happy",
    )
    tear = Beat(
        "tear",
        "{guest} kneels before the present, whose paper is half torn off.",
        Scene(
            "party_room",
            (Actor("guest", -70, "kneel", "happy", "right"),),
            (Thing("garland", 0, state="hung"), Thing("present", 50, state="torn", front=True)),
            shot="medium",
        ),
        needs={"room": "decorated", "present": "wrapped", "guest": "there", "light": "on"},
        makes={"present": "half unwrapped"},
        actor="guest",
        feeling="excited",
    )
    play = Beat(
        "play",
        "{guest} plays the new guitar beside the empty box, and {helper} dances.",
        Scene(
            "party_room",
            (
                Actor("guest", -90, "carry", "happy", "front", holds=("guitar", "whole")),
                Actor("helper", 150, "cheer", "happy", "left"),
            ),
            (Thing("garland", 0, state="hung"), Thing("present", 40, state="open", front=True)),
            (
                Line(
                    words("La la la!", "ラララ～！", "La la la !", "¡La la la!", "啦啦啦！"),
                    "speech",
                    "guest",
                ),
            ),
            shot="wide",
        ),
        needs={"room": "decorated", "present": "half unwrapped"},
        makes={"present": "unwrapped and played"},
        actor="guest",
        feeling="happy",
    )
    return t.story(
        words("Surprise", "サプライズ", "La surprise", "La sorpresa", "惊喜"),
        [*woven, hide, shout, tear, play],
        motive=[
            Asked(
                "Why do {host} and {helper} crouch in the dark?",
                "They want to surprise somebody.",
                (
                    WrongAnswer("They are afraid of a thunderstorm.", "feeling"),
                    WrongAnswer("They have lost the key to a door.", "object"),
                    WrongAnswer("They want to sleep until morning.", "motive"),
                ),
                ("hide", "shout"),
            )
        ],
        prediction=[
            Asked(
                "What is most likely to happen after the last panel?",
                "The old songs are sung for hours.",
                (
                    WrongAnswer("The guitar is wrapped up once again.", "causal"),
                    WrongAnswer("{guest} takes down all of the flags.", "object"),
                    WrongAnswer("{helper} goes back to hide in a box.", "character"),
                ),
                ("play",),
            )
        ],
        meaning=[
            Asked(
                "What does this story say?",
                "Whoever prepares a joy in secret will share in it.",
                (
                    WrongAnswer("Whoever is late will not get any of the best presents.", "causal"),
                    WrongAnswer("An instrument must be practised for years in the dark.", "object"),
                    WrongAnswer("It is wiser to ask what people want before giving it.", "motive"),
                ),
                ("hide", "play"),
            )
        ],
        otherwise=(
            "tear",
            Beat(
                "refused",
                "{guest} turns away from the wrapped present with folded brows.",
                Scene(
                    "party_room",
                    (Actor("guest", -70, "hands_on_hips", "angry", "left"),),
                    (Thing("garland", 0, state="hung"), Thing("present", 50, state="wrapped")),
                ),
                needs={"present": "wrapped", "guest": "there"},
                actor="guest",
            ),
        ),
    )
