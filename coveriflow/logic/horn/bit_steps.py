"""Steps whose literals are numbered: bits of a state, and comparisons that clauses make. A SAT solver answers.

Literals count from one; negative: that it does not hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline
from coveriflow.logic.horn.contracts import Clause, Predicate
from coveriflow.logic.horn.steps import Transition
from coveriflow.logic.interpolation.contracts import Inapplicable, OutOfTime
from coveriflow.logic.sat.circuits import Literal, circuit, width
from coveriflow.logic.sat.incremental import SatSolver
from coveriflow.logic.substitution import Substitution, variables_of
from coveriflow.logic.terms import BOOLEAN, Term, bits, boolean


@dataclass(frozen=True, slots=True)
class Layout:
    """What is known of the states of a predicate: ``terms`` are conditions about its parameters, of which the first
    ones are bits, and the others ``comparisons`` between bits. ``places``: for each parameter the number of each bit
    among the terms, or its value where that is always the same.
    """

    terms: tuple[Term, ...]
    comparisons: int
    places: Mapping[Term, Sequence[Literal | bool]]


NO_STATE = Layout((), 0, {})


@dataclass(frozen=True, slots=True)
class _Transition:
    """``values``: for each variable of the solver, the literal that holds."""

    step: BitStep
    values: Sequence[Literal]

    @property
    def inputs(self) -> Mapping[Term, Term]:
        """See ``Transition``."""
        return {each: self._constant(each, known) for each, known in self.step.inputs.items()}

    def _constant(self, variable: Term, known: Sequence[Literal]) -> Term:
        value = sum(1 << place for place, literal in enumerate(known) if self.values[literal - 1] > 0)
        return boolean(bool(value)) if variable.sort == BOOLEAN else bits(value, variable.sort)


@dataclass(slots=True)
class BitStep:
    """See ``Step``. ``before`` and ``after``: of the predicates of body and head. ``inputs``: the literals of other
    variables than those of the state before.
    """

    clause: Clause
    layout: Layout
    following: Layout
    deadline: Deadline
    body: Predicate | None = field(init=False)
    inputs: dict[Term, tuple[Literal, ...]] = field(default_factory=dict, init=False)
    _solver: SatSolver = field(default_factory=SatSolver, init=False)
    _guard: Literal = field(init=False)
    _before: tuple[Literal, ...] = field(init=False)
    _after: tuple[Literal, ...] = field(init=False)
    _markers: list[Literal] = field(default_factory=list, init=False)
    _last: int = field(init=False)

    def __post_init__(self) -> None:
        self.body = self.clause.body[0].predicate if self.clause.body else None
        layout, head = self.layout, self.clause.head
        replaced = Substitution(
            {} if head is None else dict(zip(head.predicate.parameters, head.arguments, strict=True))
        )
        after = tuple(map(replaced, self.following.terms))
        self._last = len(layout.terms) - layout.comparisons
        self._number(self.clause.guard, *after)
        compared = layout.terms[self._last_bit :]
        made = self._circuit((self.clause.guard, *compared, *after))
        self._guard, self._after = made[0], made[1 + len(compared) :]
        self._before = (*range(1, self._last_bit + 1), *made[1 : 1 + len(compared)])

    @property
    def _last_bit(self) -> int:
        return len(self.layout.terms) - self.layout.comparisons

    def _number(self, *terms: Term) -> None:
        """Literals for what is no parameter."""
        named = frozenset[Term]().union(*map(variables_of, terms)) - self.layout.places.keys()
        for variable in sorted(named, key=lambda v: v.number):
            self.inputs[variable] = tuple(self._new() for _ in range(width(variable)))

    def learn(self, formula: Term) -> None:
        """See ``Step``."""
        self._solver.add(self._circuit((formula,)))

    def after(self, known: Collection[Literal], but_not: Collection[Literal] | None) -> list[bool] | None:
        """For each literal whether it holds after some step from where ``known`` hold, to where not all of ``but_not``
        do (``None``: to anywhere); ``None``: there is no such step.
        """
        leads = self._new()
        self._solver.add(
            [-leads, *(-each for each in self._of(self._after, but_not))] if but_not is not None else [leads]
        )
        is_possible = self._is_satisfiable([self._guard, leads, *self._of(self._before, known)])
        values = self._solver.values() if is_possible else ()
        if but_not is not None:
            self._solver.add([-leads])
        return [values[each - 1] > 0 for each in self._after] if is_possible else None

    def exclude(self, cube: Collection[Literal], level: int) -> None:
        """See ``Step``."""
        while len(self._markers) <= level:
            self._markers.append(self._new())
        self._solver.add([-self._markers[level], *(-each for each in self._of(self._before, cube))])

    def into(
        self, cube: Collection[Literal], level: int, outside: Collection[Literal] | None
    ) -> _Transition | frozenset[Literal]:
        """See ``Step``."""
        after = dict(zip(self._of(self._after, cube), cube, strict=True))
        given = [self._guard, *self._markers[level:]]
        if outside is not None:
            given.append(self._new())
            self._solver.add([-given[-1], *(-each for each in self._of(self._before, outside))])
        is_possible = self._is_satisfiable([*given, *after])
        found = _Transition(self, self._solver.values()) if is_possible else None
        needed = frozenset[Literal]() if is_possible else self._solver.needed()
        if outside is not None:
            self._solver.add([-given[-1]])
        return found or frozenset(literal for known, literal in after.items() if known in needed)

    def before(self, step: Transition, cube: Collection[Literal]) -> frozenset[Literal]:
        """See ``Step``: comparisons alone, if they are enough."""
        assert isinstance(step, _Transition)
        values, elsewhere = step.values, self._new()
        self._solver.add([-elsewhere, -self._guard, *(-each for each in self._of(self._after, cube))])
        given = [elsewhere, *(values[literal - 1] for known in self.inputs.values() for literal in known)]
        every = [values[literal - 1] for literal in self._before]
        needed = self._enough(given, every[self._last_bit :])
        if needed is None:
            needed = self._enough(given, every)
        if needed is None:
            raise Inapplicable("a step that is not determined by its inputs")
        needed = self._enough(given, [each for each in every[::-1] if each in needed]) or needed
        self._solver.add([-elsewhere])
        numbered = enumerate(every, 1)
        return frozenset(number if each > 0 else -number for number, each in numbered if each in needed)

    def _enough(self, given: Sequence[Literal], among: Sequence[Literal]) -> frozenset[Literal] | None:
        """Of ``among``, as many as cannot hold with ``given``; ``None``: all of them can."""
        return None if self._is_satisfiable([*given, *among]) else self._solver.needed()

    def _is_satisfiable(self, assumptions: Sequence[Literal]) -> bool:
        answer = self._solver.check(assumptions, self.deadline)
        if answer is Satisfiability.UNKNOWN:
            raise OutOfTime
        return answer is Satisfiability.SAT

    def _of(self, known: Sequence[Literal], cube: Iterable[Literal]) -> Iterable[Literal]:
        return (known[each - 1] if each > 0 else -known[-each - 1] for each in cube)

    def _circuit(self, conditions: Sequence[Term]) -> tuple[Literal, ...]:
        try:
            made = circuit(conditions, {**self.layout.places, **self.inputs}, self._last, self.deadline.left())
        except TimeoutError as reason:
            raise OutOfTime from reason
        self._last = made.last
        self._solver.add([made.last, -made.last])
        self._solver.add_all(made.clauses)
        return made.outputs

    def _new(self) -> Literal:
        self._last += 1
        return self._last
