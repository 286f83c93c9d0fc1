"""Which function a program begins with, and what its arguments may be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

T = TypeVar("T", bound=Enum)

MAIN = "main"
LONGEST = 4096
"""The most elements of an array, and characters of a text."""
DEEPEST = 8


def heading(function: str) -> str:
    """How the text begins of a ``main`` that was written for an entry function."""
    return f"/* main calls {function} with any arguments:"


class Aliasing(Enum):
    """Which pointers may point to the same object."""

    NONE = "none"
    PARAMETERS = "parameters"
    ALL = "all"


class Globals(Enum):
    """What variables with static storage hold when the entry function is called."""

    INITIAL = "initial"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class Entry:
    """``function`` is called first; ``file`` says which one, where several files have a ``static`` one of that name.

    ``arrays``: to how many elements a pointer points. A pointer is named by its parameter and the members after it:
    ``p``, ``p.next``. ``text``: the most characters of what a ``char *`` points to. ``depth``: how many pointers are
    followed from a parameter; what is after them is null.
    """

    function: str
    file: str = ""
    arrays: tuple[tuple[str, int], ...] = ()
    text: int = 4
    depth: int = 2
    aliasing: Aliasing = Aliasing.PARAMETERS
    globals: Globals = Globals.INITIAL


def entry_named(
    name: str,
    arrays: Sequence[str] = (),
    text: int | None = None,
    depth: int | None = None,
    aliasing: str = "",
    initial: str = "",
) -> Entry:
    """What the user wrote: ``[FILE:]FUNCTION``, for arrays ``[FUNCTION:]NAME=N``; ``ValueError`` with a sentence."""
    file, _, function = name.rpartition(":")
    if not function.replace("$", "_").isidentifier():
        raise ValueError(f"'{name}' is not the name of a function, nor FILE:NAME")
    default = Entry(function)
    return Entry(
        function,
        file,
        tuple(_array(each, function) for each in arrays),
        default.text if text is None else _checked(text, LONGEST),
        default.depth if depth is None else _checked(depth, DEEPEST),
        _chosen(Aliasing, aliasing, default.aliasing),
        _chosen(Globals, initial, default.globals),
    )


def _array(word: str, function: str) -> tuple[str, int]:
    name, equals, number = word.partition("=")
    owner, colon, inner = name.rpartition(":")
    if not equals or not number.isascii() or not number.isdigit():
        raise ValueError(f"'{word}' is not NAME=N")
    if colon and owner != function:
        raise ValueError(f"'{word}' is about '{owner}', and the entry function is '{function}'")
    return inner.replace("->", "."), _checked(int(number), LONGEST)


def _checked(number: int, most: int) -> int:
    if not 1 <= number <= most:
        raise ValueError(f"{number} is not from 1 to {most}")
    return number


def _chosen(kind: type[T], word: str, default: T) -> T:
    found = next((each for each in kind if each.value == word), default if not word else None)
    if found is None:
        raise ValueError(f"'{word}' is not one of {', '.join(str(each.value) for each in kind)}")
    return found
