"""The store on disk against a model of it; many writers, some of which are killed; folders that cannot be trusted."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import OrderedDict
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.execution.store.contracts import About, Entry, Pruned
from coveriflow.execution.store.files import FileStore, _written
from coveriflow.program.errors import InputError

SHELF = 4000
KEYS = [f"{shelf:x}{number:063x}" for shelf in (0, 7) for number in range(6)]
keys = st.sampled_from(KEYS)
amounts = st.floats(0, 1e6)
limits = st.builds(Limits, st.none() | amounts, st.none() | amounts, st.none() | st.integers(0, 1 << 40))
abouts = st.builds(
    About,
    st.text(max_size=20),
    st.text(max_size=20),
    st.sampled_from(["", "true", "false", "unknown"]),
    amounts,
    st.none() | limits,
    st.builds(Resources, amounts, amounts, st.integers(0, 1 << 40)),
    st.lists(st.text(max_size=20), max_size=3).map(tuple),
    st.booleans(),
)
entries = st.builds(Entry, abouts, st.integers(0, 3 * SHELF // 2).map(os.urandom))


class Killed(BaseException):
    """The process ends here."""


class StoreMachine(RuleBasedStateMachine):
    """What is there, by shelf, what was used least recently first."""

    def __init__(self) -> None:
        super().__init__()
        self.temporary = tempfile.TemporaryDirectory()
        self.store = FileStore(Path(self.temporary.name, "cache"), 16 * SHELF).opened()
        self.shelves: dict[str, OrderedDict[str, tuple[Entry, int]]] = {"0": OrderedDict(), "7": OrderedDict()}
        self.leftovers = 0

    def teardown(self) -> None:
        self.temporary.cleanup()

    @property
    def model(self) -> dict[str, tuple[Entry, int]]:
        return {key: each for shelf in self.shelves.values() for key, each in shelf.items()}

    def path(self, key: str) -> Path:
        return self.store.place / key[0] / key

    @rule(key=keys, entry=entries)
    def put(self, key: str, entry: Entry) -> None:
        self.store.put(key, entry)
        if (size := len(_written(entry, key, b""))) <= SHELF:
            shelf = self.shelves[key[0]]
            shelf[key] = (entry, size)
            shelf.move_to_end(key)
            while sum(size for _, size in shelf.values()) > SHELF:
                shelf.popitem(last=False)

    @rule(key=keys)
    def get(self, key: str) -> None:
        expected = self.model.get(key)
        assert self.store.get(key) == (expected[0] if expected else None)
        if expected:
            self.shelves[key[0]].move_to_end(key)

    @rule(key=keys, entry=entries, when=st.sampled_from(["write", "partly", "rename"]))
    def killed_while_it_puts(self, key: str, entry: Entry, when: str) -> None:
        def write(path: Path, data: bytes) -> int:
            with path.open("wb") as file:
                file.write(data[: {"write": 0, "partly": len(data) // 2, "rename": len(data)}[when]])
            if when != "rename":
                raise Killed
            return len(data)

        def rename(*_: object) -> None:
            raise Killed

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Path, "write_bytes", write)
            patch.setattr(Path, "replace", rename)
            try:
                self.store.put(key, entry)
            except Killed:
                self.leftovers += len(_written(entry, key, b"")) <= SHELF

    @precondition(lambda self: self.model)
    @rule(data=st.data())
    def damage(self, data: st.DataObject) -> None:
        key = data.draw(st.sampled_from(sorted(self.model)))
        content = bytearray(self.path(key).read_bytes())
        place = data.draw(st.integers(0, len(content) - 1))
        if data.draw(st.booleans()):
            content[place] ^= data.draw(st.integers(1, 255))
        else:
            del content[place:]
        self.path(key).write_bytes(content)
        del self.shelves[key[0]][key]
        assert self.store.get(key) is None
        self.store.prune()
        self.leftovers_stay()
        assert not self.path(key).exists()

    @rule()
    def prune_all(self) -> None:
        sizes = [size for _, size in self.model.values()]
        assert self.store.prune(size=0) == Pruned(len(sizes), sum(sizes), 0, 0)
        for shelf in self.shelves.values():
            shelf.clear()

    @rule(size=st.integers(0, 2 * SHELF))
    def prune_to_size(self, size: int) -> None:
        done = self.store.prune(size=size)
        assert done.left_bytes <= size
        for key in [key for key in self.model if not self.path(key).exists()]:
            del self.shelves[key[0]][key]
        assert done.left == len(self.model)

    @rule()
    def prune_what_was_left(self) -> None:
        for path in (self.store.place / "new").iterdir():
            os.utime(path, (0, 0))
        self.store.prune()
        self.leftovers = 0

    @invariant()
    def is_listed_and_bounded(self) -> None:
        listed = {each.key: (each.about, each.size) for each in self.store.listed()}
        assert listed == {key: (entry.about, size) for key, (entry, size) in self.model.items()}
        assert all(self.store.about(key) == entry.about for key, (entry, _) in self.model.items())
        assert all(sum(size for _, size in shelf.values()) <= SHELF for shelf in self.shelves.values())

    @invariant()
    def leftovers_stay(self) -> None:
        assert len(list((self.store.place / "new").iterdir())) == self.leftovers


TestStoreMachine = StoreMachine.TestCase
TestStoreMachine.settings = settings(max_examples=20, stateful_step_count=12, deadline=None)

WRITERS = """
import os, random, signal, sys, threading, time
sys.path[:] = sys.argv[2:]
from pathlib import Path
from coveriflow.artifacts.resources import Resources
from coveriflow.execution.store.contracts import About, Entry
from coveriflow.execution.store.files import FileStore

store = FileStore(Path(sys.argv[1]), 1 << 20)
keys = [f"{n:x}" * 64 for n in range(3)]
about = About("value", "a.c", "true", 0.0, None, Resources())

def puts(seed):
    chance = random.Random(seed)
    for _ in range(60):
        key = chance.choice(keys)
        store.put(key, Entry(about, (key + chance.choice("xyz") * chance.randrange(1, 30000)).encode()))
        found = store.get(chance.choice(keys))
        if chance.random() < 0.02:
            store.prune(size=1000)
        if found is not None and not good(found):
            os._exit(1)

def good(entry):
    key, rest = entry.content[:64].decode(), entry.content[64:]
    return key in keys and len(set(rest)) == 1

children = []
for number in range(6):
    if not (pid := os.fork()):
        store.opened()
        threads = [threading.Thread(target=puts, args=(10 * number + n,)) for n in range(3)]
        [thread.start() for thread in threads]
        [thread.join() for thread in threads]
        os._exit(0)
    children.append(pid)
time.sleep(0.1)
for pid in children[:3]:
    os.kill(pid, signal.SIGKILL)
ends = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children]
assert ends[3:] == [0, 0, 0], ends
assert all(good(found) for key in keys if (found := store.get(key)))
assert all(each.about == about for each in store.listed())
"""


def test_many_writers_some_of_which_are_killed(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", WRITERS, str(tmp_path / "cache"), *sys.path], check=True)
    store = FileStore(tmp_path / "cache")
    for path in (store.place / "new").iterdir():
        os.utime(path, (0, 0))
    done = store.prune()
    assert done.removed == 0, "an entry that is in place is whole"
    assert not list((store.place / "new").iterdir())


def test_what_a_writer_may_still_write_is_left_alone(tmp_path: Path) -> None:
    store = FileStore(tmp_path).opened()
    fresh = store.place / "new" / "1-ab"
    fresh.write_bytes(b"")
    store.prune(older=0.0, size=0)
    assert fresh.exists()


def test_what_was_not_used_for_long_goes(tmp_path: Path) -> None:
    store = FileStore(tmp_path).opened()
    entry = Entry(About("value", "a.c", "true", 0.0, None, Resources()), b"content")
    for key in KEYS[:2]:
        store.put(key, entry)
    os.utime(store.place / KEYS[0][0] / KEYS[0], (0, time.time() - 100))
    assert store.prune(older=50.0).removed == 1
    assert store.get(KEYS[0]) is None
    assert store.get(KEYS[1]) == entry


def test_an_entry_under_another_name_is_not_there(tmp_path: Path) -> None:
    store = FileStore(tmp_path).opened()
    store.put(KEYS[0], Entry(About("value", "a.c", "true", 0.0, None, Resources()), b"content"))
    (store.place / KEYS[0][0] / KEYS[0]).rename(store.place / KEYS[1][0] / KEYS[1])
    assert store.get(KEYS[1]) is None
    assert store.about(KEYS[1]) is None


@pytest.mark.timeout(30)
def test_what_is_no_file_is_no_entry(tmp_path: Path) -> None:
    store = FileStore(tmp_path).opened()
    os.mkfifo(store.place / "0" / "pipe")
    assert list(store.listed()) == []
    assert store.prune().left == 0


def test_the_folder_is_the_user_s_alone(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "a" / "cache").opened()
    assert store.place.stat().st_mode & 0o777 == 0o700
    assert store.opened() == store


@pytest.mark.parametrize("way", ["opened", "is_there"])
def test_a_folder_where_others_write_is_refused(tmp_path: Path, way: str) -> None:
    store = FileStore(tmp_path).opened()
    store.place.chmod(0o770)
    with pytest.raises(InputError, match="other users can write there"):
        getattr(store, way)()


@pytest.mark.parametrize("way", ["opened", "is_there"])
def test_a_folder_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    store = FileStore(tmp_path).opened()
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    with pytest.raises(InputError, match="belongs to another user"):
        getattr(store, way)()


@pytest.mark.parametrize("way", ["opened", "is_there"])
def test_a_folder_that_others_can_exchange_is_refused(tmp_path: Path, way: str) -> None:
    """Whoever may rename in a folder above can put another store there; where owners alone may, as in /tmp, not."""
    above = tmp_path / "above"
    store = FileStore(above / "cache").opened()
    for mode, refused in ((0o777, True), (0o775, True), (0o1777, False), (0o755, False)):
        above.chmod(mode)
        if refused:
            with pytest.raises(InputError, match="other users can replace"):
                getattr(store, way)()
        else:
            getattr(store, way)()


def test_only_who_has_the_key_writes_entries(tmp_path: Path) -> None:
    """An entry of another store, or one whose plain digest is right, is none; the key is the user's alone."""
    store, other = FileStore(tmp_path / "a").opened(), FileStore(tmp_path / "b").opened()
    key, entry = "0" * 64, Entry(About("value", "a.c", "true", 0.0, None, Resources()), b"content")
    other.put(key, entry)
    assert other.get(key) == entry
    (store.place / "0" / key).write_bytes((other.place / "0" / key).read_bytes())
    assert store.get(key) is None
    (store.place / "0" / key).write_bytes(_written(entry, key, b""))
    assert store.get(key) is None
    secret = store.place / "key"
    assert secret.stat().st_mode & 0o777 == 0o600
    secret.chmod(0o640)
    with pytest.raises(InputError, match="others can read the key"):
        store.opened()


def test_a_link_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    elsewhere = FileStore(tmp_path / "elsewhere").opened()
    (tmp_path / "cache").mkdir()
    store = FileStore(tmp_path / "cache")
    store.place.symlink_to(elsewhere.place)
    with pytest.raises(InputError, match="no folder"):
        store.opened()


def test_no_store_and_no_room(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    store = FileStore(tmp_path / "file" / "cache")
    assert store.get(KEYS[0]) is None
    store.put(KEYS[0], Entry(About("value", "a.c", "true", 0.0, None, Resources()), b"content"))
    with pytest.raises(InputError, match="results cannot be stored in"):
        store.opened()
    assert not FileStore(tmp_path / "nowhere").is_there()
