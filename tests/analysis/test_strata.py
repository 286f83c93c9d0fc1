"""Walks that are spread evenly: each begins in a part of its own."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as some

from coveriflow.analysis.splitting.strata import stratified


@given(some.integers(0, 70), some.integers())
def test_as_many_different_ways_as_there_can_be(walks: int, seed: int) -> None:
    found = [tuple(ways) for ways in stratified(walks, Random(seed))]
    assert len(found) == walks
    levels = walks.bit_length() - 1 if walks else 0
    assert {len(ways) for ways in found} <= {levels}
    for start in range(0, walks - (1 << levels) + 1, 1 << levels):
        assert len(set(found[start : start + (1 << levels)])) == 1 << levels
    assert found == [tuple(ways) for ways in stratified(walks, Random(seed))]
