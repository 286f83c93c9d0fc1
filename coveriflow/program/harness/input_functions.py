"""The functions that the text calls for values: those of SV-COMP, unless the program uses their names otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pycparser import c_ast

from coveriflow.program.errors import NotSupported
from coveriflow.program.harness.declared_types import KINDS, Number, Types

_TYPES: Mapping[str, str] = {suffix: type_ for type_, suffix in KINDS.values()}
USUAL, _OWN = "__VERIFIER_nondet_", "__coveriflow_any_"


@dataclass(slots=True)
class InputFunctions:
    """``types``: of the text that the calls are put after. ``others``: of the program's other texts."""

    types: Types
    others: tuple[Types, ...] = ()
    called: dict[str, str] = field(default_factory=dict)

    def call(self, suffix: str) -> str:
        """One that returns any value."""
        name = self.called.get(suffix) or self._named(suffix)
        self.called[suffix] = name
        return f"{name}()"

    def declarations(self) -> Iterator[str]:
        """Those that the text does not have already."""
        for suffix, name in self.called.items():
            if not list(_declared(self.types.tree, name)):
                yield f"extern {_TYPES[suffix]} {name}(void);"

    def _named(self, suffix: str) -> str:
        name = USUAL + suffix
        known = [(each, item) for each in (self.types, *self.others) for item in _declared(each.tree, name)]
        return name if all(_is_input(item, suffix, types) for types, item in known) else _OWN + suffix


def _is_input(item: c_ast.Node, suffix: str, types: Types) -> bool:
    """Whether a declaration is that of a function which takes nothing, is not defined, and has this result."""
    if not isinstance(item, c_ast.Decl) or not isinstance(item.type, c_ast.FuncDecl) or "static" in item.storage:
        return False
    if not takes_nothing(item.type) or not isinstance(item.type.type, c_ast.TypeDecl):
        return False
    try:
        shape = types.shape(item.type.type)
    except NotSupported:
        return False
    return isinstance(shape, Number) and shape.suffix == suffix and not shape.exact.startswith("enum")


def takes_nothing(function: c_ast.FuncDecl) -> bool:
    """``()`` or ``(void)``."""
    match function.args and function.args.params:
        case [c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=["void"])))]:
            return True
        case parameters:
            return not parameters


def _declared(tree: c_ast.FileAST, name: str) -> Iterator[c_ast.Node]:
    for item in tree.ext:
        declaration = item.decl if isinstance(item, c_ast.FuncDef) else item
        if getattr(declaration, "name", None) == name:
            yield item
