"""A verification that ends otherwise than by a result leaves a record, too; the boundary tells the user."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from coveriflow.cli.contracts import DEFAULT_FLOW, Log, Options
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.types.data_model import DataModel

_PROGRAMS = (".c", ".i", ".yml", ".yaml")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What matters here of what was asked. ``folder``: where the record goes, if it goes anywhere."""

    folder: Path | None
    json: bool
    flow: str = DEFAULT_FLOW
    files: tuple[Path, ...] = ()
    model: DataModel | None = None


def understood(words: Sequence[str], read: Callable[[Sequence[str]], Options]) -> Options:
    """What ``read`` makes of ``words``. Where it refuses them the record goes where they seem to want it."""
    try:
        return read(words)
    except InputError as error:
        _leave(error, _guessed(words))
        raise


@dataclass(slots=True)
class Ending:
    """``is_written``: there is a result, and what happens now does not change it."""

    is_written: bool = False


@contextmanager
def recorded(options: Options, log: Log) -> Iterator[Ending]:
    """Whatever is raised inside leaves a record: in ``--out``, in a folder that is there, or beside the traceback of a
    defect. No other folder is made for it.
    """
    ending = Ending()
    try:
        yield ending
    except BaseException as error:
        if ending.is_written:
            raise
        is_defect = isinstance(error, Exception) and not isinstance(error, InputError | NotSupported)
        is_ours = options.out is not None or options.folder.is_dir() or (is_defect and log.folder is not None)
        folder = options.folder if is_ours else None
        _leave(error, _Wanted(folder, options.json, options.flow, options.files, options.data_model))
        raise


def _guessed(words: Sequence[str]) -> _Wanted:
    """From words that cannot all be understood."""
    told = list(words[: words.index("--")] if "--" in words else words)
    folder = next((word.partition("=")[2] for word in told if word.startswith("--out=")), "")
    if "--out" in told[:-1]:
        folder = told[told.index("--out") + 1]
    files = tuple(Path(word) for word in told if word.endswith(_PROGRAMS) and not word.startswith("-"))
    return _Wanted(Path(folder) if folder else None, "--json" in told, files=files)


def _leave(error: BaseException, wanted: _Wanted) -> None:
    from coveriflow.flows.running.unfinished import leave_record, unfinished
    from coveriflow.formats.results.result_json import write_run_record
    from coveriflow.report.streams import put

    record = unfinished(error, wanted.flow, wanted.files, wanted.model)
    if wanted.folder is not None:
        leave_record(record, wanted.folder)
    if wanted.json:
        put(write_run_record(record).decode("ascii"), sys.stdout)
