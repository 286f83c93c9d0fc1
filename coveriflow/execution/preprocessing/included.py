"""Which files a program may include: those of its own folder, of the folders that were named for headers, and of the
system. What is a link to another place, a pipe or a device is none of these.
"""

from __future__ import annotations

import itertools
import os
import re
import stat
from collections.abc import Iterable, Sequence

from coveriflow.execution.confinement.places import PROGRAMS, own_folder_of
from coveriflow.program.errors import InputError, Span

_READ = re.compile(rb"(?m)^\.+ (.+)\n?")
"""How a compiler tells which files it reads (``-H``): a point for each level, and the name."""

_INCLUDED = re.compile(r'^[ \t]*#[ \t]*(?:include|include_next|import)[ \t]*["<]([^">\n]+)[">]', re.MULTILINE)
_FOLDERS = re.compile(r"(?:-I|-isystem|-iquote|-idirafter|--sysroot=)(.+)")
_FILES = ("-include", "-imacros")
_SEPARATE = ("-I", "-isystem", "-iquote", "-idirafter")


def folders_for(name: str, directories: Sequence[str], options: Sequence[str], compiler: str) -> tuple[str, ...]:
    """Where files may be included from, besides the system: absolute paths, with and without links."""
    own = os.path.dirname(os.path.abspath(name)), os.path.dirname(os.path.realpath(name))
    folders = [*own, *directories, *_named(options), *(own_folder_of(compiler) if compiler else ())]
    return tuple(dict.fromkeys(path(folder) for path in (os.path.realpath, os.path.abspath) for folder in folders))


def _named(options: Sequence[str]) -> list[str]:
    """By options of the compiler."""
    pairs = list(itertools.pairwise(options))
    folders = [found[1] for each in options if (found := _FOLDERS.fullmatch(each))]
    folders += [after for word, after in pairs if word in _SEPARATE]
    return folders + [os.path.dirname(os.path.abspath(after)) for word, after in pairs if word in _FILES]


def without_names(errors: bytes) -> tuple[list[str], bytes]:
    """The names of the files that a compiler has read, and the rest of what it says."""
    return [os.fsdecode(each) for each in _READ.findall(errors)], _READ.sub(b"", errors)


def check_files(files: Iterable[str], name: str, text: str, folders: Sequence[str]) -> None:
    """``InputError``, at the ``#include`` in ``text`` if it is there, for one that may not be included."""
    for file in dict.fromkeys(files):
        if not is_allowed(file, folders):
            raise outside(file, _place(name, text, file))


def is_allowed(file: str, folders: Sequence[str]) -> bool:
    """Whether the file, without links, is below one of these or the system's."""
    return _is_below(os.path.realpath(file), (*folders, *PROGRAMS))


def outside(file: str, place: Span) -> InputError:
    """The complaint about a file that is there, and may not be read."""
    reason = "is outside the program's folder and the folders for headers"
    return InputError(f"#include of {file}, which {reason}; name its folder with -I to allow it", place)


def check_directives(name: str, text: str, folders: Sequence[str]) -> None:
    """``InputError`` for an ``#include`` of a pipe, a device or a socket, which a compiler would wait for."""
    for found in _INCLUDED.finditer(text):
        for folder in ("", *folders):
            path = os.path.join(folder, found[1])
            if (kind := _special(path)) is not None:
                line = text.count("\n", 0, found.start()) + 1
                raise InputError(f"#include of {found[1]}, which is {kind} and no file", Span(name, line))


def _special(path: str) -> str | None:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return None
    kinds = (
        (stat.S_ISFIFO, "a pipe"),
        (stat.S_ISSOCK, "a socket"),
        (stat.S_ISCHR, "a device"),
        (stat.S_ISBLK, "a device"),
    )
    return next((kind for is_one, kind in kinds if is_one(mode)), None)


def _is_below(path: str, folders: Iterable[str]) -> bool:
    return any(folder == os.sep or path == folder or path.startswith(folder + os.sep) for folder in folders)


def _place(name: str, text: str, file: str) -> Span:
    """Of the first directive that ends like the file's name, or the whole program's."""
    found = next((each for each in _INCLUDED.finditer(text) if file.endswith(each[1].lstrip("./"))), None)
    return Span(name) if found is None else Span(name, text.count("\n", 0, found.start()) + 1)
