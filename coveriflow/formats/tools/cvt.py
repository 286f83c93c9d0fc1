"""Programs of CoVeriTeam (``.cvt``) as syntax (Beyer, Kanav: CoVeriTeam, TACAS 2022). What they mean is not known here.

All that a program calls (actors, compositions, factories) is a ``Call``; only operators, literals and statements have
syntax of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken, VisitError

from coveriflow.formats.primitives.text import decoded, shortened
from coveriflow.program.errors import InputError, Span

LARGEST = 1 << 20
DEEPEST = 50
"""Brackets within brackets."""
MOST_OPERATORS = 100
"""In a statement."""
_OPERATOR = re.compile(r";|==|\b(?:AND|OR|NOT)\b")

_GRAMMAR = r"""
program: (function | statement)*
function: "fun" NAME "(" [NAME ("," NAME)*] ")" "{" statement* "}"
?statement: NAME "=" expression ";"  -> assignment
          | "return" expression ";"  -> returned
          | expression ";"           -> evaluated
?expression: conjunction | expression "OR" conjunction    -> disjunction
?conjunction: comparison | conjunction "AND" comparison
?comparison: negation | comparison "==" negation
?negation: primary | "NOT" negation                         -> inverted
?primary: PATH "(" [expression ("," expression)*] ")"     -> call
        | (NAME | PATH)                                   -> name
        | STRING                                          -> text
        | QUOTED                                          -> quoted
        | "{" [entry ("," entry)*] "}"                    -> several
        | "(" expression ")"
        | "(" expression ("," expression)+ ")"            -> group
        | NAME "(" [expression ("," expression)*] ")"     -> call
entry: expression [":" expression]
NAME: /(?!(?:fun|return|AND|OR|NOT)\b)[A-Za-z_]\w*/
PATH.2: /[A-Za-z_]\w*(\.[A-Za-z_]\w*)+/
STRING: /"[^"\n]*"/
QUOTED: /'[^'\n]*'/
COMMENT: /\/\/[^\n]*/ | /\/\*(.|\n)*?\*\//
%ignore COMMENT
%ignore /[ \t\r\n\f]+/
"""


@dataclass(frozen=True, slots=True)
class Name:
    """A variable, a type, or a constant; also with dots."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Text:
    """Between double quotes; ``is_name``: between single ones, the name of an artifact."""

    text: str
    span: Span
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """``name(arguments)``."""

    name: str
    arguments: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Several:
    """``{a, b}`` or ``{a: b}``: keys, and values or ``None``."""

    entries: tuple[tuple[Expression, Expression | None], ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Group:
    """``(a, b)``."""

    parts: tuple[Expression, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Operation:
    """``AND``, ``OR``, ``NOT`` or ``==``."""

    operator: str
    operands: tuple[Expression, ...]
    span: Span


Expression = Name | Text | Call | Several | Group | Operation


@dataclass(frozen=True, slots=True)
class Statement:
    """``name = value;``, ``return value;`` (``returns``), or ``value;``."""

    value: Expression
    span: Span
    name: str = ""
    returns: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """``fun name(parameters) { body }``."""

    name: str
    parameters: tuple[str, ...]
    body: tuple[Statement, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class CvtProgram:
    """Functions and statements, each in the order of the text."""

    functions: tuple[Function, ...]
    statements: tuple[Statement, ...]


def read_cvt(data: bytes, name: str) -> CvtProgram:
    """The syntax of the program; ``InputError`` with the place where it has none."""
    text = decoded(data, name, LARGEST)
    _check_depth(text, name)
    try:
        program: CvtProgram = _Syntax(name).transform(_parser().parse(text))
    except UnexpectedInput as error:
        raise InputError(_complaint(error), _place(error, text, name)) from None
    except VisitError as error:
        raise error.orig_exc from None
    return program


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, start="program", parser="lalr", propagate_positions=True)


def _complaint(error: UnexpectedInput) -> str:
    match error:
        case UnexpectedToken(token=Token(type="$END")) | UnexpectedEOF():
            return "the program ends in the middle of a statement"
        case UnexpectedToken():
            return f"'{shortened(str(error.token))}' is not expected here"
        case UnexpectedCharacters():
            return f"'{shortened(error.char)}' is not expected here"
        case _:
            return "this is no program of CoVeriTeam"


def _place(error: UnexpectedInput, text: str, name: str) -> Span:
    if error.line < 1:  # at the end of the text
        return Span(name, text.count("\n") + 1)
    return Span(name, error.line, error.column)


def _check_depth(text: str, name: str) -> None:
    operators = 0
    for found in _OPERATOR.finditer(text):
        operators = 0 if found[0] == ";" else operators + 1
        if operators > MOST_OPERATORS:
            line = text.count("\n", 0, found.start()) + 1
            raise InputError(f"more than {MOST_OPERATORS} operators in a statement", Span(name, line))
    depth, line = 0, 1
    for character in text:
        depth += (character in "({") - (character in ")}")
        line += character == "\n"
        if depth > DEEPEST:
            raise InputError(f"more than {DEEPEST} brackets within each other", Span(name, line))


@v_args(meta=True)
class _Syntax(Transformer[Token, CvtProgram]):
    """From lark's trees to values."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def _span(self, meta: Any) -> Span:
        return Span(self._name, getattr(meta, "line", 0), getattr(meta, "column", 0))

    def program(self, _meta: Any, parts: list[Any]) -> CvtProgram:
        functions = tuple(part for part in parts if isinstance(part, Function))
        return CvtProgram(functions, tuple(part for part in parts if isinstance(part, Statement)))

    def function(self, meta: Any, parts: list[Any]) -> Function:
        name, *rest = parts
        parameters = tuple(str(part) for part in rest if isinstance(part, Token))
        body = tuple(part for part in rest if isinstance(part, Statement))
        return Function(str(name), parameters, body, self._span(meta))

    def assignment(self, meta: Any, parts: list[Any]) -> Statement:
        return Statement(parts[1], self._span(meta), name=str(parts[0]))

    def returned(self, meta: Any, parts: list[Any]) -> Statement:
        return Statement(parts[0], self._span(meta), returns=True)

    def evaluated(self, meta: Any, parts: list[Any]) -> Statement:
        return Statement(parts[0], self._span(meta))

    def call(self, meta: Any, parts: list[Any]) -> Call:
        return Call(str(parts[0]), tuple(part for part in parts[1:] if part is not None), self._span(meta))

    def name(self, meta: Any, parts: list[Any]) -> Name:
        return Name(str(parts[0]), self._span(meta))

    def text(self, meta: Any, parts: list[Any]) -> Text:
        return Text(str(parts[0])[1:-1], self._span(meta))

    def quoted(self, meta: Any, parts: list[Any]) -> Text:
        return Text(str(parts[0])[1:-1], self._span(meta), is_name=True)

    def entry(self, _meta: Any, parts: list[Any]) -> tuple[Any, Any]:
        return parts[0], parts[1]

    def several(self, meta: Any, parts: list[Any]) -> Several:
        return Several(tuple(part for part in parts if part is not None), self._span(meta))

    def group(self, meta: Any, parts: list[Any]) -> Group:
        return Group(tuple(parts), self._span(meta))

    def disjunction(self, meta: Any, parts: list[Any]) -> Operation:
        return Operation("OR", tuple(parts), self._span(meta))

    def conjunction(self, meta: Any, parts: list[Any]) -> Operation:
        return Operation("AND", tuple(parts), self._span(meta))

    def comparison(self, meta: Any, parts: list[Any]) -> Operation:
        return Operation("==", tuple(parts), self._span(meta))

    def inverted(self, meta: Any, parts: list[Any]) -> Operation:
        return Operation("NOT", tuple(parts), self._span(meta))
