"""The worker's side: what runs between the fork and the end of a job, and what a job may ask for.

``current_limits`` and ``report_progress`` can be called anywhere; outside of a job there are no limits and no listener.
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import pickle
import resource
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Callable, Iterator
from typing import NoReturn

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.processes.prefaulting import Ranges, make_own
from coveriflow.execution.processes.process_tree import adopt_orphans, die_with_parent
from coveriflow.execution.processes.protocol import Report, Submit, allowing, asking, holding, report_frame
from coveriflow.program.errors import InputError, NotSupported

_RESULTS = 3  # the file descriptor of the pipe to the supervisor
_ORDERS = 4  # that of the pipe from it, of a worker that was forked before its job came
_LONGEST_TEXT = 1 << 16  # characters of a traceback
_SLACK = 512 << 20  # bytes of memory above the limit at which an allocation fails
_OWN = "coveriflow."
_ABOVE = ("coveriflow.flows", "coveriflow.report", "coveriflow.cli")
_OUT_OF_MEMORY_SCORE = b"500"  # the kernel, when out of memory, takes workers before their supervisor

_limits: Limits | None = None
_folder = ""
_held = 0
_sending = threading.Lock()


def current_limits() -> Limits:
    """The limits of the job that this code runs in."""
    return _limits or Limits()


def is_asked() -> bool:
    """Whether the owner has asked for some of the job's work since ``answered`` (cheap: one look at a file)."""
    return bool(_folder) and os.path.exists(asking(_folder))


def answered() -> None:
    """What was asked for has been given, or there is nothing to give."""
    with contextlib.suppress(OSError):
        os.unlink(asking(_folder))


def more_cpu() -> float:
    """Seconds of CPU time that the job has been allowed since it began, beyond ``current_limits``; may be negative."""
    if not _folder:
        return 0.0
    try:
        with open(allowing(_folder)) as file:
            return float(file.read())
    except (OSError, ValueError):
        return 0.0


@contextlib.contextmanager
def not_stopped() -> Iterator[None]:
    """Within the block this process is not stopped at the end of its turn: other jobs wait for what it does."""
    global _held
    name = holding(_folder, os.getpid())
    if not _folder:
        yield
        return
    with contextlib.suppress(OSError):
        os.close(os.open(name, os.O_CREAT | os.O_WRONLY, 0o600))
    _held += 1
    try:
        yield
    finally:
        _held -= 1
        if not _held:
            with contextlib.suppress(OSError):
                os.unlink(name)


def shared_folder() -> str:
    """The folder for files that all jobs of this job's owner use; it goes when the owner leaves. Outside of a job:
    empty.
    """
    return os.path.dirname(_folder)


def report_progress(report: object) -> None:
    """Have the job's ``progress`` callback called with (a pickled copy of) ``report``."""
    if _limits is not None:
        _send(Report.PROGRESS, pickle.dumps(report, pickle.HIGHEST_PROTOCOL))


def serve(request: Submit, results: int, output: int, supervisor: int, folder: str) -> NoReturn:
    """Become a worker, do the job, and leave without the supervisor's exit handlers and buffers.

    ``results``, ``output``: file descriptors to write to; ``folder`` is made, for temporary files.
    """
    _leaving_after(lambda: _become(supervisor, results, output), lambda: _work(request, folder))


def serve_later(orders: int, written: Ranges, results: int, output: int, supervisor: int) -> NoReturn:
    """Become a worker, make pages that will be ``written`` its own, and do the job that comes through ``orders``, a
    pickled request with its folder; leave if none comes.
    """

    def work() -> None:
        make_own(written)
        if content := _read_all(_ORDERS):
            _work(*pickle.loads(content))

    _leaving_after(lambda: _become(supervisor, results, output, orders), work)


def _leaving_after(*steps: Callable[[], None]) -> NoReturn:
    try:
        for step in steps:
            step()
    except BaseException:
        traceback.print_exc()
    finally:
        _flush()
        os._exit(0)


def _become(supervisor: int, results: int, output: int, orders: int | None = None) -> None:
    _detach(supervisor)
    _redirect(results, output, orders)


def _work(request: Submit, folder: str) -> None:
    global _folder, _limits
    _folder = folder
    _use_folder(folder)
    _bound_memory(request.limits.memory)
    _limits = request.limits
    there = set(sys.modules)
    last_words = _perform(request.call)
    new = _imported(there) if last_words[0] is Report.VALUE else []
    if new:
        _send(Report.IMPORTED, "\n".join(new).encode())
    _send(*last_words)


def _imported(there: set[str]) -> list[str]:
    """Modules of ours that were not there before. Those of the floors above work for owners, and may start threads."""
    return [name for name in sys.modules if name.startswith(_OWN) and not name.startswith(_ABOVE) and name not in there]


def _detach(supervisor: int) -> None:
    os.setsid()
    die_with_parent()
    if os.getppid() != supervisor:
        os._exit(0)
    adopt_orphans()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGALRM, signal.SIGCHLD, signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "wb") as file:
        file.write(_OUT_OF_MEMORY_SCORE)


def _redirect(results: int, output: int, orders: int | None) -> None:
    os.dup2(output, 1)
    os.dup2(output, 2)
    if orders == _RESULTS:
        orders = os.dup(orders)
    os.dup2(results, _RESULTS, inheritable=False)
    if orders is not None:
        os.dup2(orders, _ORDERS, inheritable=False)
    os.closerange(_RESULTS + 1 if orders is None else _ORDERS + 1, os.sysconf("SC_OPEN_MAX"))
    faulthandler.enable(2)


def _read_all(descriptor: int) -> bytes:
    """Everything until the end, which then is closed."""
    with open(descriptor, "rb", buffering=0) as file:
        return file.read()


def _use_folder(folder: str) -> None:
    os.mkdir(folder, 0o700)
    os.environ["TMPDIR"] = folder
    tempfile.tempdir = folder


def _bound_memory(memory: int | None) -> None:
    """Let allocations fail that outrun the supervisor's sampling. Only the soft limit: the last words need memory."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory is not None:
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        bound = _data_bytes() + memory + max(memory // 4, _SLACK)
        resource.setrlimit(resource.RLIMIT_DATA, (bound if hard < 0 else min(bound, hard), hard))


def _data_bytes() -> int:
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[5]) * resource.getpagesize()


def _perform(call: bytes) -> tuple[Report, bytes]:
    try:
        value = _called(call)
    except (InputError, NotSupported) as error:
        return _pickled_error(error)
    except MemoryError:
        return _no_memory()
    except BaseException as error:
        return Report.FAILURE, _traceback(error).encode(errors="replace")
    return _pickled(value)


def _called(call: bytes) -> object:
    function: Callable[..., object]
    function, arguments = pickle.loads(call)
    return function(*arguments)


def _pickled(value: object) -> tuple[Report, bytes]:
    try:
        return Report.VALUE, pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    except MemoryError:
        return _no_memory()
    except Exception as error:
        reason = f"the job's value cannot be sent back: {type(value).__qualname__}: {error}"
        return Report.FAILURE, reason.encode(errors="replace")


def _pickled_error(error: Exception) -> tuple[Report, bytes]:
    text = _traceback(error)
    try:
        return Report.ERROR, pickle.dumps((error, text), pickle.HIGHEST_PROTOCOL)
    except Exception:
        return Report.FAILURE, text.encode(errors="replace")


def _no_memory() -> tuple[Report, bytes]:
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))
    return Report.NO_MEMORY, b"an allocation failed (MemoryError)"


def _traceback(error: BaseException) -> str:
    """From the job's own frame on (two frames of this module come before it)."""
    place = error.__traceback__
    for _ in range(2):
        place = place.tb_next if place and place.tb_next else place
    return "".join(traceback.format_exception(type(error), error, place)).rstrip()[-_LONGEST_TEXT:]


def _send(report: Report, content: bytes) -> None:
    with _sending:
        for part in report_frame(report, content):
            rest = memoryview(part)
            while rest:
                rest = rest[os.write(_RESULTS, rest) :]


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
