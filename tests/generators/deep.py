"""Programs that are long or deep: what becomes of them nests as deep as they are long.

Each function gives a program of ``size``; what its error needs is a number that few executions come to, so that no
search is over at once.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
_MAIN = "int main(void) {{ int x = __VERIFIER_nondet_int(), y = 0;\n{} if (y == 12345) reach_error();\nreturn 0; }}\n"
INPUTS = 6


def _program(statements: str) -> str:
    return HEAD + _MAIN.format(statements)


def event_conditions(size: int, seed: int = 1) -> str:
    """Of the ECA kind: in a loop, ``if`` after ``if`` over a few state variables and an input."""
    rng = random.Random(seed)
    rules = []
    for _ in range(size):
        a, b, c, d, e, f, g, h, i = (rng.randrange(9) for _ in range(9))
        one, other, place = rng.randrange(1, INPUTS + 1), rng.randrange(1, INPUTS + 1), rng.randrange(3, 6)
        guard = f"((a1 == {a} && a2 == {b}) && input == {one} && !(a3 == {c}))"
        or_else = f"(a4 == {d} && a5 == {e} && input == {other})"
        rules.append(f"  if ({guard} || {or_else}) {{ a1 = {f}; a2 = {g}; a{place} = {h}; return {i}; }}\n")
    return (
        f"{HEAD}int a1 = 1, a2 = 2, a3 = 3, a4 = 0, a5 = 7;\nint output(int input) {{\n{''.join(rules)}"
        "  if (a1 == 8 && a2 == 8 && a3 == 8 && a4 == 8) reach_error();\n  return -2;\n}\n"
        "int main(void) { while (1) { int input = __VERIFIER_nondet_int();\n"
        f"  if (input < 1 || input > {INPUTS}) return 0; output(input); }} }}\n"
    )


def straight_line(size: int) -> str:
    """Arithmetic, one statement after the other."""
    return _program("".join(f"y = (y ^ x) + {n % 9 + 3};\n" for n in range(size)))


def branches(size: int) -> str:
    """``if`` and ``else``, one after the other."""
    return _program("".join(f"if (x > {n}) y = y + {n % 5}; else x = x - y;\n" for n in range(size)))


def else_ifs(size: int) -> str:
    """One ``if`` with as many ``else if``."""
    return _program(" else ".join(f"if (x == {n}) y = {n + 2};\n" for n in range(size)) + "else y = 3;\n")


def conditionals(size: int) -> str:
    """One expression of ``?:`` within each other."""
    return _program(f"y = {''.join(f'x == {n} ? {n} : ' for n in range(size))}5;\n")


def sums(size: int) -> str:
    """One long sum."""
    return _program(f"y = x{''.join(f' + x * {n % 7}' for n in range(size))};\n")


def brackets(size: int) -> str:
    """One expression in brackets, as deep as they may be."""
    deep = min(size, 400)
    return _program(f"y = {'(1 + ' * deep}x{')' * deep};\n")


def stores(size: int) -> str:
    """An array that is written at places that are not known."""
    text = "".join(f"a[(i + {n}) % 64] = a[(i * {n}) % 64] + {n % 5};\n" for n in range(size))
    inner = f"unsigned i = __VERIFIER_nondet_int();\n{text} if (a[5] == 12345) reach_error();\nreturn 0;"
    return f"{HEAD}int a[64];\nint main(void) {{ {inner} }}\n"


def decisions(size: int) -> str:
    """One condition of many parts."""
    return _program(f"if ({' && '.join(f'x != {n}' for n in range(size))}) y = 12345;\n")


DEEP: Mapping[str, Callable[[int], str]] = {
    each.__name__: each
    for each in (event_conditions, straight_line, branches, else_ifs, conditionals, sums, brackets, stores, decisions)
}
"""All kinds, by name."""
