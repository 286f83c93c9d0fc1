"""The values that a program reads on the way to a violation, as CBMC's ``--xml-ui`` tells them.

The harness has each value pass through ``__CPROVER_input``, as 64 low bits and 64 high ones: inputs of the trace.
"""

from __future__ import annotations

from lxml import etree

from coveriflow.formats.primitives.text import shortened
from coveriflow.formats.primitives.xml import line_of, parsed
from coveriflow.program.errors import InputError, Span

LOW, HIGH = "coveriflow", "coveriflow-high"
ERROR = "coveriflow: the error function is called"
MAX_BYTES = 64 << 20


def read_cbmc_inputs(data: bytes, name: str) -> tuple[int, ...] | None:
    """The values, of 128 bits, in the order in which they are read before the error; ``None`` without a trace."""
    root = parsed(data, name, MAX_BYTES)
    for trace in root.iter("goto_trace"):
        if any(failure.get("reason") == ERROR for failure in trace.iter("failure")):
            return _values(trace, name)
    return None


def _values(trace: etree._Element, name: str) -> tuple[int, ...]:
    lows = [_bits(each, name) for each in trace.iter("input") if each.findtext("input_id") == LOW]
    highs = [_bits(each, name) for each in trace.iter("input") if each.findtext("input_id") == HIGH]
    return tuple(low | high << 64 for low, high in zip(lows, highs, strict=False))


def _bits(element: etree._Element, name: str) -> int:
    bits = next((each.get("binary") for each in element.iter("integer")), None)
    if not bits or len(bits) > 64 or set(bits) - {"0", "1"}:
        text = element.findtext("value") or ""
        raise InputError(f"not the value of an input: '{shortened(text)}'", Span(name, line_of(element)))
    return int(bits, 2)
