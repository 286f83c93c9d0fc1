"""A careful look at C text without parsing it: directives, and the functions that a preprocessed text defines."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_LITERALS = r"""(?s:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
_COMMENTS = r"(?s://(?:\\.|[^\\\n])*|/\*.*?(?:\*/|\Z))"
_HARMLESS = r"#[ \t]*(?:pragma\b|ident\b|(?:line[ \t]+)?\d)"
_NO_MACRO = (
    r"__(?:alignof|asm|attribute|complex|const|extension|func|FUNCTION|imag|inline|label|PRETTY_FUNCTION|real|restrict"
    r"|signed|thread|typeof|volatile)__\b|__VERIFIER_|__CPROVER_"
)
_MACRO = (
    rf"(?<![\w$.])(?!{_NO_MACRO})(?:_Pragma|__\w+__|__[A-Z]\w*|_?_I?LP(?:32|64)|_STDC_PREDEF_H|(?:__)?(?:unix|linux|i386)"
    r"|__(?:amd64|x86_64|k8|[ip]\w*[3-6]86\w*))(?![\w$])"
)
"""What may be a macro though the text does not define it: the compiler does, differently for each machine."""

_PREPROCESSED = re.compile(
    rf"(?P<skip>{_COMMENTS}|{_HARMLESS})|(?P<literal>{_LITERALS})|(?P<directive>\#|%:)|(?P<macro>{_MACRO})"
)
_LINE_END = re.compile(r"\\[ \t\v\f]*\r?\n|\r(?!\n)")
"""A splice, or a character that ends a line for the preprocessor only."""
_TOKENS = re.compile(
    rf"(?m){_COMMENTS}|{_LITERALS}|^[ \t]*\#.*$|(?P<token>(?<![\w.$])[A-Za-z_$][\w$]*|[(){{}};=])|(?P<other>[^\s\w$])"
)

_AFTER_DECLARATOR = {"__attribute__", "__attribute", "asm", "__asm__", "__asm", "__extension__"}
_TYPE_OPERATORS = {"typeof", "__typeof__", "__typeof", "__declspec", "_Alignas", "alignas", "_Atomic"}
_ASSERTIONS = {"_Static_assert", "static_assert"}
_TYPES = {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool"}
_NOT_FUNCTIONS = _AFTER_DECLARATOR | _TYPE_OPERATORS | _ASSERTIONS | _TYPES


def changes_when_preprocessed(text: str) -> bool:
    """Whether the preprocessor may make another program of a text: it has a directive (``#line``, ``#pragma``,
    ``#ident`` aside), a splice, or a name that may be a macro of the compiler.
    """
    if _LINE_END.search(text):
        return True
    return any(found["directive"] or found["macro"] for found in _PREPROCESSED.finditer(text))


def line_marker(line: int, file: str) -> str:
    """Says that what follows is ``file`` from ``line`` on."""
    return '# {} "{}"\n'.format(line, file.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n"))


@dataclass(frozen=True, slots=True)
class Outline:
    """``bodies``: each function defined at file scope, with the offset behind the brace that opens its body.

    ``declared``: the identifiers outside of all braces. ``used``: all identifiers.
    """

    bodies: tuple[tuple[str, int], ...]
    declared: frozenset[str]
    used: frozenset[str]


def outline(preprocessed: str) -> Outline:
    """The outline of one preprocessed text. What is no C gives some outline or other."""
    scanner = _Scanner()
    for found in _TOKENS.finditer(preprocessed):
        if token := found["token"] or found["other"]:
            scanner.take(token, found.end())
    return Outline(tuple(scanner.bodies), frozenset(scanner.declared), frozenset(scanner.used))


@dataclass(slots=True)
class _Scanner:
    """Follows braces everywhere and, outside of braces, the external declaration under way (C11 6.9, and K&R's)."""

    bodies: list[tuple[str, int]] = field(default_factory=list)
    declared: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    _braces: int = 0
    _parentheses: int = 0
    _previous: str = ""
    _function: str | None = None  # the declarator seen: a name outside of parentheses, then "("
    _old_style: bool = False  # after the declarator's ")" came a declaration of its parameters
    _initialised: bool = False
    _in_body: bool = False

    def take(self, token: str, end: int) -> None:
        """The next token, which ends at offset ``end``."""
        if _is_word(token):
            self.used.add(token)
        if self._braces:
            self._inside(token)
        else:
            self._outside(token, end)
        self._previous = token

    def _inside(self, token: str) -> None:
        self._braces += {"{": 1, "}": -1}.get(token, 0)
        if not self._braces and self._in_body:
            self._next_declaration()

    def _outside(self, token: str, end: int) -> None:
        match token:
            case "(":
                self._open_parenthesis()
            case ")":
                self._parentheses -= 1
            case "{":
                self._open_brace(end)
            case ";" if not self._old_style:
                self._next_declaration()
            case "=":
                self._initialised = True
            case _ if _is_word(token):
                self.declared.add(token)
                self._old_style |= self._follows_declarator(token)
            case _:
                pass

    def _open_parenthesis(self) -> None:
        is_declarator = self._parentheses == 0 and _is_word(self._previous) and self._previous not in _NOT_FUNCTIONS
        if is_declarator and self._function is None:
            self._function = self._previous
        self._parentheses += 1

    def _open_brace(self, end: int) -> None:
        self._braces = 1
        declares = self._function is not None and not self._initialised and self._parentheses == 0
        if declares and self._function and self._previous in (")", ";"):
            self.bodies.append((self._function, end))
            self._in_body = True

    def _follows_declarator(self, token: str) -> bool:
        ends = self._function is not None and self._parentheses == 0 and self._previous == ")"
        return ends and token not in _AFTER_DECLARATOR

    def _next_declaration(self) -> None:
        self._function = None
        self._old_style = self._initialised = self._in_body = False
        self._parentheses = 0


def _is_word(token: str) -> bool:
    return token[0].isalpha() or token[0] in "_$"
