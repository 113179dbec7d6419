"""Reading ``items.parquet``, which may come from a stranger and unpack to anything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from panelwise.errors import InputError, UnsafeInputError
from panelwise.files import MAX_BYTES, open_regular
from panelwise.packs._codec import schema

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH_BYTES = 32 << 20
_MOST_ROWS = 1024
_MOST_VALUES = 16_000_000  # objects of some 30 bytes, and a hundred thousand items have as many
MAX_LIST = 10_000  # entries: no item shows so many pictures or orders so many panels
_MOST_UNPACKED = 128 << 20  # a hundred thousand items of a kilobyte; objects take five times that


def read_table(path: Path) -> pa.Table:
    """The table in a Parquet file of at most 128 MiB unpacked.

    A text that is stored once and meant in a million rows unpacks to a million texts. Rows are
    therefore read so many at a time that they fit even if each held all that its column stores.

    Raises:
        InputError: when the file cannot be read, or is no Parquet.
        UnsafeInputError: when it unpacks to more.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with open_regular(path) as stream, pq.ParquetFile(stream) as file:
            _check_columns(file.schema_arrow)
            found = file.metadata
            groups = [found.row_group(number) for number in range(found.num_row_groups)]
            # A list of one number over and over is stored in a few bytes, but counted here.
            _check_count(path, sum(_values(group) for group in groups))
            stored = sum(group.total_byte_size for group in groups)
            largest = max((group.total_byte_size for group in groups), default=1)
            if path.stat().st_size > MAX_BYTES or stored > _MOST_UNPACKED:
                raise _too_large(path)
            rows = min(_MOST_ROWS, max(1, _BATCH_BYTES // max(1, largest)))
            batches, size = [], 0
            for batch in file.iter_batches(rows):
                for name, column in zip(batch.schema.names, batch.columns, strict=True):
                    _check_lengths(path, name, column)
                batches.append(batch)
                size += batch.nbytes
                if size > _MOST_UNPACKED:
                    raise _too_large(path)
            return pa.Table.from_batches(batches, file.schema_arrow)
    except (pa.ArrowException, OSError, ValueError) as error:
        reason = " ".join(str(error).split())[:200]
        raise InputError(f"{path}: damaged ({reason}); restore it from a copy") from None


def _check_columns(columns: pa.Schema) -> None:
    """A column of another type may be a dictionary, small until its rows are taken out."""
    known = schema()
    for column in columns:
        if column.name not in known.names or column.type != known.field(column.name).type:
            raise ValueError(f"column '{column.name}' is {column.type}")


def _values(group: pa.RowGroupMetaData) -> int:
    return sum(group.column(number).num_values for number in range(group.num_columns))


def _check_count(path: Path, count: int) -> None:
    if count > _MOST_VALUES:
        raise UnsafeInputError(f"{path} holds {count} values; at most {_MOST_VALUES} are read")


def _check_lengths(path: Path, name: str, column: pa.Array) -> None:
    """A list of an item has few entries, at every depth; none is made of objects before this."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if pa.types.is_struct(column.type):
        for number, field in enumerate(column.type):
            _check_lengths(path, f"{name}.{field.name}", column.field(number))
    elif pa.types.is_list(column.type):
        longest = pc.max(pc.list_value_length(column)).as_py() or 0
        if longest > MAX_LIST:
            found = f"a list of {longest} entries; at most {MAX_LIST} are read"
            raise UnsafeInputError(f"{path}: '{name}' holds {found}")
        _check_lengths(path, name, column.values)


def _too_large(path: Path) -> UnsafeInputError:
    return UnsafeInputError(f"{path}: unpacks to more than {_MOST_UNPACKED >> 20} MiB; not read")
