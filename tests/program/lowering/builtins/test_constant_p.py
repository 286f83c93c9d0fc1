"""``__builtin_constant_p`` is what gcc says of the form without optimisation, or refused."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.lowering.environment import UNOPTIMISED
from coveriflow.program.types.data_model import DataModel
from tests.program.machine import FLAGS

DECLARATIONS = """
struct s { int a[4]; int b; struct s *p; unsigned char c; int f : 3; } S;
const struct s CS = {{1}, 2}; static const int CT[] = {1, 2}; char buf[8]; int m[2][2], n; enum { E = 3 };
static int f(void) { return 4; } static inline int fi(int x) { return 4; }
"""
LOCALS = """
int x = 1, *q = &x; unsigned char c = 1; double d = 1; struct s *p = &S; int (*fp)(void) = f; unsigned u = 1;
long l = 1; _Bool b = 1; const int cc = 7;
"""
CONSTANT = """4; 1.5; 'a'; E; sizeof x; -4; ~4; 1.0 + 2; (int)1.5; (void *)0; (char)300; 8 / 2; 8 % 3; 1 << 3;
1 ? 2 : 3; 1 && 2; 3 > 2; 1.5 > 1; (_Bool)3; 0.1 + 0.2; (float)0.1; sizeof(struct s) * 2; "abc"; L"abc"; 0 || 0;
4 == 4 && 3"""
VARYING = """x; c; d; S.b; p->b; p->a; S.a; S.a[1]; CS.b; CT[1]; *q; q[2]; p->p->b; f(); fi(3); fp(); x = 3; x++; -x;
~x; +x; !x; !c; !d; (char)x; (long)x; (unsigned char)c; (float)x; (int)d; (void *)l; (long)q; x + 1; 1 + x; x - 1;
c + 1; 1 - x; c - 1; x * 2; 2 * x; c * 3; l * 4096; d + 1.0; (x + 1) - 1; -(x + 1); (char)(x + 1); q + 1; p->c; S.f;
m[1]; (1, 4); ((void)0, 4); (x, 4); (0, "abc"); (f(), 4); (n++, 4); &x; &n; buf; main; f; m; (long)&n; (char *)buf;
(long)buf; cc; cc + 1; (unsigned)cc; &S; b; !b; x += 0; x * 32767; -c; n = 4; S.b++"""
OPEN = """n * 0; 0 * n; n - n; n & 0; n ^ n; 0 && n; n && 0; 1 || n; n || 1; 1 ? 4 : n; 0 ? n : 4; n ? 4 : 4;
"abc"[1]; sizeof buf[n]; ({ 4; }); ({ n++; 4; }); &((struct s *)0)->b; 1 / 0; 1 << 40; n == n; x >= 0u; u >= 0u;
x | -1; x % 1; x / x; 0 / x; 0 << x; x << 0; f() * 0; n++ * 0; &x == 0; !&x; q - q; &buf[2] - &buf[0];
__builtin_constant_p(n); !main; (int){4}; __builtin_abs(-3); __builtin_popcount(3); __builtin_expect(3, 1);
__builtin_fabs(3.0); __builtin_inf(); -x + x; (_Bool)&x; (x, 0) * 0; x * 0.0; (4, 5) + 0; 1 ? (1, 4) : 0; &buf[1];
&"abc"[0]; "abc" + 0; "abc" + 1; S.b * 0; p == p; 1 + 2i; !m[1]; x * 65536; (char)(x * 256); (_Bool)x; d - d;
x ? 1 : 2; x == 3; x < 4; c < 256; c & 256; (_Generic(x, int: 4)); u * 0u; (*fp)()"""
EXPRESSIONS = [
    (each.strip(), told)
    for text, told in ((CONSTANT, 1), (VARYING, 0), (OPEN, None))
    for each in re.split(r";(?![^(]*\})", text.replace("\n", " "))
]


@pytest.mark.parametrize("model", DataModel)
def test_it_is_what_gcc_says(compiler_for_32_bits: str, model: DataModel, tmp_path: Path) -> None:
    by_gcc = _by_gcc(compiler_for_32_bits, model, tmp_path)
    for (expression, wanted), told in zip(EXPRESSIONS, by_gcc, strict=True):
        found = _here(expression, model)
        assert found in (told, None), expression
        assert wanted is None or found == wanted, expression


def _by_gcc(gcc: str, model: DataModel, folder: Path) -> list[int]:
    asked = "\n".join(f'printf("%d\\n", __builtin_constant_p({each}));' for each, _ in EXPRESSIONS)
    text = f"int printf(const char *, ...);\n{DECLARATIONS}int main(void) {{ {LOCALS}\n{asked}\nreturn 0; }}\n"
    (folder / "asked.c").write_text(text)
    width = "-m32" if model is DataModel.ILP32 else "-m64"
    subprocess.run([gcc, *FLAGS, width, folder / "asked.c", "-o", folder / "asked"], check=True)
    return [int(line) for line in subprocess.run([folder / "asked"], capture_output=True, check=True).stdout.split()]


def _here(expression: str, model: DataModel) -> int | None:
    """``None``: it is refused. The argument is never evaluated."""
    body = f"{LOCALS} int told = __builtin_constant_p({expression}); return n ? 9 : told;"
    cfa = program_cfa([("asked.c", f"{DECLARATIONS}int main(void) {{ {body} }}")], model)
    execution = Interpreter(cfa, keep_trace=False).run(lambda _edge: 0, 1000)
    return execution.status if execution.end is End.RETURNED else None


@pytest.mark.parametrize(
    ("expression", "is_assumed"),
    [
        ("__builtin_constant_p(k)", True),
        ("__builtin_constant_p(3)", False),
        ("__builtin_object_size(p, 0) > 1", True),
        ("__builtin_object_size(a, 0) > 1", False),
    ],
)
def test_what_differs_with_optimisation_is_assumed(expression: str, is_assumed: bool) -> None:
    text = f"int main(void) {{ char a[4], *p = a; int k = 3; return {expression}; }}"
    assert (UNOPTIMISED in program_cfa([("a.c", text)], DataModel.LP64).assumptions) is is_assumed
