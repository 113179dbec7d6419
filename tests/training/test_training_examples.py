"""What is learnt from an item: the messages of evaluation, and the right answer as it is read."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from uuid import uuid4

import pytest

from document_items import DETECTION, ITEMS, STRUCTURE
from panelwise.benchmarks import BENCHMARKS, build
from panelwise.errors import UnavailableError, UnknownNameError
from panelwise.metrics import COORDINATE_FRAMES
from panelwise.models import ImagePart, TextPart
from panelwise.packs import Pack, withhold
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks import outcome_of, read_response
from panelwise.tasks.kinds import get_kind, gold_boxes, gold_in_frame
from panelwise.training import training_examples
from press_packs import print_small

TASKS = ("chromic.panel_reordering", "comicvqa.missing_panel", "mangavqa.manga_ocr")
FRAMES = {
    name: RECOMMENDED.with_settings({"boxes.coord_frame": name}) for name in COORDINATE_FRAMES
}


@pytest.mark.parametrize("task", TASKS)
def test_an_example_holds_what_evaluation_sends_and_the_right_answer(pack_of, task):
    pack = pack_of(task)
    examples = list(training_examples(pack, profile=RECOMMENDED))
    assert [one.id for one in examples] == [item.id for item in pack.items()]
    for one, item in zip(examples, pack.items(), strict=True):
        assert one.prompt == pack.messages(item)
        assert one.conversation[:-1] == one.prompt
        assert one.conversation[-1].parts == (TextPart(one.response),)
        assert one.conversation[-1].role == "assistant"
        hashes = [hashlib.sha256(part.path.read_bytes()).hexdigest() for part in one.images]
        assert hashes == [entry.sha256 for entry in item.rendering.images]
        assert all(isinstance(part, ImagePart) for part in one.shown)
        assert len(one.shown) >= len(one.images)


@pytest.fixture(scope="module")
def texts_pack_of(tmp_path_factory):
    """Packs of books with three texts on a page, which the shared ones do not have."""
    folder = tmp_path_factory.mktemp("texts")
    print_small(folder / "comics", books=2, seed=11)
    return lambda task: build(task, folder / "comics", out=folder / f"{uuid4()}")


@pytest.mark.slow
@pytest.mark.parametrize("task", BENCHMARKS.names())
@pytest.mark.parametrize("profile", [RECOMMENDED, PAPER, FRAMES["thousandths_y_first"]])
def test_the_response_of_every_task_is_correct(request, task, profile):
    orders_texts = task.startswith("comix.text_reading_order")
    pack_of = request.getfixturevalue("texts_pack_of" if orders_texts else "pack_of")
    examples = list(training_examples(pack_of(task), profile=profile))
    assert examples
    for one in examples:
        parsed = read_response(one.item, one.response, profile=profile)
        assert outcome_of(one.item, parsed, profile) == "correct", (one.id, one.response)


@pytest.mark.parametrize("frame", COORDINATE_FRAMES)
@pytest.mark.parametrize("kind", sorted(ITEMS.keys() - {"mark"}))
def test_the_gold_of_every_kind_is_written_as_a_right_answer(kind, frame):
    item, profile = ITEMS[kind], FRAMES[frame]
    text = get_kind(kind).write(item, gold_in_frame(item, profile), profile)
    parsed = read_response(item, text, profile=profile)
    assert outcome_of(item, parsed, profile) == "correct"


def test_numbers_of_boxes_are_those_of_the_frame():
    text = get_kind("detection").write(
        DETECTION, gold_in_frame(DETECTION, FRAMES["thousandths"]), FRAMES["thousandths"]
    )
    assert text.splitlines()[1] == '\t{"class": "panel", "bbox": [0, 0, 1000, 500]},'


def test_boxes_of_gold_have_labels_and_pixels():
    found = [(one.label, *one.box) for one in gold_boxes(STRUCTURE)]
    assert found[0] == ("text", 100, 100, 200, 200)
    assert found[-1] == ("character", 600, 850, 700, 1100)
    assert gold_boxes(ITEMS["naming"]) == ()


def test_only_the_named_tasks_are_taken(pack_of):
    pack = pack_of(TASKS[0])
    assert list(training_examples(pack, profile=RECOMMENDED, tasks=[TASKS[0]]))
    with pytest.raises(UnknownNameError, match=r"no task 'chromic.panel_reorderin'.*did you mean"):
        list(training_examples(pack, profile=RECOMMENDED, tasks=["chromic.panel_reorderin"]))


def test_withheld_answers_cannot_be_learnt(pack_of, tmp_path):
    withhold(pack_of(TASKS[0]), tmp_path / "public", key=tmp_path / "key")
    public = Pack.open(tmp_path / "public")
    with pytest.raises(UnavailableError, match="withheld; train on the pack that it was made from"):
        list(training_examples(public, profile=RECOMMENDED))


def test_what_could_not_be_read_again_is_refused(pack_of, monkeypatch):
    kind = get_kind("ordering")
    monkeypatch.setattr(type(kind), "write", lambda *_: "I do not know.")
    pack = pack_of(TASKS[0])
    first = pack.items()[0].id
    with pytest.raises(UnavailableError, match=f"item '{first}': its right answer") as caught:
        list(training_examples(pack, profile=RECOMMENDED))
    assert "cannot be read again" in str(caught.value)


def test_a_picture_sent_twice_is_shown_twice(pack_of):
    [example, *_] = training_examples(pack_of(TASKS[0]), profile=RECOMMENDED)
    [turn, *others] = example.item.rendering.turns
    twice = replace(turn, parts=(*turn.parts, 0))
    rendering = replace(example.item.rendering, turns=(twice, *others))
    again = replace(example, item=replace(example.item, rendering=rendering))
    assert len(again.shown) == len(example.shown) + 1
