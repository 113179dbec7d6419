"""What a training is tested on: pictures that it has not shown, next to the paper's number."""

from __future__ import annotations

import pytest

from drawn import draw_book
from panelwise.benchmarks import build
from panelwise.errors import InputError
from panelwise.training.finetuning import held_out
from panelwise.training.recipes import MANGALMM, REORDER, Prepared, TrainingSample

GENERATION, COMPREHENSION = (
    "stripcipher.reordering_generation",
    "stripcipher.narrative_comprehension",
)


@pytest.fixture(scope="module")
def comprehension(pack_of):
    return pack_of(COMPREHENSION)


@pytest.fixture(scope="module")
def strips(pack_of):
    """The same stories as strips to be ordered."""
    return pack_of(GENERATION)


def on(strips, sequences):
    recipe = REORDER.with_settings({"answers": "generation", "sequences": str(sequences)})
    return recipe, recipe.samples([strips], seed=0)


def shown(items):
    return {source.sha256 for item in items for source in item.sources}


def test_comprehension_is_tested_on_unseen_pictures_first_and_then_on_all(
    strips, comprehension, tmp_path
):
    recipe, prepared = on(strips, 2)
    unseen, whole = held_out(recipe, prepared, [strips], [comprehension], tmp_path)
    assert (unseen.name, whole.name) == (f"{comprehension.name}-unseen", comprehension.name)
    assert unseen.note == "headline: pictures that were not trained on"
    assert whole.pack.hash == comprehension.hash
    trained = shown(sample.item for sample in prepared.samples)
    left = {item.id for item in unseen.pack.items()}
    assert left
    assert not shown(unseen.pack.items()) & trained
    for item in comprehension.items():
        assert (item.id in left) == (not shown([item]) & trained)
    seen = len(comprehension) - len(left)
    assert whole.note.startswith(f"as in the paper: {seen} of {len(comprehension)} items")
    again, _ = held_out(recipe, prepared, [strips], [comprehension], tmp_path)  # a resumed training
    assert again.pack.hash == unseen.pack.hash


def test_where_all_was_trained_on_only_the_papers_number_is_left(strips, comprehension, tmp_path):
    recipe, prepared = on(strips, 790)
    [whole] = held_out(recipe, prepared, [strips], [comprehension], tmp_path)
    assert whole.note.startswith(f"as in the paper: {len(comprehension)} of {len(comprehension)}")


def test_where_nothing_was_trained_on_the_pack_is_the_headline(comprehension, tmp_path):
    book = draw_book(tmp_path / "book", [3, 4, 3])
    strips = build(GENERATION, book, out=tmp_path / "strips")
    recipe, prepared = on(strips, 790)
    [whole] = held_out(recipe, prepared, [strips], [comprehension], tmp_path)
    assert (whole.name, whole.note) == (comprehension.name, "")


def test_other_tasks_may_not_show_what_was_trained_on(strips, tmp_path):
    recipe, prepared = on(strips, 2)
    with pytest.raises(InputError, match="leak"):
        held_out(recipe, prepared, [strips], [strips], tmp_path)


def test_natural_pictures_of_the_training_are_in_no_test(comprehension, tmp_path):
    shown = comprehension.messages(comprehension.items()[0])
    natural = Prepared((TrainingSample("natural/1", "natural", shown, "A cat."),))
    with pytest.raises(InputError, match=r"items show natural pictures of the training \('"):
        held_out(MANGALMM, natural, [], [comprehension], tmp_path)
