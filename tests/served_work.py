"""A small project served on loopback, and people who work in it over HTTP."""

from __future__ import annotations

import hashlib
import html
import json
import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from panelwise.annotation import as_procedure, create_project, open_project, units_of_pack
from panelwise.annotation.app import annotation_app
from panelwise.packs import Made, Pack, write_pack
from panelwise.tasks import ImageEntry, Item, Rendering, SourcePage, Turn
from panelwise.web import Access, Rules, listen, served
from panelwise.web.accounts import Accounts
from signing_in import PASSWORD, QUICK, Browser, Reply

PLAN = {
    "name": "plain",
    "title": "Panels into order",
    "instructions": "Put the panels into story order.",
    "stages": [{"name": "solve", "role": "annotator"}],
}
JSON = {"accept": "application/json", "content_type": "application/json"}


def ordering_pack(
    folder, count, seed=0, words="Put the panels into order.", captions=("", "", "")
) -> Pack:
    """Ordering items whose gold is [2, 0, 1]; the pictures are noise."""
    draw = random.Random(seed)
    parts = [part for k in range(3) for part in (captions[k], k) if part != ""]

    def made(number):
        pictures = [draw.randbytes(300) for _ in range(3)]
        hashes = [hashlib.sha256(one).hexdigest() for one in pictures]
        entries = tuple(ImageEntry(one, one, 40, 30, "image/jpeg", 300, {}) for one in hashes)
        item = Item(
            id=f"book{seed}/{number:03d}",
            task="test.ordering",
            kind="ordering",
            n=3,
            rendering=Rendering((Turn("user", (*parts, words)),), entries, "test/1"),
            gold=(2, 0, 1),
            sources=(SourcePage(f"book{seed}", str(number), "page.jpg", "0" * 64),),
        )
        return Made(item, dict(zip(hashes, pictures, strict=True)))

    return write_pack(folder, map(made, range(count)), {"task": "test.ordering"}, "Noise.")


def ordering_project(
    folder,
    database="",
    people=("ann", "bo"),
    items=12,
    hidden=0,
    display="",
    captions=("",) * 3,
    **plan,
):
    """A project of an ordering pack with accounts for some annotators; returns its folder."""
    pack = ordering_pack(folder / "pack", items, captions=captions)
    gold = ordering_pack(folder / "gold", hidden, seed=1) if hidden else None
    packs = [one.path for one in (pack, gold) if one is not None]
    made = folder / "project"
    create_project(made, as_procedure({**PLAN, **plan}, "test"), packs=packs, database=database)
    with open_project(made, database=database) as project:
        project.add_units(units_of_pack(pack))
        if gold is not None:
            project.add_units(units_of_pack(gold, "hidden_gold"))
        accounts = Accounts(project.store.engine, QUICK)
        for name in people:
            accounts.add(name, display or name.title(), ["annotator"], PASSWORD)
    return made


@dataclass
class Screen:
    """An open page of work."""

    page: str
    work: dict[str, object] = field(default_factory=dict)

    @property
    def pictures(self) -> list[str]:
        token = str(self.work["submit"]).rpartition("/")[2]
        return re.findall(rf"/pictures/{token}/\d+", html.unescape(self.page))

    @property
    def field(self) -> str:
        found = re.search(r'data-field="([^"]+)"', self.page)
        return json.loads(html.unescape(found[1]))["name"]


class Person(Browser):
    """A browser that somebody works with."""

    def open(self) -> Screen:
        reply = self.get("/work")
        assert reply.status == 200, reply.text
        found = re.search(r'data-work="([^"]+)"', reply.text)
        return Screen(reply.text, json.loads(html.unescape(found[1])) if found else {})

    def send(self, method: str, path: str, body, csrf=None) -> Reply:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = self.csrf if csrf is None else csrf
        return self.ask(method, path, raw, **JSON, x_csrf_token=given)

    def submit(self, screen: Screen, key: str, order=(2, 0, 1), **more) -> Reply:
        body = {"key": key, "values": {screen.field: list(order)}, "seconds": 2} | more
        return self.send("POST", screen.work["submit"], body)


@dataclass
class Served:
    """A project that is served, and what a test looks at from behind."""

    project: object
    accounts: Accounts
    url: str

    def person(self, name: str) -> Person:
        browser = Person(self.url)
        assert browser.sign_in(name).status == 303
        browser.get("/account")
        return browser

    def submitted(self) -> list:
        return [one for one in self.project.store.events() if one.name == "submitted"]

    def refusals(self) -> list[str]:
        return [one.detail for one in self.accounts.entries() if one.event == "refused"]


@contextmanager
def serving(folder, database="", book=None) -> Iterator[Served]:
    with open_project(folder, database=database) as project:
        accounts = Accounts(project.store.engine, QUICK)
        at = listen("127.0.0.1", 0, Access.with_accounts("127.0.0.1"))
        app = annotation_app(project, accounts, book=book)
        with served(app, at, Rules.of_forms(body_limit=1 << 20)):
            yield Served(project, accounts, at.url)
