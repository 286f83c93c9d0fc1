"""Abstract states: lattice laws, and conditions and assignments that lose no concrete state."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.analysis.data_flow.differences import Partners, constrain, is_negative, opposite, plain
from coveriflow.analysis.data_flow.evaluation import Evaluation
from coveriflow.analysis.data_flow.memory_transfer import MemoryTransfer
from coveriflow.analysis.data_flow.refinement import Refinement
from coveriflow.analysis.data_flow.states import Lattice, State
from coveriflow.analysis.data_flow.transfer import Transfer
from coveriflow.analysis.data_flow.values.arithmetic import Arithmetic
from coveriflow.analysis.data_flow.values.contents import cell_name, cell_named
from coveriflow.analysis.data_flow.values.value_sets import Shape
from coveriflow.program.cfa.cfa import RawEdge, numbered
from coveriflow.program.cfa.edges import Assign, Location
from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.compile import Key, compiled, compiled_store
from coveriflow.program.expressions.expressions import (
    SHIFTS,
    Binary,
    BinaryOp,
    Cell,
    Constant,
    Expression,
    Place,
    UnaryOp,
    Variable,
)
from coveriflow.program.memory.layout import EXTENT
from coveriflow.program.types.c_types import Integer, Rank, Region

SIGNED, UNSIGNED = (Integer(Rank.INT, 3, signed=signed) for signed in (True, False))
"""Numbers of three bits: all states can be listed."""

VARIABLES = [Variable("a", SIGNED), Variable("b", SIGNED), Variable("c", UNSIGNED)]
TYPES = {v.name: SIGNED if v.type == SIGNED else UNSIGNED for v in VARIABLES}
PARTNERS = {name: tuple(other for other in TYPES if other != name) for name in TYPES}
SUMS = {
    sign(name): tuple(each(other) for each in (sign, lambda n, s=sign: opposite(s(n))) for other in PARTNERS[name])
    for sign in (plain, opposite)
    for name in PARTNERS
}
"""The same with negative numbers."""
SHAPES = [Shape(1, congruences=False), Shape(2, congruences=True), Shape(4, congruences=True)]
Values = dict[str, int]

OPERATORS = [op for op in (BinaryOp.ADD, BinaryOp.SUB, *BinaryOp) if op not in (*SHIFTS, BinaryOp.DIV)]
"""The others give numbers also where they are not defined: no ``Check`` stands before them here."""


def everything() -> Iterator[Values]:
    for numbers in product(*(range(t.minimum, t.maximum + 1) for t in TYPES.values())):
        yield dict(zip(TYPES, numbers, strict=True))


ALL = list(everything())
few = settings(max_examples=30, deadline=None)
OWN: list[dict[str, tuple[int, ...]]] = [{}, {"a": (0,), "b": ()}]
lattices = st.builds(
    lambda shape, partners, own: Lattice(shape, TYPES, partners, (-1, 0, 1), own_thresholds=own),
    st.sampled_from(SHAPES),
    st.sampled_from([PARTNERS, SUMS]),
    st.sampled_from(OWN),
)


@st.composite
def situations(draw: st.DrawFn) -> tuple[Lattice, State, State]:
    """A lattice and two of its states."""
    lattice = draw(lattices)
    return lattice, draw(states(lattice.partners)), draw(states(lattice.partners))


@st.composite
def states(draw: st.DrawFn, partners: Partners) -> State:
    state = State(varying=draw(st.sampled_from([None, frozenset("a"), frozenset("bc")])))
    for name, type_ in TYPES.items():
        ends = draw(st.lists(st.integers(type_.minimum, type_.maximum), max_size=4))
        parts = [(min(pair), max(pair)) for pair in zip(ends[::2], ends[1::2], strict=False)]
        found = draw(st.sampled_from(SHAPES)).made(parts, draw(st.integers(1, 3)), draw(st.integers(0, 2)))
        if found is not None:
            state.numbers[name] = found
    for _ in range(draw(st.integers(0, 3))):
        one = draw(st.sampled_from(sorted(partners)))
        constrain(state.bounds, partners, one, draw(st.sampled_from(partners[one])), draw(st.integers(-2, 4)))
    return state


@st.composite
def expressions(draw: st.DrawFn, depth: int = 2) -> Expression:
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        type_ = draw(st.sampled_from([SIGNED, UNSIGNED]))
        leaves: list[Expression] = [*VARIABLES, Constant(type_.wrap(draw(st.integers(0, 7))), type_)]
        return draw(st.sampled_from(leaves))
    kind = draw(st.integers(0, 5))
    if kind == 0:
        return make.cast(draw(expressions(depth - 1)), draw(st.sampled_from([SIGNED, UNSIGNED])))
    if kind == 1:
        return make.unary(draw(st.sampled_from([UnaryOp.NEGATE, UnaryOp.COMPLEMENT])), draw(expressions(depth - 1)))
    op = draw(st.sampled_from(OPERATORS))
    return make.binary(op, draw(expressions(depth - 1)), draw(expressions(depth - 1)))


def contains(state: State, values: Values) -> bool:
    return all(values[name] in number for name, number in state.numbers.items()) and all(
        number_of(values, one) - number_of(values, other) <= most for (one, other), most in state.bounds.items()
    )


def number_of(values: Values, name: str) -> int:
    """Of a variable, or of its negative number."""
    return -values[plain(name)] if is_negative(name) else values[name]


def members(state: State | None) -> list[Values]:
    return [] if state is None else [values for values in ALL if contains(state, values)]


@few
@given(situations())
def test_lattice(situation: tuple[Lattice, State, State]) -> None:
    lattice, one, other = situation
    upper = [
        lattice.joined(one, other),
        lattice.joined(other, one),
        lattice.widened(one, other, abruptly=False),
        lattice.widened(one, other, abruptly=False, apart=2),
        lattice.widened(one, other, abruptly=True),
    ]
    for values in (*members(one), *members(other)):
        assert all(contains(state, values) for state in upper), values
    both = [values for values in members(one) if contains(other, values)]
    common = lattice.meet(one, other)
    assert not both or common is not None
    assert all(contains(common, values) for values in both if common is not None)
    assert not lattice.covers(one, other) or len(both) == len(members(other))
    assert lattice.covers(one, one)


def value_of(evaluate: Callable[[Values], int], values: Values) -> int | None:
    try:
        return evaluate(values)
    except (ArithmeticError, ValueError):
        return None


def transfer_of(lattice: Lattice) -> Transfer:
    evaluation = Evaluation(lattice, Arithmetic(lattice.shape))
    return Transfer(evaluation, Refinement(evaluation), MemoryTransfer(evaluation))


@few
@given(situations(), expressions(), st.booleans())
def test_conditions(situation: tuple[Lattice, State, State], condition: Expression, truth: bool) -> None:
    lattice, state, _ = situation
    after, evaluate = state.copy(), compiled(condition)
    transfer = transfer_of(lattice)
    is_possible = transfer.refinement.assume(after, condition, truth=truth)
    for values in members(state):
        result = value_of(evaluate, values)  # type: ignore[arg-type]
        if result is not None:
            assert result in transfer.evaluation.value(condition, state)
            if bool(result) == truth:
                assert is_possible
                assert contains(after, values), values


@few
@given(situations(), st.sampled_from(VARIABLES), expressions())
def test_assignments(situation: tuple[Lattice, State, State], target: Variable, value: Expression) -> None:
    lattice, state, _ = situation
    type_ = TYPES[target.name]
    converted = make.cast(value, type_)
    here, span = Location(0, "main"), Span("program.c", 1)
    (edge,) = numbered([RawEdge(here, Assign(target, converted), here, span, "")])
    after, evaluate = state.copy(), compiled(converted)
    assert transfer_of(lattice).apply(after, edge)
    for values in members(state):
        result = value_of(evaluate, values)  # type: ignore[arg-type]
        if result is not None:
            assert contains(after, values | {target.name: result}), values


@few
@given(situations(), expressions())
def test_offsets(situation: tuple[Lattice, State, State], expression: Expression) -> None:
    lattice, state, _ = situation
    if isinstance(expression, Binary) or expression in VARIABLES:
        evaluate = compiled(expression)
        offsets = transfer_of(lattice).evaluation.offsets(expression, state)
        for values in members(state):
            result = value_of(evaluate, values)  # type: ignore[arg-type]
            for name, low, high in offsets if result is not None else ():
                assert low <= (result or 0) - number_of(values, name) <= high


MEMORY = Variable(f"{EXTENT.name}-of-test", Region(UNSIGNED.width, single=False))
"""Its addresses are small numbers."""
PLACES = range(UNSIGNED.maximum + 1)


@st.composite
def memory_assignments(draw: st.DrawFn) -> tuple[Place, Expression]:
    """To a variable, or to memory at a constant address or one that varies: a sum of a variable or a number there."""

    def cell() -> Cell:
        constants: list[Expression] = [Constant(place, UNSIGNED) for place in (4, 5)]
        return Cell(MEMORY, draw(st.sampled_from([*constants, *constants, VARIABLES[2]])), UNSIGNED)

    number = draw(st.integers(0, 2))
    summands: list[Variable | Cell] = [*VARIABLES, cell()]
    targets: list[Variable | Cell] = [*VARIABLES, cell(), cell(), cell()]
    summand, target = draw(st.sampled_from(summands)), draw(st.sampled_from(targets))
    sum_ = make.binary(BinaryOp.ADD, make.cast(summand, UNSIGNED), Constant(number, UNSIGNED))
    return target, make.cast(sum_, SIGNED if target.type == SIGNED else UNSIGNED)


@settings(max_examples=150, deadline=None)
@given(st.lists(memory_assignments(), min_size=1, max_size=8), st.lists(st.integers(0, 7), min_size=11, max_size=11))
def test_values_in_memory_lose_no_execution(steps: list[tuple[Place, Expression]], numbers: list[int]) -> None:
    lattice = Lattice(
        SHAPES[2], TYPES, dict(PARTNERS), (-1, 0, 1), regions={MEMORY.name: UNSIGNED}, relates_memory=True
    )
    state, transfer = State(), transfer_of(lattice)
    memory: dict[Key, int] = {name: TYPES[name].wrap(n) for name, n in zip(TYPES, numbers, strict=False)}
    memory |= {(MEMORY.name, place): n for place, n in zip(PLACES, numbers[3:], strict=True)}
    here, span = Location(0, "main"), Span("program.c", 1)
    for number, (target, value) in enumerate(steps):
        if number == 0:
            state.numbers["a"] = state.numbers["b"] = SHAPES[0].made([(0, 2)])  # type: ignore[assignment]
            memory |= {"a": min(memory["a"] % 8, 2), "b": min(memory["b"] % 8, 2)}
        (edge,) = numbered([RawEdge(here, Assign(target, value), here, span, "")])
        assert transfer.apply(state, edge)
        compiled_store(target, value, edge)(memory)
        values = {n: memory[n] for n in TYPES} | {n: memory[cell_named(n)[0], cell_named(n)[1][0]] for n in CELLS}
        assert contains(state, values), (state, values)
        for one, other in product(lattice.partners, lattice.partners):
            assert one == other or values[one] - values[other] <= lattice.difference(state, one, other)


CELLS = [cell_name(MEMORY.name, (place, 1)) for place in PLACES]
