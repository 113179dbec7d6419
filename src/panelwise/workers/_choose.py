"""An engine by its name, ready for the files of a command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from panelwise.errors import MissingExtraError, UnknownNameError
from panelwise.workers._engine import LOCAL, WorkEngine

ENGINES = ("local", "ray")


@contextmanager
def engine(
    name: str,
    inputs: Sequence[Path] = (),
    out: Path | None = None,
    packages: Sequence[str] = ("panelwise",),
) -> Iterator[WorkEngine]:
    """An engine that has found the files where they are needed; it ends with the block.

    Args:
        name: ``local``, or ``ray``: the cluster at ``$RAY_ADDRESS``, or a small one that is started
            on this machine.
        inputs: files and folders that every machine must see, under the same paths.
        out: the folder of the result, which every machine must be able to see.
        packages: the packages that do the work, which every machine must have in this version.

    Raises:
        UnknownNameError: for another name.
        MissingExtraError: without the extra ``[ray]``.
        UnavailableError: when the cluster cannot be reached.
        InputError: when a machine does not see the files, or has other versions.
    """
    if name == "local":
        yield LOCAL
        return
    if name != "ray":
        raise UnknownNameError(f"unknown engine '{name}'; choose {' or '.join(ENGINES)}")
    if find_spec("ray") is None:
        raise MissingExtraError.of("--engine ray", "ray")
    from panelwise.workers._ray import ray_engine

    with ray_engine(inputs, out, packages) as found:
        yield found
