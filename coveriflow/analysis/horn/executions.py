"""From a derivation of an error to an execution that reaches it: clauses in the order in which blocks are executed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.analysis.domains.symbolic import UNKNOWN_MEMORY
from coveriflow.analysis.horn.blocks import Arrival
from coveriflow.analysis.horn.clauses import System
from coveriflow.analysis.search.counterexamples import InputsRead, values_in
from coveriflow.logic import build
from coveriflow.logic.contracts import Model
from coveriflow.logic.horn.contracts import Clause, Derivation, Predicate
from coveriflow.logic.substitution import Substitution, variables_of
from coveriflow.logic.terms import TRUE, Term
from coveriflow.logic.terms import variable as logic_variable
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.errors import NotSupported

_LONGEST = 4_000
"""Blocks of an execution."""
_DEEPEST = 200
"""Calls inside of each other."""

Values = tuple[Term, ...]


def _is_shared(variable: Term) -> bool:
    """Whether it is the same in all blocks."""
    return str(variable.payload).startswith(UNKNOWN_MEMORY)


@dataclass(slots=True)
class _Named:
    """Terms of one block over the values where it begins; what else they speak of has names of this block's own."""

    known: dict[Term, Term]
    number: int

    def __call__(self, term: Term) -> Term:
        """``term`` in these names."""
        for each in variables_of(term):
            if each not in self.known and not _is_shared(each):
                self.known[each] = logic_variable(f"{each.payload} #{self.number}", each.sort)
        return Substitution(self.known)(term)


@dataclass(slots=True)
class Execution:
    """Of the derivations of one system. ``guard``: when it is one; its inputs are variables of their own.

    Raises ``NotSupported`` where it is too long.
    """

    system: System
    guard: Term = field(default=TRUE, init=False)
    _blocks: list[tuple[Arrival, _Named]] = field(default_factory=list, init=False)
    _origins: Mapping[int, Arrival | None] = field(init=False)
    _entries: frozenset[Predicate] = field(init=False)
    _given: Mapping[Predicate, int] = field(init=False)

    def __post_init__(self) -> None:
        pairs = zip(self.system.clauses, self.system.origins, strict=True)
        self._origins = {id(clause): origin for clause, origin in pairs}
        self._entries = frozenset(self.system.entries.values())
        entries = self.system.entries
        self._given = {p: len(entries[at.activation].parameters) for at, p in self.system.summaries.items()}

    def whole(self, error: Derivation) -> Arrival:
        """Execute all that leads to ``error``; where it ends."""
        frames, last = [], error
        while True:
            chain = self._chain(last)
            frames.append(chain)
            if not chain[0].clause.body:
                break
            last = chain[0].premises[0].premises[0]
        values: Values = ()
        for depth, chain in enumerate(reversed(frames)):
            if depth:
                values = self._called(chain[0].premises[0].clause, values)
            values = self._executed(chain, values, 0)
        return self._blocks[-1][0]

    def inputs(self, model: Model) -> InputsRead:
        """What the execution reads, in order."""
        return values_in(model, [pair for arrival, named in self._blocks for pair in _read_in(arrival, named, model)])

    def _chain(self, last: Derivation) -> list[Derivation]:
        """The blocks of the frame in which ``last`` is, from its entry to there."""
        found = [last]
        while (body := found[-1].clause.body) and body[0].predicate not in self._entries:
            found.append(found[-1].premises[0])
            if len(found) > _LONGEST:
                raise NotSupported("so long a counterexample")
        return found[::-1]

    def _executed(self, chain: Sequence[Derivation], values: Values, depth: int) -> Values:
        """One after the other, where the first begins with ``values``; what the last one's head holds of."""
        if depth > _DEEPEST:
            raise NotSupported("so deep a counterexample")
        for each in chain:
            clause, returned = each.clause, Values()
            if len(clause.body) > 1:
                summary = self._chain(each.premises[1])
                arguments = self._passed(clause, values)
                returned = self._executed(summary, arguments, depth + 1)[len(arguments) :]
            values = self._block(each, values, returned)
        return values

    def _passed(self, clause: Clause, values: Values) -> Values:
        """What the callee is given where the place before holds of ``values``."""
        place, summary = clause.body
        known = Substitution(dict(zip(place.arguments, values, strict=True)))
        return tuple(map(known, summary.arguments[: self._given[summary.predicate]]))

    def _called(self, entering: Clause, values: Values) -> Values:
        assert entering.head is not None
        known = Substitution(dict(zip(entering.body[0].arguments, values, strict=True)))
        return tuple(map(known, entering.head.arguments))

    def _block(self, derivation: Derivation, values: Values, returned: Values) -> Values:
        """One block; its other variables get names of their own, unless their values are known."""
        clause = derivation.clause
        arrival = self._origins[id(clause)]
        assert arrival is not None
        if len(self._blocks) >= _LONGEST:
            raise NotSupported("so long a counterexample")
        known = {v: value for v, value in derivation.values.items() if not _is_shared(v)}
        known |= zip(clause.body[0].arguments, values, strict=True) if clause.body else ()
        if returned:
            known |= dict(zip(clause.body[1].arguments[-len(returned) :], returned, strict=True))
        heads = clause.head.arguments if clause.head is not None else ()
        named = _Named(known, len(self._blocks))
        self.guard = build.conjoin(self.guard, named(clause.guard))
        self._blocks.append((arrival, named))
        return tuple(map(named, heads))


def _read_in(arrival: Arrival, named: _Named, model: Model) -> Iterator[tuple[Edge, Term]]:
    """The inputs on that path of a block which ``model`` takes."""
    node = arrival.root
    while arrival.nodes and node is not None and all(node is not end for end in arrival.nodes):
        arc = next(a for a in node.arcs if model.value(named(a.arrived.elements[0].guard)))
        yield from ((edge, named(term)) for edge, term in arc.arrived.elements[0].inputs)
        node = arc.target
