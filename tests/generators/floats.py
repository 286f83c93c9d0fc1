"""Random programs that compute with floating values of all types, and with integers beside them.

Every value that is computed goes exactly into ``checksum``; of a NaN only that it is one. Casts to integers may be
undefined: such executions are for no one to compare.
"""

from __future__ import annotations

import random

_FLOATING = ["float", "double", "long double"]
_INTEGERS = [
    "_Bool", "signed char", "unsigned char", "short", "unsigned short", "int", "unsigned int", "long", "unsigned long",
    "long long", "unsigned long long",
]  # fmt: skip
_LITERALS = """
    0.0 -0.0 1.0 0.5 1.5 -2.5 3.0f 0.1f 0.1 0.1L 1e10 1e-10f 1e30 -1e-30 16777217.0f 0x1.8p3 0x1p-149f 0x1p-1074
    0x.8p-16382L 3.4e38f 1e308 1e4000L 123456789.125 .25f 7.f 4294967296.0 9223372036854775808.0 1e39f __builtin_inf()
    __builtin_nan("") -__builtin_inff() 2147483648.0f 0.3333333333333333333333L
""".split()
_NUMBERS = "0 1 2 -1 7 100 255 65536 2147483647 -2147483648 4294967295u 9007199254740993ll".split()
_FUNCTIONS = ["fabs", "floor", "ceil", "trunc", "rint", "nearbyint", "round", "sqrt"]
_PAIRED = ["fmin", "fmax"]
_TESTS = ["isnan", "isinf", "isfinite", "isnormal"]

PRELUDE = """
extern void reach_error(void);
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern long double __VERIFIER_nondet_longdouble(void);
extern int __VERIFIER_nondet_int(void);
unsigned long long checksum = 14695981039346656037ULL;

static void mix(unsigned long long value) { checksum = checksum * 1099511628211ULL + value; }

static void fold(long double x) {
  if (x != x) { mix(77); return; }
  if (x < 0 || (x == 0 && 1 / x < 0)) { x = -x; mix(1); }
  if (x == 0 || x > 1.18e4932L) { mix(x == 0); return; }
  while (x >= 18446744073709551616.0L) { x = x / 18446744073709551616.0L; mix(2); }
  while (x < 1) { x = x * 18446744073709551616.0L; mix(3); }
  unsigned long long whole = (unsigned long long)x;
  mix(whole);
  mix((unsigned long long)((x - whole) * 18446744073709551616.0L));
}
"""


def _input(type_: str) -> str:
    return f"__VERIFIER_nondet_{type_.replace(' ', '')}()"


class _Writer:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.variables: list[tuple[str, str]] = []
        self.lines: list[str] = []

    def expression(self, depth: int) -> str:
        rng = self.rng
        if depth == 0 or rng.random() < 0.1:
            if self.variables and rng.random() < 0.7:
                return rng.choice(self.variables)[0]
            return f"({rng.choice(_LITERALS if rng.random() < 0.7 else _NUMBERS)})"
        inner = [self.expression(depth - 1) for _ in range(3)]
        match rng.randrange(12):
            case 0 | 1 | 2 | 3:
                divisor = f"/ ({rng.choice(_FLOATING)})({inner[1]})"
                return f"({inner[0]} {rng.choice([f'+ {inner[1]}', f'* {inner[1]}', divisor])})"
            case 4 if self.floating():  # gcc 12 takes 0 - (double)n for -(double)n
                return f"({rng.choice(self.floating())} - {inner[1]})"
            case 4:
                return f"({inner[0]} + {inner[1]})"
            case 5:
                return f"({inner[0]} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {inner[1]})"
            case 6:
                return f"({rng.choice(_FLOATING)})({inner[0]})"
            case 7:
                return f"({rng.choice('-!+')}{inner[0]})"
            case 8:
                return f"({inner[0]} ? {inner[1]} : {inner[2]})"
            case 9:
                suffix = rng.choice(["", "f", "l"])
                if rng.random() < 0.15:  # of what is computed, the sign of a NaN would be open
                    return f"__builtin_copysign{suffix}({inner[0]}, {self.given()})"
                if rng.random() < 0.3:  # plus zero, since it is open which zero comes out
                    return f"(__builtin_{rng.choice(_PAIRED)}{suffix}({inner[0]}, {inner[1]}) + 0.0f)"
                return f"__builtin_{rng.choice(_FUNCTIONS)}{suffix}({inner[0]})"
            case 10:
                if rng.random() < 0.5:
                    return f"(__builtin_{rng.choice(_TESTS)}((long double)({inner[0]})) != 0)"
                return f"({inner[0]} {rng.choice(['&&', '||'])} {inner[1]})"
            case _:
                return f"({rng.choice(_INTEGERS)})(__builtin_fabs({inner[0]}) < 30000 ? {inner[0]} : 3)"

    def given(self) -> str:
        """A value that is not computed."""
        if self.rng.random() < 0.5:
            return f"({self.rng.choice([*_LITERALS, *_NUMBERS])})"
        return _input(self.rng.choice(_FLOATING))

    def floating(self) -> list[str]:
        return [name for name, type_ in self.variables if type_ in _FLOATING]

    def declare(self) -> None:
        name, rng = f"x{len(self.variables)}", self.rng
        type_ = rng.choice(_FLOATING * 3 + _INTEGERS)
        if type_ in _FLOATING and rng.random() < 0.4:
            value = _input(type_)
        elif type_ in _FLOATING:
            value = self.expression(3)
        else:
            value = rng.choice(_NUMBERS)
        self.lines.append(f"  {type_} {name} = {value};")
        self.variables.append((name, type_))

    def statement(self) -> None:
        rng = self.rng
        name, type_ = rng.choice(self.variables)
        floating = type_ in _FLOATING
        match rng.randrange(6):
            case 0:
                self.lines.append(f"  {name}{rng.choice(['++', '--'])};")
            case 1 | 2 if floating:
                self.lines.append(f"  {name} {rng.choice(['+=', '-=', '*=', '/='])} {self.expression(2)};")
            case 3:
                self.lines.append(
                    f"  if ({self.expression(3)}) {{ {name} = {self.small(type_)}; }} else mix({len(self.lines)});"
                )
            case 4:
                self.lines.append(
                    f"  for (int i = 0; i < {rng.randrange(1, 5)}; i++) {{ fold({self.expression(2)}); }}"
                )
            case _:
                self.lines.append(f"  {name} = {self.small(type_)};")

    def small(self, type_: str) -> str:
        """A value that fits, more often than not."""
        value = self.expression(3)
        return (
            value if type_ in _FLOATING or self.rng.random() < 0.3 else f"__builtin_fmin(__builtin_fabs({value}), 100)"
        )


def generate_floats(seed: int) -> str:
    """The program of this number."""
    w = _Writer(random.Random(seed))
    for _ in range(4):
        w.declare()
    for _ in range(8):
        w.statement()
    w.lines += [f"  fold({name});" for name, _ in w.variables]
    error = f"  if ({w.expression(2)} < {w.expression(1)}) reach_error();\n"
    return PRELUDE + "\nint main(void) {\n" + "\n".join(w.lines) + "\n" + error + "  return (int)(checksum & 127);\n}\n"
