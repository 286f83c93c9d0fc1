"""From a program to one in which invariants of its loops are written down, as a task of its own."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.actors.work.load import automaton_of, task_of
from coveriflow.actors.work.reduce.residual import part_of
from coveriflow.actors.work.verify.soft_limits import counted_from_now
from coveriflow.analysis.data_flow.beside import beside
from coveriflow.analysis.induction.loop_invariants import loop_invariants
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.answers import Justification, LoopInvariants
from coveriflow.artifacts.residual_programs import LoopAbstraction, Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.processes.worker import report_progress
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.display import rendered
from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.loops import Loops, loops_of
from coveriflow.transform.loop_abstraction import Invariants, abstracted, stated, with_invariants


def assumed_task(given: Task | Residual, limits: SoftLimits) -> Residual:
    """``given`` with the invariants of its loops assumed at their heads."""
    cfa, loops, invariants = _known(given, limits)
    return part_of(given, cfa, with_invariants(cfa, loops, invariants), _reason(loops, invariants, ()))


def abstracted_task(given: Task | Residual, limits: SoftLimits, iterations: int = 1) -> Residual:
    """``given`` with so many ``iterations`` of the loops whose changes can be any, as far as invariants allow."""
    cfa, loops, invariants = _known(given, limits)
    made = abstracted(cfa, loops, invariants, iterations)
    residual = part_of(given, cfa, made.program, _reason(loops, invariants, made.heads))
    left = tuple((_place(loops, head), reason) for head, reason in made.left_alone)
    before = () if residual.abstraction is None else residual.abstraction.loops
    abstracted_ones = (*before, *(_place(loops, head) for head in made.heads))
    return replace(residual, abstraction=LoopAbstraction(abstracted_ones, left))


def _known(given: Task | Residual, limits: SoftLimits) -> tuple[Cfa, Loops, Invariants]:
    left, cfa = counted_from_now(limits), automaton_of(task_of(given))
    return cfa, loops_of(cfa), stated(cfa, loop_invariants(cfa, left(), beside, report_progress))


def _reason(loops: Loops, invariants: Invariants, heads: tuple[Location, ...]) -> Justification:
    said = tuple((_place(loops, head), rendered(each)) for head, some in invariants.items() for each in some)
    return Justification("loop invariants", LoopInvariants(said, tuple(_place(loops, head) for head in heads)))


def _place(loops: Loops, head: Location) -> str:
    return f"the loop at line {loops.lines[head].line}"
