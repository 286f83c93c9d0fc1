"""What the user did wrong gets one clear error with its place, exit code 2, and leaves nothing behind."""

from __future__ import annotations

import os
import random
import string
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.helpers import COMMAND, PATIENCE, SAFE, coveriflow, environment

YML = 'format_version: "2.0"\ninput_files: "{file}"\nproperties:\n  - property_file: "{prp}"\n'
REACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
FIFTY = 50_000_000
DEPTH = 10_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the user stands; temporary files go into ``tmp`` there."""
    for name in ("user", "tmp"):
        Path(tmp_path, name).mkdir()
    texts = {
        "safe.c": SAFE,
        "safe.i": SAFE,
        "empty.c": "",
        "syntax.c": "int main(void) {\n\tint x = 4 +* ;\n}\n",
        "binary.c": "int x;\n\0\1\2",
        "include.c": '\n  #include "nothing.h"\n',
        "unknown.prp": "CHECK( init(main()), LTL(G nonsense) )\n",
        "malformed.prp": "\nhello\n",
        "open.yml": 'format_version: "2.0\n',
        "short.yml": 'format_version: "2.0"\n',
        "program.yml": YML.format(file="nothing.c", prp="reach.prp"),
        "property.yml": YML.format(file="safe.c", prp="nothing.prp"),
        "wildcard.yml": YML.format(file="nothing*.c", prp="reach.prp"),
        "reach.prp": REACH,
    }
    for name, text in texts.items():
        Path(tmp_path, "user", name).write_text(text)
    Path(tmp_path, "user", "folder.c").mkdir()
    Path(tmp_path, "user", "taken", "result.json").mkdir(parents=True)
    return tmp_path / "user"


def complaint(folder: Path, *arguments: str) -> list[str]:
    """The lines of the one error; nothing else was said, nothing was left."""
    before = sorted(folder.rglob("*"))
    done = coveriflow("verify", *arguments, cwd=folder, status=2, TMPDIR=str(folder.parent / "tmp"))
    assert done.stdout == ""
    assert done.stderr.count("error: ") == 1
    assert sorted(folder.rglob("*")) == before
    assert not list(Path(folder.parent, "tmp").iterdir())
    return done.stderr.splitlines()


@pytest.mark.parametrize(
    ("arguments", "message", "place"),
    [
        ("nothing.c", "no such file or directory", "nothing.c"),
        ("safe.c nothing.c", "no such file or directory", "nothing.c"),
        ("folder.c", "this is a folder, not a file", "folder.c"),
        ("safe.c/x.c", "not a directory", "safe.c/x.c"),
        ("safe.c --spec nothing.prp", "no such file or directory", "nothing.prp"),
        ("safe.c --spec unknown.prp", "unknown property 'CHECK( init(main()), LTL(G nonsense) )'", "unknown.prp:1"),
        ("safe.c --spec malformed.prp", "unknown property 'hello'", "malformed.prp:2"),
        ("open.yml", "not YAML: found unexpected end of stream", "open.yml:2"),
        ("short.yml", "'input_files' is missing", "short.yml"),
        ("program.yml", "no such file, though program.yml names it", "nothing.c"),
        ("property.yml", "no such file, though property.yml names it", "nothing.prp"),
        ("wildcard.yml", "no file matches 'nothing*.c'", "wildcard.yml"),
        ("property.yml safe.c", "a task definition names its program itself: give no other files", "property.yml"),
        ("safe.c -I nothing", "-I needs a folder, and this is none", "nothing"),
        ("safe.i -D X", "-D and -I have no effect on a program that is preprocessed already (.i)", "safe.i"),
        ("safe.c --out reach.prp", "the evidence cannot be written here: this is not a folder", "reach.prp"),
        ("safe.c --out taken", "the evidence cannot be written here: Is a directory", "taken/result.json"),
        ("safe.c --out reach.prp/x", "the evidence cannot be written here: this is not a folder", "reach.prp"),
        ("binary.c", "this is not a C text (it holds binary data)", "binary.c:2"),
        ("syntax.c", "syntax error", "syntax.c:2"),
        ("empty.c", "the program has no function 'main'", "empty.c"),
        ("safe.c --condition safe.c", "this is no condition: neither GraphML", "safe.c"),
        ("safe.c empty.c safe.c", "this file is given twice", "safe.c"),
    ],
)
def test_one_clear_error(folder: Path, arguments: str, message: str, place: str) -> None:
    first, second, *_ = complaint(folder, *arguments.split())
    assert first.startswith(f"error: {message}")
    assert second.strip().removeprefix("--> ").removeprefix(f"{folder}/").startswith(place)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("safe.c --flow cmx", "there is no flow 'cmx': did you mean 'cmc'?"),
        ("safe.c --property overflow", "--property: 'overflow' is not a property: did you mean 'no-overflow'?"),
        ("safe.c --cpu soon", "--cpu: 'soon' is not a duration: write 60s, 90, 2min or 1h"),
        ("safe.c -D 3=x", "-D: '3=x' is not NAME or NAME=VALUE"),
    ],
)
def test_an_error_without_a_place(folder: Path, arguments: str, message: str) -> None:
    assert complaint(folder, *arguments.split())[0] == f"error: {message}"


def test_a_missing_include_is_shown_where_it_is_asked_for(folder: Path, compiler: str) -> None:
    assert complaint(folder, "include.c", "-D", "X=1") == [
        "error: nothing.h: No such file or directory",
        " --> include.c:2:12",
        "  |",
        '2 |   #include "nothing.h"',
        "  |            ^",
    ]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_what_may_not_be_read_or_written(folder: Path) -> None:
    Path(folder, "safe.c").chmod(0)
    Path(folder, "safe.i").chmod(0o400)
    assert complaint(folder, "safe.c")[0] == "error: permission denied"


def ascii_garbage() -> bytes:
    piece = "".join(random.Random(1).choices(string.ascii_letters + string.digits + ' ;(){}+-*/="\n', k=1_000_000))
    return (piece * (FIFTY // len(piece))).encode()


@pytest.mark.parametrize("garbage", [ascii_garbage, lambda: random.Random(1).randbytes(FIFTY), lambda: b"1" * FIFTY])
def test_fifty_megabytes_of_garbage(folder: Path, garbage: Callable[[], bytes]) -> None:
    Path(folder, "garbage.c").write_bytes(garbage())
    assert complaint(folder, "garbage.c")[1].strip().startswith("--> garbage.c")


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { return " + "(" * DEPTH + "1" + ")" * DEPTH + "; }\n",
        "int main(void) " + "{" * DEPTH + "}" * DEPTH + "\n",
        "int main(void) { " + "if (1) " * DEPTH + "; }\n",
        "int main(void) { return " + "- " * DEPTH + "1; }\n",
        "void reach_error(); int main(void) { return " + "1 ? 1 : " * DEPTH + "1; }\n",
        "(" * DEPTH,
    ],
    ids=["parentheses", "blocks", "ifs", "minus", "conditionals", "open"],
)
def test_nesting_that_is_too_deep(folder: Path, text: str) -> None:
    Path(folder, "deep.c").write_text(text)
    first, second, *_ = complaint(folder, "deep.c")
    assert "nested" in first
    assert second.strip().startswith("--> deep.c")


def test_names_that_would_steer_the_terminal_are_made_visible(folder: Path) -> None:
    name = b"bad\x1b[31m\xff.c"
    command = [*(os.fsencode(word) for word in COMMAND), b"verify", name]
    done = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, check=False, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stderr.decode() == "error: no such file or directory\n--> bad␛[31m<FF>.c\n"


@pytest.mark.parametrize("file", ["/dev/zero", "/dev/null"])
def test_devices_are_no_programs(folder: Path, file: str) -> None:
    complaint(folder, file)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("words", ["verify safe.c", "verify safe.c --json", "flows"])
def test_a_full_device_is_no_defect(folder: Path, words: str) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, *words.split()],
            cwd=folder,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    has_verdict = words.startswith("verify")  # which stands, and is on stderr then
    assert done.returncode == (0 if has_verdict else 2)
    said = "; the result is: true" if has_verdict else ""
    assert done.stderr == f"error: the output cannot be written: No space left on device{said}\n"


def test_a_name_that_is_not_utf_8(folder: Path) -> None:
    """The bytes of the name are kept, and shown; what is written can be read again."""
    name = os.fsdecode(b"\xff\xfe=.c")
    Path(folder, name).write_text("extern void reach_error(void);\nint main(void) { reach_error(); }\n")
    out = os.fsdecode(b"o\xff")
    done = coveriflow("verify", name, "--flow", "bmc", "--out", out, cwd=folder, status=10)
    assert "  task          <FF><FE>=.c\n" in done.stdout
    coveriflow("validate", f"{out}/witness.yml", name, cwd=folder, status=0)


LACKS = {
    "memory": ("MemoryError()", "the machine has no memory left"),
    "threads": ('RuntimeError("can\'t start new thread")', "the machine has no process left"),
    "processes": ("OSError(errno.EAGAIN, 'again')", "the machine has no process left"),
    "descriptors": ("OSError(errno.EMFILE, 'too many')", "no more files may be open"),
}


@pytest.mark.parametrize("what", LACKS)
def test_what_the_machine_lacks_is_no_defect_of_ours(what: str) -> None:
    raised, told = LACKS[what]
    text = f"""import errno, sys
from coveriflow.cli.errors import guarded
def fails(log): raise {raised}
sys.exit(guarded(fails))"""
    done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, env=environment())
    assert done.returncode == 3
    assert told in done.stderr
    assert "defect" not in done.stderr
