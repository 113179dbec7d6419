"""Every small change of a file: comparisons, arithmetic, constants, conditions, returns, slices."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

Change = Callable[[ast.AST], ast.AST]  # takes a copy of the node and may change it

OTHER: dict[type[ast.AST], tuple[type[ast.AST], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Div,),
    ast.Div: (ast.Mult,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.Mult,),
    ast.Pow: (ast.Mult,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitAnd: (ast.BitOr,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}
# Words of errors, and what only a type checker reads.
SKIPPED = (ast.Raise, ast.Assert, ast.Import, ast.ImportFrom)


@dataclass(frozen=True)
class Mutant:
    """One change: the ``place``-th node of a file, changed in the ``way``-th way."""

    file: str
    line: int
    function: str  # the outermost function; "" for what runs at import
    place: int
    way: int
    before: str
    after: str
    source: str
    column: int

    def key(self) -> list[str]:
        """What stays when lines move: file, function, the line's words, the change."""
        return [self.file, self.function, self.source, str(self.column), self.before, self.after]

    def __str__(self) -> str:
        where = f"{self.file.removeprefix('src/panelwise/')}:{self.line}"
        return f"{where}  {self.before}  →  {self.after}"

    def tree(self, root: Path) -> ast.Module:
        """The whole file with the change in it."""
        tree = ast.parse((root / self.file).read_text("utf-8"))
        parent, field, index, node = list(_places(tree))[self.place][:4]
        new = ast.copy_location(_ways(node)[self.way](copy.deepcopy(node)), node)
        if index is None:
            setattr(parent, field, new)
        else:
            getattr(parent, field)[index] = new
        return ast.fix_missing_locations(tree)


def mutants_of(root: Path, path: Path) -> list[Mutant]:
    """Every mutant of one file."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    found = []
    for place, (_, _, _, node, function) in enumerate(_places(ast.parse(text))):
        for way, change in enumerate(_ways(node)):
            line = getattr(node, "lineno", 0)
            before, after = _words(node), _words(change(copy.deepcopy(node)))
            full = lines[line - 1]
            column = getattr(node, "col_offset", 0) - (len(full) - len(full.lstrip()))
            where = (str(path.relative_to(root)), line, function, place, way)
            found.append(Mutant(*where, before, after, full.strip(), column))
    return found


def _words(node: ast.AST) -> str:
    """A node in one line; of a statement with a body, its condition."""
    shown = node.test if isinstance(node, ast.If | ast.While) else node
    return " ".join(ast.unparse(shown).split())[:90]


Place = tuple[ast.AST, str, int | None, ast.AST, str]


def _places(node: ast.AST, scope: str = "", function: str = "") -> Iterator[Place]:
    """Every node with its parent, and the function whose code holds it."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "type_params"):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(child, ast.AST) or isinstance(child, SKIPPED):
                continue
            if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
                continue
            inner_scope, inner = scope, function
            if isinstance(child, ast.ClassDef | ast.FunctionDef) and not function:
                inner_scope = f"{scope}{child.name}."
                inner = inner_scope[:-1] if isinstance(child, ast.FunctionDef) else ""
            # Defaults are computed where the function is defined.
            outside = isinstance(child, ast.arguments) and "." not in function
            yield node, field, index, child, "" if outside else inner
            yield from _places(child, inner_scope, "" if outside else inner)


def _ways(node: ast.AST) -> list[Change]:  # noqa: PLR0912 (a case for each kind of node)
    """All changes of one node; none for most."""
    ways: list[Change] = []
    match node:
        case ast.Compare():
            for i, operator in enumerate(node.ops):
                ways += [_operator(other, i) for other in OTHER[type(operator)]]
        case ast.BinOp(left=left, right=right) if not _is_text(left) and not _is_text(right):
            ways += [_operator(other) for other in OTHER.get(type(node.op), ())]
        case ast.AugAssign():
            ways += [_operator(other) for other in OTHER.get(type(node.op), ())]
        case ast.BoolOp():
            ways += [_operator(other) for other in OTHER[type(node.op)]]
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            ways.append(lambda n: n.operand)  # type: ignore[attr-defined]
        case ast.Constant(value=bool()):
            ways.append(lambda n: ast.Constant(not n.value))  # type: ignore[attr-defined]
        case ast.Constant(value=int()):
            ways += [_number(lambda x: x + 1), _number(lambda x: x - 1)]
        case ast.Constant(value=float()):
            ways += [_number(lambda x: x * 1.5 or 1.0), _number(lambda x: x * 0.5 - (not x))]
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            ways.append(lambda n: ast.Return(ast.Constant(None)))
        case ast.Slice():
            ways += [_without(part) for part in ("lower", "upper") if getattr(node, part)]
        case ast.Call(func=ast.Name(id=name)) if name in NAMES:
            ways.append(_renamed)
        case ast.Expr(value=ast.Call()) | ast.Continue():
            ways.append(lambda n: ast.Pass())
        case ast.Break():
            ways.append(lambda n: ast.Continue())
        case ast.If() | ast.IfExp() | ast.While() if isinstance(
            node.test, ast.Name | ast.Attribute | ast.Call
        ):
            ways.append(_negated)
    return ways


def _is_text(node: ast.AST) -> bool:
    text = isinstance(node, ast.Constant) and isinstance(node.value, str)
    return text or isinstance(node, ast.JoinedStr)


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _operator(other: type[ast.AST], index: int | None = None) -> Change:
    def change(node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Compare) and index is not None:
            node.ops[index] = other()  # type: ignore[call-overload]
        else:
            node.op = other()  # type: ignore[attr-defined]
        return node

    return change


def _number(new: Callable[[float], float]) -> Change:
    return lambda node: ast.Constant(new(node.value))  # type: ignore[attr-defined]


def _without(part: str) -> Change:
    def change(node: ast.AST) -> ast.AST:
        setattr(node, part, None)
        return node

    return change


def _renamed(node: ast.AST) -> ast.AST:
    node.func.id = NAMES[node.func.id]  # type: ignore[attr-defined]
    return node


def _negated(node: ast.AST) -> ast.AST:
    node.test = ast.UnaryOp(ast.Not(), node.test)  # type: ignore[attr-defined]
    return node
