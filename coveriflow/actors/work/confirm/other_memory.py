"""Whether an execution would go another way if memory that nothing has written held other values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.interpreter.interpreter import End, Interpreter

_BYTES = (0x00, 0x01, 0x5A, 0xFF)


def rests_on_memory(cfa: Cfa, read: Sequence[tuple[Edge, int]], steps: int) -> bool:
    """Whether an execution that reaches the error does not with some other values there. Where it always does, and the
    program itself does not, something else is not as the automaton has it. ``read``: the input edges taken, with the
    values.
    """
    others = (Interpreter(cfa, keep_trace=False).run(values, steps) for values in _with_other_memory(read))
    return any(run.end is not End.ERROR for run in others)


def _with_other_memory(read: Sequence[tuple[Edge, int]]) -> Iterator[tuple[int, ...]]:
    """All that is read, with the same byte everywhere in the place of what was there."""
    if any(map(_is_memory, (edge for edge, _ in read))):
        for byte in _BYTES:
            yield tuple(_filled(edge, byte) if _is_memory(edge) else value for edge, value in read)


def _filled(edge: Edge, byte: int) -> int:
    assert isinstance(edge.operation, Input)
    type_ = edge.operation.type
    return type_.wrap(int.from_bytes(bytes([byte]) * (type_.width // 8), "little"))


def _is_memory(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.UNINITIALISED
