"""Memory while a search builds its reached set."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def only_growing() -> Iterator[None]:
    """What a search builds stays alive: the collector would look through all of it again and again, for nothing."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
