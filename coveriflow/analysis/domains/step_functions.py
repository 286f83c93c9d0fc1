"""Steps of explicit values as Python functions, one for each step: what a search runs.

``values.ValueDomain`` does the same edge by edge; it says what an edge does where a value is not known, and the second
check of a reached set uses nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, assert_never

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.domains.value_edges import UNKNOWN, Apply, Environment, changed_variable, may_tell
from coveriflow.analysis.domains.value_precision import Growth
from coveriflow.analysis.domains.values import ValueDomain
from coveriflow.program.cfa.edges import Assign, Assume, Call, Check, Edge, Input, Return, Skip, Stop, Unsupported
from coveriflow.program.expressions.compile import defined, store_text, test_text, value_text, values_text
from coveriflow.program.expressions.expressions import ArrayValue, Expression, Place, Variable
from coveriflow.program.types.c_types import Array, Region

Choose = Callable[[Environment], int]
"""The number of the branch that is taken; raises one of ``UNKNOWN`` where that is not known."""


def choice(first: Step, second: Step) -> Choose | None:
    """Which of two branches is taken, if they are the two branches of one condition."""
    one, other = first[0].operation, second[0].operation
    if not isinstance(one, Assume) or not isinstance(other, Assume):
        return None
    if one.truth is other.truth or one.condition != other.condition:
        return None
    lines, test = test_text(one.condition)
    choose: Choose = defined([*lines, f" return {int(not one.truth)} if {test} else {int(one.truth)}"])
    return choose


@dataclass(slots=True)
class StepFunctions:
    """The functions of the steps of ``domain``, each made when it is first wanted. They change an environment in place
    and say whether the step can be taken. Law: they do what ``domain.successor`` does.
    """

    domain: ValueDomain
    _whole: dict[Step, Apply] = field(default_factory=dict)
    _behind: dict[Step, Apply] = field(default_factory=dict)

    def whole(self, step: Step) -> Apply:
        """All of ``step``."""
        if step not in self._whole:
            self._whole[step] = self._function(step, step)
        return self._whole[step]

    def behind_test(self, step: Step) -> Apply:
        """``step`` without its first edge, a test that is known to hold."""
        if step not in self._behind:
            self._behind[step] = self._function(step, step[1:])
        return self._behind[step]

    def forget(self, growth: Growth) -> None:
        """Make the functions anew that depend on what is tracked now."""
        for made in (self._whole, self._behind):
            for step in [s for s in made if _depends(s, growth)]:
                del made[step]

    def _function(self, step: Step, edges: Sequence[Edge]) -> Apply:
        text = _Text(self.domain)
        for edge in edges:
            text.add(edge)
        if (isolate := self.domain.isolating(step)) is not None:
            text.lines.append(f" {text.named(isolate)}(e)")
        forgotten, ended = self.domain.forgotten_after(step), self.domain.ended_after(step)
        text.lines += [f" e.pop({name!r}, None)" for name in forgotten]
        if ended:
            text.lines.append(f" for key in [k for k in e if isinstance(k, tuple) and k[0] in {text.named(ended)}]:")
            text.lines.append("  del e[key]")
        made: Apply = defined([*text.lines, " return True"], UNKNOWN=UNKNOWN, **text.names)
        return made


def _depends(step: Step, growth: Growth) -> bool:
    if growth.touches(step[0].source) or growth.touches(step[-1].target):
        return True
    return any(growth.names & may_tell(edge) for edge in step)


@dataclass(slots=True)
class _Text:
    """Python text for edges, and the objects that it names."""

    domain: ValueDomain
    lines: list[str] = field(default_factory=list)
    names: dict[str, Any] = field(default_factory=dict)

    def named(self, value: object) -> str:
        """A name for ``value`` in the text."""
        name = f"n{len(self.names)}"
        self.names[name] = value
        return name

    def add(self, edge: Edge) -> None:
        """The lines of one edge."""
        if self.domain.moves(edge):
            self.lines += self._slow(edge)
            return
        match edge.operation:
            case Skip() | Stop() | Unsupported():
                return
            case Assume(condition, truth):
                lines, test = test_text(condition)
                self._tried([*lines, f" if {'not ' if truth else ''}{test}: return False"], self._slow_or_fail(edge))
            case Check(condition):
                lines, test = value_text(condition)
                self._tried([*lines, f" holds = {test}"], [" holds = 0"])
                self.lines += [" if not holds:", *(f" {line}" for line in self._slow_or_fail(edge))]
            case Assign(target, value):
                self._assign(edge, target, value)
            case Input(target):
                self._havoc(edge, target)
            case Call(_, parameters, arguments):
                self._call(edge, parameters, arguments)
            case Return(function, value, target):
                self._return(edge, function, value, target)
            case _:
                assert_never(edge.operation)

    def _assign(self, edge: Edge, target: Place, value: Expression) -> None:
        if not self.domain.tracks(changed_variable(target)):
            return
        if isinstance(value, ArrayValue):
            self.lines += self._slow(edge)
        else:
            self._tried(store_text(target, value), self._slow(edge))

    def _havoc(self, edge: Edge, target: Variable) -> None:
        if isinstance(target.type, Array | Region):
            self.lines += self._slow(edge)
        else:
            self.lines.append(f" e.pop({target.name!r}, None)")

    def _call(self, edge: Edge, parameters: Sequence[Variable], arguments: Sequence[Expression]) -> None:
        pairs = [(p, a) for p, a in zip(parameters, arguments, strict=True) if self.domain.tracks(p)]
        lines, values = values_text([argument for _, argument in pairs])
        lines += [f" v{n} = {text}" for n, text in enumerate(values)]
        lines += [f" e[{parameter.name!r}] = v{n}" for n, (parameter, _) in enumerate(pairs)]
        if lines:
            self._tried(lines, self._slow(edge))

    def _return(self, edge: Edge, function: str, value: Variable | None, target: Variable | None) -> None:
        if any(isinstance(v.type, Array) for v in self.domain.cfa.functions[function].locals):
            self.lines += self._slow(edge)
            return
        self.lines.append(f" v = e.pop({value.name!r}, None)" if value is not None else " v = None")
        if target is not None and self.domain.tracks(target):
            self.lines += [f" if v is None: e.pop({target.name!r}, None)", f" else: e[{target.name!r}] = v"]

    def _slow(self, edge: Edge) -> list[str]:
        return [f" {self.named(self.domain.apply(edge))}(e)"]

    def _slow_or_fail(self, edge: Edge) -> list[str]:
        return [f" if not {self.named(self.domain.apply(edge))}(e): return False"]

    def _tried(self, lines: Sequence[str], otherwise: Sequence[str]) -> None:
        """``otherwise`` where a value is missing."""
        self.lines += [
            " try:",
            *(f" {line}" for line in lines),
            " except UNKNOWN:",
            *(f" {line}" for line in otherwise),
        ]
