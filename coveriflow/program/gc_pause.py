"""Memory while something large is built."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_gc() -> Iterator[None]:
    """Within, nothing is collected. What a search or a transformation builds stays alive: the collector would look
    through all of it again and again, for nothing, and so would cost more than linear time.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
