"""Assembler names (GNU: ``int x __asm__("y");``), by which two names of a program may be one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pycparser import c_ast

from coveriflow.program.errors import NotSupported
from coveriflow.program.source_text import place_of

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_NAMED = re.compile(
    rf"(?P<own>[A-Za-z_$][\w$]*)\s*(?:\([^;{{}}]*?\)\s*)?(?<![\w$])(?:__)?asm(?:__)?\s*"
    rf"\(\s*(?P<label>{_STRING}(?:\s*{_STRING})*)\s*\)"
)
_PART = re.compile(r'"([^"]*)"')


def check_assembler_names(
    name: str, text: str, trees: Iterable[c_ast.FileAST], error_functions: frozenset[str]
) -> None:
    """Refuse ``text`` if an assembler name in it is that of something else which the program declares or defines.

    Names that stand for functions of a library only (as the C library's headers have some) mean no more than these.
    """
    if "asm" not in text:
        return
    external = [declared for tree in trees for declared in tree.ext if isinstance(declared, c_ast.FuncDef | c_ast.Decl)]
    defined = {_name(each) for each in external if _is_defined(each)} | error_functions
    declared = {_name(each) for each in external}
    for found in _NAMED.finditer(text):
        own, label = found["own"], "".join(_PART.findall(found["label"]))
        if label != own and (label in defined or (own in defined and label in declared)):
            raise NotSupported(f"the assembler name '{label}'", place_of(name, text, found.start("label")))


def _name(declared: c_ast.FuncDef | c_ast.Decl) -> str | None:
    named = declared.decl if isinstance(declared, c_ast.FuncDef) else declared
    return named.name if isinstance(named.name, str) else None


def _is_defined(declared: c_ast.FuncDef | c_ast.Decl) -> bool:
    if isinstance(declared, c_ast.FuncDef):
        return True
    return "extern" not in declared.storage and not isinstance(declared.type, c_ast.FuncDecl)
