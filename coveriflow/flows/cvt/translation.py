"""From a program of CoVeriTeam to a flow, and to the Python file that defines it.

The program is evaluated: its variables stand for compositions, conditions and artifacts. Compositions that the program
has a name for have that name in Python, too; functions are put in the place of their calls, and nothing is printed.
"""

from __future__ import annotations

import keyword
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from coveriflow import actors
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition, CompositionError, IfThenElse, Portfolio, Repeat
from coveriflow.actors.questions import DECIDED
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.cvt.counterparts import counterpart
from coveriflow.flows.cvt.values import (
    ACTORS,
    ALGEBRA,
    KINDS,
    MISSING,
    NO_VERDICTS,
    VERDICTS,
    Executed,
    Given,
    Inputs,
    Part,
    Text,
    Value,
    Verdicts,
    called,
    joined,
    literal,
)
from coveriflow.formats.tools.cvt import (
    Call,
    CvtProgram,
    Expression,
    Function,
    Name,
    Operation,
    Several,
    Statement,
)
from coveriflow.formats.tools.cvt import Text as Quoted
from coveriflow.program.errors import InputError, Span

ROUNDS = 100
"""At most, of a cycle; CoVeriTeam's have no bound."""
_MOST_CALLS = 10_000
_SILENT = ("print", "set_actor_name")
_PASSING = ("Identity", "Copy", "TestSpecToSpec", "SpecToTestSpec")
_MODELS = ("ILP32", "LP64")
_TAKEN = frozenset({"flow", "tool", "confirmed", "Verdict", "VerdictIs", "Task", *actors.__all__, *KINDS, "IfThenElse"})


@dataclass(frozen=True, slots=True)
class Translated:
    """The flow, the lines that define its parts, what they import, and what a reader should know."""

    flow: Flow
    lines: tuple[str, ...]
    imports: frozenset[tuple[str, str]]
    notes: tuple[str, ...]


def translated(
    program: CvtProgram, name: str, inputs: Mapping[str, str], used: Mapping[str, str], file: str
) -> Translated:
    """The flow ``name``. ``inputs``: texts for variables that the program does not set; ``used``: see ``counterpart``.

    ``InputError``, with the place, for what has no counterpart.
    """
    running = _Translation(program, name, inputs, used)
    for statement in program.statements:
        running.do(statement)
    if running.flow is None:
        raise InputError("nothing is executed: there is no 'execute(actor, inputs);'", Span(file))
    notes = tuple(dict.fromkeys(running.notes))
    return Translated(running.flow, tuple(running.lines), frozenset(running.imports), notes)


@dataclass(slots=True)
class _Translation:
    program: CvtProgram
    name: str
    inputs: Mapping[str, str]
    used: Mapping[str, str]
    flow: Flow | None = None
    variables: dict[str, Value] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    imports: set[tuple[str, str]] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    count: int = 0

    def do(self, statement: Statement) -> None:
        """One statement outside of functions."""
        if statement.returns:
            raise InputError("'return' is for functions", statement.span)
        value = self._value(statement.value, self.variables)
        if statement.name:
            self.variables[statement.name] = self._named(statement.name, value)

    def _named(self, name: str, value: Value) -> Value:
        """The same, written by its name from now on."""
        if not isinstance(value, Part) or value.composition is None:
            return value
        own = _identifier(name)
        self._line(f"{own} = {value.text.code}", value.text)
        return Part(value.composition, Text(own))

    def _line(self, line: str, text: Text) -> None:
        self.lines.append(line)
        self.imports |= text.imports

    # --- expressions --------------------------------------------------------------------------------------------------

    def _value(self, expression: Expression, variables: Mapping[str, Value]) -> Value:
        match expression:
            case Quoted(text, span, is_name):
                if is_name:
                    raise InputError("the name of an artifact is no value here", span)
                return text
            case Name():
                return self._variable(expression, variables)
            case Call():
                return self._call(expression, variables)
            case Operation():
                return self._operation(expression, variables)
            case Several():
                return self._inputs(expression, variables)
            case _:
                raise InputError("this has no meaning here", expression.span)

    def _variable(self, name: Name, variables: Mapping[str, Value]) -> Value:
        if "." in name.text:
            raise InputError(
                "what an execution gives is known only when the flow has run, and cannot be a part of it", name.span
            )
        if name.text in variables:
            return variables[name.text]
        if name.text in self.inputs:
            return self.inputs[name.text]
        raise InputError(f"'{name.text}' is set nowhere; --input {name.text}=VALUE does that", name.span)

    def _operation(self, operation: Operation, variables: Mapping[str, Value]) -> Verdicts:
        if operation.operator == "==":
            raise InputError("artifacts cannot be compared: conditions are about verdicts", operation.span)
        sets = [self._condition(each, variables).verdicts for each in operation.operands]
        if operation.operator == "NOT":
            return Verdicts(frozenset(Verdict) - sets[0])
        if operation.operator == "AND":
            return Verdicts(sets[0] & sets[1])
        return Verdicts(sets[0] | sets[1])

    def _inputs(self, several: Several, variables: Mapping[str, Value]) -> Inputs:
        kinds: list[type] = []
        for _, expression in several.entries:
            given = None if expression is None else self._value(expression, variables)
            if not isinstance(given, Given):
                raise InputError("artifacts by their names are expected here: {'program': prog, ...}", several.span)
            if given.kind is not None and given.kind not in kinds:
                kinds.append(given.kind)
        return Inputs(tuple(kinds))

    # --- calls --------------------------------------------------------------------------------------------------------

    def _call(self, call: Call, variables: Mapping[str, Value]) -> Value:
        self.count += 1
        if self.count > _MOST_CALLS:
            raise InputError(f"more than {_MOST_CALLS} calls", call.span)
        function = next((each for each in self.program.functions if each.name == call.name), None)
        if function is not None:
            return self._function(function, call, variables)
        if call.name in MISSING:
            raise InputError(f"{call.name} has no counterpart: {MISSING[call.name]}", call.span)
        if call.name in _SILENT:
            return Executed()
        if call.name in _PASSING:
            return Part(None, Text(""))
        return self._known(call, variables)

    def _known(self, call: Call, variables: Mapping[str, Value]) -> Value:
        match call.name:
            case "ActorFactory.create":
                return self._actor(call, variables)
            case "ArtifactFactory.create":
                return self._artifact(call)
            case "SEQUENCE":
                return _sequence(self._parts(call, call.arguments, variables))
            case "PARALLEL":
                return _parallel(self._parts(call, call.arguments, variables))
            case "PARALLEL_PORTFOLIO":
                return self._portfolio(call, variables)
            case "ITE":
                return self._choice(call, variables)
            case "REPEAT":
                return self._repeat(call, variables)
            case "ELEMENTOF":
                return _element_of(call)
            case "execute":
                return self._execute(call, variables)
            case _:
                raise InputError(f"'{call.name}' is neither a function of this program nor known", call.span)

    def _function(self, function: Function, call: Call, variables: Mapping[str, Value]) -> Value:
        if function.name in self.calls:
            raise InputError(f"'{function.name}' calls itself: such a composition has no end", call.span)
        _expect(call, len(function.parameters))
        arguments = [self._value(each, variables) for each in call.arguments]
        own: dict[str, Value] = dict(zip(function.parameters, arguments, strict=True))
        self.calls.append(function.name)
        for statement in function.body:
            value = self._value(statement.value, own)
            if statement.returns:
                self.calls.pop()
                return value
            if statement.name:
                own[statement.name] = value
        raise InputError(f"'{function.name}' returns nothing", function.span)

    def _actor(self, call: Call, variables: Mapping[str, Value]) -> Part:
        _expect(call, 2, 3)
        kind, file, *version = call.arguments
        if not isinstance(kind, Name):
            raise InputError("the type of the actor is expected here", kind.span)
        path = self._value(file, variables)
        if not isinstance(path, str):
            raise InputError("the file of the actor's definition is expected here", file.span)
        for each in version:
            asked = self._value(each, variables)
            if asked not in ("default", "latest"):
                self.notes.append(f"{path}: version {asked} is required; the installed version is used")
        try:
            return counterpart(kind.text, path, self.used)
        except (ValueError, InputError) as error:
            raise InputError(getattr(error, "message", str(error)), file.span) from None

    def _artifact(self, call: Call) -> Given:
        _expect(call, 2, 3)
        kind = call.arguments[0]
        if not isinstance(kind, Name) or kind.text not in KINDS:
            what = kind.text if isinstance(kind, Name) else "this kind"
            raise InputError(f"artifacts of the kind {what} have no counterpart", kind.span)
        for each in call.arguments[2:]:
            if isinstance(each, Name) and each.text in _MODELS:
                self.notes.append(f"the data model is {each.text}: give --data-model {each.text}")
        return Given(KINDS[kind.text])

    def _portfolio(self, call: Call, variables: Mapping[str, Value]) -> Part:
        *parts, condition = call.arguments or (call,)
        wins = self._condition(condition, variables).question
        compositions, texts = _present(call, self._parts(call, parts, variables))
        if wins == DECIDED:
            joint = reduce(lambda one, other: one | other, compositions)
            return Part(joint, joined("|", texts))
        pair = Text(f"({joined(',', texts).code.replace(' , ', ', ')}{',' if len(texts) == 1 else ''})")
        imports = frozenset[tuple[str, str]]().union(*(text.imports for text in texts))
        text = called("Portfolio", ALGEBRA, Text(pair.code, imports), Verdicts(frozenset(wins.verdicts)).text)
        return Part(Portfolio(tuple(compositions), wins), text)

    def _choice(self, call: Call, variables: Mapping[str, Value]) -> Part:
        _expect(call, 2, 3)
        condition = self._condition(call.arguments[0], variables)
        then, *otherwise = self._parts(call, call.arguments[1:], variables)
        other = otherwise[0] if otherwise and otherwise[0].composition is not None else None
        if then.composition is None:
            if other is None:
                return then
            condition, then, other = Verdicts(frozenset(Verdict) - condition.verdicts), other, None
        texts = [condition.text, then.text, *([] if other is None else [other.text])]
        assert then.composition is not None
        choice = IfThenElse(condition.question, then.composition, None if other is None else other.composition)
        return Part(choice, called("IfThenElse", ALGEBRA, *texts))

    def _repeat(self, call: Call, variables: Mapping[str, Value]) -> Part:
        _expect(call, 2)
        until = self._condition(call.arguments[0], variables)
        (composition,), (text,) = _present(call, self._parts(call, call.arguments[1:], variables))
        self.notes.append(f"cycles end after {ROUNDS} rounds")
        written = called("Repeat", ALGEBRA, text, until.text, Text(f"most={ROUNDS}"))
        return Part(Repeat(composition, until.question, ROUNDS), written)

    def _execute(self, call: Call, variables: Mapping[str, Value]) -> Executed:
        _expect(call, 2)
        (composition,), (text,) = _present(call, self._parts(call, call.arguments[:1], variables))
        inputs = self._value(call.arguments[1], variables)
        if not isinstance(inputs, Inputs) or Task not in inputs.kinds:
            raise InputError("the inputs of an execution are artifacts, a program among them", call.arguments[1].span)
        takes = (Task, *(kind for kind in inputs.kinds if kind is not Task))
        try:
            flow = Flow(self.name, composition, takes)
        except CompositionError as error:
            raise InputError(f"this cannot be executed here: {error}", call.span) from None
        if self.flow is not None:
            self._again(flow, call)
            return Executed()
        self.flow = flow
        arguments = [Text(literal(self.name)), text]
        if takes != (Task,):
            names = frozenset((kind.__module__, kind.__name__) for kind in takes)
            arguments.append(Text(f"takes=({', '.join(kind.__name__ for kind in takes)})", names))
            others = ", ".join(kind.__name__ for kind in takes[1:])
            self.notes.append(f"beside the program it takes: {others}")
        written = called("Flow", ACTORS, *arguments)
        self._line(f"flow = {written.code}", written)
        return Executed()

    def _again(self, flow: Flow, call: Call) -> None:
        """For another program, or another data model."""
        if flow != self.flow:
            raise InputError("a flow is one composition, and this executes a second one", call.span)
        self.notes.append("it is executed more than once: run the flow for each program, and each data model")

    # --- what is expected ---------------------------------------------------------------------------------------------

    def _parts(self, call: Call, given: Sequence[Expression], variables: Mapping[str, Value]) -> list[Part]:
        if not given:
            raise InputError(f"{call.name} of nothing", call.span)
        found = []
        for each in given:
            value = self._value(each, variables)
            if not isinstance(value, Part):
                raise InputError("an actor is expected here", each.span)
            found.append(value)
        return found

    def _condition(self, given: Expression, variables: Mapping[str, Value]) -> Verdicts:
        value = self._value(given, variables)
        if not isinstance(value, Verdicts):
            raise InputError("a condition about verdicts is expected here", given.span)
        return value


def _present(call: Call, parts: Sequence[Part]) -> tuple[list[Composition], list[Text]]:
    compositions = [part.composition for part in parts if part.composition is not None]
    if len(compositions) < len(parts):
        raise InputError(f"{call.name} needs actors that do something", call.span)
    return compositions, [part.text for part in parts]


def _sequence(parts: Sequence[Part]) -> Part:
    there = [part for part in parts if part.composition is not None]
    return _joined(">>", there, lambda one, other: one >> other)


def _parallel(parts: Sequence[Part]) -> Part:
    there = [part for part in parts if part.composition is not None]
    return _joined("&", there, lambda one, other: one & other)


def _joined(operator: str, parts: Sequence[Part], join: Callable[[Composition, Composition], Composition]) -> Part:
    """Of those that do something; nothing if none does."""
    compositions = [part.composition for part in parts if part.composition is not None]
    if not compositions:
        return Part(None, Text(""))
    return Part(reduce(join, compositions), joined(operator, [part.text for part in parts]))


def _element_of(call: Call) -> Verdicts:
    _expect(call, 2)
    artifact, listed = call.arguments
    if not isinstance(artifact, Name) or artifact.text != "verdict":
        raise InputError("only the last verdict can be used, by the name 'verdict'", artifact.span)
    if not isinstance(listed, Several):
        raise InputError("verdicts are expected here: {TRUE, FALSE}", listed.span)
    names = [(key.text if isinstance(key, Name) else "", key.span) for key, _ in listed.entries]
    has_unknown = any(name == "UNKNOWN" for name, _ in names)
    for name, span in names:
        if name not in VERDICTS and not (name in NO_VERDICTS and has_unknown):
            raise InputError(_no_verdict(name), span)
    return Verdicts(frozenset(VERDICTS[name] for name, _ in names if name in VERDICTS))


def _no_verdict(name: str) -> str:
    if name in NO_VERDICTS:
        return f"{name} is 'unknown' here: a condition that holds for it must hold for UNKNOWN, too"
    return f"'{name}' is no verdict: {', '.join(VERDICTS)} are"


def _expect(call: Call, *numbers: int) -> None:
    if len(call.arguments) not in numbers:
        how_many = " or ".join(map(str, numbers))
        raise InputError(f"{call.name} takes {how_many} arguments, and here are {len(call.arguments)}", call.span)


def _identifier(name: str) -> str:
    """A variable's name that is none of Python's, and none that the file imports."""
    return f"{name}_" if keyword.iskeyword(name) or name in _TAKEN else name
