"""The signatures of the command line: what was asked for, and the exit codes (contract: command line)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum
from pathlib import Path

from coveriflow.artifacts.permissions import Code
from coveriflow.artifacts.resources import Limits, used_here
from coveriflow.artifacts.specifications import Specification
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.harness.entry import Entry
from coveriflow.program.types.data_model import DataModel

DEFAULT_FLOW = "default"


class Exit(IntEnum):
    """Exit codes. ``128 + n`` stands for an interruption by signal ``n``."""

    TRUE = 0
    INTERNAL_ERROR = 1
    BAD_INPUT = 2
    MISSING = 3
    FALSE = 10
    UNKNOWN = 20


class Answered(Exception):
    """The command line itself was the question, as with ``--help``; ``args``: the exit code."""


EXIT_OF = {Verdict.TRUE: Exit.TRUE, Verdict.FALSE: Exit.FALSE, Verdict.UNKNOWN: Exit.UNKNOWN}


@dataclass(frozen=True, slots=True)
class Options:
    """What ``coveriflow verify`` was asked; ``data_model`` and ``out`` are ``None`` where the choice is ours.
    ``is_test``: it was ``coveriflow test``. ``condition``: what is verified already, of the program, or of the earlier
    version in ``since``. ``accounting``: what measures external tools; empty: as their actors have it. ``cores``: for
    the default flow; all of the machine if there is none. ``sandbox``: as ``--sandbox``; ``None``: it is not given.
    ``code``: whether the flow's file may name it.
    """

    files: tuple[Path, ...]
    limits: Limits
    flow: str = DEFAULT_FLOW
    specification: Path | Specification | None = None
    data_model: DataModel | None = None
    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    entry: Entry | None = None
    compile_commands: Path | None = None
    out: Path | None = None
    json: bool = False
    verbose: bool = False
    prefect: bool = False
    settings: tuple[str, ...] = ()
    is_test: bool = False
    no_cache: bool = False
    condition: Path | None = None
    since: tuple[Path, ...] = ()
    accounting: str = ""
    cores: int | None = None
    bounds: tuple[str, str] | None = None
    assume_defined: bool = False
    trust_condition: bool = False
    sandbox: str | None = None
    code: Code = Code.REFUSED

    @property
    def folder(self) -> Path:
        """Where the evidence goes."""
        named = [*self.files, *([self.compile_commands.absolute().parent] if self.compile_commands else [])]
        return self.out or Path("coveriflow-out", named[0].stem)


@dataclass(frozen=True, slots=True)
class ValidateOptions:
    """What ``coveriflow validate`` was asked: ``evidence`` about the program of ``files``."""

    evidence: Path
    files: tuple[Path, ...]
    limits: Limits
    specification: Path | Specification | None = None
    data_model: DataModel | None = None
    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    entry: Entry | None = None
    compile_commands: Path | None = None
    sanitize: bool = False
    json: bool = False
    assume_defined: bool = False
    sandbox: str | None = None


@dataclass(frozen=True, slots=True)
class ReduceOptions:
    """What ``coveriflow reduce`` was asked: what ``condition`` leaves, or what is in the range between ``bounds``,
    two files of tests or ``-``. ``heads``: lines of loops, with commas; ``out`` ``None``: print.
    ``task``: the folder of a task to write.
    """

    files: tuple[Path, ...]
    condition: Path | None
    limits: Limits
    bounds: tuple[str, str] | None = None
    form: str = "residual"
    reducer: str = "sep"
    bound: int = 10
    heads: str = ""
    slice: bool = False
    out: Path | None = None
    task: Path | None = None
    specification: Path | Specification | None = None
    data_model: DataModel | None = None
    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    entry: Entry | None = None
    compile_commands: Path | None = None


class Transformation(Enum):
    """How ``coveriflow transform`` changes a program."""

    ACCELERATE = "accelerate"
    ABSTRACT_LOOPS = "abstract-loops"
    ASSUME_INVARIANTS = "assume-invariants"


@dataclass(frozen=True, slots=True)
class TransformOptions:
    """What ``coveriflow transform`` was asked. ``automata``: with a trace automaton (of accelerated programs);
    ``iterations``: of abstracted loops. ``out`` ``None``: print.
    """

    files: tuple[Path, ...]
    limits: Limits
    how: Transformation = Transformation.ACCELERATE
    automata: bool = True
    iterations: int = 1
    out: Path | None = None
    specification: Path | Specification | None = None
    data_model: DataModel | None = None
    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    entry: Entry | None = None
    compile_commands: Path | None = None


@dataclass(frozen=True, slots=True)
class ExplainOptions:
    """What ``coveriflow explain`` was asked; ``out`` ``None``: beside each file. ``nodes``: the most that are drawn."""

    paths: tuple[Path, ...]
    out: Path | None = None
    nodes: int = 120
    with_dot: bool = True


@dataclass(frozen=True, slots=True)
class DebugOptions:
    """What ``coveriflow debug`` was asked about the run in ``folder``. ``gdb``: its options."""

    folder: Path
    only_print: bool = False
    gdb: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """What ``coveriflow serve`` was asked: the folder, and where it listens."""

    folder: Path
    host: str
    port: int


@dataclass(frozen=True, slots=True)
class DrawOptions:
    """What ``coveriflow draw`` was asked: the program, with a ``condition`` what that covers, its ``automaton`` itself,
    what it leaves by a ``reducer`` (``""``: by none), or the ``shapes`` of what it leaves by all of them.

    ``bound``, ``heads``, ``slice``: see ``ReduceOptions``; ``nodes``, ``with_dot``: see ``ExplainOptions``.
    """

    files: tuple[Path, ...]
    limits: Limits
    condition: Path | None = None
    reducer: str = ""
    bound: int = 10
    heads: str = ""
    slice: bool = False
    automaton: bool = False
    shapes: bool = False
    out: Path | None = None
    nodes: int = 120
    with_dot: bool = True
    specification: Path | Specification | None = None
    data_model: DataModel | None = None
    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    entry: Entry | None = None
    compile_commands: Path | None = None


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What ``coveriflow import`` was asked; ``out`` is ``None`` where the name is ours to choose."""

    file: Path
    out: Path | None = None
    inputs: tuple[tuple[str, str], ...] = ()
    used: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class FlowsOptions:
    """What ``coveriflow flows`` was asked. ``action``: ``list``, ``show`` or ``draw``; the latter ones have a name."""

    action: str = "list"
    name: str = ""
    yaml: bool = False
    out: Path | None = None
    code: Code = Code.REFUSED


@dataclass(frozen=True, slots=True)
class ConditionOptions:
    """What ``coveriflow condition`` was asked about the conditions of ``conditions``; ``files``: their program, if it
    was named. ``out``: where the result goes, whose name says the format.
    """

    action: str
    conditions: tuple[Path, ...]
    files: tuple[Path, ...] = ()
    out: Path | None = None
    specification: Path | Specification | None = None
    data_model: DataModel | None = None
    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    entry: Entry | None = None
    compile_commands: Path | None = None
    json: bool = False


@dataclass(frozen=True, slots=True)
class PruneOptions:
    """What ``coveriflow cache prune`` was asked: seconds without use, bytes that remain."""

    older: float | None = None
    size: int | None = None


@dataclass(slots=True)
class Log:
    """Of one command: the traceback of an internal error goes into ``folder``, once it is known. ``begun``: the CPU
    seconds of this process when the command began (``used_here``).
    """

    folder: Path | None = None
    begun: float = field(default_factory=used_here)
