"""A run on disk, to be read: what was asked, what was answered, what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from panelwise.errors import InputError, MissingExtraError, SettingError, UnavailableError
from panelwise.evaluation._database import reading
from panelwise.evaluation._decoding import Decoding, decoding_of_run
from panelwise.evaluation._profiles import Profiles
from panelwise.evaluation._result import Result
from panelwise.evaluation._store import DATABASE, read_config, read_results, read_usage
from panelwise.models import Response, Usage
from panelwise.packs import Pack
from panelwise.profile import Profile
from panelwise.tasks import Item

_SHORT = 12  # digits of a hash in a message

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa


class Run:
    """A finished or unfinished run.

    Attributes:
        path: its folder.
        config: what was asked, of which model, how it was scored; ``run.json`` is a copy.
    """

    def __init__(self, path: Path, config: dict[str, Any], packs: Sequence[Pack] = ()) -> None:
        self.path = path
        self.config = config
        self._given = tuple(packs)

    @classmethod
    def open(cls, path: str | Path, packs: Sequence[str | Path | Pack] = ()) -> Run:
        """The run in a folder.

        Args:
            path: the folder.
            packs: where its packs are now, if they moved.

        Raises:
            InputError: when there is no run.
        """
        folder = Path(path)
        given = [pack if isinstance(pack, Pack) else Pack.open(pack) for pack in packs]
        return cls(folder, read_config(folder), given)

    @property
    def name(self) -> str:
        """The folder's name."""
        return self.path.resolve().name

    @property
    def model(self) -> str:
        """Who answered, in the grammar of names."""
        return str(self.config["model"])

    @property
    def status(self) -> str:
        """``running``, ``complete``, ``interrupted``, or ``stopped: …``."""
        return str(self.config["status"])

    @property
    def profiles(self) -> Profiles:
        """How answers were read and scored, task by task."""
        return Profiles.read(self.config)

    @property
    def profile(self) -> Profile:
        """How answers were read and scored; see ``profiles`` where tasks differ in it."""
        return self.profiles.default

    @property
    def decoding(self) -> dict[str, Decoding]:
        """The decoding parameters that were sent, task by task.

        Empty for a solver that is no model, and for runs from before papers' decoding was sent:
        their ``config["identity"]`` has all that is known.
        """
        return decoding_of_run(self.config)

    @property
    def repeats(self) -> int:
        """How often each item was asked."""
        return int(self.config["repeats"])

    def __len__(self) -> int:
        """How many samples the run has, answered or not."""
        return int(self.config["samples"])

    def __repr__(self) -> str:
        return f"Run({str(self.path)!r}, {self.model}, {len(self)} samples, {self.status})"

    def _repr_html_(self) -> str:
        """Who answered what, and how far, for notebooks; ``panelwise.summarise`` has the scores."""
        from panelwise.notebook import facts_html

        facts = (
            ("model", self.model),
            ("packs", ", ".join(str(entry["path"]) for entry in self.config["packs"])),
            ("samples", len(self)),
            ("status", self.status),
            ("profile", self.profile.name),
        )
        return facts_html(f"Run {self.path}", facts)

    @cached_property
    def packs(self) -> tuple[Pack, ...]:
        """The packs that were asked.

        Raises:
            InputError: when one has moved, or holds other items than those that were asked.
        """
        return tuple(self._find(entry) for entry in self.config["packs"])

    def require_right_answers(self) -> None:
        """Refuse a run on a pack whose right answers are withheld.

        Raises:
            UnavailableError: naming the pack.
        """
        for pack in self.packs:
            if pack.withheld:
                raise UnavailableError(
                    f"{self.path}: the right answers of {pack.path} are withheld, so there are no"
                    " scores; send the run to the publisher of the pack"
                )

    def items(self) -> list[Item]:
        """The items that were to be answered, pack by pack.

        Raises:
            InputError: as ``packs``.
        """
        return [item for pack in self.packs for item in items_of(pack, self.config["limit"])]

    def results(self) -> Iterator[Result]:
        """What became of every sample that is stored, ordered by pack, item and repeat."""
        return (result for result, _ in self.answers())

    def answers(self) -> Iterator[tuple[Result, Response | None]]:
        """As ``results``, with the whole stored response beside each."""
        with reading(self.path / DATABASE) as database:
            yield from read_results(database, str(self.path / DATABASE))

    @property
    def usage(self) -> Usage:
        """Requests, tokens and money over all sessions."""
        with reading(self.path / DATABASE) as database:
            return read_usage(database)

    def to_arrow(self) -> pa.Table:
        """One row per sample: what was asked, what became of it, the score that ranks.

        Columns: the fields of :class:`Result`, its scores spread out (``score_accuracy``), and
        ``run``, ``solver``, ``task``, ``kind``, ``book``, ``n``, ``gold`` (JSON, as ``answer``),
        ``headline``, ``score`` and ``weight``. ``score`` is what ``headline`` takes the mean of,
        weighted by ``weight`` (1, save under ``scoring.average=panel``): what the profile gives an
        answer that could not be read, or nothing where it leaves it out. Figures of sums over pages
        (precision, recall) are no mean of samples: they have no ``score``.

        Raises:
            InputError: as ``packs``.
        """
        from panelwise.evaluation._table import sample_table  # pyarrow

        return sample_table(self.name, self.model, self.packs, self.profiles, self.results())

    def to_pandas(self) -> pd.DataFrame:
        """As ``to_arrow``, as a data frame.

        Raises:
            MissingExtraError: when pandas is not installed.
        """
        try:
            import pandas  # noqa: F401
        except ImportError:
            raise MissingExtraError.of("a data frame", "pandas") from None
        frame: pd.DataFrame = self.to_arrow().to_pandas()
        return frame

    def _find(self, entry: dict[str, Any]) -> Pack:
        for pack in self._given:
            if pack.hash == entry["hash"]:
                return pack
        for place in (self.path / entry["relative_path"], Path(entry["path"])):
            if (place / "manifest.json").is_file():
                pack = Pack.open(place)
                if pack.hash == entry["hash"]:
                    return pack
                raise InputError(
                    f"{place}: changed since {self.name} was run on it; give the old pack's"
                    " folder with --pack"
                )
        other = f", and {_with_hash(self._given[0])} is another pack" if self._given else ""
        raise InputError(
            f"{entry['path']}: the pack of {self.name} (hash {entry['hash'][:_SHORT]}…) is gone"
            f"{other}; give its new folder with --pack"
        )


def open_runs(
    paths: Sequence[str | Path], packs: Sequence[str | Path | Pack] = ()
) -> tuple[Run, ...]:
    """Several runs that may share packs.

    Args:
        paths: their folders.
        packs: where their packs are now, if they moved; each must be a pack of one of the runs.

    Raises:
        InputError: when a folder holds no run, or a pack belongs to none of them.
        SettingError: when packs are given, but no run.
    """
    if packs and not paths:
        raise SettingError(
            "--pack says where the pack of a run is now, but no run is given; leave out --pack"
        )
    given = [pack if isinstance(pack, Pack) else Pack.open(pack) for pack in packs]
    runs = tuple(Run.open(path, given) for path in paths)
    own = {entry["hash"]: entry["path"] for run in runs for entry in run.config["packs"]}
    for pack in given:
        if pack.hash not in own:
            wanted = ", ".join(f"{path} (hash {key[:_SHORT]}…)" for key, path in own.items())
            raise InputError(
                f"{_with_hash(pack)} is not a pack of {', '.join(run.name for run in runs)}, whose"
                f" answers are to {wanted}; give that pack's folder, or leave out --pack if"
                " the pack was not moved"
            )
    return runs


def _with_hash(pack: Pack) -> str:
    return f"{pack.path} (hash {pack.hash[:_SHORT]}…)"


def items_of(pack: Pack, limit: int | None) -> list[Item]:
    """The pack's items, or the first ``limit`` of them."""
    return pack.items()[:limit]
