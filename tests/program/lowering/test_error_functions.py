"""The error function is a function: whoever comes to it, in whatever way, violates the property; gcc agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.native.compiled_program import Program, compile_program
from coveriflow.execution.native.harness import Stop
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.program.text.violations import calls_of
from coveriflow.program.types.data_model import DataModel

DEFINITIONS = {
    "declared": "extern void reach_error(void);",
    "without prototype": "extern void reach_error();",
    "declared in blocks": "",
    "defined": "int entered; void reach_error(void) { entered++; }",
    "static": "static void reach_error(void) { for (;;) ; }",
    "with its type's name": "typedef void function(void); extern function reach_error;",
}
REACHING = {
    "by its name": "reach_error();",
    "by its name in parentheses": "(reach_error)(); ",
    "by its address": "(&reach_error)();",
    "by what its address points to": "(**&reach_error)();",
    "as one of two": "(n ? reach_error : harmless)();",
    "by a pointer": "void (*p)(void) = reach_error; p();",
    "by a pointer to a pointer": "void (*p)(void) = &reach_error, (**q)(void) = &p; (*q)();",
    "by a volatile pointer": "void (*volatile p)(void) = reach_error; p();",
    "by an element of a table": "void (*table[])(void) = {harmless, reach_error}; table[n > 0]();",
    "by a static table": "static void (*const table[2])(void) = {reach_error, reach_error}; table[n > 0]();",
    "by a member": "struct s { int x; void (*f)(void); } s = {1, reach_error}; s.f();",
    "by a member on the heap": "struct s { void (*f)(void); } *s = malloc(sizeof *s); s->f = reach_error; s->f();",
    "by a parameter": "calls(reach_error);",
    "by a result": "given()();",
    "from exit": "atexit(reach_error); exit(0);",
    "from the end of main": "atexit(reach_error);",
    "from sorting": "int a[3] = {3, 1, 2}; qsort(a, 3, sizeof *a, (int (*)(const void *, const void *))reach_error);",
    "from a search": "int a[1] = {3}; bsearch(a, a, 1, 4, (int (*)(const void *, const void *))reach_error);",
    "by a pointer with parameters": "void (*p)(int, double) = (void (*)(int, double))reach_error; p(1, 2);",
    "by a pointer with a result": "int (*p)(void) = (int (*)(void))reach_error; n = p() + 1;",
    "by a pointer without prototype": "void (*p)() = reach_error; p(1);",
    "by a number": "unsigned long x = (unsigned long)reach_error; ((void (*)(void))x)();",
    "from an argument": "takes(1, (reach_error(), 2));",
    "in both operands": "n = (reach_error(), 1) + (calls(reach_error), 2);",
}
HARMLESS = {
    "its address": "void (*p)(void) = reach_error; n = p != 0;",
    "a comparison with it": "void (*p)(void) = harmless; if (p != reach_error) p();",
    "an operand that is not evaluated": "n = sizeof(reach_error(), 1) + (n && (reach_error(), 1));",
    "a variable of its name": "void (*reach_error)(void) = harmless; reach_error();",
    "handlers of an aborted program": "atexit(reach_error); _Exit(0);",
}
WAYS = {**REACHING, **HARMLESS}
_PROGRAM = """
extern void *malloc(unsigned long); extern int atexit(void (*)(void)); extern void exit(int), _Exit(int);
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern void *bsearch(const void *, const void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern int __VERIFIER_nondet_int(void);
%(definition)s
void harmless(void) { }
void calls(void (*f)(void)) { if (f) f(); }
void takes(int one, int two) { }
void (*given(void))(void) { %(block)s return reach_error; }
int main(void) {
  int n = 0, way = __VERIFIER_nondet_int();
  %(block)s
  switch (way) { %(cases)s }
  return 0;
}
"""


def _program(definition: str) -> str:
    in_block = "" if DEFINITIONS[definition] else "extern void reach_error(void);"
    ways = enumerate(WAYS.values())
    cases = "\n".join(
        f"case {number}: {{ n = {int('n ?' in way or 'n >' in way)}; {way} break; }}" for number, way in ways
    )
    return _PROGRAM % {"definition": DEFINITIONS[definition], "block": in_block, "cases": cases}


@pytest.fixture(scope="module", params=DEFINITIONS)
def program(request: pytest.FixtureRequest) -> str:
    return _program(request.param)


@pytest.mark.parametrize("model", DataModel)
def test_each_way_comes_to_it(program: str, model: DataModel) -> None:
    """In the automaton, and in the program that is printed from it."""
    cfa = program_cfa([("program.c", program)], model)
    again = program_cfa([("printed.c", printed(cfa).text)], model)
    for number, way in enumerate(WAYS):
        for each in (cfa, again):
            found = Interpreter(each).run(_chooses(number), 5_000)
            assert (found.end is End.ERROR) == (way in REACHING), way


def _chooses(number: int) -> Callable[[Edge], int]:
    return lambda _edge: number


@pytest.fixture(scope="module")
def compiled(program: str, compiler: str) -> Iterator[Program]:
    with compile_program([("program.c", program)], DataModel.LP64) as found:
        yield found


def test_executions_agree(compiled: Program) -> None:
    for number, way in enumerate(WAYS):
        stop = compiled.run([number], Limits(cpu=10, wall=30)).stop
        assert (stop is Stop.ERROR) == (way in REACHING), way


def test_the_entry_function_may_be_it() -> None:
    cfa = program_cfa([("program.c", "int main(void) { return 0; }")], DataModel.LP64, calls_of("main"))
    assert Interpreter(cfa).run(_chooses(0), 10).end is End.ERROR


@pytest.mark.parametrize(
    "ends", ["exit(0)", "abort()", "g++"], ids=["the end of the program", "its abortion", "a change"]
)
def test_the_order_of_a_violation_by_a_pointer_and_of_something_else_is_not_known(ends: str) -> None:
    """Whatever comes first, if it is a violation or the end of the program, the other one is not reached."""
    text = f"""extern void reach_error(void), exit(int), abort(void); int g;
int ending(void) {{ {ends}; return 1; }} int violating(void) {{ void (*p)(void) = reach_error; p(); return 2; }}
int main(void) {{ return ending() + violating(); }}"""
    cfa = program_cfa([("program.c", text)], DataModel.LP64)
    assert any("order of evaluation" in each.feature for each in cfa.unsupported) == (ends != "g++")
