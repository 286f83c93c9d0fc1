"""Bounded model checking of circuits on small systems, against a visit of all states."""

from __future__ import annotations

from random import Random

import pytest

from coveriflow.logic import build
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.horn import unrolled
from coveriflow.logic.horn.bit_language import BitLanguage
from coveriflow.logic.horn.contracts import Atom, Clause, Derivation
from coveriflow.logic.horn.unrolled import Unrolled
from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.terms import TRUE, Op, bits, boolean
from tests.analysis.runs import daily_and_slow
from tests.logic.horn.test_reachability import PLACES, STATE, check_derivation, reached, system


def circuits(clauses: list[Clause]) -> BitLanguage:
    return BitLanguage(clauses, in_seconds(60.0))


def length_of(error: Derivation) -> int:
    """Its clauses."""
    return 1 + max(map(length_of, error.premises), default=0)


@pytest.mark.parametrize("seeds", daily_and_slow(daily=6, slow=6, size=200))
def test_an_error_is_found_exactly_if_there_is_one(seeds: range) -> None:
    wrong = 0
    for seed in seeds:
        clauses = system(Random(seed))
        _, is_wrong = reached(clauses)
        found = Unrolled(clauses, circuits(clauses)).within(60.0 if is_wrong else 0.05)
        assert (found is not None) == is_wrong, seed
        if found is not None:
            check_derivation(found)
            wrong += 1
    assert wrong > len(seeds) // 10


def counter(last: int) -> list[Clause]:
    """A number that is counted up to ``last``, which is an error."""
    x, *others = STATE
    first = Clause((), TRUE, Atom(PLACES[0], (bits(0, x.sort), bits(0, x.sort), boolean(False))))
    more = build.arithmetic(Op.ADD, x, bits(1, x.sort))
    step = Clause((Atom(PLACES[0], STATE),), TRUE, Atom(PLACES[0], (more, *others)))
    return [first, step, Clause((Atom(PLACES[0], STATE),), build.equal(x, bits(last, x.sort)), None)]


@pytest.mark.parametrize("last", range(8))
def test_the_shortest_derivation_is_found_whatever_the_turns(last: int) -> None:
    clauses = counter(last)
    search = Unrolled(clauses, circuits(clauses))
    found = None
    while found is None:
        found = search.within(0.0005)
    assert length_of(found) == last + 2 == search.length + 1
    check_derivation(found)


def test_it_ends_where_nothing_is_derived_any_more() -> None:
    first, _, error = counter(5)
    clauses = [first, error]
    search = Unrolled(clauses, circuits(clauses))
    assert search.within(60.0) is None
    assert search.length == 2


def test_copies_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before they take all memory, and others are stopped with them."""
    clauses = counter(7)
    language = circuits(clauses)
    size = sum(len(language.step(each).relation.clauses) for each in clauses)
    monkeypatch.setattr(unrolled, "_MOST_CLAUSES", 4 * size)
    search = Unrolled(clauses, language)
    with pytest.raises(Inapplicable):
        search.within(60.0)
    assert 4 <= search.length < 8
