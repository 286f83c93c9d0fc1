"""Writing to stdout and stderr, where the reader may have closed them.

Sentences that hold text of others go through ``say``. ``put`` is for what a format or a page has made safe.
"""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TextIO

from coveriflow.program.errors import InputError
from coveriflow.report.sanitising import visible_lines


def say(text: str, stream: TextIO) -> None:
    """Write ``text`` now, and a line end. Its lines are visible, whatever they hold."""
    put(f"{visible_lines(text)}\n", stream)


def put_source(text: str, stream: TextIO) -> None:
    """Write a program: as it is to a file, visible on a terminal."""
    put(visible_lines(text) if stream.isatty() else text, stream)


def put(text: str, stream: TextIO) -> None:
    """Write ``text`` now. A reader that has closed the stream is no error; a full device is (``InputError``), unless it
    is stderr's, where no message can be shown.
    """
    try:
        stream.write(text)
        stream.flush()
    except BrokenPipeError:
        silence(stream)
    except OSError as error:
        silence(stream)
        if stream is not sys.stderr:
            raise InputError(f"the output cannot be written: {error.strerror}") from error


def silence(stream: TextIO) -> None:
    """Have all that is still to be written to ``stream`` go nowhere."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
