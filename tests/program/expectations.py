"""C programs that say in their first lines what should become of them.

    // EXPECT: returns 3            the status of main; also error, stops, stops 3, undefined, exhausted, too long
    // EXPECT: not supported: a pointer | line 4
    // EXPECT: input error: 'x' is not declared | line 2
    // EXPECT(ILP32): returns 1     for one data model
    // INPUTS: 1 -2                 what input functions give
    // HIDDEN: 7                    what uninitialised variables and undefined functions give; nothing else is read
    // ASSUMES: sentence; sentence
    // GCC: no                      gcc says otherwise or cannot link it (or: only LP64)

A file ``03-name.other.c`` is a further translation unit of ``03-name.c``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind, Unsupported
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Inputs, Interpreter
from coveriflow.program.types.data_model import DataModel

_DIRECTIVE = re.compile(r"^// (EXPECT|INPUTS|HIDDEN|ASSUMES|GCC)(?:\((\w+)\))?: ?(.*)$", re.MULTILINE)
_WORDS = {
    End.ERROR: "error",
    End.UNDEFINED: "undefined",
    End.EXHAUSTED: "exhausted",
    End.TOO_LONG: "too long",
    End.CUT: "cut",
}


@dataclass(frozen=True)
class Expected:
    """A program with its expectations for one data model."""

    sources: tuple[tuple[str, str], ...]
    model: DataModel
    outcome: str
    inputs: tuple[int, ...]
    hidden: tuple[int, ...]
    assumes: tuple[str, ...]
    gcc: str

    @property
    def runs_with_gcc(self) -> bool:
        """gcc's program ends as expected, too."""
        ends = self.outcome.startswith(("returns", "error", "stops", "exhausted"))
        return ends and self.gcc in ("yes", self.model.value)


def expectations(file: Path, model: DataModel) -> Expected:
    """What ``file`` says."""
    text = file.read_text()
    said = {word: value for word, only, value in _DIRECTIVE.findall(text) if only in ("", model.value)}
    others = sorted(file.parent.glob(f"{file.stem}.*.c"))
    return Expected(
        tuple((f.name, f.read_text()) for f in (file, *others)),
        model,
        said["EXPECT"],
        tuple(map(int, said.get("INPUTS", "").split())),
        tuple(map(int, said.get("HIDDEN", "").split())),
        tuple(s.strip() for s in said.get("ASSUMES", "").split(";") if s.strip()),
        said.get("GCC", "yes"),
    )


def outcome(expected: Expected) -> tuple[str, Cfa | None, Execution | None]:
    """What becomes of the program, in the words of ``EXPECT``."""
    try:
        cfa = program_cfa(list(expected.sources), expected.model)
    except NotSupported as error:
        return f"not supported: {error.feature}{_place(error.span, expected)}", None, None
    except InputError as error:
        return f"input error: {error.message}{_place(error.span, expected)}", None, None
    execution = Interpreter(cfa).run(given(expected), 20_000)
    if execution.end is End.UNSUPPORTED:
        (edge,) = execution.trace[-1:]
        assert isinstance(edge.operation, Unsupported)
        return f"not supported: {edge.operation.feature}{_place(edge.origin, expected)}", None, None
    return in_words(execution), cfa, execution


def in_words(execution: Execution) -> str:
    """The end of an execution as ``EXPECT`` says it."""
    if execution.end is End.RETURNED:
        return f"returns {execution.status}"
    if execution.end is End.STOPPED:
        return "stops" if execution.status is None else f"stops {execution.status}"
    return _WORDS[execution.end]


def given(expected: Expected) -> Inputs:
    """Visible and hidden inputs from their own lists; objects lie in the order in which they have their places."""
    lists = {True: iter(expected.inputs), False: iter(expected.hidden)}

    def following(edge: Edge) -> int | None:
        assert isinstance(edge.operation, Input)
        if edge.operation.kind is InputKind.ORDER:
            return 0
        value = next(lists[edge.operation.kind is InputKind.CALL], None)
        return None if value is None else edge.operation.type.wrap(value)

    return following


def _place(span: Span | None, expected: Expected) -> str:
    if span is None:
        return ""
    file = "" if span.file in dict(expected.sources) else f" | {span.file}"
    return f"{file} | line {span.line}" if span.line else file
