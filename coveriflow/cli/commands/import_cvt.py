"""``coveriflow import``: from a program of CoVeriTeam to a Python file with a flow."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from coveriflow.cli.contracts import Exit, ImportOptions
from coveriflow.flows.cvt.translation import translated
from coveriflow.flows.cvt.writing import written
from coveriflow.flows.tasks.load import read
from coveriflow.formats.tools.cvt import read_cvt
from coveriflow.program.errors import InputError, Span
from coveriflow.report.streams import say


def import_program(options: ImportOptions) -> int:
    """Write the file; say where it is, and what a user should know."""
    name = str(options.file)
    program = read_cvt(read(options.file), name)
    flow = translated(program, options.file.stem, dict(options.inputs), dict(options.used), name)
    target = options.out or Path(f"{module_name(options.file.stem)}.py")
    if options.out is None and target.exists():
        raise InputError("this file exists: --out names the one to write", Span(str(target)))
    _write(target, written(flow, options.file.name))
    for note in flow.notes:
        say(f"note: {note}", sys.stderr)
    say(f"{target}: flow {flow.flow.name}", sys.stdout)
    return Exit.TRUE


def module_name(stem: str) -> str:
    """A name that Python can import: flows are found by it."""
    name = re.sub(r"\W", "_", stem, flags=re.ASCII)
    return name if name.isidentifier() else f"flow_{name}"


def _write(target: Path, text: str) -> None:
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}", Span(str(target))) from None
