"""Files that nobody checked: pipes, devices, endless lines, too much of everything."""

from __future__ import annotations

import io
import json
import os
import resource
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pydantic import TypeAdapter, ValidationError

from panelwise import files
from panelwise.cli import run
from panelwise.comics import ComicImage, decode_rgb
from panelwise.comics.formats import Outside, Rows
from panelwise.errors import InputError, UnsafeInputError


@pytest.fixture
def odd(tmp_path: Path) -> dict[str, Path]:
    """Paths that are there and are no files."""
    os.mkfifo(tmp_path / "pipe.json")
    (tmp_path / "loop.json").symlink_to("loop.json")
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    (tmp_path / "folder.json").mkdir()
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(str(tmp_path / "socket.json"))
    names = ("pipe", "loop", "zero", "folder", "socket")
    return {name: tmp_path / f"{name}.json" for name in names}


@pytest.mark.parametrize("name", ["pipe", "loop", "zero", "folder", "socket"])
@pytest.mark.parametrize(
    "command",
    [
        "score ordering FILE",
        "order FILE",
        "select FILE",
        "audit --file FILE --n 9",
        "read FILE",
        "draft marks FILE",
    ],
)
def test_what_is_no_file_is_refused_at_once(command, name, odd, capsys):
    if command == "read FILE" and name == "folder":
        pytest.skip("a folder may be a comic")
    assert run([str(odd[name]) if word == "FILE" else word for word in command.split()]) == 2
    said = capsys.readouterr().err
    assert f"{name}.json: cannot be read (" in said
    assert said.count("\n") == 1


def test_a_name_with_a_zero_byte_is_refused():
    with pytest.raises(InputError, match="cannot be read"):
        files.read_regular(Path("a\0b"))


def test_reading_ends_at_the_bounds(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_bytes(b"[1, 2]\n" * 3)
    with pytest.raises(UnsafeInputError, match="larger than"):
        files.read_regular(file, 20)
    assert files.read_regular(file, 21) == file.read_bytes()
    with pytest.raises(UnsafeInputError, match="holds about 6 values; at most 5"):
        files.read_json_bytes(file, 5)
    monkeypatch.setattr(files, "MAX_LINE_BYTES", 7)
    assert [number for number, _ in files.read_lines(io.BytesIO(b"123456\n\n1"), "x")] == [1, 2, 3]
    with pytest.raises(UnsafeInputError, match="x, line 2: longer"):
        list(files.read_lines(io.BytesIO(b"1\n" + b"2" * 8), "x"))


def test_json_lines_know_their_place_and_keep_their_limits(tmp_path):
    file = tmp_path / "a.jsonl"
    file.write_bytes(b'\xef\xbb\xbf{"a": 1}\n \n[2, 3]\r\n"cut')
    found = list(files.json_lines(file))
    assert [line.where for line in found] == [f"{file}, line {n}" for n in (1, 3, 4)]
    assert [line.value() for line in found[:2]] == [{"a": 1}, [2, 3]]
    assert [line.ended for line in found] == [True, True, False]
    with pytest.raises(InputError, match="line 4: not JSON"):
        found[2].value()
    assert [line.number for line in files.json_lines(file, blank=True)] == [1, 2, 3, 4]
    with pytest.raises(UnsafeInputError, match="line 3 holds about 2 values; at most 1"):
        list(files.json_lines(file, values=1))
    with pytest.raises(UnsafeInputError, match="line 1: longer"):
        list(files.json_lines(file, line_bytes=11))
    with pytest.raises(UnsafeInputError, match="larger than 0 MiB"):
        list(files.json_lines(file, total_bytes=file.stat().st_size - 4))  # and the mark
    assert len(list(files.json_lines(file, total_bytes=file.stat().st_size))) == 3


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_records_are_lines_or_one_list(mark):
    lines = list(files.json_records(io.BytesIO(mark + b"1\n\n{}\n"), "log"))
    assert [(one.where, one.value) for one in lines] == [("log, line 1", 1), ("log, line 3", {})]
    listed = list(files.json_records(io.BytesIO(mark + b" \n[1,\n{}]"), "log"))
    assert [(one.place, one.value) for one in listed] == [("entry 1", 1), ("entry 2", {})]
    for broken, place in ((b"1\n{", "log, line 2"), (b"[1,", "log, line 1")):
        with pytest.raises(InputError, match=f"^{place}: not JSON"):
            list(files.json_records(io.BytesIO(mark + broken), "log"))


def test_bytes_that_are_no_text_are_called_so():
    with pytest.raises(InputError, match=r"^log, line 2 is not UTF-8 text"):
        list(files.json_records(io.BytesIO(b"{}\n\xff\xfe\n"), "log"))


class Part(Outside):
    numbers: list[int]


def test_the_first_wrong_entry_ends_the_reading():
    from pydantic import ValidationError

    rows = TypeAdapter(Rows[Part])
    for wrong in ([{"numbers": ["x"] * 1000}], [1] * 1000):
        with pytest.raises(ValidationError) as caught:
            rows.validate_json(json.dumps(wrong))
        assert caught.value.error_count() == 1


DEEP = "[" * 100_000 + "]" * 100_000


@pytest.mark.parametrize(
    ("kind", "line", "said"),
    [
        ("ordering", f'{{"id": 1, "gold": [0, 1], "answer": {DEEP}}}', "recursion limit"),
        ("answer", f'{{"id": 1, "gold": {DEEP}, "answer": ""}}', "recursion limit"),
        ("ordering", json.dumps({"id": 1, "gold": [*range(2001)], "answer": ""}), "at most 2000"),
        (
            "ordering",
            json.dumps({"id": 1, "gold": [7] * 1000, "answer": ""}),
            "must list the numbers 0 to n-1",
        ),
        ("choice", json.dumps({"id": 1, "gold": [7] * 1000, "answer": ""}), "is neither one of"),
        ("ordering", "[" + "0," * 200_000 + "0]", "at most 200000 are read"),
        ("ordering", f'{{"id": 1, "gold": [0, 1], "answer": {"9" * 5000}}}', "line 1"),
    ],
    ids=lambda value: value[:20],
)
def test_a_hostile_line_is_one_line(kind, line, said, tmp_path, capsys):
    file = tmp_path / "lines.jsonl"
    file.write_text(line)
    assert run(["score", kind, str(file)]) == 2
    printed = capsys.readouterr().err
    assert said in printed
    assert printed.count("\n") == 1
    assert len(printed) < 400 + len(str(file))


def test_depth_and_length_in_an_answer_are_scored(tmp_path, capsys):
    file = tmp_path / "lines.jsonl"
    answers = [DEEP, "9" * 100_000, "[" + "1, " * 50_000 + "0]"]
    lines = [{"id": k, "gold": [0, 1, 2], "answer": said} for k, said in enumerate(answers)]
    file.write_text("\n".join(map(json.dumps, lines)))
    assert run(["score", "ordering", str(file)]) == 0
    assert "unparsed" in capsys.readouterr().err


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "LA", "L", "P", "I;16", "I", "1", "CMYK"])
def test_a_large_picture_is_the_same_strip_by_strip(mode, monkeypatch):
    noise = np.random.default_rng(3).integers(0, 256, (97, 31, 4), np.uint8)
    picture = Image.fromarray(noise, "RGBA")
    if mode in ("I;16", "I"):
        picture = Image.fromarray(noise.view(np.uint16)[..., 0].astype(np.uint16)).convert(mode)
    else:
        picture = picture.convert(mode)
    data = io.BytesIO()
    picture.save(data, "TIFF" if mode in ("CMYK", "I") else "PNG")
    whole = np.asarray(decode_rgb(data.getvalue(), "x"))
    monkeypatch.setattr("panelwise.comics._image.STRIP_PIXELS", 31 * 10 + 5)
    assert (np.asarray(decode_rgb(data.getvalue(), "x")) == whole).all()
    assert (ComicImage.from_bytes(data.getvalue(), "x").pixels() == whole).all()


def test_a_picture_of_81_million_pixels_is_refused_by_its_header(tmp_path, capsys):
    import struct
    import zlib

    def chunk(kind: bytes, data: bytes) -> bytes:
        whole = kind + data
        return struct.pack(">I", len(data)) + whole + struct.pack(">I", zlib.crc32(whole))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 9000, 9000, 16, 6, 0, 0, 0))
    picture = b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    (tmp_path / "page.png").write_bytes(picture)
    assert run(["read", str(tmp_path / "page.png")]) == 2
    assert "9000×9000 pixels; at most" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("what", ["line", "rows", "annotations", "picture"])
def test_hostile_files_take_less_than_a_gigabyte(what, tmp_path):
    file = tmp_path / f"{what}.json"
    command = ["score", "ordering", str(file)]
    if what == "line":
        with file.open("wb") as stream:
            stream.truncate(2 << 30)
    elif what == "rows":
        row = '{"id": %d, "gold": [0, 1, 2], "answer": "[0, 2, 1]"}\n'
        file.write_text("".join(row % k for k in range(400_000)))
    elif what == "annotations":
        wrong = ",".join(['{"id": "x", "bbox": [1, "a"]}'] * 900_000)
        file.write_text(f'{{"images": [], "categories": [], "annotations": [{wrong}]}}')
        command = ["read", str(file)]
    else:
        file = tmp_path / "page.png"
        Image.new("RGBA", (7000, 7000), (9, 9, 9, 9)).save(file, compress_level=1)
        command = ["read", str(file), "--no-texts"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    done = subprocess.run(
        [sys.executable, "-m", "panelwise", *command], capture_output=True, text=True, check=False
    )
    assert done.returncode == (0 if what == "picture" else 2), done.stderr
    assert "Traceback" not in done.stderr
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert most == before or most < 1 << 20  # KiB


@pytest.mark.parametrize(
    ("data", "place"),
    [
        ('{"a": "春春", "b": x}', "log, line 7: not JSON at column 18"),
        ('{"a": "春",', "log, line 7: not JSON at column 11"),
        ('{"a": 1} x', "log, line 7: not JSON at column 10"),
    ],
)
def test_broken_json_has_one_line_number_and_its_column_whichever_parser_found_it(data, place):
    """Columns are of characters, the line is the file's: pydantic counts bytes, from 1 again."""
    with pytest.raises(ValidationError) as found:
        TypeAdapter(dict[str, str]).validate_json(data)
    said = found.value.errors()[0]["msg"]
    theirs = files.not_json("log, line 7", said, data.encode())
    with pytest.raises(json.JSONDecodeError) as other:
        json.loads(data)
    ours = files.not_json("log, line 7", str(other.value))
    column = int(place.split()[-1])
    for line in (theirs, ours):
        assert line.partition(";")[0].count("line") == 1
        assert abs(int(line.split("column ")[1].split()[0]) - column) <= 1  # the end of the text
    assert files.not_json("a.json", "x: line 3 column 4 (char 9)") == (
        "a.json, line 3: not JSON at column 4 (x); correct it"
    )


@pytest.mark.parametrize(
    ("where", "message", "line"),
    [
        ("a.json", "Invalid JSON: EOF while parsing an object at line 1 column 9",
         "a.json, line 1: not JSON at column 9 (it ends too early); copy the file again"),
        ("a, line 2", "unexpected end of data: line 1 column 9 (char 8)",
         "a, line 2: not JSON at column 9 (it ends too early); write one JSON value on each line"),
        ("a, line 2", "Extra data: line 1 column 9 (char 8)",
         "a, line 2: not JSON at column 9 (something follows the end of the value);"
         " write one JSON value on each line"),
        ("a.zip", "Invalid JSON: expected value at line 1 column 1",
         "a.zip, line 1: not JSON at column 1 (expected value); give a JSON file"),
    ],
)  # fmt: skip
def test_broken_json_is_described_in_plain_words(where, message, line):
    assert files.not_json(where, message) == line
