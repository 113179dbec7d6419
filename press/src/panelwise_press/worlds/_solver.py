"""What the panels prove: which answers, and which other panels, are consistent with what is shown.

A reader who sees some panels of a story knows that it is one of the worlds in which these panels
look as they do. If the right option is the same in all of them, the panels prove it. All worlds of
the template count, not only those that are printed.

Source: SC-8, MS-14.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from panelwise.comics import contradictions
from panelwise_press._scene import Language, Scene
from panelwise_press._story import Beat, TemplateStory

GROUP = 4  # panels to choose from
WorldValues = tuple[str, ...]  # of the variables of a world


@dataclass(frozen=True)
class WorldSolver:
    """All worlds of a template, as one cast and one set of choices tells them.

    Attributes:
        stories: by the values of the variables.
        answers: the right option of every question, by the same.
        language: of the lettering that is seen; ``None`` where there is none.
    """

    stories: Mapping[WorldValues, TemplateStory]
    answers: Mapping[WorldValues, Mapping[str, str]]
    language: Language | None = "en"

    @cached_property
    def shown(self) -> dict[WorldValues, tuple[int, ...]]:
        """A number for what each panel of each world shows, equal where it looks the same."""
        return _numbered(self.stories, self.language)

    @cached_property
    def drawn(self) -> dict[WorldValues, tuple[int, ...]]:
        """The same for what is seen if all lettering is covered."""
        return _numbered(self.stories, None)

    def proves(self, world: WorldValues, panels: Sequence[int], question: str) -> bool:
        """Whether these panels of a world prove the answer to a question."""
        return len({self.answers[one][question] for one in self._like(world, panels)}) == 1

    def left_by(self, world: WorldValues, panel: int, question: str) -> frozenset[str]:
        """The options that one panel of a world leaves."""
        return frozenset(self.answers[one][question] for one in self._like(world, [panel]))

    def decides(self, question: str, hidden: str = "") -> bool:
        """Whether in every world all panels together, but a blanked one, prove the answer.

        Args:
            question: its id.
            hidden: the id of the beat in the blanked panel.
        """
        answers: dict[tuple[int, ...], set[str]] = {}
        for world, looks in self.shown.items():
            beats = self.stories[world].beats
            seen = tuple(n for n, beat in zip(looks, beats, strict=True) if beat.id != hidden)
            answers.setdefault(seen, set()).add(self.answers[world][question])
        return all(len(some) == 1 for some in answers.values())

    def fewest(
        self, world: WorldValues, question: str, hidden: int | None = None
    ) -> tuple[int, ...] | None:
        """The smallest set of panels that proves the answer; ``None`` if all do not.

        Args:
            world: whose panels are seen.
            question: its id.
            hidden: a panel that is blanked.
        """
        seen = [at for at in self.varied if at != hidden]
        subsets = (some for size in range(len(seen) + 1) for some in _subsets(seen, size))
        return next((some for some in subsets if self.proves(world, some, question)), None)

    def fewest_pages(
        self, world: WorldValues, question: str, pages: Iterable[Sequence[int]]
    ) -> int | None:
        """How many pages prove the answer together, at the least; ``None`` if all do not.

        Args:
            world: whose panels are seen.
            question: its id.
            pages: the panels of each page.
        """
        varied = [kept for page in pages if (kept := [at for at in page if at in self.varied])]
        for size in range(len(varied) + 1):
            for chosen in itertools.combinations(varied, size):
                if self.proves(world, list(itertools.chain.from_iterable(chosen)), question):
                    return size
        return None

    @cached_property
    def varied(self) -> tuple[int, ...]:
        """The panels that do not look the same in all worlds; the others prove nothing."""
        panels = zip(*self.shown.values(), strict=True)
        return tuple(at for at, looks in enumerate(panels) if len(set(looks)) > 1)

    @cached_property
    def pictured(self) -> dict[WorldValues, tuple[Beat, ...]]:
        """The beats of each world with no more facts than their pictures show without lettering.

        A picture shows a fact if the fact is the same in all worlds that have this picture there,
        and the beat does not call it unseen.
        """
        looks: dict[tuple[int, int], list[Beat]] = {}
        for world, story in self.stories.items():
            for at, (look, beat) in enumerate(zip(self.drawn[world], story.beats, strict=True)):
                looks.setdefault((at, look), []).append(beat)
        shown = {key: _common(beats) for key, beats in looks.items()}
        return {
            world: tuple(shown[at, look] for at, look in enumerate(numbers))
            for world, numbers in self.drawn.items()
        }

    def ruled_out(
        self, world: WorldValues, at: int, others: Iterable[WorldValues], panels: Sequence[int]
    ) -> tuple[int, ...] | None:
        """The fewest panels that contradict a panel as it looks in other worlds; ``None``: none do.

        A panel of another world is impossible where what it shows contradicts the facts that the
        panels of this world show. That no world of the template has them together is not enough.
        Lettering counts as covered.

        Args:
            world: whose story it is.
            at: the position of the panel.
            others: the worlds whose panels could be in its place.
            panels: positions that may be seen; with the panel itself they are in a row.
        """
        wrong = {self.drawn[other][at]: self.pictured[other][at] for other in others}
        if self.drawn[world][at] in wrong:
            return None
        row = sorted((*panels, at))
        proofs = []
        for beat in wrong.values():
            beats = [beat if k == at else self.pictured[world][k] for k in row]
            found = contradictions(beats)
            proofs.append([{row[one.earlier], row[one.later]} - {at} for one in found])
        subsets = (some for size in range(len(panels) + 1) for some in _subsets(panels, size))
        return next(
            (some for some in subsets if all(any(p <= set(some) for p in one) for one in proofs)),
            None,
        )

    @cached_property
    def _alike(self) -> dict[tuple[int, ...], dict[tuple[int, ...], list[WorldValues]]]:
        """For panels that were asked for: the worlds, by what these panels show."""
        return {}

    def _like(self, world: WorldValues, panels: Sequence[int]) -> list[WorldValues]:
        """The worlds in which these panels look as they do in this one."""
        panels = tuple(panels)
        if panels not in self._alike:
            groups = self._alike[panels] = {}
            for one, looks in self.shown.items():
                groups.setdefault(tuple(looks[at] for at in panels), []).append(one)
        mine = self.shown[world]
        return self._alike[panels][tuple(mine[at] for at in panels)]


def alternatives_at(
    solver: WorldSolver, worlds: Sequence[WorldValues], at: int, panels: Sequence[int]
) -> dict[WorldValues, tuple[tuple[WorldValues, ...], tuple[int, ...]]] | None:
    """For each world three others whose panel at a position is impossible there, and what shows so.

    Worlds are divided into fours that serve each other, so that each panel of a four is the right
    one as often as any other. ``None`` if that cannot be done for all of them.

    Args:
        solver: of the template.
        worlds: that are printed.
        at: the position of the panel.
        panels: positions that may be seen.
    """
    apart = {
        frozenset((one, other))
        for one, other in itertools.combinations(worlds, 2)
        if solver.ruled_out(one, at, [other], panels) is not None
        and solver.ruled_out(other, at, [one], panels) is not None
    }
    found: dict[WorldValues, tuple[tuple[WorldValues, ...], tuple[int, ...]]] = {}
    for four in _fours(tuple(worlds), apart) or ():
        for one in four:
            others = tuple(other for other in four if other != one)
            needed = solver.ruled_out(one, at, others, panels)
            assert needed is not None  # all panels together rule out each of them
            found[one] = others, needed
    return found or None


def _fours(
    worlds: tuple[WorldValues, ...], apart: Collection[frozenset[WorldValues]]
) -> list[tuple[WorldValues, ...]] | None:
    """The worlds in groups of four of which every two are apart; ``None`` if there are none."""
    if not worlds:
        return []
    first, *rest = worlds
    near = [one for one in rest if frozenset((first, one)) in apart]
    for three in itertools.combinations(near, GROUP - 1):
        if all(frozenset(pair) in apart for pair in itertools.combinations(three, 2)):
            left = tuple(world for world in rest if world not in three)
            others = _fours(left, apart)
            if others is not None:
                return [(first, *three), *others]
    return None


def _common(beats: Sequence[Beat]) -> Beat:
    """A beat with the facts that all of these have."""
    first, *others = beats
    needs, makes = (
        {
            key: value
            for key, value in mine.items()
            if key not in first.unseen and all(one.get(key) == value for one in theirs)
        }
        for mine, theirs in (
            (first.needs, [one.needs for one in others]),
            (first.makes, [one.makes for one in others]),
        )
    )
    return replace(first, needs=needs, makes=makes)


def _subsets(panels: Sequence[int], size: int) -> Iterator[tuple[int, ...]]:
    return itertools.combinations(panels, size)


def _numbered(
    stories: Mapping[WorldValues, TemplateStory], language: Language | None
) -> dict[WorldValues, tuple[int, ...]]:
    numbers: dict[str, int] = {}
    known: dict[int, int] = {}  # of beats that several worlds share

    def number(beat: Beat) -> int:
        if id(beat) not in known:
            look = repr(seen(beat.scene, language))
            known[id(beat)] = numbers.setdefault(look, len(numbers))
        return known[id(beat)]

    return {world: tuple(map(number, story.beats)) for world, story in stories.items()}


def seen(scene: Scene, language: Language | None) -> Scene:
    """What is seen of a scene in one language, or without lettering."""
    lines = () if language is None else scene.lines
    return replace(
        scene,
        lines=tuple(
            replace(line, words={language: line.words[language]}) for line in lines if language
        ),
    )
