"""A careful look at preprocessed C text without parsing it: the functions that it defines, and the names in it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

LITERALS = r"""(?s:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')"""
COMMENTS = r"(?s://(?:\\.|[^\\\n])*|/\*.*?(?:\*/|\Z))"
_TOKENS = re.compile(
    rf"(?m){COMMENTS}|{LITERALS}|^[ \t]*\#.*$|(?P<token>(?<![\w.$])[A-Za-z_$][\w$]*|[(){{}};=])|(?P<other>[^\s\w$])"
)

_AFTER_DECLARATOR = {"__attribute__", "__attribute", "asm", "__asm__", "__asm", "__extension__"}
_TYPE_OPERATORS = {"typeof", "__typeof__", "__typeof", "__declspec", "_Alignas", "alignas", "_Atomic"}
_ASSERTIONS = {"_Static_assert", "static_assert"}
_TYPES = {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned", "_Bool"}
_NOT_FUNCTIONS = _AFTER_DECLARATOR | _TYPE_OPERATORS | _ASSERTIONS | _TYPES


_BEFORE_LABEL = {";", "{", "}", ")", ":", "else", "do"}


@dataclass(frozen=True, slots=True)
class Outline:
    """``bodies``: each function defined at file scope, with the offset after the brace that opens its body.

    ``declared``: the identifiers outside of all braces. ``used``: all identifiers. ``inside``: those in bodies and
    initial values. ``called``: those before a parenthesis. ``labels``: with the offsets after their colons.
    """

    bodies: tuple[tuple[str, int], ...]
    declared: frozenset[str]
    used: frozenset[str]
    inside: frozenset[str] = frozenset()
    called: frozenset[str] = frozenset()
    labels: tuple[tuple[str, int], ...] = ()

    @property
    def defined(self) -> frozenset[str]:
        """The functions with a body."""
        return frozenset(name for name, _ in self.bodies)


@lru_cache(maxsize=16)
def outline(preprocessed: str) -> Outline:
    """The outline of one preprocessed text. What is no C gives some outline or other."""
    scanner = _Scanner()
    for found in _TOKENS.finditer(preprocessed):
        if token := found["token"] or found["other"]:
            scanner.take(token, found.end())
    return Outline(
        tuple(scanner.bodies),
        frozenset(scanner.declared),
        frozenset(scanner.used),
        frozenset(scanner.inside),
        frozenset(scanner.called),
        tuple(scanner.labels),
    )


@dataclass(slots=True)
class _Scanner:
    """Follows braces everywhere and, outside of braces, the external declaration under way (C11 6.9, and K&R's)."""

    bodies: list[tuple[str, int]] = field(default_factory=list)
    declared: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    inside: set[str] = field(default_factory=set)
    called: set[str] = field(default_factory=set)
    labels: list[tuple[str, int]] = field(default_factory=list)
    _braces: int = 0
    _questions: int = 0  # the conditional operators of this statement that wait for their colons
    _before: str = ""  # what came before the previous token
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
            self.inside.update({token} if self._braces or self._initialised else ())
        elif token == "(" and _is_word(self._previous):
            self.called.add(self._previous)
        if self._braces:
            self._note_label(token, end)
            self._inside(token)
        else:
            self._outside(token, end)
        self._before, self._previous = self._previous, token

    def _note_label(self, token: str, end: int) -> None:
        if token in (";", "{", "}"):
            self._questions = 0
        elif token == "?":
            self._questions += 1
        elif token == ":" and self._questions:
            self._questions -= 1
        elif token == ":" and _is_word(self._previous) and self._before in _BEFORE_LABEL:
            self.labels += [(self._previous, end)] if self._previous != "default" else []

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
    return token[:1].isalpha() or token[:1] in ("_", "$")
