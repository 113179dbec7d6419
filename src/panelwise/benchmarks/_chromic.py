"""CHROMIC: chronological reasoning across the panels of a page.

Description reordering (CH-2): the page and the shuffled descriptions of its panels; the model
writes the list of shown indices in story order. Multiple choice (CH-3): the page, a question of one
of six perspectives (CH-12), four options. A story of several pages is shown whole, page by page.

Panel reordering (CH-1, CH-10): a page of at most four panels, cut and shuffled into one picture;
the model writes the list of shown indices in story order. The paper ranks by the share of panels
in their place (Acc), defines success as the exact order, and prints no prompt for this task
(AMB-7, AMB-9).
"""

from __future__ import annotations

from panelwise.benchmarks._papers import CHROMIC
from panelwise.benchmarks._prompts import printed_prompts
from panelwise.benchmarks._traps import INVERSE, PRESS_TEXTS
from panelwise.profile import Profile
from panelwise.tasks import (
    DescriptionOrdering,
    Faithfulness,
    PanelOrdering,
    Prompt,
    StoryChoice,
)
from panelwise.tasks.plans import PromptSettings

_NDCG = (
    "The paper does not define the relevance in NDCG. Under common definitions a random order"
    " scores between .56 and .93, so the printed values are not comparable with ours (AMB-4)."
)
_PER_PANEL = (
    "The paper defines success as the exact order, but prints the share of panels in the right"
    " place, also for people (.953 in description reordering). Panelwise reports both (AMB-7)."
)
_DROPPED = (
    "The paper does not say how it scored unreadable orders. In description reordering,"
    " LLaMA-3.2-11B has the best mean absolute error but the lowest accuracy. Guessing would give"
    " both on pages of about 4.6 panels, but the other models' figures imply about 7.5. So its"
    " answers to longer pages were probably not scored (AMB-5)."
)

EXAMPLE = (3, 0, 2, 1, 4)  # printed in the paper's prompt, whatever the page's number of panels
_PRINTED_FORM = "like this: [3, 0, 2, 1, 4]"
_FORM = "in this form: [<first>, <second>, ...]"

_LINES = "{lines: '[0]. <description>' ... '[N-1]. <description>'}"
_SHUFFLED_LINES = """\
{image}
The following are shuffled descriptions of comic panels. Each line corresponds to one panel.
{lines: '[0]. <description>' ... '[N-1]. <description>'}
"""
_SHUFFLED_PICTURE = """\
{images}
The image shows shuffled comic panels, numbered 0 to {last}. Each number marks one panel.
"""
_MEANING = (
    "\nThe first number of the list is the panel that comes first in the story,"
    " the second number the panel that comes second, and so on."
)


def _example(profile: Profile) -> tuple[int, ...] | None:
    """The answer that the prompt shows; ``recommended`` shows the form without numbers."""
    return None if profile.section(PromptSettings).explicit_order else EXAMPLE


def _without_example(text: str) -> str:
    """A wording whose example, five numbers of any N, is a form."""
    if _PRINTED_FORM not in text:
        raise AssertionError(f"the printed prompt no longer has the words '{_PRINTED_FORM}'")
    return text.replace(_PRINTED_FORM, _FORM)


def _prompt(profile: Profile) -> Prompt:
    """The wording of description reordering, turned to a picture of panels (AMB-9).

    ``recommended`` shows no example and adds what the list means (AMB-1).
    """
    printed = printed_prompts()["chromic.description_reordering"]
    text = printed.replace(_SHUFFLED_LINES, _SHUFFLED_PICTURE)
    if text == printed:
        raise AssertionError("the printed prompt no longer has the lines that are replaced")
    source = "CHROMIC Figure 10, adapted to panels; AMB-9"
    if profile.section(PromptSettings).explicit_order:
        text = _without_example(text) + _MEANING
        return Prompt("chromic.panel_reordering/recommended/2", text, "ours", source)
    return Prompt("chromic.panel_reordering/paper/1", text, "reconstructed", source)


panel_reordering = PanelOrdering(
    id="chromic.panel_reordering",
    traps=(
        INVERSE,
        _PER_PANEL,
        _NDCG,
        _DROPPED,
        "The paper prints no prompt for this task. Ours is its prompt for description reordering,"
        " adapted to panels (AMB-9).",
        "The paper's uniform shuffle shows two panels in the right order half of the time."
        " `recommended` never shows the right order, and leaves out pages with two panels"
        " (AMB-10).",
    ),
    paper=CHROMIC,
    own_settings=(PromptSettings,),
    title="CHROMIC panel reordering",
    answer="list",
    show="composite",
    panels=range(2, 5),
    index_base=0,
    headline="accuracy",
    prompt=_prompt,
    example=lambda profile, n: _example(profile),
    source="CHROMIC 3.1, App. B.1; CH-1, CH-10; AMB-7 to AMB-10",
)


def _description_prompt(profile: Profile) -> Prompt:
    """The printed wording; ``recommended`` shows no example and adds what the list means."""
    printed = printed_prompts()["chromic.description_reordering"]
    text = printed.replace("{image}", "{images}").replace(_LINES, "{lines}")
    name = "chromic.description_reordering"
    if profile.section(PromptSettings).explicit_order:
        source = "CHROMIC Figure 10, with the way of reading; AMB-1, AMB-53"
        text = text.replace("{images}", "{images}\n{reading}")
        return Prompt(f"{name}/recommended/3", _without_example(text) + _MEANING, "ours", source)
    return Prompt(f"{name}/paper/1", text, "exact", "CHROMIC Figure 10")


description_reordering = DescriptionOrdering(
    id="chromic.description_reordering",
    traps=(
        INVERSE,
        _PER_PANEL,
        _NDCG,
        _DROPPED,
        "The paper's prompt contains an example answer, which models may copy; such answers are"
        " flagged. The prompt of `recommended` shows the form of an answer without numbers.",
        "Descriptions may reveal the order by mentioning who has appeared before ('the same"
        " man'). Build with `--transform text_only` to measure what the words alone give away.",
    ),
    paper=CHROMIC,
    title="CHROMIC description reordering",
    headline="accuracy",
    source="CHROMIC 3.1, Figure 10; CH-2; AMB-1, AMB-53",
    prompt=_description_prompt,
    example=_example,
)


def _choice_prompt(profile: Profile, single: bool) -> Prompt:
    """The printed wording; ``recommended`` says who is who, because pictures name nobody."""
    text = printed_prompts()["chromic.mcq"].replace("{image}", "{images}")
    form = ".single_image" if single else ""
    if profile.section(PromptSettings).who_is_who:
        text = text.replace("Question: {question}", "{who}Question: {question}")
        source = "CHROMIC Figure 11, with the way of reading, and who is who"
        return Prompt(f"chromic.chrono_mcq{form}/recommended/2", text, "ours", source)
    return Prompt(f"chromic.chrono_mcq{form}/paper/1", text, "exact", "CHROMIC Figure 11")


chrono_mcq = StoryChoice(
    id="chromic.chrono_mcq",
    traps=(
        "The paper filtered out questions that can be answered from the text alone. Even so, its"
        " models score up to .363 without the page (chance .25; AMB-13).",
        "The labels WC and WCND are swapped between the paper's Tables 3 and 6 (AMB-11).",
        "In the paper, people answered 165 items and models all of them. Compare scores only on"
        " the same items (AMB-15).",
        PRESS_TEXTS,
    ),
    paper=CHROMIC,
    title="CHROMIC multiple choice in six perspectives",
    source="CHROMIC 3.1, Figure 11; CH-3, CH-11, CH-12",
    asked=(
        "The pages of a story and a question about what happens, when and why; which of four"
        " answers is right?"
    ),
    needs="stories with questions of CHROMIC's six perspectives",
    question_task="chrono_mcq",
    show="pages",
    prompt=_choice_prompt,
)

_FAITHFULNESS = """\
{images}
{reading}These descriptions are said to tell the panels of this page, in reading order:
{lines}
How faithful are they, taken together, to what the page shows?
5: almost fully aligned, only minor omissions or wording
4: core characters and main actions right, secondary details missing
3: partial, noticeable errors such as role confusion
2: few correct elements, main actions or roles wrong
1: unrelated; so is a description of another page, even with the same people
Answer with one number, or with the word Uncertain where the page is too ambiguous or the text too \
vague.
"""
description_faithfulness = Faithfulness(
    id="chromic.description_faithfulness",
    traps=(
        "In the paper, people rate descriptions, and there is no right answer. Here the rater is"
        " tested: it must distinguish the descriptions of this page from those of another page.",
        "That is easier than rating the paper's descriptions, which all belong to their pages.",
        "The paper prints neither the number of ratings nor the raters' agreement.",
    ),
    paper=CHROMIC,
    title="CHROMIC description faithfulness, by a model",
    source="CHROMIC Table 10; CH-16",
    prompt=lambda profile: Prompt(
        "chromic.description_faithfulness/2", _FAITHFULNESS, "ours", "CHROMIC's scale; CH-16"
    ),
)
