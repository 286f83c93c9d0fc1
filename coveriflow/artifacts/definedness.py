"""Whether executions of a program are defined: what a ``true`` assumes of that, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coveriflow.artifacts.answers import Confirmation
from coveriflow.artifacts.test_suites import Reproduction, TestCase
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.edges import Undefined

_ABOUT_CHECKS = tuple(f"no {each.value} " for each in Undefined)


def is_about_check(assumption: str) -> bool:
    """Whether an assumption of an answer is that a check never fails."""
    return assumption.startswith(_ABOUT_CHECKS)


@dataclass(frozen=True, slots=True)
class AssumedChecks:
    """The sentences about checks that a ``true`` rests on."""

    sentences: tuple[str, ...]


class Access(Enum):
    """What is done to an object. Values begin the sentence '... past the end of ...'."""

    READ = "read"
    WRITE = "write"
    ANY = "access"


@dataclass(frozen=True, slots=True)
class Outside:
    """Of ``length`` elements of ``name`` (``""``: not known) the one with the number ``index`` is accessed."""

    access: Access
    name: str
    index: int
    length: int


@dataclass(frozen=True, slots=True)
class Beyond:
    """``count`` bytes are accessed at ``offset`` of an object of ``size`` bytes: a variable with a ``name``, or what
    was allocated in the line ``allocated`` (0: not known).
    """

    access: Access
    name: str
    allocated: int
    offset: int
    count: int
    size: int


@dataclass(frozen=True, slots=True)
class NoObject:
    """A pointer points to no object: a null pointer, or to one that ``existed``: a variable with a ``name``, or what
    was allocated in the line ``allocated`` and perhaps ``freed`` in another one. ``is_written``: the pointer itself has
    a value that was written.
    """

    access: Access
    is_null: bool
    existed: bool = False
    name: str = ""
    allocated: int = 0
    is_written: bool = True
    freed: int = 0


@dataclass(frozen=True, slots=True)
class Divided:
    """A division by ``by``: zero, or minus one where the quotient is too large."""

    by: int


@dataclass(frozen=True, slots=True)
class Shifted:
    """A value of ``width`` bits is shifted by ``by``."""

    by: int
    width: int


@dataclass(frozen=True, slots=True)
class Left:
    """At the end ``objects`` that were allocated are not freed. ``lines``: where, in the user's text. ``is_lost``:
    no pointer points to them.
    """

    objects: int
    lines: tuple[int, ...]
    is_lost: bool


Detail = Outside | Beyond | NoObject | Divided | Shifted | Left


@dataclass(frozen=True, slots=True)
class UndefinedBehaviour:
    """An execution in which a check fails. ``place``: file, line and column in the user's text; ``called``: the
    function of the library that is called there, if it happens in it.

    ``confirmation``: the program was executed with the compiler's sanitizers, which report the same line, or the
    interpreter replayed it; ``note``: why it was not executed so. ``assumptions``: values that the execution has and
    that are no inputs of the program as written. ``given``: its texts on standard input and its arguments, in words;
    ``command``: how a shell starts the program so, if it needs no more; ``run``: all that it is given.
    """

    undefined: Undefined
    place: tuple[str, int, int]
    called: str
    detail: Detail | None
    test: TestCase
    confirmation: Confirmation
    note: str = ""
    assumptions: tuple[str, ...] = ()
    given: str = ""
    command: str = ""
    run: Reproduction | None = None


@dataclass(frozen=True, slots=True)
class Definedness:
    """What became of ``AssumedChecks``: these ``excluded`` never fail, of the others nothing is known; unless there is
    an execution that ``fails``. ``others``: whether the other executions satisfy the property, if that is known.
    """

    excluded: tuple[str, ...]
    fails: UndefinedBehaviour | None = None
    others: Verdict = Verdict.TRUE
