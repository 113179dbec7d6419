"""The program: verbs gathered, errors turned into one line and an exit code.

Exit codes: 0 success, 1 a run that failed, 2 a user's mistake, 3 success but for pages or books
that could not be read and were left out, 130 interrupted.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import warnings
from collections.abc import Sequence
from functools import cache
from typing import Any

import typer

from panelwise.cli import (
    _annotate,
    _annotations,
    _audit,
    _build,
    _calibration,
    _check,
    _compare,
    _correct,
    _cutoff,
    _data,
    _demo,
    _doctor,
    _draft,
    _errors,
    _evaluate,
    _experiment,
    _export,
    _items,
    _judge,
    _leaderboard,
    _legible,
    _list,
    _matrix,
    _order,
    _people,
    _power,
    _press,
    _probe,
    _published,
    _quality,
    _read,
    _report,
    _rescore,
    _score,
    _screen,
    _select,
    _settings,
    _shortcuts,
    _show,
    _suite,
    _task,
    _train,
    _transcribe,
    _trust,
    _twins,
    _view,
)
from panelwise.cli._heap import share_heap
from panelwise.cli._output import say, write_line
from panelwise.cli._skipped import counting_skipped
from panelwise.errors import (
    PanelwiseError,
    PluginWarning,
    RenamedSettingWarning,
    UnavailableError,
    UnreadFileWarning,
    UserError,
)
from panelwise.wording import plain_fault

app = typer.Typer(
    name="panelwise",
    help="Read comics, build benchmarks from them, run models on them, and score the answers.",
    rich_markup_mode=None,  # plain help needs no rich and prints in half the time
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for verbs in (
    _read,
    _transcribe,
    _order,
    _press,
    _build,
    _check,
    _draft,
    _show,
    _suite,
    _task,
    _legible,
    _evaluate,
    _experiment,
    _rescore,
    _export,
    _train,
    _score,
    _screen,
    _select,
    _judge,
    _errors,
    _trust,
    _compare,
    _correct,
    _power,
    _items,
    _calibration,
    _people,
    _shortcuts,
    _twins,
    _probe,
    _cutoff,
    _matrix,
    _report,
    _leaderboard,
    _view,
    _annotate,
    _annotations,
    _quality,
    _demo,
    _doctor,
    _list,
    _settings,
    _published,
    _audit,
    _data,
):
    verbs.register(app)

_python_warning = warnings.showwarning
_OPTIONS = re.compile(r" \(Possible options: (.*)\)$")
_COMPLETING = "_PANELWISE_COMPLETE"  # set by the script that --install-completion writes

# typer re-exports only the leaves of its parser's exceptions; this is their common root.
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


@app.callback(invoke_without_command=True)
def _root(version: bool = typer.Option(False, "--version", help="Print the version.")) -> None:
    if version:
        from importlib.metadata import version as installed

        write_line(installed("panelwise"))
        raise typer.Exit


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; errors go to standard error as one line."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    warnings.showwarning = _warn
    if arguments is None and _COMPLETING in os.environ:
        app(prog_name="panelwise")  # the shell asks what a command line may go on with
    with counting_skipped() as skipped:
        code = _run(given)
    if skipped.count:
        say(f"skipped, because they could not be read: {skipped.count}")
    return 3 if code == 0 and skipped.count else code


@cache
def _parser() -> Any:
    """The parser of all commands, made once: it takes as long as a short command."""
    return typer.main.get_command(app)


def _run(given: list[str]) -> int:
    """Run one command; its exit code."""
    try:
        # ``app()`` would answer Ctrl-C, closed pipes and errors of the system in its own way.
        with _parser().make_context("panelwise", given or ["--help"]) as context:
            _parser().invoke(context)
    except typer.Exit as exit_:
        return exit_.exit_code
    except BrokenPipeError:
        # The reader of our output has gone (``| head``); keep the interpreter's exit quiet too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (_UsageError, PanelwiseError, OSError, KeyboardInterrupt) as error:
        code, message = _in_one_line(error, given)
        say(f"panelwise: {message}")
        return code
    return 0


def _warn(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
    """A warning of ours is a line at the terminal; others print as they always do."""
    if issubclass(category, UnreadFileWarning | PluginWarning | RenamedSettingWarning):
        say(f"warning: {message}")
    else:
        _python_warning(message, category, *where, **more)


def _in_one_line(error: BaseException, given: Sequence[str]) -> tuple[int, str]:
    """The exit code and the line for an error of the command line ``given``."""
    if isinstance(error, KeyboardInterrupt):
        return 130, "; ".join(["interrupted", *map(str, error.args)])
    if isinstance(error, _UsageError):
        message = getattr(error, "format_message", error.__str__)()
        context = getattr(error, "ctx", None)
        path = getattr(context, "command_path", "") or _command_path(given)
        if message.startswith(("Usage:", "Missing command")):  # its whole help, or no name
            commands = getattr(getattr(context, "command", None), "commands", {})
            message = f"give a command: {', '.join(commands)}"
        said = _OPTIONS.sub(_near_options, plain_fault(" ".join(message.split()))).removesuffix(".")
        return 2, f"{said} ({path} --help shows how)"
    if isinstance(error, OSError):  # a full disk, a folder without rights
        where = f"{error.filename}: " if error.filename else ""
        return 2, f"{where}{error.strerror or error}; check the path, its rights and the disk"
    return 2 if isinstance(error, UserError | UnavailableError) else 1, str(error)


def _near_options(listed: re.Match[str]) -> str:
    """The options that an unknown one resembles, as a question; ``--help`` is named anyway."""
    near = [one for one in listed[1].split(", ") if one != "--help"]
    return f"; did you mean {' or '.join(near)}?" if near else ""


def _command_path(given: Sequence[str]) -> str:
    """The command that a line names, for faults that the parser reports without their place."""
    path, commands = ["panelwise"], getattr(_parser(), "commands", {})
    for word in given:
        if word not in commands:
            break
        path.append(word)
        commands = getattr(commands[word], "commands", {})
    return " ".join(path)


def main() -> None:
    """The ``panelwise`` command. SIGTERM ends it as Ctrl-C does: in order, in one line."""
    share_heap()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(run())
