"""``panelwise verify``, ``keygen``, ``sign``, ``withhold`` and ``score-hidden``."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._build import Settings
from panelwise.cli._options import MovedPacks, ProfileOption
from panelwise.cli._output import figure, say, write_json, write_line
from panelwise.cli._run_output import print_run
from panelwise.wording import argument, counted

if TYPE_CHECKING:
    from panelwise.trust import Verification

SHOWN = 50  # differences; --json has all
PASSWORD = "PANELWISE_KEY_PASSWORD"  # noqa: S105 - the name of a variable


def verify(
    path: Annotated[Path, typer.Argument(help="A run or a pack.")],
    packs: MovedPacks = None,
    report: Annotated[
        Path | None, typer.Option(help="A report of the run, whose tables are compared, too.")
    ] = None,
    trust: Annotated[
        str | None,
        typer.Option(
            help="A minisign public key, as a file or a line: the folder must be signed with its"
            " secret key.",
            metavar="PUBKEY",
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found as JSON.")] = False,
) -> None:
    """Check a run or a pack: hashes, pictures, every score.

    Reads and scores every stored response again, and compares the scores with the stored ones. The
    exit status is 1 if anything differs. If a response was changed together with its scores, only a
    signature (--trust) reveals it.
    """
    from panelwise.trust import verify as verify_folder

    found = verify_folder(path, packs or (), report=report, trust=trust)
    if as_json:
        write_json(_as_json(found), indent=True)
    else:
        _print(found)
    if not found.holds:
        raise typer.Exit(1)


def _as_json(found: Verification) -> dict[str, object]:
    import dataclasses

    return dataclasses.asdict(found) | {"path": str(found.path), "holds": found.holds}


def _print(found: Verification) -> None:
    for difference in found.differences[:SHOWN]:
        write_line(str(difference))
    if len(found.differences) > SHOWN:
        write_line(f"and {len(found.differences) - SHOWN} more (--json shows all)")
    for one in found.figures:
        values = figure(one.stored)
        if one.stored != one.found:
            values = f"stored {values}, found {figure(one.found)}"
        write_line(f"{one.task}: {one.metric} {values} (n = {one.n})")
    for digest, folder in found.packs:
        say(f"pack {digest}: {os.path.normpath(folder)}")
    for note in found.notes:
        say(f"note: {note}")
    if found.signature is not None:
        signed = found.signature
        of = f"signed by key {signed.key}"
        comment = signed.comment.replace("\t", ", ")
        say(f"{of}: {comment}" if signed.trusted else f"{of}, which --trust did not name")
    checked = f"{counted(found.items, 'item')}"
    if found.rescored or found.samples:
        checked += f", {counted(found.samples, 'sample')}, {found.rescored} of them scored again"
    count = len(found.differences)
    place = os.path.normpath(found.path)
    say(f"{place}: {checked}: {'agrees' if found.holds else counted(count, 'difference')}")


def keygen(
    out: Annotated[Path, typer.Argument(help="A new file for the secret key.")],
    unencrypted: Annotated[
        bool, typer.Option("--unencrypted", help="Write the secret key without a password.")
    ] = False,
) -> None:
    """Make a key pair for signing, in the format of minisign.

    Writes the secret key, which only you may read, and the public key to the same name with .pub.
    The password is asked for, or taken from PANELWISE_KEY_PASSWORD.
    """
    from panelwise.trust import new_key, require_signing

    require_signing()  # before a password is asked for
    password = None if unencrypted else _password("A password for the new key", new=True)
    public = new_key(out, password)
    say(f"secret key: {out} ({'unencrypted' if unencrypted else 'encrypted'}; keep it)")
    say(f"public key: {out}.pub (publish it)")
    write_line(public.text)


def sign(
    path: Annotated[Path, typer.Argument(help="A complete run, or a pack.")],
    key: Annotated[Path, typer.Option(help="The secret key; panelwise keygen makes one.")],
    packs: MovedPacks = None,
    unchecked: Annotated[
        bool, typer.Option("--unchecked", help="Sign without verifying first.")
    ] = False,
) -> None:
    """Sign a run or a pack, in the format of minisign.

    Verifies it, then writes signed.json, with the hashes of everything that determines the result,
    and signed.json.minisig.
    """
    from panelwise.errors import InputError
    from panelwise.evaluation import Run
    from panelwise.packs import Pack
    from panelwise.trust import needs_password, readable_by_others, require_signing
    from panelwise.trust import sign as sign_folder
    from panelwise.trust import verify as verify_folder

    require_signing()
    password = _password(f"The password of {key}") if needs_password(key) else None
    if not unchecked:
        found = verify_folder(path, packs or ())
        wrong = [one for one in found.differences if "signed.json" not in one.where]
        if wrong:
            more = counted(len(wrong) - 1, "more difference")
            rest = f" ({more}; panelwise verify {argument(path)} shows all)" * (len(wrong) > 1)
            raise InputError(f"{path} was not signed: {wrong[0]}{rest}; correct that first")
    is_pack = (path / "manifest.json").is_file()
    subject = Pack.open(path) if is_pack else Run.open(path, packs or ())
    written = sign_folder(subject, key, password)
    if readable_by_others(key):
        say(f"warning: {key}: others may read it; chmod 600 {key}")
    say(f"signed: {written} and {written.name}.minisig")
    public = argument(f"{key}.pub")
    say(f"  check it: panelwise verify {argument(path)} --trust {public}")
    say(f"  or: minisign -Vm {argument(written)} -p {public}")


def withhold(
    pack: Annotated[Path, typer.Argument(help="A pack with its pictures.")],
    out: Annotated[Path, typer.Option(help="A new folder: the pack to publish.")],
    key: Annotated[Path, typer.Option(help="A new file, which you keep to score answers.")],
) -> None:
    """Make a hidden test set: a pack without right answers.

    The public pack holds what a model is sent, under new ids and in another order. Anybody can run
    it; you score what comes back with score-hidden.
    """
    from panelwise.packs import Pack
    from panelwise.packs import withhold as withhold_answers

    done = withhold_answers(Pack.open(pack), out, key)
    say(f"publish: {done.public.path} ({counted(len(done.public), 'item')}, no right answers)")
    say(f"keep: {done.key} and {pack}")
    for note in done.notes:
        say(f"note: {note}")


def score_submission(
    submission: Annotated[
        Path, typer.Argument(help="A run on the public pack, or a file of its answers.")
    ],
    pack: Annotated[Path, typer.Option(help="The pack with the right answers.")],
    key: Annotated[Path, typer.Option(help="The key that panelwise withhold wrote.")],
    out: Annotated[Path, typer.Option(help="A new folder: the scored run.")],
    profile: ProfileOption = "recommended",
    settings: Settings = None,
    allow_missing: Annotated[
        bool,
        typer.Option(
            "--allow-missing",
            help="Count items without an answer as not answered. Default: an error.",
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the summary as JSON.")] = False,
) -> None:
    """Score answers to a hidden test set.

    The figures are those of a run on the pack itself. The scored run contains the right answers:
    keep it private, and publish only the figures.
    """
    from panelwise.evaluation import score_submission as score
    from panelwise.profile import parse_settings

    run = score(
        submission,
        pack,
        key,
        out,
        profile=profile,
        settings=parse_settings(settings or ()),
        allow_missing=allow_missing,
    )
    print_run(run, as_json=as_json)


def _password(prompt: str, *, new: bool = False) -> str:
    """From the environment, else typed and not shown; that of a new key is typed twice.

    Raises:
        InputError: for an empty one, or when nobody types one.
    """
    from panelwise.errors import InputError

    if PASSWORD in os.environ:
        given = os.environ[PASSWORD]
    else:
        left = f"so {'no key was written' if new else 'nothing was signed'}; {_instead(new)}"
        if not sys.stdin.isatty():  # getpass would warn, and show what is typed
            raise InputError(f"no password was given and there is no terminal to ask on, {left}")
        try:
            given = typer.prompt(prompt, hide_input=True, confirmation_prompt=new, err=True)
        except typer.Abort:  # Ctrl-C or Ctrl-D
            raise InputError(f"no password was given, {left}") from None
    if not given:
        raise InputError(f"the password is empty; {_instead(new)}")
    return str(given)


def _instead(new: bool) -> str:
    return f"set {PASSWORD}{' or give --unencrypted' if new else ''}"


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command()(verify)
    app.command()(keygen)
    app.command()(sign)
    app.command()(withhold)
    app.command("score-hidden")(score_submission)
