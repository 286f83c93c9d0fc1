"""What witnesses say of an execution that never ends: its recurrent set, the loop of that, and the inputs it reads.

In entries 2.1, the first assumption of the cycle at a loop. In GraphML, the invariant of the node that is the cycle's
head (sv-witnesses, ``termination/README``, of 2022). Edges that enter that head may stand in the body of the loop, as
in CPAchecker's; Ultimate's have neither invariant nor ``enterLoopHead``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from coveriflow.actors.work.validate.endless import Recurring
from coveriflow.actors.work.validate.probes import Placed, ProgramText
from coveriflow.actors.work.validate.said_inputs import Values, said_value
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge
from coveriflow.artifacts.witnesses.yaml import Action, Segment, ViolationSequence, WaypointKind, WitnessPlace
from coveriflow.program.errors import InputError

_GRAPHML = "violation witness (GraphML)"
_YAML = "violation witness (YAML)"


def lasso_in(content: ViolationSequence) -> Recurring:
    """A sequence with a cycle, else ``InputError``."""
    if not content.cycle:
        raise InputError("a violation of termination has a cycle, and this witness has none")
    waypoints = [segment.follow for segment in content.cycle]
    assumed = [each for each in waypoints if each.kind is WaypointKind.ASSUMPTION]
    first = assumed[0] if assumed else waypoints[0]
    stem = [segment for segment in content.segments if segment.action is Action.FOLLOW]
    condition = first.constraint if assumed else ""
    others = [each for each in waypoints if not assumed or each is not first]
    return Recurring(
        _YAML,
        first.place,
        condition,
        _returned(stem),
        _returned(content.cycle),
        before=tuple(segment.follow for segment in stem),
        again=tuple(others),
        avoids=any(segment.avoid for segment in content.segments),
    )


def _returned(segments: Iterable[Segment]) -> Values:
    found: Values = defaultdict(list)
    for each in segments:
        value = said_value(each.follow.constraint)
        if each.follow.kind is WaypointKind.RETURN and value is not None:
            found[each.follow.place.line].append(value)
    return dict(found)


def lasso_of(task: Task, witness: Witness) -> Recurring:
    """An automaton with a cycle's head, else ``InputError``."""
    head = next((node for node in witness.nodes if node.cyclehead), None)
    if head is None:
        raise InputError("a violation of termination has a cycle, and this witness has no cyclehead")
    again = _reachable(witness, head.name)
    stem = [edge for edge in witness.edges if edge.source not in again]
    round_ = [edge for edge in witness.edges if edge.source in again]
    place = _loop(task, witness, head.name)
    return Recurring(_GRAPHML, place, head.invariant, _assumed(stem), _assumed(round_), exact=False)


def _reachable(witness: Witness, name: str) -> frozenset[str]:
    found, waiting = {name}, [name]
    while waiting:
        here = waiting.pop()
        new = {edge.target for edge in witness.edges if edge.source == here} - found
        found |= new
        waiting += new
    return frozenset(found)


def _assumed(edges: Iterable[WitnessEdge]) -> Values:
    found: Values = defaultdict(list)
    for edge in edges:
        value = said_value(edge.assumption)
        if value is not None:
            found[edge.startline].append(value)
    return dict(found)


def _loop(task: Task, witness: Witness, head: str) -> WitnessPlace:
    """The loop on a line of an edge at the head, the innermost one around such a line, or the only one."""
    text = ProgramText(task)
    loops = [each for each in text.statements if each.statement.is_loop]
    entering = [edge for edge in witness.edges if edge.target == head and edge.enter_loop_head]
    leaving = [edge for edge in witness.edges if edge.source == head]
    for edge in (*leaving, *entering):
        files = text.files_named(edge.origin_file)
        on_line = [each for each in loops if each.place.line == edge.startline and each.place.file in files]
        if len(on_line) == 1:
            return on_line[0].place
    around = [each for edge in (*entering, *leaving) for each in loops if _is_around(text, each, edge)]
    inner = max(around or loops[:1], key=lambda each: each.statement.start, default=None)
    if inner is None or (not around and len(loops) > 1):
        return WitnessPlace(witness.program_file, 0)
    return inner.place


def _is_around(text: ProgramText, loop: Placed, edge: WitnessEdge) -> bool:
    last = text.analysed(loop.source).place(loop.statement.end).line
    is_there = loop.place.file in text.files_named(edge.origin_file)
    return is_there and loop.place.line <= edge.startline <= last
