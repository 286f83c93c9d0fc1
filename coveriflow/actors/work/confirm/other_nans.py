"""Whether an execution would go the same way with other bits of the NaNs that it computes (``open_nans``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coveriflow.program.cfa.edges import Edge, Input, InputKind


def takes_nans(read: Sequence[tuple[Edge, int]]) -> bool:
    """Whether an execution takes such bits. ``read``: the input edges taken, with the values."""
    return any(_is_nan(edge) for edge, _ in read)


def with_other_nans(read: Sequence[tuple[Edge, int]]) -> Iterator[tuple[int, ...]]:
    """All that is read, with others in the place of these bits: the usual NaN with either sign, all bits set, one bit
    set; the same for all of them, and each in turn.
    """
    if not takes_nans(read):
        return
    for start in range(_KINDS):
        for step in (0, 1):
            number, values = start, list[int]()
            for edge, value in read:
                values.append(_pattern(edge, number) if _is_nan(edge) else value)
                number += step * _is_nan(edge)
            yield tuple(values)


_KINDS = 5


def _pattern(edge: Edge, number: int) -> int:
    assert isinstance(edge.operation, Input)
    sign = 1 << (edge.operation.type.width - 1)
    return (0, sign, 2 * sign - 1, sign - 1, 1)[number % _KINDS]


def _is_nan(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.NAN
