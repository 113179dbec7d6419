"""What must hold of every story that the press tells and of every page that it prints."""

from __future__ import annotations

from itertools import islice

from panelwise.comics import Book, Page, StoryQuestion, contradiction, valid_orders
from panelwise.geometry import Box, polygon_box
from panelwise_press._telling import Telling


def check_telling(telling: Telling) -> None:
    """Causes precede effects in every valid order; whoever acts or speaks is on the stage."""
    beats = telling.beats
    assert contradiction(beats) is None
    for order in islice(valid_orders(beats), 50):
        place = {beat: at for at, beat in enumerate(order)}
        assert contradiction([beats[i] for i in order]) is None
        if telling.orders_complete and len(telling.orders) == 1:
            assert all(place[i] < place[j] for i, j in telling.causes)
    for beat in beats:
        stage = {actor.person for actor in beat.scene.actors}
        assert beat.actor is None or beat.actor in stage
        assert all(line.speaker is None or line.speaker in stage for line in beat.scene.lines)


def check_questions(telling: Telling, questions: tuple[StoryQuestion, ...]) -> None:
    """One right answer, wrong ones that are wrong, evidence that exists, no question twice."""
    assert len({question.id for question in questions}) == len(questions)
    assert len({(q.question, q.answer) for q in questions}) == len(questions)
    for question in questions:
        options = [question.answer, *(wrong.text for wrong in question.wrong)]
        assert len(set(options)) == len(options), question
        assert len(question.wrong) in (0, 3)
        assert (question.answer_type == "choice") == bool(question.wrong)
        assert question.evidence
        assert set(question.evidence) <= set(telling.panels)
        assert "{" not in "".join([question.question, *options])
        _CHECKS.get(question.perspective or question.task, lambda *given: None)(telling, question)


def _beat_of(telling: Telling, sentence: str) -> int:
    return telling.sentences.index(sentence)


def _between(telling: Telling, question: StoryQuestion) -> None:
    """In no valid order does a wrong event stand between the two that are named."""
    named = [i for i, s in enumerate(telling.sentences) if s.rstrip(".") in question.question]
    answer = _beat_of(telling, question.answer)
    ends = [i for i in named if i != answer]
    first, last = min(ends), max(ends)
    for order in telling.orders:
        place = {beat: at for at, beat in enumerate(order)}
        assert place[first] < place[answer] < place[last]
        for wrong in question.wrong:
            at = place[_beat_of(telling, wrong.text)]
            assert not place[first] < at < place[last]


def _extreme(telling: Telling, question: StoryQuestion) -> None:
    """The answer is first, or last, of the four in every valid order."""
    four = [question.answer, *(wrong.text for wrong in question.wrong)]
    pick = min if "first" in question.question else max
    for order in telling.orders:
        assert pick(four, key=lambda s: order.index(_beat_of(telling, s))) == question.answer


def _reaches(telling: Telling, start: int) -> set[int]:
    """Whatever rests on an event, by following causes one at a time."""
    found: set[int] = set()
    front = [start]
    while front:
        at = front.pop()
        new = [j for i, j in telling.causes if i == at and j not in found]
        found.update(new)
        front += new
    return found


def _given(telling: Telling, question: StoryQuestion) -> int:
    return next(i for i, s in enumerate(telling.sentences) if s.rstrip(".") in question.question)


def _cause(telling: Telling, question: StoryQuestion) -> None:
    """An event that the given one rests on, or that rests on it; no wrong answer is another."""
    given = _given(telling, question)

    def related(text: str) -> bool:
        other = _beat_of(telling, text)
        if "made this one possible" in question.question:
            return given in _reaches(telling, other)
        return other in _reaches(telling, given)

    assert related(question.answer)
    assert not any(related(wrong.text) for wrong in question.wrong)


def _without(telling: Telling, question: StoryQuestion) -> None:
    """What rests on the event that is thought away, or what does not."""
    gone = _given(telling, question)
    rests = _reaches(telling, gone)
    could = "could still" in question.question
    assert (_beat_of(telling, question.answer) in rests) != could
    assert all((_beat_of(telling, wrong.text) in rests) == could for wrong in question.wrong)
    assert gone not in [_beat_of(telling, wrong.text) for wrong in question.wrong]


def _blank(telling: Telling, question: StoryQuestion) -> None:
    assert question.hidden == telling.panels[-2]
    assert question.answer == telling.sentences[-2]
    assert telling.sentences[-2] not in [wrong.text for wrong in question.wrong]


_CHECKS = {
    "CPT": _between,
    "CAS": _extreme,
    "IMN": _cause,
    "CFR": _without,
    "frame_prediction": _blank,
}


def check_page(page: Page) -> None:
    """Everything lies inside the page; words inside their balloon, balloons inside their panel."""
    sheet = Box(0, 0, page.width, page.height)
    for item in (*page.panels, *(page.texts or ()), *page.characters, *page.faces):
        assert sheet.contains(item.box, 0.01), item
    for body in (*page.characters, *page.faces):
        if body.full_box is not None:
            assert body.full_box != body.box, body
            assert body.full_box.contains(body.box, 0.01), body
    balloons = {balloon.id: balloon.polygon for balloon in page.balloons}
    for text in page.texts or ():
        assert text.panel is not None
        assert page.panels[text.panel].box.contains(text.box, 1.0), text
        if text.balloon is not None:
            outline = polygon_box(balloons[text.balloon])
            assert outline.contains(text.box, 0.5), text
            assert page.panels[text.panel].box.contains(outline, 1.5), text
    characters = {character.id for character in page.characters}
    texts = {text.id for text in page.texts or ()}
    for link in page.speakers:
        assert link.character in characters
        assert link.text in texts


def check_book(book: Book) -> None:
    """Stories name panels that exist, each once; people on pages are people of the book."""
    panels = {page.id: len(page.panels) for page in book.pages}
    refs = [event.panel for story in book.stories for event in story.events]
    assert len(set(refs)) == len(refs) == sum(panels.values())
    assert all(ref.panel < panels[ref.page] for ref in refs)
    known = {identity.id for identity in book.identities}
    for page in book.pages:
        check_page(page)
        assert {item.identity for item in (*page.characters, *page.faces)} <= known
