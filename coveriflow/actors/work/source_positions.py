"""Where the edges of an automaton stand in the files as the user wrote them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses.yaml import WitnessPlace
from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.errors import Span
from coveriflow.program.text.source_map import OriginalText, analysed_lines
from coveriflow.transform.probes import AnalysedText


@dataclass(frozen=True)
class Originals:
    """The source files of ``task``; what stands in other files (headers, library functions) has no place here."""

    task: Task
    _texts: dict[str, OriginalText] = field(default_factory=dict)

    @cached_property
    def files(self) -> frozenset[str]:
        """The names of the source files."""
        return frozenset(source.name for source in self.task.sources)

    @cached_property
    def all_files(self) -> frozenset[str]:
        """The names of the source files, and of the headers that stand in them."""
        included = (AnalysedText(source.name, source.preprocessed).files for source in self.task.sources)
        return self.files.union(*included)

    def text(self, file: str) -> OriginalText:
        """The text of one of the files."""
        if file not in self._texts:
            source = next(each for each in self.task.sources if each.name == file)
            self._texts[file] = OriginalText(source.text, analysed_lines(source.preprocessed, file))
        return self._texts[file]

    def word(self, word: str, span: Span) -> int | None:
        """The offset of ``word``, which the program as it is analysed has at ``span``."""
        return self.text(span.file).word_at(word, span.line, span.column) if span.file in self.files else None

    def keyword(self, statement: ControlStatement) -> WitnessPlace | None:
        """Where the keyword of ``statement`` stands."""
        offset = self.word(statement.keyword, statement.span)
        return None if offset is None else self.place(statement.span.file, offset, statement.head.function)

    def call(self, function: str, span: Span) -> tuple[int, int] | None:
        """The offsets of the name and of the closing parenthesis of a call of ``function`` at ``span``."""
        start = self.word(function, span)
        end = self.text(span.file).closing(start) if start is not None else None
        return None if start is None or end is None else (start, end)

    def statement(self, word: str, span: Span, function: str) -> WitnessPlace | None:
        """Where the statement that begins with ``word`` stands; without a column where something is before it, or
        where a macro hides it.
        """
        if span.file not in self.files or span.line < 1:
            return None
        start = self.word(word, span)
        if start is None or not self.text(span.file).begins_statement(start):
            return WitnessPlace(span.file, span.line, 0, named(function))
        return self.place(span.file, start, function)

    def place(self, file: str, offset: int, function: str) -> WitnessPlace:
        """Where what is at ``offset`` stands; ``function`` as the automaton calls it."""
        return WitnessPlace(file, *self.text(file).place(offset), named(function))


def named(function: str) -> str:
    """The name of a function as the text has it: the automaton tells apart those of different files by a number."""
    return function.partition(".")[0]
