"""The tables of people, roles, invitations, sessions, attempts, and the security log."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from panelwise.errors import InputError
from panelwise.web.accounts._database import reading, writing

if TYPE_CHECKING:
    from sqlalchemy import Engine, Table

SCHEMA = 1
# The log can be added to and read. Those who can change the schema can still remove the triggers.
SQLITE_KEEPS = """CREATE TRIGGER accounts_log_{0} BEFORE {0} ON accounts_log
BEGIN SELECT RAISE(ABORT, 'the security log is append-only'); END"""
POSTGRES_FUNCTION = """CREATE OR REPLACE FUNCTION accounts_log_keeps() RETURNS trigger AS $$
BEGIN RAISE EXCEPTION 'the security log is append-only'; END $$ LANGUAGE plpgsql"""
POSTGRES_TRIGGER = """CREATE TRIGGER accounts_log_keeps BEFORE UPDATE OR DELETE OR TRUNCATE
ON accounts_log FOR EACH STATEMENT EXECUTE FUNCTION accounts_log_keeps()"""


@dataclass(frozen=True, slots=True)
class AccountTables:
    """All tables; times are seconds since 1970, tokens are stored as their SHA-256."""

    schema: Table
    people: Table
    roles: Table
    invitations: Table
    sessions: Table
    attempts: Table
    log: Table


@cache
def tables() -> AccountTables:
    """The tables, described once."""
    from sqlalchemy import Boolean, Column, Double, ForeignKey, Integer, MetaData, Table, Text

    all_of_them = MetaData()
    types = {bool: Boolean, float: Double, int: Integer, str: Text}

    def table(name: str, *columns: Any) -> Table:
        return Table(f"accounts_{name}", all_of_them, *columns)

    def column(name: str, kind: type, **options: Any) -> Any:
        return Column(name, types[kind], **{"nullable": False} | options)

    def times(*names: str) -> list[Any]:
        return [column(name, float) for name in names]

    def person(**options: Any) -> Any:
        return Column("person", Text, ForeignKey("accounts_people.id"), **options)

    def key(name: str, kind: type = str) -> Any:
        return Column(name, types[kind], primary_key=True)

    made = AccountTables(
        schema=table("schema", key("version", int)),
        people=table(
            "people",
            key("id"),
            column("name", str, unique=True),
            column("display", str),
            column("active", bool),
            column("password", str),
            column("created", float),
        ),
        roles=table("roles", person(primary_key=True), key("role")),
        invitations=table(
            "invitations",
            key("token"),
            column("id", str, unique=True),
            column("roles", str),
            column("note", str),
            *times("created", "expires"),
            column("invited_by", str, nullable=True),
            column("ended", float, nullable=True),
            person(),
        ),
        sessions=table(
            "sessions",
            key("token"),
            person(nullable=False, index=True),
            *times("started", "seen"),
        ),
        attempts=table("attempts", key("key"), column("failures", int), *times("last", "until")),
        log=_log(table, key, column),
    )
    _keep_the_log(made.log)
    return made


def _log(table: Callable[..., Table], key: Callable[..., Any], column: Callable[..., Any]) -> Table:
    return table(
        "log",
        key("number", int),
        column("at", float),
        column("event", str),
        column("person", str, nullable=True),
        column("address", str),
        column("detail", str),
    )


def _keep_the_log(log: Table) -> None:
    from sqlalchemy import DDL, event

    described: Any = DDL

    statements = [
        *(("sqlite", SQLITE_KEEPS.format(change)) for change in ("UPDATE", "DELETE")),
        ("postgresql", POSTGRES_FUNCTION),
        ("postgresql", POSTGRES_TRIGGER),
    ]
    for dialect, statement in statements:
        event.listen(log, "after_create", described(statement).execute_if(dialect=dialect))


def make_tables(engine: Engine) -> None:
    """Make what is missing.

    Raises:
        InputError: when the tables are those of another version.
    """
    from sqlalchemy import func, insert, inspect, select

    known = tables()
    if not inspect(engine).has_table(known.schema.name):
        with writing(engine) as connection:
            if connection.dialect.name == "postgresql":  # two servers may start at once
                connection.execute(select(func.pg_advisory_xact_lock(0x70616E656C)))
            known.schema.metadata.create_all(connection)
            if connection.execute(select(known.schema)).first() is None:
                connection.execute(insert(known.schema).values(version=SCHEMA))
    with reading(engine) as connection:
        found = connection.execute(select(known.schema.c.version)).scalar()
    if found != SCHEMA:
        raise InputError(
            f"the accounts in this database have version {found}, and this program knows {SCHEMA};"
            " use the Panelwise that wrote them"
        )
