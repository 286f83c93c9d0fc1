"""The arguments with which a program is what an execution of its automaton shows, and how they are reported."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from coveriflow.execution.native.shell_words import ESCAPES, printf_format, quoted
from coveriflow.program.cfa.arguments import ARGUMENT, BYTE, FIRST_BYTES, LENGTH, REST
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.cfa.names import COUNT

_SHOWN = 20
_LONGEST = 200
_LONGEST_COMMAND = 300
_MOST = 10_000
"""With more arguments no program is run."""
PROGRAM_NAME = b"program"
"""What stands for the name of the program where an execution leaves it open."""


def command_line(read: Iterable[tuple[Edge, int]]) -> tuple[bytes, ...]:
    """The arguments, the program's name first; none where they do not matter. ``read``: the input edges taken, with the
    values. An argument of which nothing is known is empty.
    """
    values = {
        edge.operation.source: value
        for edge, value in read
        if isinstance(edge.operation, Input) and edge.operation.kind is InputKind.ARGUMENT
    }
    count = values.get(COUNT, 0)
    if not 0 < count <= _MOST:
        return ()
    return tuple(_text(values, number) for number in range(count))


def is_of_command_line(edge: Edge) -> bool:
    """Whether it reads something of the arguments, or how many there are."""
    read = edge.operation
    if not isinstance(read, Input) or read.kind is not InputKind.ARGUMENT:
        return False
    return read.source == COUNT or ARGUMENT.fullmatch(read.source) is not None


def _text(values: dict[str, int], number: int) -> bytes:
    length = values.get(LENGTH.format(number))
    if length is None:
        return b"" if number else PROGRAM_NAME
    first = bytes(values.get(BYTE.format(number, place), 0) & 0xFF for place in range(min(length, FIRST_BYTES)))
    each = values.get(REST.format(number), 0) & 0xFF
    return first + bytes([each]) * (length - FIRST_BYTES) if each else first


def told_inputs(given: bytes, arguments: Sequence[bytes], *, is_read: bool = False) -> str:
    """What an execution is given on standard input and as arguments, in words. ``is_read``: it reads the former."""
    told = [f"{_shown(given)} on standard input"] if given else []
    told += ["nothing on standard input"] if is_read and not given else []
    if arguments:
        told.append(f"argv {' '.join(map(_shown, arguments[:_SHOWN]))}")
    return f"with {' and '.join(told)}" if told else ""


def shell_command(given: bytes, arguments: Sequence[bytes], *, is_read: bool = False) -> str:
    """The program started with the same from a shell; empty where there is nothing to give, or too much to be typed."""
    own = [quoted(each) for each in arguments[1:]]
    command = " ".join(["./program", *own])
    if given:
        command = f"printf {printf_format(given)} | {command}"
    elif is_read:
        command = f"{command} < /dev/null"
    return command if (given or own or is_read) and len(command) <= _LONGEST_COMMAND else ""


def _shown(text: bytes) -> str:
    """``text`` as a string literal of C would have it, or the beginning of it."""
    whole = "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else ESCAPES.get(b, f"\\{b:03o}") for b in text)
    return f'"{whole}"' if len(whole) <= _LONGEST else f'"{whole[:_LONGEST]}"...'
