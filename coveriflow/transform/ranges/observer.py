"""The observer of a range in C: it gets the branches that an execution takes, and ends it outside of the range.

It is lowered as any program is, and put beside the edges of another one. While the execution is on the path of a bound,
its number of decisions is the position in what was recorded of that bound. When it has left both, nothing of the
observer changes any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count

from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa, Function, Global, RawEdge
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Call, Check, Edge, Location, Return, Skip
from coveriflow.program.expressions.expressions import variables
from coveriflow.program.frontend import program_cfa
from coveriflow.transform.reducers.monitor import mentioned_locations

Bits = Sequence[bool]
"""The decisions of a bound in order: whether each goes left."""

_NAME = "range"
"""What the names of the observer begin with, where these are free."""

_WORD = 64
"""So many decisions are in one element of an array: who reads the text has less to read than with bytes."""

_FOLLOW = """
  if (NAME_on_BOUND) {
    if (NAME_position < LENGTHu) {
      recorded = NAME_BOUND[NAME_position / WORD] >> NAME_position % WORD & 1;
      if (left != recorded) {
        if (OUTSIDE) abort();
        NAME_on_BOUND = 0;
      }
    } else {
      BEHIND
    }
  }
"""

_PROGRAM = """
extern void abort(void);
ARRAYS
int NAME_on_lower = IS_LOWER, NAME_on_upper = IS_UPPER;
unsigned NAME_position, NAME_passes;

void NAME_step(int left) {
  int recorded = 0;
  FOLLOWED
  if (IS_ON) {
    NAME_position++;
  } else {
    NAME_position = 0;
  }
}

void NAME_end(void) {
  if (NAME_on_upper && NAME_position == LENGTHu) {
    ENDED
  }
}

int main(void) {
  CALLS
}
"""

_PASSED = """
    if (NAME_passes == PASSESu) abort();
    NAME_passes++;
"""


@dataclass(frozen=True)
class Observer:
    """Its edges and variables, as parts of another program. ``step`` is called after each branch on the path of a
    bound, with whether it goes left; ``end`` where the upper bound may end. ``None``: not needed. Locations from number
    ``free`` on are not in use.
    """

    edges: tuple[RawEdge, ...]
    globals: tuple[Global, ...]
    step: Function | None
    end: Function | None
    free: int

    @property
    def functions(self) -> dict[str, Function]:
        """Those that are needed."""
        return {each.name: each for each in (self.step, self.end) if each is not None}


def observer(cfa: Cfa, lower: Bits | None, upper: Bits | None, passes: int | None) -> Observer:
    """An observer beside ``cfa``; ``None``: there is no such bound. ``passes``: how often ``end`` is called after the
    last decision of the upper bound, before it ends; ``None``: it is not called at all.
    """
    name = _free_name(cfa)
    text = _text(lower, upper, passes).replace("NAME", name)
    own = program_cfa([(name, text)], cfa.data_model)
    return _Parts(cfa, own, 1 + max(each.number for each in mentioned_locations(cfa))).observer(
        {f"{name}_lower": lower or (), f"{name}_upper": upper or ()}, name
    )


def _free_name(cfa: Cfa) -> str:
    """No function and no global variable begins with it."""
    taken = [*cfa.functions, *(g.variable.name for g in cfa.globals), *(o.variable.name for o in cfa.objects)]
    candidates = (_NAME if number == 1 else f"{_NAME}{number}" for number in count(1))
    return next(each for each in candidates if not any(name.lstrip("&").startswith(f"{each}_") for name in taken))


def _text(lower: Bits | None, upper: Bits | None, passes: int | None) -> str:
    """In C; what is recorded of the bounds is filled in later."""
    bounds = [("lower", lower, "left", "NAME_on_lower = 0;"), ("upper", upper, "!left", "abort();")]
    recorded = [(bound, bits, outside, behind) for bound, bits, outside, behind in bounds if bits]
    arrays = [f"unsigned long long NAME_{bound}[{-(-len(bits) // _WORD)}];" for bound, bits, _, _ in recorded if bits]
    calls = ["NAME_step(1);"] * bool(recorded) + ["NAME_end();"] * (passes is not None)
    parts = {
        "ARRAYS": "\n".join(arrays),
        "FOLLOWED": "".join(_follow(bound, len(bits or ()), *rest) for bound, bits, *rest in recorded),
        "IS_LOWER": str(int(lower is not None)),
        "IS_UPPER": str(int(upper is not None)),
        "IS_ON": " || ".join(f"NAME_on_{bound}" for bound, *_ in recorded) or "0",
        "ENDED": _PASSED.strip() if passes else "abort();",
        "PASSES": str(passes),
        "LENGTH": str(len(upper or ())),
        "CALLS": "\n".join(calls),
    }
    return _filled(_PROGRAM, parts)


def _follow(bound: str, length: int, outside: str, behind: str) -> str:
    return _filled(
        _FOLLOW, {"BOUND": bound, "WORD": str(_WORD), "LENGTH": str(length), "OUTSIDE": outside, "BEHIND": behind}
    )


def _filled(text: str, parts: dict[str, str]) -> str:
    for word, part in parts.items():
        text = text.replace(word, part)
    return text


@dataclass(frozen=True, slots=True)
class _Parts:
    """``own``: the automaton of the observer, whose locations get numbers from ``first`` on beside ``cfa``."""

    cfa: Cfa
    own: Cfa
    first: int

    def observer(self, recorded: dict[str, Bits], name: str) -> Observer:
        """All but its main function, with what is recorded."""
        functions = [self.own.functions.get(f"{name}_{each}") for each in ("step", "end")]
        step, end = (None if each is None else self._function(each) for each in functions)
        names = {each.name for each in functions if each is not None}
        edges = (edge for edge in self.own.edges if edge.source.function in names)
        raw = tuple(self._edge(edge) for edge in edges if not isinstance(edge.operation, Return))
        used = {each.name for edge in raw for part in expressions_of(edge.operation) for each in variables(part)}
        kept = tuple(
            replace(each, initial=_packed(recorded[each.variable.name])) if each.variable.name in recorded else each
            for each in self.own.globals
            if each.variable.name in used
        )
        free = self.first + 1 + max(each.number for each in mentioned_locations(self.own))
        return Observer(raw, kept, step, end, free)

    def _function(self, function: Function) -> Function:
        return replace(function, entry=self._location(function.entry), exit=self._location(function.exit))

    def _edge(self, edge: Edge) -> RawEdge:
        """No operation of the observer is undefined: positions are compared before they are used."""
        assert not isinstance(edge.operation, Call)
        operation = Skip() if isinstance(edge.operation, Check) else edge.operation
        source, target = self._location(edge.source), self._location(edge.target)
        return RawEdge(source, operation, target, edge.origin, operation_text(operation))

    def _location(self, location: Location) -> Location:
        if location == self.own.halt:
            return self.cfa.halt
        return Location(self.first + location.number, location.function)


def _packed(bits: Bits) -> tuple[int, ...]:
    """As many in each number as it has binary digits, the first one lowest."""
    digits = "".join("01"[bit] for bit in reversed(bits))
    return tuple(int(digits[max(0, end - _WORD) : end], 2) for end in range(len(digits), 0, -_WORD))
