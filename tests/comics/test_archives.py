"""Archives: listed in place; whatever would harm or mislead is refused in one line."""

import io
import pickle
import stat
import struct
import sys
import threading
import zipfile

import pytest
from PIL import Image

from panelwise.comics import open_comic
from panelwise.errors import InputError, MissingExtraError, UnsafeInputError


def png(width=30, height=20):
    buffer = io.BytesIO()
    Image.new("RGB", (width, height), "white").save(buffer, "PNG")
    return buffer.getvalue()


def cbz(path, members, method=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, data in members:
            archive.writestr(name, data)
    return path


def ids(book):
    return [page.id for page in book.pages]


def test_a_cbz_is_one_book_in_natural_page_order_without_clutter(tmp_path):
    path = cbz(
        tmp_path / "Story.cbz",
        [
            ("ch10/p1.png", png()),
            ("ch2/p10.png", png(50, 60)),
            ("ch2/P2.PNG", png()),
            ("ch2/notes.txt", b"no page"),
            ("ch2/inner.cbz", b"never opened"),
            ("__MACOSX/ch2/._P2.png", b"x"),
            (".hidden/p.png", b"x"),
            ("Thumbs.db", b"x"),
        ],
    )
    (book,) = open_comic(path)
    assert book.id == "Story"
    assert ids(book) == ["ch2/P2", "ch2/p10", "ch10/p1"]
    assert (book.pages[1].width, book.pages[1].height) == (50, 60)
    assert not book.direction_known


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_members_read_back_whole_again_and_again_from_many_threads_and_after_pickling(
    tmp_path, method
):
    data = {f"{n}.png": png(10 + n, 10) for n in range(20)}
    (book,) = open_comic(cbz(tmp_path / "a.cbz", data.items(), method))
    images = pickle.loads(pickle.dumps([page.image for page in book.pages]))
    wrong = []

    def read():
        wrong.extend(i.relative for i in images * 3 if i.read() != data[i.relative])

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_pages_that_differ_only_in_suffix_keep_it(tmp_path):
    members = [("1.png", png()), ("2.png", png()), ("2.jpg", png())]
    (book,) = open_comic(cbz(tmp_path / "a.cbz", members))
    assert ids(book) == ["1", "2.jpg", "2.png"]


@pytest.mark.parametrize(
    "name", ["../evil.png", "a/../../evil.png", "/etc/evil.png", "C:/evil.png", "..\\evil.png"]
)
def test_a_name_that_leads_out_of_the_archive_is_refused(tmp_path, name):
    path = cbz(tmp_path / "a.cbz", [("1.png", png()), (name, png())])
    with pytest.raises(UnsafeInputError, match="leads outside its folder"):
        open_comic(path)


def test_control_characters_in_a_name_do_not_reach_the_terminal(tmp_path):
    path = cbz(tmp_path / "a.cbz", [("\x1b[2J.png", png())])
    with pytest.raises(UnsafeInputError) as caught:
        open_comic(path)
    assert str(caught.value).isprintable()


def test_a_symbolic_link_in_an_archive_is_refused(tmp_path):
    link = zipfile.ZipInfo("1.png")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    path = cbz(tmp_path / "a.cbz", [(link, b"/etc/passwd")])
    with pytest.raises(UnsafeInputError, match=r"'1\.png' is a symbolic link"):
        open_comic(path)


def test_a_bomb_is_refused_before_it_expands(tmp_path):
    path = cbz(tmp_path / "a.cbz", [("1.png", b"\0" * (70 << 20))])
    with pytest.raises(UnsafeInputError, match="would expand"):
        open_comic(path)


def test_a_member_larger_than_any_page_is_refused(tmp_path):
    path = cbz(tmp_path / "a.cbz", [("1.png", png())])
    patched = bytearray(path.read_bytes())
    directory = patched.index(b"PK\x01\x02")
    struct.pack_into("<I", patched, directory + 24, 1 << 30)
    path.write_bytes(patched)
    with pytest.raises(UnsafeInputError, match="too large"):
        open_comic(path)


def test_a_member_never_yields_more_than_its_announced_size(tmp_path):
    path = cbz(tmp_path / "a.cbz", [("1.png", png(400, 400))])
    patched = bytearray(path.read_bytes())
    directory = patched.index(b"PK\x01\x02")
    struct.pack_into("<I", patched, directory + 24, 40)
    path.write_bytes(patched)
    with pytest.raises(InputError, match=r"a\.cbz:1\.png: ") as caught:
        open_comic(path)[0].pages[0].image.read()
    assert "\n" not in str(caught.value)


def test_overlapping_members_are_refused(tmp_path):
    path = cbz(tmp_path / "a.cbz", [("1.png", png()), ("2.png", png())])
    patched = bytearray(path.read_bytes())
    second = patched.index(b"PK\x01\x02", patched.index(b"PK\x01\x02") + 4)
    struct.pack_into("<I", patched, second + 42, 0)
    path.write_bytes(patched)
    with pytest.raises(UnsafeInputError, match="overlaps"):
        open_comic(path)


def test_too_many_members_are_refused(tmp_path):
    path = cbz(tmp_path / "a.cbz", ((f"{n}.txt", b"") for n in range(20_001)), zipfile.ZIP_STORED)
    with pytest.raises(UnsafeInputError, match="20001 members"):
        open_comic(path)


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("second", ["1.png", "./1.png"])
def test_two_members_of_one_name_are_refused(tmp_path, second):
    path = cbz(tmp_path / "a.cbz", [("1.png", png()), (second, png(5, 5))])
    with pytest.raises(InputError, match=r"two members are named '1\.png'"):
        open_comic(path)


def test_a_password_is_said_in_one_line(tmp_path):
    path = cbz(tmp_path / "a.cbz", [("1.png", png())])
    patched = bytearray(path.read_bytes())
    patched[patched.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(patched)
    with pytest.raises(InputError, match="protected by a password"):
        open_comic(path)


def test_names_in_utf8_without_the_flag_and_emoji_are_read(tmp_path):
    path = cbz(tmp_path / "a.cbz", [("第1話😀.png", png())])
    assert ids(open_comic(path)[0]) == ["第1話😀"]
    patched = bytearray(path.read_bytes())
    for flags in (6, patched.index(b"PK\x01\x02") + 8):
        assert patched[flags : flags + 2] == b"\x00\x08"
        patched[flags + 1] = 0
    path.write_bytes(patched)
    assert ids(open_comic(path)[0]) == ["第1話😀"]


def test_names_in_an_unknown_encoding_still_open(tmp_path):
    path = cbz(tmp_path / "a.cbz", [("xxxx.png", png())])
    path.write_bytes(path.read_bytes().replace(b"xxxx.png", "第一".encode("shift_jis") + b".png"))
    (book,) = open_comic(path)
    assert len(ids(book)[0]) == 4
    assert book.pages[0].image.read() == png()


@pytest.mark.parametrize("keep", [10, 100, 180])
def test_a_cut_archive_is_damaged(tmp_path, keep):
    path = cbz(tmp_path / "a.cbz", [("1.png", png())])
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(InputError, match="damaged or incomplete"):
        open_comic(path)


def test_an_archive_that_changed_since_it_was_opened_is_noticed(tmp_path):
    path = cbz(tmp_path / "a.cbz", [("1.png", png())])
    (book,) = open_comic(path)
    path.write_bytes(b"something else entirely, " * 20)
    with pytest.raises(InputError, match="changed since it was opened"):
        book.pages[0].image.read()


def test_an_archive_without_pages_says_what_was_looked_for(tmp_path):
    path = cbz(tmp_path / "a.cbz", [("readme.txt", b"")])
    with pytest.raises(InputError, match=r"no page in this archive; searched for avif, bmp"):
        open_comic(path)


@pytest.mark.parametrize(
    ("name", "head", "says"),
    [
        ("a.cbr", b"Rar!\x1a\x07", r"\[rar\].* libarchive13"),
        ("a.cbz", b"Rar!\x1a\x07", r"\[rar\]"),
        ("a.cb7", b"7z\xbc\xaf\x27\x1c", r"\[rar\]"),
        ("a.pdf", b"%PDF-1.7", r"pip install .*\[pdf\]"),
    ],
)
def test_a_container_whose_extra_is_missing_says_what_to_install(
    tmp_path, monkeypatch, name, head, says
):
    monkeypatch.setitem(sys.modules, "libarchive", None)
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    path = tmp_path / name
    path.write_bytes(head + b"rest")
    with pytest.raises(MissingExtraError, match=says):
        open_comic(path)


def test_a_zip_under_the_name_of_another_container_opens(tmp_path):
    path = cbz(tmp_path / "a.cbr", [("1.png", png())])
    assert ids(open_comic(path)[0]) == ["1"]
