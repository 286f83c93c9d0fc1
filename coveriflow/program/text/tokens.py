"""A careful look at C text without parsing it: what the preprocessor may do to it."""

from __future__ import annotations

import re

from coveriflow.program.text.outlines import COMMENTS, LITERALS

_HARMLESS = r"#(?![^\n]*/\*(?:(?!\*/)[^\n])*(?:\n|\Z))[ \t]*(?:pragma\b|ident\b|(?:line[ \t]+)?\d)"
"""With no comment that goes on after its line."""
_NO_MACRO = (
    r"__(?:alignof|asm|attribute|complex|const|extension|func|FUNCTION|imag|inline|label|PRETTY_FUNCTION|real|restrict"
    r"|signed|thread|typeof|volatile)__\b|__VERIFIER_|__CPROVER_"
)
_MACRO = (
    rf"(?<![\w$.])(?!{_NO_MACRO})(?:_Pragma|__\w+__|__[A-Z]\w*|_?_I?LP(?:32|64)|_STDC_PREDEF_H|(?:__)?(?:unix|linux|i386)"
    r"|__(?:amd64|x86_64|k8|[ip]\w*[3-6]86\w*))(?![\w$])"
)
"""What may be a macro though the text does not define it: the compiler does, differently for each machine."""

_PREPROCESSED = re.compile(
    rf"(?P<skip>{COMMENTS}|{_HARMLESS})|(?P<literal>{LITERALS})|(?P<directive>\#|%:)|(?P<macro>{_MACRO})"
)
_LINE_END = re.compile(r"\\[ \t\v\f]*\r?\n|\r(?!\n)")
"""A splice, or a character that ends a line for the preprocessor only."""


def changes_when_preprocessed(text: str) -> bool:
    """Whether the preprocessor may make another program of a text: it has a directive (``#line``, ``#pragma``,
    ``#ident`` aside), a splice, or a name that may be a macro of the compiler.
    """
    if _LINE_END.search(text):
        return True
    return any(found["directive"] or found["macro"] for found in _PREPROCESSED.finditer(text))


def is_preprocessed(text: str) -> bool:
    """Whether a text has no directive (``#line``, ``#pragma``, ``#ident`` aside), and so includes no file."""
    return not _LINE_END.search(text) and not any(found["directive"] for found in _PREPROCESSED.finditer(text))


_LINE = re.compile(r"^([ \t]*#)[ \t]*line(?=[ \t]+[0-9])", re.MULTILINE)
_ANGLED = re.compile(r'^([ \t]*#[ \t]*[0-9]+[ \t]+")(?=<)', re.MULTILINE)


def with_line_markers(text: str) -> str:
    """The ``text`` of a user with what compilers read of a preprocessed text in the place of ``#line``, and with the
    names of files that places have (``users_file``).
    """
    text = _LINE.sub(r"\1", text) if "line" in text else text
    return _ANGLED.sub(r"\1./", text) if '"<' in text else text


def users_file(name: str) -> str:
    """What a file of the user is called in places, and so is one that a ``#line`` names. A name in angle brackets says
    that a text is ours, and may do what programs may not: no program can say that of itself.
    """
    return f"./{name}" if name.startswith("<") else name


def line_marker(line: int, file: str) -> str:
    """Says that what follows is ``file`` from ``line`` on."""
    return '# {} "{}"\n'.format(line, file.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n"))
