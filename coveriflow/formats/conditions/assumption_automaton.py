"""Automata of CPAchecker as text: ``AssumptionAutomaton.txt``, in which it says what it has verified.

The grammar is that of its specification language; an automaton is one file, and ``#include`` is not followed. What
compares variables of the automaton or asks other analyses is kept as text. A file may be compressed by gzip.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from coveriflow.artifacts.automata.cpachecker import (
    Always,
    Connective,
    Ending,
    Guard,
    Kind,
    Match,
    Not,
    ObserverAutomaton,
    ObserverState,
    ObserverTransition,
    Question,
)
from coveriflow.formats.conditions.automaton_lexer import Class, Word, quoted, words_of, written
from coveriflow.formats.primitives.text import decoded, shortened
from coveriflow.program.errors import InputError, Span

MAX_BYTES = 64 << 20
_DEEPEST = 60
_NAME = re.compile(r"(?:[^\W\d]|\$)[\w$]*")
_KEYWORDS = frozenset(
    """AUTOMATON END OBSERVER CONTROL LOCAL INITIAL STATE ERROR STOP BREAK EXIT ENTRY FUNCTIONCALL ASSUME ASSERT MATCH
    LABEL EVAL CHECK MODIFY DO GOTO true false TRUE FALSE PRINT PRINTONCE USEFIRST USEALL TARGET IS_TARGET_STATE
    COVERS_LINES""".split()
)
_ENDINGS = frozenset(each.value for each in Ending)
_PRECEDENCE = ({"&&", "||"}, {"==", "!="})
"""From the loosest on, as CPAchecker's grammar has it: ``&&`` and ``||`` are equal, and all group to the left."""
_KINDS = {
    Class.STRING: (Kind.EXACT, Kind.LABEL),
    Class.SQUARE: (Kind.REGULAR, Kind.LABEL_REGULAR),
    Class.CURLY: (Kind.PATTERN, None),
}
_QUOTES = {
    Kind.EXACT: ("MATCH ", Class.STRING),
    Kind.PATTERN: ("MATCH ", Class.CURLY),
    Kind.REGULAR: ("MATCH ", Class.SQUARE),
    Kind.LABEL: ("MATCH LABEL ", Class.STRING),
    Kind.LABEL_REGULAR: ("MATCH LABEL ", Class.SQUARE),
    Kind.CALL: ("MATCH FUNCTIONCALL ", Class.STRING),
}


def read_assumption_automaton(data: bytes, name: str, limit: int = MAX_BYTES) -> ObserverAutomaton:
    """The automaton of a file of at most ``limit`` bytes; ``InputError`` with line and column."""
    parser = _Parser(words_of(decoded(_unpacked(data, name, limit), name, limit), name))
    automaton = parser.automaton()
    if parser.word.kind is not Class.END:
        raise InputError("there is text after the automaton, and a file has one automaton", parser.word.span)
    return automaton


def write_assumption_automaton(automaton: ObserverAutomaton) -> bytes:
    """Text that ``read_assumption_automaton`` and CPAchecker read."""
    for name in (automaton.name, automaton.initial, *(state.name for state in automaton.states)):
        _check_name(name)
    blocks = [f"{'OBSERVER' if automaton.observer else 'CONTROL'} AUTOMATON {automaton.name}"]
    blocks += ["\n".join(f"LOCAL {each};" for each in automaton.locals)] if automaton.locals else []
    blocks += [f"INITIAL STATE {automaton.initial};", *map(_state_text, automaton.states), "END AUTOMATON"]
    return ("\n\n".join(blocks) + "\n").encode("utf-8")


def _unpacked(data: bytes, name: str, limit: int) -> bytes:
    if not data.startswith(b"\x1f\x8b"):
        return data
    unpacking = zlib.decompressobj(wbits=31)
    try:
        found = unpacking.decompress(data, limit + 1)
    except zlib.error:
        raise InputError("this begins like a file of gzip, and is none", Span(name)) from None
    if not unpacking.eof and len(found) <= limit:
        raise InputError("this file of gzip is cut off", Span(name))
    return found


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name) or name in _KEYWORDS:
        raise ValueError(f"'{name}' is no name in an automaton")


def _state_text(state: ObserverState) -> str:
    head = f"{'TARGET ' if state.is_target else ''}STATE {'USEFIRST' if state.first else 'USEALL'} {state.name} :"
    return "\n".join((head, *(f"    {_transition_text(each)}" for each in state.transitions)))


def _transition_text(transition: ObserverTransition) -> str:
    parts = [f"{guard_text(transition.guard)} ->"]
    parts += [f"ASSERT {guard_text(each)}" for each in transition.assertions]
    if transition.assumption is not None:
        parts.append(f"ASSUME {quoted(Class.CURLY, transition.assumption)}")
    parts += [transition.actions] if transition.actions else []
    return " ".join((*parts, *_ending_text(transition))) + ";"


def _ending_text(transition: ObserverTransition) -> Iterator[str]:
    yield transition.ending.value
    if transition.ending is Ending.GOTO:
        _check_name(transition.target)
        yield transition.target
    elif transition.ending is Ending.ERROR and transition.target:
        yield f"({quoted(Class.STRING, transition.target)})"


def guard_text(guard: Guard) -> str:
    """As it is written."""
    match guard:
        case Always(value):
            return "TRUE" if value else "FALSE"
        case Match(Kind.ENTRY | Kind.EXIT | Kind.ASSERT as kind):
            return f"MATCH {kind.value}"
        case Match(kind, text):
            words, quotes = _QUOTES[kind]
            return f"{words}{quoted(quotes, text)}"
        case Not(operand):
            return f"!({guard_text(operand)})"
        case Connective(operator, left, right):
            return f"({guard_text(left)}) {operator} ({guard_text(right)})"
        case Question(text):
            return text


@dataclass(slots=True)
class _Parser:
    words: list[Word]
    at: int = 0

    @property
    def word(self) -> Word:
        return self.words[self.at]

    def take(self) -> Word:
        word = self.words[self.at]
        self.at += word.kind is not Class.END
        return word

    def is_next(self, *texts: str) -> bool:
        return self.word.kind in (Class.NAME, Class.SYMBOL) and self.word.text in texts

    def accepts(self, text: str) -> bool:
        found = self.is_next(text)
        self.at += found
        return found

    def expect(self, text: str) -> None:
        if not self.accepts(text):
            raise self.unexpected(f"'{text}'")

    def text_of(self, kind: Class) -> str:
        if self.word.kind is not kind:
            raise self.unexpected(kind.value)
        return self.take().text

    def name(self) -> str:
        if self.word.kind is not Class.NAME or self.word.text in _KEYWORDS:
            raise self.unexpected("a name")
        return self.take().text

    def unexpected(self, wanted: str) -> InputError:
        is_end = self.word.kind is Class.END
        there = self.word.kind.value if is_end else f"'{shortened(written(self.word))}'"
        return InputError(f"here is {there}, where {wanted} should be", self.word.span)

    def automaton(self) -> ObserverAutomaton:
        observer = self.accepts("OBSERVER")
        if not observer:
            self.accepts("CONTROL")
        self.expect("AUTOMATON")
        name, variables = self.name(), []
        while self.accepts("LOCAL"):
            variables.append(self.written_up_to(";"))
            self.expect(";")
        self.expect("INITIAL")
        self.expect("STATE")
        initial = self.name()
        self.expect(";")
        states = tuple(self.states())
        self.expect("AUTOMATON")
        return ObserverAutomaton(name, initial, states, tuple(variables), observer)

    def states(self) -> Iterator[ObserverState]:
        seen: set[str] = set()
        while not self.accepts("END"):
            is_target = self.accepts("TARGET")
            self.expect("STATE")
            first = self.accepts("USEFIRST")
            if not first:
                self.accepts("USEALL")
            span, name = self.word.span, self.name()
            if name in seen:
                raise InputError(f"the state '{shortened(name)}' is there twice", span)
            seen.add(name)
            self.expect(":")
            yield ObserverState(name, tuple(self.transitions()), first, is_target)

    def transitions(self) -> Iterator[ObserverTransition]:
        while not self.is_next("STATE", "TARGET", "END"):
            yield self.transition()

    def transition(self) -> ObserverTransition:
        guard = self.guard()
        self.expect("->")
        assertions = []
        while self.accepts("ASSERT"):
            assertions.append(self.guard())
        assumption = self.text_of(Class.CURLY) if self.accepts("ASSUME") else None
        actions = self.written_up_to(*_ENDINGS)
        found = ObserverTransition(guard, "", assumption, tuple(assertions), actions, Ending(self.take().text))
        if found.ending is Ending.GOTO:
            found = replace(found, target=self.name())
        elif found.ending is Ending.ERROR and self.accepts("("):
            found = replace(found, target=self.text_of(Class.STRING))
            self.expect(")")
        self.expect(";")
        return found

    def written_up_to(self, *ends: str) -> str:
        """The words before one of ``ends``, which is not far."""
        start = self.at
        while not self.is_next(*ends):
            if self.word.kind is Class.END or self.is_next("->", "STATE", ";"):
                raise self.unexpected(" or ".join(f"'{end}'" for end in sorted(ends)))
            self.take()
        return _joined(self.words[start : self.at])

    def guard(self) -> Guard:
        """Of limited height, so that it can be written and read again."""
        return self.connected(_DEEPEST)[0]

    def connected(self, depth: int, loosest: int = 0) -> tuple[Guard, int]:
        """With its height. Operators of the same precedence are taken from the left."""
        if loosest == len(_PRECEDENCE):
            return self.operand(depth)
        found, height = self.connected(depth, loosest + 1)
        while self.is_next(*_PRECEDENCE[loosest]):
            operator = self.take().text
            right, other = self.connected(depth, loosest + 1)
            found, height = Connective(operator, found, right), self.limited(max(height, other) + 1)
        return found, height

    def limited(self, height: int) -> int:
        if height > _DEEPEST:
            raise InputError("this guard is nested too deeply", self.word.span)
        return height

    def operand(self, depth: int) -> tuple[Guard, int]:
        self.limited(_DEEPEST + 1 if depth == 0 else 0)
        if self.accepts("!"):
            negated, height = self.operand(depth - 1)
            return Not(negated), self.limited(height + 2)
        if self.accepts("("):
            found = self.connected(depth - 1)
            self.expect(")")
            return found
        return self.atom(), 1

    def atom(self) -> Guard:
        if self.is_next("TRUE", "true", "FALSE", "false"):
            return Always(self.take().text in ("TRUE", "true"))
        if self.accepts("MATCH"):
            return self.match()
        if self.is_next("CHECK", "COVERS_LINES"):
            return Question(self.called())
        return self.comparison()

    def match(self) -> Guard:
        for kind in (Kind.ENTRY, Kind.EXIT, Kind.ASSERT):
            if self.accepts(kind.value):
                return Match(kind)
        if self.accepts("FUNCTIONCALL"):
            return Match(Kind.CALL, self.text_of(Class.STRING))
        is_label = self.accepts("LABEL")
        kinds = _KINDS.get(self.word.kind)
        found = kinds[is_label] if kinds else None
        if found is None:
            raise self.unexpected("what is to be matched")
        return Match(found, self.take().text)

    def called(self) -> str:
        """A name and its arguments in parentheses."""
        start = self.at
        self.take()
        depth = 0
        while True:
            depth += self.is_next("(") - self.is_next(")")
            if depth == 0 and not self.is_next(")"):
                raise self.unexpected("'('")
            if self.word.kind is Class.END or self.is_next(";", "->"):
                raise self.unexpected("')'")
            self.take()
            if depth == 0:
                return _joined(self.words[start : self.at])

    def comparison(self) -> Guard:
        """Of numbers, which are sums of constants and of variables of the automaton."""
        start = self.at
        self.sum()
        if not self.is_next("==", "!="):
            raise self.unexpected("'==' or '!='")
        self.take()
        self.sum()
        return Question(_joined(self.words[start : self.at]))

    def sum(self) -> None:
        while True:
            if self.is_next("EVAL"):
                self.called()
            elif self.word.kind is Class.NUMBER:
                self.take()
            else:
                self.name()
            if not (self.accepts("+") or self.accepts("-")):
                return


def _joined(words: Iterable[Word]) -> str:
    return " ".join(map(written, words))
