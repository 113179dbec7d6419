"""The command line under awkward use: bad boxes, full folders, moved packs, Ctrl-C, pipes."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest
from aiohttp import web

import panelwise
from drawn import draw_book
from loopback import CHAT, serving
from panelwise.cli import run
from press_packs import print_small

VERBS = "read order build rehydrate show evaluate rescore score compare report demo doctor list"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    return draw_book(tmp_path / "book", [3, 4, 3])


@pytest.fixture
def pack(book: Path, tmp_path: Path, capsys) -> Path:
    return built(book, tmp_path / "pack", capsys)


def built(book: Path, out: Path, capsys, *more: str) -> Path:
    assert run(["build", "chromic.panel_reordering", str(book), "--out", str(out), *more]) == 0
    capsys.readouterr()
    return out


def answered(pack: Path, out: Path, capsys, model: str = "oracle") -> Path:
    assert run(["evaluate", str(pack), "--model", f"baseline:{model}", "--out", str(out)]) == 0
    capsys.readouterr()
    return out


def refused(capsys, *arguments: object) -> str:
    """A user's mistake: exit 2, nothing on standard output, one line on standard error."""
    assert run([str(argument) for argument in arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("panelwise: ")
    assert said.err.count("\n") == 1, said.err
    return said.err


def test_without_a_verb_it_says_what_there_is(capsys):
    assert run([]) == 0
    said = capsys.readouterr().out
    assert all(verb in said for verb in VERBS.split())


@pytest.mark.parametrize("verb", VERBS.split())
def test_every_verb_has_help(verb, capsys):
    assert run([verb, "--help"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith(f"Usage: panelwise {verb}")
    assert said.err == ""


@pytest.mark.parametrize(
    ("line", "path"),
    [("twins a b --control c", "twins"), ("train export --to", "train export")],
)
def test_an_option_without_its_values_names_the_commands_own_help(line, path, capsys):
    assert run(line.split()) == 2
    assert f"(panelwise {path} --help shows how)" in capsys.readouterr().err


def test_the_version_is_that_of_the_package(capsys):
    from importlib.metadata import version

    assert run(["--version"]) == 0
    assert capsys.readouterr().out.strip() == version("panelwise")


def test_the_module_runs_as_the_command_does():
    done = subprocess.run(
        [sys.executable, "-m", "panelwise", "read", "nowhere"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "panelwise: nowhere: no such file or folder; check the path\n"


def test_read_prints_a_line_a_page_where_it_writes(book, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["read", str(book)]) == 0
    printed = capsys.readouterr().out
    for more in (["--overlay"], ["--out", "out"], ["--out", "both", "--overlay"]):
        assert run(["read", str(book), *more]) == 0
        words = capsys.readouterr().out.splitlines()
        assert [line.split("  ")[1] for line in words] == ["000", "001", "002"]
        assert "panels" in words[0]
    assert (tmp_path / "out" / "pages.jsonl").read_text() == printed
    assert len(list((tmp_path / "overlays").rglob("*.png"))) == 3


def test_corrected_pages_are_not_written_over(book, tmp_path, capsys):
    out = tmp_path / "out"
    out.mkdir()
    (out / "pages.jsonl").write_text("corrected")
    assert "already exists" in refused(capsys, "read", book, "--out", out)
    assert (out / "pages.jsonl").read_text() == "corrected"


def test_pages_can_be_written_next_to_their_images(book, capsys):
    """As docs/screening.md and docs/drafting.md say: the folder then opens with them."""
    (book / "pages.jsonl").unlink()
    before = set(book.rglob("*"))
    assert run(["read", str(book), "--no-texts", "--out", str(book)]) == 0
    assert set(book.rglob("*")) - before == {book / "pages.jsonl"}
    assert [page.panels_by for page in panelwise.open(book)[0].pages] == ["reader default"] * 3
    capsys.readouterr()
    assert "already exists" in refused(capsys, "read", book, "--out", book)


def test_other_full_folders_are_not_written_to(book, tmp_path, capsys):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/mine.txt").write_text("mine")
    assert "is not empty" in refused(capsys, "read", book, "--out", tmp_path / "notes")
    (book / "pages.jsonl").unlink()
    assert "is not empty" in refused(capsys, "read", book, "--overlay", "--out", book)


def test_a_mistake_leaves_no_file_behind(book, tmp_path, capsys):
    out = tmp_path / "out"
    refused(capsys, "read", book, "--direction", "sideways", "--out", out)
    assert run(["read", str(book), "--out", str(out)]) == 0


def test_overlays_stay_in_their_folder_whatever_pages_are_called(book, tmp_path, capsys):
    page = {"page": "../../outside", "book": "..", "image": "000.png", "width": 300, "height": 390}
    (book / "pages.jsonl").write_text(json.dumps(page | {"panels": []}))
    out = tmp_path / "a" / "b" / "out"
    assert run(["read", str(book), "--overlay", "--out", str(out)]) == 0
    assert "../../outside<" in (out / "index.html").read_text()
    assert list(tmp_path.rglob("*outside.png")) == list(out.rglob("*outside.png")) != []


@pytest.mark.parametrize("verb", ["read", "build", "report", "show", "demo"])
def test_a_place_that_cannot_be_written_is_told(verb, book, pack, tmp_path, capsys):
    """A file stands where the folder should be made: refused even for root."""
    (tmp_path / "file").write_text("")
    out = tmp_path / "file" / "out"
    run_ = answered(pack, tmp_path / "run", capsys)
    arguments = {
        "read": [book],
        "build": ["chromic.panel_reordering", book],
        "report": [run_],
        "show": [pack],
        "demo": ["--comics", book],
    }
    assert str(tmp_path / "file") in refused(capsys, verb, *arguments[verb], "--out", out)


@pytest.mark.parametrize(
    ("verb", "said"), [("build", "is not empty"), ("report", "not a report"), ("evaluate", "run")]
)
def test_nothing_of_others_is_written_over(verb, said, book, pack, tmp_path, capsys):
    run_ = answered(pack, tmp_path / "run", capsys)
    arguments = {
        "build": ["chromic.panel_reordering", book],
        "report": [run_],
        "evaluate": [pack, "--model", "baseline:random"],
    }
    before = sorted(book.iterdir())
    assert said in refused(capsys, verb, *arguments[verb], "--out", book)
    assert sorted(book.iterdir()) == before


def test_an_empty_folder_is_no_comic(tmp_path, capsys):
    (tmp_path / "empty").mkdir()
    assert "no comic found" in refused(capsys, "read", tmp_path / "empty")


def test_comics_that_cannot_feed_a_task_say_why(tmp_path, capsys):
    lone = draw_book(tmp_path / "lone", [1])
    said = refused(capsys, "build", "chromic.panel_reordering", lone, "--out", tmp_path / "pack")
    assert "none of the pages can be used (1 page: fewer than 3 panels)" in said


@pytest.mark.parametrize("direction", ["sideways", "LTR", ""])
@pytest.mark.parametrize("verb", ["read", "build", "demo"])
def test_an_unknown_direction_is_told(verb, direction, book, tmp_path, capsys):
    out = tmp_path / "out"
    inputs = {
        "read": [book],
        "build": ["chromic.panel_reordering", book, "--out", out],
        "demo": ["--comics", book, "--out", out],
    }
    said = refused(capsys, verb, *inputs[verb], "--direction", direction)
    assert "nown: auto, ltr, rtl, ttb" in said
    assert not out.exists()


def test_a_seed_below_nothing_is_refused(book, tmp_path, capsys):
    arguments = ("build", "chromic.panel_reordering", book, "--out", tmp_path / "out")
    assert "seed=-1: must be a whole number, at least 0" in refused(
        capsys, *arguments, "--seed", "-1"
    )
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999", "null", '"x"'])
def test_a_box_holds_finite_numbers(number, tmp_path, capsys):
    page = (
        '{"id": 1, "width": 9, "height": 9, "reading_direction": "ltr", "panels": [[0, 0, %s, 4]]}'
    )
    file = tmp_path / "boxes.json"
    file.write_text('{"pages": [%s]}' % (page % number))
    assert "boxes.json" in refused(capsys, "order", file)


def test_order_knows_its_rules_and_directions(tmp_path, capsys):
    file = tmp_path / "boxes.json"
    page = {"id": "p", "width": 9, "height": 9, "reading_direction": "up", "panels": []}
    file.write_text(json.dumps({"pages": [page]}))
    assert "'ltr', 'rtl' or 'ttb'" in refused(capsys, "order", file)
    file.write_text(json.dumps({"pages": [page | {"reading_direction": "ltr"}]}))
    assert "did you mean 'magi'" in refused(capsys, "order", file, "--rule", "magy")
    assert run(["order", str(file)]) == 0
    [ordered] = json.loads(capsys.readouterr().out)["pages"]
    assert ordered == {"id": "p", "panel_order": [], "confidence": 1.0, "reasons": []}


def test_build_says_that_the_task_comes_first(tmp_path, capsys):
    said = refused(capsys, "build", "comics", "chromic.chrono_mcq", "--out", tmp_path / "pack")
    assert "comes first, then the comics: chromic.chrono_mcq comics" in said


def test_compare_takes_runs_and_not_their_folder(pack, tmp_path, capsys):
    runs = tmp_path / "runs"
    assert run(["evaluate", str(pack), "--model", "baseline:random", "--out", str(runs / "a")]) == 0
    capsys.readouterr()
    assert "is not a run but holds" in refused(capsys, "compare", runs)
    assert "one run cannot be compared" in refused(capsys, "compare", runs / "a")


def test_show_tells_an_item_that_is_not_there(pack, capsys):
    assert "no item 'pages/9'" in refused(capsys, "show", pack, "--item", "pages/9")


def test_a_pack_without_images_is_shown_but_not_sent(book, tmp_path, capsys):
    bare = built(book, tmp_path / "bare", capsys, "--annotations-only")
    assert run(["show", str(bare)]) == 0
    assert "not in this pack (annotations only); panelwise rehydrate" in capsys.readouterr().out
    for model in ("http://127.0.0.1:9/v1#m", "baseline:continuity"):
        out = tmp_path / model[:4]
        said = refused(capsys, "evaluate", bare, "--model", model, "--out", out)
        assert "panelwise rehydrate" in said


def test_a_missing_picture_of_a_whole_pack_is_shown_as_such(pack, capsys):
    for picture in (pack / "images").iterdir():
        picture.unlink()
    assert run(["show", str(pack)]) == 0
    assert f"not in this pack; panelwise rehydrate {pack} COMICS" in capsys.readouterr().out


def test_an_empty_list_of_hashes_finds_nothing_and_is_refused(pack, tmp_path, capsys):
    (tmp_path / "known.jsonl").touch()
    assert "no hash in it" in refused(capsys, "check", pack, "--known", tmp_path / "known.jsonl")


def test_rehydrating_with_other_comics_is_refused(book, tmp_path, capsys):
    bare = built(book, tmp_path / "bare", capsys, "--annotations-only")
    other = draw_book(tmp_path / "other", [5, 5])
    assert "not among" in refused(capsys, "rehydrate", bare, other)


@pytest.mark.parametrize("damage", ["{", "[]", "null", '{"schema_version": 99}'])
def test_a_damaged_pack_is_reported_and_a_damaged_copy_of_a_runs_configuration_renewed(
    damage, pack, tmp_path, capsys
):
    run_ = answered(pack, tmp_path / "run", capsys)
    copy = (run_ / "run.json").read_bytes()
    (run_ / "run.json").write_text(damage)
    assert run(["rescore", str(run_)]) == 0
    capsys.readouterr()
    renewed = json.loads((run_ / "run.json").read_bytes())
    assert renewed["rescored"]
    assert renewed | {"rescored": []} == json.loads(copy)
    (pack / "manifest.json").write_text(damage)
    assert "manifest.json" in refused(capsys, "show", pack)


def test_what_is_no_run_is_told(book, capsys):
    for verb in ("rescore", "report", "compare"):
        more = ["--out", book / "new"] if verb == "report" else []
        runs = [book, book] if verb == "compare" else [book]
        assert "not a run" in refused(capsys, verb, *runs, *more)


def test_runs_without_a_common_task_are_not_compared_and_say_so(pack, tmp_path, capsys):
    print_small(tmp_path / "drawn", layout="strip", style="flat", chapters=1, seed=3)
    capsys.readouterr()
    described = "chromic.description_reordering"
    assert run(["build", described, str(tmp_path / "drawn"), "--out", str(tmp_path / "other")]) == 0
    asked = {"first": pack, "second": pack, "third": tmp_path / "other"}
    runs = [str(answered(one, tmp_path / name, capsys)) for name, one in asked.items()]
    assert run(["compare", *runs[1:]]) == 0
    assert "no two of these runs have a task in common" in capsys.readouterr().err
    assert run(["compare", *runs]) == 0
    assert "in common" not in capsys.readouterr().err


def test_a_moved_pack_is_named_again(pack, tmp_path, capsys):
    runs = [answered(pack, tmp_path / name, capsys, name) for name in ("oracle", "identity")]
    moved = tmp_path / "elsewhere"
    shutil.move(pack, moved)
    assert "gone" in refused(capsys, "compare", *runs)
    for command in (
        ["compare", *map(str, runs)],
        ["rescore", str(runs[0])],
        ["report", *map(str, runs), "--out", str(tmp_path / "report")],
    ):
        assert run([*command, "--pack", str(moved)]) == 0


def test_a_pack_of_no_run_is_refused(pack, tmp_path, capsys):
    run_ = answered(pack, tmp_path / "run", capsys)
    report = tmp_path / "report"
    assert run(["report", str(run_), "--out", str(report)]) == 0
    capsys.readouterr()
    site, project = tmp_path / "site", tmp_path / "project"
    add = ["annotations", "add", project, "--procedure", "stripcipher.unique-order"]
    for command in (
        ["leaderboard", report, "--out", site],
        [*add, "--units", tmp_path / "units.jsonl"],
    ):
        assert "no run is given" in refused(capsys, *command, "--pack", pack)
    assert not site.exists()
    assert not project.exists()


@pytest.mark.parametrize("command", [["read", "--no-texts"], ["transcribe"]], ids=lambda c: c[0])
def test_comics_of_damaged_pictures_alone_are_not_read(command, tmp_path, capsys):
    if command == ["transcribe"]:
        pytest.importorskip("rapidocr")
    comic = draw_book(tmp_path / "comic", [3, 4])
    (comic / "pages.jsonl").unlink()
    pictures = sorted(comic.iterdir())
    for picture in pictures:
        picture.write_bytes(picture.read_bytes()[:-200])
    out = tmp_path / "read"
    assert run([*command, str(comic), "--out", str(out)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    error = f"panelwise: no picture could be read: {pictures[0]} is damaged; it is the first of 2"
    assert error in said.err
    assert not out.exists()


def test_one_folder_holds_one_run(pack, tmp_path, capsys):
    out = answered(pack, tmp_path / "run", capsys)
    said = refused(capsys, "evaluate", pack, "--model", "baseline:random", "--out", out)
    assert "a run with the model" in said


@pytest.mark.parametrize(
    "option", [["--limit", "0"], ["--limit", "x"], ["--repeats", "0"], ["--max-cost", "-1"]]
)
def test_impossible_numbers_are_refused(option, pack, tmp_path, capsys):
    command = ["evaluate", pack, "--model", "baseline:random", "--out", tmp_path / "run"]
    assert option[0] in refused(capsys, *command, *option)


def test_standard_output_holds_only_results(pack, tmp_path, capsys):
    command = ["evaluate", str(pack), "--model", "baseline:oracle", "--out", str(tmp_path / "run")]
    assert run(command) == 0
    said = capsys.readouterr()
    assert said.err.startswith("baseline:oracle: 3/3\n")
    assert all(header in said.out for header in ("95 % interval", "chance", "coverage"))
    assert str(tmp_path) not in said.out


def test_an_early_leaver_of_a_pipe_is_no_failure(book):
    """More is printed than a pipe holds, so that writing fails."""
    document = json.dumps(
        {"pages": [{"id": str(k), "width": 9, "height": 9, "panels": []} for k in range(5000)]}
    )
    order = subprocess.Popen(
        [sys.executable, "-m", "panelwise", "order", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert order.stdin
    assert order.stdout
    assert order.stderr
    order.stdout.close()
    order.stdin.write(document.encode())
    order.stdin.close()
    assert order.wait(30) == 0
    assert order.stderr.read() == b""


@contextmanager
def a_server_that_never_answers() -> Iterator[tuple[str, Event]]:
    asked, leave = Event(), Event()

    async def keep_silent(request: web.Request) -> web.Response:
        asked.set()
        await asyncio.to_thread(leave.wait, 30)
        return web.Response()

    with serving(web.post(CHAT, keep_silent)) as url:
        yield f"{url}#m", asked
        leave.set()


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT for other processes")
def test_sigterm_and_ctrl_c_end_in_one_line_that_names_the_folder(pack, tmp_path, monkeypatch):
    monkeypatch.setenv("PANELWISE_CACHE", str(tmp_path / "cache"))
    with a_server_that_never_answers() as (model, asked):
        command = [sys.executable, "-m", "panelwise", "evaluate", pack, "--model", model]
        running = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
        )
        assert asked.wait(30)
        running.send_signal(signal.SIGTERM)  # sends nothing more, waits for what is in flight
        time.sleep(0.3)
        running.send_signal(signal.SIGINT)  # gives that up
        printed, said = running.communicate(timeout=30)
    assert running.returncode == 130
    assert printed == ""
    [out] = (tmp_path / "runs").iterdir()
    said_folder = out.relative_to(tmp_path)
    assert (
        said == f"panelwise: interrupted; the run is kept; continue it with --out {said_folder}\n"
    )
    assert json.loads((out / "run.json").read_text())["status"] == "interrupted"
