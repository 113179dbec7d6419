"""What ``paper`` means in each of the five papers, and the profile of a task.

A value is declared here when the paper, or its released code, says it; what all five papers did is
declared by the settings themselves. Where a paper is silent the value of ``recommended`` holds, and
the ambiguities (specification 8) say so. ``panelwise settings`` and docs/scoring.md list them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from panelwise.benchmarks._settings import ComicvqaSettings
from panelwise.errors import UnknownNameError
from panelwise.profile import PAPER, Profile, get_profile
from panelwise.registry import Registry, lacking, unknown_name
from panelwise.tasks import Task
from panelwise.tasks.kinds import (
    BoxSettings,
    DialogueSettings,
    JudgeSettings,
    ScoringSettings,
    SpottingSettings,
    TextSettings,
)
from panelwise.tasks.plans import (
    DistractorSettings,
    PromptSettings,
    SequenceSettings,
    StripSettings,
)


def _fault(name: str, task: Any) -> str:
    """What is wrong with a registered task; empty if nothing is."""
    missing = lacking(task, Task)
    if missing:
        return missing
    same = task.id == name
    return "" if same else f"has the id '{task.id}'; the entry point must have the same name"


BENCHMARKS = Registry("task", "panelwise.benchmarks", fault=_fault, command="panelwise list tasks")


def list_tasks() -> tuple[Task, ...]:
    """Every task that is installed, by name; those of plug-ins are included.

    A plug-in that can't be imported, or is no task, is left out with a warning.

    >>> [task.id for task in list_tasks() if task.kind == "answer"]
    ['mangavqa.manga_vqa']
    """
    return tuple(task for _, task in BENCHMARKS.working())


def get_task(name: str) -> Task:
    """The task called ``name`` ("chromic.panel_reordering").

    Raises:
        UnknownNameError: when there is none; the text names the nearest.
        PluginError: when it cannot be imported, is no task, or is registered under another name.
    """
    task: Task = BENCHMARKS.get(name)
    return task


def text_is_evidence(task: str) -> bool:
    """Whether a task declares that its words are evidence; a task that is not installed does not.

    >>> text_is_evidence("chromic.description_reordering"), text_is_evidence("chromic.chrono_mcq")
    (True, False)
    """
    return task in BENCHMARKS and bool(getattr(get_task(task), "text_is_evidence", False))


# CHROMIC. Orders: an answer without a valid list is left out (AMB-5); the relevance of NDCG is not
# defined in print (AMB-4), so ordering.ndcg_gain stays. Choices: Eq. 4 is a mean over all M
# questions.
CHROMIC = PAPER.with_sections(
    # 3.1 draws from S_n for any n; AMB-6, AMB-10
    replace(PAPER.section(SequenceSettings), smallest_order=2),
    # Figure 10: "[0]. <description>"; AMB-53
    replace(PAPER.section(PromptSettings), index_style="bracketed"),
)

# StripCipher. The only paper whose figures need fewer items than it has (AMB-18). Its strips are
# shuffled at random, but never shown in the right order, because Table 2 says that the order is
# wrong: its tasks declare that (``shown_is_wrong``).
STRIPCIPHER = PAPER.with_sections(
    # 69.95 is no share of 600 answers, 61.60 none of 680; AMB-18
    replace(PAPER.section(ScoringSettings), unanswered="drop"),
    replace(
        PAPER.section(StripSettings),
        input="whole",  # 3.2: comprehension sees the strip unsplit; SC-2
        silent_only=True,  # 3.1: sequences with dialogue were removed; SC-7
        matched_orders=False,  # four orders, chosen in no stated way; SC-3
    ),
)

# MangaVQA and MangaOCR. All of it is from the released scorer, not from the paper (specification
# 4.3, 7.4).
MANGAVQA = PAPER.with_sections(
    SpottingSettings(
        list_parser="released",  # blocks that begin with newline, tab, brace; MV-11
        matcher="greedy",  # the first free prediction in file order; specification 7.4, AMB-27
        repeat_mode="drop_all",  # a text that occurs ten times goes, all copies; MV-9, AMB-28
    ),
    TextSettings(normaliser="mangalmm"),  # MV-10, AMB-29
    BoxSettings(declared_frame=False),  # every number is taken for pixels; AMB-30
    JudgeSettings(failures="lowest"),  # a reply without a mark is a 1; AMB-32
)

# ComicVQA. App. B.4: right if the chosen option is the right one, "and incorrect otherwise".
# The paper compares descriptions by text-embedding-3-large (CV-7), a paid service; set
# distractors.embedder=openai/text-embedding-3-large for it.
COMICVQA = PAPER.with_sections(
    ComicvqaSettings(
        six_panels=True,  # 3: only pages of exactly six panels; CV-5
        matched_orders=False,  # "predefined" wrong orders; CV-10, CV-E3
    ),
    DistractorSettings(
        tier="any_book",  # 3: the nearest three "from the same split"; CV-7, AMB-39
        alike_shapes=False,  # 3: by the descriptions alone; CV-7
    ),
)

# CoMix. The supplement prints metrics, and no prompt for a vision-language model. Found boxes count
# from IoU .5 (AMB-47); an answer half of which differs still counts ("more than 50 %"; AMB-49).
COMIX = PAPER.with_sections(
    # Alg. 2: matched lines alone, divided by the length of gold; AMB-48
    DialogueSettings(formula="paper"),
    TextSettings(normaliser="raw"),  # Alg. 2 takes the edit distance of the strings as they are
)

PAPERS: Mapping[str, Profile] = {
    "chromic": CHROMIC,
    "stripcipher": STRIPCIPHER,
    "mangavqa": MANGAVQA,
    "comicvqa": COMICVQA,
    "comix": COMIX,
}


def paper_of(task: str) -> Profile:
    """The ``paper`` profile that a task declares; the bare one for a task that is not installed."""
    if task not in BENCHMARKS:
        return PAPER
    declared: Profile = getattr(get_task(task), "paper", PAPER)
    return declared


def profile_for(
    task: str, profile: str | Profile = "recommended", settings: Mapping[str, object] | None = None
) -> Profile:
    """A profile as a task means it: in ``paper``, with the values of the task's own paper.

    Args:
        task: a name from ``panelwise list tasks``; other tasks have no values of their own.
        profile: ``recommended``, ``paper``, or a profile; what was changed in it stays changed.
        settings: further changes, as values or as texts.

    Raises:
        SettingError: for an unknown profile, setting or value.

    >>> profile_for("stripcipher.frame_prediction", "paper").section(ScoringSettings).unanswered
    'drop'
    >>> profile_for("comicvqa.missing_panel", "paper").section(ScoringSettings).unanswered
    'wrong'
    """
    base = profile if isinstance(profile, Profile) else get_profile(profile)
    return base.with_settings(settings).as_in(paper_of(task))


def paper_of_benchmark(name: str) -> Profile:
    """The ``paper`` profile of a task ("comix.detection") or of all tasks of a paper ("comix").

    Raises:
        UnknownNameError: for a name that is neither.
    """
    if name in PAPERS:
        return PAPERS[name]
    if name not in BENCHMARKS:
        known = [*PAPERS, *BENCHMARKS.names()]
        raise UnknownNameError(unknown_name("benchmark", name, known, BENCHMARKS.command))
    return paper_of(name)


def paper_of_kind(kind: str) -> Profile:
    """The ``paper`` profile for answers of which only the kind is known.

    Where one paper alone asks in this way (MangaOCR: spotting), its own; else the bare one.
    """
    asking = {paper_of(task.id) for task in list_tasks() if task.kind == kind}
    return asking.pop() if len(asking) == 1 else PAPER
