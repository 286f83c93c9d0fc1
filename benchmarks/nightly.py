"""What a batch run costs: trivial tasks, with a Prefect server of its own and without one.

For each number of tasks: results in a second, CPU time of the batch run's process (without its workers) and of the
server for each task, the largest memory of both, records that Prefect has in the end. What each further task costs is
said below. The exit code is not zero if a verdict is wrong or missing.

``--smoke``: a few tasks; ``--tasks 100 1000 5000`` is the usual measurement (about a quarter of an hour). ``--database
postgresql+asyncpg://...``: instead of SQLite; it should be empty.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil

from coveriflow.flows.batch.result_folder import ResultFolder

LOCAL = urllib.request.build_opener(urllib.request.ProxyHandler({}))
CALL = "import sys; sys.path[:] = sys.argv[1].split(':'); from coveriflow.cli import main; sys.exit(main(sys.argv[2:]))"
HEAD = "extern void reach_error(void);\n"
WITHIN = 180.0  # seconds until the server answers


@dataclass
class Peak:
    """The largest resident memory of a process, and its CPU time, as far as it was looked at."""

    memory: int = 0
    cpu: float = 0.0


def main() -> int:
    """Print the table; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, nargs="+", default=[100, 1000, 5000])
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--without-prefect", action="store_true", help="only the batch runs without a server")
    parser.add_argument("--with-prefect", action="store_true", help="only the batch runs with a server")
    parser.add_argument("--database", default="", metavar="URL", help="of the server (default: SQLite)")
    options = parser.parse_args()
    numbers = [12] if options.smoke else options.tasks
    print("with     tasks  wall s   per s  CPU ms/task  batch MB  server ms/task  server MB  records  right")
    fine = True
    found_all: dict[tuple[str, int], list[Peak]] = {}
    with tempfile.TemporaryDirectory() as name:
        for number in numbers:
            folder = Path(name, str(number))
            write_tasks(folder / "tasks", number)
            if not options.with_prefect:
                fine &= measured(folder, number, None, found_all)
            if not options.without_prefect:
                with server(folder, options.database) as found:
                    fine &= measured(folder, number, found, found_all)
    tell_growth(found_all)
    return 0 if fine else 1


def tell_growth(found: dict[tuple[str, int], list[Peak]]) -> None:
    """What each further task costs, from one number of tasks to the next."""
    for name in ("direct", "prefect"):
        numbers = sorted(number for what, number in found if what == name)
        for less, more in itertools.pairwise(numbers):
            parts = []
            for who, a, b in zip(("batch", "server"), found[name, less], found[name, more], strict=True):
                each = more - less
                cpu, memory = 1000 * (b.cpu - a.cpu) / each, (b.memory - a.memory) / 1000 / each
                parts.append(f"{who} {cpu:.1f} ms and {memory:.1f} kB")
            print(f"{name}: each further task from {less} to {more}: {', '.join(parts)}")


def write_tasks(folder: Path, number: int) -> None:
    """Programs that need no thought, each another one; one of ten violates its property."""
    folder.mkdir(parents=True)
    (folder / "p.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    for n in range(number):
        wrong = n % 10 == 0
        body = f"int main(void) {{ int x = {n}; if (x {'=' if wrong else '!'}= {n}) reach_error(); return 0; }}\n"
        (folder / f"{n}.i").write_text(HEAD + body)
        entry = f"[{{property_file: p.prp, expected_verdict: {'false' if wrong else 'true'}}}]"
        (folder / f"{n}.yml").write_text(f"format_version: '2.0'\ninput_files: {n}.i\nproperties: {entry}\n")


def measured(
    folder: Path,
    number: int,
    found: tuple[psutil.Process, dict[str, str]] | None,
    found_all: dict[tuple[str, int], list[Peak]],
) -> bool:
    """Do a batch run, and print its line."""
    server, environment = found or (None, dict(os.environ))
    name = "prefect" if server else "direct"
    words = ["nightly", "tasks", "--flow", "value", "--name", name, "--since", "none", "--no-cache", "--cpu", "60s"]
    words += ["--prefect"] if server else []
    command = [sys.executable, "-c", CALL, ":".join(sys.path), *words]
    began = time.monotonic()
    batch = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL)
    watched = [psutil.Process(batch.pid), server]
    peaks = [Peak(), Peak()]
    before = used_by(server) if server else 0.0
    over = threading.Event()
    watch = threading.Thread(target=_watch, args=(watched, peaks, over))
    watch.start()
    batch.wait()
    wall = time.monotonic() - began
    over.set()
    watch.join()
    peaks[1].cpu -= before
    found_all[name, number] = peaks
    results = ResultFolder(folder / "coveriflow-nights" / name).batch().results
    right = sum(each.score > 0 for each in results)
    records = task_runs(environment["PREFECT_API_URL"]) if server else 0
    print(
        f"{name:8} {number:5} {wall:7.1f} {number / wall:7.1f} {1000 * peaks[0].cpu / number:12.1f} "
        f"{peaks[0].memory / 1e6:9.0f} {1000 * peaks[1].cpu / number:15.1f} {peaks[1].memory / 1e6:10.0f} "
        f"{records:8} {right:6}",
        flush=True,
    )
    return right == number and batch.returncode == 0


def _watch(processes: list[psutil.Process | None], peaks: list[Peak], over: threading.Event) -> None:
    while not over.wait(0.2):
        for process, peak in zip(processes, peaks, strict=True):
            with contextlib.suppress(psutil.Error):
                if process is not None:
                    peak.memory = max(peak.memory, process.memory_info().rss)
                    peak.cpu = max(peak.cpu, used_by(process))


def used_by(process: psutil.Process) -> float:
    """Seconds of CPU time, without child processes: Prefect's server has none."""
    used = process.cpu_times()
    return float(used.user + used.system)


def task_runs(api: str) -> int:
    """How many task runs the server has."""
    request = urllib.request.Request(f"{api}/task_runs/count", b"{}", {"Content-Type": "application/json"})
    with LOCAL.open(request, timeout=60.0) as answer:
        return int(re.sub(rb"\D", b"", answer.read()) or b"0")


@contextlib.contextmanager
def server(folder: Path, database: str = "") -> Iterator[tuple[psutil.Process, dict[str, str]]]:
    """A server with an empty database, and the environment of its clients."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    others = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    environment = others | {
        "PREFECT_HOME": str(folder / "prefect"),
        "PREFECT_API_URL": f"http://127.0.0.1:{port}/api",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }
    environment |= {"PREFECT_SERVER_DATABASE_CONNECTION_URL": database} if database else {}
    command = [sys.executable, "-m", "prefect", "server", "start", "--host", "127.0.0.1", "--port", str(port)]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=subprocess.STDOUT)
    try:
        deadline = time.monotonic() + WITHIN
        while not _healthy(port):
            if time.monotonic() > deadline or process.poll() is not None:
                raise SystemExit(f"the server does not start:\n{(folder / 'server.log').read_text()[-2000:]}")
            time.sleep(0.2)
        yield psutil.Process(process.pid), environment
    finally:
        for sign in (signal.SIGTERM, signal.SIGTERM, signal.SIGKILL):
            if process.poll() is None:
                process.send_signal(sign)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(10.0)


def _healthy(port: int) -> bool:
    try:
        with LOCAL.open(f"http://127.0.0.1:{port}/api/health", timeout=2.0) as answer:
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError):
        return False


if __name__ == "__main__":
    sys.exit(main())
