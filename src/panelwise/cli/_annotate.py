"""``panelwise annotate``."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._output import open_address, say, write_line
from panelwise.errors import InputError, PanelwiseError
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.annotation import Purpose


_Packs = list[Path] | None
_Procedure = Annotated[
    str,
    typer.Option(
        help="Make the project, with this procedure: a name from 'panelwise list procedures', or a"
        " YAML file."
    ),
]
_Pack = Annotated[_Packs, typer.Option(help="A pack whose items are worked on.")]
_Comic = Annotated[
    _Packs,
    typer.Option(
        help="A comic to annotate, for a procedure about pages, such as pages.gold or pages.people."
    ),
]
_Hidden = Annotated[
    _Packs, typer.Option(help="A pack with known answers, to be mixed with the others.")
]
_Test = Annotated[
    _Packs, typer.Option(help="A pack with known answers for the qualification test.")
]
_Training = Annotated[
    _Packs,
    typer.Option(
        help="A pack for practice: people answer its items first, and see the right answer after"
        " each."
    ),
]
_Title = Annotated[str, typer.Option(help="The project's title, shown to everybody.")]
_Seed = Annotated[int, typer.Option(min=0, help="Determines all random choices of a new project.")]
_Database = Annotated[
    str,
    typer.Option(
        envvar="PANELWISE_DATABASE",
        help="A PostgreSQL URL for the log of a new project, instead of a file in the"
        " folder. The URL is not stored: give it at each start.",
    ),
]
_Host = Annotated[str, typer.Option(help="The address to listen on.")]
_Port = Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")]
_Public = Annotated[
    str, typer.Option(help="The address that people open, if a proxy is in front: https://…")
]
_Proxy = Annotated[
    list[str] | None, typer.Option(help="The address of a trusted proxy, such as 127.0.0.1.")
]
_Open = Annotated[bool, typer.Option("--open", help="Open the page in a browser.")]


def annotate(
    project: Annotated[Path, typer.Argument(help="The project's folder.")],
    procedure: _Procedure = "",
    pack: _Pack = None,
    comic: _Comic = None,
    hidden_gold: _Hidden = None,
    qualification: _Test = None,
    training: _Training = None,
    title: _Title = "",
    seed: _Seed = 0,
    database: _Database = "",
    host: _Host = "127.0.0.1",
    port: _Port = 8015,
    public_url: _Public = "",
    proxy: _Proxy = None,
    open_it: _Open = False,
) -> None:
    """Let people answer, review and vote in a browser.

    With --procedure the project is made first. The first start prints the name and password of
    the project's admin, who invites the others. Needs the extra 'annotate'. Ctrl-C ends the
    server; nothing that was submitted is lost.
    """
    from panelwise.annotation import open_project
    from panelwise.annotation.app import serve_project

    packs: dict[Purpose, list[Path]] = {
        "work": pack or [],
        "hidden_gold": hidden_gold or [],
        "qualification": qualification or [],
        "training": training or [],
    }
    if procedure:
        _make(project, procedure, packs, comic or [], title, seed, database)
    elif comic or any(packs.values()):
        raise InputError("packs and comics belong to a new project; give its --procedure, too")

    def ready(url: str, password: str) -> None:
        write_line(url, now=True)
        if password:
            write_line(f"name: admin, password: {password}", now=True)
            say("this password is not shown again; change it on the page 'Account'")
        say("Ctrl-C ends it")
        if open_it:
            open_address(url)

    with open_project(project, database=database) as opened:
        say(f"serving {counted(len(opened.work.state.work_units()), 'item')}")
        try:
            serve_project(
                opened, host=host, port=port, public_url=public_url, proxies=proxy or (),
                ready=ready,
            )  # fmt: skip
        except KeyboardInterrupt:
            say("ended")


def _make(
    project: Path,
    procedure: str,
    packs: dict[Purpose, list[Path]],
    comics: list[Path],
    title: str,
    seed: int,
    database: str,
) -> None:
    from panelwise.annotation import (
        CORRECTING,
        add_comics,
        create_project,
        open_project,
        read_procedure,
        units_of_pack,
        with_known_items,
    )
    from panelwise.comics import open_comics
    from panelwise.packs import Pack

    if not packs["work"] and not comics:
        raise InputError("give at least one --pack or --comic to work on")
    if procedure == CORRECTING:
        raise InputError(
            f"--procedure {CORRECTING}: it corrects what is found in one comic; use"
            " `panelwise correct COMIC`"
        )
    books = open_comics(comics) if comics else ()
    plan = with_known_items(
        read_procedure(procedure),
        {name: sum(len(Pack.open(path)) for path in paths) for name, paths in packs.items()},
    )
    create_project(
        project, plan, packs=[one for some in packs.values() for one in some], title=title,
        seed=seed, database=database,
    )  # fmt: skip
    try:
        with open_project(project, database=database) as made:
            for purpose, paths in packs.items():
                for path in paths:
                    made.add_units(units_of_pack(Pack.open(path), purpose))
            add_comics(made, books)
    except PanelwiseError:  # the corrected command is not to find a project without work
        shutil.rmtree(project, ignore_errors=True)
        raise
    say(f"made {project}")


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(annotate)
