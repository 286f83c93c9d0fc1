"""Random programs whose values share memory: members of unions, of records, and the bytes of wider numbers.

Two objects of one type, and two pointers that point to either of them. Loops end by ``fuel``: each program ends.
"""

from __future__ import annotations

import random

_HEAD = """
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char in(void) { return __VERIFIER_nondet_uchar(); }
"""
_MEMBERS = {"a": "unsigned char", "b": "unsigned short", "c": "unsigned", "d": "unsigned long long"}
_BYTES = "unsigned char t[6];"
_TYPES = {
    "struct": ("{a} {b} {c} " + _BYTES + " {d}", ()),
    "union": ("{a} {b} {c} {d} " + _BYTES, ()),
    "mixed": ("union {{ {a} {b} {c} {d} }}; " + _BYTES + " unsigned n;", ("n",)),
}
_NUMBERS = "0 1 1 2 3 5 7 255 256".split()


class _Overlapping:
    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.kind = rng.choice(["struct", "union", "union", "mixed"])
        layout, more = _TYPES[self.kind]
        self.members = (*_MEMBERS, *more)
        self.type = f"{'union' if self.kind == 'union' else 'struct'} r"
        self.declared = layout.format(**{name: f"{type_} {name};" for name, type_ in _MEMBERS.items()})

    def member(self) -> str:
        return self.rng.choice(["x.", "y.", "p->", "p->", "q->"]) + self.rng.choice(self.members)

    def variable(self) -> str:
        return self.rng.choice("ijn")

    def atom(self) -> str:
        match self.rng.randrange(5):
            case 0 | 1:
                return self.member()
            case 2 | 3:
                return self.variable()
            case _:
                return self.rng.choice(_NUMBERS)

    def value(self) -> str:
        rng, atom = self.rng, self.atom()
        match rng.randrange(14):
            case 0 | 1 | 2 | 3 | 4:
                return atom
            case 5 | 6 | 7:
                return f"{atom} + {rng.choice(['1', '1', '2', '3', self.variable()])}"
            case 8 | 9:
                return f"{atom} - {rng.choice(['1', '2', self.variable()])}"
            case 10:
                return f"({atom} & {rng.choice(['3', '7', '15', '255'])})"
            case 11:
                return f"({atom} / {rng.choice(['2', '3', '256'])})"
            case 12:
                return f"({atom} % {rng.choice(['3', '5', '6'])})"
            case _:
                return f"({rng.choice(list(_MEMBERS.values()))}){atom}"

    def condition(self) -> str:
        return f"{self.atom()} {self.rng.choice(['<', '<=', '==', '!=', '>'])} {self.value()}"

    def stored(self) -> str:
        """A value, or a part of one, is written."""
        rng = self.rng
        match rng.randrange(13):
            case 0 | 1 | 2 | 3:
                return f"{self.member()} = {rng.choice([self.value(), self.value(), 'in()', 'i + 1'])};"
            case 4 | 5:
                return f"{self.variable()} = {self.value()};"
            case 6 | 7:
                return f"{rng.choice('pq')} = {rng.choice(['&x', '&y', 'in() ? &x : &y', 'p', 'q'])};"
            case 8:
                return f"{rng.choice(['x', 'y', '*p', '*q'])} = {rng.choice(['x', 'y', '*p', '*q'])};"
            case 9:
                return f"((unsigned char *)&{self.member()})[0] = {self.value()};"
            case 10:
                place = rng.choice(["0", "1", "2", f"{self.variable()} % 4"])
                return f"((unsigned char *){rng.choice('pq')})[{place}] = {rng.choice(['0', '1', self.value()])};"
            case 11:
                place = rng.choice([f"{self.variable()} % 6", str(rng.randrange(6))])
                value = rng.choice(["0", "0", "1", "in()", self.value()])
                return f"{rng.choice(['x.', 'y.', 'p->', 'q->'])}t[{place}] = {value};"
            case _:
                return f"{self.member()} += {rng.choice('112')};"

    def statement(self, depth: int = 0) -> str:
        rng = self.rng
        if depth > 1 or rng.randrange(4):
            return self.stored()
        one, other = self.statement(depth + 1), self.statement(depth + 1)
        match rng.randrange(8):
            case 0 | 1 | 2 | 3:
                otherwise = rng.choice(["", f" else {{ {self.statement(depth + 1)} }}"])
                return f"if ({self.condition()}) {{ {one} {other} }}{otherwise}"
            case 4 | 5:
                name, most = self.variable(), rng.choice(["3", "5", "n % 8", "x.a"])
                return f"for ({name} = 0; {name} < {most} && fuel-- > 0; {name}++) {{ {one} {other} }}"
            case 6:
                text = rng.choice(["x.t", "p->t"])
                turn = f"k++; if (in() == 3) {{ {self.stored()} }} if (k > 5) break;"
                return f"{text}[5] = 0; k = 0; while ({text}[k]) {{ {turn} }}"
            case _:
                return f"while ({self.condition()} && fuel-- > 0) {{ {one} }}"

    def beginning(self, name: str) -> str:
        """All members, one after the other, and all bytes."""
        numbers = {"d": "0", "c": self.rng.choice(_NUMBERS), "b": "0", "a": str(self.rng.randrange(5))}
        written = [f"{name}.{member} = {value};" for member, value in numbers.items()]
        last = f" {name}.n = 0;" if self.kind == "mixed" else ""
        return f"{' '.join(written)} for (i = 0; i < 6; i++) {name}.t[i] = in();{last}"


def generate_overlapping(seed: int) -> str:
    """The program of this number."""
    w = _Overlapping(random.Random(seed))
    lines = [w.beginning("x"), w.beginning("y"), *(w.statement() for _ in range(w.rng.randint(3, 6)))]
    body = "\n  ".join(lines)
    return (
        f"{w.type} {{ {w.declared} }};{_HEAD}int main(void) {{\n"
        f"  {w.type} x, y, *p = &x, *q = &y;\n  unsigned i, j = in(), k = 0;\n"
        f"  int fuel = 6;\n  unsigned long long n = in() % 8;\n"
        f"  {body}\n  return 0;\n}}\n"
    )
