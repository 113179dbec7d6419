"""One page: scenes drawn into frames, lettered, bordered, and the truth of where everything is."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from panelwise.comics import (
    Balloon,
    Character,
    Face,
    Page,
    Panel,
    SpeakerLink,
    Text,
    TextKind,
)
from panelwise.geometry import Box, Polygon, polygon_box
from panelwise_press._bodies import bodies_in, faces_in
from panelwise_press._decisive import differing_things, is_whole
from panelwise_press._scene import Language, Line, LineKind, Look, Scene
from panelwise_press._story import TemplateStory
from panelwise_press._words import fill
from panelwise_press._writing import seen_writing
from panelwise_press.drawing import Drawn, Extents, Sheet, draw_scene, joint_extents
from panelwise_press.layouts import Frame, PagePlan, between_slants
from panelwise_press.lettering import (
    DoesNotFit,
    Lettered,
    Spoke,
    Spoken,
    grown,
    letter,
    letter_together,
)
from panelwise_press.styles import Layer, Picture, Style

KINDS: Mapping[LineKind, TextKind] = {
    "speech": "dialogue",
    "thought": "dialogue",
    "shout": "dialogue",
    "whisper": "dialogue",
    "caption": "narration",
    "sound": "onomatopoeia",
}
_Body = TypeVar("_Body", Character, Face)


@dataclass(slots=True)
class _Truth:
    """What is gathered panel by panel."""

    texts: list[Text] = field(default_factory=list)
    balloons: list[Balloon] = field(default_factory=list)
    characters: list[Character] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)
    speakers: list[SpeakerLink] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Panel:
    """A panel that is drawn and lettered."""

    stage: Sheet
    drawn: Drawn
    lettering: Sheet
    lettered: tuple[Lettered, ...]


@dataclass(frozen=True, slots=True)
class PageJob:
    """A page to be printed.

    Attributes:
        plan: where its panels stand.
        story: what they show.
        style: how it is drawn.
        language: of the lettering; ``None`` prints without any.
        mirrored: whether the stage is seen in a mirror.
        rng: for the hand that trembles and where balloons stand.
        marks: SVG elements drawn over the scene of each panel and under its lettering; empty for
            none.
    """

    plan: PagePlan
    story: TemplateStory
    style: Style
    language: Language | None
    mirrored: bool
    rng: random.Random
    marks: tuple[tuple[str, ...], ...] = ()


def print_page(job: PageJob) -> tuple[Picture, Page]:
    """The page as a picture, and its truth; the page has no id yet.

    Raises:
        DoesNotFit: when the lettering of a panel does not fit its frame.
    """
    truth = _Truth()
    layers = tuple(_draw_panel(job, at, truth) for at in range(len(job.plan.frames)))
    return _page(job, truth, layers)


def _page(job: PageJob, truth: _Truth, layers: tuple[Layer, ...]) -> tuple[Picture, Page]:
    plan = job.plan
    ground = job.style.paper if plan.gutter == "white" else "#14131a"
    page = Page(
        "unnumbered",
        plan.width,
        plan.height,
        reading_direction=plan.direction,
        layout=plan.layout,
        panels=tuple(_panel(frame, plan) for frame in plan.frames),
        texts=tuple(truth.texts),
        characters=tuple(truth.characters),
        faces=tuple(truth.faces),
        balloons=tuple(truth.balloons),
        speakers=tuple(truth.speakers),
    )
    return Picture(plan.width, plan.height, ground, layers), page


def _panel(frame: Frame, plan: PagePlan) -> Panel:
    polygon = tuple(
        (min(max(x, 0.0), float(plan.width)), min(max(y, 0.0), float(plan.height)))
        for x, y in frame.polygon
    )
    return Panel(polygon_box(polygon), polygon)


def _draw_panel(job: PageJob, at: int, truth: _Truth) -> Layer:
    """One panel: its scene and lettering clipped to the frame, and the frame's line."""
    scene = _scene(job, at)
    lines = scene.lines if job.language else ()
    stage = Sheet(job.style.ink, job.rng)
    drawn = _set(job, at, stage)
    lettering = Sheet(job.style.ink, job.rng)
    lettered: tuple[Lettered, ...] = ()
    if job.language is not None:
        lettered = letter(
            lettering,
            [_spoken(line, job, drawn, at) for line in lines],
            _panel(job.plan.frames[at], job.plan).outline,
            direction=job.plan.direction,
            language=job.language,
            size=job.plan.letter_size,
            faces=(*drawn.faces.values(), *_drawn_over(job.plan, at)),
            bodies=(*drawn.persons.values(), *drawn.things.values()),
            rng=job.rng,
        )
    return _layer(job, at, _Panel(stage, drawn, lettering, lettered), truth)


def print_together(jobs: Sequence[PageJob]) -> list[tuple[Picture, Page]]:
    """The same page in several worlds: its jobs differ in what the beats of the story show.

    The camera, the frames and the balloons are the same in all of them.

    Raises:
        DoesNotFit: when the lettering of a panel does not fit its frame.
    """
    truths = [_Truth() for _ in jobs]
    layers: list[list[Layer]] = [[] for _ in jobs]
    for at in range(len(jobs[0].plan.frames)):
        hand = f"{jobs[0].rng.random()}"
        scenes = [_scene(job, at) for job in jobs]
        first = [scenes.index(scene) for scene in scenes]  # of the worlds that show the same
        different = list(dict.fromkeys(first))
        drawn = _panels_together([jobs[k] for k in different], at, hand)
        panels = [drawn[different.index(k)] for k in first]
        for job, panel, truth, own in zip(jobs, panels, truths, layers, strict=True):
            own.append(_layer(job, at, panel, truth))
    return [
        _page(job, truth, tuple(own)) for job, truth, own in zip(jobs, truths, layers, strict=True)
    ]


def _panels_together(jobs: Sequence[PageJob], at: int, hand: str) -> list[_Panel]:
    """The same panel in worlds that show different things in it."""
    scenes = [_scene(job, at) for job in jobs]
    stages = [Sheet(job.style.ink, random.Random(hand), revised=True) for job in jobs]
    extents = joint_extents(scenes, _looks(jobs[0]), revised=True)
    drawn = [_set(job, at, stage, extents, hand) for job, stage in zip(jobs, stages, strict=True)]
    first, plan, decisive = jobs[0], jobs[0].plan, differing_things(scenes)
    facts = {key for job in jobs for key in _facts(job, at)}  # a lasting mark is one, by its id
    outline = _panel(plan.frames[at], plan).outline
    if scenes[0].least_zoom:
        if drawn[0].zoom < scenes[0].least_zoom:
            raise DoesNotFit(f"panel {at + 1} of its page is too small for what it shows")
        covers = [frame.polygon for frame in plan.frames[at + 1 :]]
        if not all(is_whole(seen, decisive, outline, covers) for seen in drawn):
            raise DoesNotFit(f"the frame of panel {at + 1} of its page cuts off what it shows")
    sheets = [Sheet(job.style.ink, random.Random(hand)) for job in jobs]
    if first.language is None:
        lettered: tuple[tuple[Lettered, ...], ...] = ((),) * len(jobs)
    else:
        lettered = letter_together(
            [
                Spoke(
                    sheet,
                    [_spoken(line, job, seen, at) for line in scene.lines],
                    (
                        *seen.faces.values(),
                        *_drawn_over(plan, at),
                        *(box for name, box in seen.things.items() if name in decisive | facts),
                    ),
                    (*seen.persons.values(), *seen.heads.values(), *seen.things.values()),
                )
                for job, sheet, scene, seen in zip(jobs, sheets, scenes, drawn, strict=True)
            ],
            outline,
            direction=plan.direction,
            language=first.language,
            size=plan.letter_size,
            rng=random.Random(hand),
        )
    return [_Panel(*parts) for parts in zip(stages, drawn, sheets, lettered, strict=True)]


def _facts(job: PageJob, at: int) -> set[str]:
    beat = job.story.beats[job.plan.beats[at]]
    return {*beat.needs, *beat.makes} - beat.unseen


def _scene(job: PageJob, at: int) -> Scene:
    return job.story.beats[job.plan.beats[at]].scene


def _set(
    job: PageJob, at: int, stage: Sheet, extents: Extents | None = None, hand: str = ""
) -> Drawn:
    """Draw the scene of a panel on its stage."""
    scene = _scene(job, at)
    panel = _panel(job.plan.frames[at], job.plan)
    balloons = sum(line.kind != "sound" for line in scene.lines) if job.language else 0
    return draw_scene(
        stage,
        scene,
        _looks(job),
        panel.box,
        headroom=(0.0, 0.22, 0.3)[min(balloons, 2)],
        mirrored=job.mirrored,
        extents=extents,
        hand=hand,
        clear=between_slants(panel.outline) if stage.revised else None,
    )


def _looks(job: PageJob) -> dict[str, Look]:
    return {role: person.look for role, person in job.story.cast.items()}


def _layer(job: PageJob, at: int, panel: _Panel, truth: _Truth) -> Layer:
    """What a panel is made of, and its truth."""
    frame = _panel(job.plan.frames[at], job.plan)
    stage, covers = panel.stage, _drawn_over(job.plan, at)
    # What lies outside the frame would only cost time.
    visible = [
        element
        for element, box in zip(stage.elements, stage.boxes, strict=True)
        if box.intersection(frame.box) > 0
    ]
    truth.characters += bodies_in(panel.drawn, job.story.cast, frame.box, at)
    truth.faces += faces_in(panel.drawn, job.story.cast, frame.box, at)
    _texts(panel.lettered, _scene(job, at).lines, job.story, at, truth)
    outline = _points(frame.outline)

    def clipped(elements: Sequence[str]) -> str:
        return (
            f'<clipPath id="p{at}"><polygon points="{outline}"/></clipPath>'
            f'<g clip-path="url(#p{at})">{"".join([*elements, *panel.lettering.elements])}</g>'
        )

    truth.texts += [
        Text(box, {"und": words}, "scene_text", panel=at, id=f"w{at}-{place}")
        for place, (box, words) in enumerate(seen_writing(stage, frame.box, clipped, covers))
    ]
    visible += job.marks[at] if job.marks else ()
    box = grown(frame.box, job.style.frame_line)
    return Layer(box, clipped(visible) + _border(job, job.plan.frames[at]))


def _drawn_over(plan: PagePlan, at: int) -> list[Box]:
    """The boxes of later frames that cover a part of this one."""
    here = polygon_box(plan.frames[at].polygon)
    later = [polygon_box(frame.polygon) for frame in plan.frames[at + 1 :]]
    return [box for box in later if box.intersection(here) > 0]


def _border(job: PageJob, frame: Frame) -> str:
    if not frame.border:
        return ""
    colour, width = job.style.ink.colours["ink"], job.style.frame_line
    return (
        f'<polygon points="{_points(job.plan.border_of(frame))}" fill="none" stroke="{colour}" '
        f'stroke-width="{width:.1f}" stroke-linejoin="miter"/>'
    )


def _points(polygon: Polygon) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in polygon)


def _spoken(line: Line, job: PageJob, drawn: Drawn, at: int) -> Spoken:
    assert job.language is not None  # the caller letters nothing on silent pages
    words = fill(line.words[job.language], job.story.cast, job.language)
    source = line.speaker or line.at
    mouth = None
    if line.off is not None:
        frame = _panel(job.plan.frames[at], job.plan).box
        left = (line.off == "left") != job.mirrored
        mouth = (frame.x0 if left else frame.x1, frame.center[1])
    elif source is not None:
        box = drawn.persons.get(source) or drawn.things.get(source)
        mouth = drawn.mouths.get(source) or (
            None if box is None else (box.center[0], box.y0 + box.height * 0.2)
        )
    return Spoken(words, line.kind, mouth)


def _texts(
    lettered: Sequence[Lettered],
    lines: Sequence[Line],
    story: TemplateStory,
    at: int,
    truth: _Truth,
) -> None:
    """Texts in the order said, all languages kept, each with its balloon and its speaker."""
    seen = {character.id for character in truth.characters}
    for item in lettered:
        line = lines[item.line]
        text, balloon = f"t{at}-{item.line}", None
        if item.balloon is not None:
            balloon = f"b{at}-{item.line}"
            truth.balloons.append(Balloon(item.balloon, balloon))
        truth.texts.append(
            Text(
                item.box,
                {
                    item.language: fill(line.words[item.language], story.cast, item.language),
                    **{
                        language: fill(words, story.cast, language)
                        for language, words in line.words.items()
                    },
                },
                KINDS[line.kind],
                panel=at,
                balloon=balloon,
                id=text,
            )
        )
        speaker = f"c{at}-{line.speaker}"
        if line.speaker is not None and speaker in seen:
            truth.speakers.append(SpeakerLink(text, speaker, certain=True))


def resized(page: Page, width: int, height: int) -> Page:
    """The page's truth for an image of another size."""
    wide, high = width / page.width, height / page.height

    def box(old: Box) -> Box:
        return Box(old.x0 * wide, old.y0 * high, old.x1 * wide, old.y1 * high)

    def body(old: _Body) -> _Body:
        full = None if old.full_box is None else box(old.full_box)
        return replace(old, box=box(old.box), full_box=full)

    def outline(old: Polygon) -> Polygon:
        return tuple((x * wide, y * high) for x, y in old)

    return replace(
        page,
        width=width,
        height=height,
        panels=tuple(
            replace(item, box=box(item.box), polygon=outline(item.outline)) for item in page.panels
        ),
        texts=tuple(replace(item, box=box(item.box)) for item in page.texts or ()),
        characters=tuple(body(item) for item in page.characters),
        faces=tuple(body(item) for item in page.faces),
        balloons=tuple(replace(item, polygon=outline(item.polygon)) for item in page.balloons),
    )
