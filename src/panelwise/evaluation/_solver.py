"""Whoever answers items: a model, a baseline, a file of recorded answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from panelwise.errors import SettingError, UnknownNameError
from panelwise.evaluation._settings import HF_SETTINGS, MODEL_SETTINGS, read_settings
from panelwise.models import (
    OPENAI_URL,
    Capabilities,
    Model,
    OpenAIModel,
    Price,
    Request,
    Response,
    Sampling,
    TransformersModel,
    openai_price,
    url_without_secrets,
)
from panelwise.packs import Pack
from panelwise.profile import RECOMMENDED, Profile
from panelwise.registry import Registry
from panelwise.tasks import Item, Rendering

DEFAULT_TIMEOUT = 600.0
DEFAULT_CONCURRENCY = 64


@dataclass(frozen=True, slots=True)
class Question:
    """One item to be answered once.

    Attributes:
        single_image: whether the item is shown in its one-image form.
        repeat: 0 for the first time that a run asks it.
        profile: how the answer will be read.
    """

    item: Item
    pack: Pack
    single_image: bool = False
    repeat: int = 0
    profile: Profile = RECOMMENDED

    @property
    def rendering(self) -> Rendering:
        """The item as it is shown."""
        return (self.item.single_image if self.single_image else None) or self.item.rendering


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, with a note for the record ("no recorded answer")."""

    response: Response
    note: str | None = None


class Solver(Protocol):
    """Anything that answers items.

    Attributes:
        name: in the grammar of names, without secrets.
        several_images: whether it takes more than one image at once.
        costly: whether an answer costs time or money. If so it is cached, every request is
            written down before it is sent, and requests run beside each other.
        priced: whether what an answer costs will be known.
        concurrency: most questions at once.
        timeout: seconds after which a question is given up; ``None``: never.

    One that says where things are in other numbers than pixels of the picture names them as
    ``coordinate_frame`` (AMB-30).
    """

    @property
    def name(self) -> str: ...
    @property
    def several_images(self) -> bool: ...
    @property
    def costly(self) -> bool: ...
    @property
    def priced(self) -> bool: ...
    @property
    def concurrency(self) -> int: ...
    @property
    def timeout(self) -> float | None: ...

    def identity(self) -> dict[str, Any]:
        """What decides its answers besides the question: plain values, no secrets."""
        ...

    def check(self, questions: Sequence[Question]) -> str | None:
        """Look at all questions of a run before anything is written.

        Returns:
            What whoever watches should know ("recorded answers to 12 of 20 items"), if anything.

        Raises:
            UserError: when it lacks something (images, answers) that it needs for them.
            UnavailableError: when it can never answer this kind of item.
        """
        ...

    async def answer(self, question: Question) -> Reply:
        """Answer once; retries are the run's business.

        Raises:
            ProviderError: one of its classes.
        """
        ...

    async def close(self) -> None: ...


class ModelSolver:
    """Lets a model answer items exactly as their pack renders them.

    Args:
        model: who is asked.
        sampling: decoding parameters. With a ``seed``, repeat k is asked with ``seed + k``.
        several_images: ``None`` takes the model's word for it.
        timeout: seconds for one request.
        concurrency: most requests at once.
        priced: whether the model's responses say what they cost.
    """

    costly = True

    def __init__(
        self,
        model: Model,
        sampling: Sampling | None = None,
        *,
        several_images: bool | None = None,
        timeout: float | None = DEFAULT_TIMEOUT,
        concurrency: int = DEFAULT_CONCURRENCY,
        priced: bool = False,
    ) -> None:
        self._model = model
        self._sampling = sampling or Sampling()
        self.several_images = (
            model.capabilities.several_images if several_images is None else several_images
        )
        self.timeout = timeout
        self.concurrency = concurrency
        self.priced = priced

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    @property
    def coordinate_frame(self) -> str:
        """In which numbers the model says where something is, as it declares (AMB-30)."""
        return self._model.capabilities.coordinate_frame

    def identity(self) -> dict[str, Any]:
        """The model and the decoding parameters that are sent."""
        sampling = {
            "temperature": self._sampling.temperature,
            "top_p": self._sampling.top_p,
            "top_k": self._sampling.top_k,
            "seed": self._sampling.seed,
            "max_tokens": self._sampling.max_tokens,
        }
        sent = {key: value for key, value in sampling.items() if value is not None}
        return {"solver": "model", "model": self._model.identity(), "sampling": sent}

    def check(self, questions: Sequence[Question]) -> str | None:
        """Every image that will be sent is at hand; the error says how to get it otherwise."""
        for question in questions:
            question.pack.messages(question.item, question.single_image)
        return None

    async def answer(self, question: Question) -> Reply:
        """Ask the model once."""
        sampling = self._sampling
        if sampling.seed is not None and question.repeat:
            sampling = replace(sampling, seed=sampling.seed + question.repeat)
        messages = question.pack.messages(question.item, question.single_image)
        return Reply(await self._model.generate(Request(messages, sampling)))

    async def close(self) -> None:
        """Close the model's connections."""
        await self._model.close()


def get_solver(name: str, settings: Mapping[str, str] | None = None) -> Solver:
    """Whoever a name stands for.

    Args:
        name: ``openai/gpt-4o``, ``http://host:port/v1#model``, ``hf/PATH``, ``hf/ORG/NAME``,
            ``baseline:random``, ``recorded:FILE``, or what a plug-in registered.
        settings: texts as typed on a command line.

    Raises:
        UnknownNameError: when nobody answers to that name.
        SettingError: for a setting that it does not have or cannot take.

    >>> get_solver("baseline:random", {"seed": "7"}).identity()
    {'solver': 'baseline:random', 'seed': 7}
    """
    prefix, separator, rest = _split(name)
    registry = Registry("model", "panelwise.models")
    if not separator or not rest:
        known = ", ".join(registry.names())
        raise UnknownNameError(
            f"unknown model '{name}'; write for example openai/gpt-4o, http://host:8000/v1#model,"
            f" baseline:random or recorded:FILE. Known services: {known}"
        )
    factory = registry.get(prefix)
    return factory(rest, dict(settings or {}))  # type: ignore[no-any-return]


def openai_solver(rest: str, settings: dict[str, str]) -> Solver:
    """``openai/MODEL``: OpenAI's own service, key in ``OPENAI_API_KEY``."""
    return _chat_solver(OPENAI_URL, rest, settings, openai_price(rest))


def url_solver(rest: str, settings: dict[str, str]) -> Solver:
    """``http://host:port/v1#MODEL``: any OpenAI-compatible server, key in ``PANELWISE_API_KEY``.

    Raises:
        SettingError: when the URL does not name a model.
    """
    url, _, model = rest.partition("#")
    if not model:
        shown = url_without_secrets(url)
        raise SettingError(f"{shown} does not name a model; write {shown}#MODEL")
    return _chat_solver(url, model, settings, None)


def hf_solver(rest: str, settings: dict[str, str]) -> Solver:
    """``hf/PATH`` or ``hf/ORG/NAME``: a checkpoint run in this process, one question at a time.

    A draw with ``temperature`` starts from ``seed`` 0 if none is given, so that repeats differ and
    can be repeated.

    Raises:
        MissingExtraError: without the extra ``[hf]``.
    """
    values = read_settings(settings, HF_SETTINGS, f"the model 'hf/{rest}'")
    model = TransformersModel(
        rest, min_pixels=values.get("min_pixels"), max_pixels=values.get("max_pixels")
    )
    if values.get("temperature"):
        values.setdefault("seed", 0)
    return ModelSolver(
        model,
        _sampling(values),
        several_images=values.get("images", "several") == "several",
        timeout=values.get("timeout"),
        concurrency=1,
    )


def _sampling(values: dict[str, Any]) -> Sampling:
    """The decoding parameters among a model's settings."""
    decoding = ("temperature", "top_p", "top_k", "seed", "max_tokens")
    return Sampling(**{key: values[key] for key in decoding if key in values})


def _chat_solver(url: str, model: str, settings: dict[str, str], listed: Price | None) -> Solver:
    values = read_settings(settings, MODEL_SETTINGS, f"the model '{model}'")
    if ("price_in" in values) != ("price_out" in values):
        raise SettingError("price_in and price_out belong together; set both (US$ per 1M tokens)")
    price = Price(values["price_in"], values["price_out"]) if "price_in" in values else listed
    several = values.get("images", "several") == "several"
    timeout = values.get("timeout", DEFAULT_TIMEOUT)
    concurrency = values.get("concurrency", DEFAULT_CONCURRENCY)
    chat = OpenAIModel(
        model,
        url,
        timeout=timeout,
        concurrency=concurrency,
        price=price,
        capabilities=Capabilities(several_images=several),
    )
    return ModelSolver(
        chat, _sampling(values), timeout=timeout, concurrency=concurrency, priced=price is not None
    )


def _split(name: str) -> tuple[str, str, str]:
    """Prefix, separator and rest of a name; for a URL the rest is the whole URL."""
    match = re.match(r"([^/:]*)([/:])", name)
    if match is None:
        return name, "", ""
    if name[match.end(1) :].startswith("://"):
        return match[1], "://", name
    return match[1], match[2], name[match.end() :]
