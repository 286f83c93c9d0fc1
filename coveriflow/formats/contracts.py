"""The contract of this package: a codec turns bytes into an artifact and back, and does nothing else."""

from __future__ import annotations

from typing import Protocol, TypeVar

Read_co = TypeVar("Read_co", covariant=True)
Written_contra = TypeVar("Written_contra", contravariant=True)


class Reader(Protocol[Read_co]):
    """The artifact that ``data`` says; ``name`` is the file's name, for messages only.

    Total up to ``InputError``: for every ``data`` it returns or raises ``InputError``, and it opens no file and no
    connection, whatever ``data`` refers to.
    """

    def __call__(self, data: bytes, name: str) -> Read_co:
        """Read ``data``, or raise ``InputError`` with the place."""
        ...


class Writer(Protocol[Written_contra]):
    """The file that says ``artifact``: ``read(write(a)) == a``, and equal artifacts give equal bytes.

    Raises ``ValueError`` for an artifact that breaks its own contract (an accepting state with leaving transitions,
    say): what could not be read again is not written.
    """

    def __call__(self, artifact: Written_contra, /) -> bytes:
        """Write ``artifact``."""
        ...
