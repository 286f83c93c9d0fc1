"""Overflow monitoring (CMC paper, III-B): a program that ends where a signed operation overflows (C11 6.5 p5).

Before an operation there is a branch on whether its result fits. Where it does not, the program does what is not
looked at: analyses leave such paths, and what they verify is verified of executions without overflow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count

from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.artifacts.conditions import Transition
from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Check, Edge, Location, Operation, Unsupported
from coveriflow.program.cfa.labels import Branch, EdgeLabel
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Constant,
    Expression,
    Unary,
    UnaryOp,
    subexpressions,
)
from coveriflow.program.expressions.make import binary, cast, conjunction
from coveriflow.program.printing.conditions import Inexpressible, ScopedText
from coveriflow.program.types.c_types import INT, INT128, LLONG, Integer
from coveriflow.transform.conditions.state_expressions import StateExpressions

_MAY_OVERFLOW = frozenset({BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL})
_LEFT_OUT = "an execution with a signed overflow"


@dataclass(frozen=True, slots=True)
class Fits:
    """The branch before the edges from a location: where the results fit, where one does not, and what is asked as C
    text, if that can be read where the branch is (``state_expressions``).
    """

    fits: Edge
    overflows: Edge
    text: str | None


@dataclass(frozen=True)
class WithoutOverflow:
    """``cfa``: the program with branches; ``branches``: by the location after them where the results fit.

    ``changed``: the program's edges as ``cfa`` has them, with the same labels.
    """

    cfa: Cfa
    branches: Mapping[Location, Fits]
    changed: Mapping[Edge, Edge]

    def following(self, condition: ResolvedCondition) -> ResolvedCondition:
        """A condition over the program's edges as one over those of ``cfa``: its states stay at branches."""
        moves: dict[tuple[str, Edge], AutomatonStates] = {}
        for (state, edge), targets in condition.moves.items():
            moves[state, self.changed[edge]] = targets
            branch = self.branches.get(self.changed[edge].source)
            if branch is not None:
                moves[state, branch.fits] = moves[state, branch.overflows] = frozenset({state})
        return ResolvedCondition(condition.initial, condition.accepting, moves)

    def over_program(
        self, initial: str, accepting: frozenset[str], transitions: tuple[Transition, ...]
    ) -> tuple[str, tuple[Transition, ...]]:
        """An automaton over the labels of ``cfa`` as one over the program's: initial state and transitions.

        Law: it covers no more executions. Where an overflow was not excluded it covers those that satisfy an
        assumption, and none where that cannot be expressed.
        """
        if not self.branches:
            return initial, transitions
        passing, excluded, own = self._asked(accepting, transitions)
        kept = [each for each in transitions if each.guard not in own]
        found = [joined for each in kept for joined in _joined(each, passing, excluded)]
        if initial in passing:
            start = next((target for target, _ in passing[initial] if initial in excluded), None)
            return (initial, ()) if start is None else (start, tuple(found))
        return initial, tuple(found)

    def _asked(
        self, accepting: frozenset[str], transitions: tuple[Transition, ...]
    ) -> tuple[Mapping[str, list[tuple[str, str | None]]], set[str], set[EdgeLabel]]:
        """By state at a branch: where it goes if the results fit, and what that asks; the states in which no overflow
        is possible; the labels that the program does not have.
        """
        fits = {each.fits.label: each.text for each in self.branches.values()}
        overflows = {each.overflows.label for each in self.branches.values()}
        own = {*fits, *overflows, *(e.label for e in self.cfa.edges if _is_end(e))}
        passing: defaultdict[str, list[tuple[str, str | None]]] = defaultdict(list)
        for each in transitions:
            if each.guard in fits:
                passing[each.source].append((each.target, fits[each.guard]))
        excluded = {each.source for each in transitions if each.guard in overflows and each.target in accepting}
        return passing, excluded, own


def _joined(
    transition: Transition, passing: Mapping[str, list[tuple[str, str | None]]], excluded: set[str]
) -> Iterator[Transition]:
    """Over the branch after ``transition``, if there is one."""
    if transition.target not in passing:
        yield transition
        return
    for target, text in passing[transition.target]:
        if transition.target in excluded:
            yield replace(transition, target=target)
        elif text is not None:
            assumed = f"({transition.assumption}) && ({text})" if transition.assumption else text
            yield replace(transition, target=target, assumption=assumed)


def without_overflow(cfa: Cfa) -> WithoutOverflow:
    """``cfa`` with a branch before all that may overflow: sums, differences, products and opposites of signed integers.
    Shifts wrap, and divisions have checks of their own. What is computed in 128 bits always counts as overflow.
    """
    reading = StateExpressions(cfa)
    locations = count(max(location.number for location in cfa.locations) + 1)
    numbers = count(max((edge.number for edge in cfa.edges), default=0) + 1)
    edges: list[Edge] = []
    changed: dict[Edge, Edge] = {}
    branches: dict[Location, Fits] = {}
    moved: dict[Location, Location] = {}
    tests = {location: _test(cfa.leaving[location]) for location in cfa.locations}
    for edge in cfa.edges:
        test = tests[edge.source]
        if test is None:
            changed[edge] = edge
            edges.append(edge)
            continue
        if edge.source not in moved:
            behind, end = (Location(next(locations), edge.source.function) for _ in range(2))
            fits = _branch(edge, Assume(test, truth=True), behind, next(numbers))
            overflows = _branch(edge, Assume(test, truth=False), end, next(numbers))
            left = replace(overflows, number=next(numbers), source=end, target=cfa.halt)
            label = replace(left.label, statement=_LEFT_OUT, ordinal=left.number, branch=Branch.NONE.value)
            left = replace(left, operation=Unsupported(_LEFT_OUT, is_limit=True), label=label)
            moved[edge.source] = behind
            branches[behind] = Fits(fits, overflows, _text(reading, cfa, edge.source, test))
            edges += [fits, overflows, left]
        changed[edge] = replace(edge, source=moved[edge.source])
        edges.append(changed[edge])
    return WithoutOverflow(replace(cfa, edges=tuple(edges), control=()) if branches else cfa, branches, changed)


def may_overflow(operation: Operation) -> bool:
    """Whether there is a signed operation in it that has a branch before it in ``without_overflow``."""
    parts = (part for expression in expressions_of(operation) for part in subexpressions(expression))
    return not isinstance(operation, Check) and any(_fits(part) is not None for part in parts)


def _is_end(edge: Edge) -> bool:
    return isinstance(edge.operation, Unsupported) and edge.operation.feature == _LEFT_OUT


def _branch(edge: Edge, operation: Assume, target: Location, number: int) -> Edge:
    branch = Branch.TRUE if operation.truth else Branch.FALSE
    own = edge.label
    label = EdgeLabel(own.function, own.line, f"no overflow: {own.statement}", branch.value, number, own.file)
    return Edge(number, edge.source, operation, target, edge.origin, label)


def _test(edges: tuple[Edge, ...]) -> Expression | None:
    """Whether all results fit that are computed on the way over one of ``edges``; ``None`` if they always do."""
    found: dict[Expression, None] = {}
    for edge in edges:
        if isinstance(edge.operation, Check):
            continue
        for expression in expressions_of(edge.operation):
            for part in subexpressions(expression):
                fits = _fits(part)
                if fits is not None:
                    found[fits] = None
    test: Expression | None = None
    for fits in reversed(found):
        test = fits if test is None else conjunction(fits, test)
    return test


def _fits(part: Expression) -> Expression | None:
    """Whether the result of one operation lies in its type; ``None`` if that is no question."""
    type_ = part.type
    if not isinstance(type_, Integer) or not type_.signed:
        return None
    least, most = Constant(type_.minimum, type_), Constant(type_.maximum, type_)
    match part:
        case Unary(UnaryOp.NEGATE, operand):
            return binary(BinaryOp.NE, operand, least)
        case Binary(operator, left, right) if operator in _MAY_OVERFLOW:
            wide = LLONG if type_.width <= INT.width else INT128
            if type_.width > LLONG.width:
                return Constant(0, INT)
            exact = binary(operator, cast(left, wide), cast(right, wide))
            above = binary(BinaryOp.GE, exact, cast(least, wide))
            return conjunction(above, binary(BinaryOp.LE, exact, cast(most, wide)))
        case _:
            return None


def _text(reading: StateExpressions, cfa: Cfa, location: Location, test: Expression) -> str | None:
    """``test`` as C text that means it at ``location``."""
    if location.function not in cfa.functions:
        return None
    try:
        text = ScopedText(reading.names(location.function), {}, cfa.data_model).of(test)
    except Inexpressible:
        return None
    return text if reading.at(location, text) is not None else None
