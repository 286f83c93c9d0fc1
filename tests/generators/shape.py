"""What kind of program is wanted, and what the writer of a program knows while it writes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Shape:
    """Bounds, not promises: a program has about ``size`` statements and at most so many of the rest.

    ``loops``: how deeply they may nest. ``input_range``: inputs lie in 0 to ``input_range - 1`` (``None``: anywhere in
    their types). ``errors``: guarded calls of ``reach_error``. ``wide``: ``__int128``, which 32-bit gcc does not have.
    ``undefined``: some divisions, shifts and indices are left without guard. ``recursion``: functions call themselves.
    """

    size: int = 24
    loops: int = 2
    inputs: int = 3
    arrays: int = 3
    errors: int = 2
    functions: int = 2
    expression_depth: int = 3
    input_range: int | None = None
    jumps: bool = True
    wide: bool = False
    undefined: bool = False
    recursion: bool = False


SMALL = Shape(size=7, loops=1, inputs=2, arrays=1, errors=1, functions=1, expression_depth=2, input_range=8)
"""About 10 to 40 lines, few inputs of a small range: every input vector can be tried."""

INPUTS, END, CHECKSUM = "$inputs", "$end", "checksum"
"""What reading an input and ending the program change: their order matters like that of writes."""


@dataclass(frozen=True)
class Touch:
    """Names that an expression reads and writes: unsequenced neighbours must not clash (C11 6.5 p2)."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()

    def __or__(self, other: Touch) -> Touch:
        return Touch(self.reads | other.reads, self.writes | other.writes)

    def clashes(self, other: Touch) -> bool:
        """Whether the order of the two matters."""
        return bool(self.writes & (other.reads | other.writes) or other.writes & self.reads)


NOTHING = Touch()


def reading(name: str) -> Touch:
    return Touch(reads=frozenset({name}))


def writing(name: str) -> Touch:
    return Touch(writes=frozenset({name}))


@dataclass(frozen=True)
class Var:
    """``bound``: it is a loop's counter, is not to be written, and lies in 0 to ``bound - 1``."""

    name: str
    type: str
    dims: tuple[int, ...] = ()
    bound: int | None = None
    writable: bool = True


@dataclass(frozen=True)
class Func:
    name: str
    result: str
    parameters: tuple[str, ...]
    touch: Touch
    cost: int


@dataclass
class Scope:
    """``declared`` also has what must not be named any more because a jump may have passed its initialiser."""

    usable: dict[str, Var] = field(default_factory=dict)
    declared: set[str] = field(default_factory=set)


@dataclass
class Writer:
    """A program that is being written."""

    rng: random.Random
    shape: Shape
    lines: list[str] = field(default_factory=list)
    scopes: list[Scope] = field(default_factory=lambda: [Scope()])
    functions: list[Func] = field(default_factory=list)
    enumerators: dict[str, int] = field(default_factory=dict)
    types: list[str] = field(default_factory=list)
    indent: int = 0
    serial: int = 0
    inputs: int = 0
    arrays: int = 0
    errors: int = 0
    weight: int = 1
    cost: int = 0
    loop_depth: int = 0
    breakable: bool = False
    regions: int = 0
    result: str | None = None
    in_main: bool = False
    touched: Touch = NOTHING

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def line(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    def fresh(self, prefix: str) -> str:
        self.serial += 1
        return f"{prefix}{self.serial}"

    def note(self, touch: Touch) -> None:
        self.touched = self.touched | touch

    def visible(self) -> Iterator[Var]:
        """Variables by the scopes around here, inner ones hiding outer ones."""
        hidden: set[str] = set()
        for scope in reversed(self.scopes):
            yield from (v for v in scope.usable.values() if v.name not in hidden)
            hidden |= scope.declared

    def add(self, variable: Var) -> None:
        self.scopes[-1].usable[variable.name] = variable
        self.scopes[-1].declared.add(variable.name)
