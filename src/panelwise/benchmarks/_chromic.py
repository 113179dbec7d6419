"""CHROMIC: chronological reasoning across the panels of a page.

Panel reordering (CH-1, CH-10): a page of at most four panels, cut and shuffled into one picture;
the model writes the list of shown indices in story order. The paper ranks by the share of panels
in their place (Acc), defines success as the exact order, and prints no prompt for this task
(AMB-7, AMB-9).
"""

from __future__ import annotations

from panelwise.benchmarks._prompts import printed_prompts
from panelwise.profile import Profile
from panelwise.tasks import PanelOrdering, Prompt

EXAMPLE = (3, 0, 2, 1, 4)  # printed in the paper's prompt; five long, so never a right answer here

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


def _prompt(profile: Profile) -> Prompt:
    """The wording of description reordering, turned to a picture of panels (AMB-9).

    ``recommended`` adds one sentence that says what the list means (AMB-1).
    """
    printed = printed_prompts()["chromic.description_reordering"]
    text = printed.replace(_SHUFFLED_LINES, _SHUFFLED_PICTURE)
    if text == printed:
        raise AssertionError("the printed prompt no longer has the lines that are replaced")
    source = "CHROMIC Figure 10, turned to panels; AMB-9"
    if profile.explicit_order_prompt:
        return Prompt("chromic.panel_reordering/recommended/1", text + _MEANING, "ours", source)
    return Prompt("chromic.panel_reordering/paper/1", text, "reconstructed", source)


panel_reordering = PanelOrdering(
    id="chromic.panel_reordering",
    title="CHROMIC panel reordering",
    answer="list",
    show="composite",
    panels=range(2, 5),
    index_base=0,
    headline="accuracy",
    prompt=_prompt,
    example=lambda profile, n: EXAMPLE,
    source="CHROMIC 3.1, App. B.1; REQUIREMENTS CH-1, CH-10; AMB-7 to AMB-10",
)
