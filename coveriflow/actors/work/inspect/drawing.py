"""Programs, conditions and residual programs as what can be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PurePath

from coveriflow.actors.work.load import automaton_of, check_about
from coveriflow.actors.work.reduce.residual import left_of
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.artifacts.display.shapes import Shape
from coveriflow.artifacts.residual_programs import Reduction
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import NotSupported
from coveriflow.transform.cfa_graphs import cfa_graph, levels
from coveriflow.transform.conditions.comparison import verified_edges


def drawn_program(task: Task, condition: Condition | None) -> AbstractGraph:
    """The program's automaton, and what of it ``condition`` covers."""
    cfa, name = automaton_of(task), PurePath(task.name).name
    if condition is None:
        return cfa_graph(cfa, name)
    check_about(condition, task)
    return cfa_graph(cfa, f"{name}, and what {condition.producer} verified", verified_edges(cfa, condition))


def drawn_residual(task: Task, condition: Condition, reduction: Reduction) -> AbstractGraph:
    """The automaton of the program that is left."""
    cfa = automaton_of(task)
    check_about(condition, task)
    left = left_of(cfa, condition, reduction)[1].cfa
    return cfa_graph(left, f"what is left of {PurePath(task.name).name}, by {reduction.name}")


def shapes(task: Task, condition: Condition, names: Sequence[str], reduction: Reduction) -> tuple[Shape, ...]:
    """Those of the program itself, and of what is left of it by each of these reducers."""
    cfa = automaton_of(task)
    check_about(condition, task)
    return (Shape("original", levels(cfa)), *_shapes(cfa, condition, names, reduction))


def _shapes(cfa: Cfa, condition: Condition, names: Sequence[str], reduction: Reduction) -> Iterator[Shape]:
    for name in names:
        try:
            yield Shape(name, levels(left_of(cfa, condition, replace(reduction, name=name))[1].cfa))
        except NotSupported as error:
            yield Shape(name, (), f"{error.feature} is not supported")
