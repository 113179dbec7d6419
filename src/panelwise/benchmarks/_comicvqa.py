"""ComicVQA: which panel is missing, and which order of panels is the story's.

Missing panel (CV-1): five consecutive panels without their texts, one of them a grey "?", and four
panels to choose from, the wrong ones near in what they show (CV-7). Panel sorting (CV-2): four
consecutive panels in four orders. Two diagnostics ask for two neighbours only (CV-E2), and for four
panels against one exchange (CV-E3). All in one picture of at most 1024 pixels a side.

The paper keeps pages of exactly six panels for all four (CV-5), and a window starts at random in
the six (AMB-38); ``recommended`` takes every page that has the panels of a window.
"""

from __future__ import annotations

from collections.abc import Callable

from panelwise.benchmarks._papers import COMICVQA
from panelwise.benchmarks._prompts import printed_prompts
from panelwise.benchmarks._settings import ComicvqaSettings
from panelwise.profile import Profile
from panelwise.tasks import (
    MatchedOrders,
    MissingPanel,
    PanelSorting,
    Prompt,
    given_orders,
    one_of,
    other_orders,
    with_reversals,
)
from panelwise.tasks.plans import PromptSettings

_CUTS = (
    "Slanted borders, and balloons that cross a border, reveal neighbouring panels. A model may"
    " need nothing else to order two panels."
)

_SOURCE = "ComicVQA Appendix A"
_FOUR, _TWO = ("Four different", "Options 1, 2, 3, 4."), ("Two different", "Options 1, 2.")


def _printed(task: str, profile: Profile) -> Prompt:
    """The printed wording; ``recommended`` says which way the boxes are read."""
    text = "{images}" + printed_prompts()[f"comicvqa.{task}"]
    if profile.section(PromptSettings).explicit_order:
        source = f"{_SOURCE}, with the direction of the boxes"
        return Prompt(f"comicvqa.{task}/recommended/1", _directed(text), "ours", source)
    return Prompt(f"comicvqa.{task}/paper/1", text, "exact", _SOURCE)


def _directed(text: str) -> str:
    """A wording that says, before the answer is asked for, which way the boxes are read.

    Boards run from left to right even where the comic runs from right to left.
    """
    start, mark, end = text.rpartition("Choose the correct option.")
    if not mark:
        raise AssertionError("the printed prompt no longer asks to choose the correct option")
    return f"{start}Read the panels in every box from left to right. {mark}{end}"


def _of_two(task: str, profile: Profile) -> Prompt:
    """The wording of panel sorting turned to two options; none is printed."""
    text = _printed("panel_sorting", profile).text
    for four, two in zip((*_FOUR, "the 4 green"), (*_TWO, "the 2 green"), strict=True):
        if four not in text:
            raise AssertionError(f"the printed prompt no longer has the words '{four}'")
        text = text.replace(four, two)
    source = f"{_SOURCE}, for two options"
    if profile.section(PromptSettings).explicit_order:
        return Prompt(f"comicvqa.{task}/recommended/1", text, "ours", source)
    return Prompt(f"comicvqa.{task}/paper/1", text, "reconstructed", source)


def _panels(window: int) -> Callable[[Profile], range]:
    """How many panels a page may have of which a window is shown: six in the paper (CV-5)."""
    return lambda profile: (
        range(6, 7) if profile.section(ComicvqaSettings).six_panels else range(window, 100)
    )


def _if_matched(orders: MatchedOrders) -> Callable[[Profile], MatchedOrders | None]:
    """These orders in books of families, unless they are to be the paper's (CV-10, CV-E3)."""
    return lambda profile: orders if profile.section(ComicvqaSettings).matched_orders else None


_EXCHANGES = ((1, 0, 2, 3), (0, 2, 1, 3), (0, 1, 3, 2), (3, 1, 2, 0))
missing_panel = MissingPanel(
    id="comicvqa.missing_panel",
    traps=(
        "In the paper, an encoder that only compares pictures scores .461, because the right panel"
        " looks like its neighbours (AMB-41). Report `baseline:similar`, which does the same, next"
        " to every model.",
        "On press comics without worlds, `baseline:similar` scores .82 in `paper` (18 of 22,"
        " interval .59 to .93)."
        " To repeat this, run `panelwise press --books 40 --layout western --chapters 2 --seed 1"
        " --out comics`, then build and evaluate with `--profile paper`.",
        "On press comics without worlds, the shapes of the panels alone give .38 (wrong panels from"
        " the same book) or .49 (from any book; chance .25).",
        "Wrong panels from other books are recognisable by their style. `distractors.tier` says"
        " where they come from (AMB-39).",
        "Texts are covered because they could reveal the answer. Texts that were not found stay"
        " visible, and the covers show where balloons are (AMB-40).",
        "The human score of this task is 83.4; the paper once compares with 88, that of panel"
        " sorting (AMB-37).",
    ),
    paper=COMICVQA,
    own_settings=(PromptSettings, ComicvqaSettings),
    title="ComicVQA missing panel",
    source="ComicVQA 3; CV-1, CV-3 to CV-9; AMB-38 to AMB-40",
    prompt=lambda profile: _printed("missing_panel", profile),
    panels=_panels(5),
)
panel_sorting = PanelSorting(
    id="comicvqa.panel_sorting",
    traps=(
        _CUTS,
        "The paper's best open model, with 26.9, is not significantly better than chance (25; p ="
        " .17).",
        "Neighbouring panels look alike, so wrong orders can be recognised by comparing pictures."
        " In books of world families, the three wrong orders are the right one reversed, another"
        " one whose neighbours look about equally alike, and that one reversed"
        " (`comicvqa.matched_orders`).",
    ),
    paper=COMICVQA,
    own_settings=(PromptSettings, ComicvqaSettings),
    title="ComicVQA panel sorting",
    source="ComicVQA 3; CV-2, CV-3, CV-10; AMB-38",
    asked="Four orders of the same four consecutive panels; which one is the order of the story?",
    prompt=lambda profile: _printed("panel_sorting", profile),
    panels=_panels(4),
    window=4,
    orders=other_orders(4),
    matched=_if_matched(with_reversals),
)
two_panel_order = PanelSorting(
    id="comicvqa.two_panel_order",
    traps=(
        _CUTS,
        "The paper's gain from showing four panels instead of two, 65.0 to 67.3, is not"
        " significant (p = .06).",
    ),
    paper=COMICVQA,
    own_settings=(PromptSettings, ComicvqaSettings),
    title="ComicVQA two-panel order",
    source="ComicVQA Table 3; CV-E2",
    asked="Two neighbouring panels in both orders; which one is the order of the story?",
    prompt=lambda profile: _of_two("two_panel_order", profile),
    panels=_panels(4),
    window=4,
    orders=given_orders(((0, 1), (1, 0)), ((1, 2), (2, 1)), ((2, 3), (3, 2))),
    variants=3,
)
four_panel_binary = PanelSorting(
    id="comicvqa.four_panel_binary",
    traps=(
        _CUTS,
        "Swapping the first and last panel (74.4 in the paper) is easier to notice than swapping"
        " neighbours (67.3). The paper's average does not include the former. Here every swap"
        " occurs equally often. In books of world families, the swap of each sequence is chosen"
        " so that neighbouring panels look about as much alike after it as before it"
        " (`comicvqa.matched_orders`).",
    ),
    paper=COMICVQA,
    own_settings=(PromptSettings, ComicvqaSettings),
    title="ComicVQA four panels, in order or with two swapped",
    source="ComicVQA Table 4; CV-E3",
    asked=(
        "Four panels in story order, and the same four with two of them swapped; which one is the"
        " order of the story?"
    ),
    prompt=lambda profile: _of_two("four_panel_binary", profile),
    panels=_panels(4),
    window=4,
    orders=given_orders(*(((0, 1, 2, 3), exchanged) for exchanged in _EXCHANGES)),
    matched=_if_matched(one_of(_EXCHANGES)),
    variants=4,
)
