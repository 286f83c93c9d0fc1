"""Automata to C text: every conversion is written out, control flow is labels and gotos, hidden inputs become calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from coveriflow.program.c_names import Names, chosen_names, input_function
from coveriflow.program.cfa import Cfa, Function, Global, MemoryObject
from coveriflow.program.edges import (
    UNSUPPORTED,
    Assign,
    Assume,
    Call,
    Check,
    Edge,
    Input,
    Location,
    Return,
    Skip,
    Stop,
    Undefined,
    Unsupported,
)
from coveriflow.program.expressions import (
    Address,
    ArrayValue,
    Binary,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    NewObject,
    Place,
    Unary,
    UnaryOp,
    Variable,
    scalar_type,
    subexpressions,
)
from coveriflow.program.float_texts import SUFFIXES, float_text
from coveriflow.program.layout import EXTENT, SITE_PREFIX
from coveriflow.program.pointers import pointer_of_extent
from coveriflow.program.recursion import DEEPEST_INLINED, is_saving
from coveriflow.program.types import WIDTHS, Array, Floating, Integer, Rank, Region, Scalar, size_type

_UNROLLED = 16
_SUFFIX = {Rank.INT: "", Rank.LONG: "L", Rank.LONG_LONG: "LL"}


@dataclass(frozen=True, slots=True)
class PrintedProgram:
    """``text`` in C11 with GNU's ``__int128``; ``lines``: which edge each printed line (from 1) stands for."""

    text: str
    lines: tuple[tuple[int, Edge], ...]


def printed(cfa: Cfa) -> PrintedProgram:
    """C text with the automaton's executions: same inputs in the same order, same outcome.

    Undefined behaviour that a ``Check`` excludes is ``__builtin_unreachable()``; an execution for which the automaton
    has no edge ends by ``abort()``. Where something is not supported, the error function is called: whoever proves
    that it is not reached has excluded that place, too.
    """
    page = _Page(cfa, chosen_names(cfa), has_calls=any(isinstance(edge.operation, Call) for edge in cfa.edges))
    page.preamble()
    for function in cfa.functions.values():
        page.function(function)
    return PrintedProgram("\n".join(page.lines) + "\n", tuple(page.origins))


def _quoted(text: str) -> str:
    """A string literal of the printable ASCII characters of ``text``."""
    kept = "".join(character for character in text if character.isascii() and character.isprintable())
    return '"' + kept.replace("\\", "").replace('"', "'") + '"'


def expression_text(expression: Expression, names: Names) -> str:
    """C text with the value and the type of ``expression``."""
    match expression:
        case Constant():
            return _constant(expression)
        case Variable(name):
            return names.variables[name]
        case Element(array, index):
            return f"{names.variables[array.name]}[{expression_text(index, names)}]"
        case Unary(operator, operand) if operator.value.isalpha():
            name = f"__builtin_{operator.value}{SUFFIXES[scalar_type(operand).width]}"
            text = f"{name}({expression_text(operand, names)})"
            return f"({text} != 0)" if operator is UnaryOp.SIGN else text
        case Unary(operator, operand):
            return f"({operator.value}{expression_text(operand, names)})"
        case Binary(operator, left, right):
            return f"({expression_text(left, names)} {operator.value} {expression_text(right, names)})"
        case Address(object_, offset):
            start = names.variables[object_.name]
            return f"((char *){start} + {offset})" if offset else f"((char *){start})"
        case Cell() if expression.region.name.startswith(EXTENT.name):
            pointer = pointer_of_extent(expression)
            assert pointer is not None
            return f"((unsigned long long)malloc_usable_size({expression_text(pointer, names)}) + 1)"
        case Cell(region, address) if is_saving(region):
            return f"{names.variables[region.name]}[{expression_text(address, names)}]"
        case Cell(_, address, type_):
            return f"(*({type_}{'' if str(type_).endswith('*') else ' '}*){expression_text(address, names)})"
        case NewObject(_, size):
            return f"((char *)malloc({expression_text(size, names)}))"
        case Cast(operand, type_):
            return _cast(expression_text(operand, names), type_)
        case ArrayValue():
            raise TypeError("the value of a whole array is no C expression")
        case _:
            assert_never(expression)


def _cast(text: str, type_: Scalar) -> str:
    """To a bit-field's type, which has no name, by shifting."""
    if type_.width in WIDTHS:
        return f"(({type_}){text})"
    up = 64 - type_.width
    word = "long long" if type_.signed else "unsigned long long"
    return f"(({word})((unsigned long long){text} << {up}) >> {up})"


def _constant(constant: Constant) -> str:
    value, type_ = constant.value, constant.type
    if isinstance(type_, Floating):
        return float_text(value, type_)
    if not isinstance(type_, Integer):
        return f"(({type_}){value}UL)"
    if type_.rank is Rank.INT128:
        return _wide_constant(value, type_)
    if type_.rank not in _SUFFIX:
        return f"(({type_}){value})"
    suffix = ("" if type_.signed else "U") + _SUFFIX[type_.rank]
    if type_.signed and value == type_.minimum:
        return f"({value + 1}{suffix} - 1{suffix})"
    return f"{value}{suffix}" if value >= 0 else f"({value}{suffix})"


def _wide_constant(value: int, type_: Integer) -> str:
    pattern = value & ((1 << 128) - 1)
    high, low = pattern >> 64, pattern & ((1 << 64) - 1)
    return f"(({type_})((((unsigned __int128){high}ULL) << 64) | (unsigned __int128){low}ULL))"


@dataclass(slots=True)
class _Page:
    cfa: Cfa
    names: Names
    lines: list[str] = field(default_factory=list)
    origins: list[tuple[int, Edge]] = field(default_factory=list)
    implied: set[Edge] = field(default_factory=set)
    has_calls: bool = False

    def line(self, text: str, edge: Edge | None = None) -> None:
        self.lines.append(text)
        if edge is not None:
            self.origins.append((len(self.lines), edge))

    def preamble(self) -> None:
        self.line("extern void abort(void);")
        if any(isinstance(e.operation, Stop) and e.operation.status is not None for e in self.cfa.edges):
            self.line("extern void exit(int);")
        for name in self._called():
            self.line(f"extern void {name}(void);")
        for name, type_ in self.names.inputs.items():
            self.line(f"extern {type_} {name}(void);")
        if any(isinstance(e.operation, Unsupported) for e in self.cfa.edges):
            self.line(f"extern void {UNSUPPORTED}(const char *);")
        parts = [part for edge in self.cfa.edges for part in _values(edge)]
        if any(isinstance(part, NewObject) for part in parts):
            self.line(f"extern void *malloc({size_type(self.cfa.data_model)});")
        if any(isinstance(part, Cell) and part.region.name.startswith(EXTENT.name) for part in parts):
            self.line(f"extern {size_type(self.cfa.data_model)} malloc_usable_size(void *);")
        for each in self.cfa.objects:
            if each.initial is not None:
                self._object(each)
        for variable in self.cfa.globals:
            if is_saving(variable.variable):
                self._saved_values(variable.variable)
            elif not _is_bookkeeping(variable.variable) and not isinstance(variable.variable.type, Region):
                self.line(f"{self._declarator(variable.variable)}{self._initial(variable)};")
        for function in self.cfa.functions.values():
            self.line(f"{self._heading(function)};")

    def _saved_values(self, variable: Variable) -> None:
        """Where functions call each other, recursion is C's own, and nothing is saved."""
        if not self.has_calls:
            cells = (p for e in self.cfa.edges for p in _values(e) if isinstance(p, Cell) and p.region == variable)
            type_ = next((cell.type for cell in cells), variable.type)
            length = f"[{DEEPEST_INLINED}]" if isinstance(variable.type, Region) else ""
            self.line(f"{type_} {self.names.variables[variable.name]}{length};")

    def _object(self, each: MemoryObject) -> None:
        """Objects are bytes with static storage, since each has one place, but for those with unknown content."""
        name = self.names.variables[each.variable.name]
        if name in self.names.functions.values():
            return
        given = dict(each.initial or ())
        values = ", ".join(str(given.get(offset, 0)) for offset in range(max(given, default=-1) + 1))
        initial = f" = {{{values}}}" if given else ""
        indent = "" if each.initial is not None else "  "
        self.line(f"{indent}_Alignas(16) unsigned char {name}[{max(1, each.block.size)}]{initial};")

    def _called(self) -> list[str]:
        """The error function and the undefined functions without result."""
        texts = {e.operation.text for e in self.cfa.edges if isinstance(e.operation, Skip)}
        undefined = {text.removesuffix("()") for text in texts if text.endswith("()")}
        return sorted(undefined | {self.cfa.error_function})

    def _declarator(self, variable: Variable) -> str:
        name = self.names.variables[variable.name]
        if isinstance(variable.type, Array):
            return f"{variable.type.element} {name}[{variable.type.length}]"
        return f"{variable.type} {name}"

    def _initial(self, variable: Global) -> str:
        if not variable.initial:
            return ""
        type_ = variable.variable.type
        if isinstance(type_, Array):
            values = ", ".join(_constant(Constant(v, type_.element)) for v in variable.initial)
            return f" = {{{values}}}"
        return f" = {_constant(Constant(variable.initial[0], scalar_type(variable.variable)))}"

    def _heading(self, function: Function) -> str:
        parameters = ", ".join(map(self._declarator, function.parameters)) or "void"
        result = str(function.result.type) if function.result else "void"
        return f"{result} {self.names.functions[function.name]}({parameters})"

    def function(self, function: Function) -> None:
        """Local arrays start with zeros, so that whoever reads the text sees no hidden inputs in them."""
        self.line("")
        self.line(f"{self._heading(function)} {{")
        for variable in (*function.locals, *([function.result] if function.result else [])):
            self.line(f"  {self._declarator(variable)}{' = {0}' if isinstance(variable.type, Array) else ''};")
        for each in self.cfa.objects:
            if each.initial is None and each.function == function.name:
                self._object(each)
        self.implied.update(_initial_zeros(self.cfa, function))
        order = _layout(self.cfa, function)
        targets = _goto_targets(self.cfa, order)
        for location, following in zip(order, [*order[1:], None], strict=True):
            if location in targets:
                self.line(f" L{location.number}:;")
            self._location(function, location, following)
        self.line("}")

    def _location(self, function: Function, location: Location, following: Location | None) -> None:
        if location == function.exit:
            result = f" {self.names.variables[function.result.name]}" if function.result else ""
            self.line(f"  return{result};")
            return
        edges = self.cfa.leaving[location]
        if not edges:
            self.line("  abort();")
        elif isinstance(edges[0].operation, Assume):
            self._branch(edges, following)
        else:
            self._step(edges[0], following)

    def _branch(self, edges: Sequence[Edge], following: Location | None) -> None:
        first = edges[0]
        assert isinstance(first.operation, Assume)
        test = expression_text(first.operation.condition, self.names)
        sign, opposite = ("", "!") if first.operation.truth else ("!", "")
        if len(edges) == 1:
            self.line(f"  if ({opposite}{_parenthesised(test)}) abort();", first)
            self._continue_at(first.target, following)
            return
        second = edges[1]
        if first.target == following:
            first, second, sign = second, first, opposite
        self.line(f"  if ({sign}{_parenthesised(test)}) {self._jump(first.target)}", first)
        self._continue_at(second.target, following, second)

    def _jump(self, target: Location) -> str:
        if target == self.cfa.error:
            return f"{{ {self.cfa.error_function}(); abort(); }}"
        return "abort();" if target == self.cfa.halt else f"goto L{target.number};"

    def _continue_at(self, target: Location, following: Location | None, edge: Edge | None = None) -> None:
        if target != following:
            self.line(f"  {self._jump(target)}", edge)

    def _step(self, edge: Edge, following: Location | None) -> None:
        for text in self._statements(edge) if edge not in self.implied else ():
            self.line(f"  {text}", edge)
        self._continue_at(_next(edge), following)

    def _statements(self, edge: Edge) -> Iterator[str]:
        operation, names = edge.operation, self.names
        match operation:
            case Skip(text):
                if text.endswith("()") and edge.target != self.cfa.error:
                    yield f"{text};"
            case Stop(status):
                if status is not None:
                    yield f"exit({expression_text(status, names)});"
            case Assign(target, value):
                if not _is_bookkeeping(target) and not (self.has_calls and (is_saving(target) or is_saving(value))):
                    yield from self._assignment(target, value)
            case Input(target):
                yield from self._input(operation, target)
            case Check(condition, undefined):
                if undefined not in ABOUT_MEMORY:
                    yield f"if (!{_parenthesised(expression_text(condition, names))}) __builtin_unreachable();"
            case Call(function, _, arguments):
                call = f"{names.functions[function]}({', '.join(expression_text(a, names) for a in arguments)});"
                into = self._result_of(operation)
                yield f"{names.variables[into.name]} = {call}" if into else call
            case Unsupported(feature):
                yield f"{UNSUPPORTED}({_quoted(feature)});"
                yield f"{self.cfa.error_function}();"
            case Assume() | Return():
                raise TypeError(f"{edge} is no statement")
            case _:
                assert_never(operation)

    def _result_of(self, call: Call) -> Variable | None:
        for edge in self.cfa.entering[call.return_to]:
            if isinstance(edge.operation, Return) and edge.operation.function == call.function:
                return edge.operation.target
        return None

    def _assignment(self, target: Place, value: Expression) -> Iterator[str]:
        if not isinstance(value, ArrayValue):
            yield f"{expression_text(target, self.names)} = {expression_text(value, self.names)};"
            return
        assert isinstance(target, Variable)
        name, given = self.names.variables[target.name], len(value.elements)
        for index, element in enumerate(value.elements):
            yield f"{name}[{index}] = {expression_text(element, self.names)};"
        if value.type.length - given <= _UNROLLED:
            yield from (f"{name}[{index}] = 0;" for index in range(given, value.type.length))
        else:
            yield _for_each(name, given, value.type.length, "0")

    def _input(self, operation: Input, target: Variable) -> Iterator[str]:
        name, call = self.names.variables[target.name], f"{input_function(operation)}()"
        if not isinstance(target.type, Array):
            yield f"{name} = {call};"
        elif target.type.length <= _UNROLLED:
            yield from (f"{name}[{index}] = {call};" for index in range(target.type.length))
        else:
            yield _for_each(name, 0, target.type.length, call)


def _for_each(name: str, first: int, length: int, value: str) -> str:
    index = f"{name}__i"
    return f"for (unsigned long {index} = {first}UL; {index} < {length}UL; {index}++) {name}[{index}] = {value};"


ABOUT_MEMORY = frozenset(
    {Undefined.DEREFERENCE, Undefined.POINTER, Undefined.FREE, Undefined.ALLOCATION, Undefined.CALL}
)
"""Checks that speak of addresses: these are others where the text is compiled."""


def _values(edge: Edge) -> Iterator[Expression]:
    """All parts of the value that an edge assigns."""
    if isinstance(edge.operation, Assign):
        yield from subexpressions(edge.operation.value)


def _is_bookkeeping(target: Place) -> bool:
    """Whether this is about where objects lie, which whoever compiles the text decides."""
    name = target.region.name if isinstance(target, Cell) else target.name if isinstance(target, Variable) else ""
    return name.startswith((EXTENT.name, SITE_PREFIX))


def _parenthesised(text: str) -> str:
    return text if text.startswith("(") and text.endswith(")") and _closes_at_end(text) else f"({text})"


def _closes_at_end(text: str) -> bool:
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return position == len(text) - 1
    return False


def _initial_zeros(cfa: Cfa, function: Function) -> Iterator[Edge]:
    """The edges at the beginning, passed once in each call, that fill local arrays with zeros."""
    location, arrays = function.entry, set(function.locals)
    if not all(isinstance(edge.operation, Call) for edge in cfa.entering[location]):
        return
    while True:
        match [(edge, edge.operation) for edge in cfa.leaving[location]]:
            case [(edge, Assign(Variable() as array, ArrayValue(elements, type_)))] if array in arrays:
                if any(element != Constant(0, type_.element) for element in elements):
                    return
            case _:
                return
        yield edge
        arrays.remove(array)
        location = edge.target
        if len(cfa.entering[location]) > 1:
            return


def _layout(cfa: Cfa, function: Function) -> list[Location]:
    """The function's locations, each followed by one of its successors where that is still free."""
    order: list[Location] = []
    placed = {cfa.error, cfa.halt}
    pending = [function.entry]
    while pending:
        location = pending.pop()
        if location in placed:
            continue
        placed.add(location)
        order.append(location)
        pending.extend(reversed(_successors(cfa, location, function)))
    if function.exit not in placed and any(cfa.entering[function.exit]):
        order.append(function.exit)
    return order


def _successors(cfa: Cfa, location: Location, function: Function) -> list[Location]:
    if location == function.exit:
        return []
    return [_next(edge) for edge in cfa.leaving[location]]


def _goto_targets(cfa: Cfa, order: Sequence[Location]) -> set[Location]:
    """Locations that need a label: entered otherwise than by falling through from the one before."""
    targets: set[Location] = set()
    for location, following in zip(order, [*order[1:], None], strict=True):
        edges = [edge for edge in cfa.leaving[location] if not isinstance(edge.operation, Return)]
        falling = [edge for edge in edges if _next(edge) == following]
        targets.update(_next(edge) for edge in edges if edge not in falling[:1])
    return targets


def _next(edge: Edge) -> Location:
    """Where the function goes on after ``edge``."""
    return edge.operation.return_to if isinstance(edge.operation, Call) else edge.target
