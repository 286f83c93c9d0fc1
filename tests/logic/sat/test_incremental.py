"""The incremental solver against all assignments."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.interpolation.contracts import OutOfTime
from coveriflow.logic.sat import incremental
from coveriflow.logic.sat.incremental import SatSolver

_VARIABLES = 7
_literals = st.integers(1, _VARIABLES).flatmap(lambda variable: st.sampled_from((variable, -variable)))
_clauses = st.lists(st.lists(_literals, min_size=1, max_size=3), max_size=24)


def holds(clauses: Collection[Sequence[int]], assumed: Sequence[int]) -> bool:
    """Whether there is an assignment."""
    assignments = product(*((variable, -variable) for variable in range(1, _VARIABLES + 1)))
    return any(set(assumed) <= set(each) and all(set(clause) & set(each) for clause in clauses) for each in assignments)


def answer(solver: SatSolver, assumed: Sequence[int]) -> bool:
    return solver.check(assumed, in_seconds(60.0)) is Satisfiability.SAT


def of(clauses: Collection[Sequence[int]]) -> SatSolver:
    solver = SatSolver()
    solver.add([_VARIABLES, -_VARIABLES])
    solver.add_all(clauses)
    return solver


@given(_clauses, st.sets(st.integers(1, _VARIABLES)))
def test_simplified_clauses_say_the_same_of_what_is_kept(clauses: list[list[int]], kept: set[int]) -> None:
    solver = of(clauses)
    new = solver.simplify(kept)
    for values in product(*((variable, -variable) for variable in sorted(kept))):
        assert answer(solver, [new[each] for each in values]) == holds(clauses, values)


@given(_clauses, st.lists(st.tuples(st.lists(_literals, min_size=1, max_size=3), st.booleans()), max_size=12))
def test_a_clause_holds_until_it_is_dropped(clauses: list[list[int]], passing: list[tuple[list[int], bool]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(incremental, "_DROPPED", 3)  # so that it begins anew
        solver, added = of(clauses), list(clauses)
        for clause, stays in passing:
            with solver.passing(clause) as variable:
                assert answer(solver, [variable]) == holds([*added, clause], [])
            assert answer(solver, []) == holds(added, [])
            if stays:
                solver.add(clause)
                added.append(clause)
        assert solver.last <= _VARIABLES + 4


def test_what_is_interrupted_is_dropped_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else no solver that was interrupted begins anew, however much it has dropped."""
    monkeypatch.setattr(incremental, "_DROPPED", 4)
    begun = list[int]()
    monkeypatch.setattr(SatSolver, "_begin_anew", lambda solver: begun.append(len(solver._dropped)))
    solver = of([[1, 2]])
    for number in range(5):
        with pytest.raises(OutOfTime), solver.passing([number % 2 + 1]):
            raise OutOfTime
    assert begun == [4]
    assert answer(solver, [-1])


def test_who_does_not_keep_clauses_never_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incremental, "_DROPPED", 0)
    solver = SatSolver(keeps=False)
    solver.add_all([[1], [-2]])
    for literal, is_possible in ((1, True), (2, False)):
        with solver.passing([literal]) as variable:
            assert answer(solver, [variable]) == is_possible
    assert not solver.clauses


def test_variables_are_new_after_a_simplification() -> None:
    solver = of([[1, 2], [-2, 3]])
    new = solver.simplify([1, 3])
    assert {abs(each) for each in new.values()} == set(range(1, solver.last + 1))
    assert solver.new() == solver.last > max(new.values())
