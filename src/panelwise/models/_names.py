"""Which model a name means: ``openai/NAME``, ``http://host:port/v1#NAME``, ``hf/ORG/NAME``.

The prefix of a name is an entry point of ``panelwise.models`` that leads to a :class:`Provider`.
Ours and those of plug-ins are found in the same way, and imported when a name asks for them.
Encoders have the same names under ``panelwise.encoders``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from panelwise.errors import UnknownNameError
from panelwise.models._encoders import TextEncoder
from panelwise.models._request import (
    Capabilities,
    Model,
    Request,
    Response,
    Sampling,
    check_sampling,
)
from panelwise.models._service import url_without_secrets
from panelwise.models._settings import DECODING, Setting, read_settings
from panelwise.registry import Registry, unknown_name

Made = TypeVar("Made")


@dataclass(frozen=True)
class Provider(Generic[Made]):
    """What an entry point leads to whose name is the prefix of names: of models, of encoders.

    Attributes:
        form: how its names are written ("openai/NAME").
        about: what answers, in a line.
        make: makes what a name means, of the rest of the name (of a URL: all of it) and the values
            of the settings that were given. Nothing is loaded or asked yet.
        settings: those that it takes; of a model, besides decoding parameters.
        settings_of: where they differ between its names: those of one, by the rest of the name.
        refused: decoding parameters that none of its models takes. No message lists them, and the
            model refuses them in words of its own.
        alone: whether the prefix without a rest is a name, too.
        members: where only some names exist: each, and what it does. One that ends in ``:PATH``
            stands for all that begin like it.
        seed: of a draw whose seed nobody set, for models that would else repeat themselves.
        keys: the variables of the environment that hold its key.
        named: a pattern of how its models' names begin; suggests the prefix that was left out.
    """

    form: str
    about: str
    make: Callable[[str, dict[str, Any]], Made]
    settings: Mapping[str, Setting] = field(default_factory=dict)
    settings_of: Callable[[str], Mapping[str, Setting]] | None = None
    refused: frozenset[str] = frozenset()
    alone: bool = False
    members: Callable[[], Mapping[str, str]] | None = None
    seed: int | None = None
    keys: tuple[str, ...] = ()
    named: str | None = None


MODELS = Registry("model", "panelwise.models", Provider, command="panelwise list models")
ENCODERS = Registry("encoder", "panelwise.encoders", Provider, command="panelwise list encoders")


class ConfiguredModel:
    """A model with the decoding parameters that its user set.

    They hold wherever a request leaves them open.

    Raises:
        SettingError: for one that the model does not take.
    """

    def __init__(self, model: Model, sampling: Sampling) -> None:
        check_sampling(model, sampling)
        self.model = model
        self.sampling = sampling

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def capabilities(self) -> Capabilities:
        """What the model can take."""
        return self.model.capabilities

    def identity(self) -> dict[str, Any]:
        """The model's; the parameters are part of what is asked."""
        return self.model.identity()

    async def generate(self, request: Request) -> Response:
        """Ask the model once."""
        given = {key: getattr(request.sampling, key) for key in DECODING}
        given = {key: value for key, value in given.items() if value is not None}
        sampling = replace(self.sampling, **given)
        return await self.model.generate(replace(request, sampling=sampling))

    async def close(self) -> None:
        """Close the model's connections."""
        await self.model.close()


def get_model(
    name: str, settings: Mapping[str, str] | None = None, *, also: Iterable[str] = ()
) -> ConfiguredModel:
    """The model that a name means. Nothing is loaded or asked before the first request.

    Args:
        name: ``openai/NAME``, ``http://host:port/v1#NAME``, ``hf/PATH``, ``hf/ORG/NAME``, or what
            a plug-in registered.
        settings: texts as typed on a command line: decoding parameters and the provider's own.
        also: other forms of names that the caller knows, for the error.

    Raises:
        UnknownNameError: when no provider has that name; the text lists those that exist.
        SettingError: for a setting that it does not have or cannot take.
        PluginError: when the provider's plug-in cannot be loaded.

    >>> get_model("openai/gpt-4o", {"temperature": "0"}).sampling.temperature
    0.0
    """
    provider, rest = find_provider(name, MODELS, also)
    understood = DECODING | dict(provider.settings)
    who = f"the model '{shown(name)}'"
    values = read_settings(settings or {}, understood, who, unlisted=provider.refused)
    decoding = {key: values.pop(key) for key in DECODING if key in values}
    if decoding.get("temperature") and provider.seed is not None:
        decoding.setdefault("seed", provider.seed)
    return ConfiguredModel(provider.make(rest, values), Sampling(**decoding))


def get_encoder(name: str, settings: Mapping[str, str] | None = None) -> TextEncoder:
    """The encoder that a name means. Nothing is loaded or asked before the first text.

    Args:
        name: ``embed:words``, ``embed:use``, ``openai/NAME``, ``http://host:port/v1#NAME``, or what
            a plug-in registered.
        settings: the provider's own, as texts.

    Raises:
        UnknownNameError: when no provider has that name; the text lists those that exist.
        SettingError: for a setting that it does not have or cannot take.
        PluginError: when the provider's plug-in cannot be loaded.

    >>> get_encoder("embed:words").name
    'embed:words'
    """
    provider, rest = find_provider(name, ENCODERS)
    return make_named(provider, name, rest, settings)  # type: ignore[no-any-return]


def make_named(
    provider: Provider[Made], name: str, rest: str, settings: Mapping[str, str] | None
) -> Made:
    """What a provider makes of the rest of a name, with settings that are texts."""
    taken = provider.settings_of(rest) if provider.settings_of else provider.settings
    values = read_settings(settings or {}, taken, shown(name))
    return provider.make(rest, values)


def find_provider(
    name: str, registry: Registry, also: Iterable[str] = ()
) -> tuple[Provider[Any], str]:
    """The provider that a name's prefix means, and the rest of the name.

    Raises:
        UnknownNameError: when there is none, or it has no such member.
        PluginError: when it cannot be loaded.
    """
    prefix, rest = split_name(name)
    if prefix not in registry:
        raise UnknownNameError(_unknown(name, registry, also))
    provider: Provider[Any] = registry.get(prefix)
    if not rest and not (provider.alone and name == prefix):
        raise UnknownNameError(_unknown(name, registry, also))
    known = provider.members() if provider.members is not None else {}
    open_ended = tuple(one.removesuffix("PATH") for one in known if one.endswith(":PATH"))
    if known and rest not in known and not rest.startswith(open_ended):
        raise UnknownNameError(unknown_name(prefix, rest, known, registry.command))
    return provider, rest


def split_name(name: str) -> tuple[str, str]:
    """The prefix of a name and its rest; of a URL the rest is all of it.

    >>> split_name("hf/org/model"), split_name("http://h:1/v1#m"), split_name("gpt-4o")
    (('hf', 'org/model'), ('http', 'http://h:1/v1#m'), ('gpt-4o', ''))
    """
    match = re.match(r"([^/:]*)([/:])", name)
    if match is None:
        return name, ""
    if name[match.end(1) :].startswith("://"):
        return match[1], name
    return match[1], name[match.end() :]


def shown(name: str) -> str:
    """A name as it may be written down: without the secrets of a URL."""
    url, mark, model = name.partition("#")
    return url_without_secrets(url) + mark + model if "://" in name else name


def forms_of(registry: Registry, name: str) -> list[str]:
    """The forms of names that a registry has; of a member without its prefix, the whole name, too.

    For the error about a name that means nothing: ``random`` may mean ``baseline:random``.
    """
    providers = [provider for _, provider in registry.working()]
    meant = [
        one.form.replace("NAME", name) for one in providers if one.members and name in one.members()
    ]
    return [*(one.form for one in providers), *meant]


def _unknown(name: str, registry: Registry, also: Iterable[str]) -> str:
    """What is wrong with a name, and the forms of names that exist."""
    providers = [provider for _, provider in registry.working()]
    found = [provider.form for provider in providers]
    forms = list(dict.fromkeys([*found, *also]))  # http and https are one provider
    by_prefix = {split_name(form)[0]: form for form in reversed(forms)}
    near = difflib.get_close_matches(split_name(name)[0], by_prefix, n=1, cutoff=0.6)
    bare = [
        one.form.replace("NAME", name)
        for one in providers
        if one.named and re.match(one.named, name)
    ]
    bare += [form for form in forms if form.endswith(f":{name}")]
    forms = [form for form in forms if form not in bare]
    if bare and not split_name(name)[1] and not near:
        near_form = bare[0]
    else:
        near_form = by_prefix[near[0]] if near else ""
    meant = f"did you mean {near_form}? Known" if near_form else "known"
    return (
        f"unknown {registry.kind} '{shown(name)}'; {meant}: {', '.join(forms)};"
        f" {registry.command} lists all"
    )
