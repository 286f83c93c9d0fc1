"""C text made fit for the parser: comments and GNU spellings become blanks, so that every line keeps its number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.text.attribute_places import beginning, is_of_enum, tells_layout
from coveriflow.program.text.extended_names import with_plain_names
from coveriflow.program.text.inline_assembly import marker_call
from coveriflow.program.text.standard_attributes import with_gnu_attributes
from coveriflow.program.text.tokens import users_file
from coveriflow.program.text.translation_phases import padded, spliced, without_comments

MAXIMUM_NESTING = 500
"""Brackets inside brackets; C11 5.2.4.1 asks for 127 blocks and 63 parentheses."""

MAXIMUM_SIZE = 16_000_000
"""Characters of one text: some 400,000 lines. What is larger is not a program that anyone wants verified."""

MAXIMUM_TOKEN = 1_000
"""Characters of one number, and of a string that the parser gets: it needs much memory for long ones."""

MAXIMUM_STRING = 1_000_000
"""Characters that are kept of a string."""

REGISTER = "bound_to_register"
"""The attribute of a variable that an assembler name binds to a register."""

MODE = "mode"
"""The attribute that gives an integer type another width."""

VECTOR = "vector_size"
"""The attribute that makes a type of numbers one of vectors of them."""

OF_NUMBERS = frozenset({MODE, VECTOR})

ALIAS, WEAK = "alias", "weak"
MARKS = frozenset({ALIAS, "cleanup", "constructor", "destructor", WEAK})
"""Attributes of what is declared, which are passed on."""

IMAGINARY = "__imaginary"
"""``2.0i`` becomes ``__imaginary 2.0``."""

RANGE = "__range"
"""``a ... b`` becomes ``a ?__range: b`` after ``case`` and in designators."""

OMITTED = "__omitted"
"""``a ?: b`` becomes ``a ?__omitted : b``."""

ALIGNED_VARIABLES = "__aligned_variables"
"""A type name that is declared at the end of a text in which variables have attributes of alignment."""

LONG_STRING = "\\x__long"
"""What the mark begins with that stands in the place of a long string; no string of C has it."""

_ATTRIBUTES = ("__attribute__", "__attribute", "__declspec")
_ASSEMBLY = ("asm", "__asm", "__asm__")
_RENAMED = {
    **dict.fromkeys(("__extension__", "__thread"), ""),
    "__const": "const",
    "__const__": "const",
    "__inline": "inline",
    "__inline__": "inline",
    "__signed": "signed",
    "__signed__": "signed",
    "__int128_t": "__int128",
    "__restrict": "restrict",
    "__restrict__": "restrict",
    "__volatile": "volatile",
    "__volatile__": "volatile",
}
_DIGRAPHS = {"<:": "[", ":>": "]", "<%": "{", "%>": "}", "%:": "#"}
_NEXT = re.compile(r"""[/"'#()\[\]{}<:%]|(?<![\w$])(?:_|asm)[\w$]*""")
"""Where anything may have to be done: in between, text is fit as it is."""

_DECIMAL = r"(?:\d++\.\d*+|\.\d++)(?:[eE][+-]?\d++)?+|\d++[eE][+-]?\d++"
_HEXADECIMAL = r"0[xX][\da-fA-F.]++[pP][+-]?\d++"
_FLOAT_SUFFIX = r"[fF](?:16|32|64|128)x?|[bB][fF]16|[wWqQ]|[dD][fFdDlL]"
_SAME_FORMAT = {"f32": "f", "f64": "", "f32x": "", "f64x": "L", "w": "L"}
"""Suffixes of gcc for types that have the format of a standard one on x86, and its suffix."""
_SELDOM = "|".join(
    (
        r"\?(?=\s*:)|\.\.\.(?!\s*\))",
        r"(?<![\w$.])(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[dD](?![\w$.])",
        rf"(?<![\w$.])(?:{_DECIMAL}|{_HEXADECIMAL})(?:{_FLOAT_SUFFIX})(?![\w$.])",
        r"(?<![\w$.])(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?\d++)?+[fFlLuU]*+[iIjJ][fFlLuU]*+(?![\w$.])",
        r"(?<![\w$.])0[xX][\da-fA-F.]++(?:[pP][+-]?\d++)?+[fFlLuU]*+[iIjJ][fFlLuU]*+(?![\w$.])",
    )
)
_IMAGINARY_SUFFIX = re.compile("[iIjJ]")
_SELECTION = re.compile(r"(?<![\w$])(?:_Generic|__builtin_types_compatible_p)(?![\w$])")
_OTHER_FLOATS = re.compile(
    rf"(?<![\w$.])(?:_Float|(?:{_DECIMAL}|{_HEXADECIMAL})[fF])(?:32|64)x?(?![\w$.])",
)
_WITH_FLOAT_SUFFIX = re.compile(rf"(?:{_DECIMAL}|{_HEXADECIMAL})({_FLOAT_SUFFIX})")
_HAS_SELDOM = re.compile(_SELDOM)
_NEXT_OR_SELDOM = re.compile(f"{_NEXT.pattern}|{_SELDOM}")

_TEXT = re.compile(r'"(?:[^"\\\n]++|\\.)*+"' + "|" + r"'(?:[^'\\\n]++|\\.)*+'")
_ODD_ESCAPE = re.compile(r"(?<!\\)((?:\\\\)*)\\([#$%()*+,/:;<>@\[\]`{|} ])")
"""A backslash that means nothing (gcc), before a character that the parser does not take after one."""

_LONG_NUMBER = re.compile(rf"(?<![\w$])\d[\w.']{{{MAXIMUM_TOKEN}}}")
_LINE_MARKER = re.compile(r'^[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:[^"\\]|\\.)*)")?')
_WITHOUT_EFFECT = re.compile(
    r"""\(\s*"\s*"\s*(?::(?:[^=()":]|"[^"=]*"|\(\s*[\w$]+\s*\))*)*\)"""
)  # no instructions, and no operand that is only written
_ASSEMBLY_QUALIFIER = re.compile(r"\s*(?:volatile|__volatile__|__volatile|goto|inline)\b")
_AFTER_DECLARATION = re.compile(r"(?:^|[;}])$")
_HARMLESS_OUTSIDE = re.compile(r"""\(\s*(?:"\s*(?:\.(?:globl|global|ident)\b[^"\\;]*)?(?:\\n|;|\s)*"\s*)*\)""")
"""Assembly outside of functions that defines nothing."""
_DIRECTIVES_AT_END = re.compile(r"(?:(?:^|\n)[ \t]*#[^\n]*\s*)+$")
_IN_REGISTER = re.compile(r"\bregister\b[^()]*$")
_MEANINGFUL = ("ifunc", "ms_struct", "scalar_storage_order", "weakref")
_LAYOUT = ("packed", "aligned")
_ATTRIBUTE_NAME = re.compile(r"[^\W\d][\w$]*")
_MEANINGFUL_PRAGMA = re.compile(
    r"#\s*pragma\s+(scalar_storage_order|ms_struct|redefine_extname|weak|STDC\s+FLOAT_CONST_DECIMAL64\s+ON)\b"
)
_PRAGMA_OPTIONS = re.compile(r"#\s*pragma\s+GCC\s+(?:optimize|target)\b([^\n]*)")
_HARMLESS_OPTION = re.compile(
    r"-?O?[0-3sgz]|-?m?(?:sse[\d.]*|ssse3|avx2?|popcnt|bmi2?|lzcnt|aes|mmx)"
    r"|-?(?:f|fno-|no-)?(?:inline[\w-]*|omit-frame-pointer|stack-protector|tree-[\w-]+|unroll-(?:all-)?loops|align-\w+"
    r"|section-anchors|optimize-sibling-calls)"
)
"""Levels, and options that change how fast a program is but nothing of what it does."""

_BETWEEN_STRINGS = re.compile(r'"\s*"')
_RUN_BY_ITSELF = re.compile(r'"\.(?:preinit_array|init_array|fini_array|ctors|dtors|init|fini)\b[^"]*"')
_BEFORE_STATEMENT = re.compile(r"(?:[{};:)]|\b(?:else|do))$")


def neutralised(name: str, text: str) -> str:
    """``text`` without comments, attributes and GNU keywords; every line keeps its number."""
    return neutralised_with_strings(name, text)[0]


def neutralised_with_strings(name: str, text: str) -> tuple[str, dict[str, str]]:
    """The same, and what the marks in the place of long strings stand for.

    Raises ``InputError`` for an open comment, nesting beyond ``MAXIMUM_NESTING`` or a text beyond ``MAXIMUM_SIZE``, and
    ``NotSupported`` for attributes that change what a program means.
    """
    if len(text) > MAXIMUM_SIZE:
        raise InputError(f"the text is larger than {MAXIMUM_SIZE // 1_000_000} MB", Span(name, 1))
    lines = spliced(text.replace("\r\n", "\n").removeprefix("\ufeff"))
    scanner = _Scanner(name, with_gnu_attributes(with_plain_names(without_comments(lines))))
    position, pattern = 0, _NEXT_OR_SELDOM if _HAS_SELDOM.search(text) else _NEXT
    while match := pattern.search(scanner.text, position):
        position = _HANDLERS[match[0][0]](scanner, match)
    clean = scanner.finished()
    if number := _LONG_NUMBER.search(clean):
        raise InputError(f"a number of more than {MAXIMUM_TOKEN} characters", place_of(name, clean, number.start()))
    _check_distinct_types(name, clean, scanner.text)
    return clean, scanner.strings


def _check_distinct_types(name: str, clean: str, text: str) -> None:
    """Types such as ``_Float32`` are standard ones to us. To gcc they are others, and a selection by type tells."""
    selects = _SELECTION.search(clean)
    if selects is not None and _OTHER_FLOATS.search(text):
        raise NotSupported(f"{selects[0]} beside types such as _Float32", place_of(name, clean, selects.start()))


def place_of(name: str, text: str, offset: int) -> Span:
    """The place of ``offset`` by the last line marker before it."""
    file, line = name, 1
    for text_line in text[:offset].split("\n")[:-1]:
        marker = _LINE_MARKER.match(text_line)
        file, line = (users_file(marker[2] or file), int(marker[1])) if marker else (file, line + 1)
    return Span(file, line, offset - text.rfind("\n", 0, offset))


def line_at(name: str, text: str, span: Span) -> str:
    """The text of the line that ``span`` names, ``""`` where there is none: the inverse of ``place_of``."""
    file, line = name, 1
    for text_line in text.split("\n"):
        marker = _LINE_MARKER.match(text_line)
        if marker is None and (file, line) == (span.file, span.line):
            return text_line
        file, line = (users_file(marker[2] or file), int(marker[1])) if marker else (file, line + 1)
    return ""


@dataclass(slots=True)
class _Scanner:
    """``text`` on its way through: ``open`` are the offsets of the brackets around, ``body`` that of the last braces.

    ``pieces`` are what has become of ``text`` up to ``done``. ``aligned_variables``: an attribute of layout was passed
    over. ``strings``: by the marks in their places. ``attributes``: where the last ones end, and the words before them.
    """

    name: str
    text: str
    pieces: list[str] = field(default_factory=list)
    done: int = 0
    aligned_variables: bool = False
    open: list[int] = field(default_factory=list)
    body: int = 0
    strings: dict[str, str] = field(default_factory=dict)
    attributes: tuple[int, str] = (0, "")

    def span(self, offset: int) -> Span:
        return place_of(self.name, self.text, offset)

    def replace(self, start: int, end: int, instead: str = "") -> int:
        """Put ``instead`` and blanks for a piece of text; return its end."""
        self.pieces += (self.text[self.done : start], padded(instead, self.text[start:end]))
        self.done = end
        return end

    def finished(self) -> str:
        """What has become of the whole text."""
        told = f"\ntypedef int {ALIGNED_VARIABLES};\n" if self.aligned_variables else ""
        return "".join((*self.pieces, self.text[self.done :], told))

    def before(self, offset: int) -> str:
        """The last words before ``offset``, without comments and directives."""
        for piece in (self.text[self.done : offset], *reversed(self.pieces)):
            if words := _DIRECTIVES_AT_END.sub("", piece).strip():
                return words[-200:]
        return ""

    def before_attributes(self, offset: int) -> str:
        """The same before all attributes that stand in a row there."""
        end, before = self.attributes
        return before if end and not self.text[end:offset].strip() else self.before(offset)


def _take_opening(scanner: _Scanner, match: re.Match[str]) -> int:
    scanner.open.append(match.start())
    if len(scanner.open) > MAXIMUM_NESTING:
        message = f"brackets are nested more than {MAXIMUM_NESTING} levels deep"
        raise InputError(message, scanner.span(match.start()))
    return match.end()


def _take_closing(scanner: _Scanner, match: re.Match[str]) -> int:
    if scanner.open:
        opened = scanner.open.pop()
        if scanner.text.startswith(("{", "<%"), opened):
            scanner.body = opened
    return match.end()


def _take_digraph(scanner: _Scanner, match: re.Match[str]) -> int:
    """C11 6.4.6 p3."""
    start = match.start()
    instead = _DIGRAPHS.get(scanner.text[start : start + 2])
    if instead is None:
        return start + 1
    if instead in "[{":
        _take_opening(scanner, match)
    elif instead in "]}":
        _take_closing(scanner, match)
    return scanner.replace(start, start + 2, instead)


def _take_slash(scanner: _Scanner, match: re.Match[str]) -> int:
    """A comment, or a division."""
    start, end = match.start(), _after_comment(scanner.text, match.start())
    if end is None:
        raise InputError("comment is never closed", scanner.span(start))
    return scanner.replace(start, end) if end > start + 1 else end


def _after_comment(text: str, start: int) -> int | None:
    """The offset after the comment at ``start``, after the slash if there is none; ``None``: it is never closed."""
    if text.startswith("//", start):
        end = text.find("\n", start)
        return len(text) if end < 0 else end
    if text.startswith("/*", start):
        end = text.find("*/", start + 2)
        return None if end < 0 else end + 2
    return start + 1


def _take_text(scanner: _Scanner, match: re.Match[str]) -> int:
    """A string or character; a long string is kept apart, and not supported where it is longer than any is."""
    found = _TEXT.match(scanner.text, match.start())
    if found is None:
        raise InputError(f"syntax error (a {match[0]} without its counterpart)", scanner.span(match.start()))
    length, usual = found.end() - found.start(), found[0]
    if _ODD_ESCAPE.search(usual):
        usual = _ODD_ESCAPE.sub(lambda odd: odd[1] + f"\\{ord(odd[2]):03o}", usual)
    if length > MAXIMUM_TOKEN:
        mark = LONG_STRING
        if length <= MAXIMUM_STRING and match[0] == '"':
            mark += f"{len(scanner.strings)}_"
            scanner.strings[mark] = usual[1:-1]
        usual = f"{match[0]}{mark}{match[0]}"
    return found.end() if usual == found[0] else scanner.replace(found.start(), found.end(), usual)


def _take_hash(scanner: _Scanner, match: re.Match[str]) -> int:
    """A directive: the whole line is passed on."""
    line = scanner.text.rfind("\n", 0, match.start()) + 1
    end = scanner.text.find("\n", match.end())
    if pragma := _MEANINGFUL_PRAGMA.match(scanner.text, match.start()):
        raise NotSupported(f"#pragma {pragma[1]}", scanner.span(match.start()))
    if pragma := _PRAGMA_OPTIONS.match(scanner.text, match.start()):
        _check_options(pragma[1], scanner.span(match.start()))
    if scanner.text[line : match.start()].strip() or end < 0:
        return match.end()
    return end


def _check_options(options: str, span: Span) -> None:
    """Options of the compiler in a program's text may change its arithmetic (``fast-math``, ``fpmath=387``)."""
    for option in re.findall(r"[^\s,()\"]+", options):
        if not _HARMLESS_OPTION.fullmatch(option):
            raise NotSupported(f"the option {option} of the compiler in the program's text", span)


def _take_seldom(scanner: _Scanner, match: re.Match[str]) -> int:
    """An omitted operand, a range, or a number with a suffix that says ``double`` or that it is imaginary."""
    start, end = match.span()
    if match[0][0] in ".0123456789" and _IMAGINARY_SUFFIX.search(match[0]):
        return scanner.replace(start, end, f"{IMAGINARY} {re.sub('[iIjJ]', '', match[0])}")
    if suffix := _WITH_FLOAT_SUFFIX.fullmatch(match[0]):
        return _take_float(scanner, match, suffix[1])
    instead = {"?": f"?{OMITTED} ", "...": f"?{RANGE}:"}.get(match[0], match[0][:-1])
    return scanner.replace(start, end, instead)


def _take_float(scanner: _Scanner, match: re.Match[str], suffix: str) -> int:
    """A floating constant with a suffix that C11 does not have."""
    usual = _SAME_FORMAT.get(suffix.lower())
    if usual is None:
        raise NotSupported(f"a floating constant with the suffix {suffix}", scanner.span(match.start()))
    return scanner.replace(match.start(), match.end(), match[0].removesuffix(suffix) + usual)


def _take_word(scanner: _Scanner, match: re.Match[str]) -> int:
    word = match[0]
    if word in _ATTRIBUTES:
        return _take_attribute(scanner, match)
    if word in _ASSEMBLY:
        return _take_assembly(scanner, match)
    if word in _RENAMED:
        return scanner.replace(match.start(), match.end(), _RENAMED[word])
    return match.end()


def _take_attribute(scanner: _Scanner, match: re.Match[str]) -> int:
    """Attributes are hints to the compiler, except for a few."""
    start = match.start()
    end = _after_parentheses(scanner.text, match.end())
    before = scanner.before_attributes(start)
    scanner.attributes = end, before
    given = list(_attributes(scanner.text[match.end() : end]))
    names = {name for name, _ in given}
    if meaningful := [name for name in _MEANINGFUL if name in names]:
        raise NotSupported(f"the attribute {meaningful[0]}", scanner.span(start))
    for name, arguments in given:
        if name in ("optimize", "target"):
            _check_options(arguments, scanner.span(start))
        if name == "section" and _RUN_BY_ITSELF.search(_BETWEEN_STRINGS.sub("", arguments)):
            raise NotSupported("what its section runs before or after main", scanner.span(start))
    if "packed" in names and is_of_enum(scanner, before):
        if MODE in names or not re.search(r"(\benum|\})$", before.rstrip()):
            raise NotSupported("a packed enumeration", scanner.span(start))
        if "aligned" in names:
            raise NotSupported("a packed enumeration", scanner.span(start))
        return scanner.replace(start, end, "[[packed]]")
    markers = [f"[[{MODE}({arguments.strip('()_ ')})]]" for name, arguments in given if name == MODE]
    for kind in ((VECTOR,), MARKS):
        markers += [f"[[{name}{arguments}]]" for name, arguments in given if name in kind]
    return scanner.replace(start, end, "".join(markers) + _layout_marker(scanner, (start, end), before, given))


def _attributes(text: str) -> Iterator[tuple[str, str]]:
    """Names without the underscores around, and arguments with their parentheses, of ``((a, __b__ (1)))``."""
    position = 0
    while match := _ATTRIBUTE_NAME.search(text, position):
        position = _after_parentheses(text, match.end())
        name = match[0]
        if len(name) > 4 and name.startswith("__") and name.endswith("__"):
            name = name[2:-2]
        yield name, " ".join(text[match.end() : position].split())


def _layout_marker(scanner: _Scanner, place: tuple[int, int], before: str, given: Sequence[tuple[str, str]]) -> str:
    """``packed`` and ``aligned`` of records, members and type names, in C23's notation: ``[[packed, aligned(8)]]``.
    ``place``: where they begin and end; ``before``: the words before the attributes there.
    """
    words = [name + arguments for name, arguments in given if name in _LAYOUT]
    if not words:
        return ""
    if not tells_layout(scanner, place, before):
        scanner.aligned_variables = True
        return ""
    return f"[[{', '.join(words)}]]"


def _take_assembly(scanner: _Scanner, match: re.Match[str]) -> int:
    """A statement becomes a marker call, a variable in a register gets an attribute, an assembler name is dropped."""
    start, end = match.start(), match.end()
    while qualifier := _ASSEMBLY_QUALIFIER.match(scanner.text, end):
        end = qualifier.end()
    operands, end = end, _after_parentheses(scanner.text, end)
    if _IN_REGISTER.search(scanner.text[beginning(scanner, start) : start]):
        return scanner.replace(start, end, f"[[{REGISTER}]]")
    if not scanner.open and _AFTER_DECLARATION.search(scanner.before(start)):
        if _HARMLESS_OUTSIDE.fullmatch(scanner.text[operands:end].strip()) is None:
            raise NotSupported("assembly outside of functions", scanner.span(start))
    if not scanner.open or _WITHOUT_EFFECT.fullmatch(scanner.text[operands:end].strip()):
        return scanner.replace(start, end)
    call = marker_call(scanner.text[operands:end]) if _BEFORE_STATEMENT.search(scanner.before(start)) else None
    if call is not None:
        return scanner.replace(start, end, call)
    raise NotSupported("an assembler name here", scanner.span(start))


def _after_parentheses(text: str, start: int) -> int:
    """The offset after the balanced parentheses that follow ``start``; ``start`` where none follow."""
    depth, position = 0, start
    while match := _NEXT.search(text, position):
        if depth == 0 and (match[0] != "(" or text[start : match.start()].strip()):
            return start
        position = _after_token(text, match)
        depth += (match[0] == "(") - (match[0] == ")")
        if depth == 0:
            return position
    return start


def _after_token(text: str, match: re.Match[str]) -> int:
    if match[0] in "\"'":
        found = _TEXT.match(text, match.start())
        return found.end() if found else match.end()
    return (_after_comment(text, match.start()) or match.end()) if match[0] == "/" else match.end()


_HANDLERS: dict[str, Callable[[_Scanner, re.Match[str]], int]] = {
    **dict.fromkeys("([{", _take_opening),
    **dict.fromkeys(")]}", _take_closing),
    **dict.fromkeys("<:%", _take_digraph),
    **dict.fromkeys("\"'", _take_text),
    **dict.fromkeys("_a", _take_word),
    **dict.fromkeys("?.0123456789", _take_seldom),
    "/": _take_slash,
    "#": _take_hash,
}
