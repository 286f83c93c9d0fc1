"""Property files (``.prp``) of SV-COMP and Test-Comp: one ``CHECK`` or ``COVER`` a line, blank lines between.

The format has no comments. Spaces between tokens are free on reading; writing gives the competitions' spelling. They
have no formula for assertions: that is ``G assert``, as in CPAchecker's property files; nor for undefined behaviour:
that is ``G ! undefined-behaviour``.
"""

from __future__ import annotations

import re

from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.formats.primitives.text import decoded, shortened
from coveriflow.program.errors import InputError, Span
from coveriflow.program.text.parentheses import is_balanced

MAX_BYTES = 1 << 20

_FORMULAS = {
    "G valid-free": PropertyKind.VALID_FREE,
    "G valid-deref": PropertyKind.VALID_DEREF,
    "G valid-memtrack": PropertyKind.VALID_MEMTRACK,
    "G valid-memcleanup": PropertyKind.VALID_MEMCLEANUP,
    "G ! overflow": PropertyKind.NO_OVERFLOW,
    "G ! data-race": PropertyKind.NO_DATA_RACE,
    "F end": PropertyKind.TERMINATION,
    "G assert": PropertyKind.ASSERTIONS,
    "G ! undefined-behaviour": PropertyKind.UNDEFINED,
}
_EXAMPLE = "A line is CHECK( init(main()), LTL(G ! call(reach_error())) ), or has another formula of SV-COMP."
_TOKEN = re.compile(r"[\w$-]+|\S")
_FUNCTION = r"[A-Za-z_$][A-Za-z0-9_$]*"
_LINE = re.compile(rf"(CHECK|COVER)\(init\(({_FUNCTION})\(\)\),(LTL|FQL)\((.*)\)\)")
_CALL = re.compile(rf"G!call\(({_FUNCTION})\(\)\)")
_COVER = re.compile(r"(?:COVER|cover)(?![\w$-])(.+)")


def read_specification(data: bytes, name: str) -> Specification:
    """The properties of a ``.prp`` file in the order of their lines, duplicates included.

    The older spelling ``CHECK( ..., FQL(cover EDGES(...)) )`` is read as ``COVER``; the subject of a coverage property
    is what stands in ``FQL( )``.
    """
    return parsed_specification(decoded(data, name, MAX_BYTES), Span(name, 1))


def write_specification(specification: Specification) -> bytes:
    """One property a line."""
    return "".join(line + "\n" for line in property_lines(specification)).encode()


def parsed_specification(text: str, start: Span) -> Specification:
    """The properties in ``text``, whose first line stands at ``start`` (also for specifications inside XML)."""
    entries: list[tuple[str, Property]] = []
    for number, line in enumerate(text.split("\n"), start.line):
        if line.strip():
            entries.append(_entry(line, Span(start.file, number)))
            _same_entry_function(entries, Span(start.file, number))
    if not entries:
        raise InputError("there is no property here", start)
    return Specification(tuple(each for _, each in entries), entries[0][0])


def property_lines(specification: Specification) -> tuple[str, ...]:
    """One ``CHECK`` or ``COVER`` per property, as SV-COMP and Test-Comp spell them."""
    if not specification.properties or not re.fullmatch(_FUNCTION, specification.entry):
        raise ValueError(f"not a specification that a property file can express: {specification}")
    return tuple(_line(each, specification.entry) for each in specification.properties)


def _entry(line: str, span: Span) -> tuple[str, Property]:
    if found := _property(line):
        return found
    raise InputError(f"unknown property '{shortened(line)}'\n{_EXAMPLE}", span)


def _property(line: str) -> tuple[str, Property] | None:
    """The entry function and the property that ``line`` names, if it is one of those known."""
    match = _LINE.fullmatch(_squeezed(line))
    if not match:
        return None
    check, entry, logic, formula = match.groups()
    found = _coverage(formula) if logic == "FQL" else _verification(formula) if check == "CHECK" else None
    return (entry, found) if found else None


def _verification(formula: str) -> Property | None:
    if call := _CALL.fullmatch(formula):
        return Property(PropertyKind.UNREACH_CALL, call[1])
    kinds = (kind for text, kind in _FORMULAS.items() if _squeezed(text) == formula)
    return next((Property(kind) for kind in kinds), None)


def _coverage(formula: str) -> Property | None:
    cover = _COVER.fullmatch(formula)
    return Property(PropertyKind.COVERAGE, _squeezed(f"COVER {cover[1]}")) if cover and is_balanced(cover[1]) else None


def _same_entry_function(entries: list[tuple[str, Property]], span: Span) -> None:
    if entries[-1][0] != entries[0][0]:
        raise InputError(f"'{entries[-1][0]}' and '{entries[0][0]}' cannot both be the entry function", span)


def _line(each: Property, entry: str) -> str:
    covers = each.kind is PropertyKind.COVERAGE
    check, formula = ("COVER", f"FQL({each.subject})") if covers else ("CHECK", f"LTL({_formula(each)})")
    line = f"{check}( init({entry}()), {formula} )"
    if _property(line) != (entry, each):
        raise ValueError(f"not a property that a property file can express: {each}")
    return line


def _formula(each: Property) -> str:
    if each.kind is PropertyKind.UNREACH_CALL:
        return f"G ! call({each.subject}())"
    return next(text for text, kind in _FORMULAS.items() if kind is each.kind)


def _squeezed(text: str) -> str:
    """``text`` with a single space between two words and none elsewhere; idempotent."""
    tokens = _TOKEN.findall(text)
    pairs = zip(["", *tokens], tokens, strict=False)
    return "".join(" " + token if _word(left) and _word(token) else token for left, token in pairs)


def _word(token: str) -> bool:
    return bool(re.match(r"[\w$-]", token))
