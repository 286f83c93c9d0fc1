"""What violates the property ``assertions``: in the automaton, in the program printed from it, and in executions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import ASSERTIONS, REACH_ERROR
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.violations import exchanged, has_nothing_to_check, means_the_same, violations_of, warnings
from coveriflow.execution.native.compiled_program import compile_program
from coveriflow.execution.native.harness import Stop
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel

FAIL = "extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));\n"
ASSERT = FAIL + '#define assert(c) ((c) ? (void)0 : __assert_fail("x < 3", "a.c", 4, __func__))\n'


@dataclass(frozen=True)
class Case:
    """``text`` fails with the input 3, and does not with 2; ``unreach`` says whether ``reach_error`` is what fails."""

    text: str
    unreach: bool = False


_MAIN = "int main(void) { int x = __VERIFIER_nondet_int(); %s return 0; }\nextern int __VERIFIER_nondet_int(void);\n"
_NONDET = "extern int __VERIFIER_nondet_int(void);\n"
CASES = {
    "assert.h": Case(f'{FAIL}{_NONDET}{_MAIN % """x < 3 ? (void)0 : __assert_fail("x < 3", "a.c", 4, "f");"""}'),
    "a handler of one's own": Case(
        f"extern void abort(void); void __assert_fail(const char *c) {{ abort(); }}\n{_NONDET}"
        + _MAIN % 'if (x == 3) __assert_fail("x");'
    ),
    "BSD": Case(
        "extern void __assert_rtn(const char *, const char *, int, const char *);\n"
        + _NONDET
        + _MAIN % 'if (x == 3) __assert_rtn("main", "a.c", 3, "x != 3");'
    ),
    "by a pointer": Case(
        f"{FAIL}void (*fails)(const char *, const char *, unsigned, const char *) = __assert_fail;\n{_NONDET}"
        + _MAIN % 'if (x == 3) fails("x", "a.c", 3, "main");'
    ),
    "not declared": Case(_NONDET + _MAIN % "assert(x < 3);"),
    "not declared, of a number that is no int": Case(_NONDET + _MAIN % "assert(x == 3 ? 0.0 : 0.5); assert(1L << 40);"),
    "declared": Case("extern void assert(_Bool holds);\n" + _NONDET + _MAIN % "assert(0x100 * (x - 3));"),
    "declared without name": Case("void __VERIFIER_assert(int);\n" + _NONDET + _MAIN % "__VERIFIER_assert(x - 3);"),
    "with a message": Case(
        "void __ESBMC_assert(_Bool, const char *);\n"
        + _NONDET
        + _MAIN % '__ESBMC_assume(x > 0); __ESBMC_assert(x != 3, "it is not 3");'
    ),
    "of CBMC": Case(_NONDET + _MAIN % '__CPROVER_assume(x > 0); __CPROVER_assert(x != 3, "it is not 3");'),
    "of KLEE": Case(
        "void klee_assume(unsigned long); void klee_assert(int c);\n"
        + _NONDET
        + _MAIN % "klee_assume(x > 0); klee_assert(x != 3);"
    ),
    "the former error function": Case(
        "void __VERIFIER_error();\n" + _NONDET + _MAIN % "if (x == 3) __VERIFIER_error();"
    ),
    "the error function": Case("void reach_error();\n" + _NONDET + _MAIN % "if (x == 3) reach_error();", unreach=True),
    "a label": Case(_NONDET + _MAIN % "if (x == 3) { ERROR: goto ERROR; }"),
    "a label before the end": Case(_NONDET + _MAIN % "switch (x) { case 3: ERROR: return 1; default: ; }"),
    "a label in a function": Case(
        "void f(int c) { if (!c) ERROR: for (;;); }\n" + _NONDET + _MAIN % "f(x - 3); x = x ? x : 1;"
    ),
}


def _task(text: str) -> Task:
    return Task((Source("a.c", text, text),), ASSERTIONS)


def _cfa(task: Task) -> Cfa:
    source = task.sources[0]
    return program_cfa([(source.name, source.preprocessed)], task.data_model, violations_of(task))


def _gives(value: int) -> Callable[[Edge], int]:
    return lambda _edge: value


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=name, marks=pytest.mark.slow if name == "a label in a function" else ())
        for name, case in CASES.items()
    ],
)
def test_what_fails_is_the_violation(case: Case, compiler: str) -> None:
    """Printed, it is a call of ``reach_error``, whatever it was."""
    task = _task(case.text)
    cfa = _cfa(task)
    again = program_cfa([("printed.c", printed(cfa).text)], task.data_model)
    with compile_program([("a.c", case.text)], DataModel.LP64, violations_of(task)) as program:
        for value in (2, 3):
            ends = [Interpreter(each).run(_gives(value), 1_000).end is End.ERROR for each in (cfa, again)]
            executed = program.run([value], Limits(cpu=10, wall=60)).stop is Stop.ERROR
            assert [*ends, executed] == [value == 3] * 3
    assert not has_nothing_to_check(task)
    assert means_the_same(task, REACH_ERROR) is case.unreach
    assert (exchanged(task) == REACH_ERROR) is case.unreach


NOTHING = {
    "nothing": "int main(void) { return 0; }",
    "a header only": f"{FAIL}int main(void) {{ return 0; }}",
    "an assertion of one's own": "void assert(int c) { if (!c) for (;;); } int main(void) { assert(0); }",
    "a value of the label's name": "enum e { OK, ERROR }; int main(int n, char **a) { return n ? OK : ERROR; }",
    "the label in a text": 'char *s = "ERROR:"; /* ERROR: */ int main(void) { return 0; }',
    "a member": "struct s { unsigned ERROR : 3; }; int main(int n, char **a) { return n ? n ? 1 : (int)sizeof n : 2; }",
}


@pytest.mark.parametrize("text", NOTHING.values(), ids=NOTHING)
def test_there_may_be_nothing_to_check(text: str) -> None:
    assert has_nothing_to_check(_task(text))


def test_a_label_counts_only_where_there_is_nothing_else_and_that_is_told() -> None:
    label = CASES["a label"].text
    assert violations_of(_task(label)).label == "ERROR"
    assert list(warnings(_task(label))) == [
        "the label ERROR counts as a violation: the program has no assertion and no error function"
    ]
    both = _task(f"{label}void reach_error(void) {{ }}")
    assert violations_of(both).label == ""
    assert not list(warnings(both))


def test_another_property_means_what_it_says() -> None:
    """An assertion that fails ends the program, and the former error function is one that is not defined."""
    for name, end in (("assert.h", End.STOPPED), ("the former error function", End.RETURNED)):
        cfa = program_cfa([("a.c", CASES[name].text)], DataModel.LP64)
        assert Interpreter(cfa).run(_gives(3), 1_000).end is end


def test_inputs_of_other_verifiers(compiler: str) -> None:
    text = """int nondet_int(); unsigned char __CPROVER_nondet_uchar(void); int klee_range(int, int, const char *);
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  short s = 0; unsigned char c = __CPROVER_nondet_uchar(); int x = nondet_int(), y = klee_range(0, 9, "y");
  klee_make_symbolic(&s, sizeof s, "s");
  assert(!(c == 44 && x == -7 && y == 8 && s == 0x201));
  return 0;
}"""
    task, values = _task(text), [300, -7, 8, 1, 2]
    given = iter(values)
    assert Interpreter(_cfa(task)).run(lambda edge: edge.operation.type.wrap(next(given)), 1_000).end is End.ERROR  # type: ignore[union-attr]
    with compile_program([("a.c", text)], DataModel.LP64, violations_of(task)) as program:
        assert program.run(values, Limits(cpu=10, wall=60)).stop is Stop.ERROR
        assert program.run([300, -7, 9, 1, 2], Limits(cpu=10, wall=60)).stop is Stop.ASSUMPTION
