"""The alarms of a batch run as JSON (``alarms.json``), schema version 1: those that stand, and those that are known to
the receiver of messages.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from coveriflow.artifacts.batch.alarms import Alarm, AlarmKind
from coveriflow.formats.primitives.json_reading import Fields, loaded

SCHEMA_VERSION = 1
MAX_BYTES = 1 << 28


@dataclass(frozen=True, slots=True)
class AlarmRecord:
    """``standing``: after the batch run. ``told``: what the receiver knows to stand."""

    standing: tuple[Alarm, ...] = ()
    told: tuple[Alarm, ...] = ()


def write_alarms(record: AlarmRecord) -> bytes:
    """Indented ASCII, keys in a fixed order."""
    content = {
        "schema_version": SCHEMA_VERSION,
        "standing": [_written(each) for each in record.standing],
        "told": [_written(each) for each in record.told],
    }
    return (json.dumps(content, indent=2, allow_nan=False) + "\n").encode("ascii")


def read_alarms(data: bytes, name: str) -> AlarmRecord:
    """What ``write_alarms`` has written; ``InputError``."""
    fields = loaded(data, name, MAX_BYTES)
    fields.version("schema_version", SCHEMA_VERSION)
    return AlarmRecord(*(tuple(map(_read, fields.records(key))) for key in ("standing", "told")))


def _written(alarm: Alarm) -> dict[str, Any]:
    return {"kind": alarm.kind.value, "about": alarm.about, "mark": alarm.mark, "text": alarm.text}


def _read(fields: Fields) -> Alarm:
    return Alarm(fields.choice("kind", AlarmKind), fields.text("about"), fields.text("mark"), fields.text("text"))
