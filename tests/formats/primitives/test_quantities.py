from __future__ import annotations

import pytest

from coveriflow.formats.primitives.quantities import seconds, size


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("90", 90.0),
        ("60s", 60.0),
        ("60 s", 60.0),
        ("2min", 120.0),
        ("2m", 120.0),
        ("1h", 3600.0),
        ("1h30min", 5400.0),
        ("0.5h", 1800.0),
        (".5s", 0.5),
        ("1500ms", 1.5),
        ("1d", 86400.0),
        ("10S", 10.0),
    ],
)
def test_durations(text: str, expected: float) -> None:
    assert seconds(text) == pytest.approx(expected)


@pytest.mark.parametrize(
    "text",
    ["", " ", "0", "0s", "-1", "-5s", "s", "1x", "5 bananas", "1e5", "nan", "inf", "1,5s", "10GB", "1s;", "9" * 40],
)
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(ValueError, match="is not a duration: write 60s, 90, 2min or 1h"):
        seconds(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4GB", 4 * 10**9),
        ("4G", 4 * 10**9),
        ("4gb", 4 * 10**9),
        ("512MiB", 512 << 20),
        ("800MB", 800 * 10**6),
        ("800 MB", 800 * 10**6),
        ("1.5GiB", 3 << 29),
        ("64kB", 64000),
        ("1TB", 10**12),
        ("100B", 100),
    ],
)
def test_sizes(text: str, expected: int) -> None:
    assert size(text) == expected


@pytest.mark.parametrize("text", ["", "0GB", "4", "4 apples", "-4GB", "4GBB", "1s", "9999999TB", "4GB 5"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match="is not a size: write 4GB, 512MiB or 800MB"):
        size(text)


def test_sizes_are_exact() -> None:
    assert size("9007199254740993B") == (1 << 53) + 1
