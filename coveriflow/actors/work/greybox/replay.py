"""What an execution of the compiled program was given, as the values that its automaton reads.

It is a guess where the automaton does not know where a value comes from. Who uses it looks at how the replay ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

from coveriflow.program.cfa.arguments import ARGUMENT, FIRST_BYTES, is_rest
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.cfa.names import COUNT
from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.library.inline.format_strings import Conversion, read_pieces
from coveriflow.program.library.inline.scanf import BYTE, FORMAT
from coveriflow.program.types.c_types import Floating, Scalar

_SPACES = b" \t\n\v\f\r"
_INTEGERS = {
    "d": rb"[+-]?\d+", "u": rb"[+-]?\d+", "o": rb"[+-]?[0-7]+",
    "x": rb"[+-]?(?:0[xX][0-9a-fA-F]*|[0-9a-fA-F]+)",
    "i": rb"[+-]?(?:0[xX][0-9a-fA-F]*|0[0-7]*|[1-9]\d*)",
}  # fmt: skip
_DECIMAL = rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_BASES = {"d": 10, "u": 10, "x": 16, "o": 8}
_LARGEST = (1 << 63) - 1
_END = -1
_PRINTING = ("printf", "puts", "putchar", "putc", "fputc", "fputs")


@dataclass(slots=True)
class Scan:
    """What conversions make of ``text`` from ``at`` on."""

    text: bytes
    at: int = 0
    numbers: list[bytes] = field(default_factory=list)
    count: int = 0

    def run(self, pieces: list[str | Conversion]) -> None:
        """Up to the first conversion that fails."""
        for piece in pieces:
            if not (self._literal(piece) if isinstance(piece, str) else self._conversion(piece)):
                break

    @property
    def result(self) -> int:
        """What the call returns."""
        return _END if not self.count and self.at >= len(self.text) else self.count

    def _spaces(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in _SPACES:
            self.at += 1

    def _literal(self, piece: str) -> bool:
        for byte in piece.encode("latin-1", "replace"):
            if byte in _SPACES:
                self._spaces()
            elif self.at < len(self.text) and self.text[self.at] == byte:
                self.at += 1
            else:
                return False
        return True

    def _conversion(self, conversion: Conversion) -> bool:
        if conversion.letter not in ("c", "["):
            self._spaces()
        end = len(self.text) if not conversion.width or conversion.width < 0 else self.at + conversion.width
        found = re.compile(_pattern(conversion), re.DOTALL).match(self.text, self.at, min(end, len(self.text)))
        if found is None:
            return False
        self.at = found.end()
        if not conversion.skip:
            self.numbers.append(found[0])
            self.count += 1
        return True


def _pattern(conversion: Conversion) -> bytes:
    match conversion.letter.lower():
        case "c":
            return b".{%d}" % max(1, conversion.width or 1)
        case "s":
            return rb"[^ \t\n\v\f\r]+"
        case "[" if not conversion.set:
            return rb"(?!)"
        case "[":
            return b"[" + b"".join(b"\\x%02x" % each for each in sorted(conversion.set)) + b"]+"
        case letter if letter in _INTEGERS:
            return _INTEGERS[letter]
        case _:
            return _DECIMAL


@dataclass(slots=True)
class ReplayedInputs:
    """For an interpreter: ``values`` of input functions, then zeros; ``text`` on standard input; ``arguments``."""

    values: tuple[int, ...]
    text: bytes
    arguments: tuple[bytes, ...]
    _read: int = 0
    _at: int = 0
    _has_met_end: bool = False
    _line: int = 0
    _converted: list[bytes] = field(default_factory=list)
    _bytes: list[int] = field(default_factory=list)

    def __call__(self, edge: Edge) -> int:
        operation = edge.operation
        assert isinstance(operation, Input)
        match operation.kind:
            case InputKind.CALL:
                self._read += 1
                return operation.type.wrap(self.values[self._read - 1]) if self._read <= len(self.values) else 0
            case InputKind.ARGUMENT:
                return operation.type.wrap(self._argument(operation.source, is_rest=is_rest(operation)))
            case InputKind.LIBRARY:
                return self._of_library(operation.source, operation.type)
            case _:
                return 0

    def _argument(self, source: str, *, is_rest: bool) -> int:
        """Further characters of a text are all taken to be its last one."""
        if source == COUNT:
            return len(self.arguments)
        found = ARGUMENT.fullmatch(source)
        number = int(found[1]) if found else len(self.arguments)
        argument = self.arguments[number] if number < len(self.arguments) else b""
        if is_rest:
            return argument[-1] if len(argument) > FIRST_BYTES else 0
        if found is None or found[2] is None:
            return len(argument)
        return argument[int(found[2])] if int(found[2]) < len(argument) else 0

    def _of_library(self, source: str, type_: Scalar) -> int:
        name, _, what = source.partition(" ")
        if what == BYTE:
            return type_.wrap(self._byte())
        if what.startswith(FORMAT):
            return type_.wrap(self._scan(name, what.removeprefix(FORMAT)))
        if what == "more" or name in _PRINTING:
            return 1
        if name == "feof":
            return int(self._has_met_end)
        return type_.wrap(self._conversion(what, type_)) if what.startswith("%") else 0

    def _byte(self) -> int:
        if self._at >= len(self.text):
            self._has_met_end = True
            return _END
        if self._at == 0 or self.text[self._at - 1] == ord("\n"):
            self._line = self._at
        self._at += 1
        return self.text[self._at - 1]

    def _scan(self, name: str, text: str) -> int:
        """A text that is read from is taken to be the line that was read last."""
        pieces = read_pieces(text) or []
        is_text = name.endswith("sscanf")
        scan = Scan(self.text[self._line : self._at]) if is_text else Scan(self.text, self._at)
        scan.run(pieces)
        if not is_text:
            self._at = scan.at
            self._has_met_end = scan.at >= len(self.text)
        self._converted = scan.numbers
        self._bytes = []
        return scan.result

    def _conversion(self, text: str, type_: Scalar) -> int:
        (piece,) = read_pieces(text) or [text]
        if isinstance(piece, str):
            return 0
        if piece.letter in ("c", "s", "["):
            return self._byte_of(piece)
        converted = self._converted.pop(0) if self._converted else b"0"
        if isinstance(type_, Floating):
            return softfloat.nearest(format_of(type_), _fraction(converted))
        number = number_of(converted, piece.letter.lower())
        return max(-_LARGEST - 1, min(number, _LARGEST))

    def _byte_of(self, conversion: Conversion) -> int:
        """One after the other; what ends them is read, too, if there is room."""
        if not self._bytes:
            end = [] if conversion.letter == "c" else [_ending(conversion)]
            self._bytes = [*(self._converted.pop(0) if self._converted else b"a"), *end]
            if conversion.letter != "c" and len(self._bytes) - 1 == conversion.width:
                self._bytes.pop()
        return self._bytes.pop(0)


def _fraction(digits: bytes) -> Fraction:
    """Of exponents that are large beyond all formats so much that it is infinity, or zero, as well."""
    number, _, exponent = digits.decode().lower().partition("e")
    most = len(digits) + 20_000
    return Fraction(f"{number}e{max(-most, min(int(exponent or 0), most))}")


def number_of(digits: bytes, letter: str) -> int:
    """What a conversion makes of ``digits``; a prefix alone is zero, as the GNU C library has it."""
    sign, unsigned = (-1 if digits.startswith(b"-") else 1), digits.lstrip(b"+-").lower()
    is_prefixed = letter in ("x", "i") and unsigned.startswith(b"0x")
    base = 16 if is_prefixed else 8 if letter == "i" and unsigned.startswith(b"0") else _BASES.get(letter, 10)
    return sign * int(unsigned.removeprefix(b"0x") or b"0" if is_prefixed else unsigned, base)


def _ending(conversion: Conversion) -> int:
    if conversion.letter == "s":
        return ord(" ")
    return next((byte for byte in (32, 10, 0, *range(1, 256)) if byte not in conversion.set), 0)
