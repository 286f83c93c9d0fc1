"""Tasks about reachability from a collection of SV-COMP: those of the task definitions (``.yml``) of a clone.

A row of the table is the folder that a definition lies in. A collection is told by ``properties/unreach-call.prp`` in
it, or in its folder ``c``. Programs with threads do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from corpus.cpachecker import defined, definition_of
from corpus.tasks import CorpusTask, Skipped

_GOAL = Path("properties", "unreach-call.prp")
_THREADS = b"pthread_create"


def root_of(clone: Path) -> Path | None:
    """Where the folders of its tasks are; ``None`` for another repository."""
    return next((root for root in (clone, clone / "c") if (root / _GOAL).is_file()), None)


def tasks(clone: Path) -> Iterator[CorpusTask | Skipped]:
    """All whose definition asks whether the error function is called."""
    root = root_of(clone)
    assert root is not None
    for path in sorted(root.rglob("*.yml")):
        if _GOAL.name.encode() not in path.read_bytes():
            continue
        content = definition_of(path)
        if content is None:
            continue
        goals = [entry for entry in content.get("properties") or [] if Path(entry["property_file"]).name == _GOAL.name]
        folder = path.parent.relative_to(root)
        task = defined(path, content | {"properties": goals}, root, folder=f"sv-comp {folder}")
        is_threaded = isinstance(task, CorpusTask) and any(_THREADS in file.read_bytes() for file in task.files)
        yield Skipped(task.name, task.folder, "threads") if is_threaded else task
