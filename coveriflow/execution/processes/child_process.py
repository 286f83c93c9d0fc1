"""Run the compiler on text that is not to be trusted, as a child of this very process.

For what has to be quick and needs no supervisor: the tool itself is trusted, its processes stay in its session.
"""

from __future__ import annotations

import contextlib
import os
import resource
import subprocess
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import IO

from coveriflow.execution.confinement.commands import started_in_box, status_of
from coveriflow.execution.confinement.contracts import Given
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.processes.process_tree import kill, tree


class ToolEnd(Enum):
    """How a tool's run ended. ``TOO_LONG`` and ``TOO_LARGE``: it was killed, for its time or for its output."""

    EXITED = "exited"
    TOO_LONG = "too long"
    TOO_LARGE = "too large"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Seconds (wall and CPU), bytes of memory and bytes of output that a tool may use."""

    seconds: int = 60
    memory: int = 2 << 30
    output: int = 256 << 20


_USUAL = Bounds()


@dataclass(frozen=True, slots=True)
class ToolRun:
    """``status``: the exit status, or minus the signal that killed the tool."""

    end: ToolEnd
    status: int
    output: bytes
    errors: bytes


def run_tool(command: Sequence[str], text: bytes = b"", bounds: Bounds = _USUAL, given: Given | None = None) -> ToolRun:
    """Run ``command`` with ``text`` as its standard input. ``OSError`` if it cannot be started. ``given``: what it may
    touch, in the box of this run; ``None``: no box is needed, as the text is ours.

    If this process is killed meanwhile, the tool ends when it next writes, at the latest by its bound on CPU time.
    """
    with open(os.memfd_create("errors"), "w+b") as errors, _started(command, text, errors, bounds, given) as tool:
        timer = threading.Timer(bounds.seconds, kill, (-tool.pid,))
        timer.start()
        try:
            assert tool.stdout
            output = tool.stdout.read(bounds.output + 1)
            if len(output) <= bounds.output:
                tool.wait()
        finally:
            in_time = timer.is_alive()
            timer.cancel()
            kill(-tool.pid)
        errors.seek(0)
        end = ToolEnd.TOO_LARGE if len(output) > bounds.output else ToolEnd.EXITED if in_time else ToolEnd.TOO_LONG
        status = tool.wait() if given is None else status_of(tool.wait(), chosen())
        return ToolRun(end, status, output, errors.read())


def _started(
    command: Sequence[str], text: bytes, errors: IO[bytes], bounds: Bounds, given: Given | None
) -> subprocess.Popen[bytes]:
    theirs, ours = os.pipe()
    with open(theirs, "rb") as pipe, contextlib.ExitStack() as undo:
        undo.callback(os.close, ours)
        environment = os.environ | {"LC_ALL": "C"}

        def start(words: Sequence[str], inherited: tuple[int, ...] = ()) -> subprocess.Popen[bytes]:
            return subprocess.Popen(
                words,
                stdin=pipe,
                stdout=subprocess.PIPE,
                stderr=errors,
                start_new_session=True,
                env=environment,
                pass_fds=inherited,
            )

        tool = start(command) if given is None else started_in_box(start, command, given, chosen())
        undo.pop_all()
    _limit(tool.pid, bounds)
    threading.Thread(target=_feed, args=(ours, text), daemon=True).start()
    return tool


def _limit(pid: int, bounds: Bounds) -> None:
    """Before the tool gets its input, so before it can do harm; what it has forked by then is limited as well."""
    for member in tree(pid):
        with contextlib.suppress(OSError):
            resource.prlimit(member.pid, resource.RLIMIT_CPU, (bounds.seconds, bounds.seconds))
            resource.prlimit(member.pid, resource.RLIMIT_DATA, (bounds.memory, bounds.memory))
            resource.prlimit(member.pid, resource.RLIMIT_FSIZE, (bounds.output, bounds.output))
            resource.prlimit(member.pid, resource.RLIMIT_CORE, (0, 0))


def _feed(descriptor: int, text: bytes) -> None:
    with contextlib.suppress(BrokenPipeError), open(descriptor, "wb", buffering=0) as pipe:
        rest = memoryview(text)
        while rest:
            rest = rest[pipe.write(rest) :]
