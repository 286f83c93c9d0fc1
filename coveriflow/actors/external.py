"""External verifiers as actors: ``tool("cbmc")``, or ``tool("my-tool.yml")`` for one that a file of yours defines."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

from coveriflow.actors.composition.nodes import Actor, CompositionError, Parameter
from coveriflow.actors.confirmers import what_links
from coveriflow.actors.definition import Produced, actor
from coveriflow.actors.options import ToolOptions
from coveriflow.actors.tool_catalogue import _configured, _file, defined, names
from coveriflow.artifacts.answers import Answer, Justification, Violation
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.error_paths import ErrorPath
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.specifications import Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.tool_definitions import Exchange
from coveriflow.artifacts.tool_logs import ToolLog
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries

_ALWAYS: tuple[type, ...] = (Answer, Violation, TestSuite, ErrorPath, ToolLog)
_BY_REDUCER: tuple[type, ...] = (Residual, ToolLog)
_WRITES: dict[Exchange, tuple[type, ...]] = {
    Exchange.WITNESS: (Witness, WitnessEntries),
    Exchange.CONDITION: (Condition,),
}


def _the_tool(actor: Actor, inputs: tuple[object, ...]) -> tuple[str, ...] | None:
    from coveriflow.actors.work.tools.fingerprint import state_of_tool

    chosen = dict(actor.parameters)
    state = state_of_tool(*(str(chosen[name]) for name in ("name", "executable", "options")))
    return None if state is None else (*state, *what_links(actor, inputs))


def _does_not_check(actor: Actor, specification: Specification) -> str:
    chosen = dict(actor.parameters)
    definition = _configured(str(chosen["name"]), str(chosen["configuration"]))
    kinds = [kind.value for kind in definition.not_checked(one.kind for one in specification.properties)]
    return f"it does not check {' and '.join(kinds)} (by its definition)" if kinds else ""


@actor(version="2", provides=_ALWAYS, besides=_the_tool, refuses=_does_not_check, options=ToolOptions)
def external(
    task: Task | Residual,
    *,
    options: ToolOptions,
) -> Produced:
    """An external verifier, run as a program of its own in a folder of its own.

    ``name``: of its definition, see 'coveriflow actors list'; or the file of one (.yml). ``configuration``: one of the
    definition's. ``executable``: its path, if not that of the definition. ``options``: further ones, as a shell would
    split them. ``bound``: how often loops are unwound; without it the definition's bounds are tried.
    ``accounting``: what measures and limits its resources, ``own``, ``runexec`` (of BenchExec, by cgroups), or
    ``auto``; ``cores``: how many runexec lets it use.

    A violation that it claims is executed: 'false' is confirmed by that, 'unknown' where the inputs it names do not
    violate the property, and 'false, unconfirmed' where it names none. Its 'true' is unconfirmed. Where it writes no
    witness, there is one of the executed violation.
    """
    from coveriflow.actors.work.tools import call as work

    return work.answered(task, options)


@actor(version="2", provides=_ALWAYS, besides=_the_tool, refuses=_does_not_check, options=ToolOptions)
def external_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    *,
    options: ToolOptions,
) -> Produced:
    """An external verifier that takes a condition, for what the condition leaves. Parameters: see 'external'."""
    from coveriflow.actors.work.tools import call as work

    return work.answered(task, options, condition=condition, justification=justification)


@actor(version="2", provides=_ALWAYS, besides=_the_tool, refuses=_does_not_check, options=ToolOptions)
def external_witness(
    task: Task,
    witness: Witness | WitnessEntries,
    *,
    options: ToolOptions,
) -> Produced:
    """An external tool that takes a witness. Parameters: see 'external'."""
    from coveriflow.actors.work.tools import call as work

    return work.answered(task, options, witness=witness)


@actor(version="1", provides=_BY_REDUCER, besides=_the_tool, refuses=_does_not_check, options=ToolOptions)
def external_reducer(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    *,
    options: ToolOptions,
) -> Produced:
    """An external tool that writes the program which a condition leaves, as C. Parameters: see 'external'.

    A violation in that program counts if the original has it with the same inputs. A proof of it rests on the claim of
    the tool that it has all executions that the condition does not cover: it is unconfirmed.
    """
    from coveriflow.actors.work.tools import residuals as work

    return work.written_residual(task, condition, justification, options)


def tool(name: str, configuration: str = "", **parameters: Parameter) -> Actor:
    """The actor that runs the tool ``name`` (or the one that the file ``name``, a .yml, defines; also one in the format
    of fm-tools or of CoVeriTeam's actors, whose versions are the configurations).

    Its label is the tool's name. Raises ``CompositionError`` for a tool or a configuration that there is not, and
    ``InputError``, with the line, for a definition that is wrong.
    """
    definition, chosen = defined(name), _configured(name, configuration)
    if parameters.get("bound") is not None and definition.bound is None:
        raise CompositionError(f"{definition.key} has no bound to set")
    reads = {exchange for exchange, _ in chosen.reads}
    kind = external
    if Exchange.RESIDUAL in dict(chosen.writes):
        kind = external_reducer
    elif reads & {Exchange.CONDITION, Exchange.AUTOMATON}:
        kind = external_given
    elif Exchange.WITNESS in reads:
        kind = external_witness
    own = name if name in names() else str(_file(name))
    made = kind.chosen({"name": own, "configuration": configuration, **parameters})
    label = f"{definition.key}-{configuration}" if configuration else definition.key
    return replace(settled(made), label=label)


def settled(actor: Actor) -> Actor:
    """An actor that runs a tool, with what the tool's definition adds: its version, and what it provides. Others stay
    as they are.
    """
    if actor.definition.partition(":")[0] != __name__:
        return actor
    parameters = dict(actor.parameters)
    name, configuration = str(parameters["name"]), str(parameters["configuration"])
    chosen = _configured(name, configuration)
    written = {each for exchange, _ in chosen.writes for each in _WRITES.get(exchange, ())}
    if chosen.finds_violations:
        written.update(_WRITES[Exchange.WITNESS])
    provides = (*_ALWAYS, *sorted(written, key=lambda each: each.__name__))
    if Exchange.RESIDUAL in dict(chosen.writes):
        provides = _BY_REDUCER
    files = (_file(name), *map(Path, defined(name).included))
    digest = hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:8]
    return replace(actor, provides=provides, version=f"{actor.version.partition('+')[0]}+{digest}")


def own_program(actor: Actor) -> str:
    """What ``actor`` executes that coveriflow's own definitions of tools do not say, in words; empty if nothing."""
    if actor.definition.partition(":")[0] != __name__:
        return ""
    parameters = dict(actor.parameters)
    if str(parameters["name"]) not in names():
        return f"the tool of the file {parameters['name']}"
    chosen = [key for key in ("executable", "options") if parameters[key]]
    return f"the parameter {' and '.join(chosen)} of the tool {parameters['name']}" if chosen else ""
