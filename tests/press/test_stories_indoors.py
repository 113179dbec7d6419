"""The stories of the kitchen and the home hold what a story promises, whatever is drawn."""

from __future__ import annotations

import random
import string
from functools import cache

import pytest

from panelwise.comics import contradiction, valid_orders
from panelwise_press._cast import draw_cast
from panelwise_press._scene import EXPRESSIONS, LANGUAGES, POSES
from panelwise_press._story import Beat, TemplateQuestion, TemplateStory, causes
from panelwise_press._template import tell
from panelwise_press._words import fill
from panelwise_press.drawing import COLOURS, PLACES, PROPS
from panelwise_press.stories import TEMPLATES

INDOORS = sorted(name for name, kind in TEMPLATES.items() if kind.domain in ("kitchen", "home"))
BRANCHING = {"soup-for-the-sick", "cat-and-paint"}
SEEDS = range(30)
ORDER_WORDS = {"then", "finally", "again", "next", "now", "later", "afterwards"}


@cache
def told(name: str) -> tuple[TemplateStory, ...]:
    return tuple(
        tell(TEMPLATES[name], draw_cast(random.Random(seed)), random.Random(seed)) for seed in SEEDS
    )


def beats_of(story: TemplateStory) -> list[Beat]:
    return [*story.beats, *([story.otherwise[1]] if story.otherwise else [])]


def questions(story: TemplateStory) -> tuple[TemplateQuestion, ...]:
    return (*story.motive, *story.prediction, *story.meaning)


def test_both_domains_are_served() -> None:
    domains = [TEMPLATES[name].domain for name in INDOORS]
    assert domains.count("kitchen") >= 5
    assert domains.count("home") >= 5


def test_sizes_and_causal_graphs_are_spread() -> None:
    stories = [story for name in INDOORS for story in told(name)]
    assert {len(story.beats) for story in stories} == {3, 4, 5, 6, 7, 8, 9, 10, 11}
    assert len({causes(story.beats) for story in stories}) >= 15


def test_some_stories_go_to_several_places() -> None:
    assert any(len({beat.scene.place for beat in s.beats}) >= 3 for s in told("moving-cat"))


@pytest.mark.parametrize("name", INDOORS)
class TestTemplate:
    def test_the_order_told_is_valid(self, name: str) -> None:
        for story in told(name):
            assert contradiction(story.beats) is None
            assert 3 <= len(story.beats) <= 12
            assert len({beat.id for beat in story.beats}) == len(story.beats)

    def test_pictures_force_one_order_unless_threads_run_side_by_side(self, name: str) -> None:
        for story in told(name):
            count = len(list(valid_orders(story.beats)))
            assert 2 <= count <= 10 if name in BRANCHING else count == 1

    def test_every_beat_causes_or_is_caused(self, name: str) -> None:
        for story in told(name):
            touched = {index for edge in causes(story.beats) for index in edge}
            assert touched == set(range(len(story.beats)))

    def test_whoever_acts_or_speaks_is_on_the_stage(self, name: str) -> None:
        for story in told(name):
            for beat in beats_of(story):
                here = [actor.person for actor in beat.scene.actors]
                assert len(set(here)) == len(here)
                assert set(here) <= set(story.cast)
                assert beat.actor in {None, *here}
                names = {*here, *(thing.name for thing in beat.scene.things)}
                names |= {actor.holds[0] for actor in beat.scene.actors if actor.holds}
                assert {*beat.scene.focus, *beat.scene.motion} <= names
                for line in beat.scene.lines:
                    assert line.speaker in {None, *here}
                    assert line.at in {None, *names}

    def test_what_is_shown_can_be_drawn(self, name: str) -> None:
        for story in told(name):
            for beat in beats_of(story):
                assert beat.scene.place in PLACES
                held = [actor.holds for actor in beat.scene.actors if actor.holds]
                things = beat.scene.things
                for kind, state in [*held, *((thing.prop, thing.state) for thing in things)]:
                    assert state in PROPS[kind].states, (beat.id, kind, state)
                assert len({thing.name for thing in things}) == len(things), beat.id
                assert {thing.colour for thing in things if thing.colour} <= set(COLOURS)
                assert {actor.pose for actor in beat.scene.actors} <= set(POSES)
                assert {actor.expression for actor in beat.scene.actors} <= set(EXPRESSIONS)

    def test_words_exist_in_every_language_and_fit(self, name: str) -> None:
        for story in told(name):
            assert set(story.title) == set(LANGUAGES)
            lines = [line for beat in story.beats for line in beat.scene.lines]
            assert 1 <= len(lines) <= 6
            for line in lines:
                for language in LANGUAGES:
                    text = fill(line.words[language], story.cast, language)
                    assert "{" not in text
                    assert 0 < len(text) <= (22 if language in ("ja", "zh") else 60), text

    def test_descriptions_are_one_sentence_each_and_unlike(self, name: str) -> None:
        for story in told(name):
            sentences = [fill(beat.tells, story.cast) for beat in beats_of(story)]
            assert len(set(sentences)) == len(sentences)
            for sentence in sentences:
                words = [word.strip(string.punctuation).lower() for word in sentence.split()]
                assert sentence.endswith(".")
                assert 8 <= len(words) <= 20, sentence
                assert not ORDER_WORDS & set(words), sentence

    def test_answers_are_of_one_length(self, name: str) -> None:
        for story in told(name):
            assert story.motive
            assert story.prediction
            assert len(story.meaning) == 1
            ids = {beat.id for beat in story.beats}
            for asked in questions(story):
                assert set(asked.beats) & ids
                right = fill(asked.answer, story.cast)
                wrong = [fill(item.text, story.cast) for item in asked.wrong]
                assert len({right, *wrong}) == len(wrong) + 1 >= 4
                assert "{" not in fill(asked.question, story.cast)
                for text in wrong:
                    assert abs(len(text) - len(right)) <= 0.27 * len(right), (right, text)

    def test_another_outcome_can_stand_in_place_of_a_beat(self, name: str) -> None:
        for story in told(name):
            assert story.otherwise is not None
            replaced, other = story.otherwise
            at = [beat.id for beat in story.beats].index(replaced)
            assert contradiction((*story.beats[:at], other)) is None
            assert other.makes != story.beats[at].makes

    def test_it_varies(self, name: str) -> None:
        assert len({repr([beat.scene for beat in story.beats]) for story in told(name)}) >= 12

    def test_one_seed_tells_one_story(self, name: str) -> None:
        twice = tell(TEMPLATES[name], draw_cast(random.Random(3)), random.Random(3))
        assert twice == told(name)[3]


@pytest.mark.parametrize("name", sorted(BRANCHING))
def test_threads_part_and_join(name: str) -> None:
    for story in told(name):
        edges = causes(story.beats)
        into = [j for _, j in edges]
        assert any(into.count(j) > 1 for j in into)


def test_the_length_of_an_answer_tells_nothing() -> None:
    every = [asked for name in INDOORS for asked in questions(told(name)[0])]
    ranks = [sum(len(item.text) < len(asked.answer) for item in asked.wrong) for asked in every]
    assert all(ranks.count(rank) <= 0.4 * len(ranks) for rank in range(4))
