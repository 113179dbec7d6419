"""Whatever a service sends: an answer that can be stored, or a ProviderError without secrets."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
import threading
from contextlib import contextmanager
from urllib.parse import quote

import orjson
import pytest
from aiohttp import web
from hypothesis import example, given
from hypothesis import strategies as st

from panelwise.errors import PermanentError, ProviderError, TransientError
from panelwise.models import HttpAnswer, Message, OpenAIModel, Price, Request, Response, TextPart

HELLO = Request((Message("user", (TextPart("Hello"),)),))
KEY = "sk-proj-R9vQ2/xWm+4tLzKp8sYd"


class Says:
    """A network on which one answer comes, whatever is asked."""

    def __init__(self, body: bytes, status: int = 200, headers: dict[str, str] | None = None):
        self.answer = HttpAnswer(status, headers or {}, body)

    async def post(self, url, headers, body):
        return self.answer

    async def get(self, url, headers):
        return self.answer

    async def close(self):
        pass


def ask(body: bytes, status: int = 200, url: str = "http://nowhere/v1", **headers) -> Response:
    network = Says(body, status, headers)
    model = OpenAIModel("m", url, price=Price(2.0, 8.0), transport=network)
    return asyncio.run(model.generate(HELLO))


def answered(**changed: object) -> bytes:
    choice = {"message": {"role": "assistant", "content": "Hi"}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 1000, "completion_tokens": 500}
    return orjson.dumps({"model": "m-1", "choices": [choice], "usage": usage} | changed)


def error_is_a_line(error: ProviderError) -> None:
    assert str(error).encode().count(b"\n") == 0


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(1 << 63), (1 << 64) - 1)
    | st.floats(allow_nan=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)
# Completions any part of which may be anything.
MESSAGES = JSON | st.fixed_dictionaries({}, optional={"content": JSON, "refusal": JSON})
CHOICES = JSON | st.lists(
    st.fixed_dictionaries({}, optional={"message": MESSAGES, "finish_reason": JSON, "text": JSON})
)
COUNTS = JSON | st.fixed_dictionaries({"prompt_tokens": JSON, "completion_tokens": JSON})
ERRORS = JSON | st.fixed_dictionaries(
    {}, optional={"message": JSON, "code": JSON, "type": JSON, "innererror": JSON, "detail": JSON}
)
COMPLETIONS = JSON | st.fixed_dictionaries(
    {}, optional={"choices": CHOICES, "usage": COUNTS, "model": JSON, "error": ERRORS}
)


@given(COMPLETIONS, st.sampled_from([200, 200, 200, 204, 302, 400, 404, 418, 429, 500, 503, 999]))
@example({"choices": [{"message": {"content": "x", "refusal": {"why": [1]}}}]}, 200)
@example({"error": {"innererror": "a text", "message": {"deep": []}}}, 400)
def test_every_json_is_an_answer_that_can_be_stored_or_a_provider_error(value, status):
    try:
        response = ask(orjson.dumps(value), status)
    except ProviderError as error:
        error_is_a_line(error)
        return
    assert isinstance(response.text, str)
    assert response.refusal is None or isinstance(response.refusal, str)
    assert response.model is None or isinstance(response.model, str)
    for count in (response.tokens_in, response.tokens_out):
        assert count is None or 0 <= count < 1 << 53
    assert (response.cost is None) == (None in (response.tokens_in, response.tokens_out))
    assert orjson.dumps(response)


@given(st.binary(max_size=40), st.sampled_from([200, 400, 500]))
def test_every_body_ends_in_an_answer_or_a_provider_error(body, status):
    for whole in (body, b'{"choices":[{"message":{"content":"' + body + b'"}}]}'):
        try:
            assert orjson.dumps(ask(whole, status))
        except ProviderError as error:
            error_is_a_line(error)


NESTED = b"[" * 900 + b"]" * 900


@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbf" + answered(),
        answered().replace(b"500", b"NaN"),
        answered().replace(b"500", b"-Infinity"),
        answered().replace(b"500", b"9" * 5000),
        answered().replace(b'"m-1"', b'"m-\\ud800"'),
        answered().replace(b'"m-1"', b'"m-\xff"'),
        answered().replace(b'"m-1"', b'"m\n1"'),
        answered().replace(b'"m-1"', b'"' + b"m" * 100_000 + b'"'),
        answered(logprobs="here").replace(b'"here"', NESTED),
        answered(usage=[1]),
        answered(usage={"prompt_tokens": -1, "completion_tokens": (1 << 64) - 1}),
        answered(usage={"prompt_tokens": True, "completion_tokens": 3.5}),
        answered(model={"id": 1}, error={"message": "beside an answer"}),
        b'{"choices":[],' + answered()[1:],
    ],
    ids=lambda body: ascii(body[:60]),
)
def test_a_paid_answer_is_kept_whatever_is_beside_it(body):
    response = ask(body)
    assert response.text == "Hi"
    assert response.finish_reason == "stop"
    assert orjson.loads(orjson.dumps(response))["raw"]["choices"]
    assert response.model is None or len(response.model) <= 200


def test_half_a_character_in_the_words_costs_that_character_only():
    response = ask(answered().replace(b"Hi", b"[2, 0, 1] \\ud83d"))
    assert response.text == "[2, 0, 1] \N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b'{"choices":[{"text":"old"}]}', "old"),
        (b'{"choices":[{"message":"plain"}]}', "plain"),
        (answered(choices=[{"message": {"content": None, "refusal": {"why": "x"}}}]), ""),
    ],
)
def test_words_in_other_places_are_found(body, text):
    assert ask(body).text == text


def spellings() -> list[str]:
    coded = [
        base64.b64encode(prefix + KEY.encode()).decode() for prefix in (b"", b"a:", b"Bearer ")
    ]
    quoted = quote(KEY, safe="")
    return [KEY, *coded, quoted, quoted.replace("%2F", "%2f"), KEY.encode().hex()]


def shows_a_key(text: str) -> bool:
    """Whether ten characters of the key, or of a form of it, are to be read."""
    forms = [form[at : at + 10] for form in spellings() for at in range(6, len(form) - 14)]
    return any(form in text for form in forms)


@pytest.mark.parametrize("said", spellings(), ids=str)
@pytest.mark.parametrize("status", [200, 401, 500])
def test_a_key_that_the_service_repeats_is_masked_everywhere(said, status, monkeypatch):
    monkeypatch.setenv("PANELWISE_API_KEY", KEY)
    words = f"You sent {said} and {said[: len(said) // 2 + 1]}"
    whole = answered(
        model=words,
        system_fingerprint=[{words: words}],
        choices=[{"message": {"content": words, "refusal": words}, "finish_reason": words}],
    )
    escaped = whole.replace(b"-", b"\\u002d").replace(b"R", b"\\u0052")
    error = orjson.dumps({"error": {"message": words, "code": words}})
    for body in (whole, escaped) if status == 200 else (error, words.encode()):
        try:
            seen = repr(ask(body, status))
        except ProviderError as failed:
            seen = repr(failed)
        assert "***" in seen
        assert not shows_a_key(seen), seen


@pytest.mark.parametrize("before", range(360, 401, 3))
def test_cutting_an_error_leaves_no_half_of_a_key(before, monkeypatch):
    monkeypatch.setenv("PANELWISE_API_KEY", KEY)
    for body in (b"x" * before + KEY.encode(), orjson.dumps({"message": "x" * before + KEY})):
        with pytest.raises(PermanentError) as caught:
            ask(body, 401)
        assert KEY[:4] not in str(caught.value)


def test_a_password_of_the_url_is_masked_in_answers_as_it_was_sent():
    basic = base64.b64encode(b"me:hunter2!").decode()
    body = answered(choices=[{"message": {"content": f"hunter2! hunter2%21 {basic}"}}])
    assert ask(body, url="http://me:hunter2%21@nowhere/v1").text == "*** *** ***"


@pytest.mark.parametrize("after", ["", "\n", '"', "\\", "\\n", "/", "é"])
def test_a_password_is_masked_however_the_answer_escapes_it(after):
    password = f"hunter2{after}hunter2{after}"
    words = f"a\n{after}{password}{after}"
    url = f"http://me:{quote(password, safe='')}@nowhere/v1"
    for body in (orjson.dumps(words), json.dumps(words).encode().replace(b"/", b"\\/")):
        whole = answered(choices=[]).replace(b"[]", b'[{"message":{"content":%s}}]' % body)
        assert ask(whole, url=url).text == f"a\n{after}***{after}"


@pytest.mark.parametrize("word", ["EMPTY", "none", "ollama"])
def test_a_word_that_stands_for_a_key_is_left_in_answers(word, monkeypatch):
    monkeypatch.setenv("PANELWISE_API_KEY", word)
    said = answered(choices=[{"message": {"content": f"The bubble is {word}."}}])
    assert ask(said).text == f"The bubble is {word}."
    with pytest.raises(PermanentError) as caught:
        ask(f"bad key {word}".encode(), 401)
    assert word not in str(caught.value)


def test_an_address_in_a_header_is_cleaned_and_cut(monkeypatch):
    monkeypatch.setenv("PANELWISE_API_KEY", KEY)
    with pytest.raises(PermanentError) as caught:
        ask(b"", 302, Location=f"http://x/?k={KEY}\udcff" + "y" * 5000)
    assert KEY[:8] not in str(caught.value)
    assert len(str(caught.value).encode()) < 600


def chunked(*parts: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
    return b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body + end


@contextmanager
def raw_server(reply: bytes):
    """A server that sends these bytes and closes, whatever they are."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        try:
            while True:
                with listener.accept()[0] as line:
                    line.recv(1 << 16)
                    line.sendall(reply)
        except OSError:
            return

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join()


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"SSH-2.0-OpenSSH_9.2\r\n",
        b"HTTP/1.1 999 \xff\xfe\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Encoding: \xff\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\n" + b"A" * 100_000 + b": b\r\n\r\n",
        b"HTTP/1.1 302 Found\r\nLocation: \xff\xfe\x80\r\nContent-Length: 0\r\n\r\n",
        chunked(answered()[:40], end=b""),
        chunked(answered()[:40], end=b"zz\r\n"),
    ],
    ids=lambda reply: ascii(reply[:60]),
)
def test_every_broken_reply_is_a_provider_error(reply):
    with raw_server(reply) as url, pytest.raises(ProviderError) as caught:
        asyncio.run(_once(url))
    str(caught.value).encode()


async def _once(url: str) -> Response:
    model = OpenAIModel("m", url, timeout=10.0)
    try:
        return await model.generate(HELLO)
    finally:
        await model.close()


def test_a_web_page_is_named_and_its_markup_left_out(server):
    page = b"<!DOCTYPE html><html><title>502</title><body><h1>No <b>upstream</b></h1></body></html>"
    server.reply = lambda _: web.Response(body=page, content_type="text/html")
    with pytest.raises(TransientError, match=r"web page \(HTML\), not JSON; check"):
        asyncio.run(_once(server.url))
    server.reply = lambda _: web.Response(body=page, content_type="text/html", status=502)
    with pytest.raises(TransientError) as caught:
        asyncio.run(_once(server.url))
    assert str(caught.value) == "502 Bad Gateway: No upstream"


def test_a_wrong_content_type_does_not_matter(server):
    server.reply = lambda _: web.Response(body=answered(), content_type="text/html")
    assert asyncio.run(_once(server.url)).text == "Hi"


def test_a_host_that_is_none_is_a_provider_error():
    with pytest.raises(ProviderError) as caught:
        asyncio.run(_once(f"http://{'a' * 70}.invalid/v1"))
    assert isinstance(caught.value, PermanentError | TransientError)
