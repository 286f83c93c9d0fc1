"""Limits of solvers are CPU time: with half of a machine they have twice as long."""

import time

import pytest
import z3

from coveriflow.logic import build, cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.integer_solver import check_by_integers
from coveriflow.logic.interpolation.apart import Apart
from coveriflow.logic.interpolation.elimination.by_z3 import ProjectedPostconditions
from coveriflow.logic.interpolation.path import path_of
from coveriflow.logic.interruption import checked
from coveriflow.logic.terms import Op, Term, bits, variable
from coveriflow.logic.z3_solver import Engine, Translator, Z3Solver

A, B, C = (variable(name, 64) for name in "abc")


def factors() -> list[Term]:
    """A question that z3 does not answer soon."""
    product, square = build.arithmetic(Op.MUL, A, B), build.arithmetic(Op.MUL, A, A)
    small = [build.less(bits(1, 64), A, is_signed=False)]
    small += [build.less(term, bits(1 << 33, 64), is_signed=False) for term in (A, B)]
    return [
        *small,
        build.equal(product, bits(0xD00000000000027E9, 64)),
        build.equal(build.arithmetic(Op.UREM, square, B), bits(17, 64)),
    ]


@pytest.mark.parametrize("engine", Engine)
@pytest.mark.parametrize("share", [1.0, 0.25])
def test_a_solver_has_its_time_however_busy_the_machine_is(
    engine: Engine, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, seconds = time.process_time, 0.3
    monkeypatch.setattr(time, "process_time", lambda: share * clock())
    solver, start = Z3Solver(engine), clock()
    assert solver.check(factors(), seconds) is Satisfiability.UNKNOWN
    assert 0.95 * seconds <= share * (clock() - start) <= 4 * seconds


@pytest.mark.parametrize("engine", Engine)
def test_a_solver_goes_on_after_an_interruption(engine: Engine) -> None:
    solver = Z3Solver(engine)
    assert solver.check(factors(), 0.05) is Satisfiability.UNKNOWN
    time.sleep(0.1)
    assert solver.check([build.equal(A, B)], 30.0) is Satisfiability.SAT
    assert check_by_integers([build.less(A, B, is_signed=True)], 30.0) is Satisfiability.SAT


@pytest.mark.parametrize("engine", Engine)
def test_a_nominal_limit_is_of_steps_and_not_of_time(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, taken = time.process_time, []
    for slower in (1.0, 2.0):
        with monkeypatch.context() as patch:
            patch.setattr(time, "process_time", lambda slower=slower: slower * clock())
            solver = Z3Solver(engine, Translator())
            before = _steps(solver.translator.context)
            assert solver.check(factors(), nominal=0.1) is Satisfiability.UNKNOWN
            taken.append(_steps(solver.translator.context) - before)
    assert taken[0] == taken[1] > 100_000


def _steps(context: z3.Context) -> int:
    """How many steps z3 has counted, in all contexts."""
    some = z3.Solver(ctx=context)
    some.check()
    return int(some.statistics().get_key_value("rlimit count"))


def test_a_nominal_limit_ends_with_the_limit_of_time() -> None:
    solver, start = Z3Solver(), time.process_time()
    assert solver.check(factors(), seconds=0.2, nominal=100.0) is Satisfiability.UNKNOWN
    assert time.process_time() - start < 1.5


@pytest.mark.parametrize("engine", [Engine.COMBINED, Engine.BLASTED, Engine.SUMS])
def test_under_a_nominal_limit_other_seeds_are_tried(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    fresh = Z3Solver._fresh

    def observed(self: Z3Solver, seed: int) -> z3.Solver:
        seeds.append(seed)
        return fresh(self, seed)

    monkeypatch.setattr(Z3Solver, "_fresh", observed)
    assert Z3Solver(engine).check([build.equal(A, B)], nominal=0.1) is Satisfiability.SAT
    assert Z3Solver(engine).check(factors(), nominal=0.1) is Satisfiability.UNKNOWN
    assert seeds == [0, 0, 1, 2, 3]


def test_what_processes_of_their_own_use_counts() -> None:
    path = path_of([build.equal(A, bits(1, 64)), build.equal(B, A), build.equal(C, B), build.equal(C, bits(2, 64))])
    here, everywhere = time.process_time(), cpu_time.now()
    assert Apart(ProjectedPostconditions()).interpolants(path, cpu_time.now() + 30) is not None
    here, everywhere = time.process_time() - here, cpu_time.now() - everywhere
    assert everywhere > here + 0.001


def test_a_solver_without_memory_is_a_memory_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(*_assumptions: object) -> None:
        raise z3.Z3Exception(b"out of memory")

    solver = z3.Solver()
    monkeypatch.setattr(solver, "check", check)
    for seconds in (None, 1.0):
        with pytest.raises(MemoryError):
            checked(solver, seconds)
