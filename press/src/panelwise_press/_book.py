"""A book from its plan: pages as pictures, and everything that is true of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from panelwise.comics import (
    Book,
    ComicImage,
    Event,
    Identity,
    Page,
    PanelRef,
    Source,
    Story,
    encode_png,
)
from panelwise_press._cast import looks_of
from panelwise_press._page import PageJob, print_page, resized
from panelwise_press._plan import BookPlan
from panelwise_press._questions import write_questions
from panelwise_press._scene import Person
from panelwise_press._story import TemplateStory
from panelwise_press._synonyms import with_synonyms
from panelwise_press._telling import Telling
from panelwise_press.layouts import PagePlan, plan_pages
from panelwise_press.lettering import DoesNotFit
from panelwise_press.styles import STYLES, Layer, Picture, Style, grey, recoloured

LICENCE = "CC0-1.0"
# Another layout is tried when words do not fit a frame; eight have always been enough.
ATTEMPTS = 24


def print_book(plan: BookPlan, book_id: str, *, synonyms: bool = True) -> Book:
    """Print a book; its pages carry their pictures in memory.

    The same plan gives the same pixels and the same truth, under the versions of the libraries of
    the lock file the same bytes.

    Args:
        plan: of the book.
        book_id: its id.
        synonyms: whether open questions accept synonyms, and vague feelings are not asked for.
            Suites that are frozen without them keep their questions.

    Raises:
        SettingError: for a plan with an unknown style, layout, language, template or edit.
        DoesNotFit: when a story's words fit none of the page layouts that were tried.
    """
    plan.check()
    stories = plan.stories()
    style = style_of(plan)
    pages: list[Page] = []
    tellings: list[Telling] = []
    for at, story in enumerate(stories):
        refs: list[PanelRef] = []
        name = f"story{at + 1}"
        for picture, page in _print_story(plan, at, story, style):
            page_id = f"{len(pages) + 1:03d}"
            image = ComicImage.from_bytes(encode_png(picture), f"{book_id}.cbz/{page_id}.png")
            pages.append(replace(page, id=page_id, image=image, story=name))
            refs += [PanelRef(page_id, panel) for panel in range(len(page.panels))]
        tellings.append(Telling(name, story, tuple(refs), plan.language, plan.silent))
    known = [_truth(plan, telling, tellings) for telling in tellings]
    return Book(
        book_id,
        tuple(pages),
        title=stories[0].title[plan.language],
        source=source_of(plan, style),
        identities=identities_of(plan, plan.cast()),
        direction_known=True,
        stories=tuple(_accepting(story) if synonyms else story for story in known),
    )


def style_of(plan: BookPlan) -> Style:
    """How a book is drawn."""
    style = STYLES[plan.style]
    if plan.recoloured:
        style = recoloured(style, plan.chance("colours"))
    return grey(style) if plan.grey else style


def _print_story(
    plan: BookPlan, at: int, story: TemplateStory, style: Style
) -> list[tuple[Image.Image, Page]]:
    """The pages of one story; other frames are tried until all its words fit."""
    staged = plan.chance(f"staging {at}").random() < 0.5
    for attempt in range(ATTEMPTS):
        plans = plan_pages(plan.layout, [len(story.beats)], plan.chance(f"layout {at} {attempt}"))
        try:
            return [
                _print_page(plan, page, story, style, staged, f"page {at} {number}")
                for number, page in enumerate(plans)
            ]
        except DoesNotFit:
            continue
    raise DoesNotFit(
        f"{story.template}: its words fit no frames of layout '{plan.layout}'; choose another"
        " layout or seed"
    )


def _print_page(
    plan: BookPlan, page: PagePlan, story: TemplateStory, style: Style, staged: bool, purpose: str
) -> tuple[Image.Image, Page]:
    if plan.mirrored:
        page = page.mirrored()
    language = None if plan.silent else plan.language
    mirrored = staged != plan.mirrored
    job = PageJob(page, story, style, language, mirrored, plan.chance(purpose))
    return finished(plan, style, *print_page(job), purpose)


def finished(
    plan: BookPlan,
    style: Style,
    picture: Picture,
    truth: Page,
    purpose: str,
    known: dict[Layer, Image.Image] | None = None,
) -> tuple[Image.Image, Page]:
    """A page as its style prints it, at the size of the plan; see :meth:`Picture.pixels`."""
    pixels = style.finish(picture.pixels(known), plan.chance(f"finish {purpose}"))
    image = Image.fromarray(pixels)
    if plan.scale == 1:
        return image, truth
    size = round(truth.width * plan.scale), round(truth.height * plan.scale)
    return image.resize(size, Image.Resampling.BOX), resized(truth, *size)


def _accepting(story: Story) -> Story:
    return replace(story, questions=tuple(with_synonyms(story.questions)))


def _truth(plan: BookPlan, telling: Telling, tellings: Sequence[Telling]) -> Story:
    story = telling.story
    others = [other for other in tellings if other.id != telling.id]
    panels = dict(zip((beat.id for beat in story.beats), telling.panels, strict=True))
    # A twin's picture contradicts the sentences of the story that it is a twin of.
    same = story.changed is None
    return Story(
        telling.id,
        events_of(telling),
        title=story.title[plan.language],
        kind=f"{story.domain}/{story.template}",
        causes=telling.causes,
        orders=telling.orders if same else (),
        orders_complete=telling.orders_complete,
        questions=write_questions(telling, others, plan.chance(f"questions {telling.id}"))
        if same
        else (),
        harmful=False,
        author="press",
        changed=() if story.changed is None else (panels[story.changed],),
    )


def events_of(telling: Telling) -> tuple[Event, ...]:
    """What each panel of a story tells."""
    story = telling.story
    ids = {role: person.id for role, person in story.cast.items()}
    return tuple(
        Event(
            panel,
            sentence,
            beat.id,
            None if beat.actor is None else ids[beat.actor],
            beat.feeling,
            beat.scene.place,
            beat.scene.time,
            scene,
            beat.needs,
            beat.makes,
            state,
            tuple(ids[one.person] for one in beat.scene.actors if one.person in ids),
        )
        for beat, panel, sentence, scene, state in zip(
            story.beats,
            telling.panels,
            telling.sentences,
            telling.scenes(),
            story.states(),
            strict=True,
        )
    )


def identities_of(plan: BookPlan, people: Sequence[Person]) -> tuple[Identity, ...]:
    """The people of a book, with what they look like."""
    return tuple(
        Identity(
            person.id,
            person.names[plan.language],
            tuple(dict.fromkeys((*person.names.values(), *person.aliases))),
            looks=looks_of(person, in_colour=plan.in_colour),
        )
        for person in people
    )


def source_of(plan: BookPlan, style: Style) -> Source:
    """Where a book comes from."""
    return Source(
        dataset="panelwise press",
        licence=LICENCE,
        redistribution="full",
        language=None if plan.silent else plan.language,
        style=plan.style,
        colour=style.colour,
    )


def tellings_of(plan: BookPlan) -> tuple[Telling, ...]:
    """The stories of a book without their pages, as if every panel stood on one page."""
    return tuple(
        Telling(
            f"story{at + 1}",
            story,
            tuple(PanelRef("001", panel) for panel in range(len(story.beats))),
            plan.language,
            plan.silent,
        )
        for at, story in enumerate(plan.stories())
    )
