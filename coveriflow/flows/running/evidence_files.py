"""Files of evidence: each is whole, or not there; what cannot be written costs neither the verdict nor the others.

Kept by ``tests/cli/commands/verify/test_disk_faults.py``.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

LOST_SHOWN = 3
"""Files that a warning names."""


class EvidenceFolder:
    """Writes below ``folder``. ``lost``: names that could not be written, with the reason of the system."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.lost: list[tuple[str, str]] = []

    def write(self, name: str, data: bytes) -> Path | None:
        """The path of the file, in the place of an earlier one; ``None`` where that is not possible."""
        path = self.folder / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _replace(path, data)
        except OSError as error:
            self.lost.append((name, error.strerror or type(error).__name__))
            return None
        return path

    def remove(self, path: Path) -> None:
        """What an earlier run has left."""
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            if os.path.lexists(path):
                self.lost.append((f"{path.relative_to(self.folder)} of an earlier run", error.strerror or "failed"))

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence about what is lost, if anything is."""
        if not self.lost:
            return ()
        names = ", ".join(dict.fromkeys(name for name, _ in self.lost[:LOST_SHOWN]))
        more = f" and {len(self.lost) - LOST_SHOWN} more" if len(self.lost) > LOST_SHOWN else ""
        return (f"not written or removed in {self.folder}: {names}{more} ({self.lost[0][1]}); the verdict stands",)


def _replace(path: Path, data: bytes) -> None:
    """A truncated file would be evidence of something else. Who may read a script may execute it."""
    temporary = path.with_name(f".new-{os.urandom(8).hex()}")
    try:
        temporary.write_bytes(data)
        if data.startswith(b"#!"):
            mode = temporary.stat().st_mode
            temporary.chmod(mode | (mode & 0o444) >> 2)
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
