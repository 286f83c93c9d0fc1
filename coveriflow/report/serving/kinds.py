"""As what a file is sent: only pages that we have written are HTML.

A page counts as ours if it begins as ours do, with the policy of one of our templates. The same policy is sent as a
header: if such a page is not ours, it can run our script and no other one.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from coveriflow.report.batch.page import TEMPLATE as BATCH
from coveriflow.report.counterexamples.as_html import TEMPLATE as COUNTEREXAMPLE
from coveriflow.report.sanitising import content_policy

NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
"""The policy of all that is no page of ours: it runs and loads nothing."""
_PICTURE = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
_POLICY = 'http-equiv="Content-Security-Policy" content="'
_PAGE = "text/html; charset=utf-8"
_TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Kind:
    """Type and policy of an answer."""

    media_type: str
    policy: str = NOTHING

    @property
    def is_page(self) -> bool:
        return self.media_type == _PAGE


def kind_of(name: str, head: bytes) -> Kind:
    """Of a file that begins with ``head``."""
    match PurePath(name).suffix:
        case ".html":
            policy = next((each for each in _policies() if head.startswith(_beginning(each))), None)
            return Kind(_TEXT) if policy is None else Kind(_PAGE, with_no_frame(policy))
        case ".svg" if head.startswith(b"<svg "):
            return Kind("image/svg+xml", _PICTURE)
        case ".json" | ".sarif":
            return Kind("application/json")
        case _:
            return Kind("application/octet-stream" if b"\0" in head else _TEXT)


def with_no_frame(policy: str) -> str:
    """Only a header can forbid that others show a page within theirs."""
    return f"{policy}; frame-ancestors 'none'"


def _policies() -> tuple[str, ...]:
    return content_policy(BATCH), content_policy(COUNTEREXAMPLE)


def _beginning(policy: str) -> bytes:
    """Our templates begin alike."""
    before = BATCH.read_text(encoding="utf-8").partition(_POLICY)[0]
    return f'{before}{_POLICY}{policy}">\n'.encode()
