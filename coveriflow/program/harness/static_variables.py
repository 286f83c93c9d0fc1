"""The variables of a file, which get any values where that is asked for."""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from coveriflow.program.harness.declared_types import Array
from coveriflow.program.harness.values import Place, Values

SCOPE = "::"
"""Before the name of a variable, where parameters may have the same."""


def fill_globals(values: Values) -> None:
    """All that the file defines and that may be changed."""
    for name, node in _defined(values):
        shape, where = values.types.shape(node), Place(name, SCOPE + name)
        if isinstance(shape, Array) and shape.length is None:
            open_ended = c_ast.ArrayDecl(shape.element, c_ast.ID("computed"), [], coord=node.coord)
            values.fill(where, open_ended)
        else:
            values.fill(where, node)
    if values.storage:
        values.decide()


def _defined(values: Values) -> Iterator[tuple[str, c_ast.Node]]:
    """With the declaration that tells most of the type."""
    found: dict[str, c_ast.Node] = {}
    for item in values.types.tree.ext:
        is_variable = isinstance(item, c_ast.Decl) and item.name and not isinstance(item.type, c_ast.FuncDecl)
        if not is_variable or ("extern" in item.storage and item.init is None):
            continue
        before = found.get(item.name)
        is_better = before is None or (isinstance(before, c_ast.ArrayDecl) and before.dim is None)
        if is_better and not values.types.is_constant(item.type):
            found[item.name] = item.type
    yield from found.items()
