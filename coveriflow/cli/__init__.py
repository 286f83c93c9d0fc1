"""The command line. Importing it costs next to nothing: what a command needs is imported when it runs.

``registry`` finds a command by its name, ``arguments`` reads its words, ``commands`` does it. Nothing here decides
about programs. Begin with ``registry``. Kept by ``tests/cli/`` and ``tests/packaging/test_conventions.py``.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence

_INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line on ``arguments`` (those of the process if ``None``); the exit code is returned.

    For a process of its own: it takes over SIGINT and SIGTERM, and keeps them when it returns.
    """
    gc.disable()  # until the run begins: what is imported stays
    try:
        from coveriflow.execution.processes.lazy_methods import install

        install()
        from coveriflow.cli.errors import guarded
        from coveriflow.cli.registry import dispatched
    except KeyboardInterrupt:
        return _INTERRUPTED
    return guarded(lambda log: dispatched(arguments, log))
