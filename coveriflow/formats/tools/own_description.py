"""coveriflow itself, as a tool that others call: a description in the formats of fm-tools and of CoVeriTeam's actors.

Where it is published, and by whom, is not known here: what is not given stands as a comment in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MODULE = "coveriflow.execution.benchexec_tool"
PACKAGES = ("gcc", "gcc-multilib", "python3")
TECHNIQUES = (
    "Algorithm Selection", "ARG-Based Analysis", "Bit-Precise Analysis", "Bounded Model Checking", "CEGAR",
    "Explicit-Value Analysis", "Floating-Point Arithmetics", "Interpolation", "k-Induction", "Lazy Abstraction",
    "Numeric Interval Analysis", "Portfolio", "Predicate Abstraction", "Symbolic Execution",
)  # fmt: skip
"""As fm-tools calls them, in the order of the alphabet."""

_ABOUT = "Makes software verifiers work together through conditions, residual programs, tests and witnesses."


@dataclass(frozen=True, slots=True)
class Published:
    """``version`` of coveriflow. ``archive``: its DOI or URL; ``project``: the URL of its page; ``maintainer``: of the
    description. All may be empty.
    """

    version: str
    archive: str = ""
    project: str = ""
    maintainer: str = ""


def fm_tools_description(what: Published) -> str:
    """As fm-tools has it, format 2.0, with its keys in its order."""
    return "\n".join(
        (
            "id: coveriflow",
            "name: coveriflow",
            f"description: {_quoted(_ABOUT)}",
            "input_languages:\n  - C",
            _given("project_url", what.project),
            "spdx_license_identifier: Apache-2.0",
            f"benchexec_toolinfo_module: {MODULE}",
            'fmtools_format_version: "2.0"',
            _listed("fmtools_entry_maintainers", [_quoted(what.maintainer)] if what.maintainer else []),
            "maintainers: []",
            f"versions:\n  - version: {_quoted(what.version)}",
            f"    {_archive(what.archive, 'url')}",
            "    benchexec_toolinfo_options: []",
            _listed("    required_ubuntu_packages", PACKAGES, indent=6),
            "competition_participations: []",
            _listed("techniques", TECHNIQUES),
            "frameworks_solvers:\n  - Z3",
            "literature: []",
            "",
        )
    )


def coveriteam_description(what: Published) -> str:
    """As CoVeriTeam has its actors, format 1.2. It wants one GraphML file: the flow is one that leaves only a witness
    where it decides.
    """
    return "\n".join(
        (
            "actor_name: coveriflow",
            f"toolinfo_module: {MODULE}",
            "archives:",
            f"  - version: {_quoted(what.version)}",
            f"    {_archive(what.archive, 'location')}",
            "options: [--flow, kinduction]",
            "resourcelimits:",
            '  memlimit: "15 GB"',
            '  timelimit: "15 min"',
            '  cpuCores: "2"',
            'format_version: "1.2"',
            "",
        )
    )


def _archive(where: str, other: str) -> str:
    """A DOI begins with ``10.``."""
    return _given("doi" if where.startswith("10.") else other, where)


def _given(key: str, value: str) -> str:
    return f"{key}: {_quoted(value)}" if value else f"# {key}: to be filled in by the publisher"


def _quoted(text: str) -> str:
    """As YAML has texts between double quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _listed(key: str, values: Sequence[str], indent: int = 2) -> str:
    if not values:
        return f"{key}: []"
    return "\n".join((f"{key}:", *(f"{' ' * indent}- {value}" for value in values)))
