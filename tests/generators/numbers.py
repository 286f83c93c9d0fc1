"""Random programs that compute with complex numbers, or with GNU's vectors; every value goes into ``checksum``."""

from __future__ import annotations

import random

from tests.generators.floats import PRELUDE

_PARTS = ["float", "double", "long double"]
_WHOLE = ["signed char", "unsigned char", "short", "int", "unsigned int", "long long"]
_LITERALS = """
    0.0 1.0 -2.5 3.0f 0.1 1e300 1e-300 1e30f 2.0i 1.0if -0.5i 1e200i 0.3Li (1.0+2.0i) (3.0f-4.0if) 7 -3 2i
    __builtin_inf() __builtin_complex(1.0,-0.0) __builtin_complex(-0.0,2.0) 0x1p1000 1e-310 1e-160i
""".split()


class _Complex:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.variables: list[tuple[str, str]] = []
        self.lines: list[str] = []

    def leaf(self) -> str:
        rng = self.rng
        return rng.choice(self.variables)[0] if self.variables and rng.random() < 0.75 else rng.choice(_LITERALS)

    def expression(self, depth: int) -> str:
        rng = self.rng
        if depth == 0 or rng.random() < 0.15:
            return f"({self.leaf()})"
        one, other = self.expression(depth - 1), self.expression(depth - 1)
        match rng.randrange(10):
            case 0 | 1:
                return f"({one} * {other})"
            case 2 | 3:
                return f"({one} / {other})"
            case 4 | 5:
                return f"({one} + {other})"
            case 6:
                return f"({rng.choice(self.variables)[0]} - {other})" if self.variables else one
            case 7:
                return f"({rng.choice(['-', '+', '__real__ ', '__imag__ '])}{one})"
            case 8:
                return f"({self.leaf()} {rng.choice(['==', '!='])} {self.leaf()} ? {one} : {other})"
            case _:
                return f"({rng.choice(_PARTS)} _Complex)({one})"

    def declare(self, types: list[str]) -> None:
        rng, name = self.rng, f"z{len(self.variables)}"
        type_ = rng.choice(types)
        self.lines.append(f"  {type_} _Complex {name};")
        for part in ("__real__", "__imag__"):
            value = "__VERIFIER_nondet_int()" if type_ in _WHOLE else f"__VERIFIER_nondet_{type_.replace(' ', '')}()"
            self.lines.append(f"  {part} {name} = {value};")
        self.variables.append((name, type_))

    def statement(self) -> None:
        rng = self.rng
        name, type_ = rng.choice(self.variables)
        value = self.expression(rng.randrange(1, 3))
        match rng.randrange(5):
            case 0 | 1:
                self.lines.append(f"  {name} {rng.choice(['=', '+=', '*=', '-=', '/='])} {value};")
            case 2:
                self.lines.append(f"  if ({value}) {{ {name}++; }} else mix({len(self.lines)});")
            case 3 if type_ in _PARTS:
                self.lines.append(f"  {rng.choice(['__real__', '__imag__'])} {name} *= {self.leaf()};")
            case _:
                self.lines.append(f"  {{ long double _Complex w = {value}; fold(__real__ w); fold(__imag__ w); }}")


def generate_complex(seed: int) -> str:
    """The program of this number: with complex numbers of floating types, or of integers."""
    w = _Complex(random.Random(seed))
    if seed % 3:
        for _ in range(3):
            w.declare(_PARTS)
        for _ in range(4):
            w.statement()
        ends = [f"  fold({part} {name});" for name, _ in w.variables for part in ("__real__", "__imag__")]
    else:
        for _ in range(4):
            w.declare(_WHOLE)
        for _ in range(6):
            (one, _), (other, _), (third, _) = (w.rng.choice(w.variables) for _ in range(3))
            w.lines.append(f"  {one} = {other} {w.rng.choice(['+', '-', '*', '*', '/'])} {third};")
        ends = [f"  mix({part} {name});" for name, _ in w.variables for part in ("__real__", "__imag__")]
    return _program([*w.lines, *ends])


def _program(lines: list[str]) -> str:
    return PRELUDE + "\nint main(void) {\n" + "\n".join(lines) + "\n  return (int)(checksum & 127);\n}\n"


_CONSTANTS = """
    0.0 -0.0 1.0 -1.0 2.0 0.1 -0.3 7.0 1e-300 1e300 -1e200 1e-160 0x1p-1074 0x1.8p-1022 3.0f 0.1f 1e30f 1e-30f
    0.1L 1e4000L 1e-4900L
""".split()


def generate_constants(seed: int) -> str:
    """The program of this number: products and quotients of complex constants."""
    rng, lines = random.Random(seed), []
    for _ in range(16):
        types = [rng.choice(["double", "double", "float", "long double"]) for _ in range(2)]
        parts = [[rng.choice(_CONSTANTS) for _ in range(2)] for _ in types]
        one, other = (f"__builtin_complex(({t})({a}), ({t})({b}))" for t, (a, b) in zip(types, parts, strict=True))
        value = f"{one} {rng.choice('*/')} {other}"
        lines.append(f"  {{ long double _Complex w = {value}; fold(__real__ w); fold(__imag__ w); }}")
    return _program(lines)


_ELEMENTS = {
    "signed char": 1, "unsigned char": 1, "short": 2, "unsigned short": 2, "int": 4, "unsigned int": 4,
    "long long": 8, "unsigned long long": 8, "float": 4, "double": 8,
}  # fmt: skip
_OPERATORS = "+ - * & | ^ / % << >> < <= == != >".split()


def generate_vectors(seed: int) -> str:
    """The program of this number: vectors of 16 bytes, all of one type of elements in one program, and casts."""
    rng = random.Random(seed)
    element = rng.choice(list(_ELEMENTS))
    floating, count = element in _PARTS, 16 // _ELEMENTS[element]
    signed = {1: "signed char", 2: "short", 4: "int", 8: "long long"}[_ELEMENTS[element]]
    lines = [f"  typedef {element} vector __attribute__((vector_size(16)));"]
    lines.append(f"  typedef {signed} mask __attribute__((vector_size(16)));")
    source = f"__VERIFIER_nondet_{element}()" if floating else "__VERIFIER_nondet_int()"
    for name in "abc":
        lines.append(f"  vector {name};")
        lines += [f"  {name}[{number}] = {source};" for number in range(count)]
    lines.append("  mask m = {1};")
    operators = "+ - * / < <= == != >".split() if floating else _OPERATORS
    for _ in range(8):
        one, other, third = (rng.choice("abc") for _ in range(3))
        op = rng.choice(operators)
        right = f"({other} & 7)" if op in ("<<", ">>") else rng.choice([other, other, "3"])
        if op in ("<", "<=", "==", "!=", ">"):
            lines.append(f"  m = {one} {op} {other};")
        else:
            lines.append(f"  {third} = {one} {op} {right};")
        others = [f"m = (mask){one};", f"{third} = (vector)m;", f"{third} = __builtin_shuffle({one}, {other}, m);"]
        others += [f"m ^= (mask){one};", f"{third} = -{one};", f"{third}[{rng.randrange(count)}] += 1;"]
        if rng.random() < 0.5:
            lines.append(f"  {rng.choice(others)}")
    fold = "fold" if floating else "mix"
    lines += [f"  for (int i = 0; i < {count}; i++) {{ {fold}({name}[i]); }}" for name in "abc"]
    return _program([*lines, f"  for (int i = 0; i < {count}; i++) {{ mix(m[i]); }}"])
