"""Preprocessing on a machine without a compiler, by ``pcpp``. To be run as a job."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from typing import NoReturn, TextIO

from pcpp import Preprocessor

from coveriflow.execution.preprocessing.included import folders_for, is_allowed, outside
from coveriflow.program.errors import InputError, Span
from coveriflow.program.text.tokens import line_marker
from coveriflow.program.types.data_model import DataModel

_LARGEST_FILE = 64 << 20
_DEEPEST_INCLUDES = 200


def expand(
    name: str, text: str, data_model: DataModel, folders: Sequence[str], defines: Sequence[str], bound: int
) -> str:
    """The expanded text, with line markers; ``folders``: where included files are. ``InputError`` also if it has more
    than ``bound`` characters.
    """
    preprocessor = _Preprocessor(name, folders)
    for define in (*predefined(data_model), *defines):
        macro, equals, value = define.partition("=")
        preprocessor.define(f"{macro} {value if equals else 1}")
    output = _Bounded(name, bound)
    output.write(line_marker(1, name))
    try:
        preprocessor.parse(text, preprocessor.quoted_name)
        preprocessor.write(output)
    except (InputError, MemoryError):
        raise
    except RecursionError as error:
        raise InputError("macros are nested too deeply", preprocessor.place()) from error
    except Exception as error:
        raise InputError("a preprocessor directive is malformed", preprocessor.place()) from error
    return output.getvalue()


def predefined(data_model: DataModel) -> list[str]:
    """``NAME=VALUE`` of the reference compiler's macros that tell the data model and the dialect (x86, Linux)."""
    return [*_DIALECT, *(_LP64 if data_model is DataModel.LP64 else _ILP32)]


class _Preprocessor(Preprocessor):  # type: ignore[misc]
    def __init__(self, name: str, folders: Sequence[str]) -> None:
        super().__init__()
        self._name = name
        self.quoted_name = line_marker(1, name)[len('# 1 "') : -len('"\n')]
        self._allowed = folders_for(name, folders, (), "")
        self._open = 0
        self.line_directive = "#"
        self.assume_encoding = "utf-8"
        self.temp_path.append(str(Path(name).parent))
        for folder in folders:
            self.add_path(folder)

    def place(self) -> Span:
        """Of the directive that was read last."""
        return self._place_of([self.lastdirective])

    def include(self, tokens: object, original_line: Sequence[object]) -> Iterator[object]:
        """The tokens of an included file."""
        if self._open == _DEEPEST_INCLUDES:
            raise InputError("#include is nested too deeply", self._place_of(original_line))
        self._open += 1
        yield from super().include(tokens, original_line)
        self._open -= 1

    def on_file_open(self, is_system_include: bool, path: str) -> TextIO:  # noqa: FBT001
        """A regular file that is not huge; what is none of these is as good as missing."""
        file = Path(path)
        if not file.is_file() or file.stat().st_size > _LARGEST_FILE:
            raise OSError
        if not is_allowed(path, self._allowed):
            raise outside(path, self.place())
        return StringIO(file.read_text("utf-8", "surrogateescape").removeprefix("\ufeff"))

    def on_include_not_found(self, is_malformed: bool, is_system: bool, folder: str, path: str) -> NoReturn:  # noqa: FBT001
        what = "a malformed #include" if is_malformed else f"{path}: No such file or directory"
        raise InputError(what, self.place())

    def _place_of(self, tokens: Sequence[object]) -> Span:
        return self._span(getattr(tokens[0], "source", self._name), getattr(tokens[0], "lineno", 0))

    def _span(self, source: object, line: int) -> Span:
        return Span(self._name if source == self.quoted_name else str(source), line)

    def on_error(self, file: object, line: int, msg: str) -> NoReturn:
        raise InputError(msg, self._span(file, line))

    def on_directive_unknown(self, directive: object, toks: Sequence[object], *context: object) -> bool | None:
        kind = str(getattr(directive, "value", ""))
        if kind == "error":
            words = "".join(str(getattr(token, "value", "")) for token in toks)
            raise InputError(f"#error {words}", self._place_of([directive]))
        return True if kind in ("warning", "ident") else None


class _Bounded(StringIO):
    def __init__(self, name: str, bound: int) -> None:
        super().__init__()
        self._name = name
        self._left = bound

    def write(self, text: str) -> int:
        self._left -= len(text)
        if self._left < 0:
            raise InputError("preprocessing yields too much text", Span(self._name))
        return super().write(text)


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


_DIALECT = _lines("""
    __GNUC__=12
    __GNUC_MINOR__=2
    __GNUC_PATCHLEVEL__=0
    __STDC__=1
    __STDC_VERSION__=201710L
    __STDC_HOSTED__=1
    __linux__=1
    __unix__=1
    __gnu_linux__=1
    __ORDER_LITTLE_ENDIAN__=1234
    __ORDER_BIG_ENDIAN__=4321
    __BYTE_ORDER__=__ORDER_LITTLE_ENDIAN__
    __CHAR_BIT__=8
    __SIZEOF_SHORT__=2
    __SIZEOF_INT__=4
    __SIZEOF_LONG_LONG__=8
    __SIZEOF_FLOAT__=4
    __SIZEOF_DOUBLE__=8
    __SIZEOF_WCHAR_T__=4
    __SIZEOF_WINT_T__=4
    __SCHAR_MAX__=0x7f
    __SHRT_MAX__=0x7fff
    __INT_MAX__=0x7fffffff
    __LONG_LONG_MAX__=0x7fffffffffffffffLL
    __INT8_TYPE__=signed char
    __INT16_TYPE__=short int
    __INT32_TYPE__=int
    __UINT8_TYPE__=unsigned char
    __UINT16_TYPE__=short unsigned int
    __UINT32_TYPE__=unsigned int
    __INT8_MAX__=0x7f
    __INT16_MAX__=0x7fff
    __INT32_MAX__=0x7fffffff
    __UINT8_MAX__=0xff
    __UINT16_MAX__=0xffff
    __UINT32_MAX__=0xffffffffU
    __WINT_TYPE__=unsigned int
    __FLT_MAX__=3.40282346638528859811704183484516925e+38F
    __DBL_MAX__=((double)1.79769313486231570814527423731704357e+308L)
""")

_LP64 = _lines("""
    __x86_64__=1
    __x86_64=1
    __LP64__=1
    _LP64=1
    __SIZEOF_LONG__=8
    __SIZEOF_POINTER__=8
    __SIZEOF_SIZE_T__=8
    __SIZEOF_PTRDIFF_T__=8
    __SIZEOF_INT128__=16
    __SIZEOF_LONG_DOUBLE__=16
    __LONG_MAX__=0x7fffffffffffffffL
    __INT64_TYPE__=long int
    __UINT64_TYPE__=long unsigned int
    __INT64_MAX__=0x7fffffffffffffffL
    __UINT64_MAX__=0xffffffffffffffffUL
    __INTMAX_TYPE__=long int
    __UINTMAX_TYPE__=long unsigned int
    __INTPTR_TYPE__=long int
    __UINTPTR_TYPE__=long unsigned int
    __SIZE_TYPE__=long unsigned int
    __PTRDIFF_TYPE__=long int
    __WCHAR_TYPE__=int
    __SIZE_MAX__=0xffffffffffffffffUL
    __PTRDIFF_MAX__=0x7fffffffffffffffL
    __INTPTR_MAX__=0x7fffffffffffffffL
    __UINTPTR_MAX__=0xffffffffffffffffUL
    __WCHAR_MAX__=0x7fffffff
""")

_ILP32 = _lines("""
    __i386__=1
    __i386=1
    __ILP32__=1
    _ILP32=1
    __SIZEOF_LONG__=4
    __SIZEOF_POINTER__=4
    __SIZEOF_SIZE_T__=4
    __SIZEOF_PTRDIFF_T__=4
    __SIZEOF_LONG_DOUBLE__=12
    __LONG_MAX__=0x7fffffffL
    __INT64_TYPE__=long long int
    __UINT64_TYPE__=long long unsigned int
    __INT64_MAX__=0x7fffffffffffffffLL
    __UINT64_MAX__=0xffffffffffffffffULL
    __INTMAX_TYPE__=long long int
    __UINTMAX_TYPE__=long long unsigned int
    __INTPTR_TYPE__=int
    __UINTPTR_TYPE__=unsigned int
    __SIZE_TYPE__=unsigned int
    __PTRDIFF_TYPE__=int
    __WCHAR_TYPE__=long int
    __SIZE_MAX__=0xffffffffU
    __PTRDIFF_MAX__=0x7fffffff
    __INTPTR_MAX__=0x7fffffff
    __UINTPTR_MAX__=0xffffffffU
    __WCHAR_MAX__=0x7fffffffL
""")
