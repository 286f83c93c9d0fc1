"""The machine's C compiler, which judges violations and expands macros. That there is none is an answer."""

from __future__ import annotations

import functools
import os
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from coveriflow.execution.commands import ToolEnd, ToolRun, run_tool
from coveriflow.program.data_model import DataModel

REFERENCE_FLAGS = ("-O0", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off")
"""What C means to coveriflow (design, "C semantics"), on any machine."""

_X86_FLAGS = ("-msse2", "-mfpmath=sse")
_X86 = ("x86_64", "amd64", "i686", "i586", "i386")
_LINKED = ("crt1.o", "crtbegin.o", "libc.so", "libm.so", "libgcc.a")
"""What a program is linked with, by the names that gcc and clang know."""
_CANDIDATES = (("gcc",), ("cc",), ("clang",))


@dataclass(frozen=True, slots=True)
class Compiler:
    """``command``: how to call it, perhaps with options. ``version``: the first line it says of itself."""

    command: tuple[str, ...]
    version: str

    def supports(self, data_model: DataModel) -> bool:
        """Programs of this data model can be compiled and linked here. Tried once per process."""
        if not is_spoken(data_model):
            return False
        command = (*self.command, *reference_flags(data_model))
        return (len(self.command) == 1 and _finds_all(command)) or _links(command)


def find_compiler() -> Compiler | None:
    """The compiler that the environment variable ``CC`` names; without it the first of gcc, cc, clang that works."""
    named = os.environ.get("CC", "").strip()
    commands = (_words(named),) if named else _CANDIDATES
    return next((compiler for command in commands if (compiler := _asked(command, os.environ.get("PATH")))), None)


def supports(data_model: DataModel) -> bool:
    """There is a compiler, and it makes programs of this data model."""
    compiler = find_compiler()
    return compiler is not None and compiler.supports(data_model)


def is_spoken(data_model: DataModel) -> bool:
    """A compiler of this machine knows the data model, perhaps without a library to link programs with."""
    return _on_x86() or data_model is _native()


def reference_flags(data_model: DataModel) -> tuple[str, ...]:
    """The options under which a compiled program means what coveriflow says. Off x86: the machine's own model only."""
    if not _on_x86():
        return REFERENCE_FLAGS
    return (*REFERENCE_FLAGS, *_X86_FLAGS, "-m32" if data_model is DataModel.ILP32 else "-m64")


def _on_x86() -> bool:
    import platform  # slow to load, and not every run needs a compiler

    return platform.machine().lower() in _X86


def _native() -> DataModel:
    return DataModel.LP64 if sys.maxsize > 1 << 32 else DataModel.ILP32


def _words(named: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(named))
    except ValueError:
        return (named,)


@functools.cache
def _asked(command: tuple[str, ...], path: str | None) -> Compiler | None:
    place = shutil.which(command[0], path=path)
    if place is None:
        return None
    command = (str(Path(place).absolute()), *command[1:])
    run = _tried((*command, "--version"))
    return Compiler(command, run.output.decode(errors="replace").partition("\n")[0]) if run.status == 0 else None


@functools.cache
def _finds_all(command: tuple[str, ...]) -> bool:
    """The compiler says where all is that it links with. Linking is not tried then: the temporary files for that would
    stay if the compiler were killed with this process, which may be any.
    """
    return all(_finds(command, file) for file in _LINKED)


def _finds(command: tuple[str, ...], file: str) -> bool:
    run = _tried((*command, f"-print-file-name={file}"))
    place = run.output.decode(errors="surrogateescape").strip()
    return run.status == 0 and place != file and os.path.exists(place)


@functools.cache
def _links(command: tuple[str, ...]) -> bool:
    """Without a file of our own, which would stay as well."""
    return _tried((*command, "-x", "c", "-", "-o", os.devnull), b"int main(void) { return 0; }\n").status == 0


def _tried(command: tuple[str, ...], text: bytes = b"") -> ToolRun:
    try:
        return run_tool(command, text)
    except OSError as error:
        return ToolRun(ToolEnd.EXITED, 127, b"", str(error).encode())
