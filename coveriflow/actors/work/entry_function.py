"""The program with a ``main`` that calls another entry function, whose parameters are inputs like any others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pycparser import c_ast

from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestInput
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.syntax.parse import parsed
from coveriflow.program.text.outlines import outline
from coveriflow.program.types.c_types import DeclaredType, Floating, Pointer

MAIN = "main"
_FLAGS = ("-Wl,--wrap=main",)
"""What starts the program calls ``__wrap_main`` then, also where the program has a ``main`` of its own."""
_ENTER = """
void __coveriflow_enter(void) {{
{values}  (void){function}({arguments});
}}
int __wrap_main(void) {{
  __coveriflow_enter();
  return 0;
}}
"""
_NUMBER = "  long long {name} = __coveriflow_next();\n"
_WIDE = """\
  unsigned __int128 {name} = (unsigned long long)__coveriflow_next();
  {name} |= (unsigned __int128)__coveriflow_high() << 64;
"""
_ADDRESS = "  void *{name} = (void *)(__typeof__(sizeof 0))__coveriflow_next();\n"
_PATTERN = """\
  {type} {name};
  long long {name}_bits[2];
  {name}_bits[0] = __coveriflow_next();
  {name}_bits[1] = __coveriflow_high();
  __builtin_memcpy(&{name}, {name}_bits, sizeof {name});
"""


@dataclass(frozen=True, slots=True)
class Entered:
    """``sources`` to be compiled with ``flags``; ``values`` are read in order. ``told``: how the entry is called."""

    sources: list[tuple[str, str]]
    values: list[int]
    flags: tuple[str, ...] = ()
    told: str = ""


def as_written(task: Task, read: Iterable[tuple[Edge, int]]) -> Entered:
    """The program of ``task``, and what it reads of ``read``. Arguments are read before anything else is."""
    sources, entry = [(each.name, each.preprocessed) for each in task.sources], task.specification.entry
    inputs = [(each.operation, value) for each, value in read if isinstance(each.operation, Input)]
    if entry == MAIN:
        return Entered(sources, [value for one, value in inputs if one.kind is InputKind.CALL])
    given = {one.source.rpartition("::")[2]: one.type for one, _ in inputs if one.kind is InputKind.ARGUMENT}
    values = [value for one, value in inputs if one.kind in (InputKind.CALL, InputKind.ARGUMENT)]
    told = [
        f"{one.source.rpartition('::')[2]} = {TestInput(value, str(one.type))}"
        for one, value in inputs
        if one.kind is InputKind.ARGUMENT
    ]
    called = f"{entry} was called" + (f" with {', '.join(told)}" if told else "")
    return Entered([_calling(source, entry, given) for source in sources], values, _FLAGS, called)


def as_printed(task: Task, text: str, read: Iterable[tuple[Edge, int]]) -> Entered:
    """The printed program, which asks for everything itself."""
    entry, values = task.specification.entry, [value for _, value in read]
    if entry == MAIN:
        return Entered([("printed.c", text)], values)
    return Entered([("printed.c", text + _ENTER.format(values="", function=entry, arguments=""))], values, _FLAGS)


def _calling(source: tuple[str, str], entry: str, given: Mapping[str, DeclaredType]) -> tuple[str, str]:
    """With the call after it, where it defines the function. What the function does not use is zero."""
    name, text = source
    if entry not in {function for function, _ in outline(text).bodies}:
        return source
    names = list(_parameters(name, text, entry))
    values = "".join(_value(each, given[each]) for each in names if each in given)
    arguments = ", ".join(_local(each) if each in given else "0" for each in names)
    return name, text + _ENTER.format(values=values, function=entry, arguments=arguments)


def _parameters(name: str, text: str, entry: str) -> Iterator[str]:
    """The names of the parameters; ``""`` for one that has none."""
    for node in parsed(name, text).ext:
        if isinstance(node, c_ast.FuncDef) and node.decl.name == entry and node.decl.type.args is not None:
            for each in node.decl.type.args.params:
                if not isinstance(each, c_ast.EllipsisParam) and not _is_void(each):
                    yield each.name or ""


def _is_void(parameter: c_ast.Node) -> bool:
    inner = getattr(getattr(parameter, "type", None), "type", None)
    return isinstance(parameter, c_ast.Typename) and getattr(inner, "names", None) == ["void"]


def _local(name: str) -> str:
    return f"__coveriflow_{name}"


def _value(name: str, type_: DeclaredType) -> str:
    if isinstance(type_, Floating):
        return _PATTERN.format(name=_local(name), type=type_)
    if isinstance(type_, Pointer):
        return _ADDRESS.format(name=_local(name))
    is_wide = getattr(type_, "width", 0) > 64
    return (_WIDE if is_wide else _NUMBER).format(name=_local(name))
