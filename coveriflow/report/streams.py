"""Writing to stdout and stderr, where nobody may be reading any more."""

from __future__ import annotations

import contextlib
import os
from typing import TextIO


def put(text: str, stream: TextIO) -> None:
    """Write ``text`` now. A reader that has gone away is no error."""
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        silence(stream)


def silence(stream: TextIO) -> None:
    """Have all that is still to be written to ``stream`` go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
