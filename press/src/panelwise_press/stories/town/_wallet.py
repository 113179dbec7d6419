"""A street story of honesty: a lost wallet comes back, and there is ice cream for two."""

from __future__ import annotations

from panelwise_press._scene import Actor, Scene, Thing
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory
from panelwise_press._template import ANYONE, GROWN, StoryBuilder, template
from panelwise_press._translations import Translations
from panelwise_press.stories._phrases import asked, says, wrongs
from panelwise_press.stories.town._view import in_view

_ROLES = {"owner": GROWN, "finder": ANYONE, "seller": GROWN}
_WORDS = Translations(__name__, "wallet.toml", _ROLES)

_STALL = Thing("stall", 120, 0, "ice", id="stall")


_PREDICTION = asked(
    "What will {owner} most likely do with the wallet before going home?",
    "Put it away in a safe pocket",
    ("lose", "notice", "back"),
    ("temporal", "Look for it all over the street"),
    ("causal", "Leave it with {seller} as payment"),
    ("character", "Give it to {finder} to carry home"),
    ("place", "Look for it everywhere"),
    ("object", "Look for it in every corner nearby"),
    ("motive", "Give it away to {finder} as a present"),
)

_MEANING = asked(
    "What is the point of the story?",
    "A lost wallet is given back, and its finder is thanked with a treat.",
    ("pickup", "back", "buy"),
    ("motive", "A lost wallet is kept by its finder, who buys a treat with it."),
    ("character", "A lost wallet turns up at the stall, where the seller has kept it safe."),
    ("causal", "A lost wallet is nowhere to be found, and its owner goes without a treat."),
    ("character", "A lost wallet is found at the stall, and the seller keeps it."),
    ("object", "A lost wallet turns up empty, and its owner goes home without a treat."),
    (
        "feeling",
        "A lost wallet turns up at the stall, and the seller is thanked with a part of it.",
    ),
)

_INSTEAD = {
    "back": wrongs(
        (
            "object",
            "{finder} holds out the wallet to {owner}, who finds it empty and bursts into tears.",
        ),
        ("character", "{finder} hands the wallet to {seller}, who hides it under the stall."),
        (
            "causal",
            "{owner} walks home without the wallet, and {finder} cannot find {owner.them} there.",
        ),
        ("place", "{finder} lays the wallet back on the ground and leaves it there."),
        ("motive", "{finder} shows {owner} the wallet, laughs and runs off with it."),
    ),
    "buy": wrongs(
        (
            "object",
            "At the stall {seller} shows that all the ice cream is sold out, and {finder} is sad.",
        ),
        (
            "motive",
            "{owner} puts the wallet away without a word to {finder} and walks home alone.",
        ),
        (
            "causal",
            "{finder} snatches the wallet out of {owner}'s hand and runs away from the stall.",
        ),
        (
            "character",
            "{seller} takes the wallet away from {owner} and chases {finder} across the market.",
        ),
        (
            "place",
            "Far from the stall, {owner} shares a bag of fruit with {finder} instead of ice cream.",
        ),
    ),
}


@template("lost-wallet", "street", _ROLES)
def lost_wallet(builder: StoryBuilder) -> TemplateStory:
    """The loss is noticed at the stall and the wallet found in the street, in either order."""
    place = builder.choose(("street", "market"))
    bag = builder.chance()
    middle = builder.shuffled([_pick_up(place), _notice()])
    beats = [_lose(place, bag), *middle, _give_back(place), _buy()]
    if builder.chance(0.7):
        beats.append(_share(place))
    return in_view(
        builder,
        builder.story(
            _WORDS["title"],
            beats,
            motive=[_why_treat()],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("back", _keeps(place)),
            instead=_INSTEAD,
        ),
    )


def _why_treat() -> TemplateQuestion:
    return asked(
        "Why does {owner} buy an ice cream for {finder}?",
        "To thank {finder.them} for bringing back the wallet",
        ("pickup", "back", "buy"),
        ("motive", "To make {finder.them} keep quiet about the wallet"),
        ("character", "To comfort {finder.them} for losing the wallet"),
        ("feeling", "To cheer {finder.them} up after a fall in the street"),
        ("temporal", "To make {finder.them} give back the wallet"),
        ("object", "To make up for an ice cream knocked out of {finder.her} hand"),
        ("character", "To make up for an ice cream that {seller} let fall"),
    )


def _lose(place: str, bag: bool) -> Beat:
    return Beat(
        "lose",
        "{owner} strolls along smiling and does not notice the wallet falling behind {owner.them}.",
        Scene(
            place,
            (Actor("owner", -60, "walk", "smile", "left", holds=("bag", "") if bag else None),),
            (Thing("wallet", 52, -40, "", turn=20),),
            motion=("wallet",),
        ),
        {"wallet.at": "owner"},
        {"wallet.at": "ground", "owner": "without the wallet"},
        "owner",
        "carefree",
    )


def _pick_up(place: str) -> Beat:
    return Beat(
        "pickup",
        "{finder} crouches with wide eyes before the wallet that lies on the ground.",
        Scene(
            place,
            (Actor("finder", 40, "crouch", "surprised", "left"),),
            (Thing("wallet", -48, 6, "", front=True),),
        ),
        {"wallet.at": "ground"},
        {"wallet.at": "finder"},
        "finder",
        "surprised",
    )


def _notice() -> Beat:
    return Beat(
        "notice",
        "{owner} shrugs at the stall without a wallet, and {seller} holds out an ice cream.",
        Scene(
            "market",
            (
                Actor("owner", -70, "shrug", "worried", "front"),
                Actor("seller", 105, "hold_out", "neutral", "left", holds=("ice_cream", "full")),
            ),
            (_STALL,),
            (says("owner", _WORDS["notice"]),),
            shot="wide",
        ),
        {"owner": "without the wallet"},
        {"loss": "noticed"},
        "owner",
        "worried",
    )


def _give_back(place: str) -> Beat:
    return Beat(
        "back",
        "{finder} holds out the wallet to {owner}, who throws up both arms for joy.",
        Scene(
            place,
            (
                Actor("finder", -75, "hold_out", "smile", "right", holds=("wallet", "")),
                Actor("owner", 70, "cheer", "happy", "left"),
            ),
            (),
            (says("finder", _WORDS["back"]),),
        ),
        {"wallet.at": "finder", "owner": "without the wallet"},
        {"wallet.at": "back", "owner": "relieved"},
        "finder",
        "friendly",
    )


def _keeps(place: str) -> Beat:
    return Beat(
        "back",
        "{finder} sneaks away with the wallet in {finder.her} hand.",
        Scene(
            place,
            (Actor("finder", 0, "sneak", "smug", "right", holds=("wallet", "")),),
        ),
        {"wallet.at": "finder"},
        {"wallet.at": "stolen"},
        "finder",
        "smug",
    )


def _buy() -> Beat:
    return Beat(
        "buy",
        "{owner} holds out the wallet at the stall; {seller} hands happy {finder} an ice cream.",
        Scene(
            "market",
            (
                Actor("owner", -165, "hold_out", "happy", "right", holds=("wallet", "")),
                Actor("finder", -70, "cheer", "happy", "right"),
                Actor("seller", 60, "hold_out", "smile", "left", holds=("ice_cream", "full")),
            ),
            (_STALL,),
            (says("owner", _WORDS["buy"]),),
        ),
        {"wallet.at": "back", "ice": "none"},
        {"ice": "bought"},
        "owner",
        "grateful",
    )


def _share(place: str) -> Beat:
    return Beat(
        "share",
        "{owner} and {finder} stand face to face and enjoy an ice cream each.",
        Scene(
            place,
            (
                Actor("owner", -95, "hold_out", "eating", "right", holds=("ice_cream", "full")),
                Actor("finder", 95, "hold_out", "eating", "left", holds=("ice_cream", "full")),
            ),
            shot="medium",
        ),
        {"ice": "bought", "owner": "relieved"},
        {"ice": "being eaten"},
        "owner",
        "content",
    )
