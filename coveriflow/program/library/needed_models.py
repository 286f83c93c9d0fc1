"""Functions of the C library as C text: what they do to memory. They are added to programs that call them without
defining them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pycparser import c_ast

from coveriflow.program.library.desugaring import defined_names, desugar, external_names
from coveriflow.program.library.errno import asks_for_errno, with_known_error_numbers
from coveriflow.program.library.texts import MODELS
from coveriflow.program.syntax.nodes import walk
from coveriflow.program.syntax.parse import parsed
from coveriflow.program.syntax.templates import Expander

REDECLARED = {
    "error": 4,
    "error_at_line": 6,
    "err": 3,
    "errx": 3,
    "verr": 3,
    "verrx": 3,
    "index": 2,
    "rindex": 2,
    "bcopy": 3,
    "bcmp": 3,
    "strsep": 2,
    "reallocarray": 3,
}
"""Functions of the library whose names many programs give to their own, and how many parameters they have."""


def needed_models(
    trees: Iterable[c_ast.FileAST], size: str, expanders: Mapping[str, Expander]
) -> Mapping[str, c_ast.FileAST]:
    """Name and tree of the functions that ``trees`` call but do not define, and of those that these call; ``size``:
    what ``size_t`` is. ``expanders``: what calls in them become.
    """
    trees = list(trees)
    follows = asks_for_errno(trees)
    defined, names = external_names(trees), defined_names(trees)
    called = set[str]().union(*(_called([tree]) - own for tree, own in zip(trees, names, strict=True)))
    found: dict[str, c_ast.FileAST] = {}
    pending = sorted(called - _others(trees))
    while pending:
        name = pending.pop()
        if name in MODELS and (model := MODELS[name]).name not in found:
            text = with_known_error_numbers(model.text, are_followed=follows)
            tree = parsed(f"<{model.name}>", re.sub(r"\bsize_t\b", size, text), is_ours=True)
            desugar([tree], expanders, MODELS)
            found[model.name] = tree
            pending += sorted(_called([tree]) - defined)
    return {f"<{name}>": found[name] for name in sorted(found)}


def _others(trees: Iterable[c_ast.FileAST]) -> set[str]:
    """Names that many programs give to functions of their own, which are not declared as those of the library are."""
    items = [item for tree in trees for item in tree.ext if isinstance(item, c_ast.Decl)]
    functions = [item for item in items if isinstance(item.type, c_ast.FuncDecl) and item.type.args]
    counts = {item.name: len(item.type.args.params) for item in functions}
    return {name for name, count in REDECLARED.items() if counts.get(name) != count}


def _called(trees: Iterable[c_ast.FileAST]) -> set[str]:
    """Also through pointers, perhaps: whatever is declared as a function, and used in some other way."""
    trees = list(trees)
    nodes = [node for tree in trees for node in walk(tree)]
    called = {n.name.name for n in nodes if isinstance(n, c_ast.FuncCall) and isinstance(n.name, c_ast.ID)}
    declared = {n.name for n in nodes if isinstance(n, c_ast.Decl) and isinstance(n.type, c_ast.FuncDecl)}
    return called | (declared & {n.name for n in nodes if isinstance(n, c_ast.ID)})
