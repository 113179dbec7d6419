"""``panelwise rescore``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from panelwise.cli._build import Settings
from panelwise.cli._options import MovedPacks
from panelwise.cli._output import say
from panelwise.cli._run_output import note_other_profiles, print_run
from panelwise.wording import counted


def rescore(
    run: Annotated[Path, typer.Argument(help="The folder of the run.")],
    profile: Annotated[
        str | None, typer.Option(help="The profile to score by. Default: the run's.")
    ] = None,
    settings: Settings = None,
    packs: MovedPacks = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Score a run's stored responses again, in place.

    Replaces the run's scores and profile without sending anything to a model. Prompts, pictures
    and orders remain those of the packs.
    """
    from panelwise.evaluation import open_runs
    from panelwise.evaluation import rescore as rescore_run
    from panelwise.profile import parse_settings

    [opened] = open_runs([run], packs or ())
    scored = rescore_run(opened, profile, parse_settings(settings or ()))
    print_run(scored, as_json=as_json)
    answers = sum(1 for _, response in scored.answers() if response is not None)
    changed = scored.config["rescored"][-1]["changed"]
    say(f"{changed} of {counted(answers, 'answer')} read or scored differently than before")
    note_other_profiles(scored)


def register(app: typer.Typer) -> None:
    """Add the verb."""
    app.command()(rescore)
