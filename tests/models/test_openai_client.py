"""The chat-completions client against a real server."""

from __future__ import annotations

import asyncio
import base64
import hashlib

import orjson
import pytest
from aiohttp import web

from panelwise.errors import (
    InputError,
    KeyRefusedError,
    NotServedError,
    PermanentError,
    RateLimitedError,
    SettingError,
    TooManyImagesError,
    TransientError,
    UnreadableAnswerError,
    UnsupportedRequestError,
)
from panelwise.models import (
    ImagePart,
    Message,
    OpenAIModel,
    Price,
    Request,
    Sampling,
    TextPart,
    get_model,
)
from panelwise.models._http import SMALL, _Chunks

HELLO = Request((Message("user", (TextPart("Hello"),)),))


def completion(content="Hi", finish="stop", **message):
    return {
        "id": "x",
        "model": "m-2025-01-01",
        "choices": [{"message": {"content": content, **message}, "finish_reason": finish}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 500},
    }


def answers(body, status=200, headers=None):
    return lambda _: web.Response(
        body=body if isinstance(body, bytes) else orjson.dumps(body),
        status=status,
        headers=headers,
    )


def ask(model, request=HELLO):
    async def go():
        try:
            return await model.generate(request)
        finally:
            await model.close()

    return asyncio.run(go())


def ask_server(server, request=HELLO, **options):
    return ask(OpenAIModel("m", server.url, **options), request)


def image(tmp_path, data=b"\xff\xd8 original jpeg bytes"):
    sha256 = hashlib.sha256(data).hexdigest()
    (tmp_path / sha256).write_bytes(data)
    return ImagePart(sha256, "image/jpeg", tmp_path / sha256)


def test_an_answer_keeps_text_tokens_cost_model_and_the_whole_json(server):
    server.reply = answers(completion(" Hi\n", reasoning_content="hm"))
    response = ask_server(server, price=Price(2.0, 8.0))
    assert response.text == " Hi\n"
    assert response.finish_reason == "stop"
    assert (response.tokens_in, response.tokens_out) == (1000, 500)
    assert response.cost == pytest.approx(0.006)
    assert response.model == "m-2025-01-01"
    assert response.raw["choices"][0]["message"]["reasoning_content"] == "hm"
    assert response.latency > 0


def test_no_price_no_cost(server):
    server.reply = answers(completion())
    assert ask_server(server).cost is None


def test_the_body_is_what_the_protocol_asks_for(server, tmp_path):
    server.reply = answers(completion())
    picture = image(tmp_path)
    request = Request(
        (
            Message("system", (TextPart('Be "brief" — 短く'),)),
            Message("user", (TextPart("A: "), picture, TextPart("B: "), picture)),
        ),
        Sampling(temperature=0.0, top_p=0.9, seed=7, max_tokens=64),
    )
    ask_server(server, request)
    path, headers, body = server.received[0]
    url = "data:image/jpeg;base64," + base64.b64encode(picture.path.read_bytes()).decode()
    part = {"type": "image_url", "image_url": {"url": url}}
    assert path == "/v1/chat/completions"
    assert headers["Content-Type"] == "application/json"
    assert "Content-Length" in headers
    assert body == {
        "model": "m",
        "messages": [
            {"role": "system", "content": 'Be "brief" — 短く'},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "A: "},
                    part,
                    {"type": "text", "text": "B: "},
                    part,
                ],
            },
        ],
        "temperature": 0.0,
        "top_p": 0.9,
        "seed": 7,
        "max_tokens": 64,
    }


def test_what_is_not_set_is_not_sent(server):
    server.reply = answers(completion())
    ask_server(server)
    assert set(server.received[0][2]) == {"model", "messages"}


def test_a_large_body_arrives_whole(server, tmp_path):
    server.reply = answers(completion())
    pictures = [image(tmp_path, bytes([k]) * 300_000) for k in range(6)]
    ask_server(server, Request((Message("user", tuple(pictures)),)))
    sent = [part["image_url"]["url"] for part in server.received[0][2]["messages"][0]["content"]]
    assert [base64.b64decode(url.partition(",")[2])[:1] for url in sent] == [
        bytes([k]) for k in range(6)
    ]


@pytest.mark.parametrize(
    ("pieces", "written"),
    [([b"a", b"b", b"c"], [b"abc"]), ([b"a", b"b" * SMALL], [b"a", b"b" * SMALL]), ([], [b""])],
    ids=["small", "large", "empty"],
)
def test_a_small_body_is_written_in_one_piece(pieces, written):
    seen: list[bytes] = []

    class Writer:
        async def write(self, piece):
            seen.append(piece)

    async def write() -> int:
        body = _Chunks(pieces)
        await body.write(Writer())
        return body.size

    assert asyncio.run(write()) == sum(map(len, pieces))
    assert seen == written


def test_an_image_that_changed_since_it_was_hashed_is_not_sent(server, tmp_path):
    picture = image(tmp_path)
    picture.path.write_bytes(b"other")
    with pytest.raises(InputError, match="changed since the pack was built"):
        ask_server(server, Request((Message("user", (picture,)),)))
    assert not server.received


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (None, ""),
        ([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "ab"),
        ([], ""),
        (42, ""),
    ],
)
def test_content_may_be_missing_or_in_parts(server, content, text):
    server.reply = answers(completion(content))
    assert ask_server(server).text == text


@pytest.mark.parametrize(
    ("said", "ours"),
    [("length", "length"), ("content_filter", "content_filter"), ("tool_calls", "other")],
)
def test_finish_reasons(server, said, ours):
    server.reply = answers(completion(finish=said))
    assert ask_server(server).finish_reason == ours


def test_a_refusal_is_kept(server):
    server.reply = answers(completion(None, refusal="I can't help with that."))
    assert ask_server(server).refusal == "I can't help with that."


def test_a_filter_that_refuses_the_input_is_a_refusal(server):
    error = {"code": "content_filter", "message": "The prompt was filtered"}
    server.reply = answers({"error": error}, 400)
    response = ask_server(server)
    assert response.finish_reason == "content_filter"
    assert "The prompt was filtered" in response.refusal


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (401, {"error": {"message": "Incorrect API key"}}, KeyRefusedError),
        (403, {}, KeyRefusedError),
        (404, {"error": {"message": "no such model"}}, NotServedError),
        (422, {"detail": [{"msg": "bad"}]}, PermanentError),
        (402, {}, PermanentError),
        (408, {}, TransientError),
        (409, {}, TransientError),
        (500, b"<html>oops</html>", TransientError),
        (503, {}, TransientError),
        (429, {}, RateLimitedError),
        (429, {"error": {"code": "insufficient_quota", "message": "pay"}}, PermanentError),
        (400, {"message": "At most 1 image(s) may be provided in one prompt."}, TooManyImagesError),
        (400, {"message": "At most 0 image(s) may be provided."}, UnsupportedRequestError),
        (500, {"error": {"message": "image input is not supported"}}, UnsupportedRequestError),
        (404, {"error": {"message": "No endpoints found that support image input"}},
         UnsupportedRequestError),
        (400, {"error": {"code": "context_length_exceeded",
                         "message": "This model's maximum context length is 8192 tokens"}},
         UnsupportedRequestError),
        (413, b"too large", UnsupportedRequestError),
        (400, {"error": {"message": "maximum image size is 5 MB"}}, PermanentError),
        (307, b"", PermanentError),
        (501, {}, PermanentError),
        (200, b'{"choices": [{"mess', UnreadableAnswerError),
        (200, b"<html>Please log in</html>", UnreadableAnswerError),
        (200, b"", UnreadableAnswerError),
        (200, b"[" * 100_000, UnreadableAnswerError),
        (200, b"[" + b"0," * 2_000_000 + b"0]", PermanentError),
        (200, [1], UnreadableAnswerError),
        (200, {"choices": []}, UnreadableAnswerError),
        (200, {"choices": [{"message": 3}]}, UnreadableAnswerError),
        (400, {"error": {"innererror": "words", "message": {"a": [1]}}}, PermanentError),
        (400, b'{"error":' + b"[" * 900 + b"]" * 900 + b"}", PermanentError),
        (200, {"error": {"code": 429, "message": "upstream is busy"}}, RateLimitedError),
        (200, {"error": {"message": "upstream broke"}}, TransientError),
    ],
)  # fmt: skip
def test_failures_have_classes(server, status, body, expected):
    server.reply = answers(body, status, {"Location": "/x"} if status == 307 else None)
    with pytest.raises(expected) as caught:
        ask_server(server)
    assert type(caught.value) is expected
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("headers", "low", "high"),
    [
        ({"Retry-After": "7"}, 7, 7),
        ({"retry-after-ms": "1500"}, 1.5, 1.5),
        ({"Retry-After": "Fri, 01 Jan 2100 00:00:00 GMT"}, 86_400, 86_400),
        ({"Retry-After": "9" * 400}, 86_400, 86_400),
        ({"retry-after-ms": "inf"}, 86_400, 86_400),
        ({"Retry-After": "Sat, 01 Jan 2000 00:00:00 GMT"}, 0, 0),
    ],
)
def test_retry_after_in_seconds_or_as_a_date(server, headers, low, high):
    server.reply = answers({}, 429, headers)
    with pytest.raises(RateLimitedError) as caught:
        ask_server(server)
    assert low <= caught.value.retry_after <= high


@pytest.mark.parametrize(
    "headers", [{"Retry-After": "soon"}, {"retry-after-ms": "nan"}, {"Retry-After": "1 Jan 99999"}]
)
def test_a_retry_after_that_says_nothing(headers, server):
    server.reply = answers({}, 429, headers)
    with pytest.raises(RateLimitedError) as caught:
        ask_server(server)
    assert caught.value.retry_after is None


def test_silence_ends_in_a_timeout(server):
    server.reply, server.delay = answers(completion()), 5.0
    with pytest.raises(TransientError, match=r"no answer within 0\.2 s"):
        ask_server(server, timeout=0.2)


def test_nobody_listens():
    with pytest.raises(TransientError, match=r"cannot connect to 127\.0\.0\.1:9"):
        ask(OpenAIModel("m", "http://127.0.0.1:9/v1"))


def test_the_key_reaches_the_server_and_nothing_else(server, monkeypatch):
    key = "sk-very-secret"
    monkeypatch.setenv("PANELWISE_API_KEY", key)
    monkeypatch.setenv("OPENAI_API_KEY", "sk-for-openai-only")
    server.reply = answers({"error": {"message": f"Incorrect API key provided: {key}"}}, 401)
    model = OpenAIModel("m", server.url)
    with pytest.raises(PermanentError) as caught:
        ask(model)
    assert server.received[0][1]["Authorization"] == f"Bearer {key}"
    assert "401" in str(caught.value)
    for shown in (str(caught.value), repr(caught.value), model.name, str(model.identity())):
        assert "secret" not in shown
    assert "openai-only" not in str(server.received)


def test_another_address_of_openai_is_a_server_like_any_other(server, monkeypatch):
    """It is asked with its own key, has no listed price and takes what OpenAI's service refuses."""
    monkeypatch.setenv("PANELWISE_API_KEY", "sk-of-the-proxy")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-for-openai-only")
    server.reply = answers(completion())
    model = get_model("openai/gpt-4o", {"url": server.url, "top_k": "3"})
    assert model.name == f"{server.url}#gpt-4o"
    assert ask(model).cost is None
    [(path, headers, body)] = server.received
    assert (path, body["model"], body["top_k"]) == ("/v1/chat/completions", "gpt-4o", 3)
    assert headers["Authorization"] == "Bearer sk-of-the-proxy"


def test_a_password_in_the_url_is_sent_and_never_shown(server, monkeypatch):
    monkeypatch.setenv("PANELWISE_API_KEY", "not-needed")
    server.reply = answers(completion())
    url = server.url.replace("http://", "http://me:hunter2@") + "?api-key=abc&version=1"
    model = OpenAIModel("m", url)
    assert ask(model).text == "Hi"
    path, headers, _ = server.received[0]
    assert path == "/v1/chat/completions?api-key=abc&version=1"
    assert headers["Authorization"] == "Basic " + base64.b64encode(b"me:hunter2").decode()
    assert "hunter2" not in model.name + str(model.identity())
    assert "abc" not in model.name + str(model.identity())


def test_openai_without_a_key_is_one_line(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(SettingError, match="openai/gpt-4o needs a key; set OPENAI_API_KEY"):
        ask(OpenAIModel("gpt-4o"))


def test_a_proxy_from_the_environment_is_used_and_no_proxy_is_obeyed(server, monkeypatch):
    server.reply = answers(completion())
    monkeypatch.setenv("http_proxy", server.url.removesuffix("/v1"))
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert ask(OpenAIModel("m", "http://far-away.invalid/v1")).text == "Hi"
    assert server.received[0][1]["Host"] == "far-away.invalid"
    monkeypatch.setenv("no_proxy", "far-away.invalid")
    with pytest.raises(TransientError, match=r"cannot connect to far-away\.invalid"):
        ask(OpenAIModel("m", "http://far-away.invalid/v1"))


def test_a_url_that_is_none():
    with pytest.raises(SettingError, match="write http://host:port/v1"):
        OpenAIModel("m", "localhost:8000/v1")


def test_a_stand_in_for_the_network():
    from panelwise.models import HttpAnswer

    class Echo:
        async def post(self, url, headers, body):
            words = orjson.loads(b"".join(body))["messages"][0]["content"]
            return HttpAnswer(200, {}, orjson.dumps(completion(words.upper())))

        async def get(self, url, headers):
            raise AssertionError("only a 404 leads to it")

        async def close(self):
            pass

    assert ask(OpenAIModel("m", "http://nowhere/v1", transport=Echo())).text == "HELLO"
