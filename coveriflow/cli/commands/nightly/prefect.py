"""``coveriflow nightly --prefect``: the same batch run, where Prefect can watch it."""

from __future__ import annotations

import signal
import sys

from coveriflow.artifacts.batch.results import Batch
from coveriflow.cli.signals import Interrupted
from coveriflow.execution.store.contracts import Store
from coveriflow.flows.batch.planning import Begun
from coveriflow.flows.batch.scheduler import Hearing
from coveriflow.program.errors import ToolMissing
from coveriflow.report.streams import say


def batch_under_prefect(what: Begun, store: Store | None, hearing: Hearing, webhook: str) -> Batch:
    """As ``run_batch``; ``ToolMissing`` if there is no Prefect, or no server of Prefect's.

    ``Interrupted`` if the user cancels the batch run in Prefect.
    """
    try:
        from coveriflow.flows.prefect_backend.batch import BatchCancelled, ServerUnavailable, verify_batch
    except ImportError as error:
        raise ToolMissing(f"Prefect cannot be imported: {error}\nInstall it with: pip install prefect") from None
    try:
        return verify_batch(what, store, hearing, webhook, lambda text: say(text, sys.stderr))
    except BatchCancelled:
        raise Interrupted(signal.SIGTERM) from None
    except ServerUnavailable as error:
        raise ToolMissing(str(error)) from None
