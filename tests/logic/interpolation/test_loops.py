"""Paths that go round a loop: what is found is an invariant, and engines over integers prove wrapping arithmetic."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from coveriflow.logic import build, cpu_time
from coveriflow.logic.interpolation.apart import Apart, shared_workers, stop_workers
from coveriflow.logic.interpolation.bitwuzla.cuts import BitwuzlaCuts
from coveriflow.logic.interpolation.boolean_predicates import BooleanPredicates
from coveriflow.logic.interpolation.chain import Chain, all_engines, bit_precise_engines, integer_engines, preferring
from coveriflow.logic.interpolation.contracts import Effort, Ending, Scope
from coveriflow.logic.interpolation.integers.encoding import CarefulIntegers, Integers
from coveriflow.logic.interpolation.loop_folding import folded
from coveriflow.logic.interpolation.path import Path, path_of
from coveriflow.logic.interpolation.predicates import Predicates
from coveriflow.logic.interpolation.spacer import Spacer
from coveriflow.logic.interpolation.strongest import StrongestPostconditions
from coveriflow.logic.interpolation.weakest import WeakestPreconditions
from coveriflow.logic.substitution import Substitution, conjunction, equality
from coveriflow.logic.terms import BOOLEAN, INDEX_WIDTH, Op, Term, bits, variable
from tests.logic.interpolation.paths import assert_interpolants

SECONDS = 60.0
N = variable("n", 32)


def at(name: str, step: int, width: int = 32) -> Term:
    return variable(f"{name}@{step}", width)


def plus(term: Term, value: int) -> Term:
    return build.arithmetic(Op.ADD, term, bits(value, term.sort))


def constant_sum(rounds: int, one: str = "x", other: str = "y") -> list[Term]:
    first = conjunction([build.equal(at(one, 0), bits(0, 32)), build.equal(at(other, 0), N)])
    steps = [
        conjunction(
            [build.equal(at(one, i + 1), plus(at(one, i), 1)), build.equal(at(other, i + 1), plus(at(other, i), -1))]
        )
        for i in range(rounds)
    ]
    total = build.arithmetic(Op.ADD, at(one, rounds), at(other, rounds))
    return [first, *steps, build.negate(build.equal(total, N))]


def lock_step(rounds: int) -> list[Term]:
    """x = n; y = 0; while (x > 0) { x--; y++; } assert(y == n)"""
    zero = bits(0, 32)
    first = [build.less(zero, N, is_signed=True), build.equal(at("x", 0), N), build.equal(at("y", 0), zero)]
    steps = [
        conjunction(
            [
                build.less(zero, at("x", i), is_signed=True),
                build.equal(at("x", i + 1), plus(at("x", i), -1)),
                build.equal(at("y", i + 1), plus(at("y", i), 1)),
            ]
        )
        for i in range(rounds)
    ]
    left = build.negate(build.less(zero, at("x", rounds), is_signed=True))
    return [conjunction(first), *steps, conjunction([left, build.negate(build.equal(at("y", rounds), N))])]


def counter(rounds: int, *, bound: int) -> list[Term]:
    steps = [
        conjunction(
            [
                build.less(at("x", i), bits(bound, 32), is_signed=True),
                build.equal(at("x", i + 1), plus(at("x", i), 1)),
            ]
        )
        for i in range(rounds)
    ]
    return [build.equal(at("x", 0), bits(0, 32)), *steps, build.less(bits(bound, 32), at("x", rounds), is_signed=True)]


def assert_same_all_along(name: str, other: str, found: list[Term], first: int, last: int) -> None:
    """The formulas differ in the step of the variables only."""
    for cut in range(first, last):
        rename = {at(n, cut): at(n, cut + 1) for n in (name, other)}
        assert Substitution(rename)(found[cut]) is found[cut + 1]


@pytest.mark.parametrize("rounds", [4, 25])
def test_a_sum_that_stays_the_same_is_found_however_long_the_path(rounds: int) -> None:
    chain = Chain([Apart(Spacer("loops", Integers, rounds=True))])
    parts = constant_sum(rounds)
    found = chain.sequence(parts, SECONDS)
    assert found is not None
    assert_interpolants(parts, found)
    assert_same_all_along("x", "y", list(found), 0, rounds)


@pytest.mark.parametrize("rounds", [3, 25])
def test_predicates_learnt_over_integers_are_proved_over_bits(rounds: int) -> None:
    engine = Predicates(source=Spacer("", Integers, rounds=True), rounds=True)
    parts = lock_step(rounds)
    found = Chain([Apart(engine)]).sequence(parts, SECONDS)
    assert found is not None
    assert_interpolants(parts, found)
    assert_same_all_along("x", "y", list(found), 0, rounds)


@pytest.mark.parametrize("encode", [Integers, CarefulIntegers])
def test_a_guard_that_excludes_wrapping_is_found(encode: type[Integers]) -> None:
    parts = counter(5, bound=2**31 - 10)
    found = Chain([Apart(Spacer("loops", encode, rounds=True))]).sequence(parts, SECONDS)
    assert found is not None
    assert_interpolants(parts, found)


def test_what_holds_in_integers_but_wraps_in_bits_is_rejected() -> None:
    """x > 0, y = x + 1, y < 0: contradictory in integers, possible in C's wrapping arithmetic."""
    x, y, zero = at("x", 0), at("y", 0), bits(0, 32)
    parts = [build.less(zero, x, is_signed=True), build.equal(y, plus(x, 1)), build.less(y, zero, is_signed=True)]
    for engine in integer_engines():
        chain = Chain([engine])
        assert chain.sequence(parts, 5) is None
        assert Ending.FOUND not in {a.ending for a in chain.attempts}


def test_the_careful_engine_says_why_nothing_wraps() -> None:
    """0 <= x < 100 is needed to know that x + 1 > 0, though no part compares x with 100 afterwards."""
    x, y, zero = at("x", 0), at("y", 0), bits(0, 32)
    inside = conjunction(
        [build.negate(build.less(x, zero, is_signed=True)), build.less(x, bits(100, 32), is_signed=True)]
    )
    parts = [inside, build.equal(y, plus(x, 1)), build.less(y, zero, is_signed=True)]
    found = Chain([Apart(Spacer("careful", CarefulIntegers))]).sequence(parts, SECONDS)
    assert found is not None
    assert_interpolants(parts, found)


def test_predicates_of_the_path_are_enough_for_a_guard() -> None:
    parts = counter(6, bound=6)
    for engine in (Predicates(), Predicates(rounds=True)):
        found = Chain([Apart(engine)]).sequence(parts, SECONDS)
        assert found is not None
        assert_interpolants(parts, found)


def test_a_disjunction_of_predicates_is_found() -> None:
    """x is 1 or 5, then y is x, then y is neither."""
    x, y = at("x", 0), at("y", 0)
    one, five = bits(1, 32), bits(5, 32)
    parts = [
        build.disjoin(build.equal(x, one), build.equal(x, five)),
        build.equal(y, x),
        conjunction([build.negate(build.equal(y, one)), build.negate(build.equal(y, five))]),
    ]
    found = Chain([Apart(BooleanPredicates())]).sequence(parts, SECONDS)
    assert found is not None
    assert_interpolants(parts, found)


def filled(rounds: int) -> list[Term]:
    parts = [build.equal(at("i", 0, INDEX_WIDTH), bits(0, INDEX_WIDTH))]
    for step in range(rounds):
        memory, index = variable(f"a@{step}", -32), at("i", step, INDEX_WIDTH)
        after = variable(f"a@{step + 1}", -32)
        stored = build.store(memory, index, bits(7, 32))
        parts.append(
            conjunction(
                [build.equal(at("i", step + 1, INDEX_WIDTH), plus(index, 1)), equality(after, stored)],
            )
        )
    read = build.select(variable(f"a@{rounds}", -32), bits(2, INDEX_WIDTH))
    return [*parts, build.negate(build.equal(read, bits(7, 32)))]


def test_strongest_postconditions_keep_the_elements_that_are_read() -> None:
    parts = filled(8)
    found = Chain([StrongestPostconditions(scope=Scope.WHOLE)]).sequence(parts, SECONDS)
    assert found is not None
    assert_interpolants(parts, found)
    assert str(found[6]).count("select") == 1


def test_weakest_preconditions_need_no_solver_for_choices() -> None:
    parts = [build.equal(at("x", 0), bits(1, 32))]
    for i in range(12):
        choice = variable(f"choice@{i}", BOOLEAN)
        parts.append(build.equal(at("x", i + 1), build.ite(choice, plus(at("x", i), 2), plus(at("x", i), 4))))
    even = build.equal(build.arithmetic(Op.BVAND, at("x", 12), bits(1, 32)), bits(0, 32))
    parts.append(even)
    found = Chain([WeakestPreconditions()]).sequence(parts, SECONDS)
    assert found is not None
    assert_interpolants(parts, found)


def test_bitwuzla_interpolates_bits() -> None:
    x, y = at("x", 0, 8), at("y", 0, 8)
    parts = [build.equal(x, bits(3, 8)), build.equal(y, build.arithmetic(Op.MUL, x, x)), build.equal(y, bits(8, 8))]
    found = Chain([Apart(BitwuzlaCuts())]).sequence(parts, SECONDS)
    assert found is not None
    assert_interpolants(parts, found)


def unsigned_lock_step(rounds: int) -> list[Term]:
    """The same over unsigned numbers: that none is negative is said nowhere."""
    zero = bits(0, 32)
    first = [build.equal(at("a", 0), N), build.equal(at("b", 0), zero)]
    steps = [
        conjunction(
            [
                build.less(zero, at("a", i), is_signed=False),
                build.equal(at("a", i + 1), plus(at("a", i), -1)),
                build.equal(at("b", i + 1), plus(at("b", i), 1)),
            ]
        )
        for i in range(rounds)
    ]
    left = build.negate(build.less(zero, at("a", rounds), is_signed=False))
    return [conjunction(first), *steps, conjunction([left, build.negate(build.equal(at("b", rounds), N))])]


def test_integers_have_the_ranges_of_their_types() -> None:
    parts = unsigned_lock_step(3)
    found = Spacer("", Integers, rounds=True).interpolants(path_of(parts), cpu_time.now() + SECONDS)
    assert found is not None
    assert_interpolants(parts, found)


@pytest.mark.parametrize("seed", range(6))
def test_only_what_is_repeated_is_folded(seed: int) -> None:
    """Whatever terms were made before, and in which order: each of these has variables of its own."""
    one, other = f"x{seed}", f"y{seed}"
    before = [(name, step, move) for name, move in ((one, 1), (other, -1)) for step in range(8)]
    random.Random(seed).shuffle(before)
    for name, step, move in before:
        plus(at(name, step), move)
    path = path_of(constant_sum(6, one, other))
    places = folded(path)
    assert places is not None
    assert [place.cuts for place in places.places] == [tuple(path.cuts)]
    assert folded(path_of(constant_sum(1, one, other))) is None


def test_engines_in_a_preferred_order() -> None:
    engines = preferring(all_engines(), "spacer", "weakest preconditions")
    assert [e.name for e in engines[:2]] == ["spacer", "weakest preconditions"]
    assert sorted(e.name for e in engines) == sorted(e.name for e in all_engines())


def test_two_runs_say_the_same() -> None:
    parts = constant_sum(5)
    first = Chain(bit_precise_engines()).sequence(parts, SECONDS)
    stop_workers()
    assert Chain(bit_precise_engines()).sequence(parts, SECONDS) == first


@dataclass(frozen=True)
class _Endless:
    name = "endless"
    scope = Scope.CORE
    effort = Effort.LIGHT

    def applies(self, path: Path) -> bool:
        return True

    def interpolants(self, path: Path, deadline: float) -> list[Term]:
        while True:
            pass


def test_an_engine_elsewhere_can_be_stopped() -> None:
    shared_workers()
    chain = Chain([Apart(_Endless())])
    assert chain.sequence(constant_sum(2), 2.0) is None
    assert {a.ending for a in chain.attempts} == {Ending.OUT_OF_TIME}


def test_bitwuzla_is_not_asked_about_arrays() -> None:
    chain = Chain([Apart(BitwuzlaCuts())])
    assert chain.sequence(filled(2), 20.0) is None
    assert chain.attempts == []
