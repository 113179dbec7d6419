"""The audit of the five papers from their printed tables alone.

A check is a sentence that must hold if a paper is right, and the numbers that bear it out or not.
Source: specification 8, 9; MS-25.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from panelwise.analysis.audits import _chromic as _audit_chromic
from panelwise.analysis.audits import _comicvqa as _audit_comicvqa
from panelwise.analysis.audits import _reading as _audit_reading
from panelwise.analysis.audits import _stripcipher as _audit_stripcipher
from panelwise.analysis.audits._check import AuditFinding, Claim
from panelwise.analysis.published import (
    PublishedTable,
    Recomputation,
    published_tables,
    recompute_published,
)

_CHECKS: tuple[Claim, ...] = (
    *_audit_chromic.CHECKS,
    *_audit_stripcipher.CHECKS,
    *_audit_comicvqa.CHECKS,
    *_audit_reading.MANGAVQA,
    *_audit_reading.COMIX,
)


def audit_papers(tables: Iterable[PublishedTable] | None = None) -> tuple[AuditFinding, ...]:
    """Every check of the five papers that their tables allow, and those that they don't.

    Args:
        tables: all tables that :func:`published_tables` names, as carried or changed; the carried
            ones without.

    >>> found = {one.id: one for one in audit_papers()}
    >>> found["comix.harm-sum"].verdict, found["comix.harm-sum"].evidence
    ('disagrees', ('101.0 %, of which rounding explains 0.35',))
    """
    book = {table.id: table for table in (published_tables() if tables is None else tables)}
    found = [check.finding(book) for check in _CHECKS]
    found += _recomputed(recompute_published(book.values()))
    papers = list(dict.fromkeys(one.id.partition(".")[0] for one in found))
    return tuple(sorted(found, key=lambda one: papers.index(one.id.partition(".")[0])))


def _recomputed(figures: Sequence[Recomputation]) -> Iterator[AuditFinding]:
    """One finding for all figures of one check."""
    for check in dict.fromkeys(one.check for one in figures):
        ours = [one for one in figures if one.check == check]
        against = [_told(one) for one in ours if not one.agrees]
        yield AuditFinding(
            id=f"{ours[0].table.partition('_')[0]}.{_slug(check)}",
            claim=check,
            verdict="disagrees" if against else "agrees",
            evidence=(f"{len(ours) - len(against)} of {len(ours)} figures agree", *against),
            reference="specification 9",
            tables=tuple(dict.fromkeys(table for one in ours for table in (one.table, *one.used))),
        )


def _told(one: Recomputation) -> str:
    digits = len(one.printed.partition(".")[2])
    who = one.row.partition(" |")[0]
    return f"{who}, {one.column}: printed {one.printed}, recomputed {one.recomputed:.{digits + 1}f}"


def _slug(check: str) -> str:
    """The words that say what is checked and where, after the paper's name, as a name."""
    words = "".join(mark if mark.isalnum() else " " for mark in check.lower()).split()
    start = next(n for n, word in enumerate(words) if word == "table" or word.isdigit())
    return "-".join(words[start:])
