"""Pages for training detectors: unrelated panels, as different from one another as can be drawn.

Nothing of an older plan is changed by them: layouts and styles are drawn from ranges of their own.
What detectors are tested on while they are designed is never drawn for training: the style
:data:`UNSEEN_STYLE` and the stories of :func:`unseen_templates`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from panelwise.comics import Book, ComicImage, Page, Source, encode_png
from panelwise.geometry import polygon_box
from panelwise_press._cast import draw_cast
from panelwise_press._marks import draw_marks
from panelwise_press._page import PageJob, print_page, resized
from panelwise_press._plan import BookPlan, book_plans
from panelwise_press._scene import (
    LANGUAGES,
    POSES,
    Actor,
    Language,
    Line,
    LineKind,
    Person,
    Pose,
    Scene,
)
from panelwise_press._story import TemplateStory
from panelwise_press._template import tell
from panelwise_press.drawing import PLACES
from panelwise_press.layouts import PagePlan, varied_page
from panelwise_press.lettering import DoesNotFit
from panelwise_press.stories import TEMPLATES, get_template
from panelwise_press.styles import varied_style

LICENCE = "CC0-1.0"
LONG_SIDE = 1024  # of a stored page; networks see at most 640 pixels of it
UNSEEN_STYLE = "ink"
_ATTEMPTS = 12
_TEXTS = (10, 25)
_SOUNDS: dict[Language, tuple[str, ...]] = {
    "en": ("BOOM!", "CRASH", "TAP TAP", "WHOOSH", "BANG!", "RUMBLE", "CLICK", "THUD"),
    "fr": ("BOUM !", "PAF", "TOC TOC", "VLAN", "CRAC", "PLOUF"),
    "es": ("¡PUM!", "CRAC", "TOC TOC", "ZAS", "PLAF", "BUM"),
    "ja": ("ドン", "ガタン", "ザー", "バン", "ゴゴゴ", "ピカッ"),
    "zh": ("砰", "咚咚", "哗啦", "轰", "啪"),
}
_IN_A_CROWD: tuple[Pose, ...] = tuple(
    pose for pose in POSES if pose not in ("lie", "swim", "hang", "climb", "sit", "slip", "fall")
)


def unseen_templates() -> list[str]:
    """The stories that no training page is drawn from: every fifth by name."""
    return sorted(TEMPLATES)[::5]


def unseen_plans(books: int, seed: int = 0) -> list[BookPlan]:
    """Ordinary books in the unseen style, of unseen stories, in all layouts and languages."""
    return book_plans(
        books,
        style=UNSEEN_STYLE,
        layout="any",
        language="any",
        seed=seed,
        chapters=2,
        templates=unseen_templates(),
    )


def training_book(seed: int, name: str, pages: int) -> Book:
    """A book of training pages, their pictures in memory; all follows from the seed and the name.

    Their panels, texts, balloons, characters, faces and sounds (texts of the kind
    ``onomatopoeia``) all have boxes. Panels stand in no meaningful order.
    """
    found = []
    for number in range(1, pages + 1):
        pixels, page = training_page(random.Random(f"press training {seed} {name} {number}"))
        page_id = f"{number:03d}"
        image = ComicImage.from_bytes(
            encode_png(Image.fromarray(pixels)), f"{name}.cbz/{page_id}.png"
        )
        found.append(replace(page, id=page_id, image=image))
    source = Source("panelwise press", licence=LICENCE, redistribution="full", style="varied")
    return Book(name, tuple(found), title="Training pages", source=source)


def training_page(rng: random.Random) -> tuple[NDArray[np.uint8], Page]:
    """One page as RGB, its longer side :data:`LONG_SIDE` pixels, and its truth without an id."""
    while True:
        plan = varied_page(rng)
        language = rng.choice(LANGUAGES) if rng.random() < 0.95 else None
        style = varied_style(rng)
        texts = rng.randint(*_TEXTS) if rng.random() < 0.5 else None
        for attempt in range(_ATTEMPTS):
            story = _story(plan, language, None if texts is None else texts - 2 * attempt, rng)
            marks = tuple(draw_marks(polygon_box(one.polygon), rng) for one in plan.frames)
            job = PageJob(plan, story, style, language, rng.random() < 0.5, rng, marks)
            try:
                picture, truth = print_page(job)
            except DoesNotFit:
                continue
            scale = LONG_SIDE / max(truth.width, truth.height)
            size = round(truth.width * scale), round(truth.height * scale)
            small = Image.fromarray(style.finish(picture.pixels(), rng))
            return np.asarray(small.resize(size, Image.Resampling.BOX)), resized(truth, *size)


def _story(
    plan: PagePlan, language: Language | None, texts: int | None, rng: random.Random
) -> TemplateStory:
    """Panels of one story in any order, changed and crowded, with as many texts as are wanted."""
    people = draw_cast(rng)
    name = rng.choice(sorted(set(TEMPLATES) - set(unseen_templates())))
    story = tell(get_template(name), people, rng)
    extras = {f"extra{at}": one for at, one in enumerate(draw_cast(rng))}
    crowded = rng.random() < 0.3
    beats = rng.choices(story.beats, k=len(plan.frames))
    scenes = [_changed(beat.scene, extras, crowded, rng) for beat in beats]
    if language is not None and texts is not None:
        said = [line for beat in story.beats for line in beat.scene.lines]
        scenes = _lettered(scenes, plan, said, texts, language, rng)
    drawn = tuple(replace(beat, scene=scene) for beat, scene in zip(beats, scenes, strict=True))
    return replace(story, cast={**story.cast, **extras}, beats=drawn)


def _changed(scene: Scene, extras: dict[str, Person], crowded: bool, rng: random.Random) -> Scene:
    """The scene elsewhere, seen otherwise, perhaps among other people."""
    if rng.random() < 0.35:
        scene = replace(scene, place=rng.choice(sorted(PLACES)))
    if rng.random() < 0.6:
        scene = replace(scene, shot=rng.choices(("wide", "medium", "close"), (2, 3, 4))[0])
    if rng.random() < 0.3:
        scene = replace(scene, time=rng.choice(("day", "evening", "night")))
    if not crowded or rng.random() < 0.4:
        return scene
    roles = rng.sample(sorted(extras), rng.randint(2, len(extras)))
    places = rng.sample(range(-270, 280, 60), len(roles))
    crowd = tuple(
        Actor(
            role,
            x + rng.uniform(-15, 15),
            rng.choice(_IN_A_CROWD),
            facing=rng.choice(("left", "right", "front", "front", "back")),
            y=-rng.uniform(0, 30),
        )
        for role, x in zip(roles, places, strict=True)
    )
    shot = "wide" if rng.random() < 0.4 else scene.shot
    return replace(scene, actors=(*crowd, *scene.actors), shot=shot, focus=())


def _lettered(
    scenes: Sequence[Scene],
    plan: PagePlan,
    said: Sequence[Line],
    texts: int,
    language: Language,
    rng: random.Random,
) -> list[Scene]:
    """The scenes with so many texts between them, more where a panel is larger."""
    areas = [polygon_box(frame.polygon).area ** 0.7 for frame in plan.frames]
    homes = rng.choices(range(len(scenes)), areas, k=max(0, texts))
    found = []
    for at, scene in enumerate(scenes):
        lines = [_line(scene, said, language, rng) for _ in range(homes.count(at))]
        found.append(replace(scene, lines=tuple(line for line in lines if line is not None)))
    return found


def _line(
    scene: Scene, said: Sequence[Line], language: Language, rng: random.Random
) -> Line | None:
    if rng.random() < 0.15:
        return Line({language: rng.choice(_SOUNDS[language])}, "sound")
    words = [line.words for line in said if line.kind != "sound"]
    if not words:
        return None
    kinds: tuple[LineKind, ...] = ("speech", "speech", "speech", "thought", "shout", "caption")
    kind = rng.choice(kinds)
    speakers = [actor.person for actor in scene.actors]
    speaker = rng.choice(speakers) if speakers and kind != "caption" else None
    return Line(rng.choice(words), kind, speaker)
