"""``panelwise train list`` and ``panelwise train NAME``: the recipes, and a training by one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from panelwise.cli._build import say_excluded
from panelwise.cli._options import ProfileOption
from panelwise.cli._output import figure, interval, say, write_json, write_line, write_table
from panelwise.registry import did_you_mean
from panelwise.wording import counted

if TYPE_CHECKING:
    from panelwise.training.finetuning import Trained
    from panelwise.training.recipes import Stated, TrainingRecipe

STEPS_SHOWN = 20  # lines of progress of a whole training

HeldOutPacks = Annotated[
    list[Path] | None,
    typer.Option(
        help="A pack to evaluate on before and after; repeatable. It must share no page and no"
        " book with the training packs."
    ),
]
StatedLicences = Annotated[
    list[str] | None,
    typer.Option(
        help="Why you may train on books without a licence; or BOOK=REASON for one book"
        " whose licence restricts use. Repeatable; it is recorded.",
    ),
]
RecipeSettings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="Change a setting of the recipe, as key=value; panelwise train show NAME lists them.",
    ),
]


class NamesARecipe(TyperGroup):
    """A group in which a name that is no command is that of a recipe to run."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and not args[0].startswith("-") and args[0] not in self.commands:
            from panelwise.training.recipes import RECIPES

            if args[0] not in RECIPES:
                hint = did_you_mean(args[0], [*RECIPES, *self.commands], "panelwise train list")
                ctx.fail(f"'{args[0]}' is neither a command nor a recipe; {hint} recipes")
            args = ["run", *args]
        return super().parse_args(ctx, args)


def list_(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """List the training recipes."""
    from panelwise.training.recipes import RECIPES

    if as_json:
        write_json([_record(one) for one in RECIPES.values()], indent=True)
        return
    width = max(map(len, RECIPES))
    for name, one in RECIPES.items():
        write_line(f"{name:<{width}}  {one.title} ({one.source})")


def show(
    name: Annotated[str, typer.Argument(help="A recipe listed by panelwise train list.")],
) -> None:
    """Print a recipe: what it needs, its settings and sources."""
    from panelwise.training.recipes import get_recipe

    one = get_recipe(name)
    write_line(f"{one.name}: {one.title}")
    write_line(f"source: {one.source}")
    write_line(f"trains on: {one.needs}")
    write_line(f"is evaluated on: {one.tests}")
    if one.published:
        write_line(f"results of the paper: {', '.join(one.published)}")
    rows = [[key, _value(value), value.origin, _note(value)] for key, value in one.stated().items()]
    write_table(["setting", "value", "from", "note"], rows)
    write_line(
        "--set changes all of these but bases (--model) and seeds (--seed), and answer_tokens, the"
        " most tokens of an answer in the evaluations."
    )
    for line in one.untried:
        write_line(f"not tried: {line}")


def run(
    name: Annotated[
        str, typer.Argument(help="The name of a recipe; panelwise train list lists them.")
    ],
    model: Annotated[
        str,
        typer.Option(
            help="The checkpoint to train: a folder, or ORG/NAME on the Hugging Face hub."
        ),
    ],
    train: Annotated[list[Path], typer.Option(help="A pack to train on; repeatable.")],
    out: Annotated[Path, typer.Option(help="The folder of the training.")],
    test: HeldOutPacks = None,
    settings: RecipeSettings = None,
    profile: ProfileOption = "recommended",
    licence: StatedLicences = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The seed. Default: the recipe's first.")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="Train on the first N samples and test N items.", metavar="N"),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the training in --out.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the results as JSON.")] = False,
) -> None:
    """Train a model with a recipe, and test it before and after.

    Both tests are on the same packs (--test). panelwise train show NAME lists what --set changes,
    such as --set epochs=2. The folder --out gets the trained checkpoint (model), its model card,
    the log of the training, and the runs. An interrupted training continues with --resume from its
    last checkpoint.
    """
    from panelwise.packs import Pack
    from panelwise.profile import get_profile, parse_settings
    from panelwise.training.finetuning import train as carry_out
    from panelwise.training.recipes import get_recipe

    def watch(figures: dict[str, Any], steps: int) -> None:
        if figures["step"] % max(1, steps // STEPS_SHOWN) == 0:
            say(f"step {figures['step']} of {steps}: loss {figure(figures['loss'])}")

    done = carry_out(
        get_recipe(name),
        model,
        [Pack.open(path) for path in train],
        [Pack.open(path) for path in test or ()],
        out=out,
        profile=get_profile(profile),
        settings=parse_settings(settings or ()),
        seed=seed,
        limit=limit,
        licences=tuple(licence or ()),
        resume=resume,
        watch=watch,
        say=say,
    )
    _report(done, as_json=as_json)


def suite(
    name: Annotated[
        str, typer.Argument(help="The questions: everyday (drawn), panels, mmbench or mmmu.")
    ],
    out: Annotated[Path, typer.Option(help="A new folder for the pack.")],
    path: Annotated[
        Path | None,
        typer.Argument(
            help="The files: the .tsv of MMBench, the folder of MMMU; for panels, families of"
            " 'panelwise press --worlds'."
        ),
    ] = None,
) -> None:
    """Write a pack of questions about single pictures.

    It shows what training on comics makes worse. Give the pack as --test to 'panelwise train run':
    the model card then has the scores before and after.
    """
    from panelwise.training.retention import write_suite

    pack = write_suite(name, path, out)
    say_excluded(pack.manifest)
    say(f"{pack.path}: {counted(len(pack), 'question')}")


def add_recipes(app: typer.Typer) -> None:
    """Add the verbs to the group ``train``."""
    app.command("list")(list_)
    app.command("show")(show)
    app.command("run")(run)
    app.command("suite")(suite)


def _report(done: Trained, *, as_json: bool) -> None:
    """Before and after, and what was lost."""
    rows = [(one, before, after) for one in done.compared for before, after in one.pairs()]
    if as_json:
        write_json(
            {
                "model": str(done.folder),
                "card": str(done.card),
                "tests": [
                    {
                        "test": one.test.name,
                        "metric": after.headline_metric,
                        "before": before.headline.headline.value,
                        "after": after.headline.headline.value,
                        "chance": after.headline.chance,
                        "collapse": [sign.words for sign in one.collapses],
                    }
                    for one, before, after in rows
                ],
            },
            indent=True,
        )
        return
    if rows:
        write_table(
            ["test", "metric", "n", "before", "after", "chance"],
            [
                [
                    one.test.name,
                    after.headline_metric,
                    str(after.n),
                    interval(before.headline.headline),
                    interval(after.headline.headline),
                    figure(after.headline.chance),
                ]
                for one, before, after in rows
            ],
        )
    for one in done.compared:
        for sign in one.collapses:
            write_line(f"FORMAT COLLAPSE ({sign.sign}) on {one.test.name}: {sign.words}")
    say(f"written: {done.folder}; evaluate it with --model hf/{done.folder}")


def _record(recipe: TrainingRecipe) -> dict[str, Any]:
    values = {key: one.value for key, one in recipe.stated().items()}
    origins = {key: one.origin for key, one in recipe.stated().items()}
    return {"name": recipe.name, "title": recipe.title, "values": values, "from": origins}


def _value(one: Stated[Any]) -> str:
    return ", ".join(map(str, one.value)) if isinstance(one.value, tuple) else str(one.value)


def _note(one: Stated[Any]) -> str:
    """The note, and the values that can be given where only some can."""
    choices = f"one of {', '.join(map(str, one.choices))}" if one.choices else ""
    return "; ".join(filter(None, (one.note, choices)))
