"""Quality gates: for each, items that pass and items that must not."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from scipy import stats

import panelwise
from drawn import draw_book
from panelwise.cli import run as command
from panelwise.comics import perceptual_hash
from panelwise.errors import InputError
from panelwise.metrics import holm
from panelwise.packs import (
    BookFacts,
    Findings,
    Pack,
    Part,
    check_items,
    check_known,
    check_parts,
    hash_pictures,
    look_at_pictures,
    part_of,
    read_hashes,
    split_books,
)
from panelwise.packs.gates._significance import as_unlikely, at_least
from panelwise.tasks import ImageEntry, Item, Option, Rendering, SourcePage, Turn, normalised

ANIMALS = ("a grey cat", "a tall dog", "a wise owl", "a sly old fox")


def entry(pixels: str, recipe=None) -> ImageEntry:
    return ImageEntry(f"sha-{pixels}", pixels, 8, 8, "image/png", 9, recipe or {"kind": "test"})


def rendering(text: str, images=()) -> Rendering:
    return Rendering((Turn("user", (*range(len(images)), text)),), tuple(images), "test/1")


def choice(
    number: int = 0,
    gold: int | None = None,
    options: tuple[str, ...] = ANIMALS,
    question: str | None = None,
    **more,
) -> Item:
    """Question ``number``: by default of its own words, its right option dealt in turn."""
    asked = question or f"Who comes at {number} o'clock?"
    listed = "\n".join(f"{'ABCDEFGH'[k]}. {text}" for k, text in enumerate(options))
    item = Item(
        id=f"book/{number:03d}",
        task="test.choice",
        kind="choice",
        n=len(options),
        rendering=rendering(f"{asked}\n{listed}\nAnswer with a letter.", [entry(f"p{number}")]),
        gold=number % len(options) if gold is None else gold,
        sources=(SourcePage("book", str(number), "p.png", f"{number:064d}"),),
        options=tuple(Option("ABCDEFGH"[k], text=text) for k, text in enumerate(options)),
    )
    return replace(item, **more)


def ordering(number: int, gold: tuple[int, ...], **more) -> Item:
    item = replace(choice(number), kind="ordering", n=len(gold), gold=gold, options=())
    return replace(item, **more)


def gates(items, **more) -> set[tuple[str, str]]:
    return {(finding.gate, finding.severity) for finding in check_items(items, **more)}


def refused(items, **more):
    """The one finding that refuses."""
    [finding] = check_items(items, **more).refused
    return finding


def test_sound_items_pass_every_gate():
    rng = random.Random(0)
    orders = [tuple(rng.sample(range(4), 4)) for _ in range(40)]
    shown = [ordering(100 + k, order) for k, order in enumerate(orders)]
    assert not len(check_items([choice(k) for k in range(40)] + shown))
    assert not len(check_items([]))


# Items ------------------------------------------------------------------------------------------


def test_an_id_stands_for_one_item():
    finding = refused([choice(1), choice(2, id="book/001"), choice(3)])
    assert (finding.gate, finding.items) == ("ids", ("book/001",))
    assert finding.what == "2 items have this id"


@pytest.mark.parametrize(
    ("item", "what"),
    [
        (choice(1, gold=4), "gold 4 is not among the 4 options"),
        (choice(1, gold=-1), "gold -1 is not among the 4 options"),
        (choice(1, gold=(0, 1)), "gold (0, 1) is not among the 4 options"),
        (choice(1, n=5), "states 5 options, but has 4"),
        (choice(1, gold=0, options=("a cat",)), "1 option, and a choice needs at least 2"),
        (ordering(1, (0, 1, 1)), "gold (0, 1, 1) is not an order of the 3 things shown"),
        (ordering(1, (1, 2, 3)), "gold (1, 2, 3) is not an order of the 3 things shown"),
        (ordering(1, (0, 1), n=3), "gold (0, 1) is not an order of the 3 things shown"),
    ],
)
def test_the_gold_must_be_an_answer(item, what):
    finding = refused([choice(0), item])
    assert (finding.gate, finding.items, finding.what) == ("gold", ("book/001",), what)
    assert "leave the item out" in finding.remedy


def test_two_options_of_one_label_cannot_be_told_apart():
    options = (Option("A", "a cat"), Option("a", "a dog"))
    assert refused([choice(1, n=2, options=(), gold=0), choice(2)]).gate == "gold"
    item = replace(choice(1, gold=0), n=2, options=options)
    assert "two options have the label 'a'" in refused([item]).what


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A cat.", "a  CAT"),
        ("two dogs", "2 dogs"),
        ("３ birds", "3 birds"),
        ("①②③", "1, 2, 3"),
        ("don’t go", "Dont go!"),
        ("ﬁne", "fine"),
        ("猫が来た。", "猫が来た"),
        ("٣ birds", "three birds"),
    ],
)
def test_options_that_say_the_same_are_refused(one, other):
    finding = refused([choice(1, options=("an owl", one, "a fox", other))])
    assert (finding.gate, finding.items) == ("equal options", ("book/001",))
    assert "options B = D say or show the same" in finding.what


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("-5", "5"),
        ("3.5", "35"),
        ("3.5", "3 5"),
        ("①③", "⑬"),
        ("12, 3", "1, 23"),
        ("50%", "50"),
        ("?!", "!!"),
        ("one cat", "once a cat"),
        ("①→②→③", "①→③→②"),
    ],
)
def test_options_that_differ_in_meaning_pass(one, other):
    assert not len(check_items([choice(1, options=("an owl", one, "a fox", other))]))


def test_picture_options_are_compared_by_their_pixels():
    images = [entry("cat"), entry("dog"), entry("cat"), entry("fox")]
    options = tuple(Option(str(k + 1), image=k) for k in range(4))
    item = choice(1, rendering=rendering("Which?", images), gold=0)
    assert "1 = 3" in refused([replace(item, options=options)]).what
    other = replace(item, rendering=rendering("Which?", [*images[:2], entry("owl"), images[3]]))
    assert not len(check_items([replace(other, options=options)]))


def test_options_in_one_picture_are_compared_by_what_was_cut():
    def board(*cells) -> Item:
        cuts = [[{"page": page, "box": box} for page, box in cell] for cell in cells]
        shown = rendering("Which?", [entry("board", {"kind": "board", "options": cuts})])
        options = tuple(Option(str(k + 1), image=0) for k in range(len(cells)))
        return replace(choice(1, gold=0), rendering=shown, options=options, n=len(cells))

    cat, dog = ("p", [0, 0, 9, 9]), ("p", [9, 0, 18, 9])
    assert not len(check_items([board([cat, dog], [dog, cat])]))
    assert "1 = 3" in refused([board([cat], [dog], [cat])]).what


def test_an_item_names_its_source():
    assert refused([choice(0), choice(1, sources=())]).items == ("book/001",)
    half = choice(1, sources=(SourcePage("book", "1", "p.png", ""),))
    assert refused([half]).gate == "source"


@pytest.mark.parametrize(
    ("parts", "images", "what"),
    [
        ((0, 1, "Who?"), ["cat"], "shows picture 2 of 1"),
        ((0, "Who?"), ["cat", "dog"], "shows 1 of its 2 pictures"),
    ],
)
def test_pictures_that_are_spoken_of_must_be_there(parts, images, what):
    shown = Rendering((Turn("user", parts),), tuple(map(entry, images)), "test/1")
    assert refused([choice(1, rendering=shown)]).what == what
    assert refused([choice(1, single_image=shown)]).what == what


def test_the_same_question_is_asked_once():
    twin = choice(1, id="twin", gold=2)
    finding = refused([choice(0), choice(1), twin])
    assert (finding.gate, finding.items) == ("duplicate questions", ("book/001", "twin"))
    assert finding.what.endswith("and have different right answers")
    shouted = str(twin.rendering.turns[0].parts[-1]).upper()
    spelled = replace(choice(1, id="twin"), rendering=rendering(shouted, [entry("p1")]))
    assert "different answers" not in refused([choice(1), spelled]).what


def test_the_same_words_about_another_picture_are_another_question():
    asked = [choice(k, question="Who comes?") for k in range(4)]
    assert not len(check_items(asked))


def test_options_in_another_order_are_flagged_not_refused():
    turned = [
        replace(choice(0, options=ANIMALS[k:] + ANIMALS[:k], gold=-k % 4), id=f"turn {k}")
        for k in range(4)
    ]
    [finding] = check_items(turned)
    assert (finding.gate, finding.severity) == ("reordered questions", "flag")
    assert finding.items == ("turn 0", "turn 1", "turn 2", "turn 3")


# Giveaways --------------------------------------------------------------------------------------


def test_the_right_option_in_one_place_is_flagged_with_the_figures():
    [finding] = check_items([choice(k, gold=2 if k < 12 else k % 4) for k in range(20)]).found[:1]
    assert (finding.gate, finding.severity, finding.items) == ("gold positions", "flag", ())
    expected = stats.binomtest(14, 20, 0.25).pvalue
    assert "number 3 in 14 of 20 items (70.0%; 25.0% expected" in finding.what
    assert f"p = {4 * expected:.2g}" in finding.what


def test_a_place_that_is_never_right_is_flagged():
    items = [choice(k, gold=k % 3) for k in range(60)]
    assert any("number 4 in 0 of 60" in finding.what for finding in check_items(items))


def test_few_items_are_never_enough_for_a_verdict():
    assert not len(check_items([choice(k, gold=0) for k in range(3)]))


def test_strips_shuffled_alike_are_flagged():
    alike = [ordering(k, (2, 0, 3, 1)) for k in range(6)]
    [finding] = check_items(alike)
    assert finding.gate == "gold orders"
    assert "[2, 0, 3, 1] is right in 6 of 6 items of 4" in finding.what


def test_the_only_order_that_a_rule_allows_is_no_giveaway():
    swapped = [ordering(k, (1, 0), meta={"shuffle": "non_identity"}) for k in range(30)]
    assert not len(check_items(swapped))
    assert ("gold orders", "flag") in gates([replace(item, meta={}) for item in swapped])


def with_right(number: int, right: str, wrong: tuple[str, ...], question: str | None = None):
    place = number % 4
    return choice(number, options=(*wrong[:place], right, *wrong[place:]), question=question)


@pytest.mark.parametrize(
    ("right", "name"),
    [("a very old and rather tired cat", "most characters"), ("cat", "fewest characters")],
)
def test_a_right_option_known_by_its_length_is_flagged(right, name):
    wrong = ("a tall dog", "a wise owl", "a grey ox")
    findings = check_items([with_right(k, right, wrong) for k in range(24)])
    assert {(f.gate, f.severity) for f in findings} == {("option length", "flag")}
    [finding] = [finding for finding in findings if name in finding.what]
    assert (
        "24 of the 24 items where one does (100.0% [86.2%, 100.0%]; 25.0% by chance" in finding.what
    )


def test_lengths_that_luck_explains_pass():
    rng = random.Random(4)
    lengths = ["x" * n for n in (3, 5, 7, 9)]
    items = [choice(k, options=tuple(rng.sample(lengths, 4))) for k in range(80)]
    assert not len(check_items(items))


def test_options_of_one_length_say_nothing():
    assert not len(check_items([choice(k, options=("aa", "bb", "cc", "dd")) for k in range(40)]))


def test_a_right_option_in_the_words_of_the_question_is_flagged():
    wrong = ("it rains hard", "she runs off", "he eats bread")
    things = ("lamp", "kite", "boat", "drum", "ring", "vase", "coin", "book", "harp", "fork")
    items = [
        with_right(k, f"the {thing} is lost", wrong, f"Why does Ana look for the {thing} on {k}?")
        for k, thing in enumerate(things)
    ]
    flagged = {finding.gate: finding for finding in check_items(items)}
    assert "10 of the 10 items" in flagged["shared words"].what


def test_the_words_of_the_prompt_are_not_the_questions():
    """Every prompt says "letter"; an option that says it, too, gives nothing away."""
    wrong = ("the dog runs", "the owl flies", "the fox hides")
    items = [with_right(k, "the letter burns", wrong) for k in range(24)]
    assert ("shared words", "flag") not in gates(items)


# The numbers ------------------------------------------------------------------------------------


@given(st.integers(1, 60), st.floats(0.01, 0.99), st.data())
def test_exact_tests_agree_with_scipy(tries, chance, data):
    hits = data.draw(st.integers(0, tries))
    two_sided = stats.binomtest(hits, tries, chance).pvalue
    assert as_unlikely(hits, tries, chance) == pytest.approx(two_sided, rel=1e-6, abs=1e-12)
    upper = stats.binom.sf(hits - 1, tries, chance)
    assert at_least(hits, [chance] * tries) == pytest.approx(upper, rel=1e-6, abs=1e-12)


def test_hits_of_different_chances_add_up():
    rng = np.random.default_rng(0)
    chances = [0.5] * 6 + [0.25] * 9 + [1 / 3] * 4
    drawn = (rng.random((200_000, len(chances))) < chances).sum(axis=1)
    assert at_least(9, chances) == pytest.approx((drawn >= 9).mean(), abs=0.005)


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_is_ordered_and_never_smaller(values):
    adjusted = holm(values)
    assert all(p <= q <= 1 for p, q in zip(values, adjusted, strict=True))
    ranked = sorted(zip(values, adjusted, strict=True))
    assert [q for _, q in ranked] == sorted(adjusted)
    if values:
        assert min(adjusted) == min(1, len(values) * min(values))


@given(st.text(max_size=30))
def test_normalising_twice_changes_nothing_more(text):
    once = normalised(text)
    assert normalised(once) == once
    assert normalised(f"  {text} ") == once


@given(st.permutations(range(12)))
def test_the_order_of_the_items_changes_nothing(order):
    items = [choice(k, gold=0) for k in range(9)] + [choice(9, gold=9), *(choice(0), choice(1))]
    mixed = check_items([items[k] for k in order])
    assert {(f.gate, f.what, frozenset(f.items)) for f in mixed} == {
        (f.gate, f.what, frozenset(f.items)) for f in check_items(items)
    }


# What is found ----------------------------------------------------------------------------------


def test_refusals_come_first_and_stop_a_build():
    items = [choice(k, gold=0) for k in range(20)] + [choice(20, gold=7), choice(21, gold=8)]
    findings = check_items(items)
    assert [finding.severity for finding in findings] == ["refuse", "refuse", "flag"]
    with pytest.raises(InputError) as caught:
        findings.require("pack")
    told = str(caught.value)
    assert told.startswith("pack: gold: book/020: gold 7 is not among the 4 options; ")
    assert told.endswith("(1 more finding)")
    assert "\n" not in told
    Findings.of(findings.flagged).require("pack")


def test_findings_are_plain_records():
    records = check_items([choice(0), choice(1, gold=9)]).records()
    assert json.loads(json.dumps(records)) == records
    assert records[0]["items"] == ["book/001"]


# Packs ------------------------------------------------------------------------------------------


@pytest.fixture
def pack(tmp_path: Path) -> Pack:
    return build(draw_book(tmp_path / "book", [3, 4, 3, 4]), tmp_path / "pack")


def build(book: Path, out: Path) -> Pack:
    return panelwise.build("chromic.panel_reordering", book, out=out)


def check(pack: Pack) -> Findings:
    return check_items(pack.items(), picture=look_at_pictures(pack).problem)


def test_a_built_pack_passes(pack):
    assert not len(check(pack))


def test_a_missing_a_damaged_and_a_swapped_picture_are_refused(pack):
    missing, damaged, swapped, _ = pack.items()
    path = {item.id: pack.image_path(item.rendering.images[0].sha256) for item in pack.items()}
    path[missing.id].unlink()
    path[damaged.id].write_bytes(path[damaged.id].read_bytes()[:200])
    Image.new("RGB", (40, 40), "red").save(path[swapped.id], "PNG")
    found = {finding.items: finding.what for finding in check(pack).refused}
    assert found.keys() == {(missing.id,), (damaged.id,), (swapped.id,)}
    assert found[missing.id,].endswith("is missing")
    assert found[damaged.id,].endswith(
        "damaged image, cannot be decoded; copy or download it again"
    )
    assert found[swapped.id,].endswith("shows other pixels than the pack says")


def test_a_pack_without_images_misses_none(tmp_path):
    book = draw_book(tmp_path / "book", [3, 4])
    pack = panelwise.build(
        "chromic.panel_reordering", book, out=tmp_path / "pack", annotations_only=True
    )
    assert not len(check(pack))


# Parts of a split -------------------------------------------------------------------------------


def part(name: str, book: str, start: int, **facts) -> Part:
    items = [
        choice(start + k, sources=(SourcePage(book, str(k), "p.png", f"{start + k:064d}"),))
        for k in range(3)
    ]
    return Part(name, items, [BookFacts(book, **facts)])


def test_parts_that_share_nothing_pass():
    one = part("train", "x", 0, authors=frozenset({"ana"}), series="s")
    other = part("test", "y", 10, authors=frozenset({"bo"}), series="t")
    assert not len(check_parts([one, other]))
    assert not len(check_parts([one]))
    assert len(check_parts([one, one])) == 2  # the same pack twice is a leak of all of it


def test_a_shared_page_or_book_is_refused():
    findings = check_parts([part("train", "x", 0), part("test", "x", 2)])
    found = {finding.gate: finding for finding in findings.refused}
    assert found["page leak"].items == ("book/002",)
    assert found["book leak"].items == ("book/002", "book/003", "book/004")
    assert "train and test share the book 'x'" in found["book leak"].what


def test_a_shared_series_or_author_is_flagged_when_nobody_said_what_is_measured():
    ana = frozenset({"ana"})
    one = part("train", "x", 0, authors=ana, series="s")
    other = part("test", "y", 10, authors=ana, series="s")
    findings = check_parts([one, other])
    assert {(f.gate, f.severity) for f in findings} == {
        ("series leak", "flag"),
        ("author leak", "flag"),
    }
    assert findings.found[0].items == ("book/010", "book/011", "book/012")


def test_with_a_split_what_it_allows_passes_and_the_rest_is_refused():
    books = [BookFacts(name, frozenset({"ana"}), "s") for name in "xy"]
    within = split_books(books, {"train": 1, "test": 1}, by="book")
    parts = [part(f"pack of {name}", name, 10 * k) for k, name in enumerate("xy")]
    assert not len(check_parts(parts, within))
    unseen = replace(within, by="author", measures={"test": "unseen_author"})
    assert {f.gate for f in check_parts(parts, unseen).refused} == {"series leak", "author leak"}


def test_a_pack_of_two_parts_or_of_none_is_refused():
    books = [BookFacts(name, frozenset({name})) for name in "xy"]
    split = split_books(books, {"train": 1, "test": 1})
    both = Part("both", [*part("", "x", 0).items, *part("", "y", 10).items[:1]])
    found = check_parts([both, part("third", "z", 20)], split).refused
    assert [finding.gate for finding in found] == ["split", "split"]
    assert "both holds books of test and train" in found[0].what
    assert found[0].items == ("book/010",)
    assert "third holds books that the split does not know" in found[1].what


def art(seed: int, side: int = 160) -> Image.Image:
    """A picture like no other: soft blots."""
    blots = np.random.default_rng(seed).integers(0, 255, (6, 6, 3), np.uint8)
    return Image.fromarray(blots).resize((side, side), Image.Resampling.BICUBIC)


def looking(name: str, start: int, pictures: list[list[Image.Image]]) -> Part:
    """A part of which each item shows these pictures."""
    plain = part(name, name, start)
    looks = {
        item.id: tuple(perceptual_hash(picture) for picture in shown)
        for item, shown in zip(plain.items, pictures, strict=True)
    }
    return replace(plain, looks=looks)


def test_pages_that_look_alike_are_flagged():
    """The second page of one side stands, smaller, on the other, beside a new panel."""
    train = looking("train", 0, [[art(1), art(2)], [art(3), art(4)], [art(5)]])
    copied = [art(3).resize((90, 90)), art(9)]
    test = looking("test", 10, [[art(6), art(7)], copied, [art(8)]])
    [finding] = check_parts([train, test])
    assert (finding.gate, finding.severity) == ("near-duplicate pages", "flag")
    assert finding.items == ("book/011",)
    assert "book/011 like book/001" in finding.what


def test_blank_panels_and_one_panel_of_many_make_no_duplicate():
    blank = Image.new("RGB", (80, 80), "black")
    train = looking("train", 0, [[blank], [art(1), art(2), art(3)], [art(4)]])
    test = looking("test", 10, [[blank], [art(1), art(5), art(6)], [art(7)]])
    assert not len(check_parts([train, test]))


def test_packs_of_the_same_comic_in_other_files_are_found(tmp_path):
    """Renamed, recompressed, shuffled anew: no hash of bytes or pixels is the same."""
    book = painted(tmp_path / "one", "PNG")
    again = painted(tmp_path / "two", "JPEG")
    parts = []
    for k, folder in enumerate([book, again]):
        pack = panelwise.build(
            "chromic.panel_reordering", folder, out=tmp_path / f"pack{k}", seed=k, direction="ttb"
        )
        parts.append(part_of(pack, look_at_pictures(pack)))
    [finding] = check_parts(parts)
    assert finding.gate == "near-duplicate pages"
    assert len(finding.items) == 3


def test_a_list_of_hashes_finds_pages_and_panels_of_comics_in_other_files(tmp_path, capsys):
    """A list made from one edition; a pack of another, recompressed and shuffled."""
    edition = painted(tmp_path / "one", "PNG")
    known = tmp_path / "known.jsonl"
    assert command(["hashes", str(edition), "--out", str(known)]) == 0
    assert "12 hashes" in capsys.readouterr().err
    book = painted(tmp_path / "two", "JPEG")
    pack = panelwise.build(
        "chromic.panel_reordering", book, out=tmp_path / "pack", direction="ttb", seed=2
    )
    part = part_of(pack, look_at_pictures(pack))
    [finding] = check_known(part, read_hashes(known))
    assert (finding.gate, finding.severity, len(finding.items)) == ("known pictures", "flag", 3)
    assert f"{finding.items[0]} like one/0 panel" in finding.what
    assert command(["check", str(tmp_path / "pack"), "--known", str(known), "--json"]) == 0
    [record] = json.loads(capsys.readouterr().out)
    assert record["gate"] == "known pictures"
    assert not len(check_known(part, {0: "blank", 0x0123456789ABCDEF: "another"}))
    of_pack = {one.hash for one in hash_pictures(pack)}
    assert {look for some in part.looks.values() for look in some} == of_pack


@pytest.mark.parametrize("line", ['{"hash": "12"}', '{"hash": "0123456789ABCDEF"}', "[1]", "x"])
def test_lists_of_other_hashes_are_refused(tmp_path, line):
    (tmp_path / "known.jsonl").write_text(line + "\n")
    with pytest.raises(InputError, match=r"known\.jsonl, line 1"):
        read_hashes(tmp_path / "known.jsonl")


def painted(folder: Path, encoding: str) -> Path:
    """Three annotated pages of three painted panels."""
    folder.mkdir()
    lines = []
    for number in range(3):
        page = Image.new("RGB", (220, 660), "white")
        panels = []
        for k in range(3):
            page.paste(art(10 * number + k, 200), (10, 10 + 215 * k))
            panels.append({"box": [10, 10 + 215 * k, 210, 210 + 215 * k]})
        name = f"{number}.{encoding.lower()}"
        page.save(folder / name, encoding)
        line = {"book": folder.name, "page": str(number), "image": name}
        line |= {"width": 220, "height": 660}
        lines.append(json.dumps(line | {"reading_direction": "ttb", "panels": panels}))
    (folder / "pages.jsonl").write_text("\n".join(lines))
    return folder


def test_the_ledger_of_a_pack_describes_its_books(pack):
    manifest = pack.manifest | {"books": [{"id": "book", "author": "Ana & Bo", "series": "S!"}]}
    described = part_of(Pack(pack.path, manifest))
    assert described.books == [BookFacts("book", frozenset({"ana", "bo"}), "s")]


@pytest.mark.shared
def test_real_pages_shuffled_anew_are_found_and_other_books_are_not(shared, tmp_path):
    """OpenMantra: every page again, its panels in another order; three books, none alike."""
    packs = [
        panelwise.build(
            "chromic.panel_reordering",
            shared / "comics" / "openmantra",
            out=tmp_path / str(seed),
            seed=seed,
            profile="paper",
        )
        for seed in (1, 2)
    ]
    one, other = (part_of(pack, look_at_pictures(pack)) for pack in packs)
    hidden = [
        replace(item, sources=(SourcePage("copy", "1", "p.png", f"copy {k}"),))
        for k, item in enumerate(other.items)
    ]
    [finding] = check_parts([one, Part("copies", hidden, (), other.looks)])
    assert (finding.gate, len(finding.items)) == ("near-duplicate pages", len(hidden))
    books = sorted({item.book for item in one.items})
    assert len(books) == 3
    for k, book in enumerate(books):
        mine = [item for item in one.items if item.book == book]
        others = [item for item in one.items if item.book in books[k + 1 :]]
        assert not len(
            check_parts([Part("a", mine, (), one.looks), Part("b", others, (), one.looks)])
        )
