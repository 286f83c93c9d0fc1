"""From the values that an execution of the automaton read to the inputs of the program as it was written."""

from __future__ import annotations

from collections.abc import Iterable

from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.program.cfa.edges import Edge, Input, InputKind


def violating_test(read: Iterable[tuple[Edge, int]]) -> TestCase:
    """The values that calls of input functions returned; hidden inputs (uninitialised variables, say) are left away."""
    return test_of(read, violates=True)


def test_of(read: Iterable[tuple[Edge, int]], *, violates: bool) -> TestCase:
    """The same of any execution."""
    inputs = [
        TestInput(value, str(edge.operation.type))
        for edge, value in read
        if isinstance(edge.operation, Input) and edge.operation.kind is InputKind.CALL
    ]
    return TestCase(tuple(inputs), covers_error=violates)
