"""Hostile XML, through the common entry and through every reader of XML."""

from __future__ import annotations

import http.server
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from coveriflow.formats.conditions.graphml_condition import read_condition
from coveriflow.formats.primitives.xml import Large, legal, original, parsed, written, written_in_parts
from coveriflow.formats.tests.test_suite import read_test_case
from coveriflow.formats.witnesses.graphml_witness import read_witness
from coveriflow.program.errors import InputError, Span
from tests.formats import strategies

READERS: list[Callable[[bytes, str], object]] = [parsed, read_condition, read_witness, read_test_case]

LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
HOSTILE = {
    "billion laughs": f'<!DOCTYPE testcase [<!ENTITY l0 "ha">{LAUGHS}]>\n<testcase><input>&l9;</input></testcase>',
    "quadratic blowup": f'<!DOCTYPE a [<!ENTITY x "{"x" * 50_000}">]><a>{"&x;" * 50_000}</a>',
    "external entity": '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    "entity of the network": '<!DOCTYPE a [<!ENTITY x SYSTEM "http://127.0.0.1:9/">]><a>&x;</a>',
    "parameter entity": '<!DOCTYPE a [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]><a/>',
    "empty subset": "<!DOCTYPE a []><a/>",
    "subset after an identifier": '<!DOCTYPE a SYSTEM "a.dtd" [<!ELEMENT a ANY>]><a/>',
    "subset behind quotes": "<!DOCTYPE a SYSTEM \"'>\" [<!ENTITY x 'y'>]><a>&x;</a>",
    "default by declaration": "<!DOCTYPE testcase [<!ATTLIST testcase coversError CDATA 'true'>]><testcase/>",
    "entity of a DTD not read": "<!DOCTYPE a SYSTEM 'a.dtd'><a>&x;</a>",
    "entity in an attribute": "<!DOCTYPE a SYSTEM 'a.dtd'><a b='&x;'/>",
    "undeclared entity": "<a>&x;</a>",
    "nested 10,000 deep": "<a>" * 10_000 + "</a>" * 10_000,
    "nested and open": "<a>" * 10_000,
    "large text": f"<a>{'x' * 11_000_000}</a>",
    "many attributes twice": "<a b='1' b='2'/>",
    "cut off": "<graphml><graph",
    "two roots": "<a/><b/>",
    "text only": "abc",
    "control character": "<a>\x01</a>",
    "reference to a control character": "<a>&#1;</a>",
    "surrogate by reference": "<a>&#xD800;</a>",
    "empty": "",
    "another encoding": '<?xml version="1.0" encoding="ISO-8859-1"?><a>\u00e4</a>',
    "namespace without declaration": "<x:a/>",
    "stylesheet": '<?xml-stylesheet href="file:///etc/passwd"?>',
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=list(HOSTILE))
def test_hostile_documents_are_refused(reader: Callable[[bytes, str], object], text: str) -> None:
    with pytest.raises(InputError) as caught:
        reader(text.encode(), "h.xml")
    assert caught.value.span
    assert caught.value.span.file == "h.xml"
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "data",
    [
        "<a/>".encode("utf-16"),
        '<?xml version="1.0" encoding="UTF-16"?><a/>'.encode("utf-16-le"),
        "<a/>".encode("utf-32"),
        b"\xff",
        b"\x00",
        b"<a>\xe4</a>",
        b"<a>\xed\xa0\x80</a>",
        bytes(range(256)),
        b"+ADw-a/+AD4-",
    ],
)
def test_bytes_that_are_no_utf_8_xml_are_refused(reader: Callable[[bytes, str], object], data: bytes) -> None:
    with pytest.raises(InputError):
        reader(data, "h.xml")


def test_errors_of_syntax_have_their_place() -> None:
    with pytest.raises(InputError, match="not well-formed XML") as caught:
        parsed(b"<a>\n\n  <b></a>", "h.xml")
    assert caught.value.span
    assert caught.value.span.line == 3


def test_bytes_that_are_no_text_have_their_line() -> None:
    with pytest.raises(InputError) as caught:
        parsed(b"<a>\n\xff</a>", "h.xml")
    assert caught.value.span == Span("h.xml", 2)


@pytest.mark.parametrize("reader", [parsed, read_condition, read_witness, read_test_case])
def test_size_is_limited(reader: Callable[..., object]) -> None:
    with pytest.raises(InputError, match="the file has 101 bytes, and files of this kind are read up to 100"):
        reader(b"<a/>".ljust(101), "h.xml", limit=100)


@pytest.mark.parametrize(
    "text",
    [
        "<a/>",
        "\ufeff<a/>",
        "<?xml version='1.0' encoding='us-ascii'?><a/>",
        "<!DOCTYPE a><a/>",
        "<!DOCTYPE a SYSTEM 'x'\n><a/>",
        "<!DOCTYPE a PUBLIC \"+//x\" '[y'><a/>",
        "<!-- <!DOCTYPE a> --><a/>",
        "<a>" * 200 + "</a>" * 200,
    ],
)
def test_ordinary_documents_are_read(text: str) -> None:
    assert parsed(text.encode(), "h.xml").tag == "a"


@given(text=strategies.any_text)
def test_every_text_survives_xml(text: str) -> None:
    element = etree.Element("a", {"b": legal(text)})
    element.text = legal(text)
    read = parsed(etree.tostring(element, encoding="utf-8"), "h.xml")
    assert original(read.text or "") == original(read.get("b", "")) == text


@example([["a\u0085b\u2028c"]], "a\u2028b")
@given(st.lists(st.lists(strategies.any_text, max_size=3), max_size=3), strategies.any_text)
def test_what_is_written_in_parts_is_what_is_written_at_once(suites: list[list[str]], text: str) -> None:
    """Elements in large elements in a large element; texts are in attributes, and in what has no elements."""

    def case(value: str) -> etree._Element:
        found = etree.Element("case", {"name": legal(value)})
        etree.SubElement(found, "column", {"value": legal(value)})
        etree.SubElement(found, "output").text = legal(value)
        return found

    whole = etree.Element("suites", {"name": legal(text)})
    for values in suites:
        etree.SubElement(whole, "suite", {"name": legal(text)}).extend(map(case, values))
    parts = (Large("suite", {"name": legal(text)}, map(case, values)) for values in suites)
    in_parts = written_in_parts(Large("suites", {"name": legal(text)}, parts), "<!DOCTYPE suites>")
    assert b"".join(in_parts) == written(whole, "<!DOCTYPE suites>")


@given(text=strategies.any_text)
def test_texts_that_xml_can_carry_are_not_escaped(text: str) -> None:
    harmless = legal(text).replace("\u241b", "")
    assert legal(harmless) == original(harmless) == harmless


@pytest.fixture
def address(requests: list[str]) -> Iterator[str]:
    """A web server on this machine that notes every request."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            requests.append(self.path)
            self.send_error(404)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def requests() -> list[str]:
    return []


@pytest.mark.parametrize("reader", READERS)
def test_the_network_is_left_alone(reader: Callable[[bytes, str], object], address: str, requests: list[str]) -> None:
    identifier = f'<!DOCTYPE testcase PUBLIC "x" "{address}/x.dtd">'
    includes = f'<testcase xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="{address}/x"/></testcase>'
    schema = f'<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="{address} {address}/x"/>'
    for text in (identifier + "<testcase/>", identifier + "<testcase>&x;</testcase>", includes, schema):
        read_quietly(reader, text.encode(), "h.xml")
        read_quietly(reader, text.encode(), f"{address}/name.xml")
    assert requests == []


@pytest.mark.parametrize("reader", READERS)
def test_the_file_system_is_left_alone(reader: Callable[[bytes, str], object], tmp_path: Path) -> None:
    dtd = tmp_path / "x.dtd"
    dtd.write_text("<!ENTITY x '42'><!ATTLIST testcase coversError CDATA 'true'>")
    text = f'<!DOCTYPE testcase SYSTEM "{dtd.as_uri()}"><testcase><input>%s</input></testcase>'
    opened = OPENED.copy()
    assert not read_test_case((text % "1").encode(), "h.xml").covers_error
    read_quietly(reader, (text % "1").encode(), str(dtd))
    with pytest.raises(InputError):
        reader((text % "&x;").encode(), str(dtd))
    assert opened == OPENED


def read_quietly(reader: Callable[[bytes, str], object], data: bytes, name: str) -> None:
    try:
        reader(data, name)
    except InputError:
        return


OPENED: list[str] = []


def _note(event: str, arguments: tuple[object, ...]) -> None:
    if event in ("open", "socket.connect", "os.listdir", "subprocess.Popen"):
        OPENED.append(f"{event} {arguments[0]!r}")


sys.addaudithook(_note)
