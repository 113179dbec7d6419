"""``panelwise check``, ``panelwise hashes`` and ``panelwise split``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from panelwise.cli._blind import (
    Blind,
    BlindLimit,
    BlindModel,
    BlindRun,
    TextOnlyAsking,
    require_gold,
    run_blind,
)
from panelwise.cli._build import Settings
from panelwise.cli._evaluate import MaxCost
from panelwise.cli._options import Comics
from panelwise.cli._output import gold_line, say, write_json, write_line
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.packs import BookFacts, Findings, Generalisation, Pack, Part, Split

SHOWN = 20  # findings of one gate
PARTS = {2: ("train", "test"), 3: ("train", "valid", "test")}
KnownHashes = Annotated[
    Path | None,
    typer.Option(
        help="A list of hashes (panelwise hashes), such as of comics that models were trained"
        " on; items that show look-alikes are flagged."
    ),
]

AsJson = Annotated[bool, typer.Option("--json", help="Print the findings as JSON.")]
SplitFile = Annotated[
    Path | None,
    typer.Option(help="The split file that the packs were made from (panelwise split)."),
]


def check(
    packs: Annotated[
        list[Path],
        typer.Argument(
            help="The packs to check. Several packs of the same task are also checked for leaks"
            " between them."
        ),
    ],
    split: SplitFile = None,
    known: KnownHashes = None,
    blind: Blind = False,
    model: BlindModel = None,
    out: BlindRun = None,
    limit: BlindLimit = None,
    max_cost: MaxCost = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Check packs for leaks, giveaways and duplicates.

    The exit status is 1 if a check rejects a pack.

    With --blind, items of a task form a group if they differ in nothing but pixels: a model without
    pixels answers all items of a group alike. "texts" is the number of groups, "alone" the number
    of items that are a group of their own. "without pixels" is the highest share of right answers
    that such a model can reach. Where options or panels differ only in their pixels, it has to
    guess. "gap" is the share minus chance.

    A task is rejected if the gap is above 0.02. Tasks whose evidence is the text itself, such as
    the ordering of descriptions, are not rejected. docs/analyses.md gives the limit for open
    questions.

    With --blind --model, a task is rejected if the model's answers from words alone are above
    chance (one-sided test, Holm-corrected over tasks).
    """
    from panelwise.packs import Pack, Split, read_hashes

    asked = TextOnlyAsking(model, out, limit, tuple(settings or ()), max_cost)
    if blind:
        run_blind(packs, asked, others=(split, known), as_json=as_json)
        return
    asked.require_none()
    listed = read_hashes(known) if known else {}
    opened = [Pack.open(path, whole=True) for path in packs]
    findings = _findings(opened, Split.open(split) if split else None, listed)
    if as_json:
        write_json(
            [{"pack": name} | record for name, found in findings for record in found.records()],
            indent=True,
        )
    else:
        for name, found in findings:
            _print(name, found)
        for pack in opened:
            write_line(f"{pack.path}: gold: {gold_line(item.meta for item in pack.items())}")
    refused = sum(len(found.refused) for _, found in findings)
    flagged = sum(len(found.flagged) for _, found in findings)
    say(f"{counted(sum(map(len, opened)), 'item')} checked: {refused} rejected, {flagged} flagged")
    if refused:
        raise typer.Exit(1)


def _findings(
    packs: list[Pack], split: Split | None, known: Mapping[int, str]
) -> list[tuple[str, Findings]]:
    """What is wrong in each pack, and between them."""
    from panelwise.packs import check_items, check_known, check_parts, look_at_pictures, part_of

    require_gold(packs)
    found: list[tuple[str, Findings]] = []
    parts: dict[str, list[Part]] = {}
    for pack in packs:
        if not pack.manifest.get("images", True):
            say(f"{pack.path}: built without images, so its pictures are not checked")
        pictures = look_at_pictures(pack)
        part = part_of(pack, pictures)
        of_pack = check_items(pack.items(), picture=pictures.problem) + check_known(part, known)
        found.append((str(pack.path), of_pack))
        parts.setdefault(pack.manifest["task"], []).append(part)
    for task, some in parts.items():
        if len(some) > 1 or split is not None:
            where = "between the parts" + (f" of {task}" if len(parts) > 1 else "")
            found.append((where, check_parts(some, split)))
    return found


def _print(name: str, findings: Findings) -> None:
    if not len(findings):
        write_line(f"{name}: nothing found")
        return
    write_line(f"{name}:")
    shown: Counter[str] = Counter()
    for finding in findings:
        shown[finding.gate] += 1
        if shown[finding.gate] <= SHOWN:
            what = f"{finding.where}: {finding.what}; {finding.remedy}"
            severity = {"refuse": "reject"}.get(finding.severity, finding.severity)
            write_line(f"  {severity:<6}  {finding.gate:<20}  {what}")
    for gate, count in shown.items():
        if count > SHOWN:
            write_line(f"  {'':<6}  {gate:<20}  and {count - SHOWN} more (--json shows all)")


def hashes(
    inputs: Annotated[
        list[Path],
        typer.Argument(help="Comics, as images, folders or archives; or the folder of one pack."),
    ],
    out: Annotated[Path, typer.Option(help="The list to write, as JSON Lines.")],
) -> None:
    """List perceptual hashes of comics or of a pack.

    For comics, hashes every page and every annotated panel; for a pack, the panels or pages that
    its items show. panelwise check --known finds pictures that look like these in other packs.
    """
    from panelwise.comics import open_comics, warn_of_annotations_beside
    from panelwise.packs import Pack, hash_pictures, write_hashes

    packed = len(inputs) == 1 and (inputs[0] / "manifest.json").is_file()
    if not packed:
        warn_of_annotations_beside(inputs)
    count = write_hashes(
        hash_pictures(Pack.open(inputs[0]) if packed else open_comics(inputs)), out
    )
    say(f"{out}: {counted(count, 'hash', 'hashes')}")


def split_comics(
    comics: Comics,
    out: Annotated[Path, typer.Option(help="The JSON file to write.")],
    by: Annotated[
        str | None,
        typer.Option(help="What is kept within one part: book, series or author. Default: author."),
    ] = None,
    fractions: Annotated[
        str, typer.Option(help="The relative sizes of train:test or train:valid:test.")
    ] = "8:1:1",
    kinds: Annotated[
        str | None,
        typer.Option(
            help="Instead of --fractions and --by: how many test books to take from series in the"
            " training part, from its authors, and from unseen authors, as in 5:5:3."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the split.", min=0)] = 0,
) -> None:
    """Split comics without leaks of books or authors.

    By default no book, series or author is in two parts.
    """
    from panelwise.comics import open_comics
    from panelwise.errors import InputError
    from panelwise.packs import BookFacts

    if out.exists():
        raise InputError(f"{out}: already exists; give a new file with --out")
    books = [BookFacts.of(book) for book in open_comics(comics)]
    found = _split_books(books, by, fractions, kinds, seed)
    found.write(out)
    counts = found.kinds()
    for part, names in found.parts.items():
        held = ", ".join(f"{n} {kind}" for kind, n in sorted(counts.get(part, {}).items()))
        detail = f", none nearer than {found.measures[part]} ({held})" if held else ""
        say(f"{part}: {counted(len(names), 'book')}{detail}")


def _split_books(
    books: list[BookFacts], by: str | None, fractions: str, kinds: str | None, seed: int
) -> Split:
    from panelwise.errors import SettingError
    from panelwise.packs import GENERALISATIONS, split_books, split_by_generalisation

    if kinds is not None:
        if by is not None:
            raise SettingError("--kinds says what the parts share; leave --by out")
        counts = _numbers("kinds", kinds)
        whole = all(count >= 0 and count % 1 == 0 for count in counts)
        if len(counts) != len(GENERALISATIONS) or not whole or not any(counts):
            raise SettingError(
                f"--kinds {kinds}: give three whole numbers, not all of them 0, such as 5:5:3"
            )
        wanted: dict[Generalisation, int] = dict(
            zip(GENERALISATIONS, map(int, counts), strict=True)
        )
        return split_by_generalisation(books, wanted, seed=seed)
    shares = _numbers("fractions", fractions)
    if len(shares) not in PARTS:
        raise SettingError(f"--fractions {fractions}: give two or three numbers, such as 8:1:1")
    if not all(0 < share < float("inf") for share in shares):
        raise SettingError(f"--fractions {fractions}: each must be above 0, as in 8:1:1")
    named = dict(zip(PARTS[len(shares)], shares, strict=True))
    return split_books(books, named, by=by or "author", seed=seed)  # type: ignore[arg-type]


def _numbers(option: str, text: str) -> list[float]:
    from panelwise.errors import SettingError

    try:
        return [float(part) for part in text.split(":")]
    except ValueError:
        raise SettingError(f"--{option} {text}: give numbers with colons between them") from None


def register(app: typer.Typer) -> None:
    """Add the verbs."""
    app.command()(check)
    app.command()(hashes)
    app.command(name="split")(split_comics)
