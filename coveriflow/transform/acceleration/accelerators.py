"""From looping traces to checked accelerators (Def. 3)."""

from __future__ import annotations

from collections.abc import Iterator

from coveriflow.logic import cpu_time
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.liveness import liveness_of
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, Variable, subexpressions
from coveriflow.program.expressions.make import binary
from coveriflow.program.types.c_types import UINT, ULLONG, Integer
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.acceleration.arrays import Elements
from coveriflow.transform.acceleration.checking import Checker, Outcome
from coveriflow.transform.acceleration.closed_forms import Recurrences, at, folded
from coveriflow.transform.acceleration.contracts import (
    Accelerator,
    ClosedForm,
    Found,
    Iteration,
    LeftAlone,
    NotAccelerable,
    Subsumption,
    Trace,
)
from coveriflow.transform.acceleration.feasibility import Bounds, Feasibility, Sides, is_always_defined
from coveriflow.transform.acceleration.iterations import iteration_of, uses
from coveriflow.transform.acceleration.names import FreshNames
from coveriflow.transform.acceleration.polynomials import Number, TooWide, binomial_type, degree
from coveriflow.transform.acceleration.traces import looping_traces

_QUESTIONS = 10
"""So many times the seconds for a question are for one trace."""


def accelerators_of(cfa: Cfa, names: FreshNames, seconds: float = 2.0) -> Found:
    """All that is found in ``cfa``, inner loops first; ``seconds``: for each question to a solver."""
    made: list[Accelerator] = []
    left: list[LeftAlone] = []
    search = _Search(cfa, names, seconds)
    for each in looping_traces(cfa, loops_of(cfa)):
        if not each.complete:
            left.append(LeftAlone(Trace(each.head, ()), "this loop has too many paths, or too long ones"))
        for trace in each.traces:
            try:
                made.append(search.accelerator(trace))
            except NotAccelerable as error:
                left.append(LeftAlone(trace, error.reason))
    return Found(tuple(made), tuple(left))


class _Search:
    def __init__(self, cfa: Cfa, names: FreshNames, seconds: float) -> None:
        self.cfa, self.names, self.seconds = cfa, names, seconds
        self._live = liveness_of(cfa)

    def live(self, head: Location) -> frozenset[Variable]:
        """Whose values at ``head`` matter: global variables, and live ones of its function."""
        function, names = self.cfa.functions[head.function], self._live(head)
        own = (*function.locals, *function.parameters, *([function.result] if function.result else []))
        return frozenset({v for v in own if v.name in names} | {g.variable for g in self.cfa.globals})

    def accelerator(self, trace: Trace) -> Accelerator:
        """A checked one; ``NotAccelerable``."""
        iteration = iteration_of(trace, self.live(trace.head), self.names)
        recurrences = Recurrences(iteration)
        _check_inputs(iteration, recurrences)
        plain = ClosedForm(None, iteration.guards, {})
        if Checker(iteration, plain, self.seconds).follows_itself() is Outcome.NO:
            raise NotAccelerable("it is never taken twice in a row")
        until = cpu_time.now() + _QUESTIONS * self.seconds
        best: Accelerator | None = None
        reason = "no closed form of it could be checked"
        for form in self._forms(iteration, recurrences, trace.head.function):
            if cpu_time.now() > until:
                reason = "the solver was not done in time"
                break
            if self.cfa.data_model is DataModel.ILP32 and _is_wide(form):
                reason = "its closed forms need 128 bits, which compilers do not have in this data model"
                continue
            checker = Checker(iteration, form, self.seconds)
            sound = checker.sound()
            if sound is not Outcome.YES:
                continue
            if checker.repeats() is Outcome.NO:
                reason = "no closed form of it makes two iterations"
                continue
            found = _judged(trace, iteration, form, checker)
            if found.subsumption is not Subsumption.NOT_SHOWN:
                return found
            best = best or found
        if best is None:
            raise NotAccelerable(reason)
        return best

    def _forms(self, iteration: Iteration, recurrences: Recurrences, function: str) -> Iterator[ClosedForm]:
        """From those that say least about when they are feasible to those that say most."""
        if not recurrences.polynomials:
            if iteration.writes:
                raise NotAccelerable("no induction variable is the index of what it writes")
            yield _uncounted(iteration, recurrences)
            return
        for type_ in _count_types(recurrences):
            count = self.names.variable(function, "iterations", type_)
            yield from _counted(iteration, recurrences, count, self._binomials(recurrences, function, type_))

    def _binomials(self, recurrences: Recurrences, function: str, count: Integer) -> tuple[Variable, ...]:
        most = max(map(degree, recurrences.polynomials.values()))
        types = [binomial_type(count, j) for j in range(2, most + 1)]
        return tuple(self.names.variable(function, "sum", each) for each in types if each is not None)


def _count_types(recurrences: Recurrences) -> tuple[Integer, ...]:
    """As wide as what changes, or wider."""
    widths = [v.type.width for v in recurrences.polynomials if isinstance(v.type, Integer)]
    return (ULLONG,) if max(widths) > UINT.width else (UINT, ULLONG)


def _is_wide(form: ClosedForm) -> bool:
    """Whether it computes in more bits than ``long long`` has."""
    terms = [*form.feasible, *form.updates.values(), *form.binomials]
    terms += [part for fill in form.fills for part in (fill.holds, fill.value)]
    terms += [part for each in form.each for part in (each.holds, each.body)]
    types = (part.type for term in terms for part in subexpressions(term))
    return any(isinstance(type_, Integer) and type_.width > ULLONG.width for type_ in types)


def _uncounted(iteration: Iteration, recurrences: Recurrences) -> ClosedForm:
    """Nothing depends on how many iterations there are: one stands for all of them."""
    stay = [binary(BinaryOp.EQ, iteration.updates[v], v) for v in sorted(recurrences.kept, key=lambda v: v.name)]
    return ClosedForm(None, (*iteration.guards, *stay), recurrences.last)


def _counted(
    iteration: Iteration, recurrences: Recurrences, count: Variable, binomials: tuple[Variable, ...]
) -> Iterator[ClosedForm]:
    number = Number((count, *binomials))
    elements = Elements(recurrences, count)
    plain, each = elements.split(iteration.guards)
    fills = elements.fills()
    feasibility = Feasibility(recurrences, plain, count, number)
    seen = set()
    for sides in Sides if feasibility.has_sides else (Sides.NONE,):
        for bounds in Bounds:
            try:
                form = ClosedForm(
                    count, feasibility.conditions(bounds, sides), recurrences.after(number), binomials, fills, each
                )
            except TooWide:
                continue
            if form.feasible not in seen and Constant(0, UINT) not in form.feasible:
                seen.add(form.feasible)
                yield form


def _check_inputs(iteration: Iteration, recurrences: Recurrences) -> None:
    """Iterations may read different values: nothing but what the last one leaves may depend on them."""
    inputs = set(iteration.inputs)
    for guard in iteration.guards:
        if uses(guard) & inputs and uses(guard) & iteration.updates.keys() - recurrences.kept:
            raise NotAccelerable("its condition depends both on an input and on what changes")
    for variable, value in iteration.updates.items():
        if uses(value) & inputs and variable not in recurrences.last:
            raise NotAccelerable("the inputs of all iterations add up")


def _judged(trace: Trace, iteration: Iteration, form: ClosedForm, checker: Checker) -> Accelerator:
    """With what can be shown of it beside soundness."""
    closed = checker.closed()
    if closed is not Outcome.YES:
        why = "two executions of it are not one" if closed is Outcome.NO else "the solver was not done in time"
        return Accelerator(trace, iteration, form, Subsumption.NOT_SHOWN, (), why)
    if checker.overlaps() is Outcome.YES:
        return Accelerator(trace, iteration, form, Subsumption.ALWAYS)
    overlap = _overlap(iteration, form)
    if checker.overlaps(overlap) is Outcome.YES:
        return Accelerator(trace, iteration, form, Subsumption.WHERE, _needed(checker, overlap))
    return Accelerator(trace, iteration, form, Subsumption.NOT_SHOWN, (), "no condition describes where it overlaps")


def _needed(checker: Checker, overlap: tuple[Expression, ...]) -> tuple[Expression, ...]:
    """Without conjuncts that are not needed."""
    for part in overlap:
        fewer = tuple(each for each in overlap if each != part)
        if checker.overlaps(fewer) is Outcome.YES:
            overlap = fewer
    return overlap


def _overlap(iteration: Iteration, form: ClosedForm) -> tuple[Expression, ...]:
    """That one iteration is feasible, as far as the state at the head tells, whatever it is."""
    inputs = set(iteration.inputs)
    given: dict[Variable, Expression] = {}
    if form.count is not None:
        assert isinstance(form.count.type, Integer)
        given[form.count] = Constant(1, form.count.type)
        given |= {each: Constant(0, each.type) for each in form.binomials if isinstance(each.type, Integer)}
    found = (folded(at(part, given)) for part in form.feasible if not uses(part) & inputs)
    asked = (part for part in dict.fromkeys(found) if part not in iteration.guards and is_always_defined(part))
    return tuple(part for part in asked if not isinstance(part, Constant))
