"""An exit code that loaded code cannot give: the process that ends with it has loaded none.

A flow in Python is code of the user. It may end its process in ways that nothing in that process sees: ``os._exit(0)``
when it is imported, from a thread or from an exit handler, or ``os.execv``. So a command that may load code runs in a
child. The child reports its exit code once the command has returned. **Invariant**: without that report the parent ends
with neither 0 nor 10. Kept by ``tests/cli/test_exit_codes_of_code.py``.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import NoReturn

from coveriflow.execution.processes.process_tree import adopt_orphans, children, die_with_parent, kill_trees

_FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_PATIENCE = 5.0  # seconds that exit handlers and threads of loaded code get
_LONGEST = 16  # bytes of a report


def in_a_child(run: Callable[[], int], lost: Callable[[int], int]) -> int:
    """``run()`` in a child, and its exit code; that of ``lost``, of the status of a child that has reported none."""
    with contextlib.suppress(OSError):
        adopt_orphans()
    reports, report = os.pipe()
    parent, child = os.getpid(), os.fork()
    if child == 0:
        os.close(reports)
        _be_the_child(run, report, parent)
    os.close(report)
    for number in _FORWARDED:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda given, _: _forward(child, given))
    _, status = os.waitpid(child, 0)
    code = _reported(reports)
    if code is None:
        _end_all()
    return lost(status) if code is None else code


def _forward(child: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, number)


def _be_the_child(run: Callable[[], int], report: int, parent: int) -> NoReturn:
    code = 1
    try:
        die_with_parent()
        if os.getppid() == parent:
            own = os.getpid()
            code = run()
            if os.getpid() == own:  # loaded code may have forked
                os.write(report, str(int(code)).encode())
        _let_end(code)
    finally:
        os._exit(code)


def _let_end(code: int) -> None:
    """What was registered for the end is done, for a while."""
    watch = threading.Timer(_PATIENCE, lambda: os._exit(code))
    watch.daemon = True
    watch.start()
    with contextlib.suppress(BaseException):
        threading._shutdown()  # type: ignore[attr-defined]
    with contextlib.suppress(BaseException):
        atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()


def _reported(reports: int) -> int | None:
    """The exit code that the child has reported before its end."""
    os.set_blocking(reports, False)
    with open(reports, "rb", buffering=0) as file:
        text = file.read(_LONGEST)
    return int(text) if text and text.isdigit() else None


def _end_all() -> None:
    """What a child has left that ended without a word: its workers see that themselves, the rest is ended here."""
    with contextlib.suppress(ChildProcessError):
        while True:
            kill_trees(children(os.getpid()))
            os.waitpid(-1, 0)
