"""Whether a program computes the sizes of objects that it allocates, as far as its text tells."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set

from pycparser import c_ast

from coveriflow.program.syntax.nodes import walk

_PREFIX = "__builtin_"
_SIZES: Mapping[str, tuple[int, ...]] = {
    "malloc": (0,),
    "calloc": (0, 1),
    "realloc": (1,),
    "reallocarray": (1, 2),
    "aligned_alloc": (1,),
    "memalign": (1,),
    "posix_memalign": (2,),
    "valloc": (0,),
}
"""Functions that allocate, with the numbers of those arguments that are sizes."""


def computes_sizes(trees: Collection[c_ast.FileAST]) -> bool:
    """Whether some size is no constant expression, or one of the functions is used otherwise than called by name."""
    nodes = [node for tree in trees for node in walk(tree)]
    constants = {each.name for each in nodes if isinstance(each, c_ast.Enumerator)}
    named = sum(isinstance(each, c_ast.ID) and _is_allocating(each) for each in nodes)
    calls = [each for each in nodes if isinstance(each, c_ast.FuncCall) and _is_allocating(each.name)]
    return named > len(calls) or any(_is_computed(each, constants) for each in calls)


def _is_allocating(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.ID) and node.name.removeprefix(_PREFIX) in _SIZES


def _is_computed(call: c_ast.FuncCall, constants: Set[str]) -> bool:
    given = call.args.exprs if call.args is not None else []
    sizes = (given[number] for number in _SIZES[call.name.name.removeprefix(_PREFIX)] if number < len(given))
    parts = (part for size in sizes for part in walk(size))
    return any(isinstance(part, c_ast.ID) and part.name not in constants for part in parts)
