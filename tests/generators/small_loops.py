"""Loops over two variables of eight bits, and whether all executions end, decided by a visit of every state."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

_NAMES = ("a", "b")
_SPAN = 256


@dataclass(frozen=True, slots=True)
class Program:
    """``text``: in C. ``ends``: whether every execution ends, decided by visiting all states."""

    text: str
    ends: bool


@dataclass(slots=True)
class _Node:
    """``kind``: ``set`` (``value`` is stored in ``name``), ``read``, ``branch`` (on ``value``), ``skip`` or ``end``."""

    kind: str
    name: int = 0
    value: Callable[[int, int], int] | None = None
    following: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Writer:
    """Writes a program, as text and as a graph, from a random stream."""

    rng: random.Random
    signed: tuple[bool, bool]
    lines: list[str] = field(default_factory=list)
    nodes: list[_Node] = field(default_factory=list)
    loops: list[tuple[int, int]] = field(default_factory=list)
    budget: int = 9

    def node(self, kind: str, name: int = 0, text: str = "0") -> int:
        value = eval(f"lambda a, b: {text}", {"quo": _quotient, "rem": _remainder})
        self.nodes.append(_Node(kind, name, value))
        return len(self.nodes) - 1

    def join(self, before: int, after: int) -> int:
        self.nodes[before].following.append(after)
        return after

    def put(self, depth: int, text: str) -> None:
        self.lines.append("  " * (depth + 1) + text)

    # --- expressions: C text and Python text --------------------------------------------------------------------------

    def small(self) -> int:
        return self.rng.choice((0, 1, 1, 2, 3, 4, 5, 7, 8, 10, 16, 100, 127, 128, 200, 254, 255))

    def expression(self, depth: int = 1) -> tuple[str, str]:
        roll = self.rng.random()
        if roll < 0.35 or depth == 0:
            name = self.rng.choice(_NAMES)
            return name, name
        if roll < 0.45:
            number = str(self.small())
            return number, number
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        if self.rng.random() < 0.5:
            right = (number := str(self.small()), number)
        operator = self.rng.choice(("+", "+", "-", "-", "-", "&", "|", "^", "*"))
        if self.rng.random() < 0.15:
            number = str(self.rng.choice((2, 3, 4)))
            operator, function = self.rng.choice((("/", "quo"), ("%", "rem")))
            return f"({left[0]} {operator} {number})", f"{function}({left[1]}, {number})"
        if self.rng.random() < 0.08:
            return f"({left[0]} >> 1)", f"({left[1]} >> 1)"
        return f"({left[0]} {operator} {right[0]})", f"({left[1]} {operator} {right[1]})"

    def condition(self) -> tuple[str, str]:
        left, right = self.expression(self.rng.choice((0, 0, 1))), self.expression(self.rng.choice((0, 0, 1)))
        if self.rng.random() < 0.6:
            right = (number := str(self.small()), number)
        operator = self.rng.choice(("<", "<=", ">", ">=", "!=", "!=", "=="))
        one = f"{left[0]} {operator} {right[0]}", f"{left[1]} {operator} {right[1]}"
        if self.rng.random() < 0.2:
            both, word = self.rng.choice((("&&", "and"), ("||", "or")))
            other = self.condition()
            return f"({one[0]}) {both} ({other[0]})", f"(({one[1]}) {word} ({other[1]}))"
        return one

    # --- statements ---------------------------------------------------------------------------------------------------

    def statements(self, before: int, depth: int) -> int | None:
        """Where control goes on; ``None``: it does not."""
        now: int | None = before
        for _ in range(self.rng.choice((1, 2, 2, 3))):
            if now is None or self.budget <= 0:
                break
            self.budget -= 1
            now = self.statement(now, depth)
        return now

    def statement(self, before: int, depth: int) -> int | None:
        roll = self.rng.random()
        if roll < 0.5 or depth >= 4:
            return self.assignment(before, depth)
        if roll < 0.7:
            return self.choice(before, depth)
        if roll < 0.9 and depth < 3:
            return self.loop(before, depth)
        if roll < 0.95 and self.loops:
            head, end = self.loops[-1]
            word, target = self.rng.choice((("break", end), ("continue", head)))
            self.put(depth, f"{word};")
            self.join(before, target)
            return None
        name = self.rng.randrange(2)
        self.put(depth, f"{_NAMES[name]} = {self.input(name)};")
        return self.join(before, self.node("read", name))

    def input(self, name: int) -> str:
        return "__VERIFIER_nondet_char()" if self.signed[name] else "__VERIFIER_nondet_uchar()"

    def assignment(self, before: int, depth: int) -> int:
        name = self.rng.randrange(2)
        if self.rng.random() < 0.55:
            sign, number = self.rng.choice("+--"), self.rng.choice((1, 1, 1, 2, 3, 5))
            text = code = f"{_NAMES[name]} {sign} {number}"
        else:
            text, code = self.expression(2)
        self.put(depth, f"{_NAMES[name]} = {text};")
        return self.join(before, self.node("set", name, code))

    def choice(self, before: int, depth: int) -> int | None:
        text, code = self.condition()
        self.put(depth, f"if ({text}) {{")
        branch, after = self.join(before, self.node("branch", 0, code)), self.node("skip")
        ends = []
        for word in ("} else {", "}"):
            begin = self.join(branch, self.node("skip"))
            ends.append(self.statements(begin, depth + 1))
            self.put(depth, word)
        for end in ends:
            if end is not None:
                self.join(end, after)
        return None if ends == [None, None] else after

    def loop(self, before: int, depth: int) -> int | None:
        text, code = ("1", "1") if self.rng.random() < 0.05 else self.condition()
        self.put(depth, f"while ({text}) {{")
        head, body, after = self.join(before, self.node("branch", 0, code)), self.node("skip"), self.node("skip")
        self.nodes[head].following = [body, after]
        self.loops.append((head, after))
        end = self.statements(body, depth + 1)
        self.loops.pop()
        if end is not None:
            self.join(end, head)
        self.put(depth, "}")
        return after


def _quotient(a: int, b: int) -> int:
    return abs(a) // b * (1 if a >= 0 else -1)


def _remainder(a: int, b: int) -> int:
    return a - _quotient(a, b) * b


def small_program(seed: int) -> Program:
    """The program of this number; the same each time."""
    rng = random.Random(seed)
    signed = (rng.random() < 0.5, rng.random() < 0.5)
    writer = _Writer(rng, signed)
    now = writer.node("skip")
    for name in range(2):
        kind = "signed char" if signed[name] else "unsigned char"
        if rng.random() < 0.7:
            writer.put(0, f"{kind} {_NAMES[name]} = {writer.input(name)};")
            now = writer.join(now, writer.node("read", name))
        else:
            number = writer.small() & 127
            writer.put(0, f"{kind} {_NAMES[name]} = {number};")
            now = writer.join(now, writer.node("set", name, str(number)))
    following: int | None = writer.loop(now, 0)
    if following is not None and rng.random() < 0.4:
        following = writer.statements(following, 0)
    if following is not None:
        writer.join(following, writer.node("end"))
    body = "\n".join(writer.lines)
    text = (
        "extern signed char __VERIFIER_nondet_char(void);\nextern unsigned char __VERIFIER_nondet_uchar(void);\n"
        f"int main(void) {{\n{body}\n  return 0;\n}}\n"
    )
    return Program(text, not _has_cycle(writer.nodes, signed))


def _has_cycle(nodes: list[_Node], signed: tuple[bool, bool]) -> bool:
    """Whether a state can be reached again, by a search from the start, depth first."""
    begin = 0
    done, active = set[int](), {begin}
    stack: list[tuple[int, Iterator[int]]] = [(begin, _successors(nodes, signed, begin))]
    while stack:
        state, rest = stack[-1]
        following = next(rest, None)
        if following is None:
            stack.pop()
            active.discard(state)
            done.add(state)
        elif following in active:
            return True
        elif following not in done:
            active.add(following)
            stack.append((following, _successors(nodes, signed, following)))
    return False


def _successors(nodes: list[_Node], signed: tuple[bool, bool], state: int) -> Iterator[int]:
    """A state is a node and both values, as bits; one whose first value is 256 more forgets the variable it reads."""
    place, one, other = state // (512 * _SPAN), state // _SPAN % 512, state % _SPAN
    node = nodes[place]
    if not node.following:
        return
    target = node.following[0]
    if node.kind == "read" and one < _SPAN:
        kept = other if node.name == 0 else one
        yield _state(place, _SPAN, kept)
    elif node.kind == "read":
        for value in range(_SPAN):
            yield _state(target, value, other) if node.name == 0 else _state(target, other, value)
    elif node.kind == "skip":
        yield _state(target, one, other)
    else:
        assert node.value is not None
        result = int(node.value(_read(one, signed[0]), _read(other, signed[1])))
        if node.kind == "branch":
            yield _state(target if result else node.following[1], one, other)
        elif node.name == 0:
            yield _state(target, result % _SPAN, other)
        else:
            yield _state(target, one, result % _SPAN)


def _state(place: int, one: int, other: int) -> int:
    return (place * 512 + one) * _SPAN + other


def _read(value: int, is_signed: bool) -> int:
    return value - _SPAN if is_signed and value >= _SPAN // 2 else value
