"""A job that is another program: started by a worker, which waits for it, so that the job's limits hold for it."""

from __future__ import annotations

import contextlib
import os
import resource
from dataclasses import dataclass

from coveriflow.execution.confinement.contracts import Box, Given
from coveriflow.execution.confinement.start import Start, run_in_box
from coveriflow.execution.confinement.system_calls import is_known, prepare_filters
from coveriflow.execution.native.harness import INPUTS

if is_known():
    prepare_filters()  # this module is loaded before the processes that launch programs are forked


@dataclass(frozen=True, slots=True)
class Launch:
    """A command and where it runs. ``largest``: bytes that any one file it writes may have, its outputs among them.

    ``inherited``: the environment variables that it gets. ``given``, ``box``: what it may touch, and what sees to
    that. ``inputs``: a file for the harness. ``standard_input``: another one, for the program. ``executable``: the
    program, if the command has another name for it. ``reserves``: it reserves more addresses than it uses memory (as
    programs with sanitizers do), so that only its supervisor bounds its memory. ``settings``: more of the environment;
    those of sanitizers are joined.
    """

    command: tuple[str | bytes, ...]
    folder: str
    output: str
    errors: str
    largest: int
    inherited: tuple[str, ...]
    given: Given
    box: Box
    inputs: str = os.devnull
    standard_input: str = os.devnull
    executable: str = ""
    reserves: bool = False
    settings: tuple[tuple[str, str], ...] = ()


def launch(what: Launch) -> int:
    """Run it in a session of its own, in its box; its exit status, or minus the signal that killed it."""
    if what.reserves:
        most = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    with contextlib.ExitStack() as stack:
        descriptors = {}
        for target, (path, flags) in _files(what).items():
            descriptors[target] = os.open(path, flags | os.O_CLOEXEC, 0o600)
            stack.callback(os.close, descriptors[target])
        path = os.fsdecode(what.executable or what.command[0])
        bounded = not what.reserves
        start = Start(path, what.command, what.folder, _environment(what), descriptors, what.largest, bounded)
        return run_in_box(start, what.given, what.box)


_ZEROS = {"MALLOC_PERTURB_": "255"}
"""With this, glibc hands out memory that holds zeros (the complement of the number): executions can be repeated, and
agree with the interpreter."""


_SANITIZING = {"ASAN_OPTIONS": "detect_stack_use_after_return=1:detect_leaks=0:allocator_may_return_null=1"}
"""Of the address sanitizer: it sees pointers to objects of functions that have returned; leaks are no errors."""


def _environment(what: Launch) -> dict[str, str]:
    given = {name: os.environ[name] for name in what.inherited if name in os.environ} | {"LC_ALL": "C"} | _ZEROS
    if what.reserves:
        given |= _SANITIZING
    for name, value in what.settings:
        given[name] = f"{given[name]}:{value}" if name in given else value
    return given


def _files(what: Launch) -> dict[int, tuple[str, int]]:
    """What is opened, and how, before the program is in its box."""
    write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    return {
        0: (what.standard_input, os.O_RDONLY),
        1: (what.output, write),
        2: (what.errors, write),
        INPUTS: (what.inputs, os.O_RDONLY),
    }
