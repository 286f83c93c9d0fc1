"""The program with a ``main`` that calls any function: which arguments there are, and which there are not."""

from __future__ import annotations

from typing import Any

import pytest

from coveriflow.execution.native.compiler import find_compiler, reference_flags
from coveriflow.execution.processes.child_process import Bounds, run_tool
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.harness.entry import Entry, entry_named
from coveriflow.program.harness.harness import Harness, Unit, with_harness
from coveriflow.program.types.data_model import DataModel
from tests.analysis.runs import bounded

HEAD = "extern void reach_error(void); extern void abort(void); typedef unsigned long size_t;\n"

POSSIBLE: dict[str, tuple[str, dict[str, Any]]] = {
    "least int": ("void f(int x) { if (x == -2147483647 - 1) reach_error(); }", {}),
    "char": ("void f(signed char x) { if (x == -128) reach_error(); }", {}),
    "long long": ("void f(unsigned long long x) { if (x == ~0ull) reach_error(); }", {}),
    "wide": ("void f(__int128 x) { if (x >> 100 == 5) reach_error(); }", {}),
    "float": ("void f(float x) { if (x != x) reach_error(); }", {}),
    "long double": ("void f(long double x) { if (x == 0.5L) reach_error(); }", {}),
    "complex": ("void f(double _Complex z) { if (__imag__ z == 2.5) reach_error(); }", {}),
    "number beyond the enumerators": ("enum e { A }; void f(enum e x) { if ((int)x == 7) reach_error(); }", {}),
    "negative number of an enumeration": ("enum e { A, B = -1 }; void f(enum e x) { if (x == -9) reach_error(); }", {}),
    "wide enumeration": (
        "enum e { A, B = 0x100000000 }; void f(enum e x) { if ((long)x == 0x300000000) reach_error(); }",
        {},
    ),
    "struct by value": ("struct s { int a; char c[2]; }; void f(struct s x) { if (x.c[1] == 9) reach_error(); }", {}),
    "bit-field": ("struct s { int : 3; int b : 3; }; void f(struct s x) { if (x.b == -4) reach_error(); }", {}),
    "inner struct": (
        "struct s { struct { int a; } i; }; void f(struct s *p) { if (p && p->i.a == 8) reach_error(); }",
        {},
    ),
    "anonymous member": (
        "struct s { struct { int a; }; }; void f(struct s *p) { if (p && p->a == 8) reach_error(); }",
        {},
    ),
    "each member of a union": (
        "union u { char c; long l; float f; }; void f(union u x) { if (x.l == 1l << 40) reach_error(); }",
        {},
    ),
    "bytes of a union": ("union u { char c; int i[2]; }; void f(union u x) { if (x.i[1] == 9) reach_error(); }", {}),
    "member of a union with booleans": (
        "union u { _Bool b; int i; }; void f(union u x) { if (x.i == 9) reach_error(); }",
        {},
    ),
    "union without pointers": ("union u { int *p; int i; }; void f(union u x) { if (x.i == 3) reach_error(); }", {}),
    "struct by value with a pointer": (
        "struct s { int *p; }; void f(struct s x) { if (x.p && *x.p == 3) reach_error(); }",
        {},
    ),
    "null": ("void f(int *p) { if (!p) reach_error(); }", {}),
    "const pointer to const": ("void f(const int *const p) { if (p && *p == 4) reach_error(); }", {}),
    "const by a type name": (
        "typedef const struct s { int a; } *P; void f(P p) { if (p && p->a == 4) reach_error(); }",
        {},
    ),
    "type without a name": ("typedef struct { int a; } *P; void f(P p) { if (p && p->a == 4) reach_error(); }", {}),
    "volatile": ("void f(volatile int *p) { if (p && *p == 4) reach_error(); }", {}),
    "same object": ("void f(int *p, int *q) { if (p && p == q) reach_error(); }", {}),
    "same object, with and without const": ("void f(const int *p, int *q) { if (p && p == q) reach_error(); }", {}),
    "same object, of the larger": (
        "void f(int *p, int *q) { if (p && p == q) reach_error(); }",
        {"arrays": ["q=3"]},
    ),
    "same object by a member": (
        "struct s { int *p; }; void f(struct s x, int *q) { if (q && x.p == q) reach_error(); }",
        {},
    ),
    "same struct by members": (
        "struct s { struct s *n; }; void f(struct s *p) { if (p && p->n == p) reach_error(); }",
        {"aliasing": "all"},
    ),
    "two steps": ("struct s { struct s *n; }; void f(struct s *p) { if (p && p->n) reach_error(); }", {}),
    "three steps": (
        "struct s { struct s *n; }; void f(struct s *p) { if (p && p->n && p->n->n) reach_error(); }",
        {"depth": 3},
    ),
    "longest text": ("void f(char *s) { if (s && s[0] && s[1] && s[2] && s[3]) reach_error(); }", {}),
    "longer text": ("void f(char *s) { if (s && s[0] && s[4] && s[5]) reach_error(); }", {"text": 6}),
    "array without an end": ("void f(char *s) { if (s && s[0] && s[1]) reach_error(); }", {"arrays": ["f:s=2"]}),
    "array by a loop": ("void f(int *a) { if (a && a[11] == 3) reach_error(); }", {"arrays": ["a=12"]}),
    "declared length": ("void f(int a[3]) { if (a && a[2] == 3) reach_error(); }", {}),
    "array of arrays": ("void f(int (*a)[2]) { if (a && a[1][1] == 3) reach_error(); }", {"arrays": ["a=2"]}),
    "pointers to pointers": (
        "void f(char **a) { if (a && a[1] && a[1][7] == 3) reach_error(); }",
        {"arrays": ["a=2", "a[]=8"]},
    ),
    "array of a member": (
        "struct s { int *p; }; void f(struct s *x) { if (x && x->p && x->p[2] == 3) reach_error(); }",
        {"arrays": ["x->p=3"]},
    ),
    "bytes": ("void f(void *p) { if (p && ((unsigned char *)p)[15] == 200) reach_error(); }", {}),
    "static": ("static void f(int x) { if (x == 3) reach_error(); }", {}),
    "old definition": ("void f(a, c, b) int *b; char c; { if (a == 3 && c == 4 && b && *b == 5) reach_error(); }", {}),
    "old definition with float": ("void f(x) float x; { if (x == 0.5f) reach_error(); }", {}),
    "any number": ("void f(int n, ...) { if (n == 3) reach_error(); }", {}),
    "no prototype": ("void f() { reach_error(); }", {}),
    "name of a type": ("typedef int T; void f(T T) { if (T == 3) reach_error(); }", {}),
    "name of the function": ("void f(int f) { if (f == 3) reach_error(); }", {}),
    "inputs of the program's own": (
        "int __VERIFIER_nondet_int(void) { return 0; } void f(int x) { if (x == 3) reach_error(); }",
        {},
    ),
    "inputs of another type": (
        "extern unsigned char __VERIFIER_nondet_int(void); void f(int x) { if (x == 300) reach_error(); }",
        {},
    ),
    "inputs that are declared": (
        "extern int __VERIFIER_nondet_int(); void f(int x) { if (x == __VERIFIER_nondet_int()) reach_error(); }",
        {},
    ),
    "length of another parameter": ("void f(int n, int a[n]) { if (a && a[0] == 3) reach_error(); }", {}),
    "with a main": ("void f(int x) { if (x == 3) reach_error(); } int main(void) { return 0; }", {}),
    "any globals": (
        "struct { int *p; int a[9]; } g; static int h = 3;"
        " void f(void) { if (g.p && g.a[8] == *g.p && h == 4) reach_error(); }",
        {"initial": "any"},
    ),
    "globals and arguments": ("int *g; void f(int *p) { if (p && p == g) reach_error(); }", {"initial": "any"}),
    "precondition of a wrapper": (
        "static void g(int x) { if (x > 5) reach_error(); }"
        " extern void __VERIFIER_assume(int); void f(int x) { __VERIFIER_assume(x < 7); g(x); }",
        {},
    ),
}
"""Calls with which ``reach_error`` is called: they are there."""

IMPOSSIBLE: dict[str, tuple[str, dict[str, Any]]] = {
    "bytes beside an anonymous union": (
        "struct s { _Bool b; union { int i; float f; }; };"
        " void f(struct s x) { if (*(char *)&x.b > 1) reach_error(); }",
        {},
    ),
    "_Bool of a union": (
        "union u { _Bool b; char c; }; void f(union u *p) { if (p && p->b + 0 > 1) reach_error(); }",
        {},
    ),
    "_Bool": ("void f(_Bool x) { unsigned char c = *(unsigned char *)&x; if (c > 1) reach_error(); }", {}),
    "constant global": ("const int k = 3; void f(void) { if (k != 3) reach_error(); }", {"initial": "any"}),
    "initial global": ("int k = 3; void f(void) { if (k != 3) reach_error(); }", {}),
    "restrict": ("void f(int *restrict p, int *q) { if (p && p == q) reach_error(); }", {}),
    "GNU's restrict": ("void f(int *__restrict p, int *q) { if (p && p == q) reach_error(); }", {}),
    "aliasing none": ("void f(int *p, int *q) { if (p && p == q) reach_error(); }", {"aliasing": "none"}),
    "tree": (
        "struct s { struct s *l, *r; };"
        " void f(struct s *p) { if (p && p->l && (p->l == p->r || p->l == p)) reach_error(); }",
        {},
    ),
    "too deep": ("struct s { struct s *n; }; void f(struct s *p) { if (p && p->n && p->n->n) reach_error(); }", {}),
    "end of a text": ("void f(char *s) { int n = 0; if (s) while (s[n]) n++; if (n > 4) reach_error(); }", {}),
    "function pointer": ("void f(int (*g)(int)) { if (g) reach_error(); }", {}),
    "incomplete": ("struct o; void f(struct o *p) { if (p) reach_error(); }", {}),
    "static array is not null": ("void f(int a[static 2]) { if (!a) reach_error(); }", {}),
    "static array is as large": (
        "void f(int *p, int a[static 2]) { if (p && a == p && p[1] != a[1]) reach_error(); }",
        {"arrays": ["a=1"]},
    ),
    "nonnull": (
        "__attribute__((nonnull(1))) void f(int *p, int *q);\nvoid f(int *p, int *q) { if (!p) reach_error(); }",
        {},
    ),
    "nonnull, all": ("void f(int *p) __attribute__((__nonnull__)); void f(int *p) { if (!p) reach_error(); }", {}),
    "precondition": (
        "extern void __VERIFIER_assume(int); void f(int x) { __VERIFIER_assume(x < 7); if (x > 7) reach_error(); }",
        {},
    ),
    "distinct objects": ("void f(int *p, long *q) { if (p && (void *)p == (void *)q) reach_error(); }", {}),
}
"""Calls that there are not."""

REFUSED = {
    "computed type": ("void f(int n, int a[n][n]) { reach_error(); }", "the computed type of the parameter 'a'"),
    "at least n": ("void f(int n, int a[static n]) { reach_error(); }", "an array of at least so many elements"),
    "va_list": ("void f(__builtin_va_list a) { reach_error(); }", "an argument of the type va_list"),
    "mode": ("typedef int T __attribute__((mode(DI))); void f(T x) { reach_error(); }", "the attribute mode"),
    "vector": (
        "typedef int V __attribute__((vector_size(8))); void f(V x) { reach_error(); }",
        "attribute vector_size",
    ),
    "const member": ("struct s { const int a; }; void f(struct s x) { reach_error(); }", "a member that is const"),
    "union of pointers": ("union u { int *p; char *c; }; void f(union u x) { reach_error(); }", "a union of pointers"),
    "type of the list": ("void f(struct s { int a; } *p) { reach_error(); }", "declared in the list of parameters"),
    "call of main": ("int main(void); void f(int x) { main(); } int main(void) { return 0; }", "a use of main"),
    "other name of main": (
        'int main(void) { return 0; } int g(void) __attribute__((alias("main"))); void f(int x) { g(); }',
        "another name of main",
    ),
    "never null, incomplete": (
        "struct o; void f(struct o *p) __attribute__((nonnull)); void f(struct o *p) { reach_error(); }",
        "a pointer that is never null ('p')",
    ),
    "floats of 128 bits": ("void f(__float128 x) { reach_error(); }", "__float128"),
}

WRONG = {
    "no function": ("int g;", {}, "the program has no function 'f'"),
    "declared only": ("void f(int);", {}, "the program has no function 'f'"),
    "no such pointer": ("void f(int x) { }", {"arrays": ["x=3"]}, "f has no pointer 'x'"),
}


def harness(text: str, /, **asked: Any) -> Harness:
    return with_harness([Unit("prog.c", HEAD + text, HEAD + text)], entry_named("f", **asked))


def verdict(text: str, asked: dict[str, Any], model: DataModel) -> str:
    (unit,) = harness(text, **asked).units
    return bounded(program_cfa([(unit.name, unit.preprocessed)], model), last=20).verdict.value


@pytest.mark.parametrize("name", POSSIBLE)
def test_an_argument_that_is_possible(name: str) -> None:
    assert verdict(*POSSIBLE[name], DataModel.LP64) == "false"


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_argument_that_is_not(name: str) -> None:
    assert verdict(*IMPOSSIBLE[name], DataModel.LP64) == "true"


@pytest.mark.parametrize(
    "name", ["struct by value with a pointer", "same object", "bytes", "longest text", "any globals"]
)
def test_with_32_bits(name: str) -> None:
    assert verdict(*POSSIBLE[name], DataModel.ILP32) == "false"


@pytest.mark.parametrize("name", REFUSED)
def test_arguments_that_cannot_be_made_are_refused(name: str) -> None:
    text, reason = REFUSED[name]
    with pytest.raises(NotSupported) as refusal:
        harness(text)
    assert reason in str(refusal.value)
    assert refusal.value.span is not None


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong(name: str) -> None:
    text, asked, message = WRONG[name]
    with pytest.raises(InputError, match=message):
        harness(text, **asked)


@pytest.mark.parametrize("name", [*POSSIBLE, *IMPOSSIBLE])
def test_compilers_take_the_text(name: str) -> None:
    text, asked = (POSSIBLE | IMPOSSIBLE)[name]
    compiler = find_compiler()
    assert compiler is not None
    given = harness(text, **asked).units[0].text.encode()
    flags = (
        *reference_flags(DataModel.LP64),
        "-std=gnu17",
        "-Werror=incompatible-pointer-types",
        "-Werror=int-conversion",
    )
    done = run_tool([*compiler.command, *flags, "-fsyntax-only", "-xc", "-"], given, Bounds())
    assert done.status == 0, done.errors.decode()


def test_lines_go_on_after_the_file() -> None:
    (unit,) = harness("void f(int x) { }\n").units
    lines = unit.text.splitlines()
    assert f'# {lines.index("/* main calls f with any arguments:") + 1} "prog.c"' in unit.preprocessed


def test_the_choices_are_told() -> None:
    found = harness("struct s { struct s *n; int (*g)(void); }; void f(struct s *p, struct s *q) { }", arrays=["p=2"])
    assert found.environment == (
        "variables of the program have their initial values when f is called",
        "a pointer is null or points to an object of its own, which is no variable of the program: p to 2 elements, "
        "p.n to 1 element, q to 1 element, q.n to 1 element",
        "p, q may point to the same object, at its start",
        "other pointers point to different objects",
        "these parts of the arguments are null, since they point to functions: p.n.g, p.g, q.n.g, q.g",
        "these parts of the arguments are null, since 2 pointers are followed: p.n.n, q.n.n",
    )


def test_one_of_several_static_functions() -> None:
    units = [Unit(f"{name}/x.c", HEAD, f"{HEAD}static void f(int {name}) {{ reach_error(); }}") for name in ("a", "b")]
    with pytest.raises(InputError, match=r"several files define 'f': a/x.c, b/x.c"):
        with_harness(units, Entry("f"))
    first, second = with_harness(units, Entry("f", "b/x.c")).units
    assert "main" not in first.preprocessed
    assert "int b = " in second.preprocessed


def test_variables_of_other_files_have_any_values() -> None:
    head, other = HEAD + "extern int *g;", "int *g; static int h;"
    text = f"{head} void f(void) {{ if (g && *g == 3) reach_error(); }}"
    units = [Unit("a.c", text, text), Unit("b.c", other, other)]
    found = with_harness(units, entry_named("f", initial="any")).units
    cfa = program_cfa([(each.name, each.preprocessed) for each in found], DataModel.LP64)
    assert bounded(cfa, last=4).verdict.value == "false"


def test_main_itself_gets_no_harness() -> None:
    unit = Unit("a.c", "int main(void) { return 0; }", "int main(void) { return 0; }")
    assert with_harness([unit], Entry("main")).units == (unit,)
    with pytest.raises(InputError, match="mean nothing"):
        with_harness([unit], entry_named("main", text=3))


@pytest.mark.parametrize("words", [["p"], ["p=0"], ["p=5000"], ["g:p=3"], ["p=-1"]])
def test_arrays_that_cannot_be_meant(words: list[str]) -> None:
    with pytest.raises(ValueError, match=r"is not|is about"):
        entry_named("f", words)
