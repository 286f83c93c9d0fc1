"""Executions that confirm a violation, and those that must not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.contracts import Sandbox
from coveriflow.execution.confinement.probing import VARIABLE
from coveriflow.execution.native.confirmation import Execution, ExecutionVerdict, execute_test
from coveriflow.execution.processes.workers import Workers
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR, calls_of
from coveriflow.program.types.data_model import DataModel

LP64, ILP32 = DataModel.LP64, DataModel.ILP32
CONFIRMED, REJECTED, INCONCLUSIVE = ExecutionVerdict
LIMITS = Limits(cpu=5, wall=20, memory=1 << 30)

DECLARATIONS = """
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern void exit(int); extern void abort(void); extern int fprintf(void *, const char *, ...); extern void *stderr;
"""

pytestmark = pytest.mark.usefixtures("compiler")


def run(
    workers: Workers, *texts: str, values: tuple[int, ...] = (), error: str = "reach_error", model: DataModel = LP64
) -> Execution:
    sources = [(f"file{number}.c", text) for number, text in enumerate(texts)]
    return execute_test(sources, values, calls_of(error), model, LIMITS, workers)


def main(body: str) -> str:
    return DECLARATIONS + "int main(void) { " + body + " return 0; }\n"


def test_values_in_call_order(workers: Workers) -> None:
    program = main("if (__VERIFIER_nondet_int() == 3 && __VERIFIER_nondet_int() == -4) reach_error();")
    assert run(workers, program, values=(3, -4)).verdict is CONFIRMED
    assert run(workers, program, values=(3, -4, 5)).verdict is CONFIRMED
    assert run(workers, program, values=(-4, 3)).verdict is REJECTED


def test_a_program_on_its_own() -> None:
    confirmed = execute_test([("a.c", main("reach_error();"))], [], CALLS_OF_REACH_ERROR, LP64, LIMITS)
    assert confirmed.verdict is CONFIRMED
    assert confirmed.resources.wall > 0


@pytest.mark.parametrize(
    "definition",
    [
        "void reach_error() { }",
        "void reach_error(void) { abort(); }",
        "static void reach_error(void) { int x = 1; for (;;) x++; }",
        'void reach_error() { __assert_fail("0", "a.c", 3, "reach_error"); }',
        '# 17 "other.c"\nint reach_error(a, b) int a; char b; { return a; }',
        "inline void reach_error(void) { }",
        "__attribute__((noinline)) void reach_error(void) { /* { */ char c = '{'; }",
    ],
)
def test_error_function_of_the_program(workers: Workers, definition: str) -> None:
    program = (
        DECLARATIONS.replace("extern void reach_error(void);", "") + definition + "\nint main() { reach_error(); }"
    )
    assert run(workers, program).verdict is CONFIRMED
    assert run(workers, program.replace("reach_error(); }", "}")).verdict is not CONFIRMED


def test_other_error_functions(workers: Workers) -> None:
    program = "extern void __VERIFIER_error(); int main() { __VERIFIER_error(); }"
    assert run(workers, program, error="__VERIFIER_error").verdict is CONFIRMED
    assert "undefined reference" in run(workers, program).reason
    assert run(workers, "extern void abort(void); int main() { abort(); }", error="abort").verdict is CONFIRMED


@pytest.mark.parametrize(
    ("body", "verdict", "reason"),
    [
        ("", REJECTED, "without reaching"),
        ("exit(0);", REJECTED, "without reaching"),
        ("__VERIFIER_assume(0); reach_error();", REJECTED, "assumption"),
        ("__VERIFIER_assume(1); reach_error();", CONFIRMED, "reached"),
        ("__VERIFIER_nondet_int(); reach_error();", INCONCLUSIVE, "more than the 0 inputs"),
        ("abort();", INCONCLUSIVE, "SIGABRT"),
        ("*(volatile int *)8 = 1;", INCONCLUSIVE, "SIGSEGV"),
        ("exit(3);", INCONCLUSIVE, "status 3"),
        ("exit(107);", INCONCLUSIVE, "status 107"),
        ("exit(108);", INCONCLUSIVE, "status 108"),
        (
            'fprintf(stderr, "%s: reached the error\\n", "0123456789abcdef0123456789abcdef"); exit(107);',
            INCONCLUSIVE,
            "107",
        ),
        ('fprintf(stderr, ": reached the error\\n"); exit(107);', INCONCLUSIVE, "status 107"),
        ("int x = ;", INCONCLUSIVE, "file0.c:6:"),
        ("no_such_function();", INCONCLUSIVE, "undefined reference"),
    ],
)
def test_verdicts(workers: Workers, body: str, verdict: ExecutionVerdict, reason: str) -> None:
    execution = run(workers, main(body))
    assert execution.verdict is verdict
    assert reason in execution.reason


def test_program_s_own_assume(workers: Workers) -> None:
    program = (
        "void reach_error(void); void __VERIFIER_assume(int x) { } int main() { __VERIFIER_assume(0); reach_error(); }"
    )
    assert run(workers, program).verdict is CONFIRMED


def test_program_s_own_inputs(workers: Workers) -> None:
    program = "void reach_error(void); int __VERIFIER_nondet_int() { return 4; }"
    program += "int main() { if (__VERIFIER_nondet_int() == 4) reach_error(); }"
    assert run(workers, program).verdict is CONFIRMED


@pytest.mark.parametrize(
    ("declared", "name", "value", "condition"),
    [
        ("_Bool", "bool", 2, "x == 1"),
        ("char", "char", 200, "x == -56"),
        ("unsigned char", "uchar", -1, "x == 255"),
        ("short", "short", 65535, "x == -1"),
        ("unsigned short", "ushort", -1, "x == 65535"),
        ("int", "int", 1 << 31, "x == -2147483647 - 1"),
        ("unsigned", "uint", -1, "x == 4294967295u"),
        ("unsigned int", "unsigned", -1, "x > 0 && x + 1 == 0"),
        ("long", "long", -5, "x == -5"),
        ("unsigned long", "ulong", -1, "x + 1 == 0 && x > 0"),
        ("long long", "longlong", -(1 << 63), "x == -9223372036854775807LL - 1"),
        ("unsigned long long", "ulonglong", (1 << 64) - 1, "x == 18446744073709551615ULL"),
        ("float", "float", 0xC0400000, "x == -3.0f"),
        ("double", "double", 0x401C000000000000, "x == 7.0"),
        ("long double", "longdouble", 0x4001E000000000000000, "x == 7.0L"),
        ("float", "float", 0xFFC00000, "x != x"),
        ("double", "double", 1 << 63, "x == 0 && 1 / x < 0"),
        ("void *", "pointer", 16, "x == (void *)16"),
        ("const char *", "pchar", 0, "x == 0"),
        ("u16", "u16", 65537, "x == 1"),
        ("enum e", "enum", 1, "x == B"),
        ("unsigned char", "int", 257, "x == 1"),
    ],
)
@pytest.mark.parametrize("model", list(DataModel))
def test_values_become_the_declared_type(
    request: pytest.FixtureRequest,
    workers: Workers,
    model: DataModel,
    declared: str,
    name: str,
    value: int,
    condition: str,
) -> None:
    if model is ILP32:
        request.getfixturevalue("compiler_for_32_bits")
    function = f"__VERIFIER_nondet_{name}"
    text = f"typedef unsigned short u16; enum e {{ A, B }}; {declared} {function}(); void reach_error(void);"
    text += f"int main() {{ {declared} x = {function}(); if ({condition}) reach_error(); return 0; }}"
    assert run(workers, text, values=(value,), model=model).verdict is CONFIRMED


def test_wide_values(workers: Workers) -> None:
    text = "void reach_error(void); unsigned __int128 __VERIFIER_nondet_uint128(); __int128 __VERIFIER_nondet_int128();"
    text += (
        "int main() { if (__VERIFIER_nondet_uint128() >> 100 == 5 && __VERIFIER_nondet_int128() == -2) reach_error(); }"
    )
    assert run(workers, text, values=(5 << 100, -2)).verdict is CONFIRMED


def test_undeclared_functions_give_int(workers: Workers) -> None:
    text = "int main() { if (__VERIFIER_nondet_uint() == -1) reach_error(); return 0; }"
    assert run(workers, text, values=((1 << 32) - 1,)).verdict is CONFIRMED


@pytest.mark.usefixtures("compiler_for_32_bits")
def test_data_models_differ(workers: Workers) -> None:
    program = main("if (sizeof(long) == 4 && (long)2147483647 + 1 < 0) reach_error();")
    assert run(workers, program, model=ILP32).verdict is CONFIRMED
    assert run(workers, program, model=LP64).verdict is REJECTED


def test_signed_overflow_wraps(workers: Workers) -> None:
    program = main("int x = __VERIFIER_nondet_int(); if (x + 1 < x) reach_error();")
    assert run(workers, program, values=(2147483647,)).verdict is CONFIRMED


def test_several_files(workers: Workers) -> None:
    first = (
        "extern int __VERIFIER_nondet_int(void); extern void check(int); int main() { check(__VERIFIER_nondet_int()); }"
    )
    second = (
        "extern int __VERIFIER_nondet_int(void); extern char __VERIFIER_nondet_char(void); extern void reach_error();"
    )
    second += "void check(int x) { if (x == 1 && __VERIFIER_nondet_char() == 2)"
    second += " if (__VERIFIER_nondet_int() == 3) reach_error(); }"
    third = "void reach_error(void) { }"
    assert run(workers, first, second, third, values=(1, 2, 3)).verdict is CONFIRMED
    assert run(workers, first, second, third, values=(1, 2, 4)).verdict is REJECTED


def test_c_of_1990(workers: Workers) -> None:
    program = "int typeof_f() { auto x = 1; return x; } inline void reach_error() { } main() { reach_error(); }"
    assert run(workers, program).verdict is CONFIRMED


def test_library_names_are_free(workers: Workers) -> None:
    """A program may have functions with the names of the C library's; the harness does not use those."""
    program = (
        "extern int __VERIFIER_nondet_int(); void reach_error(); int write() { return 0; } int read() { return 0; }"
    )
    program += "void *malloc(unsigned long n) { return 0; } void exit(int s) { for (;;); } int getenv() { return 0; }"
    program += "int main() { if (__VERIFIER_nondet_int() == 9) reach_error(); return 0; }"
    assert run(workers, program, values=(9,)).verdict is CONFIRMED


_AMPLE = Limits(cpu=20, wall=60, memory=200 << 20)


@pytest.mark.parametrize(
    ("body", "limits", "reason"),
    [
        ("for (;;);", replace(_AMPLE, cpu=0.5), "out of CPU time"),
        ("extern int pause(); for (;;) pause();", replace(_AMPLE, wall=2), "out of wall time"),
        (
            "extern void *calloc(int, int), *memset(void *, int, int); for (;;) memset(calloc(1, 99999), 1, 99999);",
            _AMPLE,
            "out of memory",
        ),
        ('for (;;) fprintf(stderr, "%1000d\\n", 1);', _AMPLE, "wrote too much"),
    ],
)
def test_limits(workers: Workers, body: str, limits: Limits, reason: str) -> None:
    """Only the limit that is meant is near, so that a busy machine does not come to another one first."""
    execution = execute_test([("a.c", main(body))], [], CALLS_OF_REACH_ERROR, LP64, limits, workers)
    assert execution.verdict is INCONCLUSIVE
    assert reason in execution.reason


def test_limits_of_children(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a box a program may have children, and they count."""
    monkeypatch.setenv(VARIABLE, Sandbox.OFF.value)
    body = "extern int fork(), setsid(), pause(); if (fork() == 0) { setsid(); for (;;); } for (;;) pause();"
    test_limits(workers, body, replace(_AMPLE, cpu=0.5), "out of CPU time")


def test_compile_bomb(workers: Workers) -> None:
    execution = run(workers, "char a[2000000000] = {1}; int main() { return 0; }")
    assert execution.verdict is INCONCLUSIVE
    assert "does not compile" in execution.reason


def test_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    execution = execute_test([("a.c", main(""))], [], CALLS_OF_REACH_ERROR, LP64, LIMITS)
    assert execution == Execution(INCONCLUSIVE, "no C compiler was found")


def test_no_32_bit_programs(workers: Workers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "gcc -lno_such_library_for_32_bits")
    assert "ILP32" in run(workers, main(""), model=ILP32).reason


def test_nothing_is_left_behind(workers: Workers) -> None:
    before = sorted(Path(workers.folder).iterdir())
    run(workers, main('extern int system(const char *); system("echo x > here; mkdir d; sleep 600 &"); reach_error();'))
    assert sorted(Path(workers.folder).iterdir()) == before


_OF_A_LIBRARY = """
typedef __typeof__(sizeof 1) size_t;
extern void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t);
extern int close(int), dup2(int, int);
"""


@pytest.mark.parametrize("model", [LP64, ILP32])
@pytest.mark.parametrize(
    "call", ["malloc(MOST)", "calloc(MOST / 2, 2)", "realloc(malloc(3), MOST)", "(*&malloc)(MOST)"]
)
def test_that_there_is_no_memory_is_no_violation(workers: Workers, call: str, model: DataModel) -> None:
    """A proof assumes that it does not run out."""
    text = _OF_A_LIBRARY + main(f"if (!{call.replace('MOST', '((size_t)-1 / 2 - 4096)')}) reach_error();")
    found = run(workers, text, model=model)
    assert found.verdict is INCONCLUSIVE
    assert "more memory than there is" in found.reason


@pytest.mark.parametrize("call", ["malloc((size_t)-1)", "calloc((size_t)-1 / 2, 3)", "malloc((size_t)-1 / 2 + 1)"])
def test_no_object_is_larger_than_half_of_all_addresses(workers: Workers, call: str) -> None:
    assert run(workers, _OF_A_LIBRARY + main(f"if (!{call}) reach_error();")).verdict is CONFIRMED


def test_an_allocation_function_of_the_program_may_fail(workers: Workers) -> None:
    text = main("if (!malloc(3)) reach_error();")
    assert run(workers, f"{_OF_A_LIBRARY} void *malloc(size_t n) {{ return 0; }} {text}").verdict is CONFIRMED


@pytest.mark.parametrize(
    "closing", ["close(2);", "for (int i = 0; i < 1024; i++) close(i);", "for (int i = 1; i < 1024; i++) dup2(0, i);"]
)
def test_descriptors_that_are_closed_hide_nothing(workers: Workers, closing: str) -> None:
    text = _OF_A_LIBRARY + main(f"{closing} if (__VERIFIER_nondet_int() == 7) reach_error();")
    assert run(workers, text, values=(7,)).verdict is CONFIRMED
    assert run(workers, text, values=(6,)).verdict is REJECTED
    assert "more than the 0 inputs" in run(workers, text).reason


def test_the_token_cannot_be_read(workers: Workers) -> None:
    body = "char t[33]; int n = read(63, t, 32); if (n > 0) { write(2, t, n); } _exit(107);"
    declared = "extern long read(int, void *, unsigned long), write(int, const void *, unsigned long); void _exit(int);"
    assert run(workers, declared + main(body)).verdict is INCONCLUSIVE


@pytest.mark.parametrize(
    ("type_", "value"), [("double", 0x4014000000000000), ("float", 0x40A00000), ("long long", 5), ("unsigned char", 5)]
)
def test_an_input_function_may_be_declared_in_a_block(workers: Workers, type_: str, value: int) -> None:
    name = type_.replace(" ", "_")
    body = f"extern {type_} __VERIFIER_nondet_{name}(void); if (__VERIFIER_nondet_{name}() == 5) reach_error();"
    text = f"void reach_error(void) {{}} int main(void) {{ {body} return 0; }}"
    assert run(workers, text, values=(value,), model=ILP32).verdict is CONFIRMED


def test_constants_have_their_types_beside_inline_functions(workers: Workers) -> None:
    text = "inline int id(int x) { return x; }" + main(
        "if (!(id(__VERIFIER_nondet_int()) < 2147483648)) reach_error();"
    )
    assert run(workers, text, values=(-1,), model=ILP32).verdict is REJECTED
