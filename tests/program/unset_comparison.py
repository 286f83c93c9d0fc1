"""Reads of variables without a value, by the automaton and by Valgrind's memcheck: the same calls of functions.

Memcheck reports a value that is not initialised where a branch depends on it. In these functions every read is such a
place, and no declaration is passed twice, since a variable's old bytes would count as initialised then.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from coveriflow.program.cfa.edges import Assume, Undefined
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.text.violations import UNDEFINED_BEHAVIOUR, failing_checks
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.failing_checks import violating

_TYPES = ("int", "unsigned char", "long", "short", "unsigned long", "char *")
_FRAME = re.compile(r"(?:at|by) 0x[0-9A-F]+: (f\d+) \(\w+\.c:(\d+)\)")


class Generator:
    """One function of two parameters; each statement on a line of its own."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = [f"v{number}" for number in range(self.random.randint(2, 4))]

    def text(self, name: str) -> str:
        """The function."""
        lines = [f"static int {name}(int p, int q) {{"]
        lines += [f"{self.random.choice(_TYPES)} {each};" for each in self.names]
        lines += [*self._block(3), "return 0;", "}"]
        return "\n".join(lines) + "\n"

    def _block(self, depth: int) -> list[str]:
        return [line for _ in range(self.random.randint(1, 4)) for line in self._statement(depth)]

    def _statement(self, depth: int) -> list[str]:
        kind = self.random.randrange(6) if depth else 0
        name = self.random.choice(self.names)
        match kind:
            case 0 | 1:
                return [f"{name} = (__typeof__({name})){self.random.randint(0, 3)};"]
            case 2:
                return [f"if ({self._condition()}) {{", *self._block(depth - 1), "}"]
            case 3:
                first, second = self._block(depth - 1), self._block(depth - 1)
                return [f"if ({self._condition()}) {{", *first, "} else {", *second, "}"]
            case 4:
                return [f"q = {self._condition()} ? p : 1;"]
            case _:
                return [f"switch (p & 3) {{ case {self.random.randint(0, 3)}: ;", *self._block(depth - 1), "}"]

    def _condition(self) -> str:
        parts = [self._read() for _ in range(self.random.randint(1, 2))]
        return self.random.choice([" && ", " || "]).join(parts)

    def _read(self) -> str:
        choice = self.random.randrange(4)
        if choice == 0:
            return f"(p & {self.random.randint(1, 3)})"
        if choice == 1:
            return f"q > {self.random.randint(0, 3)}"
        return f"{'!' if choice == 2 else ''}{self.random.choice(self.names)}"


@dataclass(frozen=True)
class Call:
    """A function by its text, the line before it, and a call of it."""

    name: str
    text: str
    before: int
    call: str


def calls(seeds: range) -> list[Call]:
    """A call of each function."""
    found: list[Call] = []
    for seed in seeds:
        name, chosen = f"f{seed}", random.Random(f"arguments {seed}")
        before = found[-1].before + found[-1].text.count("\n") if found else 0
        call = f"{name}({chosen.randint(0, 3)}, {chosen.randint(0, 3)});"
        found.append(Call(name, Generator(seed).text(name), before, call))
    return found


def main(those: list[Call]) -> str:
    """The program that makes all calls."""
    body = "\n".join(each.call for each in those)
    return "".join(each.text for each in those) + f"int main(void) {{\n{body}\nreturn 0;\n}}\n"


def reported(text: str, folder: Path) -> dict[str, int]:
    """By function, the first line that memcheck reports."""
    (folder / "p.c").write_text(text)
    subprocess.run(["gcc", "-O0", "-g", "-w", "-o", "p", "p.c"], cwd=folder, check=True)
    command = ["valgrind", "--error-limit=no", "--num-callers=3", "./p"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    found: dict[str, int] = {}
    for match in _FRAME.finditer(done.stderr):
        found.setdefault(match[1], int(match[2]))
    return found


def failing(call: Call) -> int | None:
    """The line where the check of the automaton fails in a call; ``None`` if it returns."""
    violations = failing_checks(UNDEFINED_BEHAVIOUR)
    cfa = violating(program_cfa([("p.c", main([call]))], DataModel.LP64, violations), violations.checks)
    run = Interpreter(cfa).run([1] * 100, 100_000)
    if run.end is not End.ERROR:
        return None
    last = run.trace[-1]
    assert isinstance(last.operation, Assume)
    assert last.operation.undefined is Undefined.UNINITIALISED
    return last.origin.line + call.before


def is_here() -> bool:
    """Whether there are a compiler and Valgrind."""
    return shutil.which("valgrind") is not None and shutil.which("gcc") is not None


def differences(seeds: range, folder: Path) -> tuple[int, list[str]]:
    """How many functions read what was never written, and where the two differ."""
    those = calls(seeds)
    by_memcheck = reported(main(those), folder)
    told = [(each.call, failing(each), by_memcheck.get(each.name)) for each in those]
    differing = [f"{call} line {ours}, but memcheck {theirs}" for call, ours, theirs in told if ours != theirs]
    return len(by_memcheck), differing
