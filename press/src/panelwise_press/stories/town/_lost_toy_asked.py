"""What is asked about the lost toy, and what might have happened to it instead."""

from __future__ import annotations

from panelwise_press._story import TemplateQuestion, WrongAnswer
from panelwise_press.stories._phrases import asked, wrongs


def why_wash(toy: str) -> TemplateQuestion:
    return asked(
        f"Why does {{finder}} put the toy {toy} into the tub?",
        "A car has splashed mud over it in the street",
        ("splash", "find", "wash"),
        ("motive", "{finder.she} wants to dye the toy in another colour"),
        ("character", "{owner} has asked {finder.them} to have the toy washed"),
        ("object", "A cream cake has been dropped on it at the door"),
        ("object", "A pot of paint has been dropped on it"),
        ("causal", "A cup of hot tea has been spilt all over it at the door"),
        ("motive", "{finder.she} wants to hide the toy from {owner}"),
    )


def why_poster(toy: str) -> TemplateQuestion:
    return asked(
        "Why does {owner} put up the poster?",
        f"{{owner.she}} is looking for {{owner.her}} lost toy {toy}",
        ("lose", "hang"),
        ("motive", f"{{owner.she}} wants to sell {{owner.her}} old toy {toy}"),
        ("object", f"{{owner.she}} would like to have a second toy {toy}"),
        ("character", f"{{owner.she}} has found somebody's toy {toy}"),
        ("motive", f"{{owner.she}} wants to swap the toy {toy}"),
        ("character", f"{{owner.she}} has found the toy {toy} of another child"),
        ("motive", f"{{owner.she}} wants to give the toy {toy} away for good"),
    )


def on_waking_up(toy: str) -> TemplateQuestion:
    return asked(
        "What will {owner} most likely see on waking up?",
        f"The toy {toy} on the bed and the poster on the wall",
        ("sleep",),
        ("place", f"The toy {toy} on the line and the poster on the lamp"),
        ("object", f"The poster on the wall, but no toy {toy} anywhere"),
        ("character", f"{{finder}} beside the bed with the toy {toy} in {{finder.her}} arms"),
        ("place", f"The toy {toy} up on the line and the tub beside it"),
        ("object", f"The toy {toy} up on the line in the garden"),
        ("character", f"{{finder}} at the door with the toy {toy} in one hand and a cake"),
    )


def meaning(toy: str) -> TemplateQuestion:
    return asked(
        "What is the point of the story?",
        f"{{finder}} takes in a lost toy {toy}, and a poster leads {{finder.them}} back to"
        f" {{owner}}.",
        ("wash", "see", "bring"),
        (
            "character",
            f"{{owner}} takes in a lost toy {toy}, and a poster tells {{owner.them}} that it is"
            " {finder}'s.",
        ),
        (
            "motive",
            f"{{finder}} takes in a lost toy {toy} and keeps it in spite of the poster by"
            f" {{owner}}.",
        ),
        (
            "causal",
            f"{{owner}} loses a toy {toy} in the mud and goes back alone to save it.",
        ),
        (
            "causal",
            f"{{owner}} finds a lost toy {toy}, and {{finder}} comes to fetch it at the door.",
        ),
        (
            "motive",
            f"{{owner}} finds a lost toy {toy} and gives it away to {{finder}} as a"
            " birthday present.",
        ),
        ("place", f"{{owner}} finds a lost toy {toy} and sells it back to {{finder}}."),
    )


def instead(toy: str) -> dict[str, tuple[WrongAnswer, ...]]:
    """Refuted by the night at the end: the clean toy in the bed, the whole poster above."""
    return {
        "bring": wrongs(
            (
                "character",
                f"At the front door {{finder}} gives the toy {toy} to another child for good, and"
                " {owner} weeps.",
            ),
            (
                "object",
                f"At the front door {{finder}} holds out the toy {toy} to {{owner}} and tears"
                " the poster to shreds.",
            ),
            (
                "motive",
                f"At the front door {{finder}} gives {{owner}} the poster and keeps the toy"
                f" {toy} for ever.",
            ),
            (
                "causal",
                f"A car splashes mud over {{finder}}, who throws both the toy {toy} and the"
                " poster away in anger.",
            ),
            (
                "feeling",
                f"At the front door {{owner}} turns away in anger, and {{finder}} keeps the toy"
                f" {toy} and the poster.",
            ),
        ),
        "thank": wrongs(
            (
                "motive",
                f"{{owner}} swaps the toy {toy} at the door for a cream cake from {{finder}}.",
            ),
            ("object", f"{{owner}} tears the poster to shreds at the door and hugs the toy {toy}."),
            (
                "feeling",
                f"{{owner}} cries at the door because {{finder}} takes the toy {toy} home.",
            ),
            (
                "causal",
                f"The toy {toy} falls into the mud at the door, and {{finder}} throws it out for"
                " good.",
            ),
            (
                "place",
                f"{{finder}} takes the toy {toy} back to the garden and keeps it there for good.",
            ),
        ),
    }
