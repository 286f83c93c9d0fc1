"""``coveriflow draw``: programs, conditions over them, and what these leave, as SVG."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from coveriflow.actors.work.inspect.drawing import drawn_program, drawn_residual, shapes
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.artifacts.residual_programs import Reduction
from coveriflow.artifacts.tasks import Task
from coveriflow.cli.commands.explain import counted, write_drawing
from coveriflow.cli.contracts import DrawOptions, Exit
from coveriflow.cli.input_files import check_program
from coveriflow.cli.programs import asked_of
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.flows.tasks.condition_files import ProgramOf, condition_file
from coveriflow.flows.tasks.load import load
from coveriflow.program.errors import InputError
from coveriflow.report.streams import say
from coveriflow.report.svg.condition_graphs import condition_graph
from coveriflow.report.svg.graphs import graph_svg
from coveriflow.report.svg.shapes import shapes_svg
from coveriflow.transform.reducers.partitioners import Folder

T = TypeVar("T")


def draw(options: DrawOptions) -> int:
    """Write the drawing, and say what it shows; the exit code."""
    check_program(options)
    with Workers(MODULES) as workers:
        task = load(asked_of(options))
        condition = None
        if options.condition is not None:
            condition = condition_file(options.condition, ProgramOf(lambda: task))
        drawn, said = _drawing(options, task, condition, partial(_done, workers, options))
    target = options.out or Path(f"{Path(task.name).stem}.svg")
    write_drawing(target, drawn)
    say(f"{target}: {said}", sys.stdout)
    return Exit.TRUE


Work = Callable[..., Any]


def _drawing(options: DrawOptions, task: Task, condition: Condition | None, do: Work) -> tuple[bytes, str]:
    """The drawing, and what it is."""
    reduction = Reduction(options.reducer or "sep", options.bound, options.heads, options.slice)
    if condition is None:
        return _graph(options, do(drawn_program, task, None), "locations")
    if options.automaton:
        return _graph(options, condition_graph(condition), "states")
    if options.shapes:
        names = tuple(folder.name.lower() for folder in Folder)
        found = do(shapes, task, condition, names, reduction)
        title = f"what {condition.producer} leaves of {Path(task.name).name}"
        return shapes_svg(title, found), f"{title}, {len(found)} shapes"
    if options.reducer:
        return _graph(options, do(drawn_residual, task, condition, reduction), "locations")
    return _graph(options, do(drawn_program, task, condition), "locations")


def _graph(options: DrawOptions, graph: AbstractGraph, noun: str) -> tuple[bytes, str]:
    drawn = graph_svg(graph, options.nodes, with_dot=options.with_dot, noun=noun)
    return drawn, f"{graph.title}, {counted(graph, options.nodes, noun)}"


def _done(workers: Workers, options: DrawOptions, work: Callable[..., T], *arguments: object) -> T:
    """In a process with limits."""
    outcome = workers.submit(work, *arguments, limits=options.limits).result()
    if outcome.error is not None:
        raise outcome.error
    if outcome.value is None:
        raise InputError(f"there is nothing to draw: {outcome.end.value}")
    return outcome.value
