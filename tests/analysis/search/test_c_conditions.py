"""Conditions as C text and back: the text means what the expression means, and a term what it was made from."""

from __future__ import annotations

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from coveriflow.analysis.search.term_expressions import TermExpressions
from coveriflow.logic.encoding import condition, sort_of
from coveriflow.logic.terms import Term
from coveriflow.logic.terms import variable as logic_variable
from coveriflow.program.expressions import make
from coveriflow.program.expressions.compile import Key, compiled
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, UnaryOp, Variable
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.printing.conditions import Inexpressible, ScopedText
from coveriflow.program.types.c_types import BOOL, CHAR, INT, INT128, LLONG, UCHAR, UINT, ULLONG, USHORT, Integer
from coveriflow.program.types.data_model import DataModel

TYPES = {"a": INT, "b": UINT, "c": CHAR, "d": LLONG, "e": ULLONG, "f": USHORT, "g": BOOL, "h": INT128}
VARIABLES = {name: Variable(f"main::{name}", type_) for name, type_ in TYPES.items()}
OPERATORS = [BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL, BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR]
COMPARISONS = [BinaryOp.EQ, BinaryOp.NE, BinaryOp.LT, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE]

constants = st.builds(
    lambda type_, value: Constant(type_.wrap(value), type_),
    st.sampled_from([INT, UINT, LLONG, ULLONG, UCHAR]),
    st.integers(-9, 9) | st.integers(-(2**63), 2**64 - 1) | st.sampled_from([-(2**31), 2**31 - 1, -(2**63)]),
)
leaves = constants | st.sampled_from(list(VARIABLES.values()))


def grown(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Expression]:
    return st.one_of(
        st.builds(make.binary, st.sampled_from(OPERATORS), inner, inner),
        st.builds(make.unary, st.sampled_from([UnaryOp.NEGATE, UnaryOp.COMPLEMENT]), inner),
        st.builds(lambda x, n: make.binary(BinaryOp.MOD, x, Constant(n, INT)), inner, st.integers(1, 50)),
        st.builds(make.cast, inner, st.sampled_from(list(TYPES.values()))),
    )


values = st.recursive(leaves, grown, max_leaves=6)
comparisons = st.builds(make.binary, st.sampled_from(COMPARISONS), values, values)
conditions = st.recursive(
    comparisons,
    lambda inner: st.one_of(
        st.builds(make.negation, inner),
        st.builds(make.conjunction, inner, inner),
        st.builds(make.disjunction, inner, inner),
    ),
    max_leaves=4,
)
environments = st.fixed_dictionaries(
    {
        name: st.integers(-3, 3).map(type_.wrap) | st.integers(type_.minimum, type_.maximum)
        for name, type_ in TYPES.items()
    }
)


def declared(name: str, type_: Integer, value: int) -> str:
    parts = f"((unsigned __int128){(value >> 64) & (2**64 - 1)}ULL << 64 | {value & (2**64 - 1)}ULL)"
    return f"{type_} {name} = ({type_}){parts};"


@settings(max_examples=60, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(expression=conditions, given_values=environments)
def test_the_text_means_what_the_expression_means(expression: Expression, given_values: dict[str, int]) -> None:
    try:
        text = ScopedText(VARIABLES, {}, DataModel.LP64).of(expression)
    except Inexpressible:
        return  # a number for which C has no constant
    declarations = "\n".join(declared(name, type_, given_values[name]) for name, type_ in TYPES.items())
    program = f"int main(void) {{\n{declarations}\nreturn ({text}) ? 1 : 0; }}"
    execution = Interpreter(program_cfa([("a.c", program)], DataModel.LP64)).run(())
    environment: dict[Key, int] = {f"main::{name}": value for name, value in given_values.items()}
    assert execution.end is End.RETURNED
    assert execution.status == compiled(make.truth(expression))(environment), text


@settings(max_examples=60, deadline=None, phases=(Phase.explicit, Phase.generate))
@given(expression=conditions, given_values=environments)
def test_a_term_is_translated_to_what_it_was_made_from(expression: Expression, given_values: dict[str, int]) -> None:
    terms: dict[Term, Variable] = {}

    def read(variable: Variable) -> Term:
        term = logic_variable(variable.name, sort_of(variable.type))
        terms[term] = variable
        return term

    term = condition(expression, read)
    found = TermExpressions(terms.get).condition(term)
    environment: dict[Key, int] = {f"main::{name}": value for name, value in given_values.items()}
    if found is not None:
        assert bool(compiled(found)(environment)) == bool(compiled(expression)(environment))


def test_most_conditions_have_an_expression() -> None:
    names = {logic_variable(v.name, sort_of(v.type)): v for v in VARIABLES.values()}
    translation = TermExpressions(names.get)
    tests = [
        make.binary(op, VARIABLES[one], make.cast(VARIABLES[other], TYPES[one]))
        for op in COMPARISONS
        for one, other in ("ab", "cd", "ef", "hg", "ac")
    ]
    by_name = {v.name: t for t, v in names.items()}
    assert all(translation.condition(condition(each, lambda v: by_name[v.name])) is not None for each in tests)


def test_names_that_are_not_in_scope_have_no_text() -> None:
    scope = ScopedText({"a": VARIABLES["a"]}, {}, DataModel.LP64)
    assert scope.of(make.binary(BinaryOp.LT, VARIABLES["a"], Constant(3, INT))) == "a < 3"
    for each in (VARIABLES["b"], make.binary(BinaryOp.SHL, VARIABLES["a"], Constant(3, INT))):
        try:
            scope.of(each)
        except Inexpressible:
            continue
        raise AssertionError(each)
