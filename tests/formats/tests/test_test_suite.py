from __future__ import annotations

import io
import struct
import warnings
import zipfile
from cProfile import Profile

import pytest
from hypothesis import given, settings
from lxml import etree

from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.test_suites import TestCase, TestInput, TestSuite
from coveriflow.formats.tests.test_suite import read_test_case, read_test_suite, write_test_case, write_test_suite
from coveriflow.formats.tests.test_suite_zip import read_test_suite_zip, write_test_suite_zip
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel
from tests.formats import strategies

SUITE = TestSuite(
    cases=(TestCase((TestInput(42, "int", "x"), TestInput(-1)), covers_error=True), TestCase(())),
    program_file="a.c",
    program_hash="0123456789abcdef" * 4,
)
DECLARATION = b'<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
METADATA_DOCTYPE = (
    b'<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" '
    b'"https://sosy-lab.org/test-format/test-metadata-1.1.dtd">'
)
CASE_DOCTYPE = (
    b'<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" '
    b'"https://sosy-lab.org/test-format/testcase-1.1.dtd">'
)
METADATA_DTD = etree.DTD(
    io.StringIO(
        "<!ELEMENT test-metadata (sourcecodelang, producer, specification, programfile, programhash, entryfunction,"
        " architecture, inputtestsuitefile*, inputtestsuitehash*, creationtime)>"
        + "".join(
            f"<!ELEMENT {tag} (#PCDATA)>"
            for tag in (
                "sourcecodelang producer specification programfile programhash entryfunction architecture"
                " inputtestsuitefile inputtestsuitehash creationtime"
            ).split()
        )
    )
)
CASE_DTD = etree.DTD(
    io.StringIO(
        "<!ELEMENT testcase (input*)><!ATTLIST testcase coversError (true|false) 'false'>"
        "<!ELEMENT input (#PCDATA)><!ATTLIST input type CDATA '' variable CDATA ''>"
    )
)


@settings(max_examples=40, deadline=None)
@given(suite=strategies.suites)
def test_written_files_have_the_shape_of_the_dtds(suite: TestSuite) -> None:
    files = write_test_suite(suite)
    assert list(files) == ["metadata.xml", *(f"testcase-{n}.xml" for n in range(1, len(suite.cases) + 1))]
    for name, content in files.items():
        metadata = name == "metadata.xml"
        assert content.split(b"\n")[:2] == [DECLARATION, METADATA_DOCTYPE if metadata else CASE_DOCTYPE]
        dtd = METADATA_DTD if metadata else CASE_DTD
        root = etree.fromstring(content)
        assert dtd.validate(root), dtd.error_log
        assert all(each.text for each in root.iter("input"))


def test_a_case_as_it_is_written() -> None:
    inputs = b'  <input type="int" variable="x">42</input>\n  <input>-1</input>\n'
    body = b'<testcase coversError="true">\n' + inputs + b"</testcase>\n"
    assert write_test_case(SUITE.cases[0]) == DECLARATION + b"\n" + CASE_DOCTYPE + b"\n" + body


def case_with(value: str) -> bytes:
    start = "<?xml version='1.0'?>\n<!DOCTYPE testcase SYSTEM 'x.dtd'>\n"
    return f"{start}<testcase><input>{value}</input></testcase>".encode()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0), ("-0", 0), ("42", 42), (" 42\n", 42), ("+7", 7), ("-7", -7), ("42u", 42), ("42UL", 42),
        ("-42ll", -42),
        ("18446744073709551615ull", 2**64 - 1), ("-170141183460469231731687303715884105728", -(2**127)),
        ("0x1F", 31), ("-0XffU", -255), ("0x7f", 127), ("010", 8), ("-017", -15), ("00", 0), ("0b101", 5),
        ("'a'", 97), ("' '", 32), ("'\\n'", 10), ("'\\0'", 0), ("'\\''", 39), ("'\\\\'", 92), ("'\"'", 34),
        ("'\\x41'", 65), ("'\\xff'", -1), ("'\\200'", -128), ("-'a'", -97),
    ],
)  # fmt: skip
def test_values_of_inputs(text: str, value: int) -> None:
    assert read_test_case(case_with(text), "t.xml").inputs == (TestInput(value),)


@pytest.mark.parametrize("text", ["1.0", "1.", ".5", "1e3", "1.5f", "3f", "-0x1.8p3", "inf", "-INF", "nan", "1E-3L"])
def test_floating_point_values_are_refused_by_name(text: str) -> None:
    with pytest.raises(InputError, match=r"a floating input needs the type.* \(t\.xml, line 3\)"):
        read_test_case(case_with(text), "t.xml")


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "x", "1 2", "0x", "08", "0b2", "1uuuu", "--1", "''", "'ab'", "'\\x'", "'\\777'", "\u0661", "9" * 5000,
        "1_0", "true", "e", ".", "f", "'\u00e4'", "L'a'",
    ],
)  # fmt: skip
def test_what_is_no_value_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="line 3"):
        read_test_case(case_with(text), "t.xml")


@pytest.mark.parametrize(
    "xml",
    [
        "<test-metadata/>",
        "<testcase coversError='yes'/>",
        "<testcase><output>1</output></testcase>",
        "<testcase><input>1<b/></input></testcase>",
        "<testcase xmlns='http://example.org'/>",
        "<testcase><input>&x;</input></testcase>",
        "<!DOCTYPE testcase SYSTEM 'x.dtd'><testcase><input>&x;</input></testcase>",
    ],
)
def test_what_is_no_test_case_is_refused(xml: str) -> None:
    with pytest.raises(InputError, match="line 1"):
        read_test_case(xml.encode(), "t.xml")


def test_comments_within_a_value_do_not_cut_it() -> None:
    assert read_test_case(case_with("4<!-- no -->2"), "t.xml").inputs == (TestInput(42),)


def test_files_are_ordered_by_number_and_others_are_passed_over() -> None:
    cases = {f"t/case-{n}.xml": write_test_case(TestCase((TestInput(n),))) for n in (10, 9, 100, 1, 2)}
    files = cases | {"t/metadata.xml": write_test_suite(SUITE)["metadata.xml"], "t/readme.txt": b"\xff"}
    read = read_test_suite(files, "suite")
    assert [case.inputs[0].value for case in read.cases] == [1, 2, 9, 10, 100]


def test_metadata_is_read_whole() -> None:
    coverage = Specification((Property(PropertyKind.COVERAGE, "COVER EDGES(@DECISIONEDGE)"),), "f")
    suite = TestSuite((), "b.c", "h", coverage, DataModel.ILP32, "tool", "f", "2026-01-01 12:00:00")
    assert read_test_suite(write_test_suite(suite), "suite") == suite


@pytest.mark.parametrize(
    "tag", ["producer", "specification", "programfile", "programhash", "entryfunction", "architecture", "creationtime"]
)
def test_metadata_that_lacks_or_repeats_something_is_refused(tag: str) -> None:
    metadata = write_test_suite(SUITE)["metadata.xml"]
    for name in (b"other", tag.encode() + b"/><" + tag.encode()):
        with pytest.raises(InputError, match=rf"'{tag}' is expected once.*suite/metadata.xml"):
            read_test_suite({"metadata.xml": metadata.replace(b"<" + tag.encode(), b"<" + name).replace(
                b"</" + tag.encode(), b"</" + name.rpartition(b"<")[2])}, "suite")  # fmt: skip


@pytest.mark.parametrize("files", [{}, {"a.xml": b""}, {"a/metadata.xml": b"", "b/metadata.xml": b""}])
def test_there_is_one_metadata_file(files: dict[str, bytes]) -> None:
    with pytest.raises(InputError, match=r"files metadata\.xml"):
        read_test_suite(files, "suite")


def archive(*entries: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as target, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, content in entries:
            target.writestr(name, content)
    return buffer.getvalue()


FILES = tuple(write_test_suite(SUITE).items())


def test_zips_are_deterministic_and_read_back() -> None:
    data = write_test_suite_zip(SUITE)
    assert data == write_test_suite_zip(SUITE)
    assert read_test_suite_zip(data, "s.zip") == SUITE
    with zipfile.ZipFile(io.BytesIO(data)) as written:
        assert {entry.date_time for entry in written.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_zips_of_others_have_folders_and_compression() -> None:
    entries = [("suite/", b""), ("suite/sub/", b""), *((f"suite/{name}", content) for name, content in FILES)]
    assert read_test_suite_zip(archive(*entries), "s.zip") == SUITE


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "cannot be read"),
        (b"PK\x05\x06", "cannot be read"),
        (write_test_suite_zip(SUITE)[:-30], "cannot be read"),
        (write_test_suite_zip(SUITE).replace(b"42<", b"43<"), "cannot be read"),
        (archive(*FILES, *FILES), "same name"),
        (archive(*FILES, method=zipfile.ZIP_BZIP2), "method"),
        (archive(*FILES, method=zipfile.ZIP_LZMA), "method"),
        (archive(), "0 files"),
    ],
    ids=["empty", "end only", "cut off", "wrong checksum", "names twice", "bzip2", "lzma", "no files"],
)
def test_zips_that_are_no_suites_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_test_suite_zip(data, "s.zip")


def test_zips_have_limits() -> None:
    with pytest.raises(InputError, match="more than 2 files"):
        read_test_suite_zip(archive(*FILES), "s.zip", max_entries=2)
    with pytest.raises(InputError, match="unpacks to more than 1000000 bytes"):
        read_test_suite_zip(archive(("a.xml", b" " * 1_000_001)), "s.zip", max_bytes=1_000_000)


def test_a_zip_that_lies_about_its_size_is_not_unpacked_beyond_it() -> None:
    data = archive(("metadata.xml", b" " * 50_000_000))
    true, stated = struct.pack("<I", 50_000_000), struct.pack("<I", 10)
    with pytest.raises(InputError, match="cannot be read"):
        read_test_suite_zip(data.replace(true, stated), "s.zip", max_bytes=1000)


def test_a_zip_entry_without_a_name_is_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        entry = zipfile.ZipInfo("x")
        entry.filename = ""
        archive.writestr(entry, b"<testcase/>")
    with pytest.raises(InputError, match="has no name"):
        read_test_suite_zip(buffer.getvalue(), "suite.zip")


def test_reading_many_inputs_is_linear() -> None:
    """Ten times as many take about ten times as long, by the instructions that Python makes."""
    spent = []
    for number in (2_000, 20_000):
        data = f"<testcase>{'<input>1</input>' * number}</testcase>".encode()
        calls = Profile()
        assert len(calls.runcall(read_test_case, data, "t.xml").inputs) == number
        spent.append(sum(each.callcount for each in calls.getstats()))
    assert spent[1] < 12 * spent[0]
