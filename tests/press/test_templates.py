"""Every story template, told many times: its logic holds, its words are whole."""

import random
import string
from itertools import islice, permutations

import pytest

from panelwise.comics import contradiction, valid_orders
from panelwise_press._cast import draw_cast
from panelwise_press._scene import EXPRESSIONS, LANGUAGES, POSES
from panelwise_press._story import causes
from panelwise_press._template import tell
from panelwise_press._words import fill
from panelwise_press.drawing import PLACES, PROPS
from panelwise_press.stories import TEMPLATES

SEEDS = range(12)
ORDER_WORDS = {"then", "next", "finally", "again", "afterwards", "later", "now"}


def told(name):
    return [tell(TEMPLATES[name], draw_cast(random.Random(s)), random.Random(s)) for s in SEEDS]


@pytest.fixture(scope="module")
def stories():
    return {name: told(name) for name in TEMPLATES}


def every_line(story):
    return [line for beat in beats_of(story) for line in beat.scene.lines]


def beats_of(story):
    return [*story.beats, *([story.otherwise[1]] if story.otherwise else [])]


def shape(beats):
    """The causal graph up to the naming of its beats: the least edge list of all renamings."""
    edges, count = causes(beats), len(beats)
    degrees = [(sum(i == v for i, _ in edges), sum(j == v for _, j in edges)) for v in range(count)]
    # Renamings that keep the degrees in order suffice for an invariant fine enough to tell apart;
    # beyond eight beats the sorted degrees along the edges stand in.
    if count > 7:
        return count, tuple(sorted((degrees[i], degrees[j]) for i, j in edges))
    return count, min(
        tuple(sorted((new[i], new[j]) for i, j in edges)) for new in permutations(range(count))
    )


@pytest.mark.parametrize("name", sorted(TEMPLATES))
class TestTemplate:
    def test_what_might_have_happened_in_the_blank_frame_is_written(self, stories, name):
        for story in stories[name]:
            hidden = story.beats[-2]
            instead = [fill(wrong.text, story.cast) for wrong in story.instead[hidden.id]]
            told = {fill(beat.tells, story.cast) for beat in story.beats}
            assert len(set(instead) - told) == len(instead) >= 4
            assert len({wrong.kind for wrong in story.instead[hidden.id]}) >= 2
            assert {wrong.source for wrong in story.instead[hidden.id]} == {None}

    def test_the_order_told_is_valid(self, stories, name):
        for story in stories[name]:
            assert contradiction(story.beats) is None
            assert 3 <= len(story.beats) <= 12
            assert len({beat.id for beat in story.beats}) == len(story.beats)

    def test_whoever_acts_or_speaks_is_on_the_stage(self, stories, name):
        for story in stories[name]:
            for beat in beats_of(story):
                here = {actor.person for actor in beat.scene.actors}
                assert len(here) == len(beat.scene.actors), "nobody stands there twice"
                assert here <= set(story.cast)
                assert beat.actor is None or beat.actor in here
                named = {*here, *(thing.name for thing in beat.scene.things)}
                for line in beat.scene.lines:
                    assert line.speaker is None or line.speaker in here
                    assert line.at is None or line.at in named
                assert set(beat.scene.focus) <= named
                assert set(beat.scene.motion) <= named

    def test_everything_on_the_stage_can_be_drawn(self, stories, name):
        for story in stories[name]:
            for beat in beats_of(story):
                assert beat.scene.place in PLACES
                held = [actor.holds for actor in beat.scene.actors if actor.holds]
                for kind, state in [*held, *((t.prop, t.state) for t in beat.scene.things)]:
                    assert state in PROPS[kind].states, f"{beat.id}: {kind} {state!r}"
                for actor in beat.scene.actors:
                    assert actor.pose in POSES
                    assert actor.expression in EXPRESSIONS

    def test_sentences_are_whole_and_unlike(self, stories, name):
        for story in stories[name]:
            sentences = [fill(beat.tells, story.cast) for beat in story.beats]
            assert len(set(sentences)) == len(sentences)
            for sentence in sentences:
                assert "{" not in sentence
                assert sentence.endswith(".")
                words = {word.strip(string.punctuation).lower() for word in sentence.split()}
                assert not words & ORDER_WORDS, sentence

    def test_words_are_there_in_every_language(self, stories, name):
        for story in stories[name]:
            assert set(story.title) == set(LANGUAGES)
            for line in every_line(story):
                assert set(line.words) == set(LANGUAGES)
                for language, words in line.words.items():
                    text = fill(words, story.cast, language)
                    assert "{" not in text
                    assert 0 < len(text) <= (28 if language in ("ja", "zh") else 70), text

    def test_its_own_questions_have_three_wrong_answers_of_like_length(self, stories, name):
        for story in stories[name]:
            assert story.motive
            assert story.prediction
            assert story.meaning
            for asked in (*story.motive, *story.prediction, *story.meaning):
                answers = [asked.answer, *(wrong.text for wrong in asked.wrong)]
                answers = [fill(answer, story.cast) for answer in answers]
                assert len(set(answers)) == len(answers) >= 4
                mean = sum(map(len, answers)) / len(answers)
                assert all(0.65 * mean <= len(answer) <= 1.45 * mean for answer in answers), answers
                assert "{" not in fill(asked.question, story.cast)

    def test_the_other_outcome_can_stand_in_its_place(self, stories, name):
        for story in stories[name]:
            if story.otherwise is None:
                continue
            beat_id, other = story.otherwise
            if beat_id not in [beat.id for beat in story.beats]:
                continue
            at = [beat.id for beat in story.beats].index(beat_id)
            assert contradiction((*story.beats[:at], other)) is None
            assert other.tells != story.beats[at].tells


def test_there_are_stories_of_many_kinds(stories):
    assert len(TEMPLATES) >= 25
    assert len({template.domain for template in TEMPLATES.values()}) >= 8
    shapes = {shape(story.beats) for told in stories.values() for story in told}
    assert len(shapes) >= 20
    sizes = {len(story.beats) for told in stories.values() for story in told}
    assert {3, 4, 5, 6, 7, 8} <= sizes
    assert max(sizes) >= 10


def test_most_orders_are_unique_and_some_are_not(stories):
    unique = {
        name: all(len(list(islice(valid_orders(story.beats), 2))) == 1 for story in told)
        for name, told in stories.items()
    }
    assert sum(unique.values()) >= 0.6 * len(unique)
    assert not all(unique.values())


def test_there_are_several_scenes_in_some(stories):
    places = [
        len({beat.scene.place for beat in s.beats}) for told in stories.values() for s in told
    ]
    assert {1, 2, 3} <= set(places)


def test_each_template_varies():
    """Of one and the same people, too."""
    people = draw_cast(random.Random(0))
    for name, template in TEMPLATES.items():
        told = [tell(template, people, random.Random(seed)) for seed in range(40)]
        variants = {(repr(story.beats), tuple(p.id for p in story.cast.values())) for story in told}
        assert len(variants) >= 5, name
