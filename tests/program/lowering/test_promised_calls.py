"""Functions that are declared without effects and have some: what gcc leaves out is never lowered as a call."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from coveriflow.program.errors import NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.data_model import DataModel
from tests.program.machine import FLAGS

needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
PRELUDE = """
int calls, x, y, a[8];
int plain(int q) {{ return q; }}
int counted(int q) {{ calls++; return q; }}
{attribute} int f(int q) {{ calls++; return q; }}
"""
LEFT_OUT = """f(3); | (void)f(3); | (f(3), x = 1); | x = f(3) * 0; | x = f(3) & 0; | x = f(3) && 0; | x = f(3) || 1;
    | x = f(3) - f(3); | x = f(3) == f(3); | x = f(3) + f(3); | x = f(y) == f(y); | x = f(3) ? 1 : 1; | f(3) ? 1 : 2;
    | x = f(3) >= -2147483647 - 1; | x = (unsigned)f(3) >= 0u; | f(3) && y; | x = (f(3) & 7) >> 3; | x = f(3) % 1;
    | x = 0 / f(3); | x = 0 * f(3); | a[f(1)]; | *(a + f(1)); | (void)&a[f(1)]; | for (f(3);;) break;
    | for (int i = 0; i < 1; i++, f(3)); | ({ f(3); }); | f(3) + 1; | y ? f(3) : f(4);
    | (*f)(3); | (&f)(3);
    | x *= f(3) * 0; | x = f(3) ^ f(3); | x = (_Bool)f(3) >= 0; | x = 0 << f(3); | f(3) == 2; | f(counted(3));
    | f(y++); | x = plain(f(3) * 0); | if (f(3) * 0) x = 1; | x = __builtin_expect(f(3), 0) * 0;
    | switch (f(3), 1) { } | x = (char)f(3) < 1000; | x = f(3) && f(3);"""
KEPT = """int u = f(3); | int u = f(3); x = u; | x = f(3); | if (f(3)) x = 1; | x = f(3) > 2; | x = f(3) == 3;
    | x = f(3) < y; | x = f(3) && y; | x = y && f(3); | f(3) && counted(4); | x = -f(3); | x = !!f(3);
    | x = plain(f(3));
    | x = a[f(1)]; | a[f(1)] = 2; | x = sizeof(f(3)); | while (f(0)); | switch (f(3)) { case 1: x = 1; }
    | x = (char)f(3); | x += f(3); | volatile int v = f(3); | int d; d = f(3); | x = f(3) * y; | x = f(3) + 1;
    | x = f(3) / 2; | (f(3) == 3) ? (void)0 : (void)counted(1); | x = f(3) < 0 || counted(2); | x = (1, f(3));
    | x = y ? f(3) : f(4); | int z[2] = {f(3), 0}; | x = __builtin_expect(f(3), 0); | x = f(f(3)); | x = 2 * f(3);
    | int (*p)(int) = f; p(3); | x = f(f(3) == 1);"""
OPERATORS = "+ - * / % & | ^ << >> == != < > <= >= && || ,".split()


def _forms(text: str) -> list[str]:
    return [" ".join(each.split()) for each in text.replace("||", "@@").split(" | ")]


def _restored(forms: list[str]) -> list[str]:
    return [each.replace("@@", "||") for each in forms]


def _random(source: random.Random, depth: int) -> str:
    if depth == 0 or source.random() < 0.2:
        return source.choice(("f(3)", "f(3)", "f(y)", "y", "0", "1", "3", "a[1]"))
    first = _random(source, depth - 1)
    match source.randrange(8):
        case 0:
            return source.choice(("-({})", "!({})", "~({})", "(char)({})", "(unsigned)({})", "(_Bool)({})")).format(
                first
            )
        case 1:
            return f"(({first}) ? ({_random(source, depth - 1)}) : ({_random(source, depth - 1)}))"
        case 2:
            return f"{source.choice(('plain', 'f'))}({first})"
        case _:
            return f"(({first}) {source.choice(OPERATORS)} ({_random(source, depth - 1)}))"


def _generated() -> list[str]:
    source = random.Random(89)
    return [f"x = {_random(source, 3)};" for _ in range(150)]


def _by_gcc(attribute: str, forms: list[str], folder: Path) -> list[int]:
    """How many calls there are; minus one, where the form divides by zero."""
    cases = "".join(f"case {number}: {{ {form} }} break;\n" for number, form in enumerate(forms))
    text = f"""#include <stdio.h>\n#include <signal.h>\n#include <setjmp.h>{PRELUDE.format(attribute=attribute)}
        jmp_buf back; void trap(int s) {{ (void)s; siglongjmp(back, 1); }}
        void run(int number) {{ switch (number) {{ {cases} }} }}
        int main(void) {{ for (int n = 0; n < {len(forms)}; n++) {{ calls = x = y = 0; a[1] = 0; signal(SIGFPE, trap);
            if (sigsetjmp(back, 1)) calls = -1; else run(n); printf("%d ", calls); }} return 0; }}"""
    (folder / "forms.c").write_text(text)
    subprocess.run(["gcc", *FLAGS, "forms.c", "-o", "forms"], cwd=folder, check=True, capture_output=True)
    said = subprocess.run([folder / "forms"], check=True, capture_output=True, text=True).stdout
    return [int(each) for each in said.split()]


def _by_us(attribute: str, form: str) -> int | None:
    """How many calls there are; ``None``, where that is not supported, or the form is undefined."""
    text = f"{PRELUDE.format(attribute=attribute)} int main(void) {{ {{ {form} }} return calls; }}"
    try:
        cfa = program_cfa([("form.c", text)], DataModel.LP64)
    except NotSupported:
        return None
    execution = Interpreter(cfa).run(lambda _edge: 0, 20_000)
    return execution.status if execution.end is End.RETURNED else None


@needs_gcc
@pytest.mark.parametrize("attribute", ["__attribute__((const))", "__attribute__((__pure__, unused))"])
def test_what_gcc_leaves_out_is_no_call(attribute: str, tmp_path: Path) -> None:
    forms = [*_restored(_forms(LEFT_OUT)), *_restored(_forms(KEPT)), *_generated()]
    ours = [_by_us(attribute, form) for form in forms]
    differing = [
        (form, own, other)
        for form, own, other in zip(forms, ours, _by_gcc(attribute, forms, tmp_path), strict=True)
        if own is not None and own != other
    ]
    assert not differing


@pytest.mark.parametrize("form", _restored(_forms(KEPT)))
def test_what_is_needed_is_a_call(form: str) -> None:
    assert _by_us("__attribute__((pure))", form) == _by_us("", form) is not None


@pytest.mark.parametrize("form", _restored(_forms(LEFT_OUT)))
def test_what_may_be_left_out_is_not_supported(form: str) -> None:
    assert _by_us("__attribute__((const))", form) is None
    assert _by_us("", form) is not None


@pytest.mark.parametrize(
    "declared",
    [
        "__attribute__((const)) int f(int q) {",
        "int __attribute__((__const)) f(int q) {",
        "int f(int q) __attribute__((cold)) __attribute__((__pure__)); int f(int q) {",
        "static int __attribute__((unused, pure)) f(int q) {",
        "[[gnu::const]] int f(int q) {",
        "__attribute__((const)) int g(int), f(int q); int f(int q) {",
        "typedef int T(int) __attribute__((const)); T f; int f(int q) {",
        "__attribute__((const)) int g(int); __attribute__((copy(g))) int f(int q) {",
        "int f(int); int h(void) { extern int f(int) __attribute__((const)); return f(1); } int f(int q) {",
    ],
)
def test_promises_are_seen(declared: str) -> None:
    for body, supported in (
        ("calls++; return q;", False),
        ("return q + 1;", True),
        ("int n = q; n++; return n;", True),
    ):
        text = f"int calls; {declared} {body} }} int main(void) {{ f(3); return calls; }}"
        execution = Interpreter(program_cfa([("form.c", text)], DataModel.LP64)).run(lambda _edge: 0, 20_000)
        assert (execution.end is End.RETURNED) == supported
