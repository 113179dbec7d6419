"""Serving the live view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from panelwise.errors import MissingExtraError
from panelwise.report.live._shelf import Shelf
from panelwise.web import App, listen, serve

HOST, PORT = "127.0.0.1", 8014


def open_view(
    paths: Sequence[str | Path],
    *,
    host: str = HOST,
    port: int = PORT,
    ready: Callable[[str, Shelf], None],
) -> None:
    """Serve packs and runs until Ctrl-C.

    Args:
        paths: packs, runs, or folders that hold some; what appears in these later is shown, too.
        host: the address to listen on; anything but loopback needs a token, which is in the URL.
        port: 0 for any that is free.
        ready: called with the URL and what is served, just before the first page is.

    Raises:
        InputError: for a path that is no folder, or an address that cannot be listened on.
        MissingExtraError: when the extra ``annotate`` is not installed.
        KeyboardInterrupt: after Ctrl-C.
    """
    shelf = Shelf([Path(path) for path in paths])
    app = view_app(shelf)
    at = listen(host, port)
    with at.socket:
        serve(app, at, ready=lambda: ready(at.url, shelf))


def view_app(shelf: Shelf) -> App:
    """The pages as an ASGI application; to be served behind a ``panelwise.web.Guard``.

    Raises:
        MissingExtraError: when the extra ``annotate`` is not installed.
    """
    from panelwise.report.live._app import make_app

    try:
        return make_app(shelf)
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("fastapi", "starlette", "uvicorn"):
            raise
        raise MissingExtraError.of("panelwise view", "annotate") from None
