"""Can the press's tasks be solved without understanding? Probes that must stay at chance (MS-13).

Run: ``python bench/press_probes.py``. Two kinds of probe are trained on some books and asked about
others. *Order probes* see two panels of a story only as sizes, shapes, brightness and bytes, and
say which comes first. *Text probes* see only the words of a question and its four options. A
probe's accuracy stands beside chance with its 95 % interval, clustered by book or by template.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from panelwise.analysis import Estimate, estimate_mean
from panelwise.analysis.shortcuts import ProbeChoice as Choice
from panelwise.analysis.shortcuts import ProbeWording as Wording
from panelwise.analysis.shortcuts import softmax_probe
from panelwise.analysis.shortcuts import word_probe as word_prior
from panelwise.comics import Book, Page, Panel, StoryQuestion
from panelwise_press import BookPlan, book_plans, print_book

PAIRS_A_STORY = 12


def panel_features(page: Page, panel: Panel, pixels: NDArray[np.uint8]) -> dict[str, list[float]]:
    """What a panel's crop gives away without being understood."""
    x0, y0, x1, y1 = (round(edge) for edge in panel.box)
    crop = pixels[max(y0, 0) : y1, max(x0, 0) : x1]
    grey = crop.mean(axis=2)
    buffer = io.BytesIO()
    Image.fromarray(crop).save(buffer, "PNG")
    corners = panel.outline
    slants = []
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        run, rise = abs(bx - ax), abs(by - ay)
        slants.append(min(run, rise) / (max(run, rise) + 1e-9))
    edges = [grey[:4].mean(), grey[-4:].mean(), grey[:, :4].mean(), grey[:, -4:].mean()]
    return {
        "width": [float(x1 - x0)],
        "height": [float(y1 - y0)],
        "aspect": [math.log((x1 - x0) / (y1 - y0))],
        "area": [math.log((x1 - x0) * (y1 - y0))],
        "slant": [float(np.mean(slants)), max(slants)],
        "gutter cuts": [edge / 255 for edge in edges],
        "brightness": [float(grey.mean()) / 255, float(grey.std()) / 255],
        "colour": [float(value) / 255 for value in crop.mean(axis=(0, 1))],
        "file size": [math.log(len(buffer.getvalue()))],
        "bytes a pixel": [len(buffer.getvalue()) / crop[..., 0].size],
    }


def order_choices(plan: BookPlan) -> dict[str, list[Choice]]:
    """Pairs of panels of one story of a book: which comes first?"""
    book = print_book(plan, f"{plan.layout}-{plan.seed}")
    return pair_choices(book.id, panels_by_story(book), np.random.default_rng(plan.seed))


def pair_choices(
    book: str, stories: Sequence[Sequence[dict[str, list[float]]]], rng: np.random.Generator
) -> dict[str, list[Choice]]:
    """Pairs of panels: which comes first? By feature, and by all together."""
    choices: dict[str, list[Choice]] = {}
    for panels in stories:
        count = len(panels)
        for _ in range(PAIRS_A_STORY):
            i, j = sorted(rng.choice(count, 2, replace=False).tolist())
            first = int(rng.integers(2))
            pair = (panels[i], panels[j]) if first == 0 else (panels[j], panels[i])
            for name in panels[0]:
                rows = np.array([shown[name] for shown in pair])
                choices.setdefault(name, []).append(Choice(book, rows, first))
            every = np.array([[x for part in shown.values() for x in part] for shown in pair])
            choices.setdefault("all of these", []).append(Choice(book, every, first))
    return choices


def panels_by_story(book: Book) -> list[list[dict[str, list[float]]]]:
    """What the panels of every story give away, in the order told."""
    pages = {page.id: page for page in book.pages}
    pixels = {page.id: page.image.pixels() for page in book.pages if page.image is not None}
    return [
        [
            panel_features(pages[ref.page], pages[ref.page].panels[ref.panel], pixels[ref.page])
            for ref in (event.panel for event in story.events)
        ]
        for story in book.stories
    ]


def words(text: str) -> list[str]:
    """Lower-case words."""
    return re.findall(r"\w+", text.lower())


def text_choice(group: str, question: StoryQuestion, rng: np.random.Generator) -> Choice:
    """The four options as lengths and overlaps, in a random order."""
    options = [question.answer, *(wrong.text for wrong in question.wrong)]
    order = rng.permutation(len(options)).tolist()
    asked = set(words(question.question))
    bags = [set(words(option)) for option in options]
    rows = []
    for at in order:
        others = [bag for index, bag in enumerate(bags) if index != at]
        shared = [len(bags[at] & bag) / max(len(bags[at] | bag), 1) for bag in others]
        rows.append(
            [
                len(options[at]),
                len(words(options[at])),
                len(bags[at] & asked) / max(len(bags[at]), 1),
                float(np.mean(shared)),
                max(shared),
                sum(map(len, words(options[at]))) / max(len(words(options[at])), 1),
            ]
        )
    return Choice(group, np.array(rows), order.index(0))


def estimate(hits: Sequence[float], groups: Sequence[Hashable]) -> Estimate:
    """The share of hits with its interval, clustered by group."""
    return estimate_mean(hits, books=groups, items=list(range(len(hits))), binary=True)


def show(name: str, seen: Estimate, chance: float) -> None:
    """One line of a table; a probe whose interval lies above chance is marked."""
    low, high = seen.low or 0.0, seen.high or 1.0
    mark = "  ABOVE CHANCE" if low > chance else ""
    interval = f"[{low:.3f}, {high:.3f}]"
    print(f"| {name:28} | {seen.value:.3f} {interval} | {chance:.3f} | {seen.n:5} |{mark}")


def order_probes(books: int, seed: int) -> None:
    """Print the order probes, for each layout and for all."""
    plans = book_plans(books, language="any", seed=seed, chapters=4)
    with ProcessPoolExecutor() as pool:
        found = list(pool.map(order_choices, plans))
    print("\n| order probe | picks the earlier of two [95 %] | chance | n |")
    for name in found[0]:
        choices = [choice for one in found for choice in one.get(name, ())]
        show(name, estimate(softmax_probe(choices), [c.group for c in choices]), 0.5)


FORMS = {
    "made this one possible": "back",
    "did this one make possible": "on",
    "could not have happened": "not",
    "could still": "could",
    "comes first": "first",
    "comes last": "last",
}


def form_of(question: StoryQuestion) -> str:
    """The kind of a question and which way round it is asked, so that no form hides another."""
    kind = str(question.perspective or question.task)
    form = next((form for words, form in FORMS.items() if words in question.question), None)
    return f"{kind} {form}" if form and kind in ("CAS", "CFR", "IMN") else kind


def text_probes(books: int, seed: int) -> None:
    """Print the text probes by kind of question."""
    from panelwise_press import tellings_of, write_questions

    rng = np.random.default_rng(seed)
    by_kind: dict[str, list[tuple[Choice, Wording]]] = {}
    for plan in book_plans(books, seed=seed, chapters=6):
        tellings = tellings_of(plan)
        for telling in tellings:
            others = [other for other in tellings if other.id != telling.id]
            for question in write_questions(
                telling, others, plan.chance(f"questions {telling.id}")
            ):
                if question.wrong:
                    kind = form_of(question)
                    group = telling.story.template
                    options = [words(question.answer), *(words(w.text) for w in question.wrong)]
                    by_kind.setdefault(kind, []).append(
                        (text_choice(group, question, rng), Wording(group, options, 0))
                    )
    probes: dict[str, Callable[[list[tuple[Choice, Wording]]], list[float]]] = {
        "length and overlap": lambda pairs: softmax_probe([choice for choice, _ in pairs]),
        "words": lambda pairs: word_prior([wording for _, wording in pairs]),
    }
    print("\n| text probe | picks the right option [95 %] | chance | n |")
    for form in sorted(by_kind):
        whole = form.split()[0]
        if whole != form:  # a kind of several forms is also probed as a whole
            by_kind[whole] = [*by_kind.get(whole, []), *by_kind[form]]
    for kind, pairs in sorted(by_kind.items()):
        for name, probe in probes.items():
            groups = [choice.group for choice, _ in pairs]
            show(f"{kind}: {name}", estimate(probe(pairs), groups), 0.25)


def main(shared: Path | None = None) -> None:
    """Print both tables; nothing outside the package is needed."""
    order_probes(70, 1)
    text_probes(150, 1)


if __name__ == "__main__":
    main()
