"""What becomes of a task that is printed: a job for a worker process."""

from __future__ import annotations

from pathlib import Path

from corpus.conventions import SUBJECT
from corpus.measuring import source
from corpus.tasks import CorpusTask
from corpus.witnesses import Comparison, NotCompiled, compared
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.violations import calls_of


def job(task: CorpusTask, headers: str) -> tuple[str, Comparison, str]:
    """Build, print, compile and run one task."""
    try:
        texts = [(s.name, s.preprocessed) for s in (source(task, file, headers) for file in task.files)]
        cfa = program_cfa(texts, task.model, calls_of(SUBJECT), task.entry)
    except (InputError, NotSupported) as error:
        return "not supported", Comparison(), str(error)
    try:
        comparison = compared(cfa, texts, task.name, Path(headers))
    except NotSupported as error:
        return "not printed", Comparison(), str(error)
    except NotCompiled as error:
        return "does not compile", Comparison(), str(error)
    except ValueError as error:
        return "not comparable", Comparison(), str(error)
    return _state(comparison), comparison, "; ".join([*comparison.differences, *comparison.doubts][:1])


def _state(comparison: Comparison) -> str:
    if comparison.differences:
        return "different"
    return "equal" if comparison.fates["equal"] else "not comparable"
