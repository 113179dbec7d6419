"""``panelwise view`` through HTTP: packs and runs while a run is written, and hostile ones."""

from __future__ import annotations

import html
import json
import re
import shutil
import threading
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

import panelwise
from loopback import completion, serving
from panelwise.errors import InputError, MissingExtraError
from panelwise.packs import withhold
from panelwise.report.live import Shelf, view_app
from panelwise.web import listen

pytestmark = pytest.mark.extra
TASK = "chromic.panel_reordering"
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)> \u202etxet [0, 1]"


@contextmanager
def viewing(*paths, host="127.0.0.1"):
    """A live view of these folders; ``get(path)`` gives status, headers and text."""
    pytest.importorskip("fastapi", reason="needs the extra [annotate]")
    from panelwise.web import served

    shelf = Shelf([Path(path) for path in paths])
    at = listen(host, 0)

    def get(path, **headers):
        request = urllib.request.Request(at.url.rstrip("/") + path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=20) as reply:
                return reply.status, reply.headers, reply.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def text(path):
        status, _, body = get(path)
        assert status == 200, body
        return body.decode()

    with served(view_app(shelf), at):
        yield SimpleNamespace(get=get, text=text, url=at.url)


def links(page, start):
    """Addresses in a page that begin so, each once."""
    found = re.findall(r'(?:href|src)="([^"]*)"', page)
    return list(dict.fromkeys(html.unescape(one) for one in found if one.startswith(start)))


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def folder(pack_of, tmp_path_factory):
    """A pack, and a finished run with a hostile answer."""
    place = tmp_path_factory.mktemp("served")
    shutil.copytree(pack_of(TASK).path, place / "pack")
    pack = panelwise.open(place / "pack", panelwise.Pack)
    answers = place / "answers.jsonl"
    lines = [{"id": item.id, "answer": HOSTILE} for item in pack.items()]
    answers.write_text("\n".join(map(json.dumps, lines)))
    panelwise.evaluate(pack, f"recorded:{answers}", out=place / "runs" / "<b>run & co")
    return place


@pytest.fixture(scope="module")
def view(folder):
    with viewing(folder) as served:
        yield served


def test_the_first_page_shows_what_is_in_the_folders(view, folder):
    page = view.text("/")
    assert "&lt;b&gt;run &amp; co" in page
    assert "<b>run" not in page
    run = panelwise.open(next((folder / "runs").iterdir()), panelwise.Run)
    [summary] = panelwise.summarise(run)
    scored = until(view, "/", f"chance {summary.score.chance:.3f}, n {summary.n}")
    assert f"{summary.score.value:.3f}" in scored
    assert links(page, "/packs/pack-")
    assert "the generator&#39;s ground truth" in page


def test_every_link_of_every_page_leads_somewhere(view):
    waiting, seen = ["/"], set()
    for path in waiting:
        status, headers, body = view.get(path)
        assert status == 200, path
        assert "script-src 'self'" in headers["content-security-policy"]
        if headers["content-type"].startswith("text/html"):
            waiting += [one for one in links(body.decode(), "/") if one not in seen]
        seen.add(path)
        if len(seen) > 60:
            break
    kinds = {re.sub(r"[-0-9a-f]{7,}.*|\?.*", "", one) for one in seen}
    assert {"/", "/static/live.js", "/pictures/"} <= kinds


def test_a_hostile_answer_is_text_and_nothing_else(view):
    run = links(view.text("/"), "/runs/")[0]
    pages = [view.text(run), view.text(f"{run}/samples")]
    pages.append(view.text(links(pages[1], f"{run}/sample?")[0]))
    for page in pages:
        assert "alert(1)" in page
        assert "<script>alert" not in page
        assert "<img src=x" not in page
        assert not re.search(r"<script(?! (src=\"/static/|type=\"application/json\"))", page)
        ours = re.sub(r"<(bdi|pre|script).*?</\1>", "", page, flags=re.DOTALL)
        assert not re.search(r"\son\w+=|\sstyle=", ours)
    assert r"\u202etxet [0, 1]</bdi>" in pages[1]  # an override is shown, and turns nothing
    assert "\u202e" not in pages[0] + pages[1]


def test_samples_are_filtered_and_searched(view, folder):
    pack = panelwise.open(folder / "pack", panelwise.Pack)
    run = links(view.text("/"), "/runs/")[0].partition("?")[0]
    everything = view.text(f"{run}/samples")
    assert len(links(everything, f"{run}/sample?")) == len(pack)
    one = pack.items()[0].id
    assert f"1 of {len(pack)} samples" in view.text(f"{run}/samples?q={one}")
    nothing = view.text(f"{run}/samples?outcome=refused&q=%3Cscript%3E")
    assert "nothing fits these filters" in nothing
    assert "<script>" not in nothing
    assert f"{len(pack)} of {len(pack)} samples" in view.text(
        f"{run}/samples?outcome=%3Cscript&page=99"
    )


def test_a_pack_shows_its_items_with_gold_and_pictures(view, folder):
    pack = panelwise.open(folder / "pack", panelwise.Pack)
    page = view.text(links(view.text("/"), "/packs/")[0])
    item = pack.items()[0]
    assert f"<b>{[index + item.index_base for index in item.gold]}</b>" in page
    sha256 = item.rendering.images[0].sha256
    _, headers, body = view.get(f"/pictures/{sha256}/full")
    assert body == pack.image_path(sha256).read_bytes()
    assert headers["content-type"] == item.rendering.images[0].media_type
    for size in ("", "/small"):
        _, headers, body = view.get(f"/pictures/{sha256}{size}")
        assert (headers["content-type"], body[:2]) == ("image/jpeg", b"\xff\xd8")


@pytest.mark.parametrize(
    "path",
    [
        "/pictures/" + "0" * 64,
        "/pictures/..%2f..%2fmanifest.json",
        "/pictures/../manifest.json",
        "/pictures/%2e%2e%2fitems.parquet/full",
        "/static/..%2f_write.py",
        "/static/",
        "/packs/..",
        "/packs/pack",
        "/runs/pack-000000",
        "/runs/..%2f..%2fetc%2fpasswd/samples",
        "/docs",
        "/openapi.json",
    ],
)
def test_nothing_but_what_is_served_can_be_asked_for(view, path):
    status, headers, body = view.get(path)
    assert status == 404
    assert "default-src 'none'" in headers["content-security-policy"]
    assert b"schema_version" not in body


def test_another_host_is_refused(view):
    assert view.get("/", Host="evil.example")[0] == 421


def test_a_run_is_followed_while_it_is_written(pack_of, tmp_path):
    """The service answers all but the first only after the page was looked at."""
    from aiohttp import web

    pack = pack_of(TASK)
    allowed = threading.Semaphore(1)
    loop_free = threading.Event()

    async def chat(request):
        import asyncio

        await request.read()
        while not allowed.acquire(blocking=False) and not loop_free.is_set():
            await asyncio.sleep(0.01)
        return web.json_response(completion("[0, 1]"))

    out = tmp_path / "runs" / "mine"
    (tmp_path / "runs").mkdir()
    with (
        serving(web.post("/v1/chat/completions", chat)) as url,
        viewing(tmp_path / "runs") as view,
    ):
        assert "No run yet" in view.text("/")
        worker = threading.Thread(
            target=panelwise.evaluate, args=(pack, f"{url}#m"), kwargs={"out": out, "cache": False}
        )
        worker.start()
        try:
            [run, *_] = links(until(view, "/", r"/runs/mine-"), "/runs/")
            page = until(view, run, r"<b>1</b> of")
            assert ">running<" in page
            assert "in flight" in page
            assert "so far" in page
            assert len(links(page, f"{run}/sample?")) == 1
        finally:
            loop_free.set()
            worker.join()
        before = contents(out)
        page = until(view, run, rf"<b>{len(pack)}</b> of {len(pack)} .*n {len(pack)} ·")
        assert ">complete<" in page
        assert contents(out) == before  # looking at a finished run leaves nothing in it


def until(view, path, pattern):
    """The part of a page that is refreshed, once it has this; a run is given half a minute."""
    import time

    end = time.monotonic() + 30
    while time.monotonic() < end:
        status, _, body = view.get(f"{path}?part=1")
        if status == 200 and re.search(pattern, body.decode(), re.DOTALL):
            return body.decode()
        time.sleep(0.02)
    raise AssertionError(f"{path} never showed {pattern}: {body.decode()}")


def test_withheld_gold_is_nowhere(folder, tmp_path):
    pack = panelwise.open(folder / "pack", panelwise.Pack)
    public = withhold(pack, tmp_path / "public", tmp_path / "key.json").public
    panelwise.evaluate(public, "baseline:identity", out=tmp_path / "runs" / "hidden")
    with viewing(tmp_path) as view:
        first = view.text("/")
        run = links(first, "/runs/")[0].partition("?")[0]
        samples = view.text(f"{run}/samples")
        sample = view.text(links(samples, f"{run}/sample?")[0])
        [drawn] = re.findall(r'id="sample">(.*?)</script>', sample, re.DOTALL)
        shown = view.text(links(first, "/packs/")[0])
    assert "right answers are withheld" in first
    assert json.loads(drawn)["item"]["gold"] is None
    assert json.loads(drawn)["item"]["story"] is None
    assert "withheld</b>" in shown


def test_a_run_whose_pack_is_gone_still_shows_its_progress(folder, tmp_path):
    shutil.copytree(folder / "pack", tmp_path / "pack")
    run = panelwise.evaluate(tmp_path / "pack", "baseline:identity", out=tmp_path / "run")
    shutil.rmtree(tmp_path / "pack")
    with viewing(tmp_path / "run") as view:
        page = view.text(links(view.text("/"), "/runs/")[0].partition("?")[0])
    assert "give its new folder with --pack" in html.unescape(page)
    assert f"<b>{len(run)}</b> of {len(run)}" in page


def test_what_is_damaged_is_named_and_the_rest_is_shown(folder, tmp_path):
    shutil.copytree(folder / "pack", tmp_path / "good")
    shutil.copytree(folder / "pack", tmp_path / "bad")
    (tmp_path / "bad" / "manifest.json").write_text("{")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "run.json").write_text("{}")
    with viewing(tmp_path) as view:
        page = html.unescape(view.text("/"))
    assert "bad/manifest.json: damaged" in page
    assert "broken/run.json: damaged" in page
    assert links(page, "/packs/good-")


def test_a_path_that_is_no_folder_is_a_line(tmp_path):
    with pytest.raises(InputError, match="nowhere: not a folder; give a pack, a run"):
        Shelf([tmp_path / "nowhere"])


def test_the_network_needs_the_token(folder):
    with viewing(folder / "pack", host="0.0.0.0") as view:
        token = view.url.partition("?")[2]
        base = re.sub(r"//[^:/]+:", "//127.0.0.1:", view.url.partition("/?")[0])
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(base)
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(f"{base}/?{token}") as reply:
            assert "token" not in reply.url
            assert b"Packs and runs" in reply.read()


def test_a_missing_extra_is_one_line_that_says_what_to_install(folder, monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "fastapi", None)
    monkeypatch.delitem(sys.modules, "panelwise.report.live._app", raising=False)
    with pytest.raises(MissingExtraError, match="panelwise view needs the extra 'annotate'; run"):
        view_app(Shelf([folder]))


@pytest.mark.browser
@pytest.mark.parametrize(("size", "scheme"), [((1400, 900), "light"), ((390, 844), "dark")])
def test_pages_are_drawn_fit_and_pass_axe(folder, chromium, axe, size, scheme):
    width, height = size
    pack = panelwise.open(folder / "pack", panelwise.Pack)
    with viewing(folder) as view:
        screen = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
        context = chromium.new_context(**screen, bypass_csp=True)  # axe is a script of others
        tab = context.new_page()
        complaints = []
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("dialog", lambda dialog: (complaints.append("dialog"), dialog.dismiss()))

        def look():
            assert axe(tab) == []
            assert tab.evaluate("document.documentElement.scrollWidth") <= width

        def follow(name, **how):
            with tab.expect_navigation():  # else axe may see a page that has just begun to load
                tab.get_by_role("link", name=name, **how).click()

        tab.goto(view.url)
        look()
        follow("<b>run & co")
        look()
        follow(f"All {len(pack)} samples")
        look()
        tab.locator(".samples a").first.click()
        tab.wait_for_selector("#sheet .response")
        assert HOSTILE in tab.locator("#sheet .response").inner_text()
        look()
        first = tab.locator("h1").inner_text()
        tab.keyboard.press("j")
        tab.wait_for_function(
            "before => document.querySelector('h1').innerText !== before", arg=first
        )
        tab.goto(view.url)
        follow("pack", exact=True)
        look()
        context.close()
    assert complaints == []


@pytest.mark.browser
def test_the_policy_lets_our_scripts_run_and_a_pause_stops_the_updates(folder, chromium):
    with viewing(folder) as view:
        tab = chromium.new_page()
        complaints = []
        tab.on("console", lambda message: complaints.append(message.text))
        tab.goto(view.url)
        with tab.expect_response(lambda reply: "part=1" in reply.url) as fetched:
            pass
        assert fetched.value.status == 200
        tab.get_by_role("button", name="Pause updates").click()
        assert tab.get_by_role("button", name="Go on").get_attribute("aria-pressed") == "true"
        tab.close()
    assert complaints == []
