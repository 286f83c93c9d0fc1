"""What an execution violates, in words: the assertion and its line."""

from __future__ import annotations

import re

from coveriflow.actors.work.source_positions import Originals
from coveriflow.program.cfa.edges import Assume, Edge, Skip
from coveriflow.program.errors import Span
from coveriflow.program.text.violations import ASSERTING, FAILING

_ESCAPED = re.compile(r"\\(.)")
_LONGEST = 200


def violated(originals: Originals, edge: Edge) -> str:
    """The name of the error function that ``edge`` calls, or a sentence about an assertion or a label."""
    if isinstance(edge.operation, Assume) and edge.operation.undefined is not None:
        return f"{edge.operation.undefined.value} at {_line(originals, edge.origin)}"
    text = edge.operation.text if isinstance(edge.operation, Skip) else ""
    name, _, said = text.partition("(")
    if name.endswith(":"):
        return f"the label {name.removesuffix(':')} is reached at {_line(originals, edge.origin)}"
    return violated_by_call(originals, name, said.removesuffix(")"), edge.origin)


def violated_by_call(originals: Originals, name: str, said: str, span: Span) -> str:
    """The same of a call. ``said``: the string literal that tells the condition, of those in ``FAILING``."""
    condition = _literal(said) if name in FAILING else ""
    if name in ASSERTING:
        condition = _argument(originals, name, span)
    if not condition:
        return f"{name} fails at {_line(originals, span)}" if name in ASSERTING else name
    shown = condition if len(condition) <= _LONGEST else f"{condition[:_LONGEST]}..."
    return f"the assertion `{shown}` fails at {_line(originals, span)}"


def _line(originals: Originals, span: Span) -> str:
    """The line; of several files also which one, as where a file includes another one."""
    is_clear = len(originals.files) == 1 and span.file in originals.files
    return f"line {span.line}" + ("" if is_clear else f" of {span.file}")


def called(edge: Edge) -> str:
    """The word that the statement begins with which violates the property."""
    text = edge.operation.text if isinstance(edge.operation, Skip) else ""
    return text.partition("(")[0].removesuffix(":")


def _literal(text: str) -> str:
    """What a string literal says."""
    inner = text.removeprefix("L")[1:-1] if text.endswith('"') else ""
    return " ".join(_ESCAPED.sub(r"\1", inner).split())


def _argument(originals: Originals, name: str, span: Span) -> str:
    """The first argument of the call, as the user wrote it."""
    found = originals.call(name, span)
    if found is None:
        return ""
    text = originals.text(span.file).text[found[0] : found[1]].partition("(")[2]
    depth = 0
    for place, character in enumerate(text):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            text = text[:place]
            break
    return " ".join(text.split())
