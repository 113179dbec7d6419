"""Settings of what is asked: which strips and pages, how shuffled, in which words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from panelwise.metrics import Shuffle
from panelwise.settings import Section, setting


@dataclass(frozen=True, slots=True)
class PromptSettings(Section):
    """What the prompts of all tasks say besides the question."""

    section: ClassVar[str] = "prompt"
    explicit_order: bool = setting(
        True,
        "use Panelwise's wording, which says what a list means, instead of the paper's",
        "the prompts printed in the papers; AMB-1",
        papers=False,
    )
    who_is_who: bool = setting(
        True,
        "describe the people whom a question names",
        "the prompts printed in the papers",
        papers=False,
    )
    index_style: Literal["bracketed", "plain"] = setting(
        "plain",
        "how shuffled descriptions are numbered, `[0]. text` or `0. text`",
        "CHROMIC Figure 10, AMB-53",
    )


@dataclass(frozen=True, slots=True)
class SequenceSettings(Section):
    """Which sequences become orderings, and how they are shuffled."""

    section: ClassVar[str] = "sequences"
    shuffle: Shuffle = setting(
        "non_identity",
        "which orders may be shown: any (uniform), any but the right one (non_identity), or"
        " those with no panel in its right place (derangement)",
        "CHROMIC 3.1, AMB-10; StripCipher's prompt says that the shown order is incorrect, so its"
        " tasks never show the right order, even with `uniform`",
        papers="uniform",
    )
    smallest_order: int = setting(
        3,
        "the length of the shortest sequence that becomes an ordering item",
        "CHROMIC 3.1, AMB-6, AMB-10; StripCipher's strips have 3 to 8 frames",
    )
    several_orders: Literal["leave_out", "keep"] = setting(
        "leave_out",
        "whether panels with several valid orders are left out of ordering, or kept, where all of"
        " these orders are known, with each of them accepted as right",
        "CHROMIC and StripCipher checked that the order is unique (CH-10, SC-8); MS-14",
    )


@dataclass(frozen=True, slots=True)
class GoldSettings(Section):
    """How sure gold must be that a program computed."""

    section: ClassVar[str] = "gold"
    least_confidence: float = setting(
        0.5,
        "leave out pages whose computed reading order, or one of whose detected panels, has a"
        " lower confidence than this",
        "CHROMIC and StripCipher checked orders by hand (CH-10, SC-8); the others name no"
        " threshold",
        papers=0.0,
        most=1,
    )


@dataclass(frozen=True, slots=True)
class StripSettings(Section):
    """Which strips and pages are asked about, and how a strip is shown."""

    section: ClassVar[str] = "strips"
    input: Literal["pages", "whole", "sequence", "shuffled"] = setting(
        "pages",
        "how the strip of a question is shown: its pages one by one, the whole strip as one"
        " picture, its frames one by one, or its frames shuffled",
        "StripCipher shows the whole strip in its comprehension task, SC-2, SC-E3",
    )
    shortest: int = setting(
        3,
        "the least number of frames that a strip must have to become an item",
        "StripCipher's strips have 3 to 8 frames, SC-1, SC-2; 2 is for data sets of pairs (YesBut)",
    )
    silent_only: bool = setting(
        False,
        "whether silent-strip tasks leave out pages that are known to have text",
        "StripCipher 3.1, SC-7",
    )
    known_meaning: bool = setting(
        False,
        "whether strip reordering leaves out strips without a known meaning, so that it has"
        " the same strips as the variant with the meaning",
        "StripCipher uses all strips, and in the variant with the meaning those that have"
        " one; SC-E4",
    )
    matched_orders: bool = setting(
        True,
        "in books of world families, offer the right order, two that differ from it by one exchange"
        " of panels, and one with both exchanges, all about equally continuous",
        "StripCipher does not say how its wrong orders are chosen, SC-3",
    )


@dataclass(frozen=True, slots=True)
class ChapterSettings(Section):
    """What a question about a chapter holds."""

    section: ClassVar[str] = "chapter"
    pages: int = setting(
        16,
        "the largest number of pages that one question about a chapter may show",
        "the task is Panelwise's own, not a paper's; AMB-43",
    )


@dataclass(frozen=True, slots=True)
class DistractorSettings(Section):
    """How the wrong panels of a missing-panel item are found."""

    section: ClassVar[str] = "distractors"
    tier: Literal["any_book", "same_book", "same_scene"] = setting(
        "same_book",
        "where the wrong panels of a missing-panel item come from",
        'ComicVQA 3: "from the same split", CV-7, AMB-39',
    )
    embedder: str = setting(
        "embed:words",
        "the text encoder that compares descriptions to find wrong panels",
        "ComicVQA uses text-embedding-3-large, a paid service: set"
        " `openai/text-embedding-3-large` to reproduce it (CV-7)",
    )
    alike_shapes: bool = setting(
        True,
        "prefer wrong panels that have about the same shape as the right one",
        "ComicVQA 3: by descriptions alone, CV-7; MS-13",
    )
