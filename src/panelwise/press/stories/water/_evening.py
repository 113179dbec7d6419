"""Feasts in the evening: lanterns, a concert, a mask."""

from __future__ import annotations

from panelwise.press._scene import Actor, DayTime, Line, Scene, Thing, words
from panelwise.press._story import Asked, Beat, Story, WrongAnswer
from panelwise.press._teller import ANYONE, CHILD, GROWN, Teller, template


@template("lantern", "festival", {"maker": ANYONE, "friend": ANYONE})
def lantern(t: Teller) -> Story:
    """A folded lantern is unfolded, lit, and let go."""
    lamp, place, where = "paper_lantern", *t.choose((("meadow", "meadow"), ("beach", "beach")))
    return t.story(
        words("The lantern", "とうろう", "La lanterne", "El farolillo", "天灯"),
        [
            Beat(
                "folded",
                f"{{friend}} hands {{maker}} a flat, folded lantern on the {where}.",
                Scene(
                    place,
                    (
                        Actor("maker", 70, "hands_on_hips", "smile", "left"),
                        Actor("friend", -80, "hold_out", "smile", "right", holds=(lamp, "flat")),
                    ),
                    shot=t.choose(("wide", "medium")),
                    time="evening",
                ),
                needs={"lantern": "folded"},
                makes={"lantern": "handed over"},
                actor="friend",
            ),
            Beat(
                "unfolded",
                "{maker} holds up an unfolded lantern that does not shine yet.",
                Scene(
                    place,
                    (Actor("maker", 0, "hold_out", "happy", "right", holds=(lamp, "dark")),),
                    shot="medium",
                    time="evening",
                ),
                needs={"lantern": "handed over"},
                makes={"lantern": "unfolded and dark"},
                actor="maker",
                feeling="happy",
            ),
            Beat(
                "lit",
                "The lantern glows in the hands of {maker} under a dark sky with stars.",
                Scene(
                    place,
                    (
                        Actor("maker", -50, "hold_out", "smile", "right", holds=(lamp, "lit")),
                        Actor("friend", 130, "stand", "surprised", "left"),
                    ),
                    (),
                    (
                        Line(
                            words(
                                "How bright!",
                                "きれい！",
                                "Quelle lumière !",
                                "¡Qué luz!",
                                "好亮啊！",
                            ),
                            speaker="friend",
                        ),
                    ),
                    shot=t.choose(("wide", "medium")),
                    time="night",
                ),
                needs={"lantern": "unfolded and dark"},
                makes={"lantern": "glowing in the hands"},
                actor="maker",
                feeling="content",
            ),
            Beat(
                "gone",
                "High above the water flies the glowing lantern; {maker} and {friend} wave at it.",
                Scene(
                    place,
                    (
                        Actor("maker", -130, "wave", "happy", "right"),
                        Actor("friend", -40, "reach_up", "happy", "right"),
                    ),
                    (Thing(lamp, 120, -220, state="flying"),),
                    shot="wide",
                    time="night",
                ),
                needs={"lantern": "glowing in the hands"},
                makes={"lantern": "flying"},
                actor="maker",
                feeling="happy",
            ),
        ],
        motive=[
            Asked(
                "Why do {maker} and {friend} wave at the sky?",
                "Their light is on its way upwards.",
                (
                    WrongAnswer("A bird has taken away a present.", "object"),
                    WrongAnswer("A friend flies past in a balloon.", "character"),
                    WrongAnswer("They try to drive away a cloud.", "motive"),
                ),
                ("lit", "gone"),
            )
        ],
        prediction=[
            Asked(
                "What is most likely to happen after the last panel?",
                "The light grows smaller until nobody can see it.",
                (
                    WrongAnswer("The sun comes up over the water within a minute.", "place"),
                    WrongAnswer("{friend} folds the lantern flat and pockets it.", "object"),
                    WrongAnswer("{maker} falls into the lake and calls for help.", "causal"),
                ),
                ("gone",),
            )
        ],
        meaning=[
            Asked(
                "What does this story say?",
                "Some things are most beautiful when they are let go.",
                (
                    WrongAnswer("Whoever is afraid of the dark should stay at home.", "feeling"),
                    WrongAnswer("A light that is shared by many burns twice as long.", "causal"),
                    WrongAnswer("What others have made should never be touched.", "motive"),
                ),
                ("lit", "gone"),
            )
        ],
        otherwise=(
            "gone",
            Beat(
                "dropped",
                "{maker} looks down at a dark lantern that lies on the grass.",
                Scene(
                    place,
                    (Actor("maker", -60, "shrug", "sad", "right"),),
                    (Thing(lamp, 50, state="dark"),),
                    time="night",
                ),
                needs={"lantern": "glowing in the hands"},
                makes={"lantern": "out"},
                actor="maker",
                feeling="sad",
            ),
        ),
    )


@template("concert", "festival", {"singer": ANYONE, "drummer": CHILD})
def concert(t: Teller) -> Story:
    """A string snaps; a drum helps; flowers for both."""
    guitar = "guitar"
    playing = Beat(
        "play",
        "{singer} plays an unbroken guitar on the stage with a broad smile, all alone.",
        Scene(
            "stage",
            (Actor("singer", 0, "carry", "happy", "front", holds=(guitar, "whole")),),
            (),
            (
                Line(
                    words("La, la, la…", "ラララ…", "La, la, la…", "La, la, la…", "啦、啦、啦……"),
                    "speech",
                    "singer",
                ),
            ),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"string": "whole"},
        makes={"music": "playing"},
        actor="singer",
        feeling="happy",
    )
    snap = Beat(
        "snap",
        "{singer} stares with horror at a string that flies off the guitar.",
        Scene(
            "stage",
            (Actor("singer", 0, "carry", "surprised", "front", holds=(guitar, "snapped")),),
            (),
            (
                Line(
                    words("TWANG!", "ブチッ！", "TZING !", "¡CLANC!", "崩！"), "sound", at="singer"
                ),
            ),
            shot=t.choose(("close", "medium")),
            focus=("singer",),
        ),
        needs={"string": "whole", "music": "playing"},
        makes={"string": "snapped", "music": "silent"},
        actor="singer",
        feeling="scared",
    )
    tears = Beat(
        "tears",
        "{singer} sits on the boards and weeps, the broken guitar lying beside {singer.them}.",
        Scene(
            "stage",
            (Actor("singer", -50, "sit_floor", "crying", "front"),),
            (Thing(guitar, 90, state="snapped"),),
            shot="wide",
        ),
        needs={"string": "snapped", "music": "silent"},
        makes={"singer": "in tears"},
        actor="singer",
        feeling="sad",
    )
    drum = Beat(
        "drum",
        "{drummer} carries a drum onto the stage towards {singer}, who sits there in tears.",
        Scene(
            "stage",
            (
                Actor("singer", -110, "sit_floor", "crying", "right"),
                Actor("drummer", 90, "carry", "smile", "left", holds=("drum", "still")),
            ),
            (Thing(guitar, -190, state="snapped"),),
            (
                Line(
                    words(
                        "I can help!", "てつだうよ！", "Je peux aider !", "¡Te ayudo!", "我来帮忙！"
                    ),
                    speaker="drummer",
                ),
            ),
            shot="wide",
        ),
        needs={"string": "snapped", "singer": "in tears", "music": "silent"},
        makes={"drum": "on the stage"},
        actor="drummer",
        feeling="cheerful",
    )
    together = Beat(
        "together",
        "{drummer} beats the drum while {singer} dances and sings with arms up high.",
        Scene(
            "stage",
            (
                Actor("singer", -100, "cheer", "happy", "right"),
                Actor("drummer", 110, "stand", "happy", "left"),
            ),
            (Thing("drum", 60, state="beaten", front=True), Thing(guitar, -200, state="snapped")),
            (
                Line(
                    words("BOOM BOOM!", "ドンドン！", "BOUM BOUM !", "¡BUM BUM!", "咚咚！"),
                    "sound",
                    at="drum",
                ),
            ),
            shot="wide",
        ),
        needs={"string": "snapped", "drum": "on the stage", "singer": "in tears"},
        makes={"singer": "dancing", "music": "playing"},
        actor="singer",
        feeling="happy",
    )
    flowers = Beat(
        "flowers",
        "{singer} and {drummer} bow side by side, each with a bunch of flowers.",
        Scene(
            "stage",
            (
                Actor("singer", -80, "hold_up", "happy", "front", holds=("bouquet", "fresh")),
                Actor("drummer", 80, "hold_up", "happy", "front", holds=("bouquet", "fresh")),
            ),
            (Thing("drum", 190, state="still"),),
            shot=t.choose(("wide", "medium")),
        ),
        needs={"drum": "on the stage", "singer": "dancing"},
        makes={"flowers": "handed over"},
        actor="singer",
        feeling="proud",
    )
    return t.story(
        words("The concert", "コンサート", "Le concert", "El concierto", "音乐会"),
        [
            playing,
            snap,
            *([tears] if t.chance(0.7) else [_seated(tears)]),
            drum,
            together,
            *([flowers] if t.chance(0.7) else []),
        ],
        motive=[
            Asked(
                "Why does {drummer} bring the instrument?",
                "To save the evening for {singer}.",
                (
                    WrongAnswer("To show that {singer} plays badly.", "motive"),
                    WrongAnswer("To sell it to a man in the hall.", "object"),
                    WrongAnswer("To hide behind it on the stage.", "feeling"),
                ),
                ("tears", "drum"),
            )
        ],
        prediction=[
            Asked(
                "What are {singer} and {drummer} most likely to do later on?",
                "Play a concert together once more.",
                (
                    WrongAnswer("Quarrel about who broke a drum.", "causal"),
                    WrongAnswer("Give up making music for good.", "motive"),
                    WrongAnswer("Throw the flowers into the sea.", "object"),
                ),
                ("together",),
            )
        ],
        meaning=[
            Asked(
                "What does this story say?",
                "With a friend at your side a mishap is only half as bad.",
                (
                    WrongAnswer("Only whoever plays alone will be given the flowers.", "character"),
                    WrongAnswer("A good musician never needs any instrument at all.", "object"),
                    WrongAnswer("Whoever practises too much will break what he loves.", "causal"),
                ),
                ("tears", "together"),
            )
        ],
        otherwise=(
            "drum",
            Beat(
                "alone",
                "{drummer} walks away from {singer}, who sits on the stage in tears.",
                Scene(
                    "stage",
                    (
                        Actor("singer", -110, "sit_floor", "crying", "right"),
                        Actor("drummer", 110, "walk", "neutral", "right"),
                    ),
                    (Thing(guitar, -190, state="snapped"),),
                ),
                needs={"string": "snapped", "singer": "in tears"},
                actor="drummer",
            ),
        ),
    )


def _seated(beat: Beat) -> Beat:
    """The same tears seen from near, the guitar in the arms."""
    from dataclasses import replace

    scene = Scene(
        "stage",
        (Actor("singer", 0, "carry", "crying", "front", holds=("guitar", "snapped")),),
        shot="medium",
    )
    return replace(
        beat,
        scene=scene,
        tells="{singer} weeps aloud with the broken guitar held in {singer.her} arms.",
    )


@template("mask", "festival", {"joker": CHILD, "elder": GROWN})
def mask(t: Teller) -> Story:
    """A scare, a fall, a mask taken off, a laugh, a mask on the other face."""
    place = t.choose(("party_room", "meadow"))
    times: tuple[DayTime, ...] = ("day", "evening", "night")
    time = t.choose(times)
    masked = Thing("scary_mask", -110, -62, state="whole", front=True, scale=1.15)
    found = Beat(
        "found",
        "{joker} holds a monster mask in {joker.her} hands and grins.",
        Scene(
            place,
            (Actor("joker", 0, "hold_out", "smug", "right", holds=("scary_mask", "whole")),),
            shot="medium",
            time=time,
        ),
        needs={"mask": "in the hands", "elder": "calm"},
        makes={"plan": "made"},
        actor="joker",
        feeling="cheerful",
    )
    scare = Beat(
        "scare",
        "Somebody with the face of a monster jumps out at {elder}, who falls over backwards.",
        Scene(
            place,
            (
                Actor("joker", -110, "cheer", "neutral", "front"),
                Actor("elder", 120, "fall", "scared", "left"),
            ),
            (masked,),
            (Line(words("RAAAH!", "ガオー！", "GRAAA !", "¡GRRR!", "嗷呜！"), "shout", "joker"),),
            shot="wide",
            time=time,
        ),
        needs={"mask": "in the hands", "elder": "calm", "plan": "made"},
        makes={"mask": "on the face", "elder": "frightened"},
        actor="joker",
        feeling="excited",
    )
    sorry = Beat(
        "sorry",
        "{joker}, mask in hand, bends down to {elder}, who sits shaking on the ground.",
        Scene(
            place,
            (
                Actor("joker", -90, "bend", "worried", "right", holds=("scary_mask", "whole")),
                Actor("elder", 90, "sit_floor", "crying", "left"),
            ),
            (),
            (
                Line(
                    words(
                        "It's only me!",
                        "ごめんなさい！",
                        "Ce n'est que moi !",
                        "¡Soy yo!",
                        "是我呀！",
                    ),
                    speaker="joker",
                ),
            ),
            shot=t.choose(("wide", "medium")),
            time=time,
        ),
        needs={"mask": "on the face", "elder": "frightened"},
        makes={"mask": "taken off", "elder": "sitting on the ground"},
        actor="joker",
        feeling="worried",
    )
    swapped = Beat(
        "swapped",
        "A grown-up with the face of a monster chases {joker}, who runs off laughing.",
        Scene(
            place,
            (
                Actor("elder", -110, "run", "neutral", "right"),
                Actor("joker", 130, "run", "happy", "right"),
            ),
            (Thing("scary_mask", -92, -72, state="whole", front=True, scale=1.15),),
            shot="wide",
            time=time,
            motion=("joker",),
        ),
        needs={"mask": "taken off", "elder": "sitting on the ground"},
        makes={"mask": "on the other face", "elder": "playing"},
        actor="elder",
        feeling="cheerful",
    )
    return t.story(
        words("The mask", "おめん", "Le masque", "La máscara", "面具"),
        [found, scare, sorry, swapped],
        motive=[
            Asked(
                "Why does {elder} fall over?",
                "Out of fright at a monster's face.",
                (
                    WrongAnswer("Because of a stone in the grass.", "object"),
                    WrongAnswer("From laughing at a good old joke.", "feeling"),
                    WrongAnswer("So that {joker} can win the game.", "motive"),
                ),
                ("scare",),
            )
        ],
        prediction=[
            Asked(
                "What is most likely to happen after the last panel?",
                "{joker} is caught and both of them laugh.",
                (
                    WrongAnswer("{joker} breaks the mask in two in anger.", "object"),
                    WrongAnswer("{elder} sends for a doctor because of it.", "causal"),
                    WrongAnswer("{elder} goes to bed without any supper.", "motive"),
                ),
                ("swapped",),
            )
        ],
        meaning=[
            Asked(
                "What does this story say?",
                "A fright is forgiven when both can laugh about it.",
                (
                    WrongAnswer("Whoever wears a mask can never be trusted by day.", "motive"),
                    WrongAnswer("Old people should not be out so late in the year.", "character"),
                    WrongAnswer("The finest masks are those that are made at home.", "object"),
                ),
                ("sorry", "swapped"),
            )
        ],
        otherwise=(
            "scare",
            Beat(
                "unimpressed",
                "{elder} laughs at a child with the face of a monster.",
                Scene(
                    place,
                    (
                        Actor("joker", -110, "cheer", "neutral", "front"),
                        Actor("elder", 120, "point", "happy", "left"),
                    ),
                    (masked,),
                ),
                needs={"mask": "in the hands", "elder": "calm"},
                makes={"mask": "on the face"},
                actor="elder",
                feeling="happy",
            ),
        ),
    )
