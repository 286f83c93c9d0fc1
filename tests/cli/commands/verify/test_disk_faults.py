"""Faults of the disk cost evidence, and say so; they cost no verdict, and make no wrong one."""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.helpers import COMMAND, SAFE, environment

BUG = "extern void reach_error(void);\nint main(void) { reach_error(); return 0; }\n"
RIGHT = {"safe.c": (0, " TRUE "), "bug.c": (10, " FALSE ")}
LOST = "the verdict stands"


def _can_mount() -> bool:
    words = ["bwrap", "--dev-bind", "/", "/", "--size", "4096", "--tmpfs", "/mnt", "true"]
    return shutil.which("bwrap") is not None and subprocess.run(words, capture_output=True, check=False).returncode == 0


needs_mounts = pytest.mark.skipif(not _can_mount(), reason="no user namespaces with bubblewrap")


def run(
    folder: Path, name: str, *, out: str = "out", before: tuple[str, ...] = (), limit: int | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    def prepare() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    words = (*before, *COMMAND, "verify", name, "--flow", "bmc", "--out", out, "--cpu", "30s")
    return subprocess.run(
        words,
        cwd=folder,
        env=environment(COVERIFLOW_CACHE="off", **more),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=prepare,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Path(tmp_path, "safe.c").write_text(SAFE)
    Path(tmp_path, "bug.c").write_text(BUG)
    return tmp_path


def check(done: subprocess.CompletedProcess[str], name: str) -> None:
    """The verdict of the program is printed, with its exit code."""
    code, said = RIGHT[name]
    assert done.returncode == code, done.stdout + done.stderr
    assert done.stdout.startswith(said)
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stdout + done.stderr


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("limit", [0, 300])
def test_a_limit_on_the_size_of_files(folder: Path, name: str, limit: int) -> None:
    """No file is left in part: what is there is whole; what is not is named on stderr."""
    done = run(folder, name, limit=limit)
    check(done, name)
    assert LOST in done.stderr
    for path in Path(folder, "out").rglob("*"):
        assert path.is_dir() or (limit and not path.name.startswith(".new-")), path
    assert not Path(folder, "out", "result.json").exists()


@needs_mounts
@pytest.mark.parametrize("name", RIGHT)
def test_a_full_device(folder: Path, name: str) -> None:
    """Of 16 KiB, where the evidence goes, and where temporary files go."""
    Path(folder, "small").mkdir()
    mount = ("bwrap", "--dev-bind", "/", "/", "--size", "16384", "--tmpfs", str(folder / "small"))
    done = run(folder, name, out="small/out", before=mount)
    check(done, name)
    check(run(folder, name, before=mount, TMPDIR=str(folder / "small")), name)


@needs_mounts
@pytest.mark.parametrize("name", RIGHT)
def test_a_folder_that_is_read_only(folder: Path, name: str) -> None:
    """Also for root: the file system is."""
    Path(folder, "fixed").mkdir()
    mount = ("bwrap", "--dev-bind", "/", "/", "--ro-bind", str(folder / "fixed"), str(folder / "fixed"))
    done = run(folder, name, out="fixed/out", before=mount)
    check(done, name)
    assert "the evidence cannot be written in" in done.stderr
    assert LOST in done.stderr


@pytest.mark.parametrize("name", RIGHT)
def test_no_folder_for_temporary_files(folder: Path, name: str) -> None:
    done = run(folder, name, TMPDIR=str(folder / "nowhere"))
    check(done, name)
    assert json.loads(Path(folder, "out", "result.json").read_text())["verdict"] in ("true", "false")


@pytest.mark.parametrize("name", RIGHT)
def test_a_working_folder_that_is_gone(folder: Path, name: str) -> None:
    """Files by absolute paths are read; what is named from the folder is not written elsewhere."""
    Path(folder, "gone").mkdir()
    words = [*COMMAND, "verify", str(folder / name), "--flow", "bmc", "--cpu", "30s"]
    script = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    done = subprocess.run(
        ["sh", "-c", script, "sh", str(folder / "gone"), *words],
        env=environment(COVERIFLOW_CACHE="off"),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    check(done, name)
    assert "the working folder is gone" in done.stderr
    assert LOST in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("name", RIGHT)
def test_output_that_cannot_be_written(folder: Path, name: str) -> None:
    """The exit code is that of the verdict, and stderr names it."""
    words = [*COMMAND, "verify", name, "--flow", "bmc", "--cpu", "30s"]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            words, cwd=folder, env=environment(COVERIFLOW_CACHE="off"), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == RIGHT[name][0]
    assert RIGHT[name][1].strip().lower().encode() in done.stderr


def test_an_earlier_result_is_replaced_or_named(folder: Path) -> None:
    """A result of an earlier run that cannot be replaced is not taken for the one of this run."""
    out = Path(folder, "out")
    out.mkdir()
    Path(out, "result.json").mkdir()
    done = run(folder, "safe.c")
    assert done.returncode == 2
    assert "the evidence cannot be written here" in done.stderr
