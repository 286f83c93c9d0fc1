"""What becomes of a test program, in the words of its first lines (``tests/programs/README.md``)."""

from __future__ import annotations

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind, Unsupported
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Execution, Inputs, Interpreter
from tests.programs import reader

_WORDS = {
    End.ERROR: "error",
    End.UNDEFINED: "undefined",
    End.EXHAUSTED: "exhausted",
    End.TOO_LONG: "too long",
    End.CUT: "cut",
}


def outcome(expected: reader.Execution) -> tuple[str, Cfa | None, Execution | None]:
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


def given(expected: reader.Execution) -> Inputs:
    """Visible and hidden inputs from their own lists; objects lie in the order in which they have their places."""
    lists = {True: iter(expected.inputs), False: iter(expected.hidden)}

    def following(edge: Edge) -> int | None:
        assert isinstance(edge.operation, Input)
        if edge.operation.kind is InputKind.ORDER:
            return 0
        value = next(lists[edge.operation.kind is InputKind.CALL], None)
        return None if value is None else edge.operation.type.wrap(value)

    return following


def _place(span: Span | None, expected: reader.Execution) -> str:
    if span is None:
        return ""
    file = "" if span.file in dict(expected.sources) else f" | {span.file}"
    return f"{file} | line {span.line}" if span.line else file
