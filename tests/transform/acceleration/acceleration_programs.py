"""Loop programs over small integers, and all their executions by the compiler: what is reachable is known."""

from __future__ import annotations

import random
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

TYPES = {"unsigned char": (0, 255), "signed char": (-128, 127)}
_LIMIT = 100_000

_HEAD = """\
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
"""

_HARNESS = """\
#include <setjmp.h>
#include <stdio.h>
static unsigned char given[16];
static int used, allowed[16];
static long passed;
static jmp_buf over;
static unsigned char __VERIFIER_nondet_uchar(void) {
  if (used >= 16) longjmp(over, 3);
  allowed[used] = 1;
  return given[used++];
}
static void reach_error(void) { longjmp(over, 1); }
static void abort(void) { longjmp(over, 2); }
#define TICK if (++passed > 100000) longjmp(over, 3)
#define main tested
PROGRAM
#undef main
static int next(void) {
  for (int at = used - 1; at >= 0; at--) {
    if (++given[at] != 0) { for (int behind = at + 1; behind < 16; behind++) given[behind] = 0; return 1; }
  }
  return 0;
}
int main(void) {
  long runs = 0;
  int is_complete = 1;
  do {
    used = 0; passed = 0;
    int end = setjmp(over);
    if (!end) tested();
    if (end == 1) { puts("false"); return 0; }
    if (end == 3) is_complete = 0;
    SEEN
    if (++runs > 70000) { is_complete = 0; break; }
  } while (next());
  puts(is_complete ? "true" : "unknown");
  return 0;
}
"""


@dataclass(slots=True)
class LoopProgram:
    """``variables`` with their types; ``inputs``: how many values are read before loops."""

    seed: int
    rng: random.Random = field(init=False)
    variables: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    def text(self) -> str:
        """The program, with a statement of its violation in the end."""
        rng = self.rng
        lines = []
        inputs = rng.choice([0, 1, 1, 2])
        for number in range(rng.randint(2, 3)):
            name, type_ = "xyz"[number], rng.choice(list(TYPES))
            self.variables[name] = type_
            value = "__VERIFIER_nondet_uchar()" if number < inputs else str(self._constant(type_))
            lines.append(f"  {type_} {name} = {value};")
        lines.append("  int n = 0;")
        for _ in range(rng.choice([1, 1, 1, 2])):
            lines += self._loop(1, depth=rng.choice([1, 1, 1, 2]))
        lines.append(f"  if ({self._violation()}) reach_error();")
        body = "\n".join(lines)
        return f"{_HEAD}\nint main(void) {{\n{body}\n  return 0;\n}}\n"

    def asking(self, test: str) -> str:
        """The program as it is written, with another violation, and without those in between."""
        text = as_written(LoopProgram(self.seed).text())
        line = text.rindex("  if (")
        kept = text[:line].replace("reach_error();", "return 0;").replace("extern void return 0;", "")
        return f"{kept}  if ({test}) reach_error();\n  return 0;\n}}\n"

    def _constant(self, type_: str) -> int:
        least, most = TYPES[type_]
        return self.rng.choice([0, 0, 1, most, least, self.rng.randint(least, most)])

    def _variable(self) -> str:
        return self.rng.choice(list(self.variables))

    def _condition(self) -> str:
        rng = self.rng
        operator = rng.choice(["<", "<=", ">", ">=", "!=", "!=", "==", "<", ">"])
        left = self._variable()
        other = rng.choice([self._variable(), str(rng.choice([0, 1, 5, 100, 127, 200, 250, rng.randint(-20, 255)]))])
        kind = rng.random()
        if kind < 0.1:
            return f"{left} % {rng.randint(2, 4)} {rng.choice(['==', '!='])} {rng.randint(0, 1)}"
        if kind < 0.25:
            return f"{left} + {rng.randint(1, 9)} {operator} {other}"
        if kind < 0.3:
            return f"(unsigned char)({left} - {rng.randint(1, 9)}) {operator} {other}"
        if kind < 0.35:
            return f"{left} {operator} {other} && {self._variable()} != {rng.randint(0, 50)}"
        return f"{left} {operator} {other}"

    def _statement(self) -> str:
        rng = self.rng
        name, other = self._variable(), self._variable()
        kind = rng.random()
        if kind < 0.5:
            return f"{name} = {name} {rng.choice('+-')} {rng.choice([1, 1, 2, 3, 7, 100])};"
        if kind < 0.6:
            return f"{name} = {name} {rng.choice('+-')} {other};"
        if kind < 0.7:
            return f"n = n + {rng.choice([other, '1', '2', f'{other} * {name}'])};"
        if kind < 0.8:
            return f"{name} = {other};"
        if kind < 0.85:
            return f"{name} = {rng.randint(0, 9)};"
        if kind < 0.9:
            return f"{name} = {name} * {rng.randint(2, 3)};"
        return f"n = n {rng.choice('+-')} {rng.randint(1, 5)};"

    def _loop(self, indent: int, depth: int) -> list[str]:
        rng, pad = self.rng, "  " * indent
        body = [f"{pad}  TICK;"]
        for _ in range(rng.randint(1, 3)):
            if rng.random() < 0.3:
                body.append(f"{pad}  if ({self._condition()}) {{ {self._statement()} }}")
                if rng.random() < 0.6:
                    body[-1] += f" else {{ {self._statement()} }}"
            else:
                body.append(f"{pad}  {self._statement()}")
        if rng.random() < 0.1:
            body.append(f"{pad}  if ({self._condition()}) break;")
        if rng.random() < 0.1:
            body.append(f"{pad}  if ({self._condition()}) reach_error();")
        if depth > 1:
            body += self._loop(indent + 1, depth - 1)
        if rng.random() < 0.15:
            return [f"{pad}do {{", *body, f"{pad}}} while ({self._condition()});"]
        return [f"{pad}while ({self._condition()}) {{", *body, f"{pad}}}"]

    def _violation(self) -> str:
        rng = self.rng
        kind = rng.random()
        if kind < 0.3:
            return f"n == {rng.randint(0, 300)}"
        if kind < 0.6:
            limit = f"n {rng.choice(['<', '>', '!='])} {rng.randint(0, 300)}"
            return f"{self._variable()} == {rng.randint(-5, 255)} && {limit}"
        return self._condition()


def as_written(text: str) -> str:
    """Without what counts iterations."""
    return text.replace("TICK;", ";")


def truth(text: str, compiler: str, folder: Path) -> str:
    """``true``, ``false``, or ``unknown`` where there are too many executions, or an endless one."""
    source, binary = folder / "all.c", folder / "all"
    program = text.replace(_HEAD, "")
    source.write_text(_HARNESS.replace("PROGRAM", program).replace("SEEN", ""))
    command = [compiler, "-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-o", str(binary), str(source)]
    subprocess.run(command, check=True)
    return subprocess.run([str(binary)], capture_output=True, text=True, check=True, timeout=300).stdout.strip()


def final_states(program: LoopProgram, text: str, compiler: str, folder: Path) -> set[tuple[int, ...]]:
    """The values of all variables wherever the program comes to its end; none where not all executions were seen."""
    names = [*program.variables, "n"]
    shown = " ".join(["%d"] * len(names))
    line = text.rindex("  if (")
    told = f'  printf("{shown}\\n", {", ".join(names)});\n  return 0;\n}}\n'
    source, binary = folder / "states.c", folder / "states"
    changed = (text[:line] + told).replace(_HEAD, "").replace("reach_error();", "abort();")
    source.write_text(_HARNESS.replace("PROGRAM", changed).replace("SEEN", ""))
    command = [compiler, "-O1", "-w", "-fwrapv", "-fno-strict-aliasing", "-o", str(binary), str(source)]
    subprocess.run(command, check=True)
    said = subprocess.run([str(binary)], capture_output=True, text=True, check=True, timeout=300).stdout.split("\n")
    if said[-2] != "true":
        return set()
    return {tuple(map(int, each.split())) for each in said[:-2]}
