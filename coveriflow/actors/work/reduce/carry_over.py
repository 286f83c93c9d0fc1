"""From an earlier version of a program, and what was verified of it, to a condition about the present one."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.load import automaton_of, check_about
from coveriflow.artifacts.definedness import is_about_check
from coveriflow.artifacts.previous_version import Earlier, Reuse
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Check, Edge
from coveriflow.program.errors import InputError
from coveriflow.program.library.check_places import assumptions_of
from coveriflow.transform.conditions.version_to_version import carried_over

_EARLIER = ", in a program that was derived from an earlier version"


def carried(task: Task, earlier: Earlier) -> Produced:
    """The condition, how much of it was translated, and why it is true, if that was known of the earlier one.

    What is still covered are executions that the earlier version has as well, edge by edge: the proof about these is
    one about them.
    """
    check_about(earlier.condition, earlier.task)
    for what, now, then in (
        ("specification", task.specification, earlier.task.specification),
        ("data model", task.data_model, earlier.task.data_model),
    ):
        if now != then:
            raise InputError(f"the earlier version '{earlier.task.name}' has another {what}")
    before, after = automaton_of(earlier.task), automaton_of(task)
    found = carried_over(earlier.condition, before, after, task)
    first = str(found.changed[0].origin) if found.changed else ""
    reuse = Reuse(found.acceptances, found.accepted, len(found.changed), first)
    reason = earlier.justification
    if reason is None or reason.condition != earlier.condition.digest:
        return found.condition, reuse
    assumptions = tuple(_carried(reason.assumptions, before, after, found.same))
    return found.condition, replace(reason, condition=found.condition.digest, assumptions=assumptions), reuse


def _carried(sentences: Iterable[str], before: Cfa, after: Cfa, same: Mapping[Edge, Edge]) -> Iterator[str]:
    """What is assumed of checks names lines of the earlier version: the checks are the same, on other lines. Those that
    have changed are in no execution that is still covered.
    """
    checks: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in before.edges:
        for sentence in assumptions_of(before, edge) if isinstance(edge.operation, Check) else ():
            checks[sentence].append(edge)
    found: list[str] = []
    for sentence in sentences:
        if sentence in checks:
            found += (each for edge in checks[sentence] if edge in same for each in assumptions_of(after, same[edge]))
        else:
            found.append(f"{sentence}{_EARLIER}" if is_about_check(sentence) else sentence)
    yield from dict.fromkeys(found)
