"""Opening: what is a book, what it is called, in which order its pages come, what is refused."""

import os
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from panelwise.cli import run
from panelwise.comics import natural_key, open_comic
from panelwise.errors import InputError, SettingError, UnknownNameError, UnsafeInputError

COMIC_INFO = """<?xml version="1.0" encoding="utf-8"?>
<ComicInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
  <Title> The Moon &amp; Me </Title><Series>Moons</Series><Number>3</Number><Year>1997</Year>
  <Month>5</Month>
  <Writer>A. Author</Writer><Publisher>House</Publisher><LanguageISO>ja</LanguageISO>
  <BlackAndWhite>Yes</BlackAndWhite><Manga>YesAndRightToLeft</Manga>
  <Pages><Page Image="0" Type="FrontCover"/></Pages>
</ComicInfo>"""


def page(path, size=(30, 20)):
    path.parent.mkdir(parents=True, exist_ok=True)
    format_ = {".jpg": "JPEG"}.get(path.suffix.lower(), "PNG")
    Image.new("RGB", size, "white").save(path, format_)
    return path


def cbz(path, members):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, file in members.items():
            archive.write(file, name)
    return path


@pytest.mark.parametrize("name", [b"b\xfcch", b"a\nb", b"a\x1b[31m"], ids=ascii)
@pytest.mark.parametrize("kind", ["folder", "archive", "image"])
def test_a_comic_whose_own_name_cannot_be_shown_is_refused_in_one_line(tmp_path, capfd, kind, name):
    """Books are named after it; nothing could be written about such a book."""
    plain = page(tmp_path / "1.png")
    place = tmp_path / os.fsdecode(name)
    if kind == "folder":
        place.mkdir()
        plain.rename(place / "1.png")
    elif kind == "archive":
        place = cbz(tmp_path / "a.cbz", {"1.png": plain}).rename(f"{place}.cbz")
    else:
        place = plain.rename(f"{place}.png")
    assert run(["read", str(place), "--out", str(tmp_path / "out")]) == 2
    said = capfd.readouterr().err
    assert "control characters or bytes that are not UTF-8; rename the file" in said
    assert said.count("\n") == 1
    assert not (tmp_path / "out").exists()


def outline(books):
    return {book.id: [page.id for page in book.pages] for book in books}


def test_an_image_is_a_book_of_one_page(tmp_path):
    (book,) = open_comic(page(tmp_path / "strip.png", (40, 10)))
    assert outline([book]) == {"strip": ["strip"]}
    only = book.pages[0]
    assert (only.width, only.height, only.image.relative) == (40, 10, "strip.png")
    assert only.texts is None
    assert not book.direction_known


def test_a_folder_of_images_is_one_book_in_natural_order(tmp_path):
    for name in ("page10.png", "Page2.PNG", "page１.jpg", "cover.jpg", ".hidden.png"):
        page(tmp_path / "Story" / name)
    (tmp_path / "Story" / "notes.txt").write_text("no page")
    (tmp_path / "Story" / "Thumbs.db").write_bytes(b"x")
    page(tmp_path / "Story" / "__MACOSX" / "page1.png")
    books = open_comic(str(tmp_path / "Story"))
    assert outline(books) == {"Story": ["cover", "page１", "Page2", "page10"]}


@pytest.mark.parametrize("general", ["images", "Pages", "scans", "img"])
def test_a_general_name_of_a_folder_is_not_the_name_of_the_book(tmp_path, general):
    page(tmp_path / "Story" / general / "1.png")
    assert outline(open_comic(tmp_path / "Story" / general)) == {"Story": ["1"]}
    assert outline(open_comic(tmp_path / "Story")) == {"Story": ["1"]}
    page(tmp_path / "Other" / general / "1.png")
    assert outline(open_comic(tmp_path)) == {"Other": ["1"], "Story": ["1"]}
    page(tmp_path / "Story" / "2.png")
    page(tmp_path / "Other" / "raw" / "1.png")
    assert outline(open_comic(tmp_path)) == {
        "Other": ["1"],
        "Other/raw": ["1"],
        "Story": ["2"],
        f"Story/{general}": ["1"],
    }


def test_folders_and_archives_inside_a_folder_are_a_book_each(tmp_path):
    root = tmp_path / "shelf"
    one = page(root / "b10" / "1.png")
    page(root / "b2" / "1.png")
    page(root / "deep" / "er" / "1.png")
    cbz(root / "c.cbz", {"x/1.png": one})
    cbz(root / "b2.zip", {"1.png": one})
    books = open_comic(root)
    assert outline(books) == {
        "b2": ["1"],
        "b2.zip": ["1"],
        "b10": ["1"],
        "c": ["x/1"],
        "deep/er": ["1"],
    }
    assert [book.pages[0].image.relative for book in books] == [
        "b2/1.png",
        "b2.zip/1.png",
        "b10/1.png",
        "c.cbz/x/1.png",
        "deep/er/1.png",
    ]


def test_a_folder_that_is_a_book_and_holds_books_names_them_below_itself(tmp_path):
    one = page(tmp_path / "shelf" / "1.png")
    page(tmp_path / "shelf" / "shelf" / "1.png")
    cbz(tmp_path / "shelf" / "c.cbz", {"1.png": one})
    books = open_comic(tmp_path / "shelf")
    assert outline(books) == {"shelf": ["1"], "shelf/c": ["1"], "shelf/shelf": ["1"]}


def test_a_dot_in_a_folder_name_is_no_suffix(tmp_path):
    page(tmp_path / "v1.5" / "1.png")
    page(tmp_path / "v1.6" / "1.png")
    assert list(outline(open_comic(tmp_path))) == ["v1.5", "v1.6"]
    assert list(outline(open_comic(tmp_path / "v1.5"))) == ["v1.5"]


def test_names_as_people_write_them_are_fine(tmp_path):
    names = ["1: intro", "第二話　夜", "👨\u200d👩\u200d👧", "back\\slash"]
    for name in names:
        page(tmp_path / f"{name}.png")
    assert sorted(outline(open_comic(tmp_path))[tmp_path.name]) == sorted(names)


@pytest.mark.parametrize("name", ["line\nbreak.png", "\udcff.png", "\x1b[31m.png"])
def test_names_that_would_garble_a_message_are_refused_legibly(tmp_path, name):
    page(tmp_path / name)
    with pytest.raises(UnsafeInputError) as caught:
        open_comic(tmp_path)
    assert str(caught.value).isprintable()


def test_symbolic_links_are_followed_once_and_never_in_circles(tmp_path):
    page(tmp_path / "z" / "1.png")
    (tmp_path / "z" / "up").symlink_to(tmp_path)
    (tmp_path / "again").symlink_to(tmp_path / "z")
    assert outline(open_comic(tmp_path)) == {"z": ["1"]}


def test_the_direction_given_is_that_of_every_page(tmp_path):
    page(tmp_path / "1.png")
    (book,) = open_comic(tmp_path, direction="ttb")
    assert (book.pages[0].reading_direction, book.direction_known) == ("ttb", True)
    with pytest.raises(SettingError, match="did you mean 'rtl'"):
        open_comic(tmp_path, direction="rlt")


@pytest.mark.parametrize("packed", [False, True])
def test_comic_info_tells_direction_and_source(tmp_path, packed):
    one = page(tmp_path / "book" / "1.png")
    info = tmp_path / "book" / "ComicInfo.xml"
    info.write_text(COMIC_INFO)
    path = cbz(tmp_path / "b.cbz", {"1.png": one, "ComicInfo.xml": info}) if packed else one.parent
    (book,) = open_comic(path)
    assert (book.title, book.direction_known) == ("The Moon & Me", True)
    assert book.pages[0].reading_direction == "rtl"
    source = book.source
    assert (source.series, source.volume, source.published) == ("Moons", "3", "1997-05")
    assert (source.author, source.publisher, source.language) == ("A. Author", "House", "ja")
    assert source.colour is False


@pytest.mark.parametrize(
    ("year", "month", "published"), [("1997", "13", "1997"), ("-1", "5", None)]
)
def test_dates_that_are_none_are_not_known(tmp_path, year, month, published):
    page(tmp_path / "1.png")
    info = COMIC_INFO.replace(">1997<", f">{year}<").replace(">5<", f">{month}<")
    (tmp_path / "ComicInfo.xml").write_text(info)
    assert open_comic(tmp_path)[0].source.published == published


@pytest.mark.parametrize("manga", ["Yes", "No", "Unknown"])
def test_other_values_of_manga_leave_the_direction_open(tmp_path, manga):
    page(tmp_path / "1.png")
    info = COMIC_INFO.replace("YesAndRightToLeft", manga)
    (tmp_path / "ComicInfo.xml").write_text(info)
    assert not open_comic(tmp_path)[0].direction_known


BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><ComicInfo><Title>&b;</Title></ComicInfo>'
)


@pytest.mark.parametrize(
    ("content", "kind", "says"),
    [
        (BOMB.encode(), UnsafeInputError, "document type or entities"),
        (('<?xml version="1.0" encoding="utf-16"?>' + BOMB).encode("utf-16"), UnsafeInputError,
         "document type"),
        (b'<!DOCTYPE x SYSTEM "file:///etc/passwd"><ComicInfo/>', UnsafeInputError, "document"),
        (b"<ComicInfo><Title>half", InputError, "not well-formed"),
        (b"<Other/>", InputError, "<Other>"),
        (b"<ComicInfo>" + b" " * (1 << 20) + b"</ComicInfo>", UnsafeInputError, "larger than"),
    ],
)  # fmt: skip
def test_hostile_or_broken_comic_info_is_refused(tmp_path, content, kind, says):
    page(tmp_path / "1.png")
    (tmp_path / "ComicInfo.xml").write_bytes(content)
    with pytest.raises(kind, match=f"ComicInfo.xml: .*{says}"):
        open_comic(tmp_path)


def test_a_bad_page_is_named_and_left_out(tmp_path, caplog):
    page(tmp_path / "1.png")
    (tmp_path / "2.png").write_bytes(b"no image")
    page(tmp_path / "3.png")
    assert outline(open_comic(tmp_path)) == {tmp_path.name: ["1", "3"]}
    (said,) = caplog.messages
    assert "2.png: not a readable image, or damaged; copy or" in said
    assert said.startswith("skipped: ")


def test_a_bad_book_of_a_folder_is_named_and_left_out(tmp_path, caplog):
    page(tmp_path / "good" / "1.png")
    page(tmp_path / "bad" / "1.png").write_bytes(b"no image")
    (tmp_path / "cut.cbz").write_bytes(b"PK\x03\x04")
    assert outline(open_comic(tmp_path)) == {"good": ["1"]}
    assert [message.startswith("skipped: ") for message in caplog.messages] == [True, True]


def test_a_book_none_of_whose_pages_can_be_read_is_refused(tmp_path):
    for name in ("1.png", "2.png"):
        (tmp_path / name).write_bytes(b"no image")
    with pytest.raises(InputError, match=r"1\.png: not .* copy or download it again$"):
        open_comic(tmp_path)


def test_a_pdf_next_to_pages_is_a_note(tmp_path):
    page(tmp_path / "1.png")
    (tmp_path / "licence.pdf").write_bytes(b"%PDF")
    assert len(open_comic(tmp_path)) == 1


def test_an_empty_folder_says_what_was_looked_for(tmp_path):
    with pytest.raises(InputError, match=r"no comic found; .* cb7, cbr, cbt, cbz, epub, .* zip$"):
        open_comic(tmp_path)


def test_a_missing_path_gets_the_nearest_name(tmp_path):
    page(tmp_path / "comics" / "1.png")
    with pytest.raises(InputError, match=r"comcs/1\.png: no such .* did you mean '.*/comics'"):
        open_comic(tmp_path / "comcs" / "1.png")
    with pytest.raises(InputError, match="check the path"):
        open_comic(tmp_path / "something else")


def test_what_the_system_refuses_is_one_line(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(InputError, match="cannot be read"):
        open_comic(tmp_path / "loop")
    with pytest.raises(InputError, match="cannot be read"):
        open_comic("nul\0byte")
    (tmp_path / "gone.png").symlink_to("missing.png")
    with pytest.raises(InputError, match=r"gone\.png: cannot be read \(No such file"):
        open_comic(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="permissions do not hold for root")
def test_a_folder_without_permission_is_one_line(tmp_path):
    page(tmp_path / "closed" / "1.png")
    (tmp_path / "closed").chmod(0)
    with pytest.raises(InputError, match="Permission denied"):
        open_comic(tmp_path)
    (tmp_path / "closed").chmod(0o700)


def test_unknown_formats_and_unrecognised_annotations_say_what_exists(tmp_path):
    page(tmp_path / "1.png")
    other = tmp_path / "notes.json"
    other.write_text('{"hello": 1}')
    assert len(open_comic(tmp_path)) == 1
    with pytest.raises(InputError, match=r"formats: coco, .*, openmantra, page-json"):
        open_comic(tmp_path, annotations=other)
    with pytest.raises(UnknownNameError, match="did you mean 'coco'"):
        open_comic(tmp_path, annotations=other, format="cocoo")


def test_a_format_that_is_asked_for_must_be_there(tmp_path):
    page(tmp_path / "1.png")
    with pytest.raises(InputError, match="no coco file in it; give one with annotations="):
        open_comic(tmp_path, format="coco")
    with pytest.raises(UnknownNameError):
        open_comic(tmp_path, format="cocoo")


NAMES = st.text("abAB12０１.٣ /é", min_size=1, max_size=12)


@given(st.lists(NAMES), st.randoms())
def test_natural_order_does_not_depend_on_the_order_of_listing(names, random):
    shuffled = random.sample(names, len(names))
    assert sorted(shuffled, key=natural_key) == sorted(names, key=natural_key)


@given(st.integers(0, 10**30), st.integers(0, 10**30), st.integers(0, 5))
def test_numbers_in_names_compare_as_numbers(a, b, zeros):
    left, right = f"p{'0' * zeros}{a}x", f"p{b}x"
    assert a == b or (natural_key(left) < natural_key(right)) == (a < b)


def test_numbers_longer_than_python_likes_still_compare():
    assert natural_key("9" * 5000) < natural_key("1" + "0" * 5000)


@pytest.mark.shared
@pytest.mark.parametrize(
    ("folder", "pages"),
    [
        ("craphound/images", {"craphound": 13}),
        ("torinome", {"torinome": 6}),
        ("peppercarrot-ep01/pages-en", {"pages-en": 3}),
        ("openmantra/images", {"balloon_dream/ja": 38, "tencho_isoro/ja": 40,
                               "tojime_no_siora/ja": 46}),
    ],
)  # fmt: skip
def test_real_comics_open_with_all_their_pages(shared, folder, pages):
    books = open_comic(shared / "comics" / folder)
    assert {book.id: len(book.pages) for book in books} == pages


@pytest.mark.shared
def test_real_pages_come_in_the_order_of_the_story(shared):
    (book,) = open_comic(shared / "comics" / "craphound" / "images")
    assert [page.id for page in book.pages] == ["cover", *(f"page{n}" for n in range(1, 13))]
    first = book.pages[1]
    assert (first.width, first.height) == (1000, 1537)
