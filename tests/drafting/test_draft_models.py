"""Models behind an OpenAI-compatible server write drafts; the command line lets them."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import replace

import orjson
import pytest
from aiohttp import web

from loopback import CHAT, completion, serving
from panelwise.cli import run
from panelwise.comics.formats import get_format
from panelwise.drafting import (
    PressWriter,
    apply_drafts,
    draft_descriptions,
    get_writer,
    read_drafts,
)
from panelwise.errors import RunError, SettingError, UnknownNameError
from panelwise.models import ImagePart, Message, OpenAIModel, Request, TextPart
from panelwise_press._write import cbz_bytes


@pytest.fixture
def served(western, tmp_path):
    """A chat server on loopback behind which the press writes; its URL and what it received."""
    writer, received = PressWriter(western, flaw="wrong_count"), []

    async def handle(request):
        body = orjson.loads(await request.read())
        received.append(body)
        parts = []
        for part in body["messages"][0]["content"]:
            if part["type"] == "text":
                parts.append(TextPart(part["text"]))
                continue
            data = base64.b64decode(part["image_url"]["url"].partition(",")[2])
            sha256 = hashlib.sha256(data).hexdigest()
            parts.append(ImagePart(sha256, "image/png", tmp_path / sha256))
        usage = {"prompt_tokens": 700, "completion_tokens": 90}
        answer = await writer.write(Request((Message("user", tuple(parts)),)))
        return web.json_response(completion(answer.text) | {"usage": usage})

    with serving(web.post(CHAT, handle)) as url:
        yield url, received


def test_a_model_over_http_writes_mends_and_is_recorded(served, western, described):
    url, received = served
    bare = replace(western, stories=())
    drafts = draft_descriptions(bare, OpenAIModel("m", url))
    assert apply_drafts(bare, drafts).stories[0].events == described.stories[0].events
    assert {draft.status for draft in drafts} == {"accepted"}
    assert len(received) == 2 * len(western.pages)  # each page was mended once
    assert "earlier attempt was rejected" in received[-1]["messages"][0]["content"][-1]["text"]
    assert drafts[0].writer == f"{url}#m"
    assert [attempt.model for attempt in drafts[0].tries] == ["m-1", "m-1"]
    assert drafts[0].tries[0].tokens_in == 700


def test_a_server_that_is_not_there_stops_the_work(western):
    with pytest.raises(RunError, match="the same command continues"):
        draft_descriptions(western, get_writer("http://127.0.0.1:9/v1#m"))


def test_a_draft_that_was_paid_for_before_is_found_again():
    identity = get_writer("openai/gpt-4o", settings={"temperature": "0.5"}).identity()
    assert identity == {
        "model": {
            "api": "openai.chat",
            "url": "https://api.openai.com/v1",
            "model": "gpt-4o",
        },
        "sampling": {"temperature": 0.5},
    }


def test_names_that_no_writer_has():
    with pytest.raises(UnknownNameError, match="press:truth"):
        get_writer("gpt")
    with pytest.raises(UnknownNameError, match="did you mean press:truth"):
        get_writer("prss:truth")
    with pytest.raises(SettingError, match="press:truth has no setting 'temperature'"):
        get_writer("press:truth", settings={"temperature": "0"})
    with pytest.raises(SettingError, match="does not name a model"):
        get_writer("http://localhost:1/v1")
    for address in ("http://localhost:1", "http://localhost:1/", "http://localhost:1/v1"):
        with pytest.raises(SettingError, match="write http://localhost:1/v1#MODEL"):
            get_writer(address)


@pytest.fixture
def comics(western, tmp_path):
    """The book on disk with its truth, and the same without."""
    for name, book in (("true", western), ("bare", replace(western, stories=()))):
        folder = tmp_path / name
        for page in book.pages:
            path = folder / page.image.relative
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(page.image.read())
        get_format("page-json").write([book], folder / "pages.jsonl")
    return tmp_path


def test_the_whole_construction_on_the_command_line(comics, western, capsys):
    truth, drafts = f"press:{comics / 'true'}", str(comics / "drafts.jsonl")

    def draft(what, folder, *more):
        arguments = ["draft", what, str(comics / folder), "--model", truth, "--out", drafts]
        assert run([*arguments, *more]) == 0

    def apply(folder, out):
        assert (
            run(["draft", "apply", str(comics / folder), drafts, "--out", str(comics / out)]) == 0
        )

    draft("descriptions", "bare")
    apply("bare", "described")
    draft("questions", "described", "--sets", "A")
    draft("frames", "described", "--no-weak")
    apply("described", "asked")
    draft("filter", "asked")
    said = capsys.readouterr()
    assert "0.250" in said.out
    assert "0 for a person" in said.err
    assert "0 of 12 questions are answered without the comic" in said.err
    [book] = get_format("page-json").read(comics / "asked" / "pages.jsonl")
    assert [len(story.questions) for story in book.stories] == [6, 6]
    pack = str(comics / "pack")
    assert run(["build", "chromic.chrono_mcq", str(comics / "asked"), "--out", pack]) == 0
    assert "8 items" in capsys.readouterr().err
    assert len(read_drafts(drafts)) == 2 + 4 + 8 - 2 + 2 + 48


def test_set_aside_drafts_are_told_and_a_wrong_model_is_one_line(comics, western, capsys):
    out = str(comics / "d.jsonl")
    arguments = ["draft", "descriptions", str(comics / "true"), "--out", out, "--model"]
    assert run([*arguments, "nobody"]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert "unknown model 'nobody'" in said.err
    assert run([*arguments, "baseline:random"]) == 2
    wanted = (
        "panelwise: baseline:random can only answer the items of a pack; draft takes a model, such"
        " as openai/NAME or http://HOST:PORT/v1#NAME\n"
    )
    assert capsys.readouterr().err == wanted


def test_the_press_needs_its_ground_truth(western, tmp_path, capsys):
    """A comic that is given without its pages.jsonl has no stories."""
    file = tmp_path / "western.cbz"
    file.write_bytes(cbz_bytes(western))
    command = ["draft", "descriptions", str(file), "--out", str(tmp_path / "d.jsonl")]
    for name, where in (("press:truth", "western"), (f"press:{file}", str(file))):
        assert run([*command, "--model", name]) == 2
        (line,) = capsys.readouterr().err.splitlines()
        assert f"there is none for {where}; give the folder" in line
        assert "pages.jsonl" in line


@pytest.mark.parametrize(
    "command", [["hashes"], ["draft", "descriptions", "--model", "press:truth"]], ids=" ".join
)
def test_an_annotation_beside_a_comic_is_not_passed_over_in_silence(
    command, western, tmp_path, capsys
):
    file = tmp_path / "western.cbz"
    file.write_bytes(cbz_bytes(western))
    get_format("page-json").write([western], tmp_path / "pages.jsonl")
    run([*command, str(file), "--out", str(tmp_path / "out.jsonl")])
    assert "pages.jsonl is not used" in capsys.readouterr().err
