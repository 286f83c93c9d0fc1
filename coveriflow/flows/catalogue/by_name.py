"""Flows by the name that a user gives, and flows for what is left when something has been verified already."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.actors import carry_over, original, reduce
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import actors_in
from coveriflow.artifacts.permissions import Code
from coveriflow.artifacts.previous_version import Earlier
from coveriflow.artifacts.specifications import Specification
from coveriflow.artifacts.violations import asks_for_accesses, is_termination
from coveriflow.flows.catalogue.flow_paths import is_flow_file
from coveriflow.flows.catalogue.user_flows import flow_of_file
from coveriflow.flows.ready import READY, staged, staged_for_memory
from coveriflow.flows.tasks.load import refuse_property
from coveriflow.program.errors import InputError
from coveriflow.program.wording import meant

DEFAULT = "default"
"""The name that stands for the usual flow of a property."""
PART = "cmc"
"""The flow for a part of a program."""


def flow_named(name: str, code: Code = Code.REFUSED) -> Flow:
    """The ready flow, under the name that it was asked for, or that of a file; ``InputError`` if there is none, or if
    a file that is no code itself names some that is refused.
    """
    if name in READY:
        return replace(READY[name](), name=name)
    if is_flow_file(name):
        return flow_of_file(name, code)
    suggestion = meant(name, READY, f"the ready flows are {', '.join(READY)}")
    raise InputError(
        f"there is no flow '{name}': {suggestion}\n'coveriflow flows' describes them, in Python coveriflow.READY."
    )


def usual_flow(specification: Specification, cores: int = 1) -> Flow:
    """That of a user who names none: of most properties the flow ``default``, on so many cores."""
    if is_termination(specification):
        return replace(READY["termination"](), name="termination")
    schedule = staged_for_memory if asks_for_accesses(specification) else staged
    return replace(schedule(cores), name=DEFAULT)


def for_a_part(flow: Flow) -> Flow:
    """``flow``, where only a part of the program is to be verified: the flow ``cmc`` in place of one that goes back to
    the program as written, which would verify the other part, too.
    """
    goes_back = any(each.name == original().name for each in actors_in(flow.composition))
    return replace(flow, composition=READY[PART]().composition, instead=PART) if goes_back else flow


def suited(flow: Flow, specification: Specification, cores: int = 1) -> Flow:
    """``flow``, or the usual one of the property where it is the default; ``CannotDecide``."""
    chosen = usual_flow(specification, cores) if flow.name == DEFAULT else flow
    refuse_property(chosen, specification)
    return chosen


def of_the_rest(flow: Flow, given: type) -> Flow:
    """``flow`` for what a condition leaves that is there from the start, or comes from an ``Earlier`` version."""
    flow = for_a_part(flow)
    rest = reduce() >> flow.composition
    return replace(flow, composition=carry_over() >> rest if given is Earlier else rest, takes=(*flow.takes, given))
