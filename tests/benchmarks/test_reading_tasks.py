"""MangaOCR, MangaVQA and CoMix on comics whose whole truth is known."""

import dataclasses
import json
import re
from collections import Counter

import pytest
from PIL import Image

from panelwise.analysis import summarise
from panelwise.benchmarks import BENCHMARKS, build, printed_prompts, rehydrate
from panelwise.benchmarks._comix import text_reading_order
from panelwise.comics import Book, ComicImage, Page, Text, encode_png, open_comics
from panelwise.errors import UnavailableError
from panelwise.evaluation import evaluate
from panelwise.geometry import Box
from panelwise.packs import Pack, check_items
from panelwise.profile import PAPER, RECOMMENDED
from panelwise.tasks import get_kind
from press_packs import print_small

TASKS = {
    "mangavqa.manga_ocr": ("spotting", "e2e_hmean_ned"),
    "mangavqa.manga_vqa": ("answer", "anls"),
    "comix.detection": ("detection", "mean_f1"),
    "comix.speaker_identification": ("speakers", "recall_at_texts"),
    "comix.character_reid": ("identities", "ami"),
    "comix.character_reid_chapter": ("identities", "ami"),
    "comix.text_reading_order": ("ordering", "exact_match"),
    "comix.text_reading_order_end_to_end": ("reading_order", "order_similarity"),
    "comix.page_structure": ("structure", "recall_at_texts"),
    "comix.character_naming": ("naming", "anls_known"),
    "comix.dialog_generation": ("dialogue", "dialogue_text"),
}
DOCUMENTS = [task for task in TASKS if task != "comix.text_reading_order"]


@pytest.fixture(scope="module")
def comics(tmp_path_factory):
    folder = tmp_path_factory.mktemp("reading") / "comics"
    print_small(folder, books=2, seed=11)
    return folder


@pytest.fixture(scope="module")
def pack_of(comics, tmp_path_factory):
    made: dict[tuple[str, str], Pack] = {}

    def make(task, profile="recommended"):
        if (task, profile) not in made:
            out = tmp_path_factory.mktemp("pack") / "pack"
            made[task, profile] = build(task, comics, out=out, seed=1, profile=profile)
        return made[task, profile]

    return make


def scored(pack, model, folder, profile="recommended"):
    [summary] = summarise(evaluate(pack, model, out=folder, profile=profile))
    return summary


@pytest.mark.parametrize(
    ("task", "profile"),
    [
        *((task, "recommended") for task in TASKS),
        # The others have one wording, and what their kinds do under it is tested there.
        *((task, "paper") for task in ("mangavqa.manga_ocr", "mangavqa.manga_vqa")),
        ("comix.dialog_generation", "paper"),
    ],
)
def test_the_right_answer_is_perfect(pack_of, task, profile, tmp_path):
    pack = pack_of(task, profile)
    summary = scored(pack, "baseline:oracle", tmp_path / "run", profile)
    kind, headline = TASKS[task]
    assert (summary.kind, summary.headline_metric) == (kind, headline)
    assert summary.score.value == pytest.approx(1)
    assert summary.outcomes == {"correct": len(pack)}
    assert summary.coverage == 1


@pytest.mark.parametrize("task", DOCUMENTS)
def test_saying_nothing_scores_nothing(pack_of, task, tmp_path):
    summary = scored(pack_of(task), "baseline:empty", tmp_path / "run")
    assert summary.score.value == 0
    assert summary.headline.constant is not None
    drawn = summary.kind == "speakers"
    assert (summary.headline.chance is None, bool(summary.headline.why_no_chance)) == (
        (not drawn, not drawn)
    )
    assert "correct" not in summary.outcomes
    assert summary.score.high > 0, "n pages of nothing do not prove that none is right"


@pytest.mark.parametrize("task", DOCUMENTS)
def test_nobody_guesses_what_stands_on_a_page(pack_of, task, tmp_path):
    drawn = ["random"] if TASKS[task][0] == "speakers" else []  # one of the page's characters
    for baseline in {"random", "constant", "noisy_oracle"} - {*drawn}:
        with pytest.raises(UnavailableError, match="draws from a list of answers"):
            evaluate(pack_of(task), f"baseline:{baseline}", out=tmp_path / "run")


@pytest.mark.parametrize("task", DOCUMENTS)
def test_a_worse_answer_to_one_item_moves_that_item_alone(pack_of, task, tmp_path):
    pack = pack_of(task)
    kind = get_kind(TASKS[task][0])
    lines = [
        {"id": item.id, "answer": kind.write(item, item.gold, RECOMMENDED)} for item in pack.items()
    ]
    lines[1]["answer"] = "I cannot tell."
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(map(json.dumps, lines)))
    run = evaluate(pack, f"recorded:{path}", out=tmp_path / "run")
    [summary] = summarise(run)
    assert 0 < summary.score.value < 1
    others = [result for result in run.results() if result.item != lines[1]["id"]]
    assert {result.outcome for result in others} == {"correct"}


# One whose pages are bare, one of marked pages, one of several pages, one that is dealt.
BUILT_TWICE = ("comix.page_structure", "comix.speaker_identification",
               "comix.character_reid_chapter", "comix.text_reading_order")  # fmt: skip


@pytest.mark.parametrize("task", BUILT_TWICE)
def test_a_build_is_the_same_twice(pack_of, comics, task, tmp_path):
    again = build(task, comics, out=tmp_path / "again", seed=1)
    assert again.hash == pack_of(task).hash


@pytest.mark.parametrize("task", TASKS)
def test_the_quality_gates_refuse_nothing(pack_of, task):
    assert check_items(pack_of(task).items()).refused == ()


@pytest.mark.parametrize(
    ("task", "profile"),
    [
        *((task, "recommended") for task in TASKS),
        *((task, "paper") for task in ("mangavqa.manga_ocr", "mangavqa.manga_vqa")),
    ],
)
def test_no_prompt_holds_a_placeholder(pack_of, task, profile):
    for item in pack_of(task, profile).items():
        assert not re.search(r"\{[a-z]+\}", item.rendering.text)


@pytest.mark.parametrize("task", ["mangavqa.manga_ocr", "comix.speaker_identification"])
def test_a_pack_without_pictures_gets_them_back(pack_of, comics, task, tmp_path):
    bare = build(task, comics, out=tmp_path / "bare", seed=1, annotations_only=True)
    assert bare.items() == pack_of(task).items()
    assert rehydrate(bare.path, comics).reencoded == 0


@pytest.mark.parametrize("name", ["comix.detection", "comix.page_structure"])
def test_prompts_about_figures_ask_for_visible_boxes(pack_of, name):
    item = pack_of(name).items()[0]
    assert "without what the edge of the panel cuts off" in item.rendering.text
    assert "full_box" not in str(item.gold)


def test_the_printed_wordings_go_out_word_for_word(pack_of):
    printed = printed_prompts()
    ocr = pack_of("mangavqa.manga_ocr", "paper").items()[0].rendering
    assert ocr.turns[0].parts == (0, printed["mangaocr.non_qwen"])
    asked = pack_of("mangavqa.manga_vqa", "paper").items()[0]
    system, user = asked.rendering.turns
    assert (system.role, system.parts) == ("system", (printed["mangavqa.system"],))
    assert user.parts[-1] == asked.gold["question"]


def test_the_short_printed_wording_is_a_setting(comics, tmp_path):
    settings = {"mangaocr.prompt": "qwen"}
    pack = build("mangavqa.manga_ocr", comics, out=tmp_path / "p", profile=PAPER, settings=settings)
    rendering = pack.items()[0].rendering
    assert rendering.turns[0].parts == (0, printed_prompts()["mangaocr.default"])
    assert rendering.prompt_id == "mangavqa.manga_ocr.qwen/paper/1"


def test_the_recommended_wording_tells_the_size(pack_of):
    rendering = pack_of("mangavqa.manga_ocr").items()[0].rendering
    image = rendering.images[0]
    assert f"{image.width} pixels wide and {image.height} pixels high" in rendering.text


def test_gold_is_what_stands_on_the_page(pack_of, comics):
    books = open_comics(comics)
    pages = {f"{book.id}/{page.id}": page for book in books for page in book.pages}
    for item in pack_of("mangavqa.manga_ocr").items():
        page = pages[item.id]
        assert item.gold["size"] == [page.width, page.height]
        assert [text["text"] for text in item.gold["texts"]] == [
            None if text.kind == "scene_text" else text.content for text in page.texts
        ]
    for item in pack_of("comix.detection").items():
        page = pages[item.id]
        panels = [box["box"] for box in item.gold["boxes"] if box["class"] == "panel"]
        assert panels == [[*panel.box] for panel in page.panels]


def test_the_numbers_on_texts_tell_nothing(pack_of):
    for item in pack_of("comix.text_reading_order").items():
        assert item.gold != tuple(range(item.n))
        recipe = item.rendering.images[0].recipe
        assert sorted(map(int, recipe["labels"])) == list(range(1, item.n + 1))


def test_every_page_has_an_order_of_its_own():
    image = ComicImage.from_bytes(encode_png(Image.new("RGB", (300, 100), "white")), "1.png")
    texts = tuple(
        Text(Box(9 + 60 * k, 9, 60 + 60 * k, 60), {"en": "so"}, id=f"t{k}") for k in range(4)
    )
    pages = tuple(Page(str(k), 300, 100, image, texts=texts) for k in range(60))
    orders = [
        draft.gold for draft in text_reading_order.plan([Book("b", pages)], RECOMMENDED, 1).drafts
    ]
    assert len(orders) == 60
    assert Counter(orders).most_common(1)[0][1] < 12, "of 23 that are allowed"
    firsts = Counter(order[0] for order in orders)
    assert set(firsts) == {0, 1, 2, 3}


def test_marks_name_each_text_and_character_once(pack_of):
    for item in pack_of("comix.speaker_identification").items():
        labels = item.rendering.images[0].recipe["labels"]
        assert sorted(labels) == sorted([*item.gold["texts"], *item.gold["characters"]])
        assert all(a in item.gold["texts"] and b in labels for a, b in item.gold["links"])


def test_a_chapter_is_one_question_over_its_pages(pack_of, comics):
    books = {book.id: book for book in open_comics(comics)}
    for item in pack_of("comix.character_reid_chapter").items():
        book = books[item.book]
        assert [source.page for source in item.sources] == [page.id for page in book.pages]
        people = [one for page in book.pages for one in page.characters]
        assert {*item.gold["characters"]} == {f"C{k}" for k in range(1, len(people) + 1)}
        told = {mark: at for at, group in enumerate(item.gold["groups"]) for mark in group}
        same = {(told[f"C{k}"], one.identity) for k, one in enumerate(people, 1)}
        assert len(same) == len({one.identity for one in people})
        for k, image in enumerate(item.rendering.images):
            marks = [mark for mark, picture in item.gold["pages"].items() if picture == k]
            assert sorted(image.recipe["labels"]) == sorted(marks)
        assert f"These are {len(item.rendering.images)} pages" in item.rendering.text


def test_a_long_book_is_taken_in_even_stretches(comics, tmp_path):
    settings = {"chapter.pages": "2"}
    pack = build("comix.character_reid_chapter", comics, out=tmp_path / "p", settings=settings)
    lengths = [len(item.sources) for item in pack.items()]
    assert lengths == [1, 2, 1, 2], "three pages a book, in two stretches each"


def test_bare_pages_know_their_structure(pack_of, comics):
    pages = {f"{book.id}/{page.id}": page for book in open_comics(comics) for page in book.pages}
    for item in pack_of("comix.page_structure").items():
        page = pages[item.id]
        assert item.rendering.images[0].recipe["kind"] == "page", "nothing is marked"
        aside = ("onomatopoeia", "scene_text")
        texts = {text.id: text for text in page.texts if text.kind not in aside}
        assert [text["box"] for text in item.gold["texts"]] == [[*t.box] for t in texts.values()]
        bodies = {one.id: one for one in page.characters}
        said = {(tuple(texts[link.text].box), tuple(bodies[link.character].box))
                for link in page.speakers}  # fmt: skip
        place = {one["id"]: tuple(one["box"]) for one in item.gold["characters"]}
        gold = {(tuple(text["box"]), place[who]) for text in item.gold["texts"]
                for who in text["speakers"]}  # fmt: skip
        assert gold == said


def test_the_closest_character_is_a_baseline(pack_of, tmp_path):
    summary = scored(pack_of("comix.speaker_identification"), "baseline:closest", tmp_path / "run")
    assert summary.score.value > 0.4
    with pytest.raises(UnavailableError, match="links texts to characters"):
        evaluate(pack_of("comix.detection"), "baseline:closest", out=tmp_path / "other")


def test_questions_are_broken_down_by_their_axes(pack_of, tmp_path):
    summary = scored(pack_of("mangavqa.manga_vqa"), "baseline:oracle", tmp_path / "run")
    axes = {row.key for row in summary.breakdowns}
    assert {"required", "answer_type", "interrogative"} <= axes


@pytest.fixture(scope="module")
def bare_books(comics):
    return open_comics(sorted(comics.glob("*.cbz")))


@pytest.mark.parametrize("task", TASKS)
def test_bare_pages_feed_nothing(bare_books, task):
    with pytest.raises(UnavailableError, match=r"unavailable: .*(needs|none|fewer|nothing)"):
        BENCHMARKS.get(task).plan(bare_books, RECOMMENDED, 0)


def test_a_build_of_nothing_leaves_nothing(comics, tmp_path):
    with pytest.raises(UnavailableError):
        build("comix.detection", sorted(comics.glob("*.cbz")), out=tmp_path / "pack")
    assert not (tmp_path / "pack").exists()


def test_found_texts_are_no_ground_truth(comics):
    (book, *_) = open_comics(comics)
    pages = tuple(
        dataclasses.replace(
            page,
            texts=tuple(dataclasses.replace(text, confidence=0.9) for text in page.texts),
        )
        for page in book.pages
    )
    guessed = Book(book.id, pages)
    for task in ("mangavqa.manga_ocr", "comix.dialog_generation", "comix.text_reading_order"):
        with pytest.raises(UnavailableError, match="needs texts"):
            BENCHMARKS.get(task).plan([guessed], RECOMMENDED, 0)


def test_no_right_answer_of_an_open_question_is_listed_twice(pack_of):
    """A name that is the same in the page's language and in English is one answer."""
    for item in pack_of("mangavqa.manga_vqa").items():
        answers = item.gold["answers"]
        assert answers
        assert len(set(answers)) == len(answers)
