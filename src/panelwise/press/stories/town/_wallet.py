"""A street story of honesty: a lost wallet comes back, and there is ice cream for two."""

from __future__ import annotations

from panelwise.press._scene import Actor, Scene, Thing
from panelwise.press._story import Asked, Beat, Story
from panelwise.press._teller import ANYONE, GROWN, Teller, template
from panelwise.press.stories.town._words import asked, in_view, says, titled

_STALL = Thing("stall", 120, 0, "ice", id="stall")


_PREDICTION = asked(
    "What will {owner} most likely do with the wallet on the way home?",
    "Put it right into the inside pocket",
    ("lose", "notice", "back"),
    ("causal", "Let it fall behind the stall at once"),
    ("character", "Present it to {seller} with all the money"),
    ("place", "Leave it on a bench for {finder}"),
)

_MEANING = asked(
    "What does the story say as a whole?",
    "Only the honest will be rewarded",
    ("pickup", "back", "buy"),
    ("motive", "Whoever finds something may keep it"),
    ("character", "Sellers are the best friends of all"),
    ("causal", "Money in the pocket only brings trouble"),
)


@template("lost-wallet", "street", {"owner": GROWN, "finder": ANYONE, "seller": GROWN})
def lost_wallet(teller: Teller) -> Story:
    """The loss is noticed at the stall and the wallet found in the street, in either order."""
    place = teller.choose(("street", "market"))
    bag = teller.chance()
    middle = teller.shuffled([_pick_up(place), _notice()])
    beats = [_lose(place, bag), *middle, _give_back(), _buy()]
    if teller.chance(0.7):
        beats.append(_share(place))
    return in_view(
        teller,
        teller.story(
            titled(
                "The Lost Wallet",
                "おとしたさいふ",
                "Le porte-monnaie perdu",
                "La cartera perdida",
                "丢失的钱包",
            ),
            beats,
            motive=[_why_treat()],
            prediction=[_PREDICTION],
            meaning=[_MEANING],
            otherwise=("back", _keeps(place)),
        ),
    )


def _why_treat() -> Asked:
    return asked(
        "Why does {owner} buy an ice cream for {finder}?",
        "To thank {finder.them} for bringing back the wallet",
        ("pickup", "back", "buy"),
        ("motive", "To make {finder.them} carry the shopping home"),
        ("character", "To comfort {finder.them} for losing the wallet"),
        ("causal", "To win {finder.them} as a helper for the ice cream stall"),
    )


def _lose(place: str, bag: bool) -> Beat:
    return Beat(
        "lose",
        "{owner} strolls along and does not notice the wallet falling behind {owner.them}.",
        Scene(
            place,
            (Actor("owner", -60, "walk", "smile", "left", holds=("bag", "") if bag else None),),
            (Thing("wallet", 52, -40, "", turn=20),),
            motion=("wallet",),
        ),
        {"wallet": "owner", "owner": "easy"},
        {"wallet": "ground", "owner": "without"},
        "owner",
        "carefree",
    )


def _pick_up(place: str) -> Beat:
    return Beat(
        "pickup",
        "{finder} bends down with wide eyes to the wallet that lies on the ground.",
        Scene(
            place,
            (Actor("finder", 40, "crouch", "surprised", "left"),),
            (Thing("wallet", -48, 6, "", front=True),),
        ),
        {"wallet": "ground"},
        {"wallet": "finder"},
        "finder",
        "surprised",
    )


def _notice() -> Beat:
    return Beat(
        "notice",
        "At the ice cream stall {owner} has no wallet and shrugs helplessly before {seller}.",
        Scene(
            "market",
            (
                Actor("owner", -70, "shrug", "worried", "front"),
                Actor("seller", 105, "hold_out", "neutral", "left", holds=("ice_cream", "full")),
            ),
            (_STALL,),
            (
                says(
                    "owner",
                    "My wallet is gone!",
                    "さいふがない！",
                    "Plus de porte-monnaie !",
                    "¡No está mi cartera!",
                    "我的钱包不见了！",
                ),
            ),
            shot="wide",
        ),
        {"owner": "without"},
        {"owner": "waiting"},
        "owner",
        "worried",
    )


def _give_back() -> Beat:
    return Beat(
        "back",
        "{finder} holds out the wallet to {owner}, who throws up both arms for joy.",
        Scene(
            "market",
            (
                Actor("finder", -75, "hold_out", "smile", "right", holds=("wallet", "")),
                Actor("owner", 70, "cheer", "happy", "left"),
            ),
            (Thing("stall", 230, 0, "ice", id="stall"),),
            (
                says(
                    "finder",
                    "Is this yours?",
                    "これ、おとしましたか？",
                    "C'est à vous ?",
                    "¿Es suya?",
                    "这是您的吗？",
                ),
            ),
        ),
        {"wallet": "finder", "owner": "waiting"},
        {"wallet": "back", "owner": "relieved"},
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
        {"wallet": "finder"},
        {"wallet": "stolen"},
        "finder",
        "smug",
    )


def _buy() -> Beat:
    return Beat(
        "buy",
        "{owner} holds out the wallet at the stall, and {seller} hands {finder} an ice cream.",
        Scene(
            "market",
            (
                Actor("owner", -165, "hold_out", "happy", "right", holds=("wallet", "")),
                Actor("finder", -70, "cheer", "happy", "right"),
                Actor("seller", 60, "hold_out", "smile", "left", holds=("ice_cream", "full")),
            ),
            (_STALL,),
            (
                says(
                    "owner",
                    "My treat!",
                    "ごちそうします！",
                    "C'est moi qui offre !",
                    "¡Invito yo!",
                    "我请客！",
                ),
            ),
        ),
        {"wallet": "back", "ice": "none"},
        {"ice": "bought"},
        "owner",
        "grateful",
    )


def _share(place: str) -> Beat:
    return Beat(
        "share",
        "{owner} and {finder} stand side by side and enjoy an ice cream each.",
        Scene(
            place,
            (
                Actor("owner", -95, "hold_out", "eating", "right", holds=("ice_cream", "full")),
                Actor("finder", 95, "hold_out", "eating", "left", holds=("ice_cream", "full")),
            ),
            shot="medium",
        ),
        {"ice": "bought", "owner": "relieved"},
        {"ice": "eaten"},
        "owner",
        "content",
    )
