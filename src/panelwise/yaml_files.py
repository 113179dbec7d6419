"""YAML files that users write: their values, and one line for whatever is wrong in them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, model_validator

from panelwise.errors import InputError
from panelwise.registry import did_you_mean

# What the parser reports, and what is wrong and to be done then; the first that fits.
_FAULTS = (
    (r"'\\t' that cannot start", "a tab; indent with spaces"),
    (
        r"found character (?P<at>.*) that cannot start",
        "a text begins with {at}; put it between quotes",
    ),
    (
        r"mapping values are not allowed",
        "a ':' where none may be; indent keys of one level alike, and put a text that holds ': '"
        " between quotes",
    ),
    (r"sequence entries are not", "a list begins after 'key:'; put it on lines of its own"),
    (r"could not find expected ':'", "no ':' after a key; write key: value"),
    (r"expected ',' or '(?P<end>.)'", "a bracket is not closed; add '{end}'"),
    (r"unknown escape character", "a backslash between double quotes; use single quotes"),
    (r"while scanning a (double-)?quoted", "a quotation mark is not closed; close it"),
    (r"found '<stream end>'", "the file ends where a value is expected; close each [ and {{"),
    (
        r"expected <block end>|chomping or indentation|the node content",
        "this line does not continue the lines above it; indent keys of one level alike, and put"
        " texts with marks such as > , [ ' between quotes",
    ),
    (r"constructor for the tag '(?P<tag>[^']*)'", "the tag {tag} is not supported; remove it"),
    (r"undefined alias|expected alphabetic", "put a text that begins with * or & between quotes"),
    (r"a single document", "a second document begins; remove the line ---"),
    (r"unhashable key", "a list or mapping is used as a key; write a text"),
)


class YamlForm(BaseModel):
    """A part of a file that users write. A key that it does not have is a mistake.

    ``example`` is shown where something else than a mapping is given; without one, the keys are.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    example: ClassVar[str] = ""

    @model_validator(mode="before")
    @classmethod
    def _has_known_keys(cls, value: Any) -> Any:
        if not isinstance(value, Mapping | cls):
            keys = f"; its keys: {', '.join(cls.model_fields)}"
            shown = f", such as {cls.example}" if cls.example else keys
            raise ValueError(f"must be a mapping{shown}")  # noqa: TRY004 - pydantic takes this one
        for key in value if isinstance(value, Mapping) else ():
            if key not in cls.model_fields:
                raise ValueError(f"unknown key '{key}'; {did_you_mean(str(key), cls.model_fields)}")
        return value


def yaml_value(data: bytes, name: str) -> Any:
    """The value that a YAML file holds.

    Raises:
        InputError: when it is not YAML: the file, the line, what is wrong, what to do.
    """
    import yaml

    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise InputError(f"{name}, line {line}: not UTF-8 text; save the file as UTF-8") from None
    try:
        return yaml.safe_load(text)
    except yaml.reader.ReaderError as error:
        line = text[: error.position].count("\n") + 1
        what = f"the character U+{ord(text[error.position]):04X} is not allowed; remove it"
    except yaml.MarkedYAMLError as error:
        line, what = _where_and_what(error)
        line = min(line, len(text.splitlines()))  # the end of a file counts as a line of its own
    except ValueError as error:  # a date such as 2001-02-30
        raise InputError(f"{name}: not YAML ({error}); put dates and texts in quotes") from None
    except RecursionError:
        raise InputError(f"{name}: nested too deeply; write fewer levels") from None
    raise InputError(f"{name}, line {line}: not YAML ({what.partition('; ')[0]});"
                     f" {what.partition('; ')[2]}") from None  # fmt: skip


def _where_and_what(error: Any) -> tuple[int, str]:
    """The line of a fault, and a sentence on it in our own words."""
    said = f"{error.context or ''} {error.problem or ''}"
    opened = "is not closed"
    for pattern, what in _FAULTS:
        if found := re.search(pattern, said):
            marks = (error.context_mark, error.problem_mark)
            mark = next(m for m in (marks if opened in what else marks[::-1]) if m is not None)
            return mark.line + 1, what.format(**found.groupdict())
    mark = error.problem_mark or error.context_mark
    return (mark.line + 1 if mark else 1), f"{error.problem}; correct the line"
