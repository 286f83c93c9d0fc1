"""Random C programs that are hard to unwind and easy to execute: few values, loops that may never end, any control
flow.

The programs of ``tests.generators`` exercise the language; these exercise the exploration: joins, loops left and
entered anywhere, calls at loop heads, functions with static variables, covered states, equal statements on one line.
All inputs are read ``& 3``, so that every input vector can be tried. Some executions have undefined behaviour, some
never end.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

INPUT_VALUES = 4
"""Inputs from 0 to this say everything."""

_HEADER = """\
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
extern void abort(void);
extern void __VERIFIER_assume(int);
"""
_TYPES = ["int", "unsigned char", "long", "short", "unsigned int", "_Bool", "signed char", "unsigned long long"]
_INPUT = "__VERIFIER_nondet_uchar() & 3"


@dataclass
class _Writer:
    rng: random.Random
    lines: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    arrays: list[str] = field(default_factory=list)
    functions: list[tuple[str, int]] = field(default_factory=list)
    serial: int = 0
    depth: int = 0
    loops: int = 0
    result: bool = False
    in_main: bool = False

    def line(self, text: str) -> None:
        self.lines.append("  " * self.depth + text)

    def fresh(self, prefix: str) -> str:
        self.serial += 1
        return f"{prefix}{self.serial}"

    def chance(self, percent: int) -> bool:
        return self.rng.randrange(100) < percent

    def name(self) -> str:
        return self.rng.choice(self.names)


def machine(seed: int, size: int = 9) -> str:
    """The program of this number, of about ``size`` statements."""
    w = _Writer(random.Random(seed))
    w.lines.append(_HEADER)
    _globals(w)
    for _ in range(w.rng.randrange(3)):
        _function(w)
    w.line("int main(void) {")
    w.in_main, w.result = True, True
    _body(w, size)
    w.line("  return 0;\n}")
    return "\n".join(w.lines) + "\n"


def _globals(w: _Writer) -> None:
    for _ in range(w.rng.randrange(1, 3)):
        name = w.fresh("g")
        w.line(f"{w.rng.choice(_TYPES)} {name}{w.rng.choice(['', ' = 1', ' = 3'])};")
        w.names.append(name)
    if w.chance(30):
        name = w.fresh("a")
        w.line(f"{w.rng.choice(_TYPES)} {name}[4]{w.rng.choice(['', ' = {2, 1}'])};")
        w.arrays.append(name)


def _function(w: _Writer) -> None:
    name, count = w.fresh("f"), w.rng.randrange(3)
    known, arrays = list(w.names), list(w.arrays)
    parameters = [w.fresh("p") for _ in range(count)]
    w.result = w.chance(75)
    heading = ", ".join(f"{w.rng.choice(_TYPES)} {p}" for p in parameters) or "void"
    w.line(f"{'int' if w.result else 'void'} {name}({heading}) {{")
    w.names += parameters
    if w.chance(40):
        counter = w.fresh("s")
        w.line(f"  static {w.rng.choice(_TYPES)} {counter}{w.rng.choice(['', ' = 2'])};")
        w.names.append(counter)
    _body(w, 3)
    w.line(f"  return {_expression(w)};\n}}" if w.result else "}")
    w.names, w.arrays = known, arrays
    if w.result:
        w.functions.append((name, count))


def _body(w: _Writer, size: int) -> None:
    w.depth += 1
    for _ in range(w.rng.randrange(1, 4)):
        name = w.fresh("v")
        start = _INPUT if w.chance(35) else str(w.rng.randrange(3))
        w.line(f"{w.rng.choice(_TYPES)} {name} = {start};")
        w.names.append(name)
    if w.chance(10):
        name = w.fresh("a")
        w.line(f"{w.rng.choice(_TYPES)} {name}[4] = {{{_expression(w)}}};")
        w.arrays.append(name)
    _statements(w, size)
    w.depth -= 1


def _statements(w: _Writer, size: int) -> None:
    while size > 0:
        used = 1 + w.rng.randrange(size)
        kinds = _COMPOUND if used > 1 else _SIMPLE
        w.rng.choice(kinds)(w, used - 1)
        size -= used


def _block(w: _Writer, size: int) -> None:
    w.depth += 1
    _statements(w, max(1, size))
    w.depth -= 1


# --- expressions ------------------------------------------------------------------------------------------------------


def _expression(w: _Writer) -> str:
    """Mostly of few values, so that states repeat."""
    kind = w.rng.randrange(12)
    if kind < 3:
        return w.name()
    if kind < 5:
        return str(w.rng.randrange(-1, 4))
    if kind == 5 and w.arrays:
        return f"{w.rng.choice(w.arrays)}[{w.name()} & 3]"
    if kind == 6:
        return f"{w.name()} / ({w.name()} + {w.rng.randrange(3)})" if w.chance(15) else f"{w.name()} >> 1"
    if kind == 7:
        return f"({w.name()} == {w.rng.randrange(3)} ? {w.name()} : {w.rng.randrange(3)})"
    if kind == 8:
        return f"{w.name()} * {w.name()} % 5"
    return f"({w.name()} {w.rng.choice('+-^&|')} {w.rng.choice([w.name(), '1', '2'])}) % {w.rng.randrange(2, 6)}"


def _test(w: _Writer) -> str:
    kind = w.rng.randrange(10)
    if kind < 2:
        return _INPUT
    if kind == 2:
        return f"({_INPUT}) == {w.rng.randrange(4)}"
    if kind == 3:
        return f"{_test(w)} && {_test(w)}"
    if kind == 4:
        return f"({_test(w)} || {_test(w)})"
    if kind == 5 and w.functions:
        return f"{_call(w)} {w.rng.choice(['==', '!=', '<', '>'])} {w.rng.randrange(3)}"
    if kind == 6:
        return f"!({_expression(w)})"
    operator, right = w.rng.choice(["==", "!=", "<", ">", "<=", ">="]), w.rng.choice([w.name(), "0", "1", "2", "3"])
    return f"{_expression(w)} {operator} {right}"


def _call(w: _Writer) -> str:
    name, count = w.rng.choice(w.functions)
    return f"{name}({', '.join(w.rng.choice([w.name(), '1', '2']) for _ in range(count))})"


# --- statements -------------------------------------------------------------------------------------------------------


def _assign(w: _Writer, _size: int) -> None:
    w.line(f"{w.name()} = {_expression(w)};")


def _read(w: _Writer, _size: int) -> None:
    w.line(f"{w.name()} = {_INPUT};")


def _count(w: _Writer, _size: int) -> None:
    name = w.name()
    w.line(f"{name} = ({name} + 1) % {w.rng.randrange(2, 6)};" if w.chance(70) else f"{name}++;")


def _store(w: _Writer, _size: int) -> None:
    if not w.arrays:
        return _assign(w, 0)
    index = f"{w.name()} & 3" if w.chance(85) else w.name()
    w.line(f"{w.rng.choice(w.arrays)}[{index}] = {_expression(w)};")
    return None


def _use(w: _Writer, _size: int) -> None:
    if w.functions:
        w.line(f"{w.name()} = {_call(w)};" if w.chance(70) else f"{_call(w)};")
    else:
        _assign(w, 0)


def _twice(w: _Writer, _size: int) -> None:
    """Equal statements on one line: told apart by their index only."""
    name = w.name()
    w.line(f"if ({_INPUT}) {name} = 1; else {name} = 1; if ({name}) {name} = 0; if ({name}) {name} = 0;")


def _error(w: _Writer, _size: int) -> None:
    name = w.name()
    guard = w.rng.choice(
        [f"{name} == {w.rng.randrange(6)}", f"{name} > {w.rng.randrange(2, 6)}", _test(w), "{n} != {n}"]
    )
    w.line(f"if ({guard.format(n=name)}) {w.rng.choice(['reach_error();', '{ reach_error(); abort(); }'])}")


def _leave(w: _Writer, _size: int) -> None:
    if w.loops and w.chance(70):
        w.line(f"if ({_test(w)}) {w.rng.choice(['break;', 'continue;'])}")
    elif w.chance(50):
        w.line(f"if ({_test(w)}) abort();")
    elif w.chance(50):
        w.line(f"__VERIFIER_assume({_test(w)});")
    else:
        w.line(f"if ({_test(w)}) return{' 1' if w.result else ''};")


def _if(w: _Writer, size: int) -> None:
    w.line(f"if ({_test(w)}) {{")
    _block(w, size // 2 if w.chance(60) else size)
    if w.chance(60):
        w.line("} else {")
        _block(w, size // 2)
    w.line("}")


def _loop(w: _Writer, size: int) -> None:
    if w.loops > 1:
        return _if(w, size)
    kind, test = w.rng.randrange(4), _test(w)
    counter, bound = w.fresh("i"), w.rng.randrange(1, 5)
    if kind == 0:
        w.line(f"for (int {counter} = 0; {counter} < {bound}; {counter}++) {{")
    elif kind == 1:
        w.line(f"while ({test}) {{")
    elif kind == 2:
        w.line("while (1) {")
        w.line(f"  if ({test}) break;")
    else:
        w.line("do {")
    w.loops += 1
    _block(w, size)
    w.loops -= 1
    w.line(f"}} while ({test});" if kind == 3 else "}")
    return None


def _enter_anywhere(w: _Writer, size: int) -> None:
    """A loop with two entries."""
    if w.loops > 1:
        return _if(w, size)
    first, second, counter = w.fresh("L"), w.fresh("L"), w.fresh("i")
    outside, w.loops = w.loops, 0
    w.line(f"int {counter} = 0;")
    w.line(f"if ({_test(w)}) goto {second};")
    w.line(f"{first}:;")
    _block(w, size // 2)
    w.line(f"{second}:;")
    _block(w, size // 2)
    bounded = f"{counter}++ < {w.rng.randrange(1, 4)}"
    w.line(f"if ({w.rng.choice([_test(w), bounded, bounded + ' && ' + _test(w)])}) goto {first};")
    w.loops = outside
    return None


def _switch(w: _Writer, size: int) -> None:
    w.line(f"switch ({w.rng.choice([w.name(), _INPUT])}) {{")
    for value in w.rng.sample(range(4), w.rng.randrange(1, 4)):
        w.line(f"case {value}:")
        _block(w, size // 2)
        if w.chance(70):
            w.line("  break;")
    w.line("default: ;\n}")


_SIMPLE = [_assign, _assign, _read, _count, _count, _store, _use, _twice, _error, _error, _leave]
_COMPOUND = [_if, _if, _loop, _loop, _loop, _enter_anywhere, _switch]
