"""Programs that try to get out of their box: what they read, write, reach, start, fill and leave."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.contracts import Sandbox, Strength
from coveriflow.execution.confinement.probing import VARIABLE, ask_for, chosen
from coveriflow.execution.native.compiled_program import Program, ProgramRun, compile_program
from coveriflow.execution.processes.process_tree import everyone
from coveriflow.execution.processes.workers import Workers
from coveriflow.program.types.data_model import DataModel

HERE = Path(__file__).parent
ATTEMPTS = re.findall(r"(?m)^ATTEMPT\((\w+),", (HERE / "attempts.h").read_text())
NOT_WITHOUT_NAMESPACES = ("see_that_a_secret_exists", "see_the_size_of_a_secret")
"""What Landlock does not hide: names, sizes and times of files, not what is in them."""
LIMITS = Limits(cpu=5, wall=20, memory=256 << 20)
CONTENT = "this may not be read\n"

pytestmark = pytest.mark.usefixtures("compiler")


@dataclass(frozen=True)
class Outside:
    """What lies around a box in these tests, and must be the same afterwards."""

    home: Path
    program: Program
    server: socket.socket

    @property
    def secret(self) -> Path:
        return self.home / "secret"

    def seen(self) -> tuple[object, ...]:
        """All that an attempt could have changed."""
        status = self.secret.stat()
        files = sorted(path.name for folder in (self.home, self.program.folder) for path in folder.rglob("*"))
        shared = sorted(each for each in Path("/proc/sysvipc/shm").read_text().splitlines() if " 6516598 " in each)
        return files, self.secret.read_text(), status.st_mode, status.st_mtime, status.st_nlink, status.st_uid, shared


def preprocessed(home: Path, port: int) -> str:
    """The attempts, with what they are about."""
    texts = {"SECRET": home / "secret", "HOME": home, "PATH_SOCKET": home / "socket", "ABSTRACT": home.name}
    defined = [f'-D{name}="{value}"' for name, value in texts.items()]
    numbers = [f"-DPORT={port}", f"-DPARENT={os.getpid()}"]
    command = ["gcc", "-E", "-P", f"-I{HERE}", *defined, *numbers, str(HERE / "escapes.c")]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


PARTIAL_MARKS = [pytest.mark.slow] if shutil.which("bwrap") else []
"""The daily run tries the best box of the machine."""


@contextlib.contextmanager
def in_box(strength: Strength) -> Iterator[Path]:
    """Within, programs are executed in a box of this strength, or the test is skipped. A folder that no box shows."""
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        if strength is Strength.PARTIAL:
            patch.setenv("PATH", without_bubblewrap(Path(name) / "programs"))
        patch.setenv(VARIABLE, Sandbox.AUTO.value)
        box = ask_for(Sandbox.AUTO)
        if box.strength is not strength:
            pytest.skip(f"this machine has no such box: {box.why_not_full or box.layers}")
        patch.setenv("SECRET_OF_TESTS", "1")
        yield Path(name)
    ask_for(Sandbox.AUTO)


@pytest.fixture(params=[Strength.FULL, pytest.param(Strength.PARTIAL, marks=PARTIAL_MARKS)], scope="module")
def outside(request: pytest.FixtureRequest) -> Iterator[Outside]:
    with (
        in_box(request.param) as folder,
        socket.create_server(("127.0.0.1", 0)) as server,
        named(folder),
        Workers(()) as workers,
    ):
        server.settimeout(0.01)
        text = preprocessed(folder / "home", server.getsockname()[1])
        with compile_program([("escapes.c", text)], DataModel.LP64, workers=workers) as program:
            yield Outside(folder / "home", program, server)


def named(folder: Path) -> socket.socket:
    """A home with a secret and a server that has a path."""
    home = folder / "home"
    home.mkdir()
    (home / "secret").write_text(CONTENT)
    server = socket.socket(socket.AF_UNIX)
    server.bind(str(home / "socket"))
    server.listen()
    return server


def without_bubblewrap(folder: Path) -> str:
    """A search path that lacks it."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for file in Path(place).iterdir() if Path(place).is_dir() else ():
            if file.name != "bwrap" and not (folder / file.name).exists():
                (folder / file.name).symlink_to(file)
    return str(folder)


def run(outside: Outside, name: str) -> ProgramRun:
    return outside.program.run([ATTEMPTS.index(name)], LIMITS)


@pytest.mark.parametrize("name", ATTEMPTS)
def test_no_way_out(outside: Outside, name: str) -> None:
    before = outside.seen()
    result = run(outside, name)
    holes = NOT_WITHOUT_NAMESPACES if chosen().strength is Strength.PARTIAL else ()
    assert (result.status == 1) == (name in holes), result
    assert result.status != 2
    assert outside.seen() == before
    with pytest.raises(TimeoutError):
        outside.server.accept()
    assert [p for p in everyone() if outside.program.folder.as_posix() in command_of(p.pid)] == []


def command_of(pid: int) -> str:
    try:
        return os.fsdecode(Path(f"/proc/{pid}/cmdline").read_bytes())
    except OSError:
        return ""
