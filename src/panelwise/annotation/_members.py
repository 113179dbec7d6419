"""The members of a project by the names that people know them by."""

from __future__ import annotations

from panelwise.annotation._project import Project
from panelwise.errors import InputError
from panelwise.web.accounts import Account, Accounts


def member_id(project: Project, name: str) -> str:
    """The id of the member with this id, sign-in name or displayed name; else the name itself.

    Raises:
        InputError: when several members are displayed by this name.
    """
    if name in project.work.state.people:
        return name
    members = _members(project)
    if signing_in := [one.id for one in members if one.name.casefold() == name.casefold()]:
        return signing_in[0]
    displayed = [one for one in members if one.display.casefold() == name.casefold()]
    if len(displayed) > 1:
        names = ", ".join(one.name for one in displayed)
        raise InputError(f"several members are called '{name}'; give a sign-in name: {names}")
    return displayed[0].id if displayed else name


def member_name(project: Project, person: str) -> str:
    """The sign-in name of a member; the id itself for people without an account."""
    return next((one.name for one in _members(project) if one.id == person), person)


def _members(project: Project) -> list[Account]:
    people = project.work.state.people
    return [one for one in Accounts(project.store.engine).people() if one.id in people]
