"""From a program and a range to a program of just the paths in it, as a task of its own (ranged analysis, Fig. 4)."""

from __future__ import annotations

from enum import Enum

from coveriflow.actors.work.load import automaton_of, check_about, task_of
from coveriflow.actors.work.reduce.residual import Sizes, part_of, reducer_of
from coveriflow.actors.work.words import chosen_by
from coveriflow.artifacts.answers import Elsewhere, Justification
from coveriflow.artifacts.automata.range_observer import outside, resolved_range
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Reduction, Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.transform.ranges.programs import instrumented_for_range, residual_of_range
from coveriflow.transform.reducers.pruning import pruned
from coveriflow.transform.reducers.slicing import sliced


class Form(Enum):
    """How a program of a range is made: by a reducer, or with an observer beside the program. One of an alternative is
    the program without the others.
    """

    RESIDUAL = "residual"
    INSTRUMENTED = "instrumented"


def range_reduced(task: Task | Residual, within: Range, form: str, reduction: Reduction) -> Residual:
    """The program of ``within``, printed as C. ``InputError`` for a form that there is not, and for an empty range."""
    return _reduced(task, within, form, reduction)[0]


def range_reduced_and_measured(task: Task, within: Range, form: str, reduction: Reduction) -> tuple[Residual, Sizes]:
    """The program of ``within``, and how large it is."""
    residual, original, program = _reduced(task, within, form, reduction)
    return residual, Sizes(len(original.locations), len(program.locations))


def _reduced(task: Task | Residual, within: Range, form: str, reduction: Reduction) -> tuple[Residual, Cfa, Cfa]:
    """Also the automata before and after. A proof of it is one of the range, and leaves the rest to others."""
    chosen = chosen_by(Form, "range-program", "form", form)
    check_about(within, task_of(task))
    cfa = automaton_of(task_of(task))
    bounds = resolved_range(within, cfa)
    if chosen is Form.INSTRUMENTED:
        whole = pruned(cfa, outside(bounds, cfa)) if within.is_unbounded else instrumented_for_range(cfa, bounds)
        program = sliced(whole) if reduction.slice else whole
    else:
        program = residual_of_range(cfa, bounds, reducer_of(reduction, cfa))
    reason = None if within.is_full else Justification(f"outside of {within}", Elsewhere(within))
    return part_of(task, cfa, program, reason), cfa, program.cfa
