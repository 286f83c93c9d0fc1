"""Steps whose literals are terms: comparisons that clauses make, and bits. Bitwuzla answers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from coveriflow.logic import build
from coveriflow.logic.bitwuzla.evaluation import Evaluation
from coveriflow.logic.bitwuzla.incremental import IncrementalSolver
from coveriflow.logic.bitwuzla.solver import shared_translator
from coveriflow.logic.bitwuzla.terms import Translator, is_supported
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline, in_seconds
from coveriflow.logic.horn.comparisons import Cube, Literals, exactly, literals
from coveriflow.logic.horn.contracts import Clause, Predicate, predicates_of
from coveriflow.logic.horn.steps import Transition
from coveriflow.logic.interpolation.contracts import Inapplicable, OutOfTime
from coveriflow.logic.substitution import Substitution, conjunction, size_of, variables_of
from coveriflow.logic.terms import BOOLEAN, FALSE, INDEX_WIDTH, TRUE, Op, Term, bits, is_array, subterms, variable


@dataclass(frozen=True, slots=True)
class _State:
    """``numbers``: those that are known."""

    numbers: Set[Term]
    evaluation: Evaluation

    def may_be_in(self, cube: Collection[Term]) -> bool:
        """See ``State``."""
        return all(not variables_of(each) <= self.numbers or self.evaluation.value(each) for each in cube)


@dataclass(slots=True)
class _Transition:
    """What a question of ``step`` has found, by its number. Most are not looked at."""

    step: WordStep
    question: int
    _before: dict[Term, Term] | None = field(default=None, init=False)
    _inputs: dict[Term, Term] | None = field(default=None, init=False)

    @property
    def before(self) -> dict[Term, Term]:
        """Constants for the parameters of its body."""
        if self._before is None:
            self._before = self.step.values_before(self.question)
        return self._before

    @property
    def inputs(self) -> dict[Term, Term]:
        """See ``Transition``."""
        if self._inputs is None:
            self._inputs = self.step.values_of_inputs(self.question)
        return self._inputs

    def beginning(self) -> _State:
        """See ``Transition``."""
        return _State(self.before.keys(), Evaluation(self.before))


@dataclass(slots=True)
class WordLanguage:
    """Of ``clauses``. ``Inapplicable`` where they have numbers that bitwuzla does not have."""

    clauses: Sequence[Clause]
    is_quick: bool = field(default=False, init=False)
    _literals: dict[Predicate, Literals] = field(default_factory=dict, init=False)
    _markers: list[Term] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        for predicate in predicates_of(self.clauses):
            with_body = (c for c in self.clauses if c.body and c.body[0].predicate is predicate)
            self._literals[predicate] = literals(predicate, with_body)

    def step(self, clause: Clause) -> WordStep:
        """See ``Language``."""
        known = self._literals[clause.body[0].predicate] if clause.body else Literals(())
        return WordStep(clause, shared_translator(), in_seconds(0), known, self._markers)

    def known(self, predicate: Predicate) -> Term:
        """See ``Language``: nothing is looked for."""
        return TRUE

    def term(self, predicate: Predicate, literal: Term) -> Term:
        """See ``Language``."""
        return literal

    def order(self, literal: Term) -> tuple[int, ...]:
        """See ``Language``: small ones."""
        return size_of(literal), literal.number


@dataclass(slots=True)
class WordStep:
    """See ``Step``. ``markers``: variables that say that a level counts, common to all steps."""

    clause: Clause
    translate: Translator
    deadline: Deadline
    literals: Literals
    markers: list[Term]
    body: Predicate | None = field(init=False)
    _steps: IncrementalSolver = field(init=False)
    _backwards: IncrementalSolver = field(init=False)
    _after: Substitution = field(init=False)
    _known: dict[Term, Term] = field(default_factory=dict, init=False)
    _before: tuple[Term, ...] = field(init=False)
    _inputs: tuple[Term, ...] = field(init=False)
    _read: tuple[Term, ...] = field(init=False)
    _changes: int = field(default=0, init=False)
    """Questions that were asked, and formulas that were added: answers are read before the next one."""

    def __post_init__(self) -> None:
        body, head = self.clause.body, self.clause.head
        self.body = body[0].predicate if body else None
        if not all(map(is_supported, subterms([self.clause.guard, *(head.arguments if head is not None else ())]))):
            raise Inapplicable("numbers that bitwuzla does not have")
        arguments = dict(zip(head.predicate.parameters, head.arguments, strict=True)) if head is not None else {}
        self._after = Substitution(arguments)
        self._read = tuple(_indices([self.clause.guard, *arguments.values()]))
        self._steps, self._backwards = IncrementalSolver(self.translate), IncrementalSolver(self.translate)
        self._steps.add(self.clause.guard)
        mentioned = frozenset[Term]().union(*map(variables_of, (self.clause.guard, *arguments.values())))
        parameters = self.body.parameters if self.body is not None else ()
        self._before = tuple(p for p in parameters if p in mentioned)
        self._inputs = tuple(sorted(mentioned - {*parameters}, key=lambda v: v.number))

    def learn(self, formula: Term) -> None:
        """See ``Step``."""
        self._changes += 1
        self._steps.add(formula)

    def exclude(self, cube: Collection[Term], level: int) -> None:
        """See ``Step``."""
        self._changes += 1
        while len(self.markers) <= level:
            self.markers.append(variable(f"level {len(self.markers)} of {id(self.markers)}", BOOLEAN))
        self._steps.add(build.disjoin(build.negate(self.markers[level]), _outside(cube)))

    def into(
        self, cube: Collection[Term], level: int, outside: Collection[Term] | None
    ) -> _Transition | frozenset[Term]:
        """See ``Step``."""
        after = {literal: self._afterwards(literal) for literal in _ordered(cube)}
        for literal, term in after.items():
            if term is FALSE:
                return frozenset((literal,))
        asked = [term for term in after.values() if term is not TRUE]
        given = [*self.markers[level:], *([] if outside is None else [_outside(outside)])]
        self._changes += 1
        if self._is_satisfiable(self._steps, [*asked, *given]):
            return _Transition(self, self._changes)
        needed = set(self._steps.needed(asked))
        return frozenset(literal for literal, term in after.items() if term in needed)

    def values_before(self, question: int) -> dict[Term, Term]:
        """Constants for the parameters of the body, from the answer to the last question."""
        assert question == self._changes
        return self._values(self._before)

    def values_of_inputs(self, question: int) -> dict[Term, Term]:
        """Constants for the other variables, from the answer to the last question."""
        assert question == self._changes
        return self._values(self._inputs)

    def before(self, step: Transition[Term], cube: Collection[Term]) -> Cube:
        """See ``Step``."""
        assert isinstance(step, _Transition)
        evaluation = Evaluation({**step.before, **step.inputs})
        cells = self._cells(evaluation, cube)
        inputs, state = (_numbers(values, cells, evaluation) for values in (step.inputs, step.before))
        holds = [self.clause.guard, *map(self._afterwards, cube)]
        elsewhere = [build.negate(conjunction(holds)), *(build.equal(i, value) for i, value in inputs.items())]
        found = self._enough(elsewhere, self.literals.comparing(step.before))
        if found is None:
            found = self._bits(elsewhere, step.before, state)
        return frozenset(self._enough(elsewhere, found[::-1]) or found)

    def _cells(self, evaluation: Evaluation, cube: Collection[Term]) -> list[int]:
        """Of arrays, those that are read by a step, or by what is to hold after it."""
        after = (self._afterwards(index) for literal in cube for index in _indices([literal]))
        return list(dict.fromkeys(map(evaluation.value, (*after, *self._read))))

    def _bits(
        self,
        elsewhere: Sequence[Term],
        before: Mapping[Term, Term],
        state: Mapping[Term, Term],
    ) -> list[Term]:
        """What is enough of that state: of all numbers first, since they have many bits."""
        numbers = {build.equal(number, value): number for number, value in state.items()}
        needed = self._enough(elsewhere, [*numbers])
        if needed is None:
            raise Inapplicable("a step that is not determined by its inputs")
        some = {numbers[each]: state[numbers[each]] for each in needed}
        single = [each for number, value in some.items() for each in exactly(number, value)]
        named = frozenset[Term]().union(*map(variables_of, some))
        comparing = self.literals.comparing({p: value for p, value in before.items() if p in named})
        return self._enough(elsewhere, [*comparing, *single]) or []

    def _enough(self, elsewhere: Sequence[Term], among: Sequence[Term]) -> list[Term] | None:
        """Of ``among``, as many as exclude ``elsewhere``; ``None``: all of them do not."""
        if self._is_satisfiable(self._backwards, [*elsewhere, *among]):
            return None
        return self._backwards.needed(among)

    def _afterwards(self, term: Term) -> Term:
        """What ``term`` is after the step."""
        found = self._known.get(term)
        if found is None:
            found = self._known[term] = self._after(term)
        return found

    def _values(self, variables: Iterable[Term]) -> dict[Term, Term]:
        found = {variable: self._steps.value(variable) for variable in variables}
        values = {variable: value for variable, value in found.items() if value is not None}
        if len(values) < len(found):
            raise Inapplicable("an array that is not made of stores")
        return values

    def _is_satisfiable(self, solver: IncrementalSolver, assumptions: Sequence[Term]) -> bool:
        answer = Satisfiability.UNKNOWN if self.deadline.is_over() else solver.check(assumptions, self.deadline)
        if answer is Satisfiability.UNKNOWN:
            raise OutOfTime
        return answer is Satisfiability.SAT


def _ordered(cube: Collection[Term]) -> list[Term]:
    return sorted(cube, key=lambda literal: literal.number)


def _outside(cube: Collection[Term]) -> Term:
    return build.negate(conjunction(_ordered(cube)))


def _indices(roots: list[Term]) -> Iterator[Term]:
    """At which cells arrays are read."""
    return (term.args[1] for term in subterms(roots) if term.op is Op.SELECT)


def _numbers(values: Mapping[Term, Term], cells: Iterable[int], evaluation: Evaluation) -> dict[Term, Term]:
    """What ``values`` have of numbers, with constants for them: of arrays, some cells."""
    found = {variable: value for variable, value in values.items() if not is_array(variable)}
    for array in filter(is_array, values):
        for cell in (build.select(array, bits(index, INDEX_WIDTH)) for index in cells):
            found[cell] = bits(evaluation.value(cell), cell.sort)
    return found
