"""Laws of types, expressions and automata."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Assume, Call, Check, Edge, Input, Return, Skip
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.compile import compiled
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Constant,
    Element,
    Expression,
    Unary,
    UnaryOp,
    Variable,
    is_deeper,
)
from coveriflow.program.expressions.integer_arithmetic import UndefinedOperation, apply_binary, apply_unary
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Inputs, Interpreter
from coveriflow.program.lowering.expressions.expressions import MAXIMUM_DEPTH
from coveriflow.program.passes import pipeline
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.c_types import (
    BOOL,
    CHAR,
    INT,
    INT128,
    LLONG,
    SHORT,
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    USHORT,
    Integer,
    Rank,
    common,
    long_type,
    promoted,
)
from coveriflow.program.types.data_model import DataModel
from tests.generators.programs import Shape, generate
from tests.program.comparison import random_inputs

LONGS = [long_type(model, signed=signed) for model in DataModel for signed in (True, False)]
FIXED = [BOOL, CHAR, UCHAR, SHORT, USHORT, INT, UINT, LLONG, ULLONG, INT128, UINT128]
types = st.sampled_from([*FIXED, *(long for long in LONGS if long.width == 64)])
pairs = st.sampled_from([0, 2]).flatmap(
    lambda start: st.tuples(*[st.sampled_from([*FIXED, *LONGS[start : start + 2]])] * 2)
)
numbers = st.one_of(st.integers(-(2**130), 2**130), st.integers(-300, 300), st.sampled_from([2**k for k in range(129)]))


# --- types ------------------------------------------------------------------------------------------------------------


@given(st.sampled_from([*FIXED, *LONGS]), numbers)
def test_wrapping(type_: Integer, number: int) -> None:
    value = type_.wrap(number)
    assert type_.minimum <= value <= type_.maximum
    assert type_.wrap(value) == value
    if type_ == BOOL:
        assert value == (number != 0)
    else:
        assert (value - number) % (1 << type_.width) == 0
        assert value == number or not type_.minimum <= number <= type_.maximum


@given(pairs)
def test_usual_arithmetic_conversions(operands: tuple[Integer, Integer]) -> None:
    left, right = operands
    both = common(left, right)
    assert isinstance(both, Integer)
    assert both == common(right, left) == promoted(both)
    assert both.rank >= max(Rank.INT, left.rank, right.rank)
    assert both.width >= max(promoted(left).width, promoted(right).width)
    if both.signed:
        assert both.minimum <= min(left.minimum, right.minimum)
        assert both.maximum >= max(left.maximum, right.maximum)


# --- expressions ------------------------------------------------------------------------------------------------------


@st.composite
def constants(draw: st.DrawFn) -> Constant:
    type_ = draw(types)
    return Constant(type_.wrap(draw(numbers)), type_)


def _built(shape: object, leaves: list[Expression]) -> Expression:
    """An expression of this shape: once from constants, once from variables."""
    match shape:
        case int(number):
            return leaves[number % len(leaves)]
        case UnaryOp() as op, inner:
            return make.unary(op, _built(inner, leaves))
        case Integer() as type_, inner:
            return make.cast(_built(inner, leaves), type_)
        case "!", inner:
            return make.negation(_built(inner, leaves))
        case "&&", left, right:
            return make.conjunction(_built(left, leaves), _built(right, leaves))
        case "||", left, right:
            return make.disjunction(_built(left, leaves), _built(right, leaves))
        case BinaryOp() as op, left, right:
            return make.binary(op, _built(left, leaves), _built(right, leaves))
        case _:
            raise AssertionError(shape)


shapes = st.recursive(
    st.integers(0, 3),
    lambda inner: st.one_of(
        st.tuples(st.sampled_from([UnaryOp.NEGATE, UnaryOp.COMPLEMENT]), inner),
        st.tuples(types, inner),
        st.tuples(st.just("!"), inner),
        st.tuples(st.sampled_from(["&&", "||"]), inner, inner),
        st.tuples(st.sampled_from(BinaryOp), inner, inner),
    ),
    max_leaves=12,
)


def naive(expression: Expression, memory: dict[object, int]) -> int:
    """The value by the definition of each operator."""
    match expression:
        case Constant(value):
            return value
        case Variable(name):
            return memory[name]
        case Element(array, index):
            return memory[array.name, naive(index, memory)]
        case Unary(op, operand, type_):
            return apply_unary(op, naive(operand, memory), type_)
        case Cast(operand, type_):
            return type_.wrap(naive(operand, memory))
        case Binary(op, left, right, type_):
            return apply_binary(op, naive(left, memory), naive(right, memory), type_)
        case _:
            raise AssertionError(expression)


@settings(max_examples=600, deadline=None)
@given(shapes, st.lists(constants(), min_size=1, max_size=4))
def test_folding_compiling_and_the_definition_agree(shape: object, leaves: list[Constant]) -> None:
    names: list[Expression] = [Variable(f"main::v{number}", leaf.type) for number, leaf in enumerate(leaves)]
    memory: dict[object, int] = {f"main::v{number}": leaf.value for number, leaf in enumerate(leaves)}
    expression, folded = _built(shape, names), _built(shape, list(leaves))
    assert expression.type == folded.type
    try:
        wanted = naive(expression, memory)
    except UndefinedOperation:
        assert "&&" in str(shape) or "||" in str(shape) or not isinstance(folded, Constant)
        return
    assert compiled(expression)(memory) == wanted  # type: ignore[arg-type]
    assert compiled(folded)({}) == wanted
    if isinstance(folded, Constant):
        assert folded.value == wanted
    assert expression.type.minimum <= wanted <= expression.type.maximum  # type: ignore[union-attr]


@settings(deadline=None)
@given(shapes, st.lists(constants(), min_size=1, max_size=4))
def test_truth_and_negation_are_opposite(shape: object, leaves: list[Constant]) -> None:
    expression = _built(shape, list(leaves))
    truth, negation = make.truth(expression), make.negation(expression)
    try:
        assert naive(truth, {}) == (naive(expression, {}) != 0) == 1 - naive(negation, {})
    except UndefinedOperation:
        return
    assert truth.type == negation.type == INT


# --- automata ---------------------------------------------------------------------------------------------------------


def automaton(seed: int, shape: Shape | None = None, model: DataModel = DataModel.LP64) -> Cfa:
    return program_cfa([("program.c", generate(seed, shape or Shape()))], model)


@pytest.mark.parametrize("seed", range(40))
def test_form_of_automata(seed: int) -> None:
    cfa = automaton(seed)
    assert len(cfa.by_label) == len(cfa.edges)
    assert [edge.number for edge in cfa.edges] == list(range(len(cfa.edges)))
    exits = {function.exit for function in cfa.functions.values()}
    for location in cfa.locations:
        edges = cfa.leaving[location]
        assert edges or location in (cfa.error, cfa.halt, cfa.exit)
        kinds = {type(edge.operation) for edge in edges}
        if Assume in kinds:
            assert [edge.operation.truth for edge in edges] == [True, False]  # type: ignore[union-attr]
            assert edges[0].operation.condition == edges[1].operation.condition  # type: ignore[union-attr]
        elif Return in kinds:
            assert kinds == {Return}
            assert location in exits
        else:
            assert len(edges) <= 1
    _check_calls(cfa)


def _check_calls(cfa: Cfa) -> None:
    """Each call has a location of its own to return to, and one return edge that goes there."""
    calls = [edge.operation for edge in cfa.edges if isinstance(edge.operation, Call)]
    assert max(Counter(call.return_to for call in calls).values(), default=1) == 1
    for call in calls:
        returns = [e.operation for e in cfa.entering[call.return_to] if isinstance(e.operation, Return)]
        assert len(returns) <= 1
        assert all(operation.function == call.function for operation in returns)


@pytest.mark.parametrize("seed", range(20))
def test_expressions_are_shallow_enough_to_recurse(seed: int) -> None:
    cfa = automaton(seed, Shape(size=6, expression_depth=7))
    for edge in cfa.edges:
        if isinstance(edge.operation, Assume | Check):
            assert not is_deeper(edge.operation.condition, MAXIMUM_DEPTH + 8)


def outcome(execution: Execution) -> tuple[object, ...]:
    return execution.end, execution.status, execution.memory.get("checksum")


@pytest.mark.parametrize("seed", range(25))
def test_printing_changes_nothing_but_checks(seed: int) -> None:
    first = automaton(seed)
    second = program_cfa([("second.c", printed(first).text)], first.data_model)
    third = program_cfa([("third.c", printed(second).text)], first.data_model)
    execution = Interpreter(first).run(random_inputs(random.Random(seed), None), 20_000)
    values = [value for _, value in execution.inputs]
    runs = [Interpreter(cfa).run(values, 60_000) for cfa in (second, third)]
    if execution.end is not End.TOO_LONG:
        assert outcome(execution) == outcome(runs[0]) == outcome(runs[1])
        assert _deeds(runs[0]) == _deeds(runs[1])


def _deeds(execution: Execution) -> list[str]:
    deeds = [e.operation for e in execution.trace if not isinstance(e.operation, Assume | Check | Skip)]
    written = [(written_variable(operation), operation) for operation in deeds]
    texts = [operation_text(operation) for target, operation in written if "return" not in str(target)]
    return [re.sub(r"(\$\d+|\w+__t\d+)(__\d+)?", "temporary", text) for text in texts]


_INITIALISED = re.compile(r"^( +(?:volatile |register )?[\w ]+ [a-z]+\d+) = [^{}\n]*;$", re.MULTILINE)


def uninitialised(seed: int) -> str:
    """A program of which some variables have lost their initial values."""
    rng = random.Random(seed)
    return _INITIALISED.sub(
        lambda m: f"{m[1]};" if rng.random() < 0.4 else m[0], generate(seed, Shape(jumps=seed % 2 == 0))
    )


def by_name(seed: int) -> Inputs:
    """Each input's value is a function of what is read, and of how often it was."""
    count: Counter[str] = Counter()

    def following(edge: Edge) -> int:
        assert isinstance(edge.operation, Input)
        name = f"{edge.operation.target.name} {edge.origin} {edge.operation.source}"
        count[name] += 1
        return edge.operation.type.wrap(random.Random(f"{seed} {name} {count[name]}").choice([0, 1, 5, -1, 300]))

    return following


@pytest.mark.parametrize("seed", range(60))
def test_no_input_that_is_read_is_left_out(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = uninitialised(seed)
    try:
        clean = program_cfa([("program.c", text)], DataModel.LP64)
    except NotSupported:
        pytest.skip("the loss makes the order of evaluation matter")
    with monkeypatch.context() as patch:
        patch.setattr(pipeline, "_without_dead_inputs", lambda edges, _functions, _status: edges)
        whole = program_cfa([("program.c", text)], DataModel.LP64)
    first, second = (Interpreter(cfa).run(by_name(seed), 20_000) for cfa in (clean, whole))
    assert End.CUT not in (first.end, second.end)
    if End.TOO_LONG not in (first.end, second.end):
        assert outcome(first) == outcome(second)
        assert len(first.inputs) <= len(second.inputs)


@pytest.mark.parametrize("seed", range(5))
def test_executions_repeat_and_stop_at_their_limit(seed: int) -> None:
    interpreter = Interpreter(automaton(seed))
    first, second = (interpreter.run(random_inputs(random.Random(seed), None)) for _ in range(2))
    assert first == second
    assert len(first.trace) == first.steps
    short = interpreter.run(random_inputs(random.Random(seed), None), first.steps - 1)
    assert (short.end, short.steps) == (End.TOO_LONG, first.steps - 1)
    assert short.trace == first.trace[:-1]
    assert interpreter.run(random_inputs(random.Random(seed), None), first.steps) == first
