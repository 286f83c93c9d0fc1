"""Programs that read an input in each round of an endless loop, and whether an error is reached, decided by a visit of
every state.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

_State = tuple[int, int, int, int, int]
"""Of ``a``, ``b``, ``f``, ``t[0]`` and ``t[1]``."""
_Round = Callable[..., tuple[_State, bool]]

_DECLARED = "extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);"
_OPERATORS = ("+", "-", "*", "^", "&", "|")
_COMPARISONS = ("==", "!=", "<", ">=")


@dataclass(frozen=True, slots=True)
class Program:
    """``text``: in C. ``is_wrong``: whether an execution reaches the error. ``states``: how many there are."""

    text: str
    is_wrong: bool
    states: int


@dataclass(slots=True)
class _Writer:
    """The body of the loop, in C and in Python. Numbers have three bits, elements of the array two."""

    rng: random.Random
    c: list[str] = field(default_factory=list)
    python: list[str] = field(default_factory=list)

    def number(self, depth: int = 2) -> str:
        if depth == 0 or self.rng.random() < 0.4:
            return self.rng.choice(["a", "b", "x", "t[0]", "t[1]", f"t[{self.rng.choice('abx')} & 1]", "1", "2", "5"])
        return f"({self.number(depth - 1)} {self.rng.choice(_OPERATORS)} {self.number(depth - 1)})"

    def condition(self, depth: int = 1) -> tuple[str, str]:
        """In C and in Python."""
        kind = self.rng.random()
        if depth and kind < 0.25:
            (one, same), (other, equal) = self.condition(depth - 1), self.condition(depth - 1)
            return f"({one} && {other})", f"({same} and {equal})"
        if kind < 0.4:
            return self.rng.choice([("f", "f"), ("!f", "not f")])
        text = f"{self.number(1)} {self.rng.choice(_COMPARISONS)} {self.number(1)}"
        return text, text

    def line(self, indent: int, c: str, python: str) -> None:
        self.c.append("  " * indent + c)
        self.python.append("  " * indent + python)

    def statement(self, indent: int, depth: int) -> None:
        kind = self.rng.random()
        if depth and kind < 0.35:
            c, python = self.condition()
            self.line(indent, f"if ({c}) {{", f"if {python}:")
            self.statement(indent + 1, depth - 1)
            self.line(indent, "} else {", "else:")
            self.statement(indent + 1, depth - 1)
            self.c.append("  " * indent + "}")
        elif depth and kind < 0.42:
            self.line(indent, "for (int i = 0; i < (x & 3); i++) {", "for i in range(x & 3):")
            self.statement(indent + 1, 0)
            self.c.append("  " * indent + "}")
        elif kind < 0.55:
            c, python = self.condition()
            self.line(indent, f"f = {c};", f"f = int(bool({python}))")
        elif kind < 0.7:
            element, value = f"t[{self.number(0)} & 1]", self.number()
            self.line(indent, f"{element} = {value} & 3;", f"{element} = {value} & 3")
        else:
            name, value = self.rng.choice("ab"), self.number()
            self.line(indent, f"{name} = {value} & 7;", f"{name} = {value} & 7")


def generated(seed: int) -> Program:
    """The one of ``seed``. About half of them are wrong."""
    rng = random.Random(seed)
    writer = _Writer(rng)
    writer.line(1, "if (x & 1) {", "if x & 1:")
    writer.line(2, "a = (a + 1) & 7;", "a = (a + 1) & 7")
    writer.line(1, "}", "")
    for _ in range(rng.randint(3, 6)):
        writer.statement(1, 2)
    wanted = [(name, rng.choice(_COMPARISONS[:1] + _COMPARISONS), rng.randrange(8)) for name in "ab"]
    one = " && ".join(f"{name} {compared} {value}" for name, compared, value in wanted)
    same = one.replace("&&", "and")
    other, equal = writer.condition(1)
    first = (rng.randrange(8), rng.randrange(8), rng.randrange(2), rng.randrange(4), rng.randrange(4))
    a, b, f, *t = first
    declared = f"unsigned char a = {a}, b = {b}, t[2] = {{{t[0]}, {t[1]}}}; _Bool f = {f};"
    body = "\n".join(writer.c)
    text = (
        f"{_DECLARED}\nint main(void) {{\n  {declared}\n  while (1) {{\n"
        f"  unsigned char x = __VERIFIER_nondet_uchar() & 7;\n{body}\n"
        f"  if ({one} && {other}) reach_error();\n  }}\n}}\n"
    )
    wrong, states = _visited(first, _round(writer.python, f"({same}) and ({equal})"))
    return Program(text, wrong, states)


def _round(lines: Sequence[str], error: str) -> _Round:
    """One round of the loop: the state after it, and whether it reaches the error."""
    body = "\n".join(lines)
    code = f"def step(a, b, f, p, q, x):\n  t = [p, q]\n{body}\n  return (a, b, f, t[0], t[1]), bool({error})\n"
    made: dict[str, _Round] = {}
    exec(code, made)
    return made["step"]


def _visited(first: _State, step: _Round) -> tuple[bool, int]:
    seen, pending = {first}, [first]
    while pending:
        state = pending.pop()
        for x in range(8):
            after, is_wrong = step(*state, x)
            if is_wrong:
                return True, len(seen)
            if after not in seen:
                seen.add(after)
                pending.append(after)
    return False, len(seen)
