"""The small model behind a name: ``small-vlm/FOLDER``."""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
import time
from pathlib import Path
from typing import Any

from panelwise.errors import InputError, SettingError, UnsupportedRequestError
from panelwise.files import file_sha256
from panelwise.models._names import Provider
from panelwise.models._request import (
    Capabilities,
    Request,
    Response,
    Sampling,
    TextPart,
)
from panelwise.models._settings import DECODING
from panelwise.models._transformers_answer import picture_of
from panelwise.models.small_vlm._folder import (
    CONFIG,
    WEIGHTS,
    SmallVlm,
    read_small_vlm,
)
from panelwise.models.small_vlm._letters import asks_to_read, pairs_of
from panelwise.models.small_vlm._wheels import (
    LANGUAGE,
    TRAINED,
    require_small_vlm,
)
from panelwise.models.small_vlm._words import words_of
from panelwise.wheels import wheel_file

# A line of a prompt that lists an option: "B. A boy with a hat" or "(B) A boy with a hat".
_OPTION = re.compile(r"^\(?([A-J])[.)] +(\S.*)$", re.MULTILINE)
_MOST_PICTURES = 8


class SmallVlmModel:
    """A vision-language model that ``panelwise train small-vlm`` made.

    It answers multiple choice only, with the letter of the option with the highest score. The score
    says how much more the pictures speak for an option than other pictures do. Instructions that
    follow the list of options are not read.

    Args:
        folder: with ``small-vlm.json`` and the trained weights; none for those of the distribution
            ``panelwise-small-vlm``.

    Raises:
        MissingExtraError: without the extra ``[small-vlm]``.
        InputError: without a folder, when the trained weights or the language model are missing.
    """

    def __init__(self, folder: str | Path = "") -> None:
        require_small_vlm()
        self.name = f"small-vlm/{folder}" if folder else "small-vlm"
        if not folder:
            wheel_file(LANGUAGE)
            folder = wheel_file(TRAINED).parent
        self.folder = Path(folder)
        self._lock = threading.Lock()
        self._loaded: SmallVlm | None = None

    @property
    def capabilities(self) -> Capabilities:
        """Several pictures, one request at a time."""
        return Capabilities(concurrency=1, timeout=None)

    def identity(self) -> dict[str, Any]:
        """Which weights answer.

        Raises:
            InputError: when the folder holds no trained model.
        """
        files = [self.folder / one for one in (CONFIG, WEIGHTS)]
        if lacking := [file.name for file in files if not file.is_file()]:
            raise InputError(
                f"{self.folder}: no small model (no {lacking[0]} in it); give the folder 'model' of"
                " a training by panelwise train small-vlm"
            )
        digest = hashlib.sha256("".join(map(file_sha256, files)).encode()).hexdigest()
        return {"api": "small-vlm", "weights": digest}

    def check_sampling(self, sampling: Sampling) -> None:
        """Refuse decoding parameters: the answer is always the option with the highest score.

        Raises:
            SettingError: naming the first one that is set to anything that would change it.
        """
        for name, value in sampling.given().items():
            if name != "max_tokens" and (name, value) != ("temperature", 0.0):
                raise SettingError(f"{name}={value}: {self.name} does not take it; leave it out")

    async def generate(self, request: Request) -> Response:
        """The letter of the option with the highest score, computed in a thread.

        Raises:
            InputError: when the model cannot be loaded, or a picture is missing or changed.
            UnsupportedRequestError: for a request without a picture, or without options that the
                model can tell apart.
        """
        self.check_sampling(request.sampling)
        return await asyncio.to_thread(self._answer, request)

    async def close(self) -> None:
        """Give the memory back; a later ``generate`` loads again."""
        with self._lock:
            self._loaded = None

    def _answer(self, request: Request) -> Response:
        question, options = asked_of(request)
        if not 1 <= len(request.images) <= _MOST_PICTURES:
            raise UnsupportedRequestError(
                f"{self.name} takes 1 to {_MOST_PICTURES} pictures, not {len(request.images)}"
            )
        started = time.perf_counter()
        with self._lock:
            if self._loaded is None:
                self._loaded = read_small_vlm(self.folder)
            pictures = [picture_of(part) for part in request.images]
            scores = self._loaded.scores(pictures, question, list(options.values())).tolist()
        best = max(zip(scores, options, strict=True))[1]
        return Response(best, latency=time.perf_counter() - started, raw={"scores": scores})


def asked_of(request: Request) -> tuple[str, dict[str, str]]:
    """The question of a request, without its list of options, and the options by letter.

    The question is what the last message that lists options says before its list.

    Raises:
        UnsupportedRequestError: when no message lists at least two options, or the model cannot
            tell them apart.
    """
    for message in reversed(request.messages):
        words = "\n".join(part.text for part in message.parts if isinstance(part, TextPart))
        found = list(_OPTION.finditer(words))
        if len(found) >= 2:
            question = " ".join(words[: found[0].start()].split())
            options = {match[1]: match[2].strip() for match in found}
            _check_options(question, options)
            return question, options
    raise UnsupportedRequestError(
        "the small model answers multiple choice only: the prompt lists no options (A. ..., B. ...)"
    )


def _check_options(question: str, options: dict[str, str]) -> None:
    """See that not all options are the same to the model, which would choose by their letters."""
    parts = pairs_of if asks_to_read(question) else words_of
    if len({frozenset(parts(option)) for option in options.values()}) == 1:
        raise UnsupportedRequestError(
            "the small model cannot tell the options apart: it knows words in the letters a to z"
            " and numbers, but not their order"
        )


small_vlm = Provider(
    "small-vlm/FOLDER",
    "what panelwise train small-vlm made; small-vlm alone: the one that comes trained",
    lambda rest, _: SmallVlmModel(rest),
    refused=frozenset(DECODING) - {"temperature", "max_tokens"},
    alone=True,
)
