"""One heap for all threads of the program, so that its memory does not grow with its work."""

from __future__ import annotations

import os
import sys

_M_ARENA_MAX = -8  # of malloc.h


def share_heap() -> None:
    """Let all threads allocate from one heap. To be called before there are any.

    The C library of most Linux systems gives each thread a heap of its own, which keeps room for
    the largest pages that its thread has met. Over many pages every heap grows to that size,
    although the pages themselves are gone. Allocations of pages are few, so threads do not wait
    for each other. ``$MALLOC_ARENA_MAX`` takes precedence; other C libraries have one heap anyway.
    """
    if sys.platform != "linux" or "MALLOC_ARENA_MAX" in os.environ:
        return
    import ctypes

    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)
