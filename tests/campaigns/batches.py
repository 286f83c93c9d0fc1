"""What a campaign is: cases by number, in batches, and the problems that they show."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Problem:
    """``what`` is not as it should be, in words. ``files``: by name, the texts to see it again."""

    what: str
    files: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Batch:
    """``counts``: what the cases came to, by kind; ``problems``: none, if all is well."""

    counts: Counter[str]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Campaign:
    """``run`` does the cases of some seeds, with a folder for its files. ``size``: seeds of a batch. ``few``: seeds of
    the short form. ``needs``: commands and files without which it is skipped.
    """

    name: str
    about: str
    run: Callable[[range, Path], Batch]
    size: int
    few: int = 1
    needs: tuple[str, ...] = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """What is not here."""
        return tuple(each for each in self.needs if not (shutil.which(each) or Path(each).exists()))


def batch_of(counts: Counter[str], differences: list[str], texts: Callable[[str], Mapping[str, str]]) -> Batch:
    """A comparison's differences as problems; ``texts`` gives the files of one."""
    return Batch(counts, tuple(Problem(each, texts(each)) for each in differences))
