"""C identifiers for the variables and functions of an automaton."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from coveriflow.program.cfa.accesses import parts_of, written_variable
from coveriflow.program.cfa.cfa import Cfa, MemoryObject
from coveriflow.program.cfa.edges import UNSET_POINTER, Input, InputKind, Return, Skip
from coveriflow.program.declarations.input_types import INPUT_PREFIX
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.types.c_types import Floating, Pointer, Rank, Scalar

_KEYWORDS = frozenset(
    """auto break case char const continue default do double else enum extern float for goto if inline int long register
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while asm typeof
    abort exit main __coveriflow_outside fesetround rint rintf rintl malloc free __coveriflow_usable _Bool __int128
    __coveriflow_accessible __coveriflow_freeable __coveriflow_close __builtin_unreachable""".split()
)
_POINTER_INPUT = "pointer"
_SUFFIXES = {
    Rank.BOOL: ("bool", "bool"),
    Rank.CHAR: ("uchar", "char"),
    Rank.SHORT: ("ushort", "short"),
    Rank.INT: ("uint", "int"),
    Rank.LONG: ("ulong", "long"),
    Rank.LONG_LONG: ("ulonglong", "longlong"),
    Rank.INT128: ("uint128", "int128"),
}
_CONVENTIONAL = {"float", "double", *(name for names in _SUFFIXES.values() for name in names)}


@dataclass(frozen=True, slots=True)
class Names:
    """``variables`` and ``functions`` by their names in the automaton; ``inputs``: the input functions declared.

    ``hidden``: by their types, those that have another name than usual, which the program has for another one.
    """

    variables: Mapping[str, str]
    functions: Mapping[str, str]
    inputs: Mapping[str, Scalar]
    hidden: Mapping[str, str]

    def input_function(self, operation: Input) -> str:
        """The function that the printed program calls for an input."""
        usual = input_function(operation)
        return usual if operation.kind is InputKind.CALL else self.hidden.get(str(operation.type), usual)


def chosen_names(cfa: Cfa) -> Names:
    """Names as written wherever they are free; a local that would hide a global gets its function's name in front.

    ``TypeError`` where an edge is about a local variable of another function: C text cannot name it, and might name
    another one instead.
    """
    _check_scopes(cfa)
    inputs, hidden = _inputs(cfa)
    externals = {e.operation.text.partition("(")[0] for e in cfa.edges if isinstance(e.operation, Skip)}
    used = set(_KEYWORDS) | inputs.keys() | externals | {cfa.error_function}
    functions = {name: name if name == cfa.entry_function else _free(name, used) for name in cfa.functions}
    variables = {g.variable.name: _free(g.variable.name, used) for g in cfa.globals}
    for each in cfa.objects:
        variables[each.variable.name] = _object_name(each, functions, used)
    for function in cfa.functions.values():
        own = set(used)
        result = [function.result] if function.result else []
        for variable in (*function.parameters, *function.locals, *result):
            variables[variable.name] = _free(variable.name, own, short=True)
    return Names(variables, functions, inputs, hidden)


def _check_scopes(cfa: Cfa) -> None:
    local: dict[str, set[str]] = {}
    for function in cfa.functions.values():
        result = [function.result] if function.result else []
        for variable in (*function.parameters, *function.locals, *result):
            local.setdefault(variable.name, set()).add(function.name)
    for edge in cfa.edges:
        if isinstance(edge.operation, Return):
            continue
        for part in (*parts_of(edge.operation), written_variable(edge.operation)):
            if isinstance(part, Variable) and edge.source.function not in local.get(part.name, {edge.source.function}):
                raise TypeError(f"{edge} is about {part.name}, which is none of its function's")


def _object_name(each: MemoryObject, functions: Mapping[str, str], used: set[str]) -> str:
    """A function's address is printed by the function's name."""
    name = each.variable.name
    if name.startswith("&") and name[1:] in functions:
        return functions[name[1:]]
    return _free(name, used, short=bool(each.function))


def input_function(operation: Input) -> str:
    """The function that is usually called for an input, whatever other verifiers call theirs; what was hidden becomes
    a call. Nor is one called that others know with another type than it has here, without a declaration say.
    """
    is_free = operation.source.removeprefix(INPUT_PREFIX) not in _CONVENTIONAL - {_suffix(operation.type)}
    if operation.kind is InputKind.CALL and operation.source.startswith(INPUT_PREFIX) and is_free:
        return operation.source
    if isinstance(operation.type, Pointer) and operation.kind is InputKind.UNINITIALISED:
        return UNSET_POINTER
    return INPUT_PREFIX + _suffix(operation.type)


def _suffix(type_: Scalar) -> str:
    if isinstance(type_, Pointer):
        return _POINTER_INPUT
    if isinstance(type_, Floating):
        return type_.name.replace(" ", "")
    return _SUFFIXES[type_.rank][type_.signed]


def _inputs(cfa: Cfa) -> tuple[Mapping[str, Scalar], Mapping[str, str]]:
    """Input functions with their types; the names of those for hidden inputs where these are not the usual ones."""
    listed = [(e.operation, e.origin) for e in cfa.edges if isinstance(e.operation, Input)]
    found: dict[str, Scalar] = {}
    hidden: dict[str, str] = {}
    for operation, origin in sorted(listed, key=lambda each: each[0].kind is not InputKind.CALL):
        name, type_ = input_function(operation), operation.type
        if str(found.setdefault(name, type_)) == str(type_):
            continue
        if operation.kind is InputKind.CALL or isinstance(type_, Pointer):
            raise NotSupported(f"the input function {name} with two result types", origin)
        if str(type_) not in hidden:
            hidden[str(type_)] = other = next(each for each in _numbered(name) if each not in found)
            found[other] = type_
    return found, hidden


def _numbered(name: str) -> Iterator[str]:
    return (f"{name}_{number}" for number in count(2))


def _free(name: str, used: set[str], *, short: bool = False) -> str:
    for candidate in _candidates(name, short=short):
        if candidate not in used:
            used.add(candidate)
            return candidate
    raise AssertionError("there is always a free name")


def _candidates(name: str, *, short: bool) -> Iterable[str]:
    whole = re.sub(r"\W", "_", name.replace("$", "t").replace("::", "__"), flags=re.ASCII)
    if short:
        yield re.sub(r"\W", "_", name.rpartition("::")[2].replace("$", "t"), flags=re.ASCII)
    yield whole
    number = 2
    while True:
        yield f"{whole}__{number}"
        number += 1
