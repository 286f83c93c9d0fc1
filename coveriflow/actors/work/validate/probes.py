"""What witnesses claim about places of a program, as probes in its text."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.source_positions import Originals
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.witnesses.yaml import WitnessPlace
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Input, Return, Stop
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.text.statement_positions import StatementText, statements_in
from coveriflow.transform.probes import AnalysedText, Probe, is_probe

MARK = "__coveriflow_mark_"
"""Functions that begin so do nothing: a probe calls one to say that it was passed."""

_LONGEST = 100_000
_TOKEN = re.compile(
    r"\s+|[A-Za-z_$][\w$]*|\.?\d(?:[eEpP][+-]|[\w.])*|'(?:\\.|[^'\\\n])+'"
    r"|(?:<<=|>>=|\+\+|--|->|&&|\|\||<<|>>|[-+*/%&|^<>=!]=|[-+*/%&|^<>=!~?:.,()\[\]])",
    re.ASCII,
)
_CHANGES = frozenset({"=", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="})
_CALL = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]*)[ \t]*\(", re.ASCII)
_WORD = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_TYPE_WORDS = frozenset(
    ("void char short int long float double signed unsigned _Bool const volatile struct union enum __int128").split()
)
_TAKE_PARENTHESES = frozenset({"sizeof", "_Alignof", "__alignof__"})
_NOT_TAKEN = re.compile(r"asm|__asm.*|typeof|__typeof.*|__builtin.*|__label__|__extension__|__coveriflow.*|_Generic")


class NotMatchedError(Exception):
    """A claim says something that cannot be read, or about a place that is not there. ``number``: of the claim, from 1,
    where it is known.
    """

    def __init__(self, reason: str, number: int = 0) -> None:
        super().__init__(reason)
        self.reason = reason
        self.number = number


def expression_text(text: str) -> str:
    """A C expression without calls, changes, extensions and comments, one blank between tokens, so that it stays what
    it is wherever it is put; else ``NotMatchedError``.
    """
    if len(text) > _LONGEST:
        raise NotMatchedError("it is too long")
    tokens = _tokens(text)
    opened: list[int] = []
    behind_type = -1
    for number, token in enumerate(tokens):
        before = tokens[number - 1] if number else ""
        if token in _CHANGES:
            raise NotMatchedError(f"'{token}' changes the state")
        if _NOT_TAKEN.fullmatch(token):
            raise NotMatchedError(f"'{token}' is not permitted in a claim")
        if token in ("(", "["):
            is_callee = _WORD.fullmatch(before) and before not in _TAKE_PARENTHESES
            if token == "(" and (is_callee or before == "]" or (before == ")" and behind_type != number)):
                raise NotMatchedError("it may call a function")
            opened.append(number)
        elif token in (")", "]"):
            if not opened or tokens[start := opened.pop()] + token not in ("()", "[]"):
                raise NotMatchedError("its brackets do not match")
            if tokens[start + 1] in _TYPE_WORDS:
                behind_type = number + 1
    if opened or not tokens:
        raise NotMatchedError("a bracket is not closed" if opened else "it is empty")
    return " ".join(tokens)


def _tokens(text: str) -> list[str]:
    found, at = [], 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise NotMatchedError(f"{text[at]!a} is not part of a C expression")
        at = token.end()
        found += [token[0]] if token[0].strip() else []
    return found


@dataclass(frozen=True, slots=True)
class Placed:
    """A statement, with its place in the file as the user wrote it (column 0: not known)."""

    source: Source
    statement: StatementText
    place: WitnessPlace


@dataclass(frozen=True, slots=True)
class NamedCall:
    """A name and an opening parenthesis, with their offsets in the text as it is analysed."""

    name: str
    span: Span
    start: int
    opening: int


class _Extents:
    """Offsets in one of several extents; these lie within each other, or apart."""

    def __init__(self, extents: Iterable[tuple[int, int]]) -> None:
        self._outer: list[tuple[int, int]] = []
        for start, end in sorted(extents):
            if not self._outer or start >= self._outer[-1][1]:
                self._outer.append((start, end))

    def __contains__(self, offset: int) -> bool:
        at = bisect_right(self._outer, (offset, sys.maxsize)) - 1
        return at >= 0 and offset < self._outer[at][1]


@dataclass(frozen=True)
class ProgramText:
    """The statements of ``task``, and the task with probes in it."""

    task: Task
    _analysed: dict[str, AnalysedText] = field(default_factory=dict, repr=False)

    @cached_property
    def originals(self) -> Originals:
        """The files as the user wrote them."""
        return Originals(self.task)

    @cached_property
    def statements(self) -> tuple[Placed, ...]:
        """All that stand in a source file, where that is known."""
        found = []
        for source in self.task.sources:
            for statement in statements_in(source.preprocessed):
                span = self.analysed(source).place(statement.start)
                if span.file == source.name:
                    found.append(Placed(source, statement, self._place(source, statement, span)))
        return tuple(found)

    def analysed(self, source: Source) -> AnalysedText:
        """The text as it is analysed."""
        if source.name not in self._analysed:
            self._analysed[source.name] = AnalysedText(source.name, source.preprocessed)
        return self._analysed[source.name]

    def _place(self, source: Source, statement: StatementText, span: Span) -> WitnessPlace:
        lines = self._lines[source.name]
        if 0 < span.line <= len(lines) and lines[span.line - 1] == self.analysed(source).line(statement.start):
            return WitnessPlace(source.name, span.line, span.column, statement.function)
        offset = self.originals.word(statement.word, span) if statement.word else None
        if offset is None:
            return WitnessPlace(source.name, span.line, 0, statement.function)
        return self.originals.place(source.name, offset, statement.function)

    @cached_property
    def _lines(self) -> dict[str, list[str]]:
        return {source.name: source.text.removeprefix("\ufeff").split("\n") for source in self.task.sources}

    @cached_property
    def calls(self) -> Mapping[tuple[str, int], tuple[NamedCall, ...]]:
        """What looks like a call of a function by its name, by file and line; in statements, and so no declarator of a
        function.
        """
        found: defaultdict[tuple[str, int], tuple[NamedCall, ...]] = defaultdict(tuple)
        for source in self.task.sources:
            within = _Extents((each.start, each.end) for each in statements_in(source.preprocessed))
            for match in _CALL.finditer(source.preprocessed):
                if match.start() not in within:
                    continue
                span = self.analysed(source).place(match.start())
                if span.file == source.name:
                    found[span.file, span.line] += (NamedCall(match[1], span, match.start(), match.end() - 1),)
        return found

    def at(self, place: WitnessPlace, wanted: Callable[[StatementText], bool], what: str) -> Placed:
        """The one statement at ``place``; ``NotMatchedError`` if there is none, or more than one."""
        file = self.file_of(place)
        found = [
            each
            for each in self.statements
            if wanted(each.statement)
            and (each.place.file, each.place.line) == (file, place.line)
            and place.column in (0, each.place.column)
            and place.function in ("", each.place.function)
        ]
        if len(found) != 1:
            raise NotMatchedError(f"several {what}s stand there" if found else f"no {what} of the program stands there")
        return found[0]

    def file_of(self, place: WitnessPlace) -> str:
        """The source file that a place names, by its whole name or by its last part if that is clear."""
        names = [source.name for source in self.task.sources]
        if place.file in names:
            return place.file
        same = [name for name in names if name.rpartition("/")[2] == place.file.rpartition("/")[2]]
        if len(same) != 1:
            raise NotMatchedError(f"the program has no file '{ascii(place.file)[1:-1]}'")
        return same[0]

    def files_named(self, name: str) -> frozenset[str]:
        """The files of the program that a name means, headers too: by the whole, else by its last part. A name that
        none of them has tells nothing, and an empty one does not: then, all source files.
        """
        if name in self.originals.all_files:
            return frozenset({name})
        last = name.rpartition("/")[2]
        same = frozenset(file for file in self.originals.all_files if file.rpartition("/")[2] == last)
        return same if name and same else self.originals.files

    def probed(self, probes: Iterable[tuple[Source, Probe]], head: str = "") -> Task:
        """The task with probes, and ``head`` before everything; lines and columns of all else stay what they are."""
        by_source = {source.name: [Probe(0, head)] if head else [] for source in self.task.sources}
        for source, probe in probes:
            by_source[source.name].append(probe)
        texts = ((source, self.analysed(source).probed(by_source[source.name])) for source in self.task.sources)
        return replace(self.task, sources=tuple(replace(source, preprocessed=text) for source, text in texts))


def before_condition(
    placed: Placed, text: str, operand: tuple[int, int] | None = None
) -> Iterator[tuple[Source, Probe]]:
    """``text`` is executed before each evaluation of the condition, or of an operand of its ``&&`` and ``||``."""
    assert placed.statement.condition is not None
    start, end = operand or placed.statement.condition
    if (start, end) != placed.statement.condition:
        yield placed.source, Probe(start, f"(({{ {text} 1; }}) && (")
        yield placed.source, Probe(end, "))")
    elif not placed.source.preprocessed[start:end].strip():
        yield placed.source, Probe(start, f"({{ {text} 1; }})")
    else:
        yield placed.source, Probe(start, f"({{ {text} 1; }}) && (")
        yield placed.source, Probe(end, ")")


def before_statement(placed: Placed, text: str) -> Iterator[tuple[Source, Probe]]:
    """``text`` is executed before the statement, by every execution that comes to it."""
    statement = placed.statement
    if not statement.in_block:
        yield placed.source, Probe(statement.start, "{")
    yield placed.source, Probe(statement.reached, text)
    if not statement.in_block:
        yield placed.source, Probe(statement.end, "}")


def probed_automaton(task: Task, chosen: str = "") -> Cfa:
    """The automaton of a task with probes, of a program that has one without them; ``NotMatchedError`` where one of
    these is no C there, or has an effect.

    ``chosen``: an input function that probes of ours may call.
    """
    try:
        cfa = automaton_of(task)
    except (InputError, NotSupported) as error:
        number = error.span.line if error.span is not None and is_probe(error.span) else 0
        reason = error.message if isinstance(error, InputError) else f"{error.feature} is not supported"
        raise NotMatchedError(f"it cannot be read there: {reason}", number) from None
    for edge in cfa.edges:
        does_more = isinstance(edge.operation, Call | Return | Input | Stop) and not is_mark(edge)
        is_choice = isinstance(edge.operation, Input) and chosen and edge.operation.source == chosen
        if is_probe(edge.origin) and does_more and not is_choice:
            raise NotMatchedError("it does more than read the state", edge.origin.line)
    return cfa


def is_mark(edge: Edge) -> bool:
    """Whether a function is entered or left that a probe calls to say that it was passed."""
    operation = edge.operation
    return isinstance(operation, Call | Return) and operation.function.startswith(MARK)
