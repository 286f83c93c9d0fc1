"""A message when something goes wrong in a batch run, and when it is well again: to a webhook (JSON), or by mail.

Standard library only.
"""

from __future__ import annotations

import contextlib
import json
import os
import smtplib
import urllib.request
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from coveriflow.artifacts.batch.alarms import News, news, standing
from coveriflow.artifacts.batch.changes import Comparison
from coveriflow.artifacts.batch.results import Batch
from coveriflow.flows.batch.result_folder import ResultFolder, batch_before
from coveriflow.formats.results.alarms_json import AlarmRecord, read_alarms, write_alarms
from coveriflow.program.errors import InputError
from coveriflow.program.wording import counted
from coveriflow.report.batch.summary import contradiction

_WITHIN = 30.0  # seconds
_NAMED = 20
ALARMS = "alarms.json"
"""In the folder of a batch run: the alarms that stand, and those that the receiver knows of."""
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


def conclude(
    target: str, batch: Batch, changes: Comparison | None, here: ResultFolder, before: ResultFolder | None, page: Path
) -> None:
    """Keep in ``here`` which alarms stand, and send ``target``, if it is one, what has changed since its last message.

    So there is one message when something goes wrong, and one when it is well again; also if a batch run is begun
    again. ``before``: the batch run that this one is compared with; without one, the last one in the folder of all.
    ``NotDelivered``: then it comes after the next batch run. ``InputError``.
    """
    earlier = _record(before or batch_before(here.folder.parent, here.name))
    known = (_record(here) or earlier or AlarmRecord()).told
    stand = standing(batch, changes, earlier.standing if earlier else ())
    told = known
    try:
        if target:
            send(target, batch.plan.name, news(stand, known), str(page.absolute()))
            told = stand
    finally:
        here.write(ALARMS, write_alarms(AlarmRecord(stand, told)))


def _record(folder: ResultFolder | None) -> AlarmRecord | None:
    """What a batch run has left; ``None`` where that cannot be read: then all is told again."""
    if folder is None:
        return None
    path = folder.folder / ALARMS
    with contextlib.suppress(OSError, InputError):
        return read_alarms(path.read_bytes(), str(path))
    return None


def send(target: str, name: str, what: News, page: str) -> bool:
    """Tell ``target`` of the batch run ``name``, if there are news; whether there were. ``NotDelivered``,
    ``InputError``.
    """
    check_target(target)
    if not what.is_any:
        return False
    head = f"coveriflow: the batch run {name} {_heading(what)}"
    lines = [f"{each.kind.value}: {each.text}" for each in what.new]
    over = [f"over: {each.kind.value}: {each.text}" for each in what.over]
    shown = [*lines[:_NAMED], *_and_more(lines), *over[:_NAMED], *_and_more(over)]
    text = "\n".join((head, *shown, f"See {page}")).encode("utf-8", "backslashreplace").decode()
    content = {"text": text, "night": name, "page": page, "alarms": lines, "over": over, "well": not what.standing}
    try:
        if target.startswith("smtp"):
            _mail(target, head, text)
        else:
            _post(target, content | {"standing": [f"{each.kind.value}: {each.text}" for each in what.standing]})
    except OSError as error:
        raise NotDelivered(f"no message was sent to {urlsplit(target).hostname}: {error}") from error
    return True


def _heading(what: News) -> str:
    if not what.standing:
        return f"is well again: {counted(len(what.over), 'alarm')} over"
    still = len(what.standing) - len(what.new)
    parts = (
        (len(what.new), counted(len(what.new), "new alarm")),
        (len(what.over), f"{len(what.over)} over"),
        (still, f"{still} as before"),
    )
    return f"has {', '.join(text for number, text in parts if number)}"


def _and_more(lines: list[str]) -> list[str]:
    return [f"and {len(lines) - _NAMED} more"] if len(lines) > _NAMED else []


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
