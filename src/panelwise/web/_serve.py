"""Listening on an address, and serving until Ctrl-C."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from panelwise.errors import InputError, MissingExtraError
from panelwise.web._guard import TOKEN, Access, App, Guard
from panelwise.web._rules import Rules

GRACE_SECONDS = 1


@dataclass(frozen=True, slots=True)
class Listening:
    """A socket that is open already, so that its address is known before anything is served."""

    socket: socket.socket
    access: Access

    @property
    def url(self) -> str:
        """What to open in a browser; with the token, if one is needed."""
        if self.access.public_url:
            return f"{self.access.public_url}/"
        host, port = self.socket.getsockname()[:2]
        if host in ("0.0.0.0", "::"):  # noqa: S104 - not an address that a browser can open
            host = socket.gethostname()
        name = f"[{host}]" if ":" in host else host
        query = f"?{TOKEN}={self.access.token}" if self.access.token else ""
        return f"http://{name}:{port}/{query}"


def listen(host: str, port: int, access: Access | None = None) -> Listening:
    """Listen on an address.

    Args:
        host: a name or a number.
        port: 0 for any that is free.
        access: who may ask; without it everybody on loopback, and beyond it those with a token.

    Raises:
        InputError: when it is taken, or not this machine's.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        opened = socket.socket(family, kind, protocol)
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind(address)
        opened.listen()
    except socket.gaierror as error:
        raise InputError(
            f"cannot listen on {host} ({error.strerror}); give another --host, such as 127.0.0.1"
        ) from None
    except (OSError, OverflowError) as error:
        why = getattr(error, "strerror", None) or error
        raise InputError(
            f"cannot listen on {host}:{port} ({why}); give another --port, or 0 for any"
        ) from None
    return Listening(opened, access or Access.to(host))


def serve(
    app: App,
    at: Listening,
    *,
    ready: Callable[[], None] = lambda: None,
    rules: Rules | None = None,
) -> None:
    """Serve an application until the process is interrupted.

    Args:
        app: an ASGI application; every request passes a :class:`Guard` first.
        at: where.
        ready: called once, just before the first request is answered.
        rules: which methods and bodies are let through; by default only reading.

    Raises:
        MissingExtraError: when the extra ``annotate`` is not installed.
        KeyboardInterrupt: after Ctrl-C, when all requests have been answered.
    """
    server = server_of(app, at, rules)
    ready()
    server.run(sockets=[at.socket])


@contextmanager
def served(app: App, at: Listening, rules: Rules | None = None) -> Iterator[str]:
    """The address of an application that a thread serves while a block runs.

    Afterwards the socket is closed. Arguments and errors are those of :func:`serve`.
    """
    server = server_of(app, at, rules)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [at.socket]})
    thread.start()
    try:
        yield at.url
    finally:
        server.should_exit = True
        thread.join()
        at.socket.close()


def server_of(app: App, at: Listening, rules: Rules | None = None) -> Any:
    """A server of uvicorn; ``should_exit`` ends it from another thread.

    Raises:
        MissingExtraError: when the extra ``annotate`` is not installed.
    """
    try:
        import uvicorn
    except ImportError:
        raise MissingExtraError.of("serving pages", "annotate") from None
    config = uvicorn.Config(
        Guard(app, at.access, rules),
        log_level="error",
        access_log=False,
        lifespan="off",
        server_header=False,
        date_header=False,
        proxy_headers=False,
        ws="none",
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    return uvicorn.Server(config)
