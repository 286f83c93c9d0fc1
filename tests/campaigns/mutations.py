"""Campaigns of hostile input: files that are changed anywhere are read or refused, and within seconds."""

from __future__ import annotations

import random
import re
import time
import traceback
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel
from tests.campaigns.batches import Batch, Campaign, Problem
from tests.formats.test_laws import CODECS, SNIPPETS, read_or_refuse
from tests.places import ROOT

_SLOW = 20.0
"""Seconds of CPU time within which a text is read."""
_TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\w+|[-+*/%&|^<>=!]=|->|&&|\|\||<<|>>|\+\+|--|\S')
_WORDS = """
    int unsigned char long short float double void struct union enum static extern const volatile typedef sizeof return
    if else while for do switch case default break continue goto * & ( ) [ ] { } ; , : ? + - / % << >> < > == != = += ->
    . ... 0 1 -1 0x7fffffff 2147483648 1.5f 'a' "text" main x y p __attribute__((packed)) _Generic _Alignof typeof
    __builtin_va_arg __extension__ ({ }) __int128 _Complex inline register _Atomic _Thread_local asm malloc free
""".split()
_READ = 40
"""Files of each kind that a seed changes."""


def readers(seeds: range, folder: Path) -> Batch:
    """Files that coveriflow writes, mutated: the artifact, or ``InputError``."""
    counts, problems = Counter[str](), list[Problem]()
    for number in seeds:
        for name, codec in CODECS.items():
            tried = list[bytes]()

            @seed(number)
            @settings(max_examples=_READ, deadline=None, database=None, suppress_health_check=list(HealthCheck))
            @given(data=st.data())
            def mutated(data: st.DataObject) -> None:
                content = codec.write(data.draw(codec.artifacts))  # noqa: B023
                for _ in range(data.draw(st.integers(1, 6))):
                    start = data.draw(st.integers(0, len(content)))
                    end = data.draw(st.integers(start, min(len(content), start + 60)))
                    content = content[:start] + data.draw(st.sampled_from(SNIPPETS)) + content[end:]
                tried[:] = [content]  # noqa: B023
                read_or_refuse(codec, content)  # noqa: B023

            counts[name] += _READ
            try:
                mutated()
            except Exception:  # noqa: BLE001
                text = tried[0].decode("latin-1")
                problems.append(Problem(f"seed {number}: {name}\n{traceback.format_exc()}", {"file (latin-1)": text}))
    return Batch(counts, tuple(problems))


def texts(seeds: range, folder: Path) -> Batch:
    """Texts in C, mutated: an automaton that can be printed and run, or a refusal."""
    programs = sorted((ROOT / "tests" / "programs").rglob("*.c"))
    counts, problems = Counter[str](), list[Problem]()
    for number in seeds:
        rng = random.Random(number)
        text = mutated_text(rng.choice(programs).read_text(errors="replace"), rng)
        begun = time.process_time()
        try:
            counts[_came_to(text, rng.choice(list(DataModel)))] += 1
        except Exception:  # noqa: BLE001
            problems.append(Problem(f"seed {number}\n{traceback.format_exc()}", {"program.c": text}))
        if time.process_time() - begun > _SLOW:
            problems.append(Problem(f"seed {number}: more than {_SLOW} s", {"program.c": text}))
    return Batch(counts, tuple(problems))


def mutated_text(text: str, rng: random.Random) -> str:
    """``text`` with some tokens dropped, doubled, swapped, replaced or put in."""
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    for _ in range(rng.randint(1, 4)):
        if not tokens:
            break
        start, end = rng.choice(tokens)
        other = rng.choice(tokens)
        word = rng.choice((rng.choice(_WORDS), text[slice(*other)], text[start:end] * 2, ""))
        text = f"{text[:start]} {word} {text[end:]}"
        tokens = [match.span() for match in _TOKEN.finditer(text)]
    return text


def _came_to(text: str, model: DataModel) -> str:
    try:
        cfa = program_cfa([("program.c", text)], model)
    except InputError:
        return "refused"
    except NotSupported:
        return "not supported"
    execution = Interpreter(cfa, keep_trace=False).run(lambda _: 1, 10_000)
    try:
        again = printed(cfa).text
    except NotSupported:
        return execution.end.name.lower()
    program_cfa([("printed.c", again)], model)
    return execution.end.name.lower()


CAMPAIGNS = (
    Campaign("readers", "mutated files of all formats", readers, 5),
    Campaign("texts", "mutated programs in C", texts, 200, 20),
)
