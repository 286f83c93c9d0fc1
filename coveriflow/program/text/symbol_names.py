"""Assembler names (GNU: ``int x __asm__("y");``), by which two names of a program may be one thing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pycparser import c_ast

from coveriflow.program.errors import NotSupported
from coveriflow.program.text.normalise import place_of

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_GAP = r"(?:\s|/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*\n)*"
_NAMED = re.compile(
    rf"(?P<own>[A-Za-z_$][\w$]*){_GAP}(?:\([^;{{}}]*?\){_GAP}|\[[^;{{}}]*?\]{_GAP})?(?<![\w$])(?:__)?asm(?:__)?{_GAP}"
    rf"\({_GAP}(?P<label>{_STRING}(?:{_GAP}{_STRING})*){_GAP}\)"
)
_PART = re.compile(r'"([^"]*)"')


_OTHER_WORDS = frozenset({"do", "else", "for", "if", "switch", "while"})
"""After which there is a statement of assembly."""
_REGISTER = re.compile(r"(?<![\w$])register(?![\w$])[^;{}]*$")
_FURTHEST = 1000  # characters, in which a declaration begins


def check_assembler_names(
    sources: Iterable[tuple[str, str]], trees: Iterable[c_ast.FileAST], error_functions: frozenset[str]
) -> None:
    """Refuse texts if an assembler name in them is that of something else which the program declares or defines, or one
    of two things.

    Names that stand for functions of a library only (as the C library's headers have some) mean no more than these.
    """
    with_names = [(name, text) for name, text in sources if "asm" in text]
    if not with_names:
        return
    external = [declared for tree in trees for declared in tree.ext if isinstance(declared, c_ast.FuncDef | c_ast.Decl)]
    defined = {_name(each) for each in external if _is_defined(each)} | error_functions
    declared = {_name(each) for each in external}
    only_functions = {_name(each) for each in external if _is_prototype(each)} - defined
    owners: dict[str, str] = {}
    for name, text in with_names:
        for found in _NAMED.finditer(text):
            own, label = found["own"], "".join(_PART.findall(found["label"]))
            is_other = (label != own and (label in defined or (own in defined and label in declared))) or "\\" in label
            if not is_other and own not in _OTHER_WORDS and not _is_in_register(text, found.start()):
                other = owners.setdefault(label, own)
                is_other = other != own and not {own, other} <= only_functions
            if is_other:
                raise NotSupported(f"the assembler name '{label}'", place_of(name, text, found.start("label")))


def _is_in_register(text: str, offset: int) -> bool:
    return _REGISTER.search(text, max(0, offset - _FURTHEST), offset) is not None


def _name(declared: c_ast.FuncDef | c_ast.Decl) -> str | None:
    named = declared.decl if isinstance(declared, c_ast.FuncDef) else declared
    return named.name if isinstance(named.name, str) else None


def _is_defined(declared: c_ast.FuncDef | c_ast.Decl) -> bool:
    if isinstance(declared, c_ast.FuncDef):
        return True
    return "extern" not in declared.storage and not isinstance(declared.type, c_ast.FuncDecl)


def _is_prototype(declared: c_ast.FuncDef | c_ast.Decl) -> bool:
    return isinstance(declared, c_ast.Decl) and isinstance(declared.type, c_ast.FuncDecl)
