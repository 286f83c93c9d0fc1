"""pycparser with the words of GNU C, and without those of C23 that programs use as names of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pycparser import c_ast
from pycparser.c_lexer import CLexer
from pycparser.c_parser import CParser

_WORDS = {
    **dict.fromkeys(("typeof", "__typeof", "__typeof__"), "TYPEOF"),
    "__auto_type": "AUTO",
    "__builtin_offsetof": "OFFSETOF",
    "__builtin_types_compatible_p": "__BUILTIN_TYPES_COMPATIBLE_P",
    "__builtin_va_arg": "__BUILTIN_VA_ARG",
}


class _Lexer(CLexer):  # type: ignore[misc]
    def __init__(self, error_func: Callable[[str, int, int], None], *, dialect: str) -> None:
        super().__init__(error_func)
        self._keyword_map.pop("offsetof", None)
        self._keyword_map.update(_WORDS)


class GnuParser(CParser):  # type: ignore[misc]
    """The dialect is that of C23, since attributes are passed on in its notation (``[[packed]]``)."""

    def __init__(self) -> None:
        super().__init__(lexer=_Lexer, dialect="c23")

    def _is_inferred_auto(self, spec: Any) -> bool:
        """Plain ``auto`` is the storage class that it always was."""
        return "__auto_type" in spec["storage"] and not spec["type"]

    def _fix_decl_name_type(self, decl: c_ast.Node, typename: Sequence[c_ast.Node]) -> c_ast.Node:
        """``static x;`` declares an ``int`` (C90)."""
        return super()._fix_decl_name_type(decl, typename or [c_ast.IdentifierType(["int"], coord=decl.coord)])

    def _parse_primary_expression(self) -> c_ast.Node:
        if self._peek_type() == "__BUILTIN_VA_ARG":
            return self._parse_next_argument()
        if self._peek_type() != "__BUILTIN_TYPES_COMPATIBLE_P":
            return super()._parse_primary_expression()
        token = self._advance()
        self._expect("LPAREN")
        left = self._parse_type_name()
        self._expect("COMMA")
        right = self._parse_type_name()
        self._expect("RPAREN")
        place = self._tok_coord(token)
        return c_ast.FuncCall(c_ast.ID(token.value, place), c_ast.ExprList([left, right], place), place)

    def _parse_next_argument(self) -> c_ast.Node:
        """``va_arg(list, type)`` becomes a call with ``list[0]++`` and the type: like that, it changes the list."""
        token = self._advance()
        place = self._tok_coord(token)
        self._expect("LPAREN")
        whole = self._parse_assignment_expression()
        self._expect("COMMA")
        type_ = self._parse_type_name()
        self._expect("RPAREN")
        step = c_ast.UnaryOp("p++", c_ast.ArrayRef(whole, c_ast.Constant("int", "0", place), place), place)
        return c_ast.FuncCall(c_ast.ID(token.value, place), c_ast.ExprList([step, type_], place), place)
