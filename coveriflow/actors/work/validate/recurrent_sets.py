"""The condition of a recurrent set, read at the loop that it is about: as expressions of the program's automaton."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.validate.connectives import conjuncts, disjuncts
from coveriflow.actors.work.validate.probes import (
    NotMatchedError,
    Placed,
    ProgramText,
    before_condition,
    expression_text,
    probed_automaton,
)
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses.yaml import WitnessPlace
from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Check, Location
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import Expression, Variable, subexpressions
from coveriflow.transform.probes import claim, is_probe

_FAILS = "coveriflow_set_is_entered"
_VALUE = "coveriflow_set_value_"
_BRANCHES = re.compile(r"&&|\|\||\?")


@dataclass(frozen=True, slots=True)
class RecurrentSet:
    """The ``conditions`` hold at a visit of one of ``heads``; none: in any state there."""

    heads: frozenset[Location]
    conditions: tuple[Expression, ...]

    @property
    def names(self) -> frozenset[str]:
        """The variables that the conditions speak of."""
        parts = (part for condition in self.conditions for part in subexpressions(condition))
        return frozenset(part.name for part in parts if isinstance(part, Variable))


def recurrent_set(task: Task, cfa: Cfa, place: WitnessPlace, condition: str) -> RecurrentSet:
    """``NotMatchedError`` where no loop stands there, or the condition is not one of plain variables in scope."""
    text, placed = _placed(task, place)
    heads = _statements(text, cfa, placed)
    if not heads:
        raise NotMatchedError("the loop there is never reached")
    at = frozenset(each.head for each in heads)
    if not condition.strip():
        return RecurrentSet(at, ())
    parts = conjuncts(expression_text(condition).split(" "))
    return RecurrentSet(at, tuple(_read(task, text, placed, heads, part) for part in parts))


def reaching(task: Task, place: WitnessPlace, condition: str) -> tuple[Task, Cfa]:
    """The program in which it is an error to visit the loop in a state of the set."""
    _, placed = _placed(task, place)
    violated = Specification((Property(PropertyKind.UNREACH_CALL, _FAILS),), task.specification.entry)
    about = replace(task, specification=violated)
    test = expression_text(condition) if condition.strip() else "1"
    probe = before_condition(placed, claim(1, f"if ({test}) {_FAILS}();"))
    probed = ProgramText(about).probed(list(probe), f"extern void {_FAILS}(void);\n")
    return probed, automaton_of(probed)


def _placed(task: Task, place: WitnessPlace) -> tuple[ProgramText, Placed]:
    if any(name in source.preprocessed for source in task.sources for name in (_FAILS, _VALUE)):
        raise NotMatchedError(f"names that begin with {_VALUE} are taken")
    text = ProgramText(task)
    return text, text.at(place, lambda statement: statement.is_loop, "loop")


def _statements(text: ProgramText, cfa: Cfa, placed: Placed) -> list[ControlStatement]:
    span = text.analysed(placed.source).place(placed.statement.start)
    at = (span.file, span.line, span.column)
    return [each for each in cfa.control if (each.span.file, each.span.line, each.span.column) == at]


def _read(
    task: Task, text: ProgramText, placed: Placed, heads: Sequence[ControlStatement], tokens: Sequence[str]
) -> Expression:
    """One condition: a disjunction, or what has no branches."""
    parts = disjuncts(tokens)
    if len(parts) > 1:
        found = [[_read(task, text, placed, heads, each) for each in conjuncts(part)] for part in parts]
        result = None
        for some in found:
            both = some[0]
            for each in some[1:]:
                both = make.conjunction(both, each)
            result = both if result is None else make.disjunction(result, both)
        assert result is not None
        return result
    whole = " ".join(tokens)
    if _BRANCHES.search(whole):
        raise NotMatchedError(f"'{whole}' has branches")
    return _value(task, text, placed, heads, whole)


def _value(
    task: Task, text: ProgramText, placed: Placed, heads: Sequence[ControlStatement], condition: str
) -> Expression:
    """What the program would store as the value of ``condition``."""
    probe = before_condition(placed, claim(1, f"{_VALUE} = ({condition}) != 0;"))
    probed = text.probed(list(probe), f"static int {_VALUE};\n")
    violated = Specification((Property(PropertyKind.UNREACH_CALL, _FAILS),), task.specification.entry)
    cfa = probed_automaton(replace(probed, specification=violated))
    own = [edge for edge in cfa.edges if is_probe(edge.origin)]
    if any(isinstance(edge.operation, Check) for edge in own):
        raise NotMatchedError(f"'{condition}' has no value in some states")
    found = {o.value for o in (edge.operation for edge in own) if isinstance(o, Assign) and _is_value(o.target)}
    known = {variable for each in heads for variable in each.names.values()}
    if len(found) != 1:
        raise NotMatchedError(f"'{condition}' is no plain condition there")
    (value,) = found
    if any(isinstance(part, Variable) and part not in known for part in subexpressions(value)):
        raise NotMatchedError(f"'{condition}' speaks of more than plain variables")
    return value


def _is_value(target: object) -> bool:
    return isinstance(target, Variable) and target.name == _VALUE
