"""The folder of a batch run: each result is a file, in place from one moment to the next (docs/decisions:
batch-runs-are-folders).

``night.json`` is the plan, ``results/<job>.json`` a result, ``evidence/<job>/`` the run folder of a job. A killed
process leaves a result or none; what cannot be read is as if it were not there. There is nothing else to resume.

``session`` is another text each time the batch run is begun. A result has that in which it was found, or found to be
still the same; any other one may be of a program that has changed since, and does not count.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import secrets
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from coveriflow import __version__
from coveriflow.artifacts.batch.results import Batch, BatchPlan, Job, JobResult
from coveriflow.flows.tasks.load import read
from coveriflow.formats.results.batch_json import read_plan, read_result, write_plan, write_result
from coveriflow.program.errors import InputError, Span

PLAN = "night.json"
_RESULTS, _EVIDENCE, _LOCK, _SESSION = "results", "evidence", "lock", "session"
_SUFFIX = ".json"
_NEW = ".coveriflow-new-"
"""What names of files begin with that are not in place yet."""


class Busy(InputError):
    """Another process works on the same batch run."""


@dataclass(frozen=True, slots=True)
class ResultFolder:
    """A ``folder`` with the results of a batch run. Any number of threads may record."""

    folder: Path

    @property
    def name(self) -> str:
        """That of the batch run."""
        return self.folder.name

    def open(self, plan: BatchPlan) -> ResultFolder:
        """The folder is there, and ``plan`` is its plan; results of jobs that are no longer planned do not matter.

        Only within ``held``.
        """
        try:
            for name in (_RESULTS, _EVIDENCE):
                (self.folder / name).mkdir(parents=True, exist_ok=True)
            sweep(self.folder)
            put(self.folder / PLAN, write_plan(plan))  # first: who joins reads the session, and then the plan
            put(self.folder / _SESSION, [secrets.token_hex(16).encode()])
        except OSError as error:
            place = Span(str(self.folder))
            raise InputError(f"the results cannot be written here: {error.strerror}", place) from error
        return self

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Within, no other process works on this batch run; ``Busy``. The system lets go when the process ends,
        however.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / _LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
                    raise
                raise Busy("another process works on this batch run", Span(str(self.folder))) from None
            yield

    def plan(self) -> BatchPlan:
        """The plan; ``InputError`` if there is none."""
        path = self.folder / PLAN
        if not self.folder.is_dir():
            raise InputError(f"there is no batch run '{self.folder.name}'", Span(str(self.folder)))
        if not path.is_file():
            raise InputError("this is not the folder of a batch run: it has no night.json", Span(str(self.folder)))
        return read_plan(read(path), str(path))

    def evidence(self, job: Job) -> Path:
        """The run folder of a job."""
        return self.folder / _EVIDENCE / job.key

    def record(self, result: JobResult) -> None:
        """From now on this is the result of its job. ``OSError`` if it cannot be written."""
        put(self._path(result.job), [write_result(result)])

    def withdraw(self, job: Job) -> None:
        """There is no result: what lies beside it changes. ``OSError`` if it cannot be."""
        self._path(job).unlink(missing_ok=True)

    def result(self, job: Job) -> JobResult | None:
        """The result, if there is a whole one; ``job`` itself is in it, so that large batch runs have each job once."""
        path = self._path(job)
        try:
            found = read_result(path.read_bytes(), str(path))
        except (OSError, InputError):
            return None
        return replace(found, job=job) if found.job == job else None

    def new_result(self, job: Job) -> JobResult | None:
        """The result, if it is of this session: who recorded it has seen the same program."""
        found = self.result(job)
        return found if found is not None and found.session == self.session() else None

    def session(self) -> str:
        """That in which the batch run was begun last; empty if an older version of coveriflow did so."""
        with contextlib.suppress(OSError):
            return (self.folder / _SESSION).read_text(errors="replace")
        return ""

    def batch(self) -> Batch:
        """The plan with all results of its session that are there; ``InputError`` if there is no plan."""
        plan, session = self.plan(), self.session()
        found = (self.result(job) for job in plan.jobs)
        results = tuple(each for each in found if each is not None and each.session == session)
        began = min((each.began for each in results), default=0.0)
        ended = max((each.began + each.elapsed for each in results), default=0.0)
        return Batch(plan, results, __version__, began, max(0.0, ended - began))

    def earlier(self, plan: BatchPlan) -> ResultFolder | None:
        """The batch run that this one builds on: by its name, if it lies beside this one."""
        return ResultFolder(self.folder.absolute().parent / plan.since) if plan.since else None

    def is_complete(self) -> bool:
        """Whether all that was planned has a result."""
        try:
            found, session = (self.result(job) for job in self.plan().jobs), self.session()
            return all(each is not None and each.session == session for each in found)
        except InputError:
            return False

    def write(self, name: str, data: bytes) -> Path:
        """A file of the folder, in the place of an earlier one."""
        return put(self.folder / name, [data])

    def _path(self, job: Job) -> Path:
        return self.folder / _RESULTS / (job.key + _SUFFIX)


def put(path: Path, pieces: Iterable[bytes]) -> Path:
    """A whole file, in the place of an earlier one from one moment to the next; ``path``. ``OSError``."""
    temporary = path.with_name(f"{_NEW}{os.getpid()}-{os.urandom(8).hex()}")
    try:
        with temporary.open("wb") as file:
            with contextlib.suppress(OSError):
                fcntl.flock(file, fcntl.LOCK_EX)
            file.writelines(pieces)
            file.flush()
            os.fsync(file.fileno())
            temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    return path


def sweep(folder: Path) -> None:
    """What killed writers have left in ``folder``, and in the folders there, goes away. Who still writes a file has
    it locked (``put``).
    """
    for left in (*folder.glob(f"{_NEW}*"), *folder.glob(f"*/{_NEW}*")):
        with contextlib.suppress(OSError), left.open("r+b") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            left.unlink()


def batches_in(folder: Path) -> list[ResultFolder]:
    """The batch runs in ``folder``, the one that was planned last first."""
    found: list[tuple[float, ResultFolder]] = []
    with contextlib.suppress(OSError):
        for path in folder.iterdir():
            with contextlib.suppress(OSError):
                found.append(((path / PLAN).stat().st_mtime, ResultFolder(path)))
    return [results_folder for _, results_folder in sorted(found, key=lambda each: (-each[0], each[1].name))]


def batch_before(folder: Path, name: str) -> ResultFolder | None:
    """The last complete batch run in ``folder`` other than ``name``."""
    return next((each for each in batches_in(folder) if each.name != name and each.is_complete()), None)


def usual_name() -> str:
    """The date, as a name: that of the evening before noon, so that a batch run that is begun again keeps it."""
    return time.strftime("%Y-%m-%d", time.localtime(time.time() - 12 * 3600))
