"""Automata to C text: every conversion is written out, control flow is structured where it can be, hidden inputs become
calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from coveriflow.program.cfa.accesses import expressions_of, written_variable
from coveriflow.program.cfa.cfa import Cfa, Function, Global, MemoryObject
from coveriflow.program.cfa.edges import (
    OUTSIDE,
    UNSUPPORTED,
    USABLE,
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
    Unsupported,
)
from coveriflow.program.cfa.names import DIRECTION
from coveriflow.program.cfa.recursion import DEEPEST_INLINED, is_saving
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import (
    Address,
    ArrayValue,
    Cell,
    Constant,
    Expression,
    NewObject,
    Place,
    Unary,
    UnaryOp,
    Variable,
    scalar_type,
    subexpressions,
)
from coveriflow.program.gc_pause import without_gc
from coveriflow.program.library.unmodelled import is_library
from coveriflow.program.lowering.expressions.object_order import plain, without_orders
from coveriflow.program.memory.addresses import pointer_of_extent
from coveriflow.program.memory.layout import EXTENT
from coveriflow.program.printing.bodies import Writing, body_lines, next_location
from coveriflow.program.printing.control_structure import structure_of
from coveriflow.program.printing.expressions import Texts
from coveriflow.program.printing.initialisers import Initialiser, printed_type
from coveriflow.program.printing.library import MARK, is_of_library
from coveriflow.program.printing.memory import is_bookkeeping, made_types, shows_addresses, used_elsewhere
from coveriflow.program.printing.memory_checks import ABOUT_MEMORY, condition_text, declarations, has_extent
from coveriflow.program.printing.names import Names, chosen_names
from coveriflow.program.printing.types import CTypes
from coveriflow.program.text.parentheses import is_in_one_pair
from coveriflow.program.types.c_types import (
    ULLONG,
    Array,
    Integer,
    Pointer,
    Rank,
    Region,
    Scalar,
    Void,
    named,
    size_type,
)

_UNROLLED = 16
_IN_A_ROW = 8
_RINT = {"float": "f", "double": "", "long double": "l"}
_UNDEFINED = "{ __builtin_unreachable(); abort(); }"
"""The end of an undefined execution: not every verifier takes the first one for an end."""


@dataclass(frozen=True, slots=True)
class PrintedProgram:
    """``text`` in C11 with GNU's ``__int128``; ``lines``: which edge each printed line (from 1) stands for."""

    text: str
    lines: tuple[tuple[int, Edge], ...]


Note = Callable[[Edge], str]
"""What is said about an edge in a comment after it; nothing if that is empty."""


@without_gc()
def printed(cfa: Cfa, note: Note | None = None) -> PrintedProgram:
    """C text with the automaton's executions: same inputs in the same order, same outcome.

    Functions that are not defined are not called, so that the text can be linked: results of theirs are inputs.
    Undefined behaviour that a ``Check`` excludes is ``__builtin_unreachable()``; an execution for which the automaton
    has no edge ends by ``abort()``. Where something is not supported, the error function is called: a proof that it is
    not reached has excluded that place, too.
    """
    original, cfa = cfa, without_orders(cfa)
    written = dict(zip(cfa.edges, original.edges, strict=True))
    names = chosen_names(cfa)
    functions = {f"&{name}" for name in names.functions}
    objects = {o.variable.name: printed_type(o) for o in cfa.objects if o.variable.name not in functions}
    page = _Page(cfa, names, Texts(names, CTypes(cfa.data_model, set()), objects, made_types(cfa)))
    page.shows_addresses = shows_addresses(cfa)
    page.shared = frozenset(used_elsewhere(cfa))
    changed = (written_variable(edge.operation) for edge in cfa.edges)
    page.written = frozenset(variable.name for variable in changed if variable is not None)
    page.has_calls = any(isinstance(edge.operation, Call) for edge in cfa.edges)
    page.preamble()
    for function in cfa.functions.values():
        page.function(function)
    types = page.texts.types.definitions()
    origins = [(line, written[edge]) for line, edge in page.origins]
    lines = [*types, *(page.lines if note is None else _noted(page.lines, origins, note))]
    origins = [(line + len(types), edge) for line, edge in origins]
    return PrintedProgram("\n".join(lines) + "\n", tuple(origins))


def _noted(lines: Sequence[str], origins: Iterable[tuple[int, Edge]], note: Note) -> list[str]:
    """With comments, where they say something else than the one before."""
    found, last = list(lines), ""
    for line, edge in origins:
        said = note(edge)
        if said and said != last:
            found[line - 1] += f"  // {said}"
        last = said
    return found


def _quoted(text: str) -> str:
    """A string literal of the printable ASCII characters of ``text``."""
    kept = "".join(character for character in text if character.isascii() and character.isprintable())
    return '"' + kept.replace("\\", "").replace('"', "'") + '"'


_PLAIN = {("__VERIFIER_nondet_char", "signed char"): "char"}
"""Types as other verifiers declare these functions; here they are the same ones."""


@dataclass(slots=True)
class _Page:
    cfa: Cfa
    names: Names
    texts: Texts
    lines: list[str] = field(default_factory=list)
    origins: list[tuple[int, Edge]] = field(default_factory=list)
    implied: set[Edge] = field(default_factory=set)
    has_calls: bool = False
    shows_addresses: bool = False
    shared: frozenset[str] = frozenset()
    written: frozenset[str] = frozenset()

    def line(self, text: str, edge: Edge | None = None) -> None:
        self.lines.append(text)
        if edge is not None:
            self.origins.append((len(self.lines), edge))

    def preamble(self) -> None:
        self.line("extern void abort(void);")
        if any(isinstance(e.operation, Stop) and e.operation.status is not None for e in self.cfa.edges):
            self.line("extern void exit(int);")
        self.line(f"extern void {self.cfa.error_function}(void);")
        for name, type_ in self.names.inputs.items():
            self.line(f"extern {_PLAIN.get((name, str(type_)), type_)} {name}(void);")
        if any(isinstance(e.operation, Unsupported) for e in self.cfa.edges):
            self.line(f"extern void {UNSUPPORTED}(const char *);")
        parts = [part for edge in self.cfa.edges for part in _values(edge)]
        for name in sorted({str(part.type) for edge in self.cfa.edges for part in _parts(edge) if _is_rint(part)}):
            self.line(f"extern {name} rint{_RINT[name]}({name});")
        if any(isinstance(part, NewObject) for part in parts):
            self.line(f"extern void *malloc({size_type(self.cfa.data_model)});")
            self.line(f"extern void *{OUTSIDE}({size_type(self.cfa.data_model)});")
        operations = [edge.operation for edge in self.cfa.edges]
        if any(isinstance(o, Assign) and _freed(o.target, o.value) is not None for o in operations):
            self.line("extern void free(void *);")
        if any(isinstance(part, Cell) and part.region.name.startswith(EXTENT.name) for part in parts):
            self.line(f"extern {size_type(self.cfa.data_model)} {USABLE}(void *);")
        for line in declarations(self.cfa):
            self.line(line)
        if any(isinstance(e.operation, Assign) and e.operation.target == DIRECTION for e in self.cfa.edges):
            self.line("extern int fesetround(int);")
        for each in self.cfa.objects:
            if not self._is_inside(each):
                self._object(each)
        for variable in self.cfa.globals:
            if is_saving(variable.variable):
                self._saved_values(variable.variable)
            elif not is_bookkeeping(variable.variable) and not isinstance(variable.variable.type, Region):
                self._variable(variable)
        for function in self.cfa.functions.values():
            self.line(f"{self._heading(function)};")

    def _is_inside(self, each: MemoryObject) -> bool:
        """Whether an object is declared in its function: what nested functions use is not."""
        return each.initial is None and (each.variable.name not in self.shared or self._home(each) != each.function)

    def _home(self, each: MemoryObject) -> str:
        """The function where an object is declared, if it is in one: those of inlined functions are in the one that is
        left.
        """
        is_inlined = each.function and each.function not in self.cfa.functions
        return self.cfa.entry_function if is_inlined else each.function

    def _saved_values(self, variable: Variable) -> None:
        """Where functions call each other, recursion is C's own, and nothing is saved."""
        if not self.has_calls:
            cells = (p for e in self.cfa.edges for p in _values(e) if isinstance(p, Cell) and p.region == variable)
            type_ = next((scalar_type(cell) for cell in cells), ULLONG)
            length = f"[{DEEPEST_INLINED}]" if isinstance(variable.type, Region) else ""
            self.line(f"{self.texts.types.text(type_, self.names.variables[variable.name] + length)};")

    def _object(self, each: MemoryObject) -> None:
        """Objects have static storage, since each has one place, but for those with unknown content: static ones begin
        with zeros. How they are aligned matters only where a program makes numbers of addresses.
        """
        declared = self.texts.objects.get(each.variable.name)
        if declared is None:
            return
        if each.initial is None and not self._is_inside(each):
            raise NotSupported("an object with unknown content at the start outside of its function, in printed C")
        name, given = self.names.variables[each.variable.name], dict(each.initial or ())
        value = Initialiser(self.texts, given).of(declared) if given else ""
        if value is None:
            raise NotSupported(f"the initial value of '{name}' in printed C")
        aligned = f"_Alignas({max(16, each.block.alignment)}) " if self.shows_addresses else ""
        indent = "  " * self._is_inside(each) + aligned
        self.line(f"{indent}{self.texts.types.text(declared, name)}{f' = {value}' if value else ''};")

    def _declarator(self, variable: Variable) -> str:
        name, type_ = self.names.variables[variable.name], variable.type
        if isinstance(type_, Array):
            return self.texts.types.text(type_.element, f"{name}[{type_.length}]")
        return self.texts.types.text(named(scalar_type(variable)), name)

    def _variable(self, variable: Global) -> None:
        """Tables that no one writes to are constant."""
        declared, type_ = self._declarator(variable.variable), variable.variable.type
        if not variable.initial:
            self.line(f"{declared};")
        elif isinstance(type_, Array):
            values = [self._element(value, type_.element) for value in variable.initial]
            rows = [", ".join(values[at : at + _IN_A_ROW]) for at in range(0, len(values), _IN_A_ROW)]
            head = f"{'const ' * (variable.variable.name not in self.written)}{declared} = {{"
            for line in (head, *(f"  {row}," for row in rows), "};") if len(rows) > 1 else (f"{head}{rows[0]}}};",):
                self.line(line)
        else:
            value = self.texts.constant(Constant(variable.initial[0], scalar_type(variable.variable)))
            self.line(f"{declared} = {value};")

    def _element(self, value: int, type_: Scalar) -> str:
        """An initialiser is converted to the type of the element."""
        is_narrow = isinstance(type_, Integer) and type_.rank < Rank.INT
        return str(value) if is_narrow else self.texts.constant(Constant(value, type_))

    def _heading(self, function: Function) -> str:
        """Compilers take a function with a name of the library for the program's own where it is ``static``."""
        name = self.names.functions[function.name]
        head = f"{name}({', '.join(map(self._declarator, function.parameters)) or 'void'})"
        text = self.texts.types.text(scalar_type(function.result) if function.result else Void(), head)
        return f"static {text}" if is_library(name) else text

    def function(self, function: Function) -> None:
        """Local arrays start with zeros, so that whoever reads the text sees no hidden inputs in them."""
        self.line("")
        self.line(f"{self._heading(function)} {{{MARK if is_of_library(self.cfa, function) else ''}")
        for variable in (*function.locals, *([function.result] if function.result else [])):
            self.line(f"  {self._declarator(variable)}{' = {0}' if isinstance(variable.type, Array) else ''};")
        for each in self.cfa.objects:
            if self._is_inside(each) and self._home(each) == function.name:
                self._object(each)
        self.implied.update(_initial_zeros(self.cfa, function))
        order = _layout(self.cfa, function)
        structure = structure_of(order, lambda location: _successors(self.cfa, location), function.exit)
        for line in body_lines(self._writing(function), structure):
            self.line(line.text, line.edge)
        self.line("}")

    def _writing(self, function: Function) -> Writing:
        result = f" {self.names.variables[function.result.name]}" if function.result else ""
        return Writing(
            self.cfa,
            function.exit,
            f"return{result};",
            lambda edge: self._statements(edge) if edge not in self.implied else (),
            lambda test: _bare(condition_text(self.texts, test)),
            _only,
        )

    def _statements(self, edge: Edge) -> Iterator[str]:
        operation = edge.operation
        match operation:
            case Skip():
                pass
            case Stop(status):
                if status is not None:
                    yield f"exit({self.texts.of(status)});"
            case Assign(target, value):
                if freed := _freed(target, value):
                    yield f"free({self.texts.of(freed)});"
                elif not is_bookkeeping(target) and not (self.has_calls and (is_saving(target) or is_saving(value))):
                    yield from self._assignment(target, value)
            case Input(target):
                yield from self._input(operation, target)
            case Check(condition, undefined):
                if undefined not in ABOUT_MEMORY and not has_extent(condition):
                    yield f"if (!{_parenthesised(self.texts.of(condition))}) {_UNDEFINED}"
            case Call():
                yield self._call(operation)
            case Unsupported(feature):
                yield f"{UNSUPPORTED}({_quoted(feature)});"
                yield f"{self.cfa.error_function}();"
            case Assume() | Return():
                raise TypeError(f"{edge} is no statement")
            case _:
                assert_never(operation)

    def _call(self, call: Call) -> str:
        passed = zip(call.arguments, call.parameters, strict=True)
        arguments = ", ".join(self.texts.converted(given, scalar_type(parameter)) for given, parameter in passed)
        text = f"{self.names.functions[call.function]}({arguments})"
        into, result = self._result_of(call), self.cfa.functions[call.function].result
        if into is None or result is None:
            return f"{text};"
        if isinstance(into.type, Pointer) and into.type != result.type:
            text = f"({self.texts.types.text(into.type)}){text}"
        return f"{self.names.variables[into.name]} = {text};"

    def _result_of(self, call: Call) -> Variable | None:
        for edge in self.cfa.entering[call.return_to]:
            if isinstance(edge.operation, Return) and edge.operation.function == call.function:
                return edge.operation.target
        return None

    def _assignment(self, target: Place, value: Expression) -> Iterator[str]:
        if isinstance(value, NewObject) and isinstance(target, Variable) and value.type == target.type:
            yield f"{self.texts.of(target)} = {self.texts.new_object(value, target.name)};"
            return
        if not isinstance(value, ArrayValue):
            yield f"{self.texts.of(target)} = {self.texts.converted(value, scalar_type(target))};"
            if target == DIRECTION:
                yield f"fesetround({self.texts.of(target)});"
            return
        assert isinstance(target, Variable)
        assert isinstance(value.type, Array)
        name, given = self.names.variables[target.name], len(value.elements)
        for index, element in enumerate(value.elements):
            yield f"{name}[{index}] = {self.texts.converted(element, value.type.element)};"
        if value.type.length - given <= _UNROLLED:
            yield from (f"{name}[{index}] = 0;" for index in range(given, value.type.length))
        else:
            yield _for_each(name, given, value.type.length, "0")

    def _input(self, operation: Input, target: Variable) -> Iterator[str]:
        name, call = self.names.variables[target.name], f"{self.names.input_function(operation)}()"
        if isinstance(operation.type, Pointer):
            call = f"({self.texts.types.text(operation.type)}){call}"
        if not isinstance(target.type, Array):
            yield f"{name} = {call};"
        elif target.type.length <= _UNROLLED:
            yield from (f"{name}[{index}] = {call};" for index in range(target.type.length))
        else:
            yield _for_each(name, 0, target.type.length, call)


def _for_each(name: str, first: int, length: int, value: str) -> str:
    index = f"{name}__i"
    return f"for (unsigned long {index} = {first}UL; {index} < {length}UL; {index}++) {name}[{index}] = {value};"


def asks_memory(edge: Edge) -> bool:
    """Whether a branch asks what exists at an address."""
    return any(has_extent(plain(expression)) for expression in expressions_of(edge.operation))


def _only(edges: Sequence[Edge]) -> Edge | None:
    """The one that is taken in printed C, which has other addresses, of a branch whose condition it cannot say. Where
    that is true, printed C goes on, and asks what it can say: the other side may be a limit, which it does not have.
    What follows the branches says nothing of that: transformations put their own conditions there.
    """
    operation = edges[0].operation
    if not isinstance(operation, Assume) or operation.undefined is not None:
        return None
    if not (asks_memory(edges[0]) or _asks_room(edges[0])):
        return None
    taken = (edge for edge in edges if isinstance(edge.operation, Assume) and edge.operation.truth)
    return next(taken, edges[0])


def _asks_room(edge: Edge) -> bool:
    """Whether a branch asks for room for a further object: printed C has no such limit."""
    return any(isinstance(part, Variable) and is_bookkeeping(part) for part in _parts(edge))


def _values(edge: Edge) -> Iterator[Expression]:
    """All parts of the value that an edge assigns."""
    if isinstance(edge.operation, Assign):
        yield from subexpressions(edge.operation.value)


def _parts(edge: Edge) -> Iterator[Expression]:
    """All parts of all expressions of an edge."""
    for expression in expressions_of(edge.operation):
        yield from subexpressions(expression)


def _is_rint(part: Expression) -> bool:
    """Whether this is computed by the library, which rounds in the current direction where gcc itself does not."""
    return isinstance(part, Unary) and part.operator is UnaryOp.NEAREST


def _freed(target: Place, value: Expression) -> Expression | None:
    """What an assignment says does not exist any more, if the heap has it."""
    if not isinstance(target, Cell) or not isinstance(value, Constant) or value.value:
        return None
    pointer = pointer_of_extent(target)
    return None if isinstance(pointer, Address) else pointer


def ends_objects(cfa: Cfa) -> bool:
    """Whether objects that are no heap objects end before the program does: printed C does not say so."""
    operations = (edge.operation for edge in cfa.edges)
    return any(isinstance(o, Assign) and _ended(o.target, o.value) for o in operations)


def _ended(target: Place, value: Expression) -> bool:
    if not isinstance(target, Cell) or not isinstance(value, Constant) or value.value:
        return False
    return isinstance(pointer_of_extent(target), Address)


def _parenthesised(text: str) -> str:
    return text if is_in_one_pair(text) else f"({text})"


def _bare(text: str) -> str:
    """Without parentheses around it."""
    return text[1:-1] if _parenthesised(text) == text else text


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
    """The function's locations in reverse postorder: only loops jump back, and each is followed by one of its
    successors where that is still free.
    """
    if function.entry == function.exit:
        return []
    finished: list[Location] = []
    placed = {cfa.error, cfa.halt, function.exit, function.entry}
    path = [(function.entry, iter(_successors(cfa, function.entry)[::-1]))]
    while path:
        location, rest = path[-1]
        following = next((each for each in rest if each not in placed), None)
        if following is None:
            finished.append(location)
            path.pop()
        else:
            placed.add(following)
            path.append((following, iter(_successors(cfa, following)[::-1])))
    return finished[::-1]


def _successors(cfa: Cfa, location: Location) -> list[Location]:
    return [next_location(edge) for edge in cfa.leaving[location]]
