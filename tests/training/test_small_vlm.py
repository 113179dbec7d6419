"""Questions that only the picture answers, and whether a model looks."""

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from panelwise.comics import (
    Book,
    Character,
    ComicImage,
    Event,
    Identity,
    Page,
    Panel,
    PanelRef,
    Story,
    Text,
    encode_png,
)
from panelwise.errors import InputError, SettingError
from panelwise.geometry import Box
from panelwise.models.small_vlm import SIDE
from panelwise.training.small_vlm import (
    PictureGroup,
    SmallVlmOptions,
    check_templates,
    groups_of,
    looking_scores,
)

PEOPLE = (
    Identity("p1", "Ann", ("Ann", "the girl"), looks="a girl with curly hair, a cap"),
    Identity("p2", "Bo", ("Bo", "the boy"), looks="a boy with short hair, shorts"),
)


def book(world, events, family="f"):
    """One page of panels next to each other, each in one colour."""
    page = Image.new("RGB", (40 * len(events), 40))
    panels = []
    for k, (colour, *_) in enumerate(events):
        page.paste(colour, (40 * k, 0, 40 * k + 40, 40))
        panels.append(Panel(Box(40 * k, 0, 40 * k + 40, 40)))
    image = ComicImage.from_bytes(encode_png(page), f"{world}.png")
    told = tuple(
        Event(PanelRef("1", k), sentence, present=present)
        for k, (_, sentence, present) in enumerate(events)
    )
    story = Story("s", told, kind=f"town/{family}", family=family, world={"w": world})
    shown = Page("1", page.width, page.height, image=image, panels=tuple(panels))
    return Book(f"{family}{world}", (shown,), identities=PEOPLE, stories=(story,))


def family(name="f"):
    return [
        book("0", [("red", "Ann waves.", ("p1",)), ("white", "It rains.", ())], name),
        book("1", [("blue", "Bo waves.", ("p2",)), ("white", "It rains.", ())], name),
    ]


def test_every_option_is_right_for_one_picture_and_nobody_has_a_name():
    found = groups_of(family())
    assert [one.kind for one in found.groups] == ["scene", "person"]
    scene, person = found.groups
    assert sorted(scene.options) == ["A boy waves.", "A girl waves."]
    assert sorted(person.options) == sorted(one.looks for one in PEOPLE)
    middle = SIDE // 2
    colour = {
        number: tuple(found.pictures.array([number])[0, middle, middle])
        for number in scene.pictures
    }
    shown = dict(zip(scene.options, (colour[number] for number in scene.pictures), strict=True))
    assert shown == {"A girl waves.": (255, 0, 0), "A boy waves.": (0, 0, 255)}


def test_pictures_of_which_two_sentences_are_true_are_not_asked_about():
    alike = [book(str(k), [("red", f"Ann waves {k} times.", ())]) for k in range(2)]
    assert groups_of(alike).groups == ()


def test_people_who_share_a_short_form_are_described():
    twins = tuple(Identity(one.id, one.name, one.aliases, looks=f"a girl with {k} bows")
                  for k, one in enumerate(PEOPLE))  # fmt: skip
    books = [Book(one.id, one.pages, identities=twins, stories=one.stories) for one in family()]
    scene = groups_of(books).groups[0]
    assert sorted(scene.options) == ["A girl with 0 bows waves.", "A girl with 1 bows waves."]


def test_training_and_test_share_no_template():
    training, test = groups_of(family("kites")), groups_of(family("cakes"))
    check_templates(training, test)
    with pytest.raises(InputError, match="in the test: kites; draw the test with other templates"):
        check_templates(training, training)


GROUPS = [
    PictureGroup("scene", f"f{k}", "t", ("a", "b", "c", "d")[:size], tuple(range(size)))
    for k, size in enumerate((2, 4, 4, 3))
]


def test_who_looks_is_right_and_is_wrong_with_the_other_picture():
    scores = looking_scores(GROUPS, lambda one: np.eye(len(one.options)))
    assert (scores.real.value, scores.swapped.value, scores.pairs.value) == (1, 0, 1)
    assert (scores.items, scores.families, scores.alike) == (13, 4, 0)
    assert scores.chance == pytest.approx(4 / 13)
    assert scores.pictures_matter
    assert scores.verdict.endswith("(interval above 0).")


def test_who_does_not_look_is_right_as_often_as_chance():
    scores = looking_scores(
        GROUPS, lambda one: np.tile(np.arange(len(one.options)), (len(one.options), 1))
    )
    assert scores.real.value == scores.swapped.value == scores.blank.value == pytest.approx(4 / 13)
    assert (scores.pairs.value, scores.alike, scores.gain.value) == (0, 1, 0)
    assert not scores.pictures_matter
    assert "includes 0" in scores.verdict


def test_it_is_said_that_a_model_mostly_answers_both_pictures_of_a_pair_alike():
    """It is right for one more picture than by chance: for the first two of four."""
    groups = [replace(GROUPS[1], family=f"f{k}") for k in range(40)]
    answers = np.eye(4)[[0, 1, 0, 0]]
    scores = looking_scores(groups, lambda _: answers)
    assert scores.pictures_matter
    assert scores.verdict.endswith("But 50% of pairs get the same answer to both pictures.")


def test_rates_rise_and_fall_in_both_parts():
    options = SmallVlmOptions(word_steps=100, steps=50, word_rate=1.0, rate=0.5)
    assert options.rate_at(0) == pytest.approx(0.1)
    assert options.rate_at(30) == 1.0
    assert options.rate_at(99) < 0.02
    assert options.rate_at(110) == 0.5
    assert options.rate_at(149) < 0.01
    with pytest.raises(SettingError, match="--word-steps 0"):
        SmallVlmOptions(word_steps=0).check()


def test_pictures_are_fitted_into_a_square():
    assert groups_of(family()).pictures.array([0, 1]).shape == (2, SIDE, SIDE, 3)


def test_captions_are_panels_of_one_page_and_portraits_are_people_cut_out():
    [first, second] = family()
    shown = tuple(
        Character(Box(40 * k + 5, 5, 40 * k + 35, 35), one) for k, one in enumerate(("p1", "p2"))
    )
    page = replace(first.pages[0], characters=shown)
    found = groups_of([replace(first, pages=(page,)), second], captions=True)
    added = [one for one in found.groups if not one.tested]
    assert [one.kind for one in added] == ["scene", "scene", "person"]
    assert {option.split(" waves")[0] for option in added[0].options} <= {
        "A girl",
        "A girl with curly hair, a cap",
        "It rains.",
    }
    details = [found.pictures.details[number] for number in added[0].pictures]
    assert details == [PEOPLE[0].looks, ""]
    portraits = found.pictures.array(added[2].pictures)
    assert portraits.shape == (2, SIDE, SIDE, 3)
    assert [found.pictures.details[number] for number in added[2].pictures] == [*added[2].options]
    assert groups_of([first, second]).groups == tuple(one for one in found.groups if one.tested)


def test_texts_are_offered_with_others_of_their_template_and_length():
    short = ["Come here!", "We will see.", "Oh no!", "Go away!", "Go AWAY..."]
    long = [f"{'word ' * k}again and again" for k in range(9, 13)]
    said = [*short, *long]
    worlds = []
    for one in family():
        texts = tuple(
            Text(Box(8 * k, 0, 8 * k + 8, 10 + k), {"en": words})
            for k, words in enumerate([*said, "Oh!"])
        )
        worlds.append(replace(one, pages=(replace(one.pages[0], texts=texts),)))
    found = groups_of(worlds)
    lettering = [one for one in found.groups if one.kind == "lettering"]
    assert len(lettering) == 2  # each text is on one page only, and asked about once
    for one in lettering:
        assert one.is_lettering
        assert len(set(one.pictures)) == len(one.options)
        assert "Oh!" not in one.options
        assert one.family == one.template == "f"  # texts recur in all families of a template
        assert set(one.options) in (set(short[:4]), set(long))
