"""Kinds are found by name, have every member, and are named nowhere but where they are declared."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from drawn import draw_book
from panelwise.cli import run
from panelwise.errors import FormError, InputError, PluginError
from panelwise.evaluation import Run
from panelwise.packs import Pack
from panelwise.profile import RECOMMENDED
from panelwise.tasks import Item, Rendering, read_answer_lines
from panelwise.tasks.kinds import KINDS, BaseKind, Kind, get_kind, kind_names
from plug_in import install, walks

__all__ = ["install"]
SOURCE = Path(__file__).resolve().parents[2] / "src/panelwise"
BUILT_IN = tuple(kind_names())
MEMBERS = [name for name in vars(Kind) if not name.startswith("_")]


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_kind_has_every_member_and_its_folder(name):
    kind = get_kind(name)
    assert kind.name == name
    assert [member for member in MEMBERS if not hasattr(kind, member)] == []
    assert kind.headline in kind.metrics
    assert set(kind.exported_metrics) <= set(kind.metrics)
    assert type(kind).__module__ == f"panelwise.tasks.kinds.{name}._kind"
    assert kind.form == "document" or (kind.empty is None and kind.exported_metrics)


def test_every_member_is_described():
    described = (Kind.__doc__ or "").split()
    undescribed = [
        name
        for name in MEMBERS
        if not (getattr(getattr(Kind, name), "__doc__", None) or f"{name}:" in described)
    ]
    assert undescribed == []


# Rule: what makes items of a kind names the kind, once, as a keyword, a default or a constant KIND:
# benchmarks, plans, and the verbs that ask a model about something else than a benchmark's items.
# Everybody else has an item or a name from the user, and asks the kind.
DECLARING = {
    *("benchmarks/_comix.py", "benchmarks/_mangavqa.py", "evaluation/_judge.py"),
    *("benchmarks/_probes.py", "evaluation/_error_classes.py"),
    *("evaluation/_screen.py", "tasks/plans/_description_ordering.py"),
    *("tasks/plans/_open_question.py", "tasks/plans/_panel_choice.py"),
    *("tasks/plans/_panel_ordering.py", "tasks/plans/_panel_sorting.py"),
    "tasks/plans/_story_checks.py",
    *("tasks/plans/_story_choice.py", "training/retention/_question.py"),
}


def named(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and reason of everything that decides by the name of a kind, or declares one."""
    for node in ast.walk(tree):
        how = decides(node) or ("declared" if declares(node) else "")
        if how:
            yield node.lineno, how


def decides(node: ast.AST) -> str:
    """How code at this node depends on which kind it has; empty where it does not."""
    if isinstance(node, ast.Compare):
        sides = [node.left, *node.comparators]
        return "compared" if any(map(is_kind, sides)) and any(map(names_in, sides)) else ""
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("get_kind"):
        return "looked up" if any(map(names_in, node.args)) else ""
    if isinstance(node, ast.ImportFrom | ast.Import):
        modules = [getattr(node, "module", ""), *(one.name for one in node.names)]
        folders = {f"panelwise.tasks.kinds.{name}" for name in BUILT_IN}
        return "imported" if folders & set(modules) else ""
    listed = node.keys if isinstance(node, ast.Dict) else getattr(node, "elts", ())
    return "listed" if len({name for one in listed if one for name in names_in(one)}) > 1 else ""


def declares(node: ast.AST) -> bool:
    """Whether it gives something its kind: a keyword, a default, a constant."""
    if isinstance(node, ast.Call):
        return any(word.arg == "kind" and names_in(word.value) for word in node.keywords)
    if isinstance(node, ast.AnnAssign | ast.Assign) and node.value is not None:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return bool(names_in(node.value)) and any(map(is_kind, targets))
    return False


def is_kind(node: ast.AST) -> bool:
    """``kind``, ``KIND``, ``x.kind``, ``x["kind"]``, ``kinds[…]``."""
    if isinstance(node, ast.Subscript):
        return ast.unparse(node.slice) == "'kind'" or is_kind(node.value)
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name.lower() in ("kind", "kinds")


def names_in(node: ast.AST) -> set[str]:
    """Names of kinds in a text, or in a tuple, list or set of texts."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return {name for one in node.elts for name in names_in(one)}
    said = node.value if isinstance(node, ast.Constant) else None
    return {said} if isinstance(said, str) and said in BUILT_IN else set()


def test_nothing_but_declarations_names_a_kind():
    # The kinds of drafts, and what is drawn on a page, have names of their own.
    other = ("drafting/", "comics/", "reading/", "metrics/", "tasks/kinds/")
    found = [
        f"{path}:{line} {how}"
        for file in SOURCE.rglob("*.py")
        if not (path := str(file.relative_to(SOURCE))).startswith(other)
        for line, how in named(ast.parse(file.read_text(encoding="utf-8")))
        if not (path in DECLARING and how == "declared")
    ]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        'if item.kind == "choice": pass',
        'if manifest["kind"] in ("ordering", "choice"): pass',
        'if kinds[a, b] != "answer": pass',
        'get_kind("rating").outcome(item)',
        'OF = {"spotting": 1, "detection": 2}',
        'OF = ("spotting", "detection")',
        'Item(kind="mark")',
        "from panelwise.tasks.kinds.answer import AnswerKind",
        'KIND = "mark"',
    ],
)
def test_the_check_sees_every_way_to_name_a_kind(code):
    assert list(named(ast.parse(code)))


# A kind of another package: the one that CONTRIBUTING.md adds.


@pytest.fixture
def counting(install) -> None:
    install(*walks()["kind"])


def test_a_kind_of_another_package_is_built_answered_scored_and_reported(
    counting, tmp_path, capsys
):
    comics = draw_book(tmp_path / "comics", [3, 4, 4, 5])
    pack, runs = tmp_path / "pack", {}
    assert run(["build", "mycounts.how_many", str(comics), "--out", str(pack)]) == 0
    assert [item.gold for item in Pack.open(pack).items()] == [{"panels": n} for n in (3, 4, 4, 5)]
    assert run(["check", str(pack)]) == 0
    for name in ("baseline:random", "baseline:constant", "baseline:oracle", "reader:default"):
        runs[name] = tmp_path / name.replace(":", "-")
        assert run(["evaluate", str(pack), "--model", name, "--out", str(runs[name])]) == 0
    right = {
        name: [result.scores["right_number"] for result in Run.open(folder).results()]
        for name, folder in runs.items()
    }
    assert right["baseline:constant"] == [0, 1, 1, 0]
    assert right["baseline:oracle"] == right["reader:default"] == [1, 1, 1, 1]
    report = tmp_path / "report"
    assert run(["report", *map(str, runs.values()), "--out", str(report)]) == 0
    page = (report / "index.html").read_text(encoding="utf-8")
    assert "How many panels" in page
    assert "right_number" in page
    assert "warning" not in capsys.readouterr().err


def test_people_answer_a_kind_of_another_package_in_its_form_or_in_a_text(counting):
    item = Item(
        "p", "mycounts.how_many", "panel_count", 1, Rendering((), (), ""), {"panels": 4}, ()
    )
    kind = get_kind("panel_count")
    assert kind.fill_form(item, item.gold, RECOMMENDED) == {"panels": 4}
    values = kind.answer_form(item).check({"panels": 3})
    assert kind.read_form(item, values, RECOMMENDED) == {"panels": 3}

    class Plain(type(kind)):
        answer_form = BaseKind.answer_form
        read_form = BaseKind.read_form
        fill_form = BaseKind.fill_form

    assert Plain().fill_form(item, item.gold, RECOMMENDED) == {"text": "4"}
    assert Plain().answer_form(item).check({"text": "I see 5."}) == {"text": "I see 5."}
    assert Plain().read_form(item, {"text": "I see 5."}, RECOMMENDED) == {"panels": 5}
    with pytest.raises(FormError, match="field 'text': 2 numbers; answer as the question asks"):
        Plain().read_form(item, {"text": "4 or 5"}, RECOMMENDED)


def test_answers_of_a_kind_of_another_package_are_scored_from_a_file(counting, tmp_path, capsys):
    lines = [{"id": k, "gold": 4, "answer": said} for k, said in enumerate((4, "I see 4.", "five"))]
    file = tmp_path / "answers.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert run(["score", "panel_count", str(file), "--json"]) == 0
    figure = json.loads(capsys.readouterr().out)["metrics"]["right_number"]["headline"]
    assert figure["value"] == pytest.approx(2 / 3)
    with pytest.raises(InputError, match="f, line 1: gold: "):
        list(read_answer_lines("panel_count", ['{"id": 1, "gold": -1, "answer": 2}'], "f"))


def test_a_pack_of_a_kind_that_is_not_installed_names_it(counting, tmp_path, monkeypatch):
    comics = draw_book(tmp_path / "comics", [3, 4])
    run(["build", "mycounts.how_many", str(comics), "--out", str(tmp_path / "pack")])
    get_kind.cache_clear()
    # Undone here: ``install`` clears the registry before ``monkeypatch`` would restore it.
    with monkeypatch.context() as without:
        without.setitem(vars(KINDS), "_targets", {})
        with pytest.raises(InputError, match="unknown task kind 'panel_count'"):
            Pack.open(tmp_path / "pack").items()


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("class Half:\n    name = 'half'\n", "'half' of half_kinds lacks headline, metrics, form"),
        ("from panelwise.tasks.kinds import get_kind\ndef Half():\n    return get_kind('mark')\n",
         "'half' of half_kinds calls itself 'mark'"),
    ],
)  # fmt: skip
def test_what_is_no_kind_is_refused_in_a_line(install, code, said):
    install("half_kinds", code, {"panelwise.kinds": "half = half_kinds:Half"})
    with pytest.raises(PluginError, match=said):
        get_kind("half")


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_says_nothing_is_written_and_read_as_an_answer(name):
    kind = get_kind(name)
    if kind.empty is None:
        assert kind.form != "document" or name == "mark"
    else:
        assert kind.empty is not kind.empty, "nobody can change another's"
        assert kind.write(None, kind.empty, RECOMMENDED)


def test_a_kind_that_cannot_be_loaded_takes_no_other_away(install, tmp_path, capsys):
    install("broken_kinds", "raise RuntimeError", {"panelwise.kinds": "aaa = broken_kinds:Kind"})
    file = tmp_path / "answers.jsonl"
    file.write_text('{"id": 1, "gold": "A", "answer": "A"}\n', encoding="utf-8")
    assert run(["score", "choice", str(file)]) == 0
    assert run(["score", "choise", str(file)]) == 2
    said = capsys.readouterr().err
    assert "warning: the task kind 'aaa' of broken_kinds cannot be loaded" in said
    assert "cannot score 'choise'; did you mean 'choice'?" in said
