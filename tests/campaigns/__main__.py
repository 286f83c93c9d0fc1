"""``python -m tests.campaigns --hours 2``: campaigns in rotation; 1 if one of them found a problem.

The folder keeps what was done, and each problem with the files to see it again. The same command goes on there.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.campaigns.rotation import CAMPAIGNS, Rotation


def main() -> int:
    """The command line."""
    asked = _arguments()
    names = [name for name in asked.only or CAMPAIGNS if not CAMPAIGNS[name].missing]
    rotation = Rotation.at(asked.folder)
    for number in (signal.SIGINT, signal.SIGTERM):  # the former is ignored in what a shell starts in the background
        signal.signal(number, signal.default_int_handler)
    found = 0
    try:
        found = rotation.run(names, 3600 * asked.hours, asked.smoke)
    except KeyboardInterrupt:
        print("stopped; the same command goes on", file=sys.stderr)
    show(rotation)
    return int(found > 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaigns", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hours", type=float, default=1.0, help="of elapsed time (default: 1)")
    parser.add_argument("--folder", type=Path, default=Path("build/campaign"), help="default: build/campaign")
    parser.add_argument("--only", nargs="+", choices=list(CAMPAIGNS), help="these campaigns")
    parser.add_argument("--smoke", action="store_true", help="a few cases of each, once")
    return parser.parse_args()


def show(rotation: Rotation) -> None:
    """A line for each campaign, with what its cases came to."""
    table = Table("campaign", "about", "seeds", "hours", "problems", "cases", title="campaigns")
    for name, campaign in CAMPAIGNS.items():
        if campaign.missing:
            table.add_row(name, campaign.about, "", "", "", f"needs {', '.join(campaign.missing)}")
        elif done := rotation.progress.get(name):
            cases = ", ".join(f"{count} {what}" for what, count in done.counts.most_common(6))
            hours = f"{done.seconds / 3600:.2f}"
            table.add_row(name, campaign.about, str(done.seeds), hours, str(done.problems), cases)
    Console(width=None if sys.stdout.isatty() else 150).print(table)


if __name__ == "__main__":
    sys.exit(main())
