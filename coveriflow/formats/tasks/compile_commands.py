"""``compile_commands.json``, the compilation database of Clang, CMake, Meson and Bear: how each file is compiled.

Both forms of an entry are read: ``arguments``, and ``command``, which is taken apart as a shell would (``shlex``).
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from coveriflow.formats.primitives.json_reading import Fields, loaded_list
from coveriflow.formats.primitives.text import shortened
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.types.data_model import DataModel

MAX_BYTES = 64 << 20

_WITH_FOLDERS = ("-isystem", "-iquote", "-idirafter", "-I")
_WITH_FILES = ("-include", "-imacros")
_WITH_MACROS = ("-D", "-U")
_KEPT = ("-ansi", "-ffreestanding", "-undef")
_WITH_WORD = frozenset(
    "-o -MF -MT -MQ -x -Xlinker -Xassembler -Xpreprocessor -Xclang -T -L -l -z -u -e --param -arch -target -aux-info"
    " -isysroot --sysroot -B -iprefix -iwithprefix -iwithprefixbefore -A -wrapper -dumpbase -dumpdir -current_version"
    " -compatibility_version -framework -install_name -mllvm".split()
)
"""Flags without a meaning here that are followed by a word of their own."""
_MEANINGS = (
    "-funsigned-char",
    "-fno-signed-char",
    "-fshort-enums",
    "-fpack-struct",
    "-fshort-wchar",
    "-fsingle-precision-constant",
    "-funsigned-bitfields",
    "-fno-signed-bitfields",
    "-ffast-math",
    "-Ofast",
    "-funsafe-math-optimizations",
    "-ffinite-math-only",
    "-fassociative-math",
    "-freciprocal-math",
    "-fno-signed-zeros",
    "-ftrapv",
    "-fopenmp",
    "-mlong-double",
    "-malign-double",
    "-mx32",
    "-m16",
    "-mfpmath=387",
)
"""Flags that make another program of the same text."""
_MODELS = {"-m32": DataModel.ILP32, "-m64": DataModel.LP64}


@dataclass(frozen=True, slots=True)
class CompileCommand:
    """``file`` is compiled by ``arguments`` (with the compiler as the first one) in ``directory``, as it is written."""

    directory: str
    file: str
    arguments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Flags:
    """What of a command matters: ``options`` of the preprocessor, with paths from here; ``None``: no data model."""

    options: tuple[str, ...] = ()
    data_model: DataModel | None = None


def read_compile_commands(data: bytes, name: str) -> tuple[CompileCommand, ...]:
    """The entries in their order; keys that mean nothing here are ignored."""
    return tuple(_command(each, name) for each in loaded_list(data, name, MAX_BYTES))


def _command(fields: Fields, name: str) -> CompileCommand:
    directory, file = fields.text("directory"), fields.text("file")
    if not file:
        raise InputError("'file' is empty", Span(name))
    if fields.says("arguments"):
        return CompileCommand(directory, file, fields.texts("arguments"))
    try:
        words = shlex.split(fields.text("command"))
    except ValueError as error:
        raise InputError(f"the command of {shortened(file)} cannot be read: {error}", Span(name)) from None
    return CompileCommand(directory, file, tuple(words))


def flags_of(command: CompileCommand, folder: str) -> Flags:
    """Those that change what the preprocessor makes of a file; ``folder``: that relative paths are from. Others are
    ignored, unless they change what C means: ``NotSupported``. ``InputError`` where it compiles no C.
    """
    options = list[str]()
    model: DataModel | None = None
    for flag, word in _flags(command):
        if flag in _MODELS:
            model = _MODELS[flag]
        elif flag in _WITH_FOLDERS:
            options += [flag + path_of(word, folder)]
        elif flag in _WITH_FILES:
            options += [flag, path_of(word, folder)]
        elif flag in _WITH_MACROS:
            options += [flag + word]
        elif flag.startswith("-std=") or flag in _KEPT:
            _check_is_c(flag.removeprefix("-std="), command)
            options += [flag]
        elif flag == "-x":
            _check_is_c(word, command)
        elif flag == "-pthread":
            options += ["-D_REENTRANT"]
        elif flag.startswith(_MEANINGS):
            raise NotSupported(f"a program that is compiled with {flag}", Span(command.file))
    return Flags(tuple(options), model)


def _flags(command: CompileCommand) -> Iterator[tuple[str, str]]:
    """Each with its word, if it takes one."""
    words = iter(_without_wrappers(command.arguments[1:]))
    joined = (*_WITH_FOLDERS, *_WITH_FILES, *_WITH_MACROS)
    for word in words:
        if word.startswith("@"):
            raise InputError(
                f"the command names a response file, {shortened(word)}: these are not read", Span(command.file)
            )
        if word in joined or word in _WITH_WORD:
            yield word, next(words, "")
        elif found := next((each for each in joined if word.startswith(each)), None):
            yield found, word[len(found) :]
        elif word.startswith("-x") and len(word) > len("-x"):
            yield "-x", word[len("-x") :]
        elif word.startswith("-"):
            yield word, ""


def _without_wrappers(words: Sequence[str]) -> Iterator[str]:
    """``-Wp,-DX`` passes ``-DX``."""
    for word in words:
        passed = word.removeprefix("-Wp,").split(",") if word.startswith("-Wp,") else []
        yield from [each for each in passed if each.startswith(_WITH_MACROS)] if passed else [word]


def _check_is_c(language: str, command: CompileCommand) -> None:
    if "+" in language or language in ("objective-c", "assembler", "assembler-with-cpp"):
        raise InputError(f"this is compiled as {language}, which is not C", Span(command.file))


def path_of(path: str, folder: str) -> str:
    """A path from the working directory if it is below that, else an absolute one."""
    whole = os.path.normpath(os.path.join(folder, path))
    absolute = os.path.abspath(whole)
    here = os.getcwd()
    return os.path.relpath(absolute, here) if absolute == here or absolute.startswith(here + os.sep) else absolute
