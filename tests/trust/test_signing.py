"""Keys and signatures are minisign's: an independent implementation reads ours, we read its."""

from __future__ import annotations

import io
import json
import shlex
import stat
import sys

import pytest

import changes_on_disk as changes
from panelwise.cli import run as panelwise
from panelwise.errors import InputError
from panelwise.evaluation import Run, rescore
from panelwise.packs import Pack
from panelwise.trust import new_key, sign, verify
from panelwise.trust._minisign import (
    PublicKey,
    SecretKey,
    check_signature,
    sign_bytes,
    signing_key_id,
)

pytestmark = pytest.mark.extra
pytest.importorskip("cryptography", reason="needs the extra [sign]")

QUICK = (524_288, 16_777_216)  # scrypt as libsodium calls "interactive": 16 MiB
# Published with minisign and its ports: a key, and a signature of the four bytes "test".
PUBLISHED = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
LEGACY = (
    "untrusted comment: signature from minisign secret key\n"
    "RWQf6LRCGA9i59SLOFxz6NxvASXDJeRtuZykwQepbDEGt87ig1BNpWaVWuNrm73YiIiJbq71Wi+dP9eKL8OC351vwIasSSb"
    "XxwA=\n"
    "trusted comment: timestamp:1555779966\tfile:test\n"
    "QtKMXWyYcwdpZAlPF7tE2ENJkRd1ujvKjlj1m9RtHTBnZPa5WKU5uWRs5GoP5M/VqE81QFuMKI5k/SfNQUaOAA==\n"
)
WRONG = "book0/page2"


def test_a_published_signature_holds():
    key = PublicKey.read(PUBLISHED, "key")
    assert key.name == "E7620F1842B4E81F"
    assert check_signature(b"test", LEGACY, key, "sig") == "timestamp:1555779966\tfile:test"
    with pytest.raises(InputError, match="does not hold"):
        check_signature(b"Test", LEGACY, key, "sig")
    with pytest.raises(InputError, match="does not hold"):
        check_signature(b"test", LEGACY.replace("file:test", "file:rest"), key, "sig")


def test_another_implementation_reads_what_we_write():
    minisign = pytest.importorskip("minisign", reason="needs the extra [reference]")
    key = SecretKey.new()
    theirs = minisign.PublicKey.from_bytes(key.public.as_file().encode())
    signature = sign_bytes(b"data", key, "timestamp:1\tfile:signed.json")
    read = minisign.Signature.from_bytes(signature.encode())
    theirs.verify(b"data", read)
    assert read.trusted_comment == "timestamp:1\tfile:signed.json"
    with pytest.raises(minisign.VerifyError):
        theirs.verify(b"Data", read)
    for password in ("pass", None):
        secret = minisign.SecretKey.from_bytes(key.as_file(password, QUICK).encode())
        if password:
            secret.decrypt(password)
        theirs.verify(b"more", secret.sign(b"more"))


def test_we_read_what_another_implementation_writes():
    minisign = pytest.importorskip("minisign", reason="needs the extra [reference]")
    pair = minisign.KeyPair.generate()
    ours = PublicKey.read(bytes(pair.public_key).decode(), "key")
    written = bytes(pair.secret_key.sign(b"data", trusted_comment="said")).decode()
    assert check_signature(b"data", written, ours, "sig") == "said"
    assert signing_key_id(written, "sig") == ours.name
    plain = SecretKey.read(bytes(pair.secret_key).decode(), None, "key")
    assert plain.public == ours
    pair.secret_key.encrypt("pass")
    assert SecretKey.read(bytes(pair.secret_key).decode(), "pass", "key").public == ours


def test_a_secret_key_opens_by_its_password_alone():
    key = SecretKey.new()
    text = key.as_file("right", QUICK)
    assert SecretKey.read(text, "right", "key") == key
    for wrong in ("wrong", ""):
        with pytest.raises(InputError, match="wrong password"):
            SecretKey.read(text, wrong, "key")
    with pytest.raises(InputError, match="encrypted; give its password"):
        SecretKey.read(text, None, "key")
    assert key.seed.hex() not in repr(key)


@pytest.mark.parametrize(
    "text", ["", "x", "untrusted comment: a\nAAAA", "a\nb\nc", PUBLISHED + "A"]
)
def test_what_is_no_key_is_refused_in_one_line(text):
    for read in (
        lambda: PublicKey.read(text, "file"),
        lambda: SecretKey.read(text, None, "file"),
        lambda: check_signature(b"", text, PublicKey.read(PUBLISHED, "key"), "file"),
    ):
        with pytest.raises(InputError, match=r"^file: not a minisign"):
            read()


@pytest.fixture
def key(tmp_path):
    new_key(tmp_path / "key", None)
    return tmp_path / "key"


def test_a_key_is_its_owners_alone_and_never_overwritten(key):
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    with pytest.raises(InputError, match="already exists"):
        new_key(key, None)


def test_a_signed_run_and_pack_hold(place, key):
    for subject in (Run.open(place / "run"), Pack.open(place / "pack")):
        sign(subject, key)
        found = verify(subject.path, trust=f"{key}.pub")
        assert found.differences == ()
        assert found.signature.trusted
        assert found.signature.comment.startswith("timestamp:")
        assert not verify(subject.path).signature.trusted
    signed = json.loads((place / "run/signed.json").read_text())
    assert [(one["task"], one["score"], one["n"]) for one in signed["figures"]] == [
        ("test.ordering", 0.5, 6)
    ]
    assert len(signed["samples"]) == 6


def test_a_response_changed_with_its_scores_is_found_by_the_signature(place, key):
    sign(Run.open(place / "run"), key)
    for way in (("text",), ("raw", "choices", 0, "message", "content")):

        def change(fields, way=way):
            *path, last = way
            for part in path:
                fields = fields[part]
            fields[last] = "[0, 2, 1]"

        changes.body(place, WRONG, change)
    rescore(place / "run")
    lines = list(map(str, verify(place / "run", trust=f"{key}.pub").differences))
    assert any("signed.json: samples." in line and WRONG in line for line in lines), lines


@pytest.mark.parametrize("kept", ["signed.json", "signed.json.minisig", None])
def test_a_signature_that_was_taken_away_is_missed(place, key, kept):
    sign(Run.open(place / "run"), key)
    for name in {"signed.json", "signed.json.minisig"} - {kept}:
        (place / "run" / name).unlink()
    found = verify(place / "run", trust=f"{key}.pub")
    assert "signed.json" in str(found.differences)


def test_a_manifest_written_again_does_not_hold(place, key):
    sign(Run.open(place / "run"), key)
    changes.text(place / "run/signed.json", '"score": 0.5', '"score": 0.9')
    assert "does not hold" in str(verify(place / "run", trust=f"{key}.pub").differences)


def test_a_key_that_is_not_there_is_reported_as_such(place, tmp_path):
    with pytest.raises(InputError, match=r"none\.pub: no such file, and not a minisign"):
        verify(place / "run", trust=str(tmp_path / "none.pub"))


def test_another_key_is_not_trusted(place, key, tmp_path):
    sign(Run.open(place / "run"), key)
    other = new_key(tmp_path / "other", None)
    for trust in (tmp_path / "other.pub", other.text):
        assert "signed by key" in str(verify(place / "run", trust=trust).differences)


def test_the_signature_of_another_run_does_not_fit(place, key):
    sign(Run.open(place / "run"), key)
    changes.sql(place, f"UPDATE results SET finished = 'later' WHERE item = '{WRONG}'")
    lines = list(map(str, verify(place / "run", trust=f"{key}.pub").differences))
    assert len(lines) == 1
    assert (
        f"samples.{Run.open(place / 'run').config['packs'][0]['hash'][:16]} {WRONG} 0" in lines[0]
    )


def test_a_changed_pack_is_named_by_item(place, key):
    sign(Pack.open(place / "pack"), key)
    changes.items(place, lambda rows: rows[2].update(gold=[2, 1, 0]), rehash=True)
    lines = list(map(str, verify(place / "pack", trust=f"{key}.pub").differences))
    assert any(f"items.{WRONG}" in line for line in lines), lines
    assert not any("items.book0/page0" in line for line in lines)


def test_the_commands(place, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("panelwise.trust._minisign.OPSLIMIT", QUICK[0])
    monkeypatch.setattr(SecretKey.as_file, "__defaults__", (QUICK,))
    monkeypatch.setenv("PANELWISE_KEY_PASSWORD", "secret words")
    key, run = tmp_path / "my own.key", str(place / "run")
    assert panelwise(["keygen", str(key)]) == 0
    printed = capsys.readouterr()
    assert printed.out.strip() == key.with_name("my own.key.pub").read_text().splitlines()[1]
    assert panelwise(["sign", run, "--key", str(key)]) == 0
    line = capsys.readouterr().err.splitlines()[1]
    _, verb, *arguments = shlex.split(line.partition("check it: ")[2])
    assert panelwise([verb, *arguments]) == 0
    assert panelwise(["verify", run, "--trust", printed.out.strip()]) == 0
    said = capsys.readouterr()
    assert ", file:signed.json, run:" in said.err
    assert "agrees" in said.err
    assert "secret words" not in str(printed) + str(said)
    monkeypatch.setenv("PANELWISE_KEY_PASSWORD", "other")
    assert panelwise(["sign", run, "--key", str(key)]) == 2
    changes.sql(place, f"UPDATE results SET outcome = 'correct' WHERE item = '{WRONG}'")
    monkeypatch.setenv("PANELWISE_KEY_PASSWORD", "secret words")
    assert panelwise(["sign", run, "--key", str(key)]) == 2
    line = capsys.readouterr().err.splitlines()[-1]
    assert "run was not signed: sample" in line
    assert "outcome: stored correct, found wrong" in line


def test_without_a_password_no_key_is_written(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("PANELWISE_KEY_PASSWORD", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.setattr("getpass.getpass", _asked)
    monkeypatch.setattr("click.termui.hidden_prompt_func", _asked)
    assert panelwise(["keygen", str(tmp_path / "me.key")]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert line.endswith(
        "no password was given and there is no terminal to ask on, so no key was written;"
        " set PANELWISE_KEY_PASSWORD or give --unencrypted"
    )
    assert not list(tmp_path.iterdir())


def _asked(*_: object) -> str:
    raise AssertionError("asked for a password without a terminal")


def test_without_the_extra_no_password_is_asked_for(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric", None)
    monkeypatch.delenv("PANELWISE_KEY_PASSWORD", raising=False)
    for command in (["keygen", "me.key"], ["sign", "run", "--key", "me.key"]):
        assert panelwise(command) == 2
        [line] = capsys.readouterr().err.splitlines()
        assert "signing needs the extra 'sign'" in line
