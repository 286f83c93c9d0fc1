"""The order of a program's paths, and the path that a test induces (ranged analysis, Sects. 2.2 and 3.3).

A path is what an execution is in the automaton: its edges from the entry on. Two executions of one program part at a
branching only, since everything else that they do is determined: by the edge before, and at a return by the call stack.
There the true branch is left: the smaller one. What stands in one condition of C has the order in which it is
evaluated, because that is how it was lowered: ``a && b`` decides ``a`` first; a ``switch`` compares with one label
after the other; a loop goes left into its body. A ``Check`` is no branching: where it fails, the execution ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge, Input, InputKind
from coveriflow.program.cfa.names import COUNT
from coveriflow.program.interpreter.interpreter import End, Inputs, Interpreter

LONGEST = 20_000
"""Edges of an induced path. What is beyond is not recorded: as if the test had no more inputs."""

Path = Sequence[Edge]


@dataclass(frozen=True, slots=True)
class InducedPath:
    """What a test does, recorded once: ``edges`` from the entry on, and why no more are known.

    If the execution did not end by itself (``is_cut``), all paths that begin with ``edges`` are larger, and none is
    induced by the test: the first of them stands for all (Sect. 3.3: the least path of an underspecified test).
    """

    edges: tuple[Edge, ...]
    end: End

    @property
    def decisions(self) -> tuple[Edge, ...]:
        """The branches taken, in order: with the program, they determine the path up to where it ends."""
        return decisions(self.edges)

    @property
    def is_cut(self) -> bool:
        """Whether the record ends before the execution does: inputs or patience were exhausted."""
        return self.end in (End.EXHAUSTED, End.TOO_LONG, End.UNSUPPORTED)


def induced_path(cfa: Cfa, values: Sequence[int], longest: int = LONGEST) -> InducedPath:
    """The path of the test ``values``, which calls of input functions return in this order.

    A test knows nothing else: what is not initialised, what undefined functions return and what the library finds
    outside is zero, and the program has no argument but its name. So this is a path of the program in any case, and two
    who compute it for one automaton get the same one: whatever it is, it parts the paths into two ranges.
    """
    execution = Interpreter(cfa).run(only_called(values), longest)
    return InducedPath(execution.trace, execution.end)


def only_called(values: Sequence[int]) -> Inputs:
    """Inputs of which only calls of input functions take from ``values``; the others are zero."""
    rest = iter(values)

    def following(edge: Edge) -> int | None:
        assert isinstance(edge.operation, Input)
        if edge.operation.kind is not InputKind.CALL:
            return int(edge.operation.kind is InputKind.ARGUMENT and edge.operation.source == COUNT)
        value = next(rest, None)
        return None if value is None else edge.operation.type.wrap(value)

    return following


def decisions(path: Path) -> tuple[Edge, ...]:
    """The branches that a path takes."""
    return tuple(edge for edge in path if isinstance(edge.operation, Assume))


def is_left(edge: Edge) -> bool:
    """Whether a branch is the true one."""
    assert isinstance(edge.operation, Assume)
    return edge.operation.truth


def at_most(first: Path, second: Path) -> bool:
    """``first`` <= ``second`` (Sect. 2.2): it goes left where they part, or ``second`` only goes on where it ends.

    A total order on the paths of one program. ``ValueError`` for paths of different ones.
    """
    for one, other in zip(first, second, strict=False):
        if one is not other:
            return _goes_left(one, other)
    return len(first) <= len(second)


def _goes_left(one: Edge, other: Edge) -> bool:
    if one.source != other.source or not isinstance(one.operation, Assume) or not isinstance(other.operation, Assume):
        raise ValueError(f"{one} and {other} are not the two branches of one program")
    return one.operation.truth


def order_key(path: Path) -> tuple[bytes, int]:
    """Keys compare as the paths of one program do."""
    return bytes(not is_left(edge) for edge in decisions(path)), len(path)
