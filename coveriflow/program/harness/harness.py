"""The text of a ``main`` that calls the entry function, and the program with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from pycparser import c_ast

from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.harness.declared_types import Array, Function, Number, Pointer, Types, declared, uses_names
from coveriflow.program.harness.entry import MAIN, Entry, Globals, heading
from coveriflow.program.harness.environment import sentences
from coveriflow.program.harness.input_functions import USUAL, InputFunctions, takes_nothing
from coveriflow.program.harness.own_main import check_is_not_used, mentions_main, renamed
from coveriflow.program.harness.static_variables import fill_globals
from coveriflow.program.harness.values import Needs, Place, Values
from coveriflow.program.syntax.nodes import place, walk
from coveriflow.program.syntax.parse import parsed
from coveriflow.program.text.outlines import outline
from coveriflow.program.text.tokens import line_marker

_RESTRICT = re.compile(r"\b__restrict(?:__)?\b")
_NONNULL = re.compile(r"\b(?:__)?nonnull(?:__)?\b\s*(?:\(\s*(?P<numbers>[\d,\s]*)\))?")
_BETWEEN = re.compile(r"[;{}]")


@dataclass(frozen=True, slots=True)
class Unit:
    """A file of the program: ``text`` as written, ``preprocessed`` as analysed."""

    name: str
    text: str
    preprocessed: str


@dataclass(frozen=True, slots=True)
class Harness:
    """The program that begins with ``main``; ``environment``: what is assumed of the callers of the entry function."""

    units: tuple[Unit, ...]
    environment: tuple[str, ...] = ()


def with_harness(units: Sequence[Unit], entry: Entry) -> Harness:
    """The program in which ``main`` calls the entry function, with any arguments. ``InputError`` where there is no such
    function, ``NotSupported`` where no arguments can be made.
    """
    if entry.function == MAIN:
        if entry != Entry(MAIN, entry.file):
            raise InputError("main gets the arguments of a program, so these options mean nothing for it")
        return Harness(tuple(units))
    unit = _defining(units, entry)
    trees = {each.name: Types(_tree(each)) for each in units if each is unit or _matters(each, entry)}
    if any(MAIN in outline(each.preprocessed).defined for each in units):
        units, unit = _without_main(units, unit, trees)
    others = [each for each in units if each.name != unit.name and each.name in trees]
    return _called(units, unit, entry, trees, others)


def _matters(unit: Unit, entry: Entry) -> bool:
    return entry.globals is Globals.ANY or USUAL in unit.preprocessed or mentions_main(unit.preprocessed)


def _tree(unit: Unit) -> c_ast.FileAST:
    return parsed(unit.name, _RESTRICT.sub("restrict", unit.preprocessed))


def _defining(units: Sequence[Unit], entry: Entry) -> Unit:
    found = [each for each in units if entry.function in outline(each.preprocessed).defined]
    if entry.file:
        found = [each for each in found if _is_file(each.name, entry.file)]
    if not found:
        where = f" in {entry.file}" if entry.file else ""
        raise InputError(f"the program has no function '{entry.function}'{where}", Span(units[0].name))
    if len(found) > 1:
        listed = ", ".join(each.name for each in found)
        message = (
            f"several files define '{entry.function}': {listed}; name one of them, as in --entry FILE:{entry.function}"
        )
        raise InputError(message, Span(found[0].name))
    return found[0]


def _is_file(name: str, asked: str) -> bool:
    return name == asked or PurePath(name).parts[-len(PurePath(asked).parts) :] == PurePath(asked).parts


def _without_main(units: Sequence[Unit], unit: Unit, trees: dict[str, Types]) -> tuple[Sequence[Unit], Unit]:
    for each in units:
        if mentions_main(each.preprocessed):
            check_is_not_used(each.name, each.preprocessed, trees[each.name].tree)
    changed = [Unit(each.name, renamed(each.text), renamed(each.preprocessed)) for each in units]
    return changed, next(new for new, old in zip(changed, units, strict=True) if old is unit)


def _called(
    units: Sequence[Unit], unit: Unit, entry: Entry, trees: dict[str, Types], others: Sequence[Unit]
) -> Harness:
    types = trees[unit.name]
    inputs = InputFunctions(types, tuple(trees[each.name] for each in others))
    values = Values(types, entry, inputs, _names(types))
    definition = _definition(types.tree, entry.function)
    texts = dict[str, str]()
    if entry.globals is Globals.ANY:
        fill_globals(values)
        texts = dict(_texts_of_globals(values, others, trees))
    arguments = list(_arguments(values, definition, unit))
    values.decide()
    for name in values.unused_arrays():
        raise InputError(f"{entry.function} has no pointer '{name}' to objects", place(definition))
    declarations = [*inputs.declarations(), *(f"extern void {_filler(n)}(void);" for n in range(len(texts)))]
    fillers = [f"  {_filler(n)}();" for n in range(len(texts))]
    call = f"  {entry.function}({', '.join(arguments)});"
    is_variadic = any(isinstance(each, c_ast.EllipsisParam) for each in _parameters(definition))
    said = tuple(sentences(entry, values.chosen, is_variadic=is_variadic))
    head = [heading(entry.function), *(f"   {each}" for each in said), "*/"]
    text = [*head, *declarations, "int main(void) {", *fillers, *values.lines, call, "  return 0;", "}"]
    texts[unit.name] = "".join(f"{line}\n" for line in text)
    return Harness(tuple(_followed(each, texts.get(each.name, "")) for each in units), said)


def _filler(number: int) -> str:
    return f"__coveriflow_fill_{number}"


def _texts_of_globals(values: Values, others: Sequence[Unit], trees: dict[str, Types]) -> Iterator[tuple[str, str]]:
    """For each other file, a function that gives its variables any values."""
    for number, each in enumerate(others):
        types = trees[each.name]
        around = tuple(found for name, found in trees.items() if name != each.name)
        own = Values(types, values.entry, InputFunctions(types, around), _names(types), "static ")
        own.chosen = values.chosen
        fill_globals(own)
        text = [*own.inputs.declarations(), f"void {_filler(number)}(void) {{", *own.lines, "}"]
        yield each.name, "".join(f"{line}\n" for line in text)


def _followed(unit: Unit, text: str) -> Unit:
    """With ``text`` at its end, as further lines of the same file."""
    if not text:
        return unit
    whole = unit.text if unit.text.endswith("\n") or not unit.text else unit.text + "\n"
    lines = whole.count("\n")
    return Unit(unit.name, whole + text, f"{unit.preprocessed}\n{line_marker(lines + 1, unit.name)}{text}")


def _names(types: Types) -> set[str]:
    """All that mean something at file scope."""
    items = [item.decl if isinstance(item, c_ast.FuncDef) else item for item in types.tree.ext]
    return {MAIN, *types.constants, *(item.name for item in items if getattr(item, "name", None))}


def _definition(tree: c_ast.FileAST, name: str) -> c_ast.FuncDef:
    for item in tree.ext:
        if isinstance(item, c_ast.FuncDef) and item.decl.name == name:
            return item
    raise NotSupported(f"the definition of '{name}'", place(tree))


def _parameters(definition: c_ast.FuncDef) -> list[c_ast.Node]:
    """In the order of the call; those of old definitions with their declarations (C11 6.9.1 p6)."""
    function = definition.decl.type
    if takes_nothing(function):
        return []
    found = {each.name: each for each in definition.param_decls or []}
    return [
        found.get(each.name) or _int(each.name) if isinstance(each, c_ast.ID) else each for each in function.args.params
    ]


def _int(name: str) -> c_ast.Decl:
    type_ = c_ast.TypeDecl(name, [], None, c_ast.IdentifierType(["int"]))
    return c_ast.Decl(name, [], [], [], [], type_, None, None)


def _arguments(values: Values, definition: c_ast.FuncDef, unit: Unit) -> Iterator[str]:
    """Their names, when they have been declared and filled."""
    never = _nonnull(unit.preprocessed, definition.decl.name)
    for number, each in enumerate(_parameters(definition), 1):
        if isinstance(each, c_ast.EllipsisParam):
            continue
        _check_is_visible(each)
        path = getattr(each, "name", None) or f"argument{number}"
        name = values.fresh(path)
        node, needs = _passed(values.types, each)
        if isinstance(values.types.shape(node), Pointer) and never is not None and (not never or number in never):
            needs = replace(needs, is_never_null=True)
        if uses_names(node, values.types.constants):
            raise NotSupported(f"the computed type of the parameter '{path}' of the entry function", place(each))
        _declare(values, node, name)
        if not isinstance(values.types.shape(node), Number):
            values.fill(Place(name, path), node, needs)
        yield name


def _check_is_visible(parameter: c_ast.Node) -> None:
    """A type that parameters declare is known to nobody who could pass one (C11 6.2.1 p4)."""
    for node in walk(parameter):
        if getattr(node, "values" if isinstance(node, c_ast.Enum) else "decls", None) is not None:
            raise NotSupported("a type that is declared in the list of parameters", place(parameter))


def _declare(values: Values, node: c_ast.Node, name: str) -> None:
    """A number gets its value at once."""
    shape, line = values.types.shape(node), declared(values.without_const(node), name)
    if isinstance(shape, Number):
        values.put(f"{line} = {values.inputs.call(shape.suffix)};")
    else:
        values.put(f"{line};")


def _passed(types: Types, parameter: c_ast.Node) -> tuple[c_ast.Node, Needs]:
    """The type that an argument is converted to (C11 6.7.6.3 p7, p8), and what else is known."""
    node = parameter.type
    shape = types.shape(node)
    if isinstance(shape, Function):
        return c_ast.PtrDecl([], node, coord=node.coord), Needs()
    if not isinstance(shape, Array):
        return node, Needs()
    qualifiers = [str(each) for each in getattr(node, "dim_quals", None) or []]
    is_static = "static" in qualifiers
    length = types.value(shape.length) if shape.length is not None else None
    if is_static and length is None:
        raise NotSupported("a parameter that is an array of at least so many elements", place(parameter))
    pointer = c_ast.PtrDecl([each for each in qualifiers if each != "static"], shape.element, coord=node.coord)
    return pointer, Needs(length or 0, is_never_null=is_static, is_least=is_static)


def _nonnull(text: str, function: str) -> frozenset[int] | None:
    """The numbers of parameters that declarations with the attribute ``nonnull`` say; empty: all; ``None``: none."""
    found: set[int] | None = None
    for match in _NONNULL.finditer(text) if "nonnull" in text else ():
        before = [each.end() for each in _BETWEEN.finditer(text, 0, match.start())]
        after = _BETWEEN.search(text, match.end())
        declaration = text[before[-1] if before else 0 : after.start() if after else len(text)]
        if re.search(rf"\b{re.escape(function)}\s*\(", declaration):
            numbers = {int(each) for each in re.findall(r"\d+", match["numbers"] or "")}
            if not numbers or found == set():
                found = set()
            else:
                found = (found or set()) | numbers
    return None if found is None else frozenset(found)
