"""The grammar of ``coveriflow serve``."""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.cli.arguments.parser import Parser, path_of, typed
from coveriflow.cli.contracts import ServeOptions
from coveriflow.cli.exit_codes import with_exit_codes

_LOOPBACK = "127.0.0.1"
_PORT = 8137
_EXAMPLES = """\
examples:
  coveriflow serve coveriflow-nights
  coveriflow serve . --port 8200
  ssh -L 8137:127.0.0.1:8137 server    # then http://127.0.0.1:8137/ is that of the server
"""


def serve_options(arguments: Sequence[str]) -> ServeOptions:
    """Those of ``coveriflow serve``; ``InputError``."""
    found = serve_parser().parse_args(list(arguments))
    return ServeOptions(found.folder, found.host, found.port)


def serve_parser() -> Parser:
    """Its words."""
    parser = Parser(
        "coveriflow serve",
        usage="coveriflow serve FOLDER [--host HOST] [--port N]",
        description="Show the pages and the evidence of runs and batch runs in a browser, also in one elsewhere.\n"
        "Nothing can be changed. Nothing outside of FOLDER is served; links and hidden files are not followed\n"
        "and not shown. There is no password: who reaches the port can read FOLDER.",
        epilog=with_exit_codes("serve", _EXAMPLES),
    )
    parser.add_argument("folder", metavar="FOLDER", type=path_of, help="such as coveriflow-out or coveriflow-nights")
    parser.add_argument(
        "--host",
        metavar="HOST",
        default=_LOOPBACK,
        help=f"the address to listen at (default: {_LOOPBACK}, this machine only)",
    )
    parser.add_argument(
        "--port", metavar="N", type=typed(_port), default=_PORT, help=f"the port; 0: any free one (default: {_PORT})"
    )
    return parser


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise ValueError(f"'{text}' is no number from 0 to 65535")
    return int(text)
