"""``panelwise data`` and ``panelwise convert``."""

from __future__ import annotations

from PIL import Image

from panelwise.cli import run


def picture(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (12, 9), "white").save(path)


def test_without_a_name_the_data_sets_are_listed(capsys):
    assert run(["data"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert len(out) == 17
    assert out[0].startswith("chromic ")


def test_a_name_prints_where_to_ask_on_which_terms(capsys):
    assert run(["data", "manga109-s"]) == 0
    out = capsys.readouterr().out
    assert "https://huggingface.co/datasets/hal-utokyo/Manga109-s" in out
    assert "volumes: 87" in out
    assert "may not be passed on" in out


def test_what_is_unknown_is_said_to_be(capsys):
    assert run(["data", "comset"]) == 0
    out = capsys.readouterr().out
    assert "where to ask:\n  not published" in out
    assert "licence:\n  not published" in out


def test_the_check_of_a_copy_tells_by_its_exit_status(tmp_path, capsys):
    assert run(["data", "comics", "--check", str(tmp_path)]) == 1
    assert "missing: */*_*.jpg" in capsys.readouterr().err
    picture(tmp_path / "1/0_0.jpg")
    assert run(["data", "comics", "--check", str(tmp_path)]) == 0
    assert "books: 1 found, 3929 expected  DIFFERS" in capsys.readouterr().out


def test_a_users_mistake_is_one_line(tmp_path, capsys):
    for arguments in (["data", "comix"], ["data", "--check", str(tmp_path)]):
        assert run(arguments) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_converted_strips_feed_a_task_over_stories(tmp_path, capsys):
    for strip in "ab":
        for panel in range(4):
            path = tmp_path / f"copy/{strip}/{panel}.png"
            picture(path)
            Image.new("RGB", (12, 9), (40 * panel, 90, 10 * ord(strip) % 255)).save(path)
    out = tmp_path / "out"
    assert run(["convert", str(tmp_path / "copy"), "--from", "panels", "--out", str(out)]) == 0
    told = capsys.readouterr()
    assert told.out.strip() == str(out / "pages.jsonl")
    assert "1 book, 2 pages, 2 stories" in told.err
    task = "stripcipher.reordering_generation"
    assert run(["build", task, str(out), "--out", str(tmp_path / "pack")]) == 0
    assert "2 items" in "".join(capsys.readouterr())


def test_any_comic_can_be_written_as_pages(tmp_path, capsys):
    picture(tmp_path / "copy/1.png")
    out = tmp_path / "out"
    assert run(["convert", str(tmp_path / "copy"), "--out", str(out)]) == 0
    assert (out / "pages.jsonl").is_file()
    assert (out / "1.png").is_file()
