"""Calls through pointers to functions of other types: what both calling conventions agree on is what happens."""

from __future__ import annotations

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.native.compiled_program import compile_program
from coveriflow.execution.native.harness import Stop
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.data_model import DataModel

FUNCTIONS = """
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
struct pair { int x, y; };
int seen;
int none(void) { seen = 1; return 7; }
int one(int x) { seen = x; return x + 1; }
int two(int x, unsigned y) { seen = x * 10 + (int)y; return x; }
void nothing(int x) { seen = x; }
int narrow(signed char c, short s) { seen = c * 1000 + s; return c; }
int mixed(double d, int x) { seen = (int)d * 10 + x; return x; }
int many(int n, ...) { seen = n; return n; }
unsigned small(unsigned char c) { seen = c; return c; }
int sum(struct pair p) { seen = p.x + p.y; return seen; }
int classic(c, f) char c; float f; { seen = c + (int)(f * 4); return seen; }
double half(x) float x; { return x / 2; }
int overridden(float); int overridden(x) float x; { seen = (int)x; return seen; }
int single(float x) { seen = (int)x; return seen; }
"""
AGREEING = {
    "surplus arguments": "((int (*)(int, int))one)(3, 4); seen == 3",
    "surplus arguments of all classes": "((int (*)(int, double, struct pair))one)(3, 4, (struct pair){5}); seen == 3",
    "no prototype": "int (*p)() = two; p(3, 4); seen == 34",
    "no prototype and surplus arguments": "int (*p)() = none; seen = p(3, 4.5); seen == 7",
    "other signs": "((int (*)(unsigned, int))two)(3u, 4); seen == 34",
    "no result wanted": "((void (*)(int))one)(5); seen == 5",
    "lower bits of what is promoted": "int (*p)() = narrow; p(258, 70000); seen == 2000 + 4464",
    "floating and integer places": "((int (*)(double, int, int))mixed)(2.0, 3, 4); seen == 23",
    "a conversion to the type of the call": "((unsigned (*)(_Bool))small)(2); seen == 2 - 1",
    "any number of arguments, declared": "((int (*)(int, ...))one)(6, 7, 8); seen == 6",
    "any number of arguments, without prototype": "int (*p)() = many; p(9, 1, 2.0); seen == 9",
    "a struct": "int (*p)() = sum; p((struct pair){4, 5}, 1); seen == 9",
    "an old definition": "int (*p)() = classic; p('a', 1.5f); seen == 'a' + 6",
    "an old definition, as its promoted parameters are": "seen = ((double (*)(double))half)(3.0) * 2; seen == 3",
    "an old definition of integers": "((int (*)(int, double))classic)('a' + 256, 1.5); seen == 'a' + 6",
    "an old definition behind a prototype": "((int (*)(float))overridden)(6.5f); seen == 6",
    "the lower bits of a result": "signed char c = ((signed char (*)(int))one)(299); c == 44",
}
DIFFERING = {
    "missing arguments": "((int (*)(int))two)(3)",
    "another class": "((int (*)(double))one)(3.0)",
    "a wider parameter": "((int (*)(signed char))one)(3)",
    "an old definition, as its parameters are": "seen = ((double (*)(float))half)(3.0f)",
    "what is not promoted, without prototype": "int (*p)() = single; p(3.0f)",
    "another struct": "((int (*)(int, int))sum)(3, 4)",
    "a result that is missing": "seen = ((int (*)(int))nothing)(3)",
    "any number of arguments from a fixed number": "((int (*)(int, int))many)(3, 4)",
}


def _statement(text: str) -> str:
    *before, holds = text.split("; ")
    return f"{''.join(each + '; ' for each in before)} if (!({holds})) reach_error();"


def _program() -> str:
    cases = "".join(f"case {n}: {{ {_statement(text)} break; }}\n" for n, text in enumerate(AGREEING.values()))
    return f"{FUNCTIONS}int main(void) {{ switch (__VERIFIER_nondet_int()) {{ {cases} }} return 0; }}"


@pytest.mark.parametrize("model", DataModel)
def test_where_the_conventions_agree_nothing_is_cut_off(model: DataModel) -> None:
    cfa = program_cfa([("a.c", _program())], model)
    for number, name in enumerate(AGREEING):
        assert Interpreter(cfa).run(lambda _edge, chosen=number: chosen, 1_000).end is End.RETURNED, name  # type: ignore[misc]


@pytest.mark.parametrize("model", DataModel)
def test_so_do_the_compiled_programs(model: DataModel, compiler_for_32_bits: str) -> None:
    assert compiler_for_32_bits
    with compile_program([("a.c", _program())], model) as program:
        for number, name in enumerate(AGREEING):
            assert program.run([number], Limits(cpu=10, wall=60)).status == 0, name


def test_the_test_can_fail(compiler: str) -> None:
    text = f"{FUNCTIONS}int main(void) {{ {_statement('((int (*)(int, int))one)(3, 4); seen == 4')} return 0; }}"
    assert Interpreter(program_cfa([("a.c", text)], DataModel.LP64)).run(lambda _edge: 0, 1_000).end is End.ERROR
    with compile_program([("a.c", text)], DataModel.LP64) as program:
        assert program.run([], Limits(cpu=10, wall=60)).stop is Stop.ERROR


@pytest.mark.parametrize("call", DIFFERING.values(), ids=DIFFERING)
def test_where_they_do_not_it_is_undefined(call: str) -> None:
    text = f"{FUNCTIONS}int main(void) {{ {call}; return 0; }}"
    assert Interpreter(program_cfa([("a.c", text)], DataModel.LP64)).run(lambda _edge: 0, 1_000).end is End.UNDEFINED


UNDEFINED = {
    "an input": ("int (*p)(void) = __VERIFIER_nondet_int; if (p() == 7) reach_error();", End.ERROR),
    "an input of something": (
        "int (*p)() = __VERIFIER_nondet_int; if (p(seen++) == 7 && seen) reach_error();",
        End.ERROR,
    ),
    "the end": ("void (*p)(int) = exit; p(3); reach_error();", End.STOPPED),
    "the end, in a table": ("void (*p[2])(void) = {abort, abort}; p[1](); reach_error();", End.STOPPED),
    "an assumption": ("void (*p)(int) = __VERIFIER_assume; p(1); reach_error(); p(0);", End.ERROR),
    "a function of the library": ('int (*p)(const char *) = strlen; if (p("abc") == 3) reach_error();', End.ERROR),
    "as a callback": ("int a[2] = {2, 1}; qsort(a, 2, 4, compares); if (a[0] == 2) reach_error();", End.ERROR),
    "what is not supported": ("int (*p)(void) = fork; p(); reach_error();", End.UNSUPPORTED),
}
_OF_LIBRARY = """
extern void exit(int); extern void abort(void); extern void __VERIFIER_assume(int); extern int fork(void);
extern int strlen(const char *); extern void qsort(void *, unsigned long, unsigned long, int (*)(void *, void *));
extern int compares(void *, void *);
"""


@pytest.mark.parametrize(("text", "end"), UNDEFINED.values(), ids=UNDEFINED)
def test_functions_without_definition_are_called_as_by_their_names(text: str, end: End) -> None:
    cfa = program_cfa([("a.c", f"{FUNCTIONS}{_OF_LIBRARY}int main(void) {{ {text} return 0; }}")], DataModel.LP64)
    assert Interpreter(cfa).run(lambda _edge: 7 if "compares" not in text else 0, 1_000).end is end


UNITS = {
    "the same members": ("struct pair", "{ int x, y; }", End.ERROR),
    "other members": ("struct pair", "{ int x; float y; }", End.UNDEFINED),
    "other names of members": ("struct pair", "{ int x, z; }", End.UNDEFINED),
    "another tag": ("struct two", "{ int x, y; }", End.UNDEFINED),
    "another layout": ("struct pair", "{ int x, y; } __attribute__((aligned(16)))", End.UNDEFINED),
}


@pytest.mark.parametrize(("type_", "members", "end"), UNITS.values(), ids=UNITS)
def test_structs_of_two_units_are_one_type_if_tags_and_members_are(type_: str, members: str, end: End) -> None:
    caller = f"{type_} {members}; int apply(int (*f)({type_})) {{ {type_} p = {{3, 4}}; return f(p); }}"
    text = f"{FUNCTIONS} int apply(int (*)(struct pair)); int main(void) {{ if (apply(sum) == 7) reach_error(); }}"
    cfa = program_cfa([("a.c", text), ("b.c", caller)], DataModel.LP64)
    assert Interpreter(cfa).run(lambda _edge: 0, 1_000).end is end
