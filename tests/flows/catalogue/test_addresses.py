"""Files become links where ``coveriflow serve`` has them, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.flows.catalogue.addresses import SERVE_FOLDER, SERVE_URL, address_of, served_host


def test_a_served_file_has_an_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SERVE_FOLDER, raising=False)
    monkeypatch.delenv(SERVE_URL, raising=False)
    monkeypatch.chdir(tmp_path)
    assert address_of(Path("runs/a.c")) == ""
    monkeypatch.setenv(SERVE_URL, "https://proofs.example.org:8137/c/")
    assert address_of(Path("runs/a.c")) == "https://proofs.example.org:8137/c/runs/a.c"
    assert (
        address_of(tmp_path / "runs" / "a (1)#?%.c") == "https://proofs.example.org:8137/c/runs/a%20%281%29%23%3F%25.c"
    )
    assert address_of(tmp_path.parent / "a.c") == address_of(Path("../a.c")) == ""
    monkeypatch.setenv(SERVE_FOLDER, str(tmp_path / "runs"))
    assert address_of(Path("runs/a.c")) == "https://proofs.example.org:8137/c/a.c"
    assert address_of(Path("other/a.c")) == ""
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "out.c").symlink_to("../other.c")
    assert address_of(Path("runs/out.c")) == ""  # it is not served either


@pytest.mark.parametrize(
    "url",
    [
        "",
        "proofs.example.org",
        "file:///etc",
        "javascript:alert(1)",
        "http://[",
        "http://a/)b",
        "http://a b",
        "http://a/?x",
    ],
)
def test_what_is_no_address_of_a_server_makes_no_links(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SERVE_URL, url)
    assert served_host(url) == ""
    assert address_of(Path("a.c")) == ""
