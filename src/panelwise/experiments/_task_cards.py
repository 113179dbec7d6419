"""Task cards: what a task asks, what guessing, people and the best printed model score, its traps.

A card puts together what stands elsewhere: the task's declaration, its kind's metrics, the papers'
tables. Source: specification 1.3, 8, 9.
"""

from __future__ import annotations

from dataclasses import dataclass

from panelwise.analysis import PublishedFigure, published_for, published_tasks
from panelwise.benchmarks import decoding_of, get_task, list_tasks, profile_for
from panelwise.metrics import MetricInfo
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Task, get_kind

_CARD = """\
# {id}

**{title}.** {asked}

| | |
|---|---|
| needs | {needs} |
| answer | {answer} |
| headline metric | {headline} |
| other metrics | {others} |
| chance | {chance} |
| human score (published) | {human} |
| best model (published) | {best} |
| prompts | {wording} |
| decoding in `paper` | {decoding} |
| specification | {source} |

Pitfalls:

{traps}

```sh
panelwise build {id} COMICS --out pack
{published}```
"""
_HEAD = """\
# Tasks

One card per task, as printed by `panelwise task NAME`.

A prompt is *exact* (as the paper prints it), *reconstructed* (the paper prints no complete prompt
for the task; what it does print is adapted or completed) or *ours* (Panelwise's own wording).
Published scores are quoted as printed, so some are percentages and others shares; a *remark* or
*doubtful* after a score is a note by Panelwise ([doubts](published.md#doubts)). Codes such as CH-3
and AMB-13 are paragraphs of the [specification](specification.md). `COMICS` is the path of your
comics.

"""
_PRINTED = "computed for the items of each pack"
_CONSTANT = f"the best constant answer is {_PRINTED}"


@dataclass(frozen=True, slots=True)
class TaskCard:
    """What to know of a task before anyone takes it.

    Attributes:
        task: its declaration.
        metrics: how its answers are scored, the ranking metric first.
        chance: what guessing scores, in words.
        human: people, as a paper prints them; None where none does.
        best: the best model on the whole task, as a paper prints it.
        wording: the prompts' ids with how near they are to the paper's, by profile.
    """

    task: Task
    metrics: tuple[MetricInfo, ...]
    chance: str
    human: PublishedFigure | None
    best: PublishedFigure | None
    wording: dict[str, tuple[tuple[str, str], ...]]

    def markdown(self) -> str:
        """The card as a page of Markdown."""
        first, *others = self.metrics
        pairs = dict.fromkeys(pair for pairs in self.wording.values() for pair in pairs)
        wording = [f"`{prompt}` ({status})" for prompt, status in pairs]
        return _CARD.format(
            id=self.task.id,
            title=self.task.title,
            asked=self.task.asked,
            needs=self.task.needs,
            answer=get_kind(self.task.kind).presentation.answer,
            headline=f"`{first.name}`: {first.explanation}",
            others=", ".join(f"`{metric.name}`" for metric in others) or "none",
            chance=self.chance,
            human=_told(self.human),
            best=_told(self.best),
            wording="<br>".join(wording),
            decoding=decoding_of(self.task.id),
            source=self.task.source,
            traps="\n".join(f"- {trap}" for trap in self.task.traps) or "- Nothing known.",
            published=f"panelwise published --task {self.task.id}\n"
            if self.task.id in published_tasks()
            else "",
        )


def task_card(name: str) -> TaskCard:
    """The card of a task.

    Raises:
        UnknownNameError: for a name that no task has.

    >>> card = task_card("stripcipher.reordering_generation")
    >>> card.metrics[0].name, card.best.printed, card.human.printed
    ('exact_match', '32.02', '80.00')
    """
    task = get_task(name)
    metrics = get_kind(task.kind).metrics
    ranked = sorted(metrics.values(), key=lambda metric: metric.name != task.headline)
    printed = published_for(name) if name in published_tasks() else None
    return TaskCard(
        task=task,
        metrics=tuple(ranked),
        chance=_chance(task),
        human=printed.human if printed else None,
        best=printed.best if printed else None,
        wording={
            profile: tuple(
                (prompt.id, prompt.status) for prompt in task.prompts(profile_for(name, profile))
            )
            for profile in ("paper", "recommended")
        },
    )


def task_cards() -> str:
    """The cards of every task that is installed, as one page of Markdown."""
    cards = [task_card(task.id).markdown() for task in list_tasks()]
    return _HEAD + "\n".join("#" + card for card in cards)


def _chance(task: Task) -> str:
    kind = get_kind(task.kind)
    said = kind.chance_words(task.headline)
    if not said:
        why = kind.guesses((), RECOMMENDED).why_no_random
        return f"{why[0].lower()}{why[1:]}" if why else _PRINTED
    printed = published_for(task.id).chance if task.id in published_tasks() else None
    if printed is not None:
        said += f"; for the paper's items {printed.value:.3f} ({printed.source})"
    return f"{said}; {_CONSTANT}"


def _told(one: PublishedFigure | None) -> str:
    if one is None:
        return "none published for the task as a whole"
    count = f", n = {one.n}" if one.n else ""
    doubts = "".join(f"; {doubt.kind}: {doubt.text}" for doubt in one.doubts)
    return f"{one.printed} {one.who}{count} ({one.paper}, {one.place}){doubts}".replace("|", "/")
