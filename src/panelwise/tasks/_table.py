"""Reading ``items.parquet``, which may come from a stranger and unpack to anything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from panelwise.errors import InputError, UnsafeInputError
from panelwise.files import MAX_BYTES, open_regular
from panelwise.tasks._codec import schema

if TYPE_CHECKING:
    import pyarrow as pa

_BATCH_BYTES = 32 << 20
_MOST_ROWS = 1024
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
            stored = sum(group.total_byte_size for group in groups)
            largest = max((group.total_byte_size for group in groups), default=1)
            if path.stat().st_size > MAX_BYTES or stored > _MOST_UNPACKED:
                raise _too_large(path)
            rows = min(_MOST_ROWS, max(1, _BATCH_BYTES // max(1, largest)))
            batches, size = [], 0
            for batch in file.iter_batches(rows):
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


def _too_large(path: Path) -> UnsafeInputError:
    return UnsafeInputError(f"{path}: unpacks to more than {_MOST_UNPACKED >> 20} MiB; not read")
