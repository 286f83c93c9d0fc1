"""The data flow that liveness is found with is the least solution, however the steps are listed."""

from __future__ import annotations

import random

from coveriflow.program.cfa.data_flow import Numbering, Step, least_solution
from coveriflow.program.cfa.edges import Location


def _naive(steps: list[Step]) -> dict[int, int]:
    found: dict[int, int] = {}
    while True:
        before = dict(found)
        for source, new, gone, target in steps:
            found[target.number] = found.get(target.number, 0) | new | (found.get(source.number, 0) & ~gone)
        if found == before:
            return found


def test_the_solution_is_the_least_one() -> None:
    drawn = random.Random(4)
    for _ in range(300):
        places = [Location(number, "f") for number in range(drawn.randrange(1, 9))]
        steps = [
            Step(
                drawn.choice(places), drawn.randrange(8) & drawn.randrange(8), drawn.randrange(8), drawn.choice(places)
            )
            for _ in range(drawn.randrange(15))
        ]
        expected, found = _naive(steps), least_solution(steps)
        assert all(found.get(place.number, 0) == expected.get(place.number, 0) for place in places)


def test_a_set_is_what_it_was_made_of() -> None:
    numbering = Numbering()
    sets = [frozenset(names) for names in ("", "a", "ab", "bc", "abcdef", "fa")]
    bits = [numbering.bits(each) for each in sets]
    assert [numbering.names(each) for each in bits] == sets
