"""What a shell offers for what is typed; bash is asked itself."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from coveriflow.cli.arguments.parser import COMMANDS
from coveriflow.cli.commands.completion import SHELLS, completion, everything

ASKING = """
source "$1"
shift
declare -A EXPECTED
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_TYPE=9
function=$(complete -p coveriflow | sed 's/.*-F \\([^ ]*\\).*/\\1/')
"$function" coveriflow "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}" 2>/dev/null
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import shtab

    place = tmp_path_factory.mktemp("completion") / "coveriflow"
    place.write_text(shtab.complete(everything(), shell="bash"))
    return place


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not here")
@pytest.mark.parametrize(
    ("words", "offered", "others"),
    [
        (["ver"], {"verify"}, {"test"}),
        (["c"], {"cache", "completion", "condition"}, {"verify"}),
        (["condition", "co"], {"compare", "convert"}, {"show"}),
        (["reduce", "--red"], {"--reducer"}, {"--bound"}),
        (["verify", "--me"], {"--memory"}, {"--cpu"}),
        (["verify", "pr"], {"prog.c"}, {"cmc"}),
        (["verify", "--flow", "portfolio-v"], {"portfolio-validated"}, {"portfolio"}),
        (["verify", "--flow", "mi"], {"mine.yml"}, {"cmc"}),
        (["test", "prog.c", "--data-model", "I"], {"ILP32"}, {"LP64"}),
        (["flows", "sh"], {"show"}, {"draw"}),
        (["flows", "show", "cmc-t"], {"cmc-three"}, {"cmc"}),
        (["actors", "show", "kind"], {"kinduction", "kinduction-given"}, {"bmc"}),
        (["cache", "prune", "--o"], {"--older"}, {"--size"}),
        (["import", "a"], {"a.cvt"}, {"prog.c"}),
        (["condition", "mi"], {"minimise"}, {"prog.c"}),
        (["reduce", "prog.c", "--cond"], {"--condition"}, {"--reducer"}),
        (["completion", "b"], {"bash"}, {"zsh"}),
    ],
)
def test_bash(tmp_path: Path, script: Path, words: list[str], offered: set[str], others: set[str]) -> None:
    for name in ("prog.c", "mine.yml", "a.cvt"):
        (tmp_path / name).touch()
    command = ["bash", "--norc", "-c", ASKING, "bash", str(script), "coveriflow", *words]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    found = set(done.stdout.split())
    assert offered <= found, done.stdout + done.stderr
    assert not others & found


@pytest.mark.parametrize("shell", SHELLS)
def test_all_commands_are_in_each_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert completion([shell]) == 0
    printed = capsys.readouterr().out
    assert all(command in printed for command in COMMANDS)
    assert "portfolio-validated" in printed
