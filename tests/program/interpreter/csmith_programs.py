"""Programs of csmith: which features they may use, how large they are, and what became of those that we refuse."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from coveriflow.program.errors import NotSupported
from coveriflow.program.types.data_model import DataModel
from tests.places import ROOT
from tests.program.comparison import Subject, subject

SHIM = ROOT / "tests" / "programs" / "csmith"
HEADERS = Path("/usr/include/csmith")
ALWAYS = "--quiet --concise --no-argc --no-volatiles --no-volatile-pointers --no-packed-struct".split()
SMALL = """
    --max-funcs 3 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 3 --max-array-dim 1
    --max-array-len-per-dim 4
""".split()
LARGE = """
    --max-funcs 5 --max-block-depth 3 --max-block-size 4 --max-expr-complexity 6 --max-array-dim 2
    --max-array-len-per-dim 5
""".split()
_BYTES = re.compile(r"\btransparent_crc_bytes ?\(&(.*?), sizeof\(.*?\), ")
_OF_A_NAME = re.compile(r"'[^']*'| \(of .*")


class Feature(Enum):
    """What csmith uses only if it may. The value is the option's name."""

    POINTERS = "pointers"
    STRUCTS = "structs"
    UNIONS = "unions"
    BITFIELDS = "bitfields"
    FLOATS = "float"


@dataclass(frozen=True)
class Generator:
    """csmith and the compiler that preprocesses, and which programs they make; ``folder``: for csmith's own file."""

    csmith: str
    gcc: str
    size: list[str]
    folder: Path
    features: frozenset[Feature] = frozenset()

    def made(self, seed: int) -> str:
        """The preprocessed text of a program."""
        flags = [f"--{'' if feature in self.features else 'no-'}{feature.value}" for feature in Feature]
        command = [self.csmith, "--seed", str(seed), *ALWAYS, *flags, *self.size]
        text = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=True, timeout=60).stdout
        folded = _BYTES.sub(r"transparent_crc_float(\1, ", text)
        expand = [self.gcc, "-E", "-P", "-I", str(SHIM), "-I", str(HEADERS), "-"]
        return subprocess.run(expand, input=folded, capture_output=True, text=True, check=True).stdout

    def supported(self, seeds: Iterable[int], model: DataModel) -> tuple[list[Subject], Counter[str]]:
        """The programs of ``seeds`` that are in the subset; the others are counted by the feature they want."""
        found, refused = [], Counter[str]()
        for seed in seeds:
            try:
                found.append(subject(f"csmith {seed}", self.made(seed), model))
            except NotSupported as error:
                refused[_OF_A_NAME.sub("", error.feature)] += 1
        return found, refused
