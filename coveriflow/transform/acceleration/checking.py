"""The check of an accelerator: that it does what the trace does, and property (1) of its bound (Def. 3), by induction
over the number of iterations, with a solver. How it was derived does not matter here.

Let A(x, n, u) say that the closed form is feasible from state x for n >= 1 iterations whose last one reads the inputs
u, C(x, n, u) where it leads to; and let G(x, u) be the guards of one iteration, U(x, u) what it does. Then

- sound:   A(x, 1, u) entails G(x, u) and C(x, 1, u) = U(x, u); and A(x, n+1, u) entails A(x, n, u), G(x', u) and
           C(x, n+1, u) = U(x', u), for x' = C(x, n, u). By induction every execution of the accelerator is one of n
           iterations of the trace, all of which read u.
- closed:  A(x, m, u) and A(x', 1, v), for x' = C(x, m, u), entail that m+1 is a number that the counter can hold,
           A(x, m+1, v) and C(x, m+1, v) = C(x', 1, v); and A(x, n+1, u) entails A(C(x, n, u), 1, u). By induction two
           executions, one behind the other, are one: property (1), as Lemma 1 uses it.
- overlap: G(x, u) entails A(x, 1, u), always or where a condition on x holds (the predicate of tau, Sect. 5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from itertools import count
from math import comb

from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.encoding import condition, encoded, sort_of
from coveriflow.logic.substitution import conjunction, conjuncts_of
from coveriflow.logic.terms import Op, Term, bits
from coveriflow.logic.terms import variable as unknown
from coveriflow.logic.z3_solver import Engine, Z3Solver
from coveriflow.program.expressions import Expression, Variable
from coveriflow.transform.acceleration.contracts import ClosedForm, Iteration

_names = count(1)
_Number = tuple[Term, ...]
"""A number of iterations n as terms: (n over 1), (n over 2), as far as these are used."""


class Outcome(Enum):
    """Of a question whether something is entailed."""

    YES = "yes"
    NO = "no"
    NOT_KNOWN = "the solver did not say in time"


@dataclass(frozen=True, slots=True)
class State:
    """Terms for variables, all others being unknown; ``inputs`` are apart."""

    values: Mapping[str, Term]
    name: str

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

    def __post_init__(self) -> None:
        self._name = f"state {next(_names)}:"

    # -- the closed form and one iteration, as formulas ------------------------------------------------------------

    def _start(self) -> State:
        return State({}, self._name)

    def _inputs(self, word: str) -> dict[str, Term]:
        return {v.name: unknown(f"{self._name}{word} {v.name}", sort_of(v.type)) for v in self.iteration.inputs}

    def _with(self, state: State, number: _Number | None, inputs: Mapping[str, Term]) -> Callable[[Variable], Term]:
        own = dict(inputs)
        if self.form.count is not None and number is not None:
            variables = (self.form.count, *self.form.binomials)
            own |= {v.name: term for v, term in zip(variables, number, strict=True)}
        return state.read(own)

    def feasible(self, state: State, number: _Number | None, inputs: Mapping[str, Term]) -> Term:
        """A."""
        read = self._with(state, number, inputs)
        return conjunction([condition(part, read) for part in self.form.feasible])

    def after(self, state: State, number: _Number | None, inputs: Mapping[str, Term]) -> State:
        """C."""
        read = self._with(state, number, inputs)
        return _changed(state, self.form.updates, read)

    def guards(self, state: State, inputs: Mapping[str, Term]) -> Term:
        """G."""
        read = state.read(inputs)
        return conjunction([condition(part, read) for part in self.iteration.guards])

    def once(self, state: State, inputs: Mapping[str, Term]) -> State:
        """U."""
        return _changed(state, self.iteration.updates, state.read(inputs))

    def same(self, one: State, other: State) -> Term:
        """Equality of what changes."""
        ordered = sorted(set(self.iteration.updates) | set(self.form.updates), key=lambda v: v.name)
        return conjunction([build.equal(one.read({})(v), other.read({})(v)) for v in ordered])

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
        first = self._entails([self.feasible(x, one, u)], base)
        if first is not Outcome.YES or self.form.count is None:
            return first
        n = self._unknown()
        assert n is not None
        further = _plus_one(n)
        begun = [self.feasible(x, further, u), _is_no_zero(n), _is_no_zero(further)]
        middle = self.after(x, n, u)
        step = [self.feasible(x, n, u), self.guards(middle, u)]
        step.append(self.same(self.after(x, further, u), self.once(middle, u)))
        return self._entails(begun, step)

    def closed(self) -> Outcome:
        """Whether two executions of the accelerator are one."""
        x, u, v, one = self._start(), self._inputs("u"), self._inputs("v"), self._known(1)
        m = self._unknown()
        middle = self.after(x, m, u)
        twice = [self.feasible(x, m, u), self.feasible(middle, one, v)]
        if m is None:
            return self._entails(twice, [self.same(self.after(middle, one, v), self.after(x, m, v))])
        further = _plus_one(m)
        together = [_is_no_zero(further), self.feasible(x, further, v)]
        together.append(self.same(self.after(middle, one, v), self.after(x, further, v)))
        first = self._entails([*twice, _is_no_zero(m)], together)
        if first is not Outcome.YES:
            return first
        begun = [self.feasible(x, further, u), _is_no_zero(m), _is_no_zero(further)]
        return self._entails(begun, [self.feasible(middle, one, u)])

    def overlaps(self, where: Iterable[Expression] = ()) -> Outcome:
        """Whether one iteration from a state in which ``where`` holds is one of the accelerator's executions."""
        x, u = self._start(), self._inputs("u")
        given = [condition(part, x.read({})) for part in where]
        one = self._known(1)
        wanted = [self.feasible(x, one, u), self.same(self.after(x, one, u), self.once(x, u))]
        return self._entails([*given, self.guards(x, u)], wanted)

    def follows_itself(self) -> Outcome:
        """Whether two iterations are possible at all, so that there is something to accelerate."""
        x, u, v = self._start(), self._inputs("u"), self._inputs("v")
        question = [self.guards(x, u), self.guards(self.once(x, u), v)]
        answer = Z3Solver(Engine.COMBINED).check(question, self.seconds)
        return {Satisfiability.SAT: Outcome.YES, Satisfiability.UNSAT: Outcome.NO}.get(answer, Outcome.NOT_KNOWN)

    def repeats(self) -> Outcome:
        """Whether the accelerator makes two iterations from some state."""
        x, u = self._start(), self._inputs("u")
        question = [self.feasible(x, self._known(2), u)]
        if self.form.count is None:
            question += [self.feasible(self.after(x, None, u), None, self._inputs("v"))]
        answer = Z3Solver(Engine.COMBINED).check(question, self.seconds)
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
        answers = set()
        for engine in (Engine.COMBINED, Engine.SUMS, Engine.SIMPLE):
            answer = Z3Solver(engine).check(question, self.seconds)
            if answer is Satisfiability.SAT:
                return Outcome.NO
            answers.add(answer)
        return Outcome.YES if Satisfiability.UNSAT in answers else Outcome.NOT_KNOWN


def _changed(state: State, updates: Mapping[Variable, Expression], read: Callable[[Variable], Term]) -> State:
    return State({**state.values, **{v.name: encoded(value, read) for v, value in updates.items()}}, state.name)


def _plus_one(number: _Number) -> _Number:
    """Pascal's rule: (n+1 over j) = (n over j) + (n over j-1), which the types of all of them can hold."""
    before = (bits(1, number[0].sort), *number)
    pairs = zip(number, before, strict=False)
    return tuple(build.arithmetic(Op.ADD, each, build.resized(b, each.sort, is_signed=False)) for each, b in pairs)


def _is_no_zero(number: _Number) -> Term:
    return build.negate(build.equal(number[0], bits(0, number[0].sort)))
