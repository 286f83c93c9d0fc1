"""The command as a user calls it: a process of its own, with its output as text."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_SCRIPT = Path(sys.executable).with_name("coveriflow")
_CALL = [sys.executable, "-c", "import sys; from coveriflow.cli import main; sys.exit(main())"]
COMMAND = [str(_SCRIPT)] if _SCRIPT.exists() else _CALL
PATIENCE = 120.0
"""Seconds: generous, since other things run on the machine as well."""

SLOW = """\
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void reach_error(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong(), i = 0;
  while (i < a) i++;
  if (a > 1 && a < 4294967296 && b > 1 && b < 4294967296 && a * b == 9706959682116795949u) reach_error();
  return 0;
}
"""
"""A program that keeps every verifier busy for longer than any test."""

SAFE = "extern void reach_error(void);\nint main(void) { return 0; }\n"


def environment(**more: str) -> dict[str, str]:
    """That of a user without a terminal: what steers colours and width is left out."""
    terminal = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "CLICOLOR", "CLICOLOR_FORCE")
    return {key: value for key, value in os.environ.items() if key not in terminal} | more


def coveriflow(
    *arguments: str | Path, cwd: Path, status: int | None = None, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the command in ``cwd``; whatever happens there is no traceback, and ``status`` is its exit code."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=cwd,
        env=environment(**variables),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        stdin=subprocess.DEVNULL,
    )
    assert "Traceback" not in done.stdout + done.stderr, done.stderr
    if status is not None:
        assert done.returncode == status, done.stdout + done.stderr
    return done
