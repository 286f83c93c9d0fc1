"""GNU's assembly statements as calls, so that the parser takes them: of a marker, with the operands as arguments."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

ASSEMBLY_MARKER = "__asm_statement"
"""The function that stands for an assembly statement. Its arguments: how many are written, what the instructions may
change, ``(x)++`` for each operand ``x`` that is written, the operands that are read, and the labels to go to. Without
instructions, ``(x) = (y)`` is an operand that is written in the register in which ``y`` is read.
"""
NOTHING, OUTPUTS, MEMORY = "0", "1", "2"
"""What instructions may change: there are none; the operands that are written; any memory, as the statement says."""

_TOKEN = re.compile(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|/\*.*?\*/|//[^\n]*|[()\[\]{}:,]""", re.DOTALL)
_DIRECTIVE = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
_STRING = r'"(?:[^"\\\n]|\\.)*"'
_OPERAND = re.compile(
    rf"\s*(?:\[\s*(?P<name>\w+)\s*\]\s*)?(?P<constraint>(?:{_STRING}\s*)+)\((?P<expression>.*)\)\s*", re.DOTALL
)
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
    written, read = _operands(outputs), _operands(inputs)
    if written is None or read is None:
        return None
    targets, sources = [], []
    tied = {} if has_instructions else {each.constraint.strip('"% '): each for each in read}
    for number, each in enumerate(written):
        before = tied.get(str(number)) or tied.get(f"[{each.name}]")
        if before is not None:
            read.remove(before)
            targets.append(f"({each.expression}) = ({before.expression})")
        elif not has_instructions and each.constraint.startswith('"+'):
            sources.append(f"({each.expression})")
        elif not has_instructions and each.constraint == '"=m"':
            sources.append(f"&({each.expression})")
        else:
            targets.append(f"({each.expression})++")
    sources += [f"({each.expression})" for each in read]
    goals = [f"&&{label.strip()}" for label in _split(labels, ",") if label.strip()]
    arguments = (str(len(targets)), changes, *targets, *sources, *goals)
    return " ".join(f"{ASSEMBLY_MARKER}({', '.join(arguments)})".split("\n"))


@dataclass(frozen=True)
class _Operand:
    """``[name] "constraint" (expression)``; a constraint keeps its quotes."""

    name: str | None
    constraint: str
    expression: str


def _operands(section: str) -> list[_Operand] | None:
    """``None`` where these are no operands."""
    found = [_OPERAND.fullmatch(each) for each in _split(section, ",") if each.strip()]
    operands = [_Operand(each["name"], each["constraint"].strip(), each["expression"]) for each in found if each]
    return operands if len(operands) == len(found) else None


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
