"""Path formulas for tests: random ones, most of them contradictory, and what must be true of interpolants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st

from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.substitution import conjunction, equality, variables_of
from coveriflow.logic.terms import BOOLEAN, FALSE, INDEX_WIDTH, TRUE, Op, Term, bits, variable
from coveriflow.logic.z3_solver import Engine, Translator, Z3Solver

NAMES = ("x", "y")


def is_contradictory(parts: Sequence[Term]) -> bool:
    return _unsatisfiable(conjunction(list(parts)))


def assert_interpolants(parts: Sequence[Term], interpolants: Sequence[Term]) -> None:
    """Checked with a translator and a solver that no engine uses."""
    assert len(interpolants) == len(parts) - 1
    before = TRUE
    for number, (part, after) in enumerate(zip(parts, (*interpolants, FALSE), strict=True)):
        step = build.conjoin(build.conjoin(before, part), build.negate(after))
        assert _unsatisfiable(step), f"{before} and part {number} do not entail {after}"
        left = frozenset[Term]().union(*map(variables_of, parts[: number + 1]))
        right = frozenset[Term]().union(*map(variables_of, parts[number + 1 :]))
        assert variables_of(after) <= left & right, f"{after} has variables of one side only"
        before = after


def _unsatisfiable(formula: Term) -> bool:
    translator, answer = Translator(), Satisfiability.UNKNOWN
    for engine, seconds in ((Engine.SIMPLE, 0.2), (Engine.COMBINED, 30.0), (Engine.SIMPLE, 30.0)):
        if answer is Satisfiability.UNKNOWN:
            solver = Z3Solver(engine, translator)
            solver.add(formula)
            answer = solver.check(seconds=seconds)
    assert answer is not Satisfiability.UNKNOWN
    return answer is Satisfiability.UNSAT


@dataclass(frozen=True)
class State:
    """The variables after some steps."""

    step: int
    width: int

    def __getitem__(self, name: str) -> Term:
        return variable(f"{name}@{self.step}", self.width)

    @property
    def memory(self) -> Term:
        return variable(f"a@{self.step}", -self.width)

    @property
    def after(self) -> State:
        return State(self.step + 1, self.width)


def linear(state: State) -> st.SearchStrategy[Term]:
    constants = st.integers(-3, 3).map(lambda n: bits(n, state.width))
    names = st.sampled_from(NAMES).map(lambda n: state[n])
    sums = st.tuples(names, st.sampled_from([Op.ADD, Op.SUB]), st.one_of(names, constants))
    return st.one_of(names, constants, sums.map(lambda t: build.arithmetic(t[1], t[0], t[2])))


def bitwise(state: State) -> st.SearchStrategy[Term]:
    ops = st.sampled_from([Op.MUL, Op.BVAND, Op.BVOR, Op.XOR, Op.SHL, Op.LSHR, Op.UDIV, Op.SREM])
    combined = st.tuples(ops, linear(state), linear(state)).map(lambda t: build.arithmetic(*t))
    return st.one_of(linear(state), combined)


def comparisons(terms: st.SearchStrategy[Term]) -> st.SearchStrategy[Term]:
    plain = st.one_of(
        st.tuples(terms, terms).map(lambda t: build.less(*t, is_signed=True)),
        st.tuples(terms, terms).map(lambda t: build.less(*t, is_signed=False)),
        st.tuples(terms, terms).map(lambda t: build.equal(*t)),
    )
    return st.tuples(plain, st.booleans()).map(lambda t: t[0] if t[1] else build.negate(t[0]))


@dataclass(frozen=True)
class Shape:
    """What random paths are made of."""

    width: int
    bitwise: bool = False
    memory: bool = False

    def terms(self, state: State) -> st.SearchStrategy[Term]:
        found = bitwise(state) if self.bitwise else linear(state)
        return st.one_of(found, found.map(lambda i: _read(state, i))) if self.memory else found


def _index(term: Term) -> Term:
    return build.resized(term, INDEX_WIDTH, is_signed=False)


def _read(state: State, index: Term) -> Term:
    return build.select(state.memory, _index(index))


@st.composite
def paths(draw: st.DrawFn, shape: Shape) -> list[Term]:
    """A constant start, steps with a guard and assignments (some of them of values from outside), a last condition."""
    state = State(0, shape.width)
    parts = [conjunction([build.equal(state[n], bits(draw(st.integers(0, 3)), shape.width)) for n in NAMES])]
    for _ in range(draw(st.integers(1, 4))):
        parts.append(draw(_step(shape, state)))
        state = state.after
    return [*parts, draw(comparisons(shape.terms(state)))]


@st.composite
def _step(draw: st.DrawFn, shape: Shape, state: State) -> Term:
    after, terms = state.after, shape.terms(state)
    holds = [draw(comparisons(terms))] if draw(st.booleans()) else []
    for name in NAMES:
        value = draw(st.one_of(st.just(state[name]), terms))
        if draw(st.integers(0, 5)) == 0:
            value = build.ite(variable(f"choice{name}@{state.step}", BOOLEAN), value, draw(terms))
        if draw(st.integers(0, 7)) == 0:
            holds.append(build.less(after[name], value, is_signed=draw(st.booleans())))
        else:
            holds.append(build.equal(after[name], value))
    if shape.memory:
        changed = build.store(state.memory, _index(draw(terms)), draw(terms))
        holds.append(equality(after.memory, draw(st.sampled_from([changed, state.memory]))))
    return conjunction(holds)
