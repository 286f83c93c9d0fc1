"""What an external tool claims, and how much of it counts (contracts: evidence for ``true`` and for ``false``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from coveriflow.actors.work.checks.violations import confirmed, shown
from coveriflow.actors.work.load import automaton_of, task_of
from coveriflow.actors.work.verify.accelerated_inputs import in_original
from coveriflow.actors.work.verify.justification import completed
from coveriflow.actors.work.verify.unsupported import ABSTRACT
from coveriflow.artifacts.answers import Answer, Claim, Justification, Violation
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.interpreter.interpreter import End, Execution, Inputs, Interpreter

_STEPS = 50_000_000
_MOST = 200
"""Of the tests of a tester, so many are replayed at most."""


def claimed_true(
    given: Task | Residual,
    by: str,
    assumed: tuple[str, ...],
    condition: Condition | None = None,
    justification: Justification | None = None,
) -> object:
    """``true``, unconfirmed; together with what supports the condition before it, where there is one."""
    return completed(Answer(Verdict.TRUE, "", Claim(by), assumed), given, condition, justification)


def claimed_false(
    given: Task | Residual,
    by: str,
    inputs: tuple[tuple[int, ...], ...],
    told: str,
    along: Callable[[], Iterator[tuple[int, ...] | str]] = lambda: iter(()),
) -> tuple[object, ...]:
    """What an execution with one of ``inputs`` shows, or else with what is found ``along`` a witness (a text: why there
    is nothing). Where there are no inputs, an execution with zeros may still refute the claim: if the program reads
    nothing, it is the only one. ``told``: why there are none. Of a program with abstracted loops nothing is claimed.
    """
    if isinstance(given, Residual) and given.is_abstract:
        return (Answer(Verdict.UNKNOWN, ABSTRACT),)
    try:
        cfa = automaton_of(task_of(given))
    except (NotSupported, InputError) as error:
        return (_unconfirmed(by, f"coveriflow cannot execute the program, {error}"),)
    interpreter, refuted = Interpreter(cfa, keep_trace=False), ""
    for values in inputs[:_MOST] or ((),):
        replay = interpreter.run(_fed(values), _STEPS)
        if replay.end is End.ERROR:
            return _executed(given, cfa, by, tuple(value for _, value in replay.inputs))
        if inputs or _is_only_one(replay):
            refuted = refuted or replay.end.value
    for found in along() if inputs or not refuted else ():
        if isinstance(found, str):
            told = "; ".join(each for each in (told, found) if each)
            continue
        shown = _executed(given, cfa, by, found)
        if any(isinstance(each, Answer) and each.verdict is Verdict.FALSE for each in shown):
            return shown
    if refuted:
        return (
            Answer(Verdict.UNKNOWN, f"{by} claims a violation, but its inputs do not violate the property: {refuted}"),
        )
    return (_unconfirmed(by, told),)


def found_violation(given: Task | Residual, by: str, inputs: tuple[tuple[int, ...], ...]) -> tuple[object, ...]:
    """For a tool that leaves tests, and no verdict: the first test that reaches the error, executed; else nothing."""
    if isinstance(given, Residual) and given.is_abstract:
        return ()
    try:
        cfa = automaton_of(task_of(given)) if inputs else None
    except (NotSupported, InputError):
        return ()
    for values in inputs[:_MOST]:
        assert cfa is not None
        replay = Interpreter(cfa, keep_trace=False).run(_fed(values), _STEPS)
        if replay.end is End.ERROR:
            found = _executed(given, cfa, by, tuple(value for _, value in replay.inputs))
            if any(isinstance(each, Answer) and each.verdict is Verdict.FALSE for each in found):
                return found
    return ()


def _is_only_one(replay: Execution) -> bool:
    return not replay.inputs and replay.end in (End.RETURNED, End.STOPPED)


def _unconfirmed(by: str, told: str) -> Answer:
    why = f"{by} claims a violation and names no inputs that show it" + (f" ({told})" if told else "")
    return Answer(Verdict.FALSE, why, Claim(by))


def _fed(values: tuple[int, ...]) -> Inputs:
    """``values`` for the calls of input functions, then zeros; zeros for what the program hides."""
    rest = iter(values)

    def following(edge: Edge) -> int | None:
        operation = edge.operation
        assert isinstance(operation, Input)
        return operation.type.wrap(next(rest, 0)) if operation.kind is InputKind.CALL else 0

    return following


def _executed(given: Task | Residual, cfa: Cfa, by: str, values: tuple[int, ...]) -> tuple[object, ...]:
    """The inputs lead to the error in the automaton: now in the compiled program (a residual one reads
    the same; what the original of an accelerated one reads ``in_original`` says). With witnesses of that execution.
    """
    task = given.original if isinstance(given, Residual) else given
    translated = in_original(given, cfa, values)
    if translated is None:
        return (Answer(Verdict.UNKNOWN, f"{by} claims a violation after more iterations than can be executed"),)
    values = translated
    answer, suite = confirmed(task, Violation(values))
    if answer.verdict is not Verdict.FALSE:
        return (Answer(Verdict.UNKNOWN, f"{by} claims a violation, but {answer.reason}", None, (), answer.place),)
    own = automaton_of(task) if isinstance(given, Residual) else cfa
    found = (answer, Violation(values), suite, *shown(task, own, values))
    return tuple(each for each in found if each is not None)
