"""Terms over bit-vectors as circuits in conjunctive normal form (Tseitin 1983). z3's bit-blaster makes them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

import z3

from coveriflow.logic.cpu_time import wall_for
from coveriflow.logic.terms import BOOLEAN, Op, Term, is_array, subterms
from coveriflow.logic.z3_floats import FLOAT_OPS
from coveriflow.logic.z3_solver import Translator

Literal = int
"""A variable, counted from one; negative: that it is false (DIMACS)."""

Inputs = Mapping[Term, Sequence[Literal | bool]]
"""For variables their bits, the least significant first: literals, or values that are known."""

_MOST_NAMES = 100_000
_KNOWN = "x"
"""What the names of literals begin with that z3 is told about."""


@dataclass(frozen=True, slots=True)
class Circuit:
    """``clauses`` define ``outputs``, a literal for each term. ``last``: the largest variable. For all values of the
    inputs there is exactly one solution.
    """

    clauses: Sequence[Sequence[Literal]]
    outputs: tuple[Literal, ...]
    last: int


def is_bits(root: Term) -> bool:
    """Whether ``root`` is made of bits only: neither of arrays nor of floating-point numbers."""
    return not any(is_array(term) or term.op in FLOAT_OPS for term in subterms([root]))


def width(term: Term) -> int:
    """How many literals ``term`` has."""
    return max(1, term.sort)


def circuit(conditions: Sequence[Term], inputs: Inputs, last: int, seconds: float) -> Circuit:
    """``conditions`` (booleans that are ``is_bits``) over ``inputs``, which have all of their variables. Further
    variables follow ``last``. Raises ``TimeoutError`` after about so many seconds.
    """
    making = _Making(_translator(), inputs, last)
    making.translate.load(conditions)
    mentioned = [term for term in subterms(conditions) if term.op is Op.VARIABLE]
    outputs = tuple(map(making.output, conditions))
    clauses = making.clauses(mentioned, seconds)
    return Circuit(clauses, outputs, making.last)


@cache
def _translator() -> Translator:
    """One for all: terms are translated once, and z3 takes seconds to delete a large context."""
    return Translator()


@dataclass(slots=True)
class _Making:
    """z3 is told about bits of inputs and outputs by the names of literals, and names what is between itself."""

    translate: Translator
    inputs: Inputs
    last: int
    _defined: list[Any] = field(default_factory=list, init=False)

    def output(self, condition: Term) -> Literal:
        """A new literal, which is defined as ``condition``."""
        self.last += 1
        self._defined.append(_named(self.last) == self.translate.expression(condition))
        return self.last

    def clauses(self, mentioned: Collection[Term], seconds: float) -> list[list[Literal]]:
        """What defines the outputs. ``mentioned``: the variables that there are in them."""
        context = self.translate.context
        bits_of = [(self.translate.expression(v), self._joined(v)) for v in mentioned]
        goal = z3.Goal(ctx=context)
        goal.add(z3.substitute(z3.And(*self._defined), *bits_of))
        steps = z3.Then(*(z3.Tactic(each, context) for each in ("simplify", "bit-blast", "simplify", "tseitin-cnf")))
        try:
            (found,) = z3.TryFor(steps, max(1, int(1000 * wall_for(seconds))))(goal)
        except z3.Z3Exception as error:
            raise TimeoutError(str(error)) from error
        return self._read(found.dimacs().splitlines())

    def _joined(self, variable: Term) -> Any:
        known = self.inputs[variable]
        if variable.sort == BOOLEAN:
            return _named(known[0])
        bits = [_bit(each) for each in reversed(known)]
        return bits[0] if len(bits) == 1 else z3.Concat(*bits)

    def _read(self, lines: Sequence[str]) -> list[list[Literal]]:
        """What z3 prints in the format of DIMACS, with the names of variables at the end."""
        count = int(lines[0].split()[2])
        literals, named = [0] * (2 * count + 1), [line.split()[1:] for line in lines if line[0] == "c"]
        known = {int(number): int(name.removeprefix(_KNOWN)) for number, name in named if name.startswith(_KNOWN)}
        for number in range(1, count + 1):
            if number not in known:
                self.last += 1
            literal = known.get(number, self.last)
            literals[number], literals[-number] = literal, -literal  # the second half is that of negative numbers
        of = literals.__getitem__
        return [list(map(of, map(int, line.split()[:-1]))) for line in lines if line[0] not in "cp"]


@lru_cache(_MOST_NAMES, typed=True)
def _bit(known: Literal | bool) -> Any:
    zero, one = _values()
    if isinstance(known, bool):
        return one if known else zero
    return z3.If(_named(known), one, zero)


@lru_cache(_MOST_NAMES, typed=True)
def _named(known: Literal | bool) -> Any:
    if isinstance(known, bool):
        return z3.BoolVal(known, _translator().context)
    return z3.Bool(f"{_KNOWN}{known}", _translator().context)


@cache
def _values() -> tuple[Any, Any]:
    context = _translator().context
    return z3.BitVecVal(0, 1, context), z3.BitVecVal(1, 1, context)
