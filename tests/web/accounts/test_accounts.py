"""People, passwords, invitations and sessions, without HTTP; on SQLite and on PostgreSQL."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from types import SimpleNamespace

import pytest

pytest.importorskip("sqlalchemy", reason="needs the extra [annotate]")
pytest.importorskip("argon2", reason="needs the extra [annotate]")

from panelwise.errors import InputError, RefusedError, UnavailableError, UnknownNameError
from panelwise.web.accounts import Accounts, HashSettings, Throttle, open_database, reading, writing
from signing_in import CHEAP, PASSWORD, QUICK

pytestmark = pytest.mark.extra


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request, tmp_path):
    if request.param == "sqlite":
        made = open_database(tmp_path / "people.sqlite")
    else:
        made = open_database(request.getfixturevalue("postgres"))
    yield made
    if request.param == "postgresql":
        with made.begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
    made.dispose()


@pytest.fixture
def now():
    return SimpleNamespace(time=1_800_000_000.0)


@pytest.fixture
def accounts(engine, now):
    made = Accounts(engine, QUICK, clock=lambda: now.time)
    made.add("kim", "Kim", ["annotator"], PASSWORD)
    return made


def stored_hash(accounts, name):
    from sqlalchemy import text

    with reading(accounts.engine) as connection:
        wanted = text("SELECT password FROM accounts_people WHERE name = :name")
        return connection.execute(wanted, {"name": name}).scalar()


def refusal(accounts, name, password, address="10.0.0.1"):
    with pytest.raises(RefusedError) as refused:
        accounts.sign_in(name, password, address=address)
    return refused.value


def test_the_first_admin_gets_a_password_once(accounts):
    password = accounts.first_admin("root")
    assert accounts.who(accounts.sign_in("Root", password)).has("admin")
    with pytest.raises(InputError, match="there is an admin already"):
        accounts.first_admin("another")


def test_only_hashes_are_stored(accounts):
    from sqlalchemy import text

    session, invitation = accounts.sign_in("kim", PASSWORD), accounts.invite(["inspector"])
    everything = ""
    with reading(accounts.engine) as connection:
        for table in ("people", "sessions", "invitations", "attempts", "log"):
            everything += str(connection.execute(text(f"SELECT * FROM accounts_{table}")).all())
    assert stored_hash(accounts, "kim").startswith("$argon2id$v=19$m=8,t=1,p=1$")
    for secret in (PASSWORD, session, invitation):
        assert secret not in everything


def test_a_hash_of_other_parameters_is_renewed_at_sign_in(accounts, now):
    stronger = replace(QUICK, hashes=HashSettings(passes=2, kibibytes=16, lanes=1))
    later = Accounts(accounts.engine, stronger, clock=lambda: now.time)
    later.sign_in("kim", PASSWORD)
    assert stored_hash(accounts, "kim").startswith("$argon2id$v=19$m=16,t=2,p=1$")
    assert later.who(later.sign_in("kim", PASSWORD))


def test_wrong_name_and_wrong_password_look_the_same(accounts):
    gone = accounts.add("gone", "Gone", ["annotator"], PASSWORD)
    accounts.activate(gone.id, False)
    said = {
        str(refusal(accounts, name, password))
        for name, password in [("kim", "x"), ("nobody", "x"), ("gone", PASSWORD), ("", "")]
    }
    assert said == {"The name or the password is wrong."}


def test_an_unknown_name_costs_a_hash_too(accounts, monkeypatch):
    from argon2 import PasswordHasher

    computed = []
    real = PasswordHasher.verify
    monkeypatch.setattr(
        PasswordHasher, "verify", lambda *given: (computed.append(given[1]), real(*given))[1]
    )
    for name in ("kim", "nobody"):
        refusal(accounts, name, "x")
    one, other = (hashed.split("$")[:4] for hashed in computed)
    assert one == other  # the same parameters, so the same time


def test_guessing_is_slowed_down_by_name(accounts, now):
    for number in range(5):
        assert refusal(accounts, "kim", "guess", f"10.0.0.{number}").wait == 0
    assert refusal(accounts, "kim", PASSWORD, "10.0.0.9").wait == pytest.approx(1)
    waits = []
    for _ in range(12):
        now.time += waits[-1] if waits else 1
        refusal(accounts, "kim", "guess")
        waits.append(refusal(accounts, "kim", "guess").wait)
    assert waits[:4] == pytest.approx([2, 4, 8, 16])
    assert waits[-1] == pytest.approx(900)
    now.time += 900
    assert accounts.sign_in("kim", PASSWORD)
    assert refusal(accounts, "kim", "typo").wait == 0  # counting began anew


def test_an_unknown_name_is_slowed_down_like_a_known_one(accounts):
    waits = [[refusal(accounts, name, "x", name).wait for _ in range(7)] for name in ("kim", "no")]
    assert waits[0] == waits[1]


def test_guessing_many_names_is_slowed_down_by_address(accounts):
    accounts.settings = replace(QUICK, by_address=Throttle(free=8))
    for number in range(8):
        assert refusal(accounts, f"name{number}", "x").wait == 0
    assert refusal(accounts, "kim", PASSWORD).wait > 0
    assert accounts.sign_in("kim", PASSWORD, address="10.0.0.2")


def test_signing_in_to_ones_own_account_gives_no_more_guesses(accounts):
    accounts.settings = replace(QUICK, by_address=Throttle(free=8))
    accounts.add("eve", "Eve", ["annotator"], PASSWORD)
    for number in range(8):
        accounts.sign_in("eve", PASSWORD, address="10.0.0.1")
        assert refusal(accounts, f"name{number}", "x").wait == 0
    assert refusal(accounts, "kim", "x").wait > 0


def test_guesses_at_the_same_time_are_counted_each(accounts):
    with ThreadPoolExecutor(8) as pool:
        waits = [one.wait for one in pool.map(lambda _: refusal(accounts, "kim", "x"), range(20))]
    assert sum(wait == 0 for wait in waits) == 5


def test_a_session_ends_when_it_is_idle_and_when_it_is_old(accounts, now):
    session = accounts.sign_in("kim", PASSWORD)
    for _ in range(6):
        now.time += 1.9 * 3600
        assert accounts.who(session)
    now.time += 0.7 * 3600  # 12.1 hours in all
    assert accounts.who(session) is None
    session = accounts.sign_in("kim", PASSWORD)
    now.time += 2.1 * 3600
    assert accounts.who(session) is None


def test_an_invitation_is_used_once_by_whoever_is_first(accounts):
    token = accounts.invite(["inspector"])

    def join(number):
        try:
            return accounts.who(accounts.accept(token, f"new{number}", "New", PASSWORD))
        except RefusedError:
            return None

    with ThreadPoolExecutor(6) as pool:
        joined = [one for one in pool.map(join, range(6)) if one]
    assert [one.roles for one in joined] == [{"inspector"}]
    assert {one.name for one in accounts.people()} == {"kim", joined[0].name}


def test_an_invitation_expires(accounts, now):
    token = accounts.invite(["inspector"])
    now.time += 7 * 86400
    assert accounts.invitation(token) is None
    with pytest.raises(RefusedError, match="expired"):
        accounts.accept(token, "late", "Late", PASSWORD)


def test_names_are_one_in_every_spelling(accounts):
    with pytest.raises(InputError, match="somebody has this name"):
        accounts.add("ＫＩＭ", "Another", ["annotator"], PASSWORD)
    for name in ("", "a b", "<b>", "a" * 65, "../x"):
        with pytest.raises(InputError):
            accounts.add(name, "Name", ["annotator"], PASSWORD)
    with pytest.raises(UnknownNameError, match="king"):
        accounts.add("new", "New", ["king"], PASSWORD)


@pytest.mark.parametrize("password", ["short", "kimkimkimkim", "aaaaaaaaaaaa", "x" * 1025])
def test_easy_passwords_are_refused(accounts, password):
    with pytest.raises(InputError, match="password"):
        accounts.add("new", "Kim", ["annotator"], password)


def test_the_last_admin_stays(accounts):
    accounts.first_admin("root")
    root = next(one for one in accounts.people() if one.name == "root")
    for change in (
        lambda: accounts.activate(root.id, False),
        lambda: accounts.give_roles(root.id, ["annotator"]),
    ):
        with pytest.raises(InputError, match="make somebody else an admin"):
            change()
    assert accounts.account(root.id) == root


def test_a_reset_password_ends_all_sessions(accounts):
    [kim] = accounts.people()
    session = accounts.sign_in("kim", PASSWORD)
    password = accounts.reset_password(kim.id)
    assert accounts.who(session) is None
    refusal(accounts, "kim", PASSWORD)
    assert accounts.who(accounts.sign_in("kim", password))


def test_the_log_can_only_grow(accounts):
    refusal(accounts, "kim", "x")
    assert [one.event for one in accounts.entries()] == ["refused", "added"]
    assert accounts.entries()[0].detail == "sign-in: wrong password"
    for change in ("DELETE FROM accounts_log", "UPDATE accounts_log SET detail = ''"):
        with (
            pytest.raises((UnavailableError, Exception), match="append-only"),
            writing(accounts.engine) as connection,
        ):
            connection.exec_driver_sql(change)
    assert len(accounts.entries()) == 2


def test_one_address_cannot_fill_the_log(engine):
    accounts = Accounts(engine, replace(QUICK, logged_an_hour=3))
    for _ in range(10):
        accounts.log.refused("a forged request", address="10.0.0.1")
    accounts.log.refused("a forged request", address="10.0.0.2")
    said = [one.detail for one in accounts.entries()]
    left_out = "more refusals of this address in this hour are not logged"
    assert said == ["a forged request", left_out, *3 * ["a forged request"]]


def test_another_engine_of_the_application_serves_too(accounts, now):
    """A project's own log of events and its accounts may share a database and an engine."""
    from sqlalchemy import create_engine

    url = accounts.engine.url
    more = {"isolation_level": "SERIALIZABLE"} if url.get_backend_name() == "postgresql" else {}
    other = create_engine(url, **more)
    shared = Accounts(other, QUICK, clock=lambda: now.time)
    with ThreadPoolExecutor(4) as pool:  # five at once would be guessing
        sessions = [*pool.map(lambda _: shared.sign_in("kim", PASSWORD), range(12))]
    assert len({*sessions}) == 12
    other.dispose()


def test_a_locked_database_is_reported_and_nothing_is_lost(tmp_path):
    from sqlalchemy import create_engine

    path = tmp_path / "people.sqlite"
    accounts = Accounts(path, QUICK)
    hasty = Accounts(create_engine(f"sqlite:///{path}", connect_args={"timeout": 0}), QUICK)
    with (
        writing(accounts.engine),
        pytest.raises(UnavailableError, match="locked"),
    ):
        hasty.add("kim", "Kim", ["annotator"], PASSWORD)
    assert hasty.people() == ()
    assert (path.stat().st_mode & 0o077) == 0
    hasty.engine.dispose()
    accounts.engine.dispose()


def test_what_is_no_database_is_refused_in_one_line(tmp_path):
    (tmp_path / "page.png").write_bytes(b"no database" * 200)
    for wrong in (tmp_path / "page.png", tmp_path, tmp_path / "no" / "folder", "mysql://x/y"):
        with pytest.raises(InputError):
            Accounts(wrong, QUICK)


def test_accounts_of_another_version_are_not_touched(accounts):
    with writing(accounts.engine) as connection:
        connection.exec_driver_sql("UPDATE accounts_schema SET version = 2")
    with pytest.raises(InputError, match="have version 2"):
        Accounts(accounts.engine, QUICK)


def test_the_usual_parameters_are_those_of_rfc_9106():
    usual = HashSettings()
    assert (usual.passes, usual.kibibytes, usual.lanes) == (3, 64 * 1024, 4)
    assert CHEAP.kibibytes < 64
