"""The command line. Importing it costs next to nothing: what a command needs is imported when it runs.

``registry`` finds a command by its name, ``arguments`` reads its words, ``commands`` does it. Nothing here decides
about programs. Begin with ``registry``. Kept by ``tests/cli/`` and ``tests/packaging/test_conventions.py``.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

_INTERRUPTED = 130
_NOWHERE = "/proc"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on ``arguments`` (those of the process if ``None``); the exit code is returned.

    For a process of its own: it takes over SIGINT and SIGTERM, and keeps them when it returns.
    """
    gc.disable()  # until the run begins: what is imported stays
    begun = sum(os.times()[:4])
    try:
        from coveriflow.execution.processes.lazy_methods import install

        install()
        _be_somewhere()
        words = list(sys.argv[1:] if arguments is None else arguments)
        if _may_load_code(words):
            return _apart(words)
        return _run(words, begun)
    except KeyboardInterrupt:
        return _INTERRUPTED


def _be_somewhere() -> None:
    """Where the working folder is gone, this is one in which nothing can be written, and where nothing is found."""
    try:
        os.getcwd()
    except OSError:
        os.chdir(_NOWHERE)
        os.write(2, b"warning: the working folder is gone: name all files by absolute paths\n")


def _run(words: Sequence[str], begun: float) -> int:
    """``begun``: the CPU seconds that this process had used before. What it imports counts for the limits of a run."""
    from coveriflow.cli.errors import guarded
    from coveriflow.cli.registry import dispatched

    return guarded(lambda log: dispatched(words, log), begun)


def _may_load_code(words: Sequence[str]) -> bool:
    from coveriflow.flows.catalogue.flow_paths import ALLOW_CODE, is_code

    return any(word == ALLOW_CODE or is_code(word) for word in words)


def _apart(words: Sequence[str]) -> int:
    """In a process whose end is not ours."""
    from coveriflow.cli.errors import guarded
    from coveriflow.cli.guard import in_a_child
    from coveriflow.cli.registry import unreported

    return in_a_child(lambda: _run(words, 0.0), lambda status: guarded(lambda log: unreported(words, status, log)))
