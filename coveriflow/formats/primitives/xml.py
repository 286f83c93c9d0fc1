"""The one entry to lxml: hardened parsing, deterministic writing, and an escape for what XML cannot carry.

Entities, DTDs and the network are never touched: a document type declaration may name a DTD (the test format wants
it), which is not read, and may not have an internal subset. libxml2 limits nesting (256) and text nodes (10 MB).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lxml import etree

from coveriflow.formats.primitives.text import decoded, shortened
from coveriflow.program.errors import InputError, Span

MAX_BYTES = 512 << 20

DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'

_LITERAL = r"""(?:"[^"]*"|'[^']*')"""
_DOCTYPE = re.compile(rf"<!DOCTYPE\s+[^\s<>\[\]\"']+(?:\s+(?:PUBLIC\s+{_LITERAL}|SYSTEM)\s+{_LITERAL})?\s*>")
_ENCODING = re.compile(r"""<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']""")
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\u241b\ud800-\udfff\ufffe\uffff]")
_ESCAPED = re.compile("\u241b([0-9A-F]{4})")


def parsed(data: bytes, name: str, limit: int = MAX_BYTES) -> etree._Element:
    """The root element of a UTF-8 document of at most ``limit`` bytes, without comments and processing instructions."""
    text = decoded(data, name, limit)
    _check_encoding(text, name)
    _check_doctype(text, name)
    parser = _parser()
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        raise InputError(f"not well-formed XML: {shortened(error.msg)}", Span(name, line or 0, column or 0)) from None
    _check_warnings(parser, name)
    return root


def written(root: etree._Element, doctype: str = "") -> bytes:
    """The document with the declaration of the formats, ``doctype`` as second line, and indentation."""
    body = etree.tostring(root, encoding="unicode", pretty_print=True)
    return (DECLARATION + (doctype + "\n" if doctype else "") + body).encode()


@dataclass(frozen=True, slots=True)
class Large:
    """An element without text whose children are made one after the other, so that they are never all there."""

    name: str
    attributes: Mapping[str, str]
    children: Iterable[etree._Element | Large]


def written_in_parts(root: Large, doctype: str = "") -> Iterator[bytes]:
    """What ``written`` gives of the same element, piece by piece."""
    yield (DECLARATION + (doctype + "\n" if doctype else "")).encode()
    for part in _parts(root, 0):
        yield part.encode()


def _parts(each: etree._Element | Large, level: int) -> Iterator[str]:
    margin = level * "  "
    if not isinstance(each, Large):
        etree.indent(each, level=level)
        yield f"{margin}{etree.tostring(each, encoding='unicode')!s}\n"
        return
    bare = margin + str(etree.tostring(etree.Element(each.name, dict(each.attributes)), encoding="unicode"))
    is_empty = True
    for child in each.children:
        if is_empty:
            yield bare.removesuffix("/>") + ">\n"
            is_empty = False
        yield from _parts(child, level + 1)
    yield f"{bare}\n" if is_empty else f"{margin}</{each.name}>\n"


def legal(text: str) -> str:
    """``text`` with U+241B and four hex digits for each character that XML cannot carry, and for U+241B itself.

    Law: ``original(legal(text)) == text``, lone surrogates included; texts without such characters stay as they are.
    """
    return _ILLEGAL.sub(lambda match: f"\u241b{ord(match[0]):04X}", text)


def original(text: str) -> str:
    """The inverse of ``legal``; text of other tools stays as it is, but for U+241B with four hex digits."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text)


def line_of(element: etree._Element) -> int:
    """The line on which ``element`` starts, 0 if unknown."""
    line: int | None = getattr(element, "sourceline", None)
    return line or 0


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        no_network=True,
        huge_tree=False,
        recover=False,
        remove_comments=True,
        remove_pis=True,
    )


def _check_encoding(text: str, name: str) -> None:
    declared = _ENCODING.match(text)
    if declared and declared[1].lower() not in ("utf-8", "us-ascii", "ascii") and not text.isascii():
        raise InputError(f"the encoding {declared[1]} is not read, only UTF-8 is", Span(name, 1))


def _check_warnings(parser: etree.XMLParser, name: str) -> None:
    """Refuse what libxml2 only warns of: where a DTD is named, it drops unknown entities from attributes."""
    for warning in parser.error_log:
        raise InputError(f"not well-formed XML: {shortened(warning.message)}", Span(name, warning.line))


def _check_doctype(text: str, name: str) -> None:
    """Refuse internal subsets, in comments too: this looks at the text, before any parser acts on a declaration."""
    for match in re.finditer("<!DOCTYPE", text):
        if not _DOCTYPE.match(text, match.start()):
            line = text.count("\n", 0, match.start()) + 1
            raise InputError("document type declarations of one's own are not read", Span(name, line))
