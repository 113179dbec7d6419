"""The stories of the town hold what a story promises, whatever is drawn for them."""

from __future__ import annotations

import random
from functools import cache

import pytest

from panelwise.comics import contradiction, valid_orders
from panelwise_press._cast import draw_cast
from panelwise_press._scene import LANGUAGES, Scene
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, causes
from panelwise_press._template import tell
from panelwise_press._words import fill
from panelwise_press.drawing import PLACES, PROPS
from panelwise_press.stories import TEMPLATES

TOWN = sorted(name for name, kind in TEMPLATES.items() if ".town." in kind.tell.__module__)
SEVERAL_ORDERS = {"lost-wallet": {2}, "forgotten-lunch": {2, 3}, "lost-toy": {15, 35}}
SEEDS = range(30)


@cache
def told(name: str) -> tuple[TemplateStory, ...]:
    return tuple(
        tell(TEMPLATES[name], draw_cast(random.Random(seed)), random.Random(seed)) for seed in SEEDS
    )


def scenes(story: TemplateStory) -> list[Scene]:
    other = [story.otherwise[1]] if story.otherwise else []
    return [beat.scene for beat in (*story.beats, *other)]


def questions(story: TemplateStory) -> tuple[TemplateQuestion, ...]:
    return (*story.motive, *story.prediction, *story.meaning)


def test_both_domains_are_served() -> None:
    domains = [TEMPLATES[name].domain for name in TOWN]
    assert len(TOWN) >= 9
    assert set(domains) == {"street", "school"}
    assert min(domains.count(domain) for domain in set(domains)) >= 4


@pytest.mark.parametrize("name", TOWN)
def test_the_told_order_is_valid_and_its_length_fits(name: str) -> None:
    for story in told(name):
        assert contradiction(story.beats) is None
        assert 3 <= len(story.beats) <= 12
        assert len({beat.id for beat in story.beats}) == len(story.beats)


@pytest.mark.parametrize("name", TOWN)
def test_as_many_orders_as_promised(name: str) -> None:
    for story in told(name):
        assert len(list(valid_orders(story.beats))) in SEVERAL_ORDERS.get(name, {1})


def test_sizes_and_causal_graphs_are_spread() -> None:
    stories = [story for name in TOWN for story in told(name)]
    assert {len(story.beats) for story in stories} >= {3, 4, 5, 6, 7, 8, 10, 11, 12}
    shapes = {(len(story.beats), causes(story.beats)) for story in stories}
    assert len(shapes) >= 15


def test_stories_branch() -> None:
    for name in SEVERAL_ORDERS:
        for story in told(name):
            edges = causes(story.beats)
            makers = [i for i, _ in edges]
            users = [j for _, j in edges]
            assert any(makers.count(i) > 1 for i in makers)
            assert any(users.count(j) > 1 for j in users)


@pytest.mark.parametrize("name", TOWN)
def test_every_beat_hangs_together(name: str) -> None:
    for story in told(name):
        touched = {index for edge in causes(story.beats) for index in edge}
        assert touched == set(range(len(story.beats)))


@pytest.mark.parametrize("name", TOWN)
def test_what_is_shown_exists(name: str) -> None:
    for story in told(name):
        for scene in scenes(story):
            assert scene.place in PLACES
            held = [actor.holds for actor in scene.actors if actor.holds]
            for prop, state in [*held, *((thing.prop, thing.state) for thing in scene.things)]:
                assert state in PROPS[prop].states, (prop, state)
            on_stage = {actor.person for actor in scene.actors}
            names = on_stage | {thing.name for thing in scene.things}
            assert on_stage <= set(story.cast)
            assert {*scene.focus, *scene.motion} <= names
            for line in scene.lines:
                assert line.speaker is None or line.speaker in on_stage
                assert line.at is None or line.at in names


@pytest.mark.parametrize("name", TOWN)
def test_words_exist_in_every_language_and_fit(name: str) -> None:
    for story in told(name):
        assert set(story.title) == set(LANGUAGES)
        lines = [line for beat in story.beats for line in beat.scene.lines]
        assert 1 <= len(lines) <= 6
        for line in lines:
            for language in LANGUAGES:
                words = fill(line.words[language], story.cast, language)
                assert 0 < len(words) <= (22 if language in ("ja", "zh") else 60)


@pytest.mark.parametrize("name", TOWN)
def test_descriptions_are_one_sentence_each_and_unlike(name: str) -> None:
    order_words = {"then", "finally", "again", "next", "now"}
    for story in told(name):
        sentences = [fill(beat.tells, story.cast) for beat in story.beats]
        assert len(set(sentences)) == len(sentences)
        for sentence in sentences:
            words = sentence.rstrip(".").lower().replace(",", "").split()
            assert 8 <= len(words) <= 20, sentence
            assert not order_words & set(words), sentence
        assert all(_plays(beat, story) for beat in story.beats)


def _plays(beat: Beat, story: TemplateStory) -> bool:
    on_stage = {actor.person for actor in beat.scene.actors}
    return beat.actor is None or (beat.actor in on_stage and beat.actor in story.cast)


@pytest.mark.parametrize("name", TOWN)
def test_questions_offer_answers_of_one_length(name: str) -> None:
    for story in told(name):
        assert story.motive
        assert story.prediction
        assert len(story.meaning) == 1
        ids = {beat.id for beat in story.beats}
        for asked in questions(story):
            assert asked.beats
            assert set(asked.beats) <= ids
            right = fill(asked.answer, story.cast)
            wrong = [fill(item.text, story.cast) for item in asked.wrong]
            assert len({right, *wrong}) == len(wrong) + 1 >= 4
            assert all(abs(len(text) - len(right)) <= 0.3 * len(right) for text in wrong)


def test_the_length_of_an_answer_tells_nothing() -> None:
    ranks = []
    for name in TOWN:
        for asked in questions(told(name)[0]):
            lengths = [len(item.text) for item in asked.wrong[:3]]
            ranks.append(sum(length < len(asked.answer) for length in lengths))
    assert all(ranks.count(rank) <= 0.45 * len(ranks) for rank in range(4))


@pytest.mark.parametrize("name", TOWN)
def test_another_outcome_replaces_a_beat(name: str) -> None:
    for story in told(name):
        assert story.otherwise is not None
        replaced, beat = story.otherwise
        original = next(item for item in story.beats if item.id == replaced)
        assert beat.makes != original.makes
        assert beat.tells != original.tells


@pytest.mark.parametrize("name", TOWN)
def test_a_template_varies(name: str) -> None:
    pictures = {repr([beat.scene for beat in story.beats]) for story in told(name)}
    assert len(pictures) >= 10


@pytest.mark.parametrize("name", TOWN)
def test_one_seed_one_story(name: str) -> None:
    again = tell(TEMPLATES[name], draw_cast(random.Random(3)), random.Random(3))
    assert again == told(name)[3]
