"""The signatures of this package: a box is chosen once per run, and a program says what it needs to be given in it.

Law: what a program in a box does is seen by no other program, and in no file but those that it was given to write. What
holds in which box is listed in ``docs/security.md``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Sandbox(Enum):
    """What the user asks for. ``STRICT``: nothing is executed outside a full box. ``AUTO``: the best box that the
    machine has. ``OFF``: no box.
    """

    STRICT = "strict"
    AUTO = "auto"
    OFF = "off"


class Strength(Enum):
    """``FULL``: namespaces of its own. ``PARTIAL``: files and system calls are restricted. ``CALLS``: system calls
    only. ``NONE``: there are resource limits only.
    """

    FULL = "full"
    PARTIAL = "partial"
    CALLS = "calls"
    NONE = "none"


BOXES = {
    Strength.FULL: "a program sees the system's programs and its own files, and nothing else of this machine",
    Strength.PARTIAL: "a program reads and writes its own files only, and has no network; it sees names of files",
    Strength.CALLS: "a program has no network, and starts nothing; it reads and writes the user's files",
    Strength.NONE: "a program can do all that the user can, within its limits on time and memory",
}
"""What a box promises about executed programs, in a sentence."""


class Calls(Enum):
    """Which system calls a program may use. ``PROGRAM``: those of a process that is alone. ``TRACED``: it may also be
    traced by a process that it starts, as LeakSanitizer needs it: in a full box, and if the user is not root.
    ``FUZZER``: it may also run itself again and again in children. ``TOOL``: all but those of debuggers, administrators
    and networks.
    """

    PROGRAM = "program"
    TRACED = "traced"
    FUZZER = "fuzzer"
    TOOL = "tool"


@dataclass(frozen=True, slots=True)
class Box:
    """What confines programs on this machine. ``bubblewrap``, ``holder``: paths, of a full box only; ``version`` is
    bubblewrap's. ``landlock``: the version of the kernel's interface, or 0. ``why_not_full``: empty if it is.
    """

    sandbox: Sandbox
    bubblewrap: str = ""
    holder: str = ""
    version: str = ""
    landlock: int = 0
    has_filter: bool = False
    why_not_full: str = ""

    @property
    def strength(self) -> Strength:
        """How much it confines."""
        if self.bubblewrap:
            return Strength.FULL
        if self.landlock and self.has_filter:
            return Strength.PARTIAL
        return Strength.CALLS if self.has_filter else Strength.NONE

    @property
    def layers(self) -> tuple[str, ...]:
        """What it consists of, for people."""
        found = [self.version] if self.bubblewrap else []
        found += [f"Landlock {self.landlock}"] if self.strength is Strength.PARTIAL else []
        return (*found, *(["seccomp"] if self.has_filter else []), "resource limits")

    @property
    def is_enough(self) -> bool:
        """Whether programs may be executed in it, as the user wants it."""
        return self.sandbox is not Sandbox.STRICT or self.strength is Strength.FULL


@dataclass(frozen=True, slots=True)
class Given:
    """What a program is given in its box: folders and files that it ``reads`` or ``writes``, by absolute paths, besides
    those of the system. ``scratch``: an empty folder that it writes; what is in it is lost where the box is full.
    ``room``: bytes of temporary files. ``processes``: the most at a time, of tools. ``working``: where these start.
    """

    calls: Calls = Calls.PROGRAM
    reads: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    scratch: str = ""
    room: int = 64 << 20
    processes: int = 512
    working: str = ""
