"""Property-directed reachability on small systems, against a visit of all states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from coveriflow.logic import build
from coveriflow.logic.bitwuzla.evaluation import Evaluation
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.horn.bit_language import BitLanguage
from coveriflow.logic.horn.contracts import Atom, Clause, Derivation, Predicate, Solution
from coveriflow.logic.horn.reachability import Reachability
from coveriflow.logic.horn.steps import Language
from coveriflow.logic.horn.word_steps import WordLanguage
from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.terms import BOOLEAN, INDEX_WIDTH, TRUE, Op, Term, bits, boolean, variable
from tests.analysis.runs import daily_and_slow

WIDTH = 3
STATE = (variable("x", WIDTH), variable("y", WIDTH), variable("b", BOOLEAN))
INPUT, COIN = variable("read", WIDTH), variable("coin", BOOLEAN)
VARIABLES = (*STATE, INPUT, COIN)
PLACES = tuple(Predicate(f"at {number}", STATE) for number in range(2))
Languages = Callable[[Sequence[Clause]], Language[Any]]
_State = tuple[Predicate, tuple[int, ...]]


def circuits(clauses: Sequence[Clause]) -> BitLanguage:
    return BitLanguage(clauses, in_seconds(60.0))


LANGUAGES = pytest.mark.parametrize("language", [WordLanguage, circuits], ids=["terms", "circuits"])


def number(random: Random, depth: int = 2) -> Term:
    if depth == 0 or random.random() < 0.3:
        return random.choice([STATE[0], STATE[1], INPUT, bits(random.randrange(1 << WIDTH), WIDTH)])
    if random.random() < 0.2:
        return build.ite(condition(random, depth - 1), number(random, depth - 1), number(random, depth - 1))
    op = random.choice([Op.ADD, Op.SUB, Op.XOR, Op.BVAND, Op.MUL])
    return build.arithmetic(op, number(random, depth - 1), number(random, depth - 1))


def condition(random: Random, depth: int = 2) -> Term:
    kind = random.randrange(6)
    if depth == 0 or kind == 0:
        return random.choice([STATE[2], COIN, build.negate(STATE[2])])
    if kind == 1:
        return build.conjoin(condition(random, depth - 1), condition(random, depth - 1))
    left, right = number(random, depth - 1), number(random, depth - 1)
    return build.equal(left, right) if kind < 4 else build.less(left, right, is_signed=random.random() < 0.5)


def system(random: Random) -> list[Clause]:
    """Some steps between two places, which are more often rare than frequent, and one or two errors."""
    first = (*(bits(random.randrange(1 << WIDTH), WIDTH) for _ in range(2)), boolean(random.random() < 0.5))
    found = [Clause((), TRUE, Atom(PLACES[0], first))]
    for source, target in random.sample([*product(PLACES, PLACES)], random.randint(1, 4)):
        news = tuple(
            old if random.random() < 0.4 else condition(random) if old.sort == BOOLEAN else number(random)
            for old in STATE
        )
        found.append(Clause((Atom(source, STATE),), condition(random), Atom(target, news)))
    wrong = random.sample(PLACES, random.randint(1, 2))
    both = [build.conjoin(condition(random, 1), condition(random, 1)) for _ in wrong]
    return [*found, *(Clause((Atom(place, STATE),), each, None) for place, each in zip(wrong, both, strict=True))]


def constants(variables: tuple[Term, ...], values: tuple[int, ...]) -> dict[Term, Term]:
    pairs = zip(variables, values, strict=True)
    return {v: boolean(bool(value)) if v.sort == BOOLEAN else bits(value, v.sort) for v, value in pairs}


def after(clause: Clause, values: Mapping[Term, Term]) -> _State | None:
    """What ``clause`` derives with these; ``None``: nothing."""
    evaluation = Evaluation(values)
    if not evaluation.value(clause.guard) or clause.head is None:
        return None
    return clause.head.predicate, tuple(map(evaluation.value, clause.head.arguments))


def inputs() -> Iterator[tuple[int, ...]]:
    return product(range(1 << WIDTH), range(2))


def reached(clauses: list[Clause]) -> tuple[set[_State], bool]:
    """All states, and whether an error is derived."""
    seen, pending, wrong = set[_State](), list[_State](), False
    for clause in clauses:
        if not clause.body:
            pending += filter(None, (after(clause, constants((INPUT, COIN), each)) for each in inputs()))
    while pending:
        if (state := pending.pop()) in seen:
            continue
        seen.add(state)
        for clause in clauses:
            if not clause.body or clause.body[0].predicate is not state[0]:
                continue
            for each in inputs():
                values = constants(VARIABLES, (*state[1], *each))
                wrong |= clause.head is None and bool(Evaluation(values).value(clause.guard))
                pending += filter(None, [after(clause, values)])
    return seen, wrong


def check_derivation(error: Derivation) -> None:
    """It is an execution with the values that it has."""
    chain = [error]
    while chain[-1].premises:
        chain += chain[-1].premises
    state: _State | None = None
    for each in reversed(chain):
        known = constants(STATE, state[1]) if state is not None else {}
        assert not each.clause.body or (state is not None and each.clause.body[0].predicate is state[0])
        values = {**each.values, **known}
        assert Evaluation(values).value(each.clause.guard)
        state = after(each.clause, values)
    assert chain[0].clause.head is None


def check_solution(solution: Solution, states: set[_State]) -> None:
    """All that is reached satisfies it."""
    for place, values in states:
        assert Evaluation(constants(STATE, values)).value(solution.formulas[place])


@LANGUAGES
@pytest.mark.parametrize("seeds", daily_and_slow(daily=8, slow=8, size=300))
def test_every_small_system_is_decided(seeds: range, language: Languages) -> None:
    wrong = 0
    for seed in seeds:
        clauses = system(Random(seed))
        states, is_wrong = reached(clauses)
        outcome = Reachability(clauses, language(clauses)).within(60.0)
        assert outcome is not None, seed
        assert isinstance(outcome, Derivation) == is_wrong, seed
        wrong += is_wrong
        if isinstance(outcome, Derivation):
            check_derivation(outcome)
        else:
            check_solution(outcome, states)
            assert all(is_kept(clause, outcome) for clause in clauses), seed
    assert len(seeds) // 10 < wrong < len(seeds)


def is_kept(clause: Clause, solution: Solution) -> bool:
    """Whether the solution holds after ``clause`` where it holds before."""
    for values in product(*(range(2 if v.sort == BOOLEAN else 1 << v.sort) for v in VARIABLES)):
        evaluation = Evaluation(constants(VARIABLES, values))
        holds = all(evaluation.value(solution.formulas[atom.predicate]) for atom in clause.body)
        if not holds or not evaluation.value(clause.guard):
            continue
        if clause.head is None:
            return False
        news = tuple(map(evaluation.value, clause.head.arguments))
        if not Evaluation(constants(STATE, news)).value(solution.formulas[clause.head.predicate]):
            return False
    return True


@pytest.mark.parametrize(("language", "turn"), [(WordLanguage, 0.05), (circuits, 0.005)], ids=["terms", "circuits"])
def test_a_search_goes_on_where_it_was_stopped(language: Languages, turn: float) -> None:
    """The bound of a counter is found in some of many short turns, each of which alone is too short."""
    here = (counter := variable("counter", 16),)
    at = Predicate("at", here)
    clauses = [
        Clause((), TRUE, Atom(at, (bits(0, 16),))),
        Clause((Atom(at, here),), TRUE, Atom(at, (build.arithmetic(Op.ADD, counter, bits(1, 16)),))),
        Clause((Atom(at, here),), build.equal(counter, bits(60, 16)), None),
    ]
    search, outcome, turns = Reachability(clauses, language(clauses)), None, 0
    while outcome is None:
        outcome, turns = search.within(turn), turns + 1
        assert turns < 2_000
    assert isinstance(outcome, Derivation)
    assert turns > 1


def test_an_array_is_a_part_of_the_state() -> None:
    memory, place = variable("memory", -8), variable("place", INDEX_WIDTH)
    state = (memory, place)
    at = Predicate("at", state)
    written = build.store(memory, place, bits(7, 8))

    def clauses(wrong: int) -> list[Clause]:
        is_first = build.equal(place, bits(0, INDEX_WIDTH))
        return [
            Clause((), TRUE, Atom(at, (build.array_of(bits(0, 8)), bits(0, INDEX_WIDTH)))),
            Clause((Atom(at, state),), is_first, Atom(at, (written, bits(1, INDEX_WIDTH)))),
            Clause((Atom(at, state),), build.equal(build.select(memory, bits(0, INDEX_WIDTH)), bits(wrong, 8)), None),
        ]

    for wrong, kind in ((7, Derivation), (8, Solution)):
        some = clauses(wrong)
        assert isinstance(Reachability(some, WordLanguage(some)).within(60.0), kind)
        with pytest.raises(Inapplicable):
            circuits(some)


@LANGUAGES
def test_what_is_learnt_is_used(language: Languages) -> None:
    """A derivation from states that an invariant excludes is none: the search believes what it is told."""
    here = (counter := variable("counter", 64),)
    at = Predicate("at", here)
    clauses = [
        Clause((), TRUE, Atom(at, (bits(0, 64),))),
        Clause((Atom(at, here),), TRUE, Atom(at, (build.arithmetic(Op.ADD, counter, bits(2, 64)),))),
        Clause((Atom(at, here),), build.equal(counter, bits(1 << 40, 64)), None),
    ]
    search = Reachability(clauses, language(clauses))
    assert search.within(0.5) is None
    search.learn({at: build.negate(build.equal(counter, bits(1 << 40, 64)))}, 60.0)
    assert isinstance(search.within(60.0), Solution)


@LANGUAGES
def test_what_it_is_not_for_is_refused(language: Languages) -> None:
    at = Predicate("at", STATE)
    there = Predicate("there", STATE)
    for body in ((Atom(at, STATE), Atom(there, STATE)), (Atom(at, (STATE[1], STATE[0], STATE[2])),)):
        some = [Clause(body, TRUE, None)]
        with pytest.raises(Inapplicable):
            Reachability(some, language(some))
