"""The architecture: import-linter checks the layers; this checks what it cannot see."""

from __future__ import annotations

import ast
import importlib
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCES = {folder: sorted(folder.rglob("*.py")) for folder in (ROOT / "src", ROOT / "press/src")}
FILES = [(folder, file) for folder, files in SOURCES.items() for file in files]
PACKAGES = sorted(
    ".".join(file.parent.relative_to(ROOT / "src").parts)
    for file in (ROOT / "src/panelwise").glob("*/**/__init__.py")
)


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def nodes(file: Path) -> tuple[ast.AST, ...]:
    """The imports, calls and functions of a file."""
    kinds = (ast.Import, ast.ImportFrom, ast.Call, ast.FunctionDef, ast.AsyncFunctionDef)
    return tuple(node for node in ast.walk(parsed(file)) if isinstance(node, kinds))


@pytest.fixture(scope="module", autouse=True)
def _forget_the_trees() -> Iterator[None]:
    yield
    parsed.cache_clear()
    nodes.cache_clear()


def test_no_package_imports_anothers_private_modules():
    found = []
    for source, file in FILES:
        here = ".".join(file.relative_to(source).parent.parts)
        for line, module in imported(nodes(file)):
            owner, private, _ = module.partition("._")
            if private and here != owner and not here.startswith(owner + "."):
                found.append(f"{file.relative_to(source)}:{line} imports {module}")
    assert found == []


def imported(found: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Line and full name of everything of ours that a module imports."""
    for node in found:
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        yield from ((node.lineno, name) for name in names if name.startswith("panelwise"))


def test_the_check_sees_every_way_to_import():
    code = "import panelwise.a._b\nfrom panelwise.a import _b\nfrom panelwise.a._b import c"
    found = [module for _, module in imported(ast.walk(ast.parse(code)))]
    assert found == ["panelwise.a._b", "panelwise.a._b", "panelwise.a._b.c"]


def test_no_modules_import_each_other_in_a_circle():
    """Neither at the top, nor inside a function, nor for types alone."""
    trees = {module_name(source, file): nodes(file) for source, file in FILES}
    assert circle(trees) == []


@pytest.mark.parametrize(
    "back",
    [
        "from panelwise.a import b",
        "def f():\n    from panelwise.a.b import x",
        "if TYPE_CHECKING:\n    import panelwise.a.b",
    ],
)
def test_the_check_sees_every_circle(back):
    modules = {
        "panelwise.a": "from panelwise.a.b import x",
        "panelwise.a.b": "from panelwise.a.c import y",
        "panelwise.a.c": back,
    }
    found = circle({name: tuple(ast.walk(ast.parse(code))) for name, code in modules.items()})
    assert set(found) == {"panelwise.a.b", "panelwise.a.c"}


def module_name(source: Path, file: Path) -> str:
    return ".".join(file.relative_to(source).with_suffix("").parts).removesuffix(".__init__")


def circle(trees: Mapping[str, Sequence[ast.AST]]) -> list[str]:
    """Modules that import each other in a circle, the first one again at the end; or none."""
    graph = {
        module: {name if name in trees else name.rpartition(".")[0] for _, name in imported(tree)}
        - {module}
        for module, tree in trees.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = {one["name"]: one for one in PROJECT["tool"]["importlinter"]["contracts"]}


def contract(start: str) -> dict[str, list[str]]:
    [found] = [contract for name, contract in CONTRACTS.items() if name.startswith(start)]
    return found


def modules_in(folder: Path) -> set[str]:
    """Names of the modules and packages in a folder, without those that begin with ``__``."""
    found = {file.stem for file in folder.glob("*.py")} | {
        file.parent.name for file in folder.glob("*/__init__.py")
    }
    return {name for name in found if not name.startswith("__")}


def test_every_module_of_the_core_has_its_layer():
    """One that is missing in the list would be free to import what it likes."""
    layers = contract("A package imports only packages of lower layers")["layers"]
    named = {word for layer in layers for word in layer.split() if word not in "|:"}
    planned = {name[1:-1].removeprefix("panelwise.") for name in named if name.startswith("(")}
    there = modules_in(ROOT / "src/panelwise")
    assert planned & there == set(), "exists by now: write its layer without brackets"
    listed = {name.removeprefix("panelwise.") for name in named if not name.startswith("(")}
    assert listed == there


@pytest.mark.parametrize(
    ("package", "start", "heading"),
    [
        ("src/panelwise", "A package imports only packages of lower layers", "package or module"),
        ("press/src/panelwise_press", "The press: books are made of", "module of the press"),
    ],
)
def test_the_design_shows_every_module_on_its_layer(package, start, heading):
    """The tables of docs/design.md, the folders, and the contracts of import-linter agree."""
    design = (ROOT / "docs/design.md").read_text(encoding="utf-8")
    table = design.partition(f"| layer | {heading} |")[2].partition("\n\n")[0]
    rows = re.findall(r"^\| (\d+) \| `(\w+)` \| (.*) \|$", table, re.MULTILINE)
    shown = {name: int(layer) for layer, name, _ in rows}
    contents = {name: text for _, name, text in rows}
    assert len(shown) == len(rows), "a module is shown twice"
    layers = [
        [name for name in re.findall(r"[\w.()]+", layer) if not name.startswith("(")]
        for layer in reversed(contract(start)["layers"])
    ]
    checked = {
        name.removeprefix("panelwise."): number
        for number, names in enumerate(layers)
        for name in names
    }
    if (ROOT / package / "__main__.py").exists():
        checked["__main__"] = len(layers)
    assert shown == checked
    assert shown.keys() - {"__main__"} == modules_in(ROOT / package)
    if heading == "package or module":
        for inner in (ROOT / package).glob("*/*/__init__.py"):
            assert f"`{inner.parent.name}`" in contents[inner.parents[1].name], inner.parent


def test_the_contract_of_kinds_lists_every_kind():
    """The folders, the contract of import-linter and the entry points name the same kinds."""
    shared = {"documents"}
    folder = ROOT / "src/panelwise/tasks/kinds"
    kinds = {name for name in modules_in(folder) if not name.startswith("_")} - shared
    listed = contract("Task kinds do not know each other")["modules"]
    assert {name.removeprefix("panelwise.tasks.kinds.") for name in listed} == kinds
    assert PROJECT["project"]["entry-points"]["panelwise.kinds"].keys() == kinds


def test_the_press_uses_what_describes_a_comic_and_nothing_else():
    """Whatever the contract does not forbid is listed here, with the reason."""
    allowed = {
        *("comics", "geometry", "errors", "registry"),  # comics, and how they are named
        *("outputs", "workers"),  # how they are written
        "_flat_settings",  # private: no other package may import it
    }
    names = contract("The press knows what a comic is")["forbidden_modules"]
    forbidden = {name.removeprefix("panelwise.") for name in names}
    assert forbidden == modules_in(ROOT / "src/panelwise") - allowed


def test_every_type_has_a_name_of_its_own():
    """In both distributions together; a name with an underscore is only seen in its file.

    The same short name for the same array of numpy's is one thing, wherever it is written.
    """
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for source, file in FILES:
        where = str(file.relative_to(source))
        for name, meaning in types_of(parsed(file)):
            one = meaning if meaning.startswith("NDArray[") else where
            found[name][one].append(where)
    assert {name: dict(places) for name, places in found.items() if len(places) > 1} == {}


# Type variables, and the options of a verb, which has its own help for each.
OTHERS = re.compile(r"^TypeVar\(|typer\.(Option|Argument)\(")


def types_of(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Names of classes and of types that a module defines, with what the types are."""
    checked = [node for node in tree.body if isinstance(node, ast.If)]
    for node in (*tree.body, *(inner for one in checked for inner in one.body)):
        if isinstance(node, ast.ClassDef):
            names, meaning = [node.name], "a class"
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [one.id for one in targets if isinstance(one, ast.Name)]
            meaning = ast.unparse(node.value)
        else:
            continue
        for name in names:
            if name[0].isupper() and not name.isupper() and not OTHERS.search(meaning):
                yield name, meaning


def test_the_check_sees_classes_and_types():
    code = "class Ab: pass\nBc = int\n_D = int\nE = 1\nif TYPE_CHECKING:\n    Fg = NDArray[int]"
    found = dict(types_of(ast.parse(code)))
    assert found == {"Ab": "a class", "Bc": "int", "Fg": "NDArray[int]"}


def test_lines_of_files_are_read_in_one_place():
    """``files`` has the bounds, the byte order marks and the words for a line that is not JSON."""
    own_format = {"panelwise/outputs.py"}  # names of files in a lock
    found = [
        f"{path}:{node.lineno} {ast.unparse(node)[:60]}"
        for source, file in FILES
        if (path := str(file.relative_to(source))) not in {"panelwise/files.py", *own_format}
        for node in nodes(file)
        if isinstance(node, ast.Call) and splits_a_file(node)
    ]
    assert found == []


def splits_a_file(node: ast.Call) -> bool:
    called = ast.unparse(node.func)
    return called.rpartition(".")[2] in ("read_lines", "readline", "readlines") or (
        called.endswith((".split", ".splitlines"))
        and (".read_bytes()" in called or any(ast.unparse(one) == r"b'\n'" for one in node.args))
    )


@pytest.mark.parametrize(
    "code",
    [
        'data.split(b"\\n")',
        "path.read_bytes().splitlines()",
        "stream.readline(9)",
        "read_lines(stream, name)",
    ],
)
def test_the_check_sees_loops_over_lines(code):
    assert splits_a_file(ast.parse(code, mode="eval").body)


def test_functions_fit_a_screen():
    long = [
        f"{file.relative_to(source)}:{node.lineno} {node.name}"
        for source, file in FILES
        for node in nodes(file)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno - docstring_lines(node) >= 60
    ]
    assert not long


def docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How long the docstring is: a contract may be longer than the code."""
    return len((ast.get_docstring(node) or "").splitlines())


def test_files_stay_readable():
    long = {f.name: n for _, f in FILES if (n := len(f.read_text("utf-8").splitlines())) > 400}
    assert not long


@pytest.mark.parametrize("package", [*PACKAGES, "panelwise_press"])
def test_what_a_package_shows_is_listed_and_described(package):
    module = importlib.import_module(package)
    assert module.__doc__
    for name in module.__all__:
        thing = getattr(module, name)
        if callable(thing) and getattr(thing, "__module__", "").startswith("panelwise"):
            assert (thing.__doc__ or "").strip(), f"{package}.{name} has no docstring"
