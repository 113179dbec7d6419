"""What answers items: a model, a baseline, a file of recorded answers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

from panelwise.errors import ProviderError, SettingError, UnavailableError
from panelwise.evaluation._refused_pictures import refused_pictures
from panelwise.evaluation._settings import USUAL_SETTINGS
from panelwise.models import (
    DECODING,
    MODELS,
    Batches,
    ChatModel,
    ConfiguredModel,
    Model,
    Price,
    Provider,
    Request,
    Response,
    Sampling,
    check_sampling,
    find_provider,
    forms_of,
    get_model,
    longest_answer,
    make_named,
    shown,
    split_name,
)
from panelwise.packs import Pack
from panelwise.profile import RECOMMENDED, Profile
from panelwise.registry import Registry
from panelwise.settings import is_setting, require_taken, unknown_setting
from panelwise.tasks import Item, Rendering

SOLVERS = Registry("solver", "panelwise.solvers", Provider, command="panelwise list models")


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

    One that sends other parameters for some tasks names what decides one answer by
    ``identity_for(question)``; the cache is keyed by it. One that says where things are in other
    numbers than pixels of the picture names them as ``coordinate_frame`` (AMB-30).
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
            A note for the progress display ("recorded answers to 12 of 20 items"), if anything.

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
        sampling: decoding parameters, by default those the model was configured with. With a
            ``seed``, repeat k is asked with ``seed + k``.
        by_task: those of tasks that are asked with others.

    Raises:
        SettingError: for a parameter that the model does not take.
    """

    costly = True

    def __init__(
        self,
        model: Model,
        sampling: Sampling | None = None,
        by_task: Mapping[str, Sampling] | None = None,
    ) -> None:
        if isinstance(model, ConfiguredModel):
            sampling = sampling or model.sampling
            model = model.model
        self._model = model
        self._sampling = sampling or Sampling()
        self._by_task = {
            task: one for task, one in (by_task or {}).items() if one != self._sampling
        }
        self._identities: dict[Sampling, dict[str, Any]] = {}
        for one in (self._sampling, *self._by_task.values()):
            self.check_sampling(one)

    def sending(self, by_task: Mapping[str, Sampling]) -> ModelSolver:
        """The same solver, with other decoding parameters for some tasks."""
        return ModelSolver(self._model, self._sampling, by_task)

    @property
    def price(self) -> Price | None:
        """What the model's tokens cost, where that is known."""
        return cast("Price | None", getattr(self._model, "price", None))

    @property
    def batch_price(self) -> Price | None:
        """The same for requests of a batch."""
        return cast("Price | None", getattr(self._model, "batch_price", None))

    def longest_answer(self, sampling: Sampling) -> int | None:
        """The most tokens of an answer; ``None`` where the provider decides."""
        return longest_answer(self._model, sampling)

    @property
    def sampling(self) -> Sampling:
        """The decoding parameters that the user set."""
        return self._sampling

    def check_sampling(self, sampling: Sampling) -> None:
        """Refuse decoding parameters that the model is known not to take.

        Raises:
            SettingError: names the parameter.
        """
        check_sampling(self._model, sampling)

    @property
    def name(self) -> str:
        """The model's name."""
        return self._model.name

    @property
    def several_images(self) -> bool:
        """Whether the model takes more than one image at once."""
        return self._model.capabilities.several_images

    @property
    def priced(self) -> bool:
        """Whether the model's responses say what they cost."""
        return self._model.capabilities.priced

    @property
    def concurrency(self) -> int:
        """Most requests at once."""
        return self._model.capabilities.concurrency

    @property
    def timeout(self) -> float | None:
        """Seconds for one request."""
        return self._model.capabilities.timeout

    @property
    def coordinate_frame(self) -> str:
        """In which numbers the model says where something is, as it declares (AMB-30)."""
        return self._model.capabilities.coordinate_frame

    def identity(self) -> dict[str, Any]:
        """The model and the decoding parameters that are sent."""
        found = self._identity_with(self._sampling)
        by_task = {task: one.given() for task, one in sorted(self._by_task.items())}
        return found | ({"sampling_by_task": by_task} if by_task else {})

    def identity_for(self, question: Question) -> dict[str, Any]:
        """The identity of the answer to one question: with what is sent for its task."""
        sampling = self._by_task.get(question.item.task, self._sampling)
        if sampling not in self._identities:  # asked for every answer, and costly for checkpoints
            self._identities[sampling] = self._identity_with(sampling)
        return self._identities[sampling]

    def _identity_with(self, sampling: Sampling) -> dict[str, Any]:
        sent = sampling.given()
        return {"solver": "model", "model": self._model.identity(), "sampling": sent}

    def check(self, questions: Sequence[Question]) -> str | None:
        """Every image that will be sent is at hand; the error says how to get it otherwise.

        Returns:
            How many items have pictures that the model's provider is known to refuse.

        Raises:
            UnavailableError: for pictures, where the model takes none.
        """
        sees = self._model.capabilities.images
        for question in questions:
            if not sees and question.rendering.images:
                raise UnavailableError(
                    f"{self.name} is a language model, and item '{question.item.id}' has pictures;"
                    " build the pack with the transform text_only"
                )
            question.pack.messages(question.item, question.single_image)
        return refused_pictures(self.name, {one.item.id: one.rendering for one in questions})

    async def answer(self, question: Question) -> Reply:
        """Ask the model once."""
        return Reply(await self._model.generate(self._request(question)))

    @property
    def batches(self) -> Batches | None:
        """The batch service of the model's provider; ``None`` where it has none."""
        return cast("Batches | None", getattr(self._model, "batches", None))

    def batch_body(self, question: Question) -> Sequence[bytes]:
        """The body of a question's request, for a batch; errors as for :meth:`answer`."""
        return cast(ChatModel, self._model).body(self._request(question))

    def read_batched(self, answer: dict[str, Any] | ProviderError, batch: str) -> Reply:
        """What came back for a request of a batch.

        Raises:
            ProviderError: where that is no answer.
        """
        return Reply(cast(ChatModel, self._model).read_batched(answer, batch))

    def _request(self, question: Question) -> Request:
        sampling = self._by_task.get(question.item.task, self._sampling)
        if sampling.seed is not None and question.repeat:
            sampling = replace(sampling, seed=sampling.seed + question.repeat)
        messages = question.pack.messages(question.item, question.single_image)
        return Request(messages, sampling)

    async def close(self) -> None:
        """Close the model's connections."""
        await self._model.close()


def get_solver(
    name: str, settings: Mapping[str, str] | None = None, *, greedy: bool = False
) -> Solver:
    """The model, baseline, reader or recording that a name means.

    Args:
        name: ``openai/gpt-4o``, ``http://host:port/v1#model``, ``hf/PATH``, ``hf/ORG/NAME``,
            ``baseline:random``, ``recorded:FILE``, or what a plug-in registered.
        settings: texts as typed on a command line.
        greedy: a model decodes at temperature 0 unless the settings say otherwise, or it takes no
            temperature.

    Raises:
        UnknownNameError: when nothing has that name; the text lists what exists.
        SettingError: for a setting that it does not have or cannot take.
        PluginError: when its plug-in cannot be loaded.

    >>> get_solver("baseline:random", {"seed": "7"}).identity()
    {'solver': 'baseline:random', 'seed': 7}
    """
    if names_a_solver(name):
        provider, rest = find_provider(name, SOLVERS)
        return make_named(provider, name, rest, settings)  # type: ignore[no-any-return]
    forms = [] if split_name(name)[0] in MODELS else forms_of(SOLVERS, name)
    given = dict(settings or {})
    if greedy:
        try:
            return ModelSolver(get_model(name, {"temperature": "0"} | given, also=forms))
        except SettingError:
            pass  # a model that takes no temperature is asked without; any other fault comes again
    return ModelSolver(get_model(name, given, also=forms))


def names_a_solver(name: str) -> bool:
    """Whether a name means a solver that is no model: a baseline, a reader, a recording."""
    prefix, rest = split_name(name)
    return bool(rest) and prefix in SOLVERS


def as_solver(model: str | Solver | Model, settings: Mapping[str, str] | None = None) -> Solver:
    """What a name means; a model as a solver; a solver as it is.

    Raises:
        SettingError: for settings of something that was not given by name.
        UnknownNameError: when nothing has that name.
    """
    if isinstance(model, str):
        return get_solver(model, settings)
    if settings:
        raise SettingError(f"settings {', '.join(settings)} need a model given by name")
    return cast(Solver, model) if hasattr(model, "answer") else ModelSolver(model)


def settings_for(model: object, settings: Mapping[str, str]) -> dict[str, str]:
    """Settings of the profile, and those of one of several models: without those of the others.

    :func:`require_taken_by` refuses what none of them takes.
    """
    taken = settings_of(model) if isinstance(model, str) else set()
    return {key: text for key, text in settings.items() if is_setting(key) or key in taken}


def require_taken_by(models: Iterable[object], settings: Iterable[str]) -> None:
    """Refuse a setting that is not the profile's and that none of these models takes.

    Raises:
        SettingError: for such a key; the line lists which model takes which keys.
    """
    takers: dict[str, set[str]] = {}
    refused: set[str] = set()  # by the models themselves, which say why
    for one in models:
        if not isinstance(one, str):
            takers[str(getattr(one, "name", one))] = set()
        elif names_a_solver(one) or split_name(one)[0] in MODELS:
            takers[shown(one)] = settings_of(one) - refused_by(one)
            refused |= refused_by(one)
        else:
            return  # a name that means nothing has an error of its own
    taken = {key for some in takers.values() for key in some}
    keys = [key for key in settings if not is_setting(key) and key not in refused]
    if unknown := [key for key in keys if key not in taken | USUAL_SETTINGS]:
        raise SettingError(unknown_setting(unknown[0], taken | USUAL_SETTINGS, takers))
    require_taken(keys, takers)


def settings_of(name: str) -> set[str]:
    """The settings that whatever a name means takes, or refuses itself; none for unknown names."""
    for registry, more in ((SOLVERS, set[str]()), (MODELS, set(DECODING))):
        if split_name(name)[0] in registry:
            provider, rest = find_provider(name, registry)
            own = provider.settings_of(rest) if provider.settings_of else provider.settings
            return more | set(own)
    return set()


def refused_by(name: str) -> frozenset[str]:
    """The decoding parameters that no model of a name's provider takes."""
    is_model = split_name(name)[0] in MODELS
    return find_provider(name, MODELS)[0].refused if is_model else frozenset()
