"""The program: verbs gathered, errors turned into one line and an exit code.

Exit codes: 0 success, 1 a run that failed, 2 a user's mistake, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from panelwise.cli import (
    _build,
    _compare,
    _demo,
    _doctor,
    _evaluate,
    _list,
    _order,
    _read,
    _report,
    _score,
    _show,
)
from panelwise.cli._output import say
from panelwise.errors import PanelwiseError, UnavailableError, UserError

app = typer.Typer(
    name="panelwise",
    help="Read comics, build benchmarks from them, ask any model to take them, score it honestly.",
    no_args_is_help=True,
    rich_markup_mode=None,  # plain help needs no rich and prints in half the time
    pretty_exceptions_enable=False,
    add_completion=False,
)
for verbs in (
    _read,
    _order,
    _build,
    _show,
    _evaluate,
    _score,
    _compare,
    _report,
    _demo,
    _doctor,
    _list,
):
    verbs.register(app)

# typer re-exports only the leaves of its parser's exceptions; this is their common root.
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


@app.callback(invoke_without_command=True)
def _root(version: bool = typer.Option(False, "--version", help="Print the version.")) -> None:
    if version:
        from importlib.metadata import version as installed

        typer.echo(installed("panelwise"))
        raise typer.Exit


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors go to standard error as one line."""
    try:
        code = app(args=arguments, standalone_mode=False, prog_name="panelwise")
    except _UsageError as error:
        message = getattr(error, "format_message", error.__str__)()
        say(f"panelwise: {' '.join(message.split())} (panelwise --help shows how)")
        return 2
    except (UserError, UnavailableError) as error:
        say(f"panelwise: {error}")
        return 2
    except PanelwiseError as error:
        say(f"panelwise: {error}")
        return 1
    except (KeyboardInterrupt, typer.Abort):
        say("panelwise: interrupted; the same command continues where it stopped")
        return 130
    except BrokenPipeError:
        # The reader of our output has gone (``| head``); keep the interpreter's exit quiet too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0


def main() -> None:
    """The ``panelwise`` command."""
    sys.exit(run())
