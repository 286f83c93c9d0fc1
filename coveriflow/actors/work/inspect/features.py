"""The features of a program, counted over the edges of its control-flow automaton."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from coveriflow.actors.work.load import automaton_of, task_of
from coveriflow.artifacts.program_features import Features
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa.alternatives import choices_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Edge, Input, Stop
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.expressions.expressions import (
    Binary,
    BinaryOp,
    Cell,
    Constant,
    Element,
    Expression,
    NewObject,
    Unary,
    UnaryOp,
    subexpressions,
)
from coveriflow.program.types.c_types import Floating

_PRODUCTS = frozenset({BinaryOp.MUL, BinaryOp.DIV, BinaryOp.MOD})
_BITS = frozenset({BinaryOp.AND, BinaryOp.OR, BinaryOp.XOR, BinaryOp.SHL, BinaryOp.SHR})


def features_of(task: Task | Residual) -> Features:
    """What is in the program of ``task``."""
    cfa = automaton_of(task_of(task))
    loops = loops_of(cfa)
    heads = [location for location in loops.heads if loops.is_head(location)]
    counted, choices = Counter[str](), choices_of(cfa, loops)
    for edge in cfa.edges:
        counted.update(_kinds(edge))
    return Features(
        lines=len({(edge.origin.file, edge.origin.line) for edge in cfa.edges}),
        edges=len(cfa.edges),
        functions=len(_entered(cfa)),
        branches=sum(isinstance(edge.operation, Assume) for edge in cfa.edges) // 2,
        loops=len(heads),
        nesting=max((len(loops.heads[head]) for head in heads), default=0),
        recursion=len(loops.recursive),
        inputs=sum(isinstance(edge.operation, Input) for edge in cfa.edges),
        alternatives=len(choices) + 1 if choices else 0,
        **counted,
    )


def _entered(cfa: Cfa) -> set[str]:
    """The functions that the automaton enters somewhere."""
    return {e.operation.function for e in cfa.edges if isinstance(e.operation, Call)} | {cfa.entry_function}


def _kinds(edge: Edge) -> set[str]:
    """What an edge computes with, by the names of features."""
    kinds = set[str]()
    for expression in _expressions(edge):
        for part in subexpressions(expression):
            kinds.update(_kinds_of(part))
    return kinds


def _expressions(edge: Edge) -> Iterator[Expression]:
    match edge.operation:
        case Assume(condition) | Check(condition):
            yield condition
        case Assign(target, value):
            yield target
            yield value
        case Input(target):
            yield target
        case Call(_, _, arguments):
            yield from arguments
        case Stop(status) if status is not None:
            yield status


def _kinds_of(part: Expression) -> Iterator[str]:
    if isinstance(part.type, Floating):
        yield "floats"
    match part:
        case Element():
            yield "arrays"
        case Cell():
            yield "pointers"
        case NewObject():
            yield "heap"
        case Binary(operator, left, right):
            if operator in _PRODUCTS and not (isinstance(left, Constant) or isinstance(right, Constant)):
                yield "products"
            elif operator in _BITS:
                yield "bits"
        case Unary(UnaryOp.COMPLEMENT):
            yield "bits"
        case _:
            pass
