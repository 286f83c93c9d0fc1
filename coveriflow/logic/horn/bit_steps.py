"""Steps whose literals are numbered: bits of a state, and comparisons that clauses make. A SAT solver answers.

Literals count from one; negative: that it does not hold.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline
from coveriflow.logic.horn.contracts import Clause, Predicate
from coveriflow.logic.horn.steps import Transition
from coveriflow.logic.interpolation.contracts import Inapplicable, OutOfTime
from coveriflow.logic.sat.circuits import Inputs, Literal, circuit, width
from coveriflow.logic.sat.incremental import SatSolver
from coveriflow.logic.substitution import Substitution
from coveriflow.logic.terms import BOOLEAN, Op, Term, bits, boolean, subterms


@dataclass(frozen=True, slots=True)
class Layout:
    """What is known of the states of a predicate: ``terms`` are conditions about its parameters, of which the first
    ones are bits, and the last ones ``comparisons``. ``places``: for each parameter the number of each bit among the
    terms, or its value where that is always the same.
    """

    terms: tuple[Term, ...]
    comparisons: tuple[Term, ...]
    places: Mapping[Term, Sequence[Literal | bool]]


NO_STATE = Layout((), (), {})


@dataclass(frozen=True, slots=True)
class Relation:
    """All steps of a clause: where ``guard`` holds there is one from the state of which ``before`` has the literals to
    that of ``after``. ``last``: the largest variable of ``clauses``.
    """

    clauses: Sequence[Sequence[Literal]]
    last: Literal
    guard: Literal
    before: tuple[Literal, ...]
    after: tuple[Literal, ...]


@dataclass(frozen=True, slots=True)
class _State:
    """``holds``: for each literal one or zero."""

    holds: bytes

    def may_be_in(self, cube: Collection[Literal]) -> bool:
        """See ``State``."""
        return all(self.holds[abs(each) - 1] == (each > 0) for each in cube)


@dataclass(frozen=True, slots=True)
class _Transition:
    """``values``: for each variable of the solver, the literal that holds."""

    step: BitStep
    values: Sequence[Literal]

    @property
    def inputs(self) -> Mapping[Term, Term]:
        """See ``Transition``."""
        return self.step.constants(self.values)

    def beginning(self) -> _State:
        """See ``Transition``."""
        return _State(self.step.held_before(self.values))


@dataclass(slots=True)
class BitStep:
    """See ``Step``. ``layout`` and ``following``: of the predicates of body and head, with all bits and nothing else,
    until ``settle`` says more. ``inputs``: the literals of other variables than those of the state before.
    ``relation``: once it is settled, what holds whatever is excluded or learnt later.
    """

    clause: Clause
    layout: Layout
    following: Layout
    deadline: Deadline
    body: Predicate | None = field(init=False)
    inputs: dict[Term, tuple[Literal, ...]] = field(default_factory=dict, init=False)
    relation: Relation = field(init=False)
    _solver: SatSolver = field(default_factory=SatSolver, init=False)
    _guard: Literal = field(init=False)
    _before: tuple[Literal, ...] = field(init=False)
    _after: tuple[Literal, ...] = field(init=False)
    _state: Inputs = field(init=False)
    _markers: list[Literal] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self.body = self.clause.body[0].predicate if self.clause.body else None
        head = self.clause.head
        replaced = Substitution(
            {} if head is None else dict(zip(head.predicate.parameters, head.arguments, strict=True))
        )
        after = tuple(map(replaced, self.following.terms))
        self._before = tuple(self._solver.new() for _ in self.layout.terms)
        self._state = _filled(self.layout.places, self._before)
        named = {term for term in subterms((self.clause.guard, *after)) if term.op is Op.VARIABLE}
        for variable in sorted(named - self._state.keys(), key=lambda v: v.number):
            self.inputs[variable] = tuple(self._solver.new() for _ in range(width(variable)))
        self._guard, *made = self._circuit((self.clause.guard, *after), {**self._state, **self.inputs})
        self._after = tuple(made)

    def settle(self, layout: Layout, following: Layout) -> None:
        """What is known of states from now on: bits that never change, and comparisons."""
        self._before, self._state = self._settled(self.layout, self._before, layout, is_known=True)
        self._after, _ = self._settled(self.following, self._after, following, is_known=False)
        self.layout, self.following = layout, following
        self._simplify()

    def _simplify(self) -> None:
        state = (each for known in self._state.values() for each in known if not isinstance(each, bool))
        inputs = (each for known in self.inputs.values() for each in known)
        new = self._solver.simplify({self._guard, *self._before, *self._after, *state, *inputs})
        self._guard = new[self._guard]
        self._before = tuple(new[each] for each in self._before)
        self._after = tuple(new[each] for each in self._after)
        self.inputs = {term: tuple(new[each] for each in known) for term, known in self.inputs.items()}
        self._state = {
            term: [each if isinstance(each, bool) else new[each] for each in known]
            for term, known in self._state.items()
        }
        self.relation = Relation(self._solver.clauses, self._solver.last, self._guard, self._before, self._after)

    def _settled(
        self, old: Layout, literals: Sequence[Literal], new: Layout, *, is_known: bool
    ) -> tuple[tuple[Literal, ...], Inputs]:
        """Literals for the terms of ``new``, and for bits; ``is_known``: whether bits that never change are known to
        the solver from now on.
        """
        changing, state = list[Literal](), dict[Term, list[Literal | bool]]()
        for parameter, known in _filled(old.places, literals).items():
            state[parameter] = list(known)
            for place, value in enumerate(new.places[parameter]):
                literal = known[place]
                if not isinstance(value, bool):
                    changing.append(literal)
                    continue
                state[parameter][place] = value
                if is_known:
                    self._solver.add([literal if value else -literal])
        return (*changing, *self._circuit(new.comparisons, state)), state

    def constants(self, values: Sequence[Literal]) -> dict[Term, Term]:
        """The values of ``inputs``, where ``values`` has for each variable the literal that holds."""
        return {each: _constant(each, known, values) for each, known in self.inputs.items()}

    def held_before(self, values: Sequence[Literal]) -> bytes:
        """Whether each literal holds before the step that has these values."""
        return bytes((values[abs(each) - 1] == each) for each in self._before)

    def learn(self, formula: Term) -> None:
        """See ``Step``."""
        self._solver.add(self._circuit((formula,), self._state))

    def after(self, known: Collection[Literal], but_not: Collection[Literal] | None) -> list[bool] | None:
        """For each literal whether it holds after some step from where ``known`` hold, to where not all of ``but_not``
        do, and few, if that is easy (``None``: to anywhere); ``None``: there is no such step.
        """
        self._solver.prefer([-each for each in self._of(self._after, but_not or ())])
        with self._outside(self._after, but_not) as elsewhere:
            is_possible = self._is_satisfiable([self._guard, *elsewhere, *self._of(self._before, known)])
            values = self._solver.values() if is_possible else ()
        return [values[each - 1] > 0 for each in self._after] if is_possible else None

    def exclude(self, cube: Collection[Literal], level: int) -> None:
        """See ``Step``."""
        while len(self._markers) <= level:
            self._markers.append(self._solver.new())
        self._solver.add([-self._markers[level], *(-each for each in self._of(self._before, cube))])

    def into(
        self, cube: Collection[Literal], level: int, outside: Collection[Literal] | None
    ) -> _Transition | frozenset[Literal]:
        """See ``Step``."""
        after = dict(zip(self._of(self._after, cube), cube, strict=True))
        with self._outside(self._before, outside) as elsewhere:
            is_possible = self._is_satisfiable([self._guard, *self._markers[level:], *elsewhere, *after])
            if is_possible:
                return _Transition(self, self._solver.values())
            needed = self._solver.needed()
        return frozenset(literal for known, literal in after.items() if known in needed)

    def before(self, step: Transition[Literal], cube: Collection[Literal]) -> frozenset[Literal]:
        """See ``Step``: comparisons alone, if they are enough."""
        assert isinstance(step, _Transition)
        values, every = step.values, [step.values[literal - 1] for literal in self._before]
        with self._outside(self._after, cube, -self._guard) as elsewhere:
            given = [*elsewhere, *(values[literal - 1] for known in self.inputs.values() for literal in known)]
            needed = self._enough(given, every[len(every) - len(self.layout.comparisons) :])
            if needed is None:
                needed = self._enough(given, every)
            if needed is None:
                raise Inapplicable("a step that is not determined by its inputs")
            needed = self._enough(given, [each for each in every[::-1] if each in needed]) or needed
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

    @contextmanager
    def _outside(
        self, known: Sequence[Literal], cube: Iterable[Literal] | None, *more: Literal
    ) -> Iterator[Sequence[Literal]]:
        """What to assume within the block, so that not all of ``cube`` hold, or one of ``more`` does; without a cube
        nothing.
        """
        if cube is None:
            yield ()
            return
        with self._solver.passing([*more, *(-each for each in self._of(known, cube))]) as variable:
            yield (variable,)

    def _of(self, known: Sequence[Literal], cube: Iterable[Literal]) -> Iterable[Literal]:
        return (known[each - 1] if each > 0 else -known[-each - 1] for each in cube)

    def _circuit(self, conditions: Sequence[Term], inputs: Inputs) -> tuple[Literal, ...]:
        if not conditions:
            return ()
        try:
            made = circuit(conditions, inputs, self._solver.last, self.deadline.left())
        except TimeoutError as reason:
            raise OutOfTime from reason
        self._solver.add([made.last, -made.last])
        self._solver.add_all(made.clauses)
        return made.outputs


def _constant(variable: Term, known: Sequence[Literal], values: Sequence[Literal]) -> Term:
    value = sum(1 << place for place, literal in enumerate(known) if values[literal - 1] > 0)
    return boolean(bool(value)) if variable.sort == BOOLEAN else bits(value, variable.sort)


def _filled(places: Mapping[Term, Sequence[Literal | bool]], literals: Sequence[Literal]) -> Inputs:
    """With a literal for each number."""
    return {
        parameter: [each if isinstance(each, bool) else literals[each - 1] for each in known]
        for parameter, known in places.items()
    }
