"""GNU's assembly statements as calls, so that the parser takes them: of a marker, with the operands as arguments."""

from __future__ import annotations

import re
from collections.abc import Sequence

ASSEMBLY_MARKER = "__asm_statement"
"""The function that stands for an assembly statement. Its arguments: how many are written, what the instructions may
change, ``(x)++`` for each operand ``x`` that is written, the operands that are read, and the labels to go to.
"""
NOTHING, OUTPUTS, MEMORY = "0", "1", "2"
"""What instructions may change: there are none; the operands that are written; any memory, as the statement says."""

_TOKEN = re.compile(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|/\*.*?\*/|//[^\n]*|[()\[\]{}:,]""", re.DOTALL)
_DIRECTIVE = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
_STRING = r'"(?:[^"\\\n]|\\.)*"'
_OPERAND = re.compile(rf"\s*(?:\[\s*\w+\s*\]\s*)?(?P<constraint>(?:{_STRING}\s*)+)\((?P<expression>.*)\)\s*", re.DOTALL)
_BARRIERS = re.compile(r'(?:\s|\\n|\\t|;|"|\(|rep\b|nop\b|pause\b|[lms]fence\b)*')
"""Instructions that wait or order accesses; who writes them says ``"memory"`` to the compiler."""
_BLANK = re.compile(r'(?:\s|\\n|\\t|;|"|\()*')


def marker_call(statement: str) -> str | None:
    """The call for what stands after ``asm``, with its parentheses; ``None`` where this is no assembly statement."""
    text = _DIRECTIVE.sub("", statement.strip()[1:-1])
    template, *sections = _split(text, ":")
    outputs, inputs, clobbers, labels = [*sections, "", "", "", ""][:4]
    has_instructions = _BLANK.fullmatch(template) is None
    changes = OUTPUTS if has_instructions else NOTHING
    if '"memory"' in clobbers and _BARRIERS.fullmatch(template) is None:
        changes = MEMORY
    written = [_operand(each) for each in _split(outputs, ",") if each.strip()]
    read = [_operand(each) for each in _split(inputs, ",") if each.strip()]
    if any(each is None for each in (*written, *read)):
        return None
    is_kept = [not has_instructions and c.startswith('"+') for c, _ in filter(None, written)]
    targets = [f"({e})++" for (_, e), kept in zip(filter(None, written), is_kept, strict=True) if not kept]
    sources = [f"({e})" for (_, e), kept in zip(filter(None, written), is_kept, strict=True) if kept]
    sources += [f"({e})" for _, e in filter(None, read)]
    goals = [f"&&{label.strip()}" for label in _split(labels, ",") if label.strip()]
    arguments = (str(len(targets)), changes, *targets, *sources, *goals)
    return " ".join(f"{ASSEMBLY_MARKER}({', '.join(arguments)})".split("\n"))


def _operand(text: str) -> tuple[str, str] | None:
    """Constraint and expression."""
    found = _OPERAND.fullmatch(text)
    return (found["constraint"], found["expression"]) if found else None


def _split(text: str, mark: str) -> Sequence[str]:
    """The parts between marks that stand in no brackets; comments are left away."""
    parts, depth, start = [""], 0, 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        parts[-1] += text[start : match.start()]
        start = match.end()
        if token.startswith(("/*", "//")):
            continue
        if token == mark and depth == 0:
            parts.append("")
            continue
        depth += (token in "([{") - (token in ")]}")
        parts[-1] += token
    parts[-1] += text[start:]
    return parts
