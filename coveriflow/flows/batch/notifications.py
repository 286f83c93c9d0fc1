"""A message when a batch run is not as it should be: to a webhook (JSON), or by mail. Standard library only."""

from __future__ import annotations

import json
import os
import smtplib
import urllib.request
from email.message import EmailMessage
from urllib.parse import parse_qs, urlsplit

from coveriflow.artifacts.batch.changes import Comparison
from coveriflow.artifacts.batch.results import Batch
from coveriflow.program.errors import InputError
from coveriflow.program.wording import counted
from coveriflow.report.batch.summary import contradiction

_WITHIN = 30.0  # seconds
_NAMED = 20
PASSWORD = "COVERIFLOW_SMTP_PASSWORD"
"""The environment variable with the password of the mail server: it is not for command lines and pages."""


class NotDelivered(Exception):
    """The message could not be sent; nothing else is wrong."""


def check_target(target: str) -> None:
    """``InputError`` for what is neither ``https://...`` nor ``smtp://host:port?from=A&to=B``."""
    parts = urlsplit(target)
    wanted = parse_qs(parts.query)
    is_mail = parts.scheme in ("smtp", "smtps") and bool(wanted.get("to") and wanted.get("from"))
    if not parts.hostname or not (parts.scheme in ("http", "https") or is_mail):
        raise InputError(f"'{target}' is neither https://... nor smtp://HOST:PORT?from=ADDRESS&to=ADDRESS")


def alarms(batch: Batch, changes: Comparison | None) -> tuple[str, ...]:
    """What the user should know, each a line; none if all is as it should be."""
    told = [f"{counted(batch.missing, 'result')} missing"] if batch.missing else []
    told += [f"wrong verdict: {each.job.task.path}, {each.job.flow} reports {each.status}" for each in batch.wrong]
    told += [f"contradictory verdicts: {contradiction(each)}" for each in batch.contradictions]
    told += [
        f"violated: {each.job.task.path}, {each.job.flow} finds {each.status}"
        for each in (() if changes else batch.violated)
    ]
    for each in changes.regressions if changes else ():
        before, now = each.earlier, each.later
        told.append(
            f"{each.kind.value}: {now.job.task.path}, {now.job.flow} ({before.status} before, {now.status} now)"
        )
    return tuple(told)


def send(target: str, batch: Batch, changes: Comparison | None, page: str) -> bool:
    """Tell ``target``, if there is an alarm; whether there was one. ``NotDelivered``, ``InputError``."""
    check_target(target)
    told = alarms(batch, changes)
    if not told:
        return False
    more = [f"and {len(told) - _NAMED} more"] if len(told) > _NAMED else []
    head = f"coveriflow: the batch run {batch.plan.name} has {counted(len(told), 'alarm')}"
    text = "\n".join((head, *told[:_NAMED], *more, f"See {page}")).encode("utf-8", "backslashreplace").decode()
    try:
        if target.startswith("smtp"):
            _mail(target, head, text)
        else:
            _post(target, {"text": text, "night": batch.plan.name, "alarms": list(told), "page": page})
    except OSError as error:
        raise NotDelivered(f"no message was sent to {urlsplit(target).hostname}: {error}") from error
    return True


def _post(url: str, content: dict[str, object]) -> None:
    """``text`` is what chat programs show."""
    data = json.dumps(content).encode("ascii")
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=_WITHIN):
        pass


def _mail(url: str, subject: str, text: str) -> None:
    parts = urlsplit(url)
    wanted = parse_qs(parts.query)
    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, wanted["from"][0], ", ".join(wanted["to"])
    message.set_content(text)
    kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
    with kind(parts.hostname or "", parts.port or 0, timeout=_WITHIN) as server:
        if parts.username:
            server.starttls() if parts.scheme == "smtp" else None
            server.login(parts.username, os.environ.get(PASSWORD, ""))
        server.send_message(message)
