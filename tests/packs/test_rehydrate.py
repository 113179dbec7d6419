"""A pack without images gets them back from the owner's comics, and from nothing else."""

from __future__ import annotations

import dataclasses
import zipfile
from pathlib import Path

import pytest
from PIL import Image

import panelwise
from drawn import draw_book
from panelwise.cli import run
from panelwise.errors import InputError, UnsafeInputError
from panelwise.packs import Made, Pack, write_pack
from panelwise.packs._making import Sources, picture
from panelwise.packs._pack import content_hash, write_items, write_manifest
from panelwise.rendering._render import page_recipe
from panelwise.tasks import Item, Rendering, SourcePage, Turn

TASK = "stripcipher.reordering_generation"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return draw_book(tmp_path / "book", [3, 4, 3])


@pytest.fixture
def bare(book: Path, tmp_path: Path) -> Pack:
    return panelwise.build(TASK, book, out=tmp_path / "bare", annotations_only=True)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def with_images(item: Item, **changed) -> Item:
    """The item with these fields of every image of its first form changed."""
    images = tuple(dataclasses.replace(image, **changed) for image in item.rendering.images)
    return dataclasses.replace(item, rendering=dataclasses.replace(item.rendering, images=images))


def test_a_pack_without_images_says_how_to_get_them(bare):
    assert not (bare.path / "images").exists()
    assert bare.manifest["images"] is False
    assert not bare.has_images(bare.items()[0])
    with pytest.raises(InputError, match=r"holds no image .* panelwise rehydrate") as raised:
        bare.messages(bare.items()[0])
    assert "\n" not in str(raised.value)


def test_the_pack_becomes_the_one_that_was_built_whole(bare, book, tmp_path):
    whole = panelwise.build(TASK, book, out=tmp_path / "whole")
    assert bare.hash == whole.hash
    assert contents(bare.path) != contents(whole.path)
    done = panelwise.rehydrate(bare.path, book)
    assert (done.images, done.reencoded) == (13, 0)  # ten frames and three rows
    assert contents(bare.path) == contents(whole.path)


def test_a_whole_page_keeps_its_own_bytes(tmp_path):
    pixels = Image.effect_noise((60, 40), 80).convert("RGB")
    (tmp_path / "book").mkdir()
    pixels.save(tmp_path / "book" / "1.jpg", quality=70)  # re-encoded it would lose pixels
    original = (tmp_path / "book" / "1.jpg").read_bytes()
    [book] = panelwise.open(tmp_path / "book")
    image = book.pages[0].image
    entry, data = picture(page_recipe(image.sha256), Sources.decoded({image.sha256: image}))
    assert data == original
    assert (entry.sha256, entry.media_type) == (image.sha256, "image/jpeg")
    assert (entry.width, entry.height, entry.size) == (60, 40, len(original))
    source = SourcePage(book.id, "1", "1.jpg", image.sha256)
    rendering = Rendering((Turn("user", (0, "What happens here?")),), (entry,), "test/1")
    item = Item("1", "test.page", "ordering", 2, rendering, (1, 0), (source,))
    bare = write_pack(
        tmp_path / "bare", [Made(item, {entry.sha256: data})], {"task": "t"}, "", images=False
    )
    done = panelwise.rehydrate(bare.path, tmp_path / "book")
    assert (done.images, done.reencoded, done.pack.hash) == (1, 0, bare.hash)
    assert done.pack.image_path(entry.sha256).read_bytes() == original


def test_pages_are_known_by_their_bytes_whatever_they_are_called(bare, book, tmp_path):
    with zipfile.ZipFile(tmp_path / "other.cbz", "w") as archive:
        for number, page in enumerate(sorted(book.glob("*.png"))):
            archive.write(page, f"scan/{9 - number}.png")
    done = panelwise.rehydrate(bare, tmp_path / "other.cbz")
    assert all(done.pack.has_images(item) for item in done.pack.items())


def test_doing_it_twice_changes_nothing(bare, book):
    panelwise.rehydrate(bare, book)
    once = contents(bare.path)
    panelwise.rehydrate(bare.path, book)
    assert contents(bare.path) == once


def test_a_page_that_differs_by_a_byte_is_refused(bare, book):
    with (book / "001.png").open("ab") as file:
        file.write(b"\0")
    before = contents(bare.path)
    with pytest.raises(InputError, match=r"1 of 3 pages .* first: pages/001\.png"):
        panelwise.rehydrate(bare, book)
    assert contents(bare.path) == before


def test_the_same_pixels_in_other_bytes_are_taken_and_told(bare, book):
    """Another library version encodes the same picture in other bytes."""
    elsewhere = [with_images(item, sha256=f"{k:064x}") for k, item in enumerate(bare.items())]
    write_items(bare.path, elsewhere)
    done = panelwise.rehydrate(bare.path, book)
    assert done.reencoded == 10
    assert done.pack.hash == bare.hash == content_hash(done.pack.items())
    assert all(done.pack.has_images(item) for item in done.pack.items())


def rewrite(pack: Pack, items: list) -> None:
    """Other items, and a manifest that agrees with them: a stranger's pack."""
    write_items(pack.path, items)
    write_manifest(pack.path, pack.manifest | {"hash": content_hash(items)})


def test_other_pixels_are_refused(bare, book):
    items = bare.items()
    rewrite(bare, [with_images(items[0], pixels="0" * 64), *items[1:]])
    with pytest.raises(InputError, match="item pages/000: the picture made from your copy differs"):
        panelwise.rehydrate(bare.path, book)
    assert Pack.open(bare.path).manifest["images"] is False


def test_a_strangers_recipe_takes_no_memory(bare, book):
    items = bare.items()
    page = items[0].sources[0].sha256
    huge = {"kind": "crop", "panels": [{"page": page, "box": [0, 0, 10**6, 10**6]}]}
    rewrite(bare, [with_images(items[0], recipe=huge), *items[1:]])
    with pytest.raises(UnsafeInputError, match="item pages/000: a panel of 1000000×1000000"):
        panelwise.rehydrate(bare.path, book)


@pytest.mark.parametrize(
    "damage",
    [
        {"kind": "crop", "panels": []},
        {"kind": "row"},
        {"kind": "crop", "panels": [{"page": "0" * 64, "box": [0, 0, 9, 9]}]},
    ],
    ids=["no panel", "no field", "a page of no source"],
)
def test_a_damaged_recipe_is_one_line(bare, book, damage):
    items = bare.items()
    rewrite(bare, [with_images(items[0], recipe=damage), *items[1:]])
    with pytest.raises(InputError, match="item pages/000: damaged recipe"):
        panelwise.rehydrate(bare.path, book)


# Packs that were damaged after they were built, as a user meets them.


def refused(capsys, *words: object) -> str:
    """The one line that a command ends with."""
    capsys.readouterr()
    assert run([str(word) for word in words]) == 2
    [line] = capsys.readouterr().err.splitlines()
    return line


def stored(pack: Pack) -> list[Path]:
    return sorted((pack.path / "images").iterdir())


def test_a_cut_picture_is_named_and_comes_back_once_it_is_deleted(bare, book, capsys):
    panelwise.rehydrate(bare, book)
    once = contents(bare.path)
    image = stored(bare)[0]
    image.write_bytes(image.read_bytes()[:100])
    line = refused(capsys, "rehydrate", bare.path, book)
    assert f"{image}: changed since the pack was built" in line
    assert "delete this picture and run panelwise rehydrate" in line
    image.unlink()
    assert run(["rehydrate", str(bare.path), str(book)]) == 0
    assert contents(bare.path) == once


def test_exchanged_pictures_are_named(bare, book, capsys):
    panelwise.rehydrate(bare, book)
    one, other = stored(bare)[:2]
    first = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(first)
    line = refused(capsys, "rehydrate", bare.path, book)
    assert any(f"{image}: changed since the pack was built" in line for image in (one, other))


def test_a_book_that_is_missing_is_named(book, tmp_path, capsys):
    second = draw_book(tmp_path / "second", [4, 3])
    pack = panelwise.build(TASK, [book, second], out=tmp_path / "two", annotations_only=True)
    before = contents(pack.path)
    line = refused(capsys, "rehydrate", pack.path, book)
    assert "2 of 5 pages are not among the 3 that you gave" in line
    assert "first: pages-2/000.png; give the same files that the pack was built from" in line
    assert contents(pack.path) == before
    page = second / "001.png"
    page.write_bytes(page.read_bytes()[:500])
    line = refused(capsys, "rehydrate", pack.path, book, second)
    assert "1 of 5 pages" in line
    assert "first: pages-2/001.png" in line
    assert contents(pack.path) == before


def test_the_manifest_of_another_pack_is_refused(bare, book, tmp_path, capsys):
    other = panelwise.build(
        "chromic.panel_reordering", book, out=tmp_path / "other", annotations_only=True
    )
    manifest = bare.path / "manifest.json"
    own = manifest.read_bytes()
    manifest.write_bytes((other.path / "manifest.json").read_bytes())
    assert "items.parquet: changed since" in refused(capsys, "rehydrate", bare.path, book)
    for damage in (b"", b"[]", own[:200]):
        manifest.write_bytes(damage)
        assert "manifest.json: damaged" in refused(capsys, "rehydrate", bare.path, book)
    manifest.unlink()
    said = refused(capsys, "rehydrate", bare.path, book)
    assert "not a whole pack: manifest.json is missing" in said


@pytest.mark.parametrize("versions", [None, "1.0", {}, {"panelwise": 3}])
def test_a_manifest_without_versions_hides_no_other_error(bare, book, versions):
    items = bare.items()
    rewrite(bare, [with_images(items[0], pixels="0" * 64), *items[1:]])
    write_manifest(bare.path, Pack.open(bare.path).manifest | {"versions": versions})
    with pytest.raises(InputError, match=r"differs from the one .* \((unknown|3)\)$"):
        panelwise.rehydrate(bare.path, book)


def test_the_card_says_that_the_images_are_back_whatever_else_it_says(bare, book):
    card = bare.path / "README.md"
    card.write_bytes(card.read_bytes() + b"\xff\xfe")  # somebody's editor
    panelwise.rehydrate(bare, book)
    after = card.read_bytes()
    assert b"Images are stored in" in after
    assert b"No images:" not in after
    assert after.endswith(b"\xff\xfe")
