"""The check of an accelerator: that it does what the trace does, and property (1) of its bound (Def. 3), by induction
over the number of iterations, with a solver. How it was derived does not matter here.

Let A(x, n, u) say that the closed form is feasible from state x for n >= 1 iterations whose last one reads the inputs
u, C(x, n, u) where it leads to; and let G(x, u) be the guards of one iteration, U(x, u) what it does. Then

- sound:   A(x, 1, u) entails G(x, u) and C(x, 1, u) = U(x, u); and A(x, n+1, u) entails A(x, n, u), G(x', u) and
           C(x, n+1, u) = U(x', u), for x' = C(x, n, u). By induction every execution of the accelerator is one of n
           iterations of the trace, all of which read u.
- closed:  A(x, m, u) and A(x', 1, v), for x' = C(x, m, u), entail that m+1 is a number that the counter can hold,
           A(x, m+1, v) and C(x, m+1, v) = C(x', 1, v); and A(x, n+1, u) entails A(C(x, n, u), 1, u). By induction two
           executions, one after the other, are one: property (1), as Lemma 1 uses it.
- overlap: G(x, u) entails A(x, 1, u), always or where a condition on x holds (the predicate of tau, Sect. 5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from math import comb

from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.encoding import encoded, sort_of
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.substitution import conjunction, conjuncts_of
from coveriflow.logic.terms import INDEX_WIDTH, Op, Term, bits
from coveriflow.logic.terms import variable as unknown
from coveriflow.logic.z3_solver import Engine
from coveriflow.program.expressions.expressions import Element, Expression, Variable, mapped
from coveriflow.program.types.c_types import Array
from coveriflow.transform.acceleration.contracts import ClosedForm, Fill, Iteration

_names = count(1)
_Number = tuple[Term, ...]
"""A number of iterations n as terms: (n over 1), (n over 2), as far as these are used."""
_ENGINES = 2
"""So many have to show that a question has no answer."""


class Outcome(Enum):
    """Of a question whether something is entailed."""

    YES = "yes"
    NO = "no"
    NOT_KNOWN = "the solver did not answer in time"


@dataclass(frozen=True, slots=True)
class State:
    """Terms for variables, all others being unknown; ``inputs`` are apart. ``arrays``: elements by their indices."""

    values: Mapping[str, Term]
    name: str
    arrays: Mapping[str, Callable[[Term], Term]] = field(default_factory=dict)

    def element(self, array: Variable, index: Term) -> Term:
        """What is at ``index``."""
        known = self.arrays.get(array.name)
        if known is not None:
            return known(index)
        return build.select(unknown(f"{self.name} {array.name}", sort_of(array.type)), index)

    def value(self, expression: Expression, inputs: Mapping[str, Term]) -> Term:
        """``expression`` here."""
        own = dict(inputs)

        def change(_original: Expression, rebuilt: Expression) -> Expression:
            if not isinstance(rebuilt, Element):
                return rebuilt
            place = Variable(f"element {len(own)}", rebuilt.type)
            own[place.name] = self.element(rebuilt.array, encoded(rebuilt.index, self.read(own)))
            return place

        changed = mapped(expression, change)
        return encoded(changed, self.read(own))

    def holds(self, expression: Expression, inputs: Mapping[str, Term]) -> Term:
        """``expression != 0`` here."""
        term = self.value(expression, inputs)
        return build.negate(build.equal(term, bits(0, term.sort)))

    def read(self, inputs: Mapping[str, Term]) -> Callable[[Variable], Term]:
        """How variables are read here."""

        def term(variable: Variable) -> Term:
            found = inputs.get(variable.name)
            if found is None:
                found = self.values.get(variable.name)
            return unknown(f"{self.name} {variable.name}", sort_of(variable.type)) if found is None else found

        return term


@dataclass(slots=True)
class Checker:
    """``seconds``: of CPU time, for each question to a solver; each is asked twice, of two engines."""

    iteration: Iteration
    form: ClosedForm
    seconds: float = 1.0
    _name: str = field(init=False)
    _any: Term = field(init=False)

    def __post_init__(self) -> None:
        self._name = f"state {next(_names)}:"
        self._any = unknown(f"{self._name} any element", INDEX_WIDTH)

    # -- the closed form and one iteration, as formulas ------------------------------------------------------------

    def _start(self) -> State:
        return State({}, self._name)

    def _inputs(self, word: str) -> dict[str, Term]:
        return {v.name: unknown(f"{self._name}{word} {v.name}", sort_of(v.type)) for v in self.iteration.inputs}

    def _with(self, number: _Number | None, inputs: Mapping[str, Term]) -> dict[str, Term]:
        own = dict(inputs)
        if self.form.count is not None and number is not None:
            variables = (self.form.count, *self.form.binomials)
            own |= {v.name: term for v, term in zip(variables, number, strict=True)}
        return own

    def feasible(
        self, state: State, number: _Number | None, inputs: Mapping[str, Term], at: Sequence[Term] | None = None
    ) -> Term:
        """A; what holds for each element only ``at`` these indices (by default: at one that stands for all)."""
        own = self._with(number, inputs)
        found = [state.holds(part, own) for part in self.form.feasible]
        for each in self.form.each:
            for index in (self._any,) if at is None else at:
                there = {**own, each.index.name: index}
                applies = conjunction([_below(index, each.length), state.holds(each.holds, there)])
                found.append(build.disjoin(build.negate(applies), state.holds(each.body, there)))
        return conjunction(found)

    def given(self, state: State, number: _Number | None, inputs: Mapping[str, Term], *further: State) -> Term:
        """A as what is known: what holds for each element at those that matter, the ones that ``state`` and ``further``
        come to next, and the one that stands for all.
        """
        starts = [other.value(each.start, inputs) for each in self.form.each for other in (state, *further)]
        return self.feasible(state, number, inputs, [self._any, *starts])

    def after(self, state: State, number: _Number | None, inputs: Mapping[str, Term]) -> State:
        """C."""
        own = self._with(number, inputs)
        arrays = {fill.array.name: _filled(state, fill, own) for fill in self.form.fills}
        return _changed(state, self.form.updates, own, arrays)

    def guards(self, state: State, inputs: Mapping[str, Term]) -> Term:
        """G."""
        return conjunction([state.holds(part, inputs) for part in self.iteration.guards])

    def once(self, state: State, inputs: Mapping[str, Term]) -> State:
        """U."""
        arrays: dict[str, Callable[[Term], Term]] = {}
        for write in self.iteration.writes:
            before = arrays.get(write.array.name) or _elements(state, write.array)
            index, value = state.value(write.index, inputs), state.value(write.value, inputs)
            arrays[write.array.name] = _written(before, index, value)
        return _changed(state, self.iteration.updates, inputs, arrays)

    def same(self, one: State, other: State) -> Term:
        """Equality of what changes."""
        ordered = sorted(set(self.iteration.updates) | set(self.form.updates), key=lambda v: v.name)
        found = [build.equal(one.read({})(v), other.read({})(v)) for v in ordered]
        arrays = {w.array for w in self.iteration.writes} | {fill.array for fill in self.form.fills}
        for array in sorted(arrays, key=lambda v: v.name):
            assert isinstance(array.type, Array)
            equal = build.equal(one.element(array, self._any), other.element(array, self._any))
            found.append(build.disjoin(build.negate(_below(self._any, array.type.length)), equal))
        return conjunction(found)

    # -- the laws --------------------------------------------------------------------------------------------------

    def _unknown(self) -> _Number | None:
        count_ = self.form.count
        if count_ is None:
            return None
        return tuple(unknown(f"{self._name}{v.name}", sort_of(v.type)) for v in (count_, *self.form.binomials))

    def _known(self, number: int) -> _Number | None:
        count_ = self.form.count
        if count_ is None:
            return None
        variables = enumerate((count_, *self.form.binomials), 1)
        return tuple(bits(comb(number, j), sort_of(v.type)) for j, v in variables)

    def sound(self) -> Outcome:
        """Whether all that the accelerator does is done by iterations of the trace."""
        x, u, one = self._start(), self._inputs("u"), self._known(1)
        base = [self.guards(x, u), self.same(self.after(x, one, u), self.once(x, u))]
        first = self._entails([self.given(x, one, u)], base)
        if first is not Outcome.YES or self.form.count is None:
            return first
        n = self._unknown()
        assert n is not None
        further = _plus_one(n)
        middle = self.after(x, n, u)
        begun = [self.given(x, further, u, middle), _is_no_zero(n), _is_no_zero(further)]
        step = [self.feasible(x, n, u), self.guards(middle, u)]
        step.append(self.same(self.after(x, further, u), self.once(middle, u)))
        return self._entails(begun, step)

    def closed(self) -> Outcome:
        """Whether two executions of the accelerator are one."""
        x, u, v, one = self._start(), self._inputs("u"), self._inputs("v"), self._known(1)
        m = self._unknown()
        middle = self.after(x, m, u)
        twice = [self.given(x, m, u, middle), self.given(middle, one, v, x)]
        if m is None:
            once = [self.feasible(x, m, v), self.same(self.after(middle, one, v), self.after(x, m, v))]
            return self._entails(twice, once)
        further = _plus_one(m)
        together = [_is_no_zero(further), self.feasible(x, further, v)]
        together.append(self.same(self.after(middle, one, v), self.after(x, further, v)))
        first = self._entails([*twice, _is_no_zero(m)], together)
        if first is not Outcome.YES:
            return first
        begun = [self.given(x, further, u, middle), _is_no_zero(m), _is_no_zero(further)]
        return self._entails(begun, [self.feasible(middle, one, u)])

    def overlaps(self, where: Iterable[Expression] = ()) -> Outcome:
        """Whether one iteration from a state in which ``where`` holds is one of the accelerator's executions."""
        x, u = self._start(), self._inputs("u")
        given = [x.holds(part, {}) for part in where]
        one = self._known(1)
        wanted = [self.feasible(x, one, u), self.same(self.after(x, one, u), self.once(x, u))]
        return self._entails([*given, self.guards(x, u)], wanted)

    def follows_itself(self) -> Outcome:
        """Whether two iterations are possible at all, so that there is something to accelerate."""
        x, u, v = self._start(), self._inputs("u"), self._inputs("v")
        question = [self.guards(x, u), self.guards(self.once(x, u), v)]
        answer = Portfolio(Engine.COMBINED).check(question, self.seconds)
        return {Satisfiability.SAT: Outcome.YES, Satisfiability.UNSAT: Outcome.NO}.get(answer, Outcome.NOT_KNOWN)

    def repeats(self) -> Outcome:
        """Whether the accelerator makes two iterations from some state."""
        x, u = self._start(), self._inputs("u")
        question = [self.feasible(x, self._known(2), u)]
        if self.form.count is None:
            question += [self.feasible(self.after(x, None, u), None, self._inputs("v"))]
        answer = Portfolio(Engine.COMBINED).check(question, self.seconds)
        return {Satisfiability.SAT: Outcome.YES, Satisfiability.UNSAT: Outcome.NO}.get(answer, Outcome.NOT_KNOWN)

    def _entails(self, given: list[Term], wanted: list[Term]) -> Outcome:
        """One conclusion after the other: these are easier than all together."""
        known = set(conjuncts_of(conjunction(given)))
        for each in (part for part in conjuncts_of(conjunction(wanted)) if part not in known):
            outcome = self._excluded([*given, build.negate(each)])
            if outcome is not Outcome.YES:
                return outcome
        return Outcome.YES

    def _excluded(self, question: list[Term]) -> Outcome:
        shown = 0
        for engine in (Engine.COMBINED, Engine.SUMS, Engine.SIMPLE, Engine.BLASTED):
            answer = Portfolio(engine).check(question, self.seconds)
            if answer is Satisfiability.SAT:
                return Outcome.NO
            shown += answer is Satisfiability.UNSAT
            if shown == _ENGINES:
                return Outcome.YES
        return Outcome.NOT_KNOWN


def _changed(
    state: State,
    updates: Mapping[Variable, Expression],
    inputs: Mapping[str, Term],
    arrays: Mapping[str, Callable[[Term], Term]],
) -> State:
    values = {**state.values, **{v.name: state.value(value, inputs) for v, value in updates.items()}}
    return State(values, state.name, {**state.arrays, **arrays})


def _elements(state: State, array: Variable) -> Callable[[Term], Term]:
    return lambda index: state.element(array, index)


def _written(before: Callable[[Term], Term], place: Term, value: Term) -> Callable[[Term], Term]:
    return lambda index: build.ite(build.equal(index, place), value, before(index))


def _filled(state: State, fill: Fill, own: Mapping[str, Term]) -> Callable[[Term], Term]:
    def element(index: Term) -> Term:
        there = {**own, fill.index.name: index}
        return build.ite(
            state.holds(fill.holds, there), state.value(fill.value, there), state.element(fill.array, index)
        )

    return element


def _below(index: Term, length: int) -> Term:
    return build.less(index, bits(length, INDEX_WIDTH), is_signed=False)


def _plus_one(number: _Number) -> _Number:
    """Pascal's rule: (n+1 over j) = (n over j) + (n over j-1), which the types of all of them can hold."""
    before = (bits(1, number[0].sort), *number)
    pairs = zip(number, before, strict=False)
    return tuple(build.arithmetic(Op.ADD, each, build.resized(b, each.sort, is_signed=False)) for each, b in pairs)


def _is_no_zero(number: _Number) -> Term:
    return build.negate(build.equal(number[0], bits(0, number[0].sort)))
