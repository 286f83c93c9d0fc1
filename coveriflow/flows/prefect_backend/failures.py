"""What the caller of a Prefect flow of ours gets as exception."""

from __future__ import annotations

from coveriflow.artifacts.batch.results import Batch


class BatchFailed(Exception):
    """A batch run is not as it should be: a verdict is wrong, something became worse, or records are missing.

    ``batch``: its results, which are files as well; ``None`` where there are none to speak of.
    """

    def __init__(self, message: str, batch: Batch | None = None) -> None:
        super().__init__(message)
        self.batch = batch

    def __reduce__(self) -> tuple[type[BatchFailed], tuple[str, Batch | None]]:
        return type(self), (str(self), self.batch)


class ActorFailed(Exception):
    """An actor was killed, or has a defect, and there is no verdict: Prefect may try the task again."""
