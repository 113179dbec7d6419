"""A served project and a crew of simulated people at it, each with a browser of their own.

Everything goes through the pages: invitations, consent, fields filled in by keys (boxes by mouse),
submissions by Ctrl+Enter. One headless Chromium holds a context for each person.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from browser_hands import as_wanted, fill
from panelwise.annotation import WorkUnit, open_project
from panelwise.web.accounts import Accounts
from simulated_people import SimulatedPerson

PASSWORD = "four panels and a gutter"
CHROMIUM = (Path("/usr/bin/chromium"), Path("/usr/bin/chromium-browser"))
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
READ = """() => {
  if (document.readyState === "loading") return false;  // the heading comes before the form
  const form = document.querySelector("form.work");
  if (!form) return document.querySelector("main h1")?.textContent || false;
  if (!form.dataset.ready) return false;
  form.read = true;
  const work = JSON.parse(form.dataset.work);
  const step = [...form.querySelectorAll(".step-entry")].findIndex((one) => one.classList.contains("now"));
  const texts = (where) => [...document.querySelectorAll(where)].map((one) => one.textContent);
  return {work, step, answer: texts(".answered li"), flag: texts(".words-answer"),
    fields: [...form.querySelectorAll(".field[data-field]")].map((one) => JSON.parse(one.dataset.field))};
}"""  # noqa: E501
SENT = """(step) => {
  const form = document.querySelector("form.work");
  if (!form?.read) return "on";
  if ([...form.querySelectorAll(".step-entry")].findIndex((one) => one.classList.contains("now")) !== step) return "step";
  const said = [...form.querySelectorAll(".field-fault:not([hidden])")].map((one) => one.textContent).join(" ");
  const status = form.querySelector("[data-part=status]");
  return said || (["wrong", "waiting"].includes(status.dataset.state) && !/Trying again in/.test(status.textContent) ? status.textContent : false);
}"""  # noqa: E501
AGAIN = ("submit once more", "try again")  # a doubt; a step that met no server
WAITING = "Nothing to do at the moment"
FAILED = "This did not work"  # the server could not give the page; it is asked for again


@dataclass
class Server:
    """``panelwise annotate`` on a project, in a process of its own."""

    folder: Path
    port: int = 0
    process: subprocess.Popen[str] | None = None
    password: str = ""

    @property
    def url(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve; the same port again after a kill, as the browsers still have its pages."""
        self.port = self.port or _free_port()
        command = [sys.executable, "-c", "from panelwise.cli import main; main()", "annotate"]
        self.process = subprocess.Popen(
            [*command, str(self.folder), "--port", str(self.port)],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line.startswith("http"):
            raise RuntimeError(f"the server said {line!r}")
        if not self.password:
            self.password = self.process.stdout.readline().rpartition("password: ")[2].strip()

    def kill(self) -> None:
        """End it without a chance to tidy up."""
        self.end(signal.SIGKILL)

    def end(self, how: int = signal.SIGINT) -> None:
        """End it."""
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            self.process = None


@dataclass
class Crew:
    """People at a served project.

    Attributes:
        server: started.
        people: who take part.
        truth: the right values by unit.
        shown: what a right answer to a unit looks like to an inspector, as lines.
        at_once: how many of the people act at the same time.
        most: submissions of one person; 0 for no limit.
        minutes: at most; what is open then stays open.
        kill_at: after so many submissions the server is killed and started again; 0: never.
        sent: bodies of the submissions that the server took, by key.
        endings: what the last page of each person said.
        faults: complaints of the pages.
        stalls: what pages said that did not go on after a submission.
        mistyped: answers that pages sent other than they were filled in.
    """

    server: Server
    people: Sequence[SimulatedPerson]
    truth: Mapping[str, dict[str, Any]]
    shown: Callable[[str], Sequence[str]]
    at_once: int = 4
    most: int = 0
    kill_at: int = 0
    minutes: float = 60.0
    sent: dict[str, dict[str, Any]] = field(default_factory=dict)
    endings: dict[str, str] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    stalls: list[str] = field(default_factory=list)
    mistyped: list[str] = field(default_factory=list)
    wanted: dict[tuple[str, str], Mapping[str, Any]] = field(default_factory=dict)
    killed: bool = False
    idle: dict[str, int] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    tokens: dict[tuple[str, str], WorkUnit] = field(default_factory=dict)

    async def run(self) -> None:
        """From the invitations until nobody has anything left to do."""
        from playwright.async_api import async_playwright

        path = next(path for path in CHROMIUM if path.exists())
        async with async_playwright() as driver:
            browser = await driver.chromium.launch(executable_path=path, args=list(ARGUMENTS))
            self._turn = asyncio.Semaphore(self.at_once)
            addresses = await self._invite(browser)
            tabs = [await self._join(browser, one, addresses[one.name]) for one in self.people]
            self._learn_tokens()
            self._deadline = time.monotonic() + 60 * self.minutes
            await asyncio.gather(
                *(self._work(one, tab) for one, tab in zip(self.people, tabs, strict=True))
            )
            await browser.close()

    async def _invite(self, browser: Any) -> dict[str, str]:
        """The admin invites everybody on the page 'People'."""
        tab = await (await browser.new_context()).new_page()
        await tab.goto(f"{self.server.url}/sign-in")
        await tab.fill("#name", "admin")
        await tab.fill("#password", self.server.password)
        await tab.keyboard.press("Enter")
        await tab.wait_for_url(lambda url: "sign-in" not in url)
        found = {}
        for one in self.people:
            await tab.goto(f"{self.server.url}/people")
            for role in one.roles:
                await tab.locator(f"form.sheet input[value={role}]").first.check()
            await tab.fill("#note", one.name)
            await tab.get_by_role("button", name="Make an invitation").click()
            said = await tab.locator(".secret").input_value()
            found[one.name] = "/invitation/" + said.partition("/invitation/")[2].split()[0]
        await tab.context.close()
        return found

    async def _join(self, browser: Any, one: SimulatedPerson, address: str) -> Any:
        """Accept an invitation, and the consent where there is one."""
        tab = await (await browser.new_context(viewport={"width": 1366, "height": 768})).new_page()
        tab.set_default_timeout(90_000)
        tab.on("pageerror", lambda error: self.faults.append(str(error)))
        tab.on("response", lambda answer: self._heard(one, answer))
        await tab.goto(self.server.url + address)
        await tab.fill("#name", one.name)
        await tab.fill("#display", one.name)
        await tab.fill("#password", PASSWORD)
        await tab.fill("#again", PASSWORD)
        await tab.get_by_role("button", name="Join").click()
        await tab.goto(f"{self.server.url}/work")
        if tab.url.endswith("/consent"):
            await tab.get_by_role("button", name="Yes, I agree").press("Enter")
            await tab.wait_for_url("**/work")
        return tab

    def _learn_tokens(self) -> None:
        """Which unit each address means; a person would recognise its pictures."""
        with open_project(self.server.folder, alone=False) as project:
            seed = project.work.state.seed
            names = {one.name: one.id for one in Accounts(project.store.engine).people()}
            for one in self.people:
                for unit in project.work.state.units.values():
                    token = hashlib.sha256(f"{seed}:{names[one.name]}:{unit.id}".encode())
                    self.tokens[one.name, token.hexdigest()[:32]] = unit

    async def _work(self, one: SimulatedPerson, tab: Any) -> None:
        """Submit until there is nothing left, or for the others to do either."""
        seen = None  # submissions before the page was asked for; None after one's own
        while time.monotonic() < self._deadline and not (
            self.most and one.submissions >= self.most
        ):
            async with self._turn:
                page = await self._page(tab)
                if not isinstance(page, str):
                    self.idle.pop(one.name, None)
                    await self._submit(one, tab, page)
                    seen = None
                    continue
            self.endings[one.name] = page
            if page not in (WAITING, FAILED):
                break
            if page == WAITING and seen is not None:
                self.idle[one.name] = seen
            if self._nobody_can_go_on():
                break
            await asyncio.sleep(1.0)
            async with self._turn:
                seen = len(self.sent)
                await self._open(tab)
        self.gone.add(one.name)

    def _nobody_can_go_on(self) -> bool:
        """Whether everybody who is left has looked since the last submission, and waits."""
        return all(
            self.idle.get(one.name) == len(self.sent)
            for one in self.people
            if one.name not in self.gone
        )

    async def _page(self, tab: Any) -> Any:
        """What the page shows, once it can be filled in."""
        from playwright.async_api import Error

        while True:
            try:
                handle = await tab.wait_for_function(READ, polling=30, timeout=15_000)
                return await handle.json_value()
            except Error:
                await self._open(tab)  # the server was away while the page was asked for

    async def _open(self, tab: Any) -> None:
        from playwright.async_api import Error

        try:
            await tab.goto(f"{self.server.url}/work")
        except Error:
            await asyncio.sleep(0.5)

    async def _submit(self, one: SimulatedPerson, tab: Any, page: Any) -> None:
        """Fill in a page and send it, step by step where it has steps."""
        token = page["work"]["submit"].rpartition("/")[2]
        unit, fields = self.tokens[one.name, token], page["fields"]
        if fields[0]["name"] == "verdict":
            ok = one.accepts(not page["flag"] and page["answer"] == list(self.shown(unit.id)))
            reason = {} if ok else {"reason": "That is not what the page shows."}
            values = {"verdict": 0 if ok else 1} | reason
        else:
            known = self.truth[unit.id]
            truth = {f["name"]: known[f["name"]] for f in fields if f["name"] in known}
            values = one.answer(unit.id, fields, truth, test=unit.purpose == "qualification")
        self.wanted[one.name, token] = values
        while True:
            steps = page["work"].get("steps") or []
            asked = fields
            if page["step"] >= 0:
                asked = [f for f in fields if f["name"] in steps[page["step"]]["fields"]]
            await fill(tab, asked, values, page["work"].get("values") or {})
            if self.kill_at and len(self.sent) >= self.kill_at and not self.killed:
                self.killed = True
                self.server.kill()
                asyncio.get_running_loop().call_later(2.0, self.server.start)
            if await self._send(tab, page["step"]) != "step":
                return
            page = await self._page(tab)
            if isinstance(page, str):
                return

    async def _send(self, tab: Any, step: int) -> str:
        """Ctrl+Enter, and wait until the browser has gone on to the next step or page.

        A page that does not go on is noted with what it says, and opened again as a person would.
        """
        from playwright.async_api import Error

        said = "nothing was shown"
        for _ in range(8):
            await tab.keyboard.press("Control+Enter")
            try:
                handle = await tab.wait_for_function(SENT, arg=step, polling=30, timeout=45_000)
                said = await handle.json_value()
            except Error as error:
                said = str(error).partition("\n")[0]
            if said in ("on", "step"):
                return str(said)
            if not any(words in said for words in AGAIN):
                break
            if AGAIN[1] in said:
                await asyncio.sleep(1.0)
        self.stalls.append(said)
        await self._open(tab)
        return "opened again"

    def _heard(self, one: SimulatedPerson, answer: Any) -> None:
        """Keep what the server answered to a submission."""
        request = answer.request
        found = re.search(r"/work/(\w+)$", request.url)
        if request.method != "POST" or found is None:
            return
        if answer.status != 200:
            self.faults.append(f"{one.name}: {answer.status}")
            return
        body = json.loads(request.post_data)
        if body["key"] not in self.sent:
            one.submissions += 1
            wanted = self.wanted[one.name, found[1]]
            if not body["flag"] and not as_wanted(body["values"], wanted):
                self.mistyped.append(f"{one.name}: wanted {wanted}, sent {body['values']}")
        self.sent[body["key"]] = body | {"unit": self.tokens[one.name, found[1]].id}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
