"""The machine's C compiler, which judges violations and expands macros. That there is none is an answer."""

from __future__ import annotations

import errno
import functools
import os
import shlex
import shutil
import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.processes.child_process import Bounds, ToolEnd, ToolRun, run_tool
from coveriflow.program.types.data_model import DataModel

REFERENCE_FLAGS = ("-O0", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off")
"""What C means to coveriflow (design, "C semantics"), on any machine."""

_X86_FLAGS = ("-msse2", "-mfpmath=sse")
_X86 = ("x86_64", "amd64", "i686", "i586", "i386")
_LINKED = ("crt1.o", "crtbegin.o", "libc.so", "libm.so", "libgcc.a")
"""What a program is linked with, by the names that gcc and clang know."""
_MOMENT = Bounds(seconds=5)
_SMALLEST = bytes.fromhex(
    "7f454c46010101000000000000000000020003000100000054800408340000000000000000000000340020000100000000000000"
    "010000000000000000800408008004085d0000005d0000000500000000100000"
    "b80100000031dbcd80"
)
"""An executable file for i386: the header, one segment, and ``exit(0)``."""
_CLASSES = {DataModel.ILP32: 1, DataModel.LP64: 2}
_CANDIDATES = (("gcc",), ("cc",), ("clang",))


class Linkage(Enum):
    """What a program is executed with: a C library of the system, or else coveriflow's own (``freestanding/``); or this
    machine executes no programs of the data model.
    """

    SYSTEM = "system"
    OWN = "own"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Compiler:
    """``command``: how to call it, perhaps with options. ``version``: the first line it says of itself."""

    command: tuple[str, ...]
    version: str

    def supports(self, data_model: DataModel) -> bool:
        """Programs of this data model can be linked with a C library of the system. Tried once per process."""
        if not is_spoken(data_model):
            return False
        command = (*self.command, *reference_flags(data_model))
        return (len(self.command) == 1 and _finds_all(command, _CLASSES[data_model])) or _links(command)

    def linkage(self, data_model: DataModel) -> Linkage:
        """What executions of this data model are linked with here. Asked once per process, in milliseconds."""
        if not (chosen().is_enough and is_spoken(data_model) and _runs(data_model)):
            return Linkage.NONE
        if self.supports(data_model):
            return Linkage.SYSTEM
        return Linkage.OWN if _on_x86() else Linkage.NONE

    def finds_gcc_library(self, data_model: DataModel) -> bool:
        """What gcc itself calls is here, with or without a C library. For others than the machine's own data model the
        answer is no: gcc names its library for that one then.
        """
        return data_model is _native() and _finds((*self.command, *reference_flags(data_model)), "libgcc.a")


def find_compiler() -> Compiler | None:
    """The compiler that the environment variable ``CC`` names; without it the first of gcc, cc, clang that works."""
    named = os.environ.get("CC", "").strip()
    commands = (_words(named),) if named else _CANDIDATES
    return next((compiler for command in commands if (compiler := _asked(command, os.environ.get("PATH")))), None)


def linkage(data_model: DataModel) -> Linkage:
    """As ``Compiler.linkage`` of the compiler that is here; ``NONE`` if there is none."""
    compiler = find_compiler()
    return Linkage.NONE if compiler is None else compiler.linkage(data_model)


def is_spoken(data_model: DataModel) -> bool:
    """A compiler of this machine knows the data model, perhaps without a library to link programs with."""
    return _on_x86() or data_model is _native()


def is_of_system(name: str) -> bool:
    """Whether a C library of this machine, of whatever data model, defines ``name``."""
    import ctypes  # seldom needed

    return hasattr(ctypes.CDLL(None), name)


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
def _runs(data_model: DataModel) -> bool:
    """The system starts programs of the data model. A kernel may be without 32 bits, whatever libraries there are."""
    if data_model is _native() or not _on_x86():
        return data_model is _native()
    with open(os.memfd_create("probe"), "w+b", buffering=0) as probe:
        probe.write(_SMALLEST)
        try:
            return run_tool((f"/proc/{os.getpid()}/fd/{probe.fileno()}",), bounds=_MOMENT).status == 0
        except OSError as error:
            return error.errno != errno.ENOEXEC  # why it did not start says nothing about other programs


@functools.cache
def _finds_all(command: tuple[str, ...], elf_class: int) -> bool:
    """The compiler says where all is that it links with. Linking is not tried then: the temporary files for that would
    stay if the compiler were killed with this process, which may be any.
    """
    return all(_finds(command, file, elf_class) for file in _LINKED)


def _finds(command: tuple[str, ...], file: str, elf_class: int | None = None) -> bool:
    """Gcc may name a file of another data model where it has none of this one: object files say what they are."""
    run = _tried((*command, f"-print-file-name={file}"))
    place = run.output.decode(errors="surrogateescape").strip()
    if run.status != 0 or place == file or not os.path.exists(place):
        return False
    return elf_class is None or not file.endswith(".o") or _class_of(place) == elf_class


def _class_of(place: str) -> int | None:
    """32 bits (1) or 64 (2), for an ELF file."""
    with open(place, "rb") as file:
        start = file.read(5)
    return start[4] if start.startswith(b"\x7fELF") and len(start) == 5 else None


@functools.cache
def _links(command: tuple[str, ...]) -> bool:
    """Without a file of our own, which would stay as well."""
    return _tried((*command, "-x", "c", "-", "-o", os.devnull), b"int main(void) { return 0; }\n").status == 0


def _tried(command: tuple[str, ...], text: bytes = b"") -> ToolRun:
    try:
        return run_tool(command, text)
    except OSError as error:
        return ToolRun(ToolEnd.EXITED, 127, b"", str(error).encode())
