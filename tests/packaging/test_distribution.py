"""What is packed and installed: every module once, although three symbolic links at the root point into the package."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.places import ROOT

LINKS = ("actors", "flows", "formats")
UNPACKED = ("__pycache__", ".pyc")

pytestmark = pytest.mark.skipif(not (ROOT / "pyproject.toml").is_file(), reason="not in a checkout")


def package_files() -> list[str]:
    found = (path.relative_to(ROOT).as_posix() for path in (ROOT / "coveriflow").rglob("*") if path.is_file())
    return sorted(name for name in found if not any(part in name for part in UNPACKED))


def built(target: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (artifact,) = folder.iterdir()
    return artifact


@pytest.mark.parametrize("link", LINKS)
def test_link_points_into_the_package(link: str) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("a distribution has no symbolic links")
    assert (ROOT / link).is_symlink()
    assert (ROOT / link).readlink() == Path("coveriflow") / link


def test_wheel_holds_every_module_once(tmp_path: Path) -> None:
    with zipfile.ZipFile(built("wheel", tmp_path)) as wheel:
        names = [name for name in wheel.namelist() if ".dist-info/" not in name]
    assert sorted(names) == package_files()
    assert {"coveriflow/py.typed", "coveriflow/program/library/models/string.c"} <= set(names)


def test_source_distribution_holds_every_module_once_and_no_link(tmp_path: Path) -> None:
    with tarfile.open(built("sdist", tmp_path)) as archive:
        names = [member.name.partition("/")[2] for member in archive.getmembers() if not member.isdir()]
    assert sorted(name for name in names if name.startswith("coveriflow/")) == package_files()
    assert len(names) == len(set(names))
    assert not [name for name in names if name.split("/")[0] in LINKS]
    assert {"pyproject.toml", "LICENSE", "README.md", "constraints.txt", "Makefile"} <= set(names)
