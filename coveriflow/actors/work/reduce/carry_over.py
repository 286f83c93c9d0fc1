"""From an earlier version of a program, and what was verified of it, to a condition about the present one."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.load import automaton_of, check_about
from coveriflow.artifacts.previous_version import Earlier, Reuse
from coveriflow.artifacts.tasks import Task
from coveriflow.program.errors import InputError
from coveriflow.transform.conditions.version_to_version import carried_over


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
    found = carried_over(earlier.condition, automaton_of(earlier.task), automaton_of(task), task)
    first = str(found.changed[0].origin) if found.changed else ""
    reuse = Reuse(found.acceptances, found.accepted, len(found.changed), first)
    reason = earlier.justification
    if reason is None or reason.condition != earlier.condition.digest:
        return found.condition, reuse
    return found.condition, replace(reason, condition=found.condition.digest), reuse
