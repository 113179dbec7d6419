"""StripCipher: silent strips, to be put in order and to be understood.

Reordering by generation (SC-4) and by choice among four orders written ③②①④ (SC-3), from 3 to 8
shuffled frames, each sent as its own picture; a model that takes one picture gets the frames side
by side with white margins (SC-5). Scored by the exact order.

Reordering with meaning tells first what the story means (SC-E4), of the same strips in the same
shuffles. Frame prediction blanks the second to last frame and asks what happens in it (SC-1);
narrative comprehension asks for the story and its implicit meaning (SC-2), of the whole strip as
one picture (``paper``), of its pages (``recommended``), of frames one by one, or of shuffled frames
(SC-E3).

A strip is a whole story of 3 to 8 frames, wherever they stand: on a page, a part of one, or pages
that follow one another. In comics without stories a page counts as a strip.

The paper's strips are silent and were checked by hand to have one order. A strip known to carry
text is left out in ``paper``; ``recommended`` keeps it and records ``silent`` for the breakdown.
The printed prompt says that the shown order is incorrect, so it never is the story's.
"""

from __future__ import annotations

from typing import Literal

from panelwise.benchmarks._papers import STRIPCIPHER
from panelwise.benchmarks._prompts import printed_prompts
from panelwise.benchmarks._traps import INVERSE, PRESS_TEXTS
from panelwise.profile import Profile
from panelwise.tasks import PanelOrdering, Prompt, PromptStatus, StoryChoice
from panelwise.tasks.plans import PromptSettings, StripSettings

_WHOLE_COUNTS = (
    "Some of the paper's percentages are impossible with its numbers of items; probably it"
    " excluded unanswered items. `recommended` counts unanswered items as wrong (AMB-18)."
)
_NO_OUTPUT_RULE = (
    "The paper's prompts do not say in which form to answer; those of `recommended` do. This alone"
    " makes scores under the two profiles differ, because more answers can be read (AMB-22)."
)
_OPTIONS_NOT_PRINTED = (
    "The paper shows no item of this task, so the presentation of the four orders is our own."
)

FRAMES = range(3, 9)  # of a strip (SC 3.2)

_ROW = "\nThe image shows the frames side by side; frame 1 is the leftmost."
_OPTIONS = "\n{options}"
# Output rules of our own, because the paper prints none (AMB-22).
_WRITE_ORDER = (
    "\nAnswer with the frame numbers in story order, joined by hyphens, and nothing else."
)
_PICK_LETTER = "\nAnswer with the option letter only."
_MEANING = "\nThe first number is the frame that comes first in the story."
# The printed sentence asks for a number a frame, which is neither an order nor an option.
_NUMBER_EACH = (
    "Number each comic strip in the order they should appear, starting from 1.",
    "The frames are numbered from 1 in the order shown.",
)


def _numbered(text: str) -> str:
    """A wording that asks for one thing: its numbers are those of the frames shown."""
    if _NUMBER_EACH[0] not in text:
        raise AssertionError(f"the printed prompt no longer has the words '{_NUMBER_EACH[0]}'")
    return text.replace(*_NUMBER_EACH)


def _prompt(task: str, profile: Profile, *, single: bool) -> Prompt:
    """The printed question, the options, and in ``recommended`` what is to be answered."""
    choice = task == "stripcipher.reordering_choice"
    form = f"{task}.single_image" if single else task
    text = "{images}" + printed_prompts()["stripcipher.reordering"] + (_ROW if single else "")
    options = _OPTIONS if choice else ""
    if not profile.section(PromptSettings).explicit_order:
        # The paper shows no choice item: how the options are set out is our reading.
        status: PromptStatus = "ours" if single else "reconstructed" if choice else "exact"
        return Prompt(f"{form}/paper/1", text + options, status, "StripCipher Table 2")
    text = _numbered(text) + _MEANING + options + (_PICK_LETTER if choice else _WRITE_ORDER)
    label = "" if single else "Frame {k}:\n"
    source = "StripCipher Table 2; AMB-1, AMB-22"
    return Prompt(f"{form}/recommended/2", text, "ours", source, label)


def _reordering(
    task: str, title: str, answer: Literal["list", "choice"], traps: tuple[str, ...]
) -> PanelOrdering:
    return PanelOrdering(
        id=task,
        traps=traps,
        paper=STRIPCIPHER,
        own_settings=(PromptSettings, StripSettings),
        title=title,
        answer=answer,
        show="frames",
        panels=FRAMES,
        strips="stories",
        shown_is_wrong=True,
        index_base=1,
        headline="exact_match" if answer == "list" else "accuracy",
        prompt=lambda profile: _prompt(task, profile, single=False),
        single_image_prompt=lambda profile: _prompt(task, profile, single=True),
        silent_only=lambda profile: profile.section(StripSettings).silent_only,
        source="StripCipher 3, Table 2; SC-3 to SC-5, SC-8; AMB-20 to AMB-22",
    )


reordering_generation = _reordering(
    "stripcipher.reordering_generation",
    "StripCipher reordering, generation",
    "list",
    traps=(
        INVERSE,
        "Chance is about 6.6 %, not 25 %: a strip of n frames has n! orders (six for three frames),"
        " and 6.6 % is the mean of 1/n! over the paper's strips. Most of the paper's open models"
        " score below chance, probably because of unreadable answers (AMB-20).",
        _WHOLE_COUNTS,
        _NO_OUTPUT_RULE,
        "Two of the four scores in the paper's average are of reordering, so it has half of the"
        " weight (AMB-19).",
    ),
)
reordering_choice = _reordering(
    "stripcipher.reordering_choice",
    "StripCipher reordering, choice",
    "choice",
    traps=(INVERSE, _OPTIONS_NOT_PRINTED, _WHOLE_COUNTS),
)


def _meaning_prompt(profile: Profile) -> Prompt:
    """The printed wording with the story's meaning and the options filled in."""
    text = "{images}" + printed_prompts()["stripcipher.reordering_with_meaning"]
    task, source = "stripcipher.reordering_with_meaning", "StripCipher Figure 10"
    if profile.section(PromptSettings).explicit_order:
        # The options' first number means what it does in the task without the meaning.
        text = _numbered(text).replace("\n{Options}", f"{_MEANING}\n{{Options}}")
        return Prompt(f"{task}/recommended/2", text, "ours", source, "Frame {k}:\n")
    return Prompt(f"{task}/paper/1", text, "exact", source)


def _single_meaning_prompt(profile: Profile) -> Prompt:
    prompt = _meaning_prompt(profile)
    numbers = "\n" + _NUMBER_EACH[profile.section(PromptSettings).explicit_order]
    text = prompt.text.replace(numbers, _ROW + numbers)
    return Prompt(prompt.id.replace("/", ".single_image/", 1), text, "ours", prompt.source)


reordering_with_meaning = PanelOrdering(
    id="stripcipher.reordering_with_meaning",
    traps=(
        INVERSE,
        _WHOLE_COUNTS,
        "The meaning may reveal the end of the story. Compare scores item by item with"
        " `stripcipher.reordering_choice`.",
    ),
    paper=STRIPCIPHER,
    own_settings=(PromptSettings, StripSettings),
    title="StripCipher reordering, choice, with the story's meaning given",
    answer="choice",
    show="frames",
    panels=FRAMES,
    shown_is_wrong=True,
    index_base=1,
    headline="accuracy",
    prompt=_meaning_prompt,
    single_image_prompt=_single_meaning_prompt,
    strips="stories",
    with_meaning=True,
    silent_only=lambda profile: profile.section(StripSettings).silent_only,
    source="StripCipher Figure 10; SC-3, SC-E4; AMB-21",
)


def _question_prompt(task: str, profile: Profile, single: bool) -> Prompt:
    """The printed question and the options; ``recommended`` says who is who and what to write."""
    frames = task == "prediction"
    name = "frame_prediction" if frames else "narrative_comprehension"
    form = f"stripcipher.{name}" + (".single_image" if single else "")
    row = _ROW if single and frames else ""
    text = "{images}" + printed_prompts()[f"stripcipher.{task}"] + row
    source = "StripCipher Table 2"
    if not profile.section(PromptSettings).explicit_order:
        # How the options are set out is our reading: the paper shows no item.
        status: PromptStatus = "ours" if row else "reconstructed"
        return Prompt(f"{form}/paper/1", text + _OPTIONS, status, source)
    label = "Frame {k}:\n" if frames and not single else ""
    asked = "" if frames else "\n{question}"  # which the printed wording announces
    text = text.replace("{images}", "{images}{who}") + asked + _OPTIONS + _PICK_LETTER
    return Prompt(
        f"{form}/recommended/{1 if frames else 2}", text, "ours", f"{source}; AMB-22", label
    )


frame_prediction = StoryChoice(
    id="stripcipher.frame_prediction",
    traps=(
        _NO_OUTPUT_RULE,
        _WHOLE_COUNTS,
        "The paper does not show the blank frame; ours is white with a '?' (AMB-21).",
        PRESS_TEXTS,
    ),
    paper=STRIPCIPHER,
    own_settings=(StripSettings,),
    title="StripCipher frame prediction",
    source="StripCipher 3; SC-1, SC-5; AMB-21, AMB-22",
    asked=(
        "The frames of a strip, of which the second to last is blank; which of four texts"
        " describes the missing frame?"
    ),
    needs="stories with a question about the second-to-last frame",
    question_task="frame_prediction",
    longest=FRAMES[-1],
    show="frames",
    prompt=lambda profile, single: _question_prompt("prediction", profile, single),
    silent_only=lambda profile: profile.section(StripSettings).silent_only,
)
narrative_comprehension = StoryChoice(
    id="stripcipher.narrative_comprehension",
    traps=(
        _NO_OUTPUT_RULE,
        _WHOLE_COUNTS,
        "The paper's fine-tuned model saw the images of this task in training (AMB-23).",
        PRESS_TEXTS,
    ),
    paper=STRIPCIPHER,
    own_settings=(StripSettings,),
    title="StripCipher narrative comprehension",
    source="StripCipher 3; SC-2, SC-E3; AMB-22",
    asked="A whole strip; which of four texts gives its story and its implicit meaning?",
    needs="stories with a question about their meaning",
    question_task="narrative_comprehension",
    longest=FRAMES[-1],
    show="pages",
    prompt=lambda profile, single: _question_prompt("comprehension", profile, single),
    free_input=True,
    silent_only=lambda profile: profile.section(StripSettings).silent_only,
)
