"""What the site makes of the documents. That it can be built, without a warning, is a part of ``make lint``."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.cli.arguments.parser import COMMANDS
from coveriflow.flows.ready import READY
from coveriflow.transform.reducers.catalogue import NAMES
from tests.places import ROOT
from tools.site import commands, hooks, links, markup, registries

PAGE = ROOT / "docs" / "howto" / "page.md"


def test_each_command_flow_actor_and_reducer_is_there() -> None:
    assert all(f"## `coveriflow {name}`" in commands.commands() for name in COMMANDS)
    assert all(f"| <code>{name}</code> |" in registries.flows() for name in READY)
    assert all(f"| <code>{name}</code> |" in registries.reducers() for name in NAMES)
    assert registries.unsorted_actors() == []


def test_each_generated_part_stands_in_a_document() -> None:
    texts = [page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md")]
    named = {name for text in texts for name in hooks._PART.findall(text)}
    assert named == set(hooks.PARTS)


@pytest.mark.parametrize(
    ("link", "on_the_site"),
    [
        ("[a](cache.md#x)", "[a](cache.md#x)"),
        ("[a](../../examples/mid.c)", "[a](../files/examples/mid.c.md)"),
        ("[a](../../CONTRIBUTING.md#house-rules)", "[a](../project/contributing.md#house-rules)"),
        ("[a](../notebooks/first.ipynb)", "[a](../notebooks/first.md)"),
        ("[a](https://example.org/b.md)", "[a](https://example.org/b.md)"),
        ("```\n[a](../../examples/mid.c)\n```", "```\n[a](../../examples/mid.c)\n```"),
    ],
)
def test_links_lead_to_pages(link: str, on_the_site: str) -> None:
    assert links.relinked(link, PAGE, "howto/page.md") == on_the_site


def test_links_of_a_document_outside_lead_to_pages() -> None:
    text = links.relinked("[a](docs/reference/glossary.md)", ROOT / "CONTRIBUTING.md", "project/contributing.md")
    assert text == "[a](../reference/glossary.md)"


def test_a_list_is_one() -> None:
    assert links.with_lists("text:\n- a\n  b\n- c\n\nend") == "text:\n\n- a\n  b\n- c\n\nend"
    assert links.with_lists("```\ntext\n- a\n```") == "```\ntext\n- a\n```"


def test_a_pattern_names_the_pages_that_nothing_else_names() -> None:
    nav = [{"Decisions": ["decisions/README.md", "decisions/*"]}]
    known = ["decisions/0001-a.md", "decisions/README.md", "other.md"]
    assert hooks.expanded(nav, known) == [{"Decisions": ["decisions/README.md", "decisions/0001-a.md"]}]


def test_what_needs_a_network_is_found() -> None:
    assert hooks.foreign('<script src="https://example.org/a.js"></script><img src=//example.org/b>') != []
    assert hooks.foreign('<a href="https://example.org/">a</a><script src="assets/a.js"></script>') == []


def test_text_is_no_markup() -> None:
    assert markup.inline("a*b_c <d> --flow") == "a&#42;b&#95;c &lt;d&gt; <code>--flow</code>"
    assert markup.table(("a",), [("b|c\nd",)]) == "| a |\n| --- |\n| b&#124;c d |\n"


def test_the_settings_of_the_site_name_nothing_elsewhere() -> None:
    assert "http" not in Path(ROOT, "mkdocs.yml").read_text(encoding="utf-8")
