"""``panelwise export`` and ``panelwise import-log``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._output import say
from panelwise.wording import argument, counted


def export(
    pack: Annotated[Path, typer.Argument(help="A pack with its images.")],
    to: Annotated[
        str, typer.Option(help="The format: vlmevalkit, lmms-eval, huggingface or openai-batch.")
    ],
    out: Annotated[Path, typer.Option(help="A new folder for the exported files.")],
    model: Annotated[
        str | None, typer.Option(help="For openai-batch: the name of the model that will answer.")
    ] = None,
) -> None:
    """Write a pack in the format of another harness."""
    from panelwise.packs.exchange import export_pack

    done = export_pack(pack, to, out, model=model)
    files = counted(len(done.files), "file")
    say(f"{counted(done.items, 'item')} written to {done.folder} ({files})")
    for note in done.notes:
        say(f"  {note}")


def import_log(
    logs: Annotated[list[Path], typer.Argument(help="The files of the log.")],
    source: Annotated[
        str, typer.Option("--from", help="The log's format: vlmevalkit, lmms-eval or openai-batch.")
    ],
    pack: Annotated[Path, typer.Option(help="The pack that was exported.")],
    out: Annotated[Path, typer.Option(help="A new file for the answers.")],
) -> None:
    """Turn another harness's log into recorded answers."""
    from panelwise.packs.exchange import import_log as import_answers

    done = import_answers(logs, source, pack, out)
    say(f"{counted(done.answers, 'answer')} written to {done.path}")
    for note in done.notes:
        say(f"  {note}")
    recorded = argument(f"recorded:{done.path}")
    say(f"  score them: panelwise evaluate {argument(pack)} --model {recorded}")


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command()(export)
    app.command("import-log")(import_log)
