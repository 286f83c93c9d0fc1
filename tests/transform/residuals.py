"""What the tests of reducers share: conditions of any kind, and the residual property by execution."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.transform.contracts import Transformed
from tests.analysis.runs import STEPS, automaton_of, covered_after

_SLOWER = 20
"""A residual program may take so many edges for each of the original: those that a monitor added."""


def any_condition(rng: random.Random, executions: Sequence[Execution], states: int) -> ResolvedCondition:
    """A condition of about so many states, true or not, that runs along some of ``executions`` and covers some of
    them: a tree of their prefixes whose states are united at random, so that it has loops and is nondeterministic.
    """
    united = rng.choice([1, 2, 8])
    names = [f"q{rng.randrange(states * united) % states}" for _ in range(states)]
    moves: dict[tuple[str, Edge], frozenset[str]] = {}
    children: dict[tuple[str, Edge], str] = {}
    for execution in rng.sample(list(executions), min(len(executions), rng.randrange(1, 9))):
        state, length = "q0", rng.choice([3, 8, 20, 60])
        for edge in execution.trace[:length]:
            if (state, edge) not in children or rng.random() < 0.05:
                children[state, edge] = rng.choice(names)
                moves[state, edge] = moves.get((state, edge), frozenset()) | {children[state, edge]}
            state = children[state, edge]
        if execution.trace and rng.random() < 0.8:
            last = execution.trace[min(length, len(execution.trace)) - 1]
            moves[state, last] = moves.get((state, last), frozenset()) | {"accepted"}
    return ResolvedCondition(frozenset({"q0"}), frozenset({"accepted"}), moves)


def check_residual(
    residual: Transformed,
    condition: ResolvedCondition,
    executions: Sequence[Execution],
    figures: Counter[str],
    *,
    slices: bool = False,
    reads_text: bool = True,
) -> None:
    """Def. 3: the residual program takes the paths of the original, whole ones where they are not covered; and so does
    its text, read again. A slice: those that reach the error.
    """
    own, text = Interpreter(residual.cfa), None
    if reads_text:
        text = Interpreter(automaton_of(printed(residual.cfa).text, residual.cfa.data_model), keep_trace=False)
    for execution in executions:
        values = [value for _, value in execution.inputs]
        covered = covered_after(condition, execution.trace)
        limit = STEPS if execution.end is End.TOO_LONG else _SLOWER * STEPS
        run = own.run(values, limit)
        wanted = covered is None and not (slices and execution.end is not End.ERROR)
        _check_path(residual, run, execution, covered if wanted or not slices else 0)
        if text is not None:
            _check_text(text.run(values, limit), execution, must_be_whole=wanted)
        figures["covered" if covered is not None else "not covered"] += 1
        figures["cut"] += run.end is End.CUT
        figures["errors"] += wanted and execution.end is End.ERROR


def _check_path(residual: Transformed, run: Execution, original: Execution, covered: int | None) -> None:
    taken = residual.originals(run.trace)
    if original.end is End.TOO_LONG:
        common = min(len(taken), len(original.trace))
        assert taken[:common] == original.trace[:common]
        assert covered is not None or run.end is End.TOO_LONG or common == len(original.trace)
        return
    assert taken == original.trace[: len(taken)], "a path that the original does not have"
    if covered is None:
        assert taken == original.trace
        assert (run.end, run.status) == (original.end, original.status)
    else:
        assert len(taken) >= covered - 1, "a path that is not covered is cut"
        assert run.end in (End.CUT, original.end)


def _check_text(run: Execution, original: Execution, *, must_be_whole: bool) -> None:
    read, had = ([value for _, value in each.inputs] for each in (run, original))
    if original.end is End.TOO_LONG:
        assert read[: len(had)] == had[: len(read)]
        return
    same = (run.end, run.status) == (original.end, original.status) and read == had
    assert read == had[: len(read)], "the residual program reads what the original does not"
    assert same or (not must_be_whole and run.end is End.STOPPED and run.status is None), (run.end, original.end)


def check_deterministic(cfa: Cfa) -> None:
    """Prop. 1: the edges from a location are one, or a branch and its opposite, or returns to different calls."""
    from coveriflow.program.cfa.edges import Assume, Return

    for edges in cfa.leaving.values():
        operations = [edge.operation for edge in edges]
        if len(edges) > 1 and all(isinstance(each, Assume) for each in operations):
            assert len(edges) == 2
            first, second = operations
            assert isinstance(first, Assume) and isinstance(second, Assume)  # noqa: PT018
            assert (first.condition, first.truth) == (second.condition, not second.truth)
        elif len(edges) > 1:
            assert all(isinstance(each, Return) for each in operations)
            assert len({edge.target for edge in edges}) == len(edges)
