"""Which system calls a program may use, as a filter that the kernel runs at each one (seccomp).

A program that is alone may use those of a list; one that is not in it does not exist for the program (``ENOSYS``), or
is refused (``EPERM``). It starts no process and no thread, as if it had reached its limit (``EAGAIN``). It sends
signals to itself alone. So a storm of processes cannot begin, also where the user is root.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import platform
import struct
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from coveriflow.execution.confinement.contracts import Calls
from coveriflow.execution.confinement.system_call_numbers import ASKED, FORKING, HARMLESS, PRIVILEGED, STARTING

Instruction = tuple[int, int, int, int]
"""Code, how many to skip if true, and if false, value."""

_LOAD, _AND, _SKIP, _EQUAL, _ANY_BIT, _ANSWER = 0x20, 0x54, 0x05, 0x15, 0x45, 0x06
_AT_LEAST, _OTHER_NUMBERS = 0x35, 0x40000000  # by which some kernels for x86_64 call the same (x32)
_ALLOW, _ERROR, _KILL = 0x7FFF0000, 0x00050000, 0x80000000
_REFUSE, _MISSING = _ERROR | errno.EPERM, _ERROR | errno.ENOSYS
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16
_MACHINES = {"x86_64": ((0xC000003E, 0), (0x40000003, 1)), "aarch64": ((0xC00000B7, 2),)}
"""What a kernel for this machine calls the machines whose programs it runs, and their columns in the lists."""
_IOCTLS = (0x5401, 0x5413, 0x541B)  # is it a terminal, how large is it, how much is there to read
_FCNTLS = (0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 36, 37, 38, 1030)  # none that names an owner, who gets signals
_PRCTLS = (3, 15, 16, 22, 38, 0x53564D41)  # names, filters, marks of memory; none by which memory cannot be measured
_NAMESPACES = 0x7E020080  # flags of clone, by which a process gets namespaces of its own
_TRACER, _NAMES_TRACER = 0x00800700, 0x59616D61  # flags of clone; the process may be traced by one that it names
_TRUNCATING, _READING = 0o1003, 0o1000  # a file that is opened for reading, and made empty
_OF_PATHS = (
    *("chmod", "fchmod", "fchmodat", "utime", "utimes", "utimensat", "futimesat", "truncate", "truncate64"),
    *("mkdir", "mkdirat", "symlink", "symlinkat"),
)
"""What Landlock does not know, or what makes files without bytes, of which a limit on bytes knows nothing."""
_AMONG_TOOLS = (
    *("connect", "bind", "listen", "accept", "accept4", "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg"),
    *("recvmmsg", "socketcall", "shmget", "shmat", "semget", "msgget", "ipc", "mbind", "set_mempolicy", "personality"),
    "pidfd_open",
)
"""What tools may do with their own processes; they get no sockets but pairs where there is no network of their own."""
_NO_NEW_PRIVILEGES, _SECCOMP, _FILTERING = 38, 22, 2
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True)
class _Always:
    """The call gets this answer."""

    name: str
    answer: int


@dataclass(frozen=True, slots=True)
class _OneOf:
    """The call is allowed if an argument has one of these values."""

    name: str
    argument: int
    values: tuple[int, ...]
    otherwise: int = _REFUSE


@dataclass(frozen=True, slots=True)
class _Unless:
    """The call is allowed, unless the bits of an argument that a mask leaves are ``value`` (``None``: any of them)."""

    name: str
    argument: int
    mask: int
    value: int | None = None
    answer: int = _REFUSE


_Rule = _Always | _OneOf | _Unless


def is_known() -> bool:
    """Whether there are lists for this machine."""
    return platform.machine() in _MACHINES and sys.byteorder == "little"


def restrict_calls(program: bytes) -> None:
    """From now on, for this thread and all that it starts. ``OSError`` where there is no seccomp."""
    code = ctypes.create_string_buffer(program, len(program))
    filtering = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    given = ctypes.create_string_buffer(filtering, len(filtering))
    _control(_NO_NEW_PRIVILEGES, 1, 0)
    _control(_SECCOMP, _FILTERING, ctypes.addressof(given))


def _control(option: int, second: int, third: int) -> None:
    if _libc.prctl(option, ctypes.c_ulong(second), ctypes.c_ulong(third), ctypes.c_ulong(0), ctypes.c_ulong(0)) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def filter_of(calls: Calls, pid: int, *, sees_system: bool) -> bytes:
    """The filter of a process ``pid``. ``sees_system``: it has neither files nor a network of its own."""
    return _filter_of(calls, sees_system=sees_system).replace(_ANY_PID, struct.pack("<I", pid))


_PID = 0x5F504944
_ANY_PID = struct.pack("<I", _PID)
"""What stands in filters for the number of the process; no other value in them is this one."""


@functools.cache
def _filter_of(calls: Calls, *, sees_system: bool) -> bytes:
    match calls:
        case Calls.TOOL:
            return _packed(_rules_of_tools(sees_system=sees_system), _ALLOW)
        case Calls.PROGRAM | Calls.TRACED | Calls.FUZZER:
            kept = _OF_PATHS if sees_system else ()
            forking = _starting(calls)
            allowed = [rule for rule in _always(HARMLESS, _ALLOW) if rule.name not in (*kept, *_OPENING)]
            return _packed([*allowed, *_openings(), *forking, *_asked(), *_refused()], _MISSING)
        case _:
            assert_never(calls)


def prepare_filters() -> None:
    """Make those that programs need, so that processes which are forked from this one have them."""
    for calls in (Calls.PROGRAM, Calls.TRACED, Calls.FUZZER):
        for sees_system in (False, True):
            _filter_of(calls, sees_system=sees_system)


_OPENING = ("open", "openat")


def _openings() -> list[_Rule]:
    """Old versions of Landlock do not know of opening for reading what thereby becomes empty."""
    return [_Unless("open", 1, _TRUNCATING, _READING), _Unless("openat", 2, _TRUNCATING, _READING)]


def _asked() -> list[_Rule]:
    """A program that is alone in its session may also send signals to its group."""
    signals = [_OneOf("kill", 0, (0, _PID)), _OneOf("tgkill", 0, (_PID,)), _OneOf("tkill", 0, (_PID,))]
    controls = [_OneOf("fcntl", 1, _FCNTLS), _OneOf("fcntl64", 1, _FCNTLS), _OneOf("prctl", 0, _PRCTLS)]
    return [*signals, *controls, _OneOf("prlimit64", 0, (0, _PID)), _OneOf("ioctl", 1, _IOCTLS, _ERROR | errno.ENOTTY)]


def _starting(calls: Calls) -> list[_Rule]:
    if calls is Calls.TRACED:
        return _tracing()
    return [*_always(FORKING, _ALLOW)] if calls is Calls.FUZZER else []


def _tracing() -> list[_Rule]:
    """What starts a process for tracing: it shares memory, files and folders, and has no signal for its end. There are
    namespaces, so there is nothing else to be traced.
    """
    wait = [rule for rule in _always(FORKING, _ALLOW) if rule.name == "wait4"]
    control = _OneOf("prctl", 0, (*_PRCTLS, _NAMES_TRACER))
    return [*wait, control, _OneOf("clone", 0, (_TRACER,), _ERROR | errno.EAGAIN), _Always("ptrace", _ALLOW)]


def _refused() -> list[_Always]:
    return [*_always(STARTING, _ERROR | errno.EAGAIN), *_always(PRIVILEGED, _REFUSE)]


def _rules_of_tools(*, sees_system: bool) -> list[_Rule]:
    """A C library that has no ``clone3`` uses ``clone``, whose flags can be seen."""
    left = (*_AMONG_TOOLS, *(() if sees_system else ("socket",)))
    refused = [rule for rule in _always(PRIVILEGED, _REFUSE) if rule.name not in left]
    return [*refused, _Unless("clone", 0, _NAMESPACES), _Always("clone3", _MISSING)]


def _always(table: str, answer: int) -> list[_Always]:
    return [_Always(name, answer) for name in _numbers(table)]


@functools.cache
def _numbers(table: str) -> dict[str, tuple[int | None, ...]]:
    rows = (row.split(":") for row in table.split())
    return {name: tuple(None if each == "-" else int(each) for each in numbers) for name, *numbers in rows}


def _packed(rules: Iterable[_Rule], otherwise: int) -> bytes:
    """The first rule for a call decides."""
    code: list[Instruction] = [(_LOAD, 0, 0, _MACHINE)]
    tables = (HARMLESS, ASKED, FORKING, PRIVILEGED, STARTING)
    numbers = {name: row for table in tables for name, row in _numbers(table).items()}
    first = {rule.name: rule for rule in reversed(list(rules))}
    for machine, column in _MACHINES[platform.machine()]:
        body: list[Instruction] = [(_LOAD, 0, 0, _NUMBER), (_AT_LEAST, 0, 1, _OTHER_NUMBERS), (_ANSWER, 0, 0, _MISSING)]
        for name, rule in first.items():
            if (number := numbers[name][column]) is not None:
                steps = _steps(rule)
                body += [(_EQUAL, 0, len(steps), number), *steps]
        body.append((_ANSWER, 0, 0, otherwise))
        code += [(_EQUAL, 1, 0, machine), (_SKIP, 0, 0, len(body)), *body]
    code.append((_ANSWER, 0, 0, _KILL))
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in code)


def _steps(rule: _Rule) -> Sequence[Instruction]:
    """What decides about a call; it ends in an answer in any case."""
    match rule:
        case _Always(_, answer):
            return [(_ANSWER, 0, 0, answer)]
        case _OneOf(_, argument, values, otherwise):
            found = [(_EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)]
            return [
                (_LOAD, 0, 0, _ARGUMENTS + 8 * argument),
                *found,
                (_ANSWER, 0, 0, otherwise),
                (_ANSWER, 0, 0, _ALLOW),
            ]
        case _Unless(_, argument, mask, None, answer):
            load = (_LOAD, 0, 0, _ARGUMENTS + 8 * argument)
            return [load, (_ANY_BIT, 0, 1, mask), (_ANSWER, 0, 0, answer), (_ANSWER, 0, 0, _ALLOW)]
        case _Unless(_, argument, mask, value, answer):
            load = (_LOAD, 0, 0, _ARGUMENTS + 8 * argument)
            asked = [(_AND, 0, 0, mask), (_EQUAL, 0, 1, value or 0)]
            return [load, *asked, (_ANSWER, 0, 0, answer), (_ANSWER, 0, 0, _ALLOW)]
        case _:
            assert_never(rule)
