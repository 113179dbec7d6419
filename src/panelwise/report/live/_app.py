"""The pages by their addresses; the extra ``annotate`` is imported when they are made."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from panelwise.errors import PanelwiseError
from panelwise.evaluation import SampleKey
from panelwise.report._gallery import item_view
from panelwise.report._naming import task_title
from panelwise.report._pages import STATIC, page_environment
from panelwise.report._samples import script_json
from panelwise.report._words import OUTCOME_WORDS, UNSCORED, count, figure, interval, share
from panelwise.report.live._pictures import SMALL, Previews, ServedPicture
from panelwise.report.live._run import LiveRun
from panelwise.report.live._run_view import run_view
from panelwise.report.live._samples_view import (
    Filters,
    latest_samples,
    picture_address,
    sample_list,
    sample_view,
)
from panelwise.report.live._shelf import LivePack, Shelf
from panelwise.tasks import ImageEntry, Item, vouchers
from panelwise.web import App

FIRST_WAIT = 0.8  # seconds that a page waits for its first scores
ITEMS_PER_PAGE = 20
ASSETS = {
    "report.css": "text/css",
    "samples.css": "text/css",
    "gallery.css": "text/css",
    "live.css": "text/css",
    "samples-drawing.js": "text/javascript",
    "samples-sheet.js": "text/javascript",
    "live.js": "text/javascript",
    "live-sample.js": "text/javascript",
    "icon.svg": "image/svg+xml",
}
WORDS = {**OUTCOME_WORDS, "unscored": UNSCORED}
FOREVER = {"cache-control": "private, max-age=31536000, immutable"}


def make_app(shelf: Shelf) -> App:
    """An ASGI application with every page of the live view.

    Raises:
        ImportError: when the extra ``annotate`` is not installed.
    """
    from fastapi import FastAPI
    from starlette.exceptions import HTTPException

    pages = _Pages(shelf)
    app: Any = FastAPI(title="panelwise view", docs_url=None, redoc_url=None, openapi_url=None)
    routes: dict[str, Callable[..., Any]] = {
        "/": pages.index,
        "/runs/{run}": pages.run,
        "/runs/{run}/samples": pages.samples,
        "/runs/{run}/sample": pages.sample,
        "/packs/{pack}": pages.pack,
        "/pictures/{sha256}": pages.picture,
        "/pictures/{sha256}/small": pages.small_picture,
        "/pictures/{sha256}/full": pages.full_picture,
        "/static/{name}": pages.static,
    }
    for path, handler in routes.items():
        app.add_api_route(path, handler, methods=["GET", "HEAD"], response_model=None)
    app.add_exception_handler(HTTPException, pages.missing)
    app.add_exception_handler(PanelwiseError, pages.unreadable)
    made: App = app
    return made


class _Pages:
    """A method for each address; FastAPI calls them in threads."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._pictures = Previews(shelf)
        self._environment = page_environment()
        self._environment.filters |= {
            "count": count,
            "figure": figure,
            "interval": interval,
            "share": share,
            "task_title": task_title,
        }

    def index(self, part: bool = False) -> Any:
        self._shelf.look()
        wait = 0.0 if part else FIRST_WAIT / max(1, len(self._shelf.runs))
        runs = [run_view(run, wait) for run in self._shelf.runs]
        runs.sort(key=lambda run: (not run.running, -run.written))
        return self._page(
            "index",
            part,
            title="Packs and runs",
            runs=runs,
            packs=[_pack_facts(pack) for pack in self._shelf.packs],
            faults=self._shelf.faults,
            paths=[str(path) for path in self._shelf.paths],
            every=2 if any(run.running or run.pending for run in runs) else 10,
        )

    def run(self, run: str, part: bool = False) -> Any:
        live = self._run(run)
        view = run_view(live, 0.0 if part else FIRST_WAIT)
        packs: tuple[str, ...] = ()
        fault = ""
        try:
            packs = tuple(pack.hash for pack in live.packs()) if not view.fault else ()
        except PanelwiseError as error:
            fault = str(error)
        return self._page(
            "run",
            part,
            title=view.name,
            run=view,
            latest=() if view.fault else latest_samples(live),
            packs=[one for one in self._shelf.packs if one.pack.hash in packs],
            pack_fault=fault,
            every=2 if view.running or view.pending else 10,
        )

    def samples(
        self, run: str, outcome: str = "", task: str = "", q: str = "", page: int = 1
    ) -> Any:
        live = self._run(run)
        filters = Filters(outcome if outcome in WORDS else "", task, q)
        found = sample_list(live, filters, page)
        return self._page(
            "samples",
            title=f"{live.path.resolve().name}: samples",
            run=live,
            name=live.path.resolve().name,
            filters=filters,
            found=found,
            total=len(live.state().results),
        )

    def sample(
        self,
        run: str,
        pack: str = "",
        item: str = "",
        repeat: int = 0,
        outcome: str = "",
        task: str = "",
        q: str = "",
    ) -> Any:
        live = self._run(run)
        packs = {one.pack for one in live.state().results if one.pack.startswith(pack)}
        filters = Filters(outcome, task, q)
        views = [
            view
            for one in sorted(packs)
            if (view := sample_view(self._shelf, live, SampleKey(one, item, repeat), filters))
        ]
        if not views:
            raise _not_found("This sample is not stored (yet).")
        return self._page(
            "sample",
            title=f"{item}: {live.path.resolve().name}",
            run=live,
            name=live.path.resolve().name,
            view=views[0],
            filters=filters,
            data=script_json(views[0].data),
        )

    def pack(self, pack: str, q: str = "", page: int = 1) -> Any:
        found = self._shelf.pack(pack)
        if found is None:
            raise _not_found("There is no such pack here.")
        items = [one for one in found.pack.items() if q.casefold() in one.id.casefold()]
        pages = max(1, -(-len(items) // ITEMS_PER_PAGE))
        page = min(max(1, page), pages)
        some = items[(page - 1) * ITEMS_PER_PAGE : page * ITEMS_PER_PAGE]
        return self._page(
            "pack",
            title=found.pack.name,
            one=_pack_facts(found),
            shown=[_item_view(found, item) for item in some],
            first=(page - 1) * ITEMS_PER_PAGE + 1,
            matching=len(items),
            page=page,
            pages=pages,
            q=q,
        )

    def picture(self, sha256: str) -> Any:
        return _file(self._pictures.preview(sha256))

    def small_picture(self, sha256: str) -> Any:
        return _file(self._pictures.preview(sha256, SMALL))

    def full_picture(self, sha256: str) -> Any:
        return _file(self._pictures.original(sha256))

    def static(self, name: str) -> Any:
        if name not in ASSETS:
            raise _not_found("There is no such file.")
        from starlette.responses import Response

        return Response((STATIC / name).read_bytes(), media_type=ASSETS[name])

    async def missing(self, request: Any, error: Any) -> Any:
        return self._page("fault", title="Not here", said=error.detail, status=error.status_code)

    async def unreadable(self, request: Any, error: Any) -> Any:
        return self._page("fault", title="Cannot be read", said=str(error), status=500)

    def _run(self, address: str) -> LiveRun:
        run = self._shelf.run(address)
        if run is None:
            raise _not_found("There is no such run here.")
        return run

    def _page(self, template: str, part: bool = False, *, status: int = 200, **values: Any) -> Any:
        """A page, or the part of it that is fetched again and again."""
        from starlette.responses import HTMLResponse

        file = f"live/{template}{'_part' if part else ''}.html.j2"
        text = self._environment.get_template(file).render(
            words=WORDS, version=version("panelwise"), **values
        )
        # Half a surrogate pair, which a stored response may carry, is shown as a question mark.
        return HTMLResponse(text.encode(errors="replace"), status)


def _not_found(said: str) -> Exception:
    from starlette.exceptions import HTTPException

    missing: Exception = HTTPException(404, said)
    return missing


def _file(picture: ServedPicture | None) -> Any:
    from starlette.responses import Response

    if picture is None:
        raise _not_found("No pack here holds this picture.")
    return Response(picture.data, media_type=picture.media_type, headers=FOREVER)


def _pack_facts(one: LivePack) -> dict[str, Any]:
    manifest = one.pack.manifest
    items = one.pack.items()
    return {
        "id": one.id,
        "name": one.pack.name,
        "pack": one.pack,
        "title": manifest.get("title") or task_title(manifest["task"]),
        "withheld": any(item.withheld for item in items),
        "gold": [str(line) for line in vouchers([item.meta for item in items])],
        "findings": [str(entry.get("what", ""))
                     for entry in manifest.get("findings", [])],
        "books": len(manifest.get("books", [])),
    }  # fmt: skip


def _item_view(one: LivePack, item: Item) -> dict[str, Any]:
    def address(image: ImageEntry, longest: int) -> str | None:
        return picture_address(image) if one.pack.image_path(image.sha256) else None

    return item_view(item, address)
