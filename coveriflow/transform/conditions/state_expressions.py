"""State conditions as text: C expressions over the integer variables of a program, as expressions of its automaton."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping

from coveriflow.program.cfa.accesses import overwritten_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Assume, Call, Edge, Input, Location, Return, Skip
from coveriflow.program.cfa.recursion import components
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.expressions.expressions import Constant, Expression, Variable, mapped
from coveriflow.program.expressions.make import conjunction, disjunction, negation, truth
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.parentheses import is_balanced
from coveriflow.program.types.c_types import INT, Integer, has_name
from coveriflow.program.types.data_model import DataModel

_LONGEST = 1_000
_LEGAL = re.compile(r"[\w\s()!<>=&|^~+*/%?:.-]*", re.ASCII)
_WORD = re.compile(r"(?<![\w.])[A-Za-z_]\w*", re.ASCII)
_TYPES = frozenset("_Bool char short int long signed unsigned".split())
_FUNCTION = "__coveriflow_condition"


class StateExpressions:
    """Reads expressions about the states of one program.

    A name stands for the only variable of that name that the function or the program has. An expression is read where
    all its variables are integers that have a value, and where it has one, whatever they are.
    """

    def __init__(self, cfa: Cfa) -> None:
        self.cfa = cfa
        self._recursive = components(cfa.edges)
        self._read: dict[tuple[str, str], Expression | None] = {}
        self._names: dict[str, Mapping[str, Variable]] = {}
        self._unassigned: dict[tuple[str, str], frozenset[Location]] = {}

    def at(self, location: Location, text: str) -> Expression | None:
        """The expression, which is 0 or 1, at ``location``; ``None`` if it is not known what it says there."""
        function = location.function
        if function in self._recursive or function not in self.cfa.functions:
            return None
        if (function, text) not in self._read:
            self._read[function, text] = expression_of(text, self.names(function), self.cfa.data_model)
        expression = self._read[function, text]
        words = _WORD.findall(text)
        used = [self.names(function)[word] for word in words if word in self.names(function)]
        return expression if all(self._has_value(each, function, location) for each in used) else None

    def names(self, function: str) -> Mapping[str, Variable]:
        """Names that can be read in ``function``."""
        if function not in self._names:
            own = self.cfa.functions[function]
            found: defaultdict[str, list[Variable]] = defaultdict(list)
            everywhere = [each.variable for each in self.cfa.globals] + [each.variable for each in self.cfa.objects]
            for variable in (*own.parameters, *own.locals, *everywhere):
                found[variable.name.rpartition("::")[2].partition(".")[0]].append(variable)
            self._names[function] = {
                name: same[0] for name, same in found.items() if len(same) == 1 and _is_readable(name, same[0])
            }
        return self._names[function]

    def _has_value(self, variable: Variable, function: str, location: Location) -> bool:
        own = self.cfa.functions[function]
        if variable not in own.locals:
            return True
        key = function, variable.name
        if key not in self._unassigned:
            self._unassigned[key] = frozenset(self._without(variable, own.entry))
        return location not in self._unassigned[key]

    def _without(self, variable: Variable, entry: Location) -> set[Location]:
        """Where control may come before ``variable`` has a value; calls touch no locals of their callers."""
        found, pending = {entry}, [entry]
        while pending:
            for edge in self.cfa.leaving[pending.pop()]:
                target = self._behind(edge, variable)
                if target is not None and target not in found:
                    found.add(target)
                    pending.append(target)
        return found

    def _behind(self, edge: Edge, variable: Variable) -> Location | None:
        match edge.operation:
            case Call(return_to=return_to):
                returns = (e.operation for e in self.cfa.entering[return_to])
                given = any(isinstance(each, Return) and each.target == variable for each in returns)
                return None if given else return_to
            case Return():
                return None
            case operation:
                return None if overwritten_variable(operation) == variable else edge.target


def _is_readable(name: str, variable: Variable) -> bool:
    type_ = variable.type
    return isinstance(type_, Integer) and has_name(type_) and bool(_WORD.fullmatch(name))


def expression_of(text: str, names: Mapping[str, Variable], model: DataModel) -> Expression | None:
    """``text`` over these variables, as 0 or 1; ``None`` if it is no such expression, changes something, or has no
    value for some of their values.
    """
    if len(text) > _LONGEST or not _LEGAL.fullmatch(text) or not text.strip() or not is_balanced(text):
        return None
    words = dict.fromkeys(word for word in _WORD.findall(text) if word not in _TYPES)
    if any(word not in names for word in words):
        return None
    parameters = ", ".join(f"{names[word].type} {word}" for word in words) or "void"
    program = f"int {_FUNCTION}({parameters}) {{ if (({text})) return 1; return 0; }}"
    try:
        cfa = program_cfa([("condition", program)], model, entry=_FUNCTION)
    except (InputError, NotSupported):
        return None
    variables = {f"{_FUNCTION}::{word}": names[word] for word in words}
    start = _with_values(cfa, set(variables))
    value = _value_of(cfa, start, {}) if start is not None else None
    return None if value is None else mapped(value, _replacing(variables))


def _with_values(cfa: Cfa, parameters: set[str]) -> Location | None:
    """Where the function begins, after what gives its parameters their values."""
    location = cfa.entry
    while parameters:
        edges = cfa.leaving[location]
        match [edge.operation for edge in edges]:
            case [Input() | Skip()]:
                pass
            case [Assign(Variable(name), Variable())] if name in parameters:
                parameters.remove(name)
            case _:
                return None
        location = edges[0].target
    return location


def _value_of(cfa: Cfa, location: Location, known: dict[Location, Expression | None]) -> Expression | None:
    """What the function returns from ``location`` on; ``None`` if more happens than branches."""
    if location not in known:
        known[location] = None
        known[location] = _value_from(cfa, cfa.leaving[location], known)
    return known[location]


def _value_from(cfa: Cfa, edges: tuple[Edge, ...], known: dict[Location, Expression | None]) -> Expression | None:
    match [edge.operation for edge in edges]:
        case [Skip()]:
            return _value_of(cfa, edges[0].target, known)
        case [Assign(Variable(name), Constant(value))] if name == _result(cfa):
            return Constant(value, INT)
        case [Assume(condition, one), Assume(same, other)] if condition == same and one != other:
            values = [_value_of(cfa, edge.target, known) for edge in edges]
            if values[0] is None or values[1] is None:
                return None
            holds = truth(condition) if one else negation(condition)
            return disjunction(conjunction(holds, values[0]), conjunction(negation(holds), values[1]))
        case _:
            return None


def _result(cfa: Cfa) -> str:
    result = cfa.functions[cfa.entry_function].result
    return result.name if result is not None else ""


def _replacing(variables: Mapping[str, Variable]) -> Callable[[Expression, Expression], Expression]:
    def change(_: Expression, rebuilt: Expression) -> Expression:
        return variables.get(rebuilt.name, rebuilt) if isinstance(rebuilt, Variable) else rebuilt

    return change
