"""Variables that are declared but defined in no file: they hold anything when the program starts (C11 6.9 p5)."""

from __future__ import annotations

from itertools import islice

from coveriflow.program.cfa.cfa import Global, MemoryObject
from coveriflow.program.cfa.edges import InputKind
from coveriflow.program.declarations.scopes import ObjectSymbol
from coveriflow.program.declarations.type_reader import flattened
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.lowering.context import ProgramContext, UndefinedVariable
from coveriflow.program.types.c_types import ArrayOf, Block, DeclaredType, Record, Type
from coveriflow.program.types.record_layout import alignment_of, leaves, size_of

_MOST_PARTS = 4096
_OF_THE_LIBRARY = frozenset(
    "stdin stdout stderr optarg optind opterr optopt environ __environ daylight timezone tzname".split()
)
_CHANGED_BY_THE_LIBRARY = frozenset(
    {"errno", "h_errno", "error_message_count", "error_print_progname", "error_one_per_line"}
)
_CHANGES_ANEW = (
    "only reads of a scalar of it, by name, find other values (not of bit-fields and parts of complex numbers)"
)


def is_complete(declared: DeclaredType) -> bool:
    """Whether an object can be made of a type (C11 6.2.5 p22)."""
    if isinstance(declared, Record):
        return declared.members is not None
    return not (isinstance(declared, ArrayOf) and declared.length is None)


def object_type(
    program: ProgramContext, name: str, declared: DeclaredType, span: Span, *, constant: bool = False
) -> Type:
    """How a variable with static storage that is called ``name`` is kept."""
    if program.addressed_objects.in_memory(name, declared):
        size, alignment = size_of(declared, span), alignment_of(declared, program.model)
        return program.layout.place(size, alignment, span, constant=constant)
    return flattened(declared, span)


def declared_here(program: ProgramContext, name: str, declared: DeclaredType, span: Span) -> ObjectSymbol:
    """A variable that only a declaration inside a function names."""
    symbol = ObjectSymbol(Variable(name, object_type(program, name, declared, span)), declared)
    program.external[name] = symbol
    return symbol


def is_missing(program: ProgramContext, variable: Variable) -> bool:
    """Whether no file defines ``variable``."""
    name = variable.name
    return "::" not in name and name not in program.globals and name not in program.layout.objects


def define(program: ProgramContext, symbol: ObjectSymbol, span: Span) -> None:
    """The variable gets an object. Raises ``NotSupported`` where its type says too little, or it has too many parts."""
    variable, name = symbol.variable, symbol.variable.name
    if not is_complete(symbol.declared) or name in _CHANGED_BY_THE_LIBRARY:
        raise NotSupported(f"the variable '{name}', which is declared but not defined,", span)
    count = sum(1 for _ in islice(leaves(symbol.declared), _MOST_PARTS + 1))
    if count > _MOST_PARTS:
        raise NotSupported(f"the large variable '{name}', which is declared but not defined,", span)
    if isinstance(variable.type, Block):
        program.layout.objects[name] = MemoryObject(variable, "", ())
    else:
        program.globals[name] = Global(variable, ())
    of_library = name in _OF_THE_LIBRARY
    program.undefined[name] = UndefinedVariable(symbol, InputKind.LIBRARY if of_library else InputKind.VARIABLE, span)
    if not of_library:
        anew = name in program.volatile
        changes = _CHANGES_ANEW if anew else "nothing else changes it"
        program.assumptions.setdefault(f"the undefined variable {name} holds anything at the start, and {changes}")
