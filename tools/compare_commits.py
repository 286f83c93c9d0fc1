"""Compare two commits: ``verify --json`` of all examples under all ready flows that need no external tool.

``compare_commits.py BEFORE AFTER`` takes two checkouts. Each runs its own code in this interpreter's environment, so
both must have the same dependencies. Results are appended to a file; a run that was stopped goes on there. The order is
mixed, so a part of the pairs is a sample. Times, memory, versions and paths do not count.
"""

from __future__ import annotations

import argparse
import collections
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import IO, Any

STUCK = 600
"""Seconds of elapsed time after which a run is stopped."""

IGNORED = frozenset({"accounting", "coveriflow", "cpu", "evidence", "memory", "path", "reused", "version", "wall"})
DECISIVE = ("verdict", "claimed", "confirmed_by", "error", "undefined", "violated", "assumptions", "warnings")
SECONDS = re.compile(r"\d+(?:\.\d+)? ?s\b")
EXTERNAL = re.compile(r"external\(|fuzz")

Result = Mapping[str, Any]


class Sameness(Enum):
    """How two results of one example under one flow compare."""

    EQUAL = "equal up to times"
    LIMIT = "both unknown, with other reasons or other work done"
    WAY = "the same verdict and evidence, other actors or reasons"
    DIFFERENT = "another verdict or other evidence"


def main() -> int:
    """Compare; 0 if no verdict and no evidence differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--results", type=Path, default=Path("comparison.jsonl"), help="appended to")
    parser.add_argument("--cpu", default="1s", help="the limit of each run")
    parser.add_argument("--again", default="", metavar="TIME", help="repeat what differs, with this limit")
    options = parser.parse_args()
    before, after = Checkout(options.before.resolve()), Checkout(options.after.resolve())
    flows = [name for name in before.flows() if name in set(after.flows())]
    tasks = [name for name in before.tasks() if name in set(after.tasks())]
    compared = read_pairs(options.results)
    with options.results.open("a", encoding="utf-8") as out:
        for task, flow in mixed(tasks, flows):
            if (task, flow, options.cpu) not in compared:
                compare(before, after, (task, flow, options.cpu), out)
        for task, flow, _ in different(read_pairs(options.results), options.cpu) if options.again else ():
            if (task, flow, options.again) not in compared:
                compare(before, after, (task, flow, options.again), out)
    before.stop()
    after.stop()
    return print_summary(read_pairs(options.results))


Pair = tuple[str, str, str]
"""Example, flow and limit."""


@dataclass
class Checkout:
    """A folder with a commit, and the process in which its code runs. That imports the package once."""

    root: Path
    server: subprocess.Popen[str] | None = None
    out: Path = field(default_factory=lambda: Path(tempfile.mkdtemp(prefix="compare-commits-")))

    def environment(self) -> dict[str, str]:
        """Where Python finds the package: in this folder, before an installed one."""
        return os.environ | {"PYTHONPATH": str(self.root), "COLUMNS": "200", "COVERIFLOW_LOG": "error"}

    def flows(self) -> list[str]:
        """The ready flows that need no external tool."""
        program = "import sys; from coveriflow.cli import main; sys.exit(main(['flows']))"
        command = [sys.executable, "-c", program]
        run = subprocess.run(command, env=self.environment(), cwd=self.root, capture_output=True, text=True, check=True)
        blocks = re.split(r"\n\n(?=\S)", run.stdout)
        return [block.split()[0] for block in blocks if "── " in block and not EXTERNAL.search(block)]

    def tasks(self) -> list[str]:
        """All examples: a task definition, or else a C file."""
        programs = sorted(self.root.glob("examples/**/*.c"))
        found = [
            program.with_suffix(".yml") if program.with_suffix(".yml").exists() else program for program in programs
        ]
        return [str(path.relative_to(self.root)) for path in found]

    def verified(self, pair: Pair) -> Result:
        """The ``result.json`` of a run."""
        task, flow, cpu = pair
        server = self.server = self.server or self.started()
        assert server.stdin is not None
        assert server.stdout is not None
        options = ["--flow", flow, "--cpu", cpu, "--no-cache", "--json", "--out", str(self.out)]
        (self.out / "result.json").unlink(missing_ok=True)
        print(json.dumps(["verify", task, *options]), file=server.stdin, flush=True)
        code = server.stdout.readline().strip()
        if not code:
            self.stop()
            return {"verdict": "stuck or killed"}
        result = json.loads((self.out / "result.json").read_text(encoding="utf-8"))
        return dict(result) | {"code": int(code)}

    def started(self) -> subprocess.Popen[str]:
        """The process: it reads a command from each line, and answers with the exit code."""
        command = [sys.executable, __file__, "--serve"]
        pipe = subprocess.PIPE
        return subprocess.Popen(command, env=self.environment(), cwd=self.root, stdin=pipe, stdout=pipe, text=True)

    def stop(self) -> None:
        """End the process, if there is one."""
        if self.server is not None and self.server.stdin is not None:
            self.server.stdin.close()
            self.server.wait(STUCK)
        self.server = None


def serve() -> None:
    """Run each line of the standard input as a command line. What commands print is dropped."""
    from coveriflow.cli import main as command

    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for line in sys.stdin:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(STUCK)
        code = command(json.loads(line))
        signal.alarm(0)
        print(code, file=answers, flush=True)


def compare(before: Checkout, after: Checkout, pair: Pair, out: IO[str]) -> None:
    """Verify in both checkouts, and append what came out."""
    results = [reduced(checkout.verified(pair)) for checkout in (before, after)]
    line = {"pair": pair, "sameness": sameness(*results).name, "before": results[0], "after": results[1]}
    print(json.dumps(line), file=out, flush=True)


def mixed(tasks: Sequence[str], flows: Sequence[str]) -> list[tuple[str, str]]:
    """All pairs, in an order that looks random and is always the same."""
    pairs = [(task, flow) for task in tasks for flow in flows]
    return sorted(pairs, key=lambda pair: hashlib.sha256(repr(pair).encode()).digest())


def reduced(value: Any) -> Any:
    """A result without what may differ between any two runs."""
    match value:
        case dict():
            return {key: reduced(part) for key, part in value.items() if key not in IGNORED}
        case list():
            return [reduced(part) for part in value]
        case str():
            return SECONDS.sub("TIME", value)
        case _:
            return value


def sameness(before: Result, after: Result) -> Sameness:
    """How two reduced results compare."""
    if before == after:
        return Sameness.EQUAL
    if before["verdict"] == after["verdict"] == "unknown" and before.get("claimed") == after.get("claimed"):
        return Sameness.LIMIT
    if all(before.get(key) == after.get(key) for key in DECISIVE):
        return Sameness.WAY
    return Sameness.DIFFERENT


def read_pairs(results: Path) -> dict[Pair, dict[str, Any]]:
    """The lines of an earlier run."""
    if not results.exists():
        return {}
    lines = map(json.loads, results.read_text(encoding="utf-8").splitlines())
    return {(line["pair"][0], line["pair"][1], line["pair"][2]): line for line in lines}


def different(pairs: Mapping[Pair, dict[str, Any]], cpu: str) -> Iterator[Pair]:
    """The pairs with another verdict under a limit."""
    return (pair for pair, line in pairs.items() if pair[2] == cpu and line["sameness"] == Sameness.DIFFERENT.name)


def print_summary(pairs: Mapping[Pair, dict[str, Any]]) -> int:
    """Print counts for each limit, and what differs; the exit code."""
    counts = collections.Counter((pair[2], line["sameness"]) for pair, line in pairs.items())
    for (cpu, name), number in sorted(counts.items()):
        print(f"{cpu}: {number} {Sameness[name].value}")
    last = {pair[:2]: line for pair, line in pairs.items()}
    found = [pair for pair, line in last.items() if line["sameness"] == Sameness.DIFFERENT.name]
    for task, flow in found:
        line = last[task, flow]
        keys = [key for key in DECISIVE if line["before"].get(key) != line["after"].get(key)]
        print(
            f"{task} --flow {flow}:",
            *(f"{key}: {line['before'].get(key)} -> {line['after'].get(key)};" for key in keys),
        )
    return 1 if found else 0


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        sys.exit(main())
