"""What an automaton was made from and by whom: the data of a graph in the witness format (version 1.0)."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.artifacts.specifications import Specification
from coveriflow.formats.primitives.text import shortened
from coveriflow.formats.tasks.specification import parsed_specification, property_lines
from coveriflow.formats.witnesses.graphml import Data, Key
from coveriflow.program.errors import InputError, Span
from coveriflow.program.types.data_model import DataModel

PROVENANCE_KEYS = tuple(
    Key(name, "graph")
    for name in (
        "witness-type",
        "sourcecodelang",
        "producer",
        "specification",
        "programfile",
        "programhash",
        "architecture",
        "creationtime",
    )
)

_ARCHITECTURES = {DataModel.ILP32: "32bit", DataModel.LP64: "64bit"}


@dataclass(frozen=True, slots=True)
class Provenance:
    """Graph data that conditions and witnesses share; ``kind`` is the witness type."""

    kind: str
    program_file: str
    program_hash: str
    specification: Specification
    data_model: DataModel
    producer: str
    created: str


def provenance_data(provenance: Provenance) -> Data:
    """All keys of the format in its order; one ``specification`` per property."""
    return Data(
        (
            ("witness-type", provenance.kind),
            ("sourcecodelang", "C"),
            ("producer", provenance.producer),
            *(("specification", line) for line in property_lines(provenance.specification)),
            ("programfile", provenance.program_file),
            ("programhash", provenance.program_hash),
            ("architecture", architecture(provenance.data_model)),
            ("creationtime", provenance.created),
        )
    )


def provenance_of(data: Data) -> Provenance:
    """The provenance that graph data says; all of it must be there, except the time, which old witnesses lack."""
    if data.text("sourcecodelang", "C").strip() != "C":
        raise InputError("the program is not C", data.span)
    return Provenance(
        kind=data.required("witness-type").strip(),
        program_file=data.required("programfile"),
        program_hash=data.required("programhash"),
        specification=parsed_specification("\n".join(data.texts("specification")), data.span),
        data_model=data_model(data.required("architecture"), data.span),
        producer=data.required("producer"),
        created=data.text("creationtime", "1970-01-01T00:00:00Z"),
    )


def architecture(model: DataModel) -> str:
    """The name of ``model`` in witnesses and test suites."""
    return _ARCHITECTURES[model]


def data_model(text: str, span: Span) -> DataModel:
    """The inverse of ``architecture``."""
    for model, spelling in _ARCHITECTURES.items():
        if spelling == text.strip():
            return model
    raise InputError(f"'{shortened(text)}' is not an architecture: 32bit and 64bit are", span)
