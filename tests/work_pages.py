"""A small server of work pages: fixed forms over pictures of the press, and what they sent."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from panelwise.annotation.app import (
    SCRIPT,
    STYLES,
    WorkImage,
    WorkSettings,
    static_files,
    work_markup,
)
from panelwise.web._guard import POLICY

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Work</title>
<meta name="viewport" content="width=device-width, initial-scale=1">{styles}
<script type="module" src="/static/{script}"></script></head>
<body><main class="wrap"><h1>{title}</h1>{work}</main></body></html>"""


@dataclass
class Desk:
    """What the server shows and what it got.

    Attributes:
        forms: by name; served at ``/form/NAME``.
        images: of all forms, with their PNG bytes.
        pages: how many of the images a form has, where it doesn't have all.
        settings: more of ``WorkSettings``, by form.
        got: ``(method, path, body)`` of every request that sent something.
        answers: taken one by one for submissions; then 200. ``None`` hangs up.
    """

    forms: dict[str, dict] = field(default_factory=dict)
    images: list[tuple[WorkImage, bytes]] = field(default_factory=list)
    pages: dict[str, int] = field(default_factory=dict)
    settings: dict[str, dict] = field(default_factory=dict)
    got: list[tuple[str, str, dict]] = field(default_factory=list)
    answers: list[tuple[int, dict] | None] = field(default_factory=list)
    url: str = ""

    def submitted(self) -> list[dict]:
        return [body for method, path, body in self.got if method == "POST" and "work" in path]

    def page(self, name: str) -> str:
        own = {"draft": f"/work/{name}/draft", "undo": "/undo"} | self.settings.get(name, {})
        settings = WorkSettings(id=name, submit=f"/work/{name}", csrf="token", **own)
        work = work_markup(
            self.forms[name], [image for image, _ in self.images[: self.pages.get(name)]], settings
        )
        styles = "".join(f'<link rel="stylesheet" href="/static/{one}">' for one in STYLES)
        return PAGE.format(styles=styles, script=SCRIPT, title=name.title(), work=work)


class _Handler(BaseHTTPRequestHandler):
    desk: Desk

    def do_GET(self) -> None:
        kind, _, name = self.path.strip("/").partition("/")
        if kind == "static" and name in static_files():
            path, media = static_files()[name]
            self.reply(200, path.read_bytes(), media)
        elif kind == "pictures":
            self.reply(200, self.desk.images[int(name)][1], "image/png")
        elif kind == "form":
            self.reply(200, self.desk.page(name).encode(), "text/html; charset=utf-8")
        elif kind == "next":
            self.reply(200, b"<!doctype html><title>next</title>", "text/html")
        else:
            self.reply(204 if kind == "favicon.ico" else 404, b"", "text/plain")

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.desk.got.append((self.command, self.path, body))
        assert self.headers["x-csrf-token"] == "token"
        answer: tuple[int, dict] | None = (200, {"next": "/next"})
        if self.command == "POST" and self.desk.answers:
            answer = self.desk.answers.pop(0)
        if answer is None:
            self.close_connection = True
            self.connection.close()
            return
        self.reply(answer[0], json.dumps(answer[1]).encode(), "application/json")

    do_PUT = do_POST  # noqa: N815

    def reply(self, status: int, body: bytes, media: str) -> None:
        self.send_response(status)
        self.send_header("content-type", media)
        self.send_header("content-length", str(len(body)))
        self.send_header("content-security-policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def desk_of(desk: Desk) -> Iterator[Desk]:
    """The desk while it is served on loopback."""
    handler = type("Handler", (_Handler,), {"desk": desk})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    desk.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield desk
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
