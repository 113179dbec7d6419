"""All scripts of the work page as one classic script, for pages that are opened from a disk.

Browsers load no modules from ``file:``. Each module becomes a function that is called once; its
imports and exports become properties of objects.
"""

from __future__ import annotations

import json
import posixpath
import re
from functools import cache

from panelwise.annotation.app._markup import STATIC

SCRIPT = "sheet/sheet.js"
INSTEAD = {"send.js": "sheet/send.js"}  # a sheet has no server

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
_DYNAMIC = "await import(`./fields/${field.type}.js`)"
_EXPORT = re.compile(
    r"^export (const|let|class|async function|function) ([A-Za-z_$][\w$]*)", re.MULTILINE
)


@cache
def classic_script() -> str:
    """The bundle of a sheet; it is made when a sheet is written, so nothing has to be built.

    Raises:
        ValueError: for a module written in a way that is not understood, which a test would show.
    """
    modules: dict[str, str] = {}
    fields = sorted(f"fields/{path.name}" for path in (STATIC / "fields").glob("[a-z]*.js"))
    for name in (*fields, SCRIPT):
        _add(name, modules)
    bodies = ",\n".join(f"{json.dumps(name)}: {body}" for name, body in modules.items())
    return (
        '"use strict";\n(() => {\nconst modules = {\n' + bodies + "\n};\nconst loaded = {};\n"
        "function load(name) {\n"
        "  if (!loaded[name]) { loaded[name] = {}; modules[name](loaded[name]); }\n"
        "  return loaded[name];\n}\n"
        f"load({json.dumps(SCRIPT)});\n}})();\n"
    )


def _add(name: str, modules: dict[str, str]) -> None:
    """A module after those that it imports."""
    if name in modules:
        return
    text = (STATIC / INSTEAD.get(name, name)).read_text(encoding="utf-8")
    folder = posixpath.dirname(name)

    def imported(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, match[2]))
        _add(target, modules)
        names = re.sub(r"(\w+) as (\w+)", r"\1: \2", match[1])
        return f"const {{{names}}} = load({json.dumps(target)});"

    text = _IMPORT.sub(imported, text)
    text = text.replace(_DYNAMIC, "load(`fields/${field.type}.js`)")
    exports = [match[2] for match in _EXPORT.finditer(text)]
    text = _EXPORT.sub(r"\1 \2", text)
    if left := re.search(r"^(import|export)\b.*|\bimport\(", text, re.MULTILINE):
        raise ValueError(f"{name}: {left[0]!r} is not understood by the bundle")
    text += "".join(f"\nexports.{one} = {one};" for one in exports)
    modules[name] = f"(exports) => {{\n{text}\n}}"
