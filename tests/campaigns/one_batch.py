"""``python -m tests.campaigns.one_batch NAME FIRST COUNT FOLDER``: one batch; what it found, as a line of JSON."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

from tests.campaigns.rotation import CAMPAIGNS


def main(name: str, first: str, count: str, folder: str) -> None:
    """The command line."""
    batch = CAMPAIGNS[name].run(range(int(first), int(first) + int(count)), Path(folder))
    print()
    print(json.dumps({"counts": batch.counts, "problems": [asdict(each) for each in batch.problems]}))


if __name__ == "__main__":
    main(*sys.argv[1:])
