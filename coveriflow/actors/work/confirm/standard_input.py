"""A text for standard input from which a program reads what an execution of its automaton read there.

It is a guess, since the automaton does not know how texts become values: its users run the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.expressions.float_text import decimal_text
from coveriflow.program.library.inline.format_strings import Conversion, Piece, read_pieces
from coveriflow.program.library.inline.scanf import BYTE, FORMAT, SOURCE
from coveriflow.program.types.c_types import Floating, Scalar

_SPACES = b" \t\n\v\f\r"
_SKIPPED = {"c": b"x", "s": b"x", "f": b"0", "d": b"0"}
_NO_NUMBER = b"?"


def standard_input(read: Iterable[tuple[Edge, int]]) -> bytes:
    """The text; empty where nothing is read from standard input. ``read``: the input edges taken, with the values.

    Where nothing is read that is known to come from there, what is read from any stream is taken to do.
    """
    given = [(edge.operation, value) for edge, value in read if isinstance(edge.operation, Input)]
    taken = [(one, value) for one, value in given if one.kind is InputKind.LIBRARY]
    is_known = any(one.source.startswith(SOURCE) for one, _ in taken)
    text = _Text()
    for one, value in taken:
        name, _, what = one.source.partition(" ")
        if not text.ended and (f"{name} " == SOURCE if is_known else name in _OF_STREAMS):
            text.take(what, value, one.type)
    return bytes(text.written)


_OF_STREAMS = frozenset(
    """getc fgetc getc_unlocked fgetc_unlocked _IO_getc fgets fgets_unlocked fread fread_unlocked getline getdelim
    __getdelim fscanf __isoc99_fscanf __isoc23_fscanf""".split()
)
"""How inputs begin that come from a stream of which it is not known which one it is."""


def is_byte_of_stream(source: str) -> bool:
    """Whether an input with this source is a byte, or the end, of a stream that may be standard input."""
    name, _, what = source.partition(" ")
    return what == BYTE and name in _OF_STREAMS


def is_read(read: Iterable[tuple[Edge, int]]) -> bool:
    """Whether an execution reads something that is known to come from standard input, or its end."""
    operations = (edge.operation for edge, _ in read)
    return any(
        isinstance(one, Input) and one.kind is InputKind.LIBRARY and one.source.startswith(SOURCE) for one in operations
    )


@dataclass(slots=True)
class _Text:
    """``pending``: what is still to be read by the ``scanf`` under way; ``left``: how many conversions succeed."""

    written: bytearray = field(default_factory=bytearray)
    pending: list[Piece] = field(default_factory=list)
    left: int = 0
    bytes_read: int = 0
    ended: bool = False

    def take(self, what: str, value: int, type_: Scalar) -> None:
        if what == BYTE:
            self._byte(value)
        elif what.startswith(FORMAT):
            self._begin(what.removeprefix(FORMAT), value)
        elif self.pending and isinstance(current := self.pending[0], Conversion) and current.text == what:
            self._convert(current, value, type_)

    def _byte(self, value: int) -> None:
        if value < 0:
            self.ended = True
        else:
            self.written.append(value & 0xFF)

    def _begin(self, text: str, count: int) -> None:
        self.pending, self.left = read_pieces(text) or [], count
        self.ended = count < 0
        if not self.ended:
            self._advance()

    def _convert(self, conversion: Conversion, value: int, type_: Scalar) -> None:
        if conversion.letter in ("c", "s", "["):
            if not self.bytes_read and conversion.letter == "s":
                self._separate()
            self.written.append(_byte_for(conversion, value & 0xFF))
            self.bytes_read += 1
            if not _is_whole(conversion, value, self.bytes_read):
                return
        else:
            self._separate()
            self.written += _number(conversion, value, type_).encode()
        self.left -= 1
        self.pending.pop(0)
        self._advance()

    def _advance(self) -> None:
        """Up to the next conversion that writes; where that one is to fail, something that it does not take."""
        self.bytes_read = 0
        while self.pending:
            piece = self.pending[0]
            if isinstance(piece, Conversion) and not piece.skip:
                break
            self.written += piece.encode("latin-1") if isinstance(piece, str) else _SKIPPED.get(piece.letter, b"0")
            self.pending.pop(0)
        if self.pending and self.left <= 0:
            self._separate()
            self.written += _NO_NUMBER
            self.pending = []

    def _separate(self) -> None:
        if self.written and self.written[-1] not in _SPACES:
            self.written += b" "


def _is_whole(conversion: Conversion, value: int, count: int) -> bool:
    """Whether nothing more is read for a conversion to bytes after this one."""
    if conversion.letter == "c":
        return count >= max(1, conversion.width or 1)
    ends = value & 0xFF not in conversion.set if conversion.letter == "[" else value & 0xFF in _SPACES
    return ends or count == conversion.width


def _byte_for(conversion: Conversion, value: int) -> int:
    """What ends a set is read by what follows: best a space."""
    ends = conversion.letter == "[" and value not in conversion.set
    return ord(" ") if ends and ord(" ") not in conversion.set else value


def _number(conversion: Conversion, value: int, type_: Scalar) -> str:
    if isinstance(type_, Floating):
        return decimal_text(value, type_)
    pattern = value & ((1 << type_.width) - 1)
    match conversion.letter:
        case "x" | "X":
            return f"{pattern:x}"
        case "o":
            return f"{pattern:o}"
        case "u":
            return str(pattern)
        case _:
            return str(value)
