"""A machine without C libraries, for tests: a compiler that neither finds nor links them."""

from __future__ import annotations

from pathlib import Path

_SCRIPT = """#!/bin/sh
# What needs files of the system's libraries fails for {width}, as it does where they are not installed.
own=no
given=no
for word; do
  case "$word" in
    -nostdlib|-c|-E|-S) own=yes ;;
    {width}) given=yes ;;
    -print-file-name=*) name=${{word#*=}} ;;
  esac
done
if [ $given = yes ] && [ -n "$name" ]; then
  echo "$name"
elif [ $given = yes ] && [ $own = no ] && [ $# -gt 2 ]; then
  echo "ld: cannot find crt1.o: No such file or directory" >&2
  exit 1
else
  exec {compiler} "$@"
fi
"""


def without_libraries(compiler: str, folder: Path, width: str = "-m32") -> Path:
    """``compiler`` on a machine that has no C library for programs of ``width``."""
    script = folder / "gcc"
    script.write_text(_SCRIPT.format(compiler=compiler, width=width))
    script.chmod(0o755)
    return script
