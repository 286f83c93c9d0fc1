"""Test suites as zip files: the form in which Test-Comp exchanges them."""

from __future__ import annotations

import io
import zipfile
import zlib

from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.formats.tests.test_suite import read_test_suite, write_test_suite
from coveriflow.program.errors import InputError, Span

MAX_ENTRIES = 100_000
MAX_BYTES = 512 << 20

_EPOCH = (1980, 1, 1, 0, 0, 0)
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)


def read_test_suite_zip(
    data: bytes, name: str, *, max_entries: int = MAX_ENTRIES, max_bytes: int = MAX_BYTES
) -> TestSuite:
    """The suite in a zip file of at most ``max_entries`` files and ``max_bytes`` uncompressed bytes in all."""
    try:
        files = _files(data, name, max_entries, max_bytes)
    except _BROKEN as error:
        raise InputError(f"the zip file cannot be read: {error}", Span(name)) from None
    return read_test_suite(files, name)


def write_test_suite_zip(suite: TestSuite) -> bytes:
    """A zip file without times, owners and compression levels of this machine: equal suites give equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in write_test_suite(suite).items():
            archive.writestr(_entry(name), content)
    return buffer.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.create_system = 3
    entry.external_attr = 0o644 << 16
    return entry


def _files(data: bytes, name: str, max_entries: int, max_bytes: int) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if not all(entry.filename for entry in archive.infolist()):
            raise InputError("a file in the zip file has no name", Span(name))
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        _check(entries, name, max_entries, max_bytes)
        return {entry.filename: _unpacked(archive, entry) for entry in entries}


def _unpacked(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """The bytes of ``entry``. Without a size, ``read`` inflates all there is before it looks at the stated size."""
    with archive.open(entry) as content:
        return content.read(entry.file_size)


def _check(entries: list[zipfile.ZipInfo], name: str, max_entries: int, max_bytes: int) -> None:
    """Refuse by what the directory of the zip file says; nothing is unpacked beyond that."""
    if len(entries) > max_entries:
        raise InputError(f"the zip file has more than {max_entries} files", Span(name))
    if sum(entry.file_size for entry in entries) > max_bytes:
        raise InputError(f"the zip file unpacks to more than {max_bytes} bytes", Span(name))
    if len({entry.filename for entry in entries}) < len(entries):
        raise InputError("two files in the zip file have the same name", Span(name))
    if any(entry.compress_type not in _METHODS for entry in entries):
        raise InputError("the zip file is compressed by a method that is not read", Span(name))
