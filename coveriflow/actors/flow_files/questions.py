"""Questions as a flow file has them: ``verdict is unknown``, ``loops > 0 and floats = 0``, ``coverage is complete``,
``condition has at most 300 states``, ``time left is at least 20 s``, ``module:NAME``.
"""

from __future__ import annotations

import re
import sys

from coveriflow.actors.questions import (
    COVERED,
    NOT_COVERED,
    ConditionHas,
    CoverageIs,
    FeatureIs,
    FeaturesAre,
    Question,
    TimeLeft,
    VerdictIs,
)
from coveriflow.actors.user_modules import NotLoaded, loaded
from coveriflow.artifacts.permissions import Code, refusal
from coveriflow.artifacts.verdicts import Verdict

_VERDICTS = "|".join(verdict.value for verdict in Verdict)
_ANSWER = re.compile(rf"verdict is ((?:{_VERDICTS})(?: or (?:{_VERDICTS}))*)")
_FEATURE = re.compile(r"([a-z]+) *(<=|>=|<|>|=) *(\d{1,12})")
_CONDITION = re.compile(r"condition has at most (\d{1,12}) states")
_TIME = re.compile(r"time left is at least (\d{1,9}(?:\.\d{1,9})?) s")
_OWN = re.compile(r"([A-Za-z_][\w.]*):([A-Za-z_]\w*)")


def question_text(question: Question) -> str:
    """The text of ``question``; ``ValueError`` for one of the user's that no module has a name for."""
    if isinstance(question, VerdictIs | FeaturesAre | CoverageIs | ConditionHas | TimeLeft):
        return str(question)
    module = type(question).__module__
    for name, value in vars(sys.modules[module]).items():
        if value == question:
            return f"{module}:{name}"
    raise ValueError(f"the question '{question}' has no name in {module}, so that it cannot be written")


def question_of(text: str, code: Code = Code.REFUSED) -> Question:
    """The question that ``text`` is; ``ValueError`` with a sentence for what is none, or is refused ``code``."""
    if match := _ANSWER.fullmatch(text):
        return VerdictIs(tuple(Verdict(word) for word in match[1].split(" or ")))
    if text in map(str, (COVERED, NOT_COVERED)):
        return COVERED if text == str(COVERED) else NOT_COVERED
    if match := _CONDITION.fullmatch(text):
        return ConditionHas(int(match[1]))
    if match := _TIME.fullmatch(text):
        return TimeLeft(float(match[1]))
    if match := _OWN.fullmatch(text):
        return _own(match[1], match[2], code)
    found = [_FEATURE.fullmatch(part.strip()) for part in text.split(" and ")]
    if not all(found):
        raise ValueError(
            f"'{text}' is no question: 'verdict is unknown', 'loops > 0 and floats = 0' and 'module:NAME' are"
        )
    return FeaturesAre(tuple(FeatureIs(part[1], part[2], int(part[3])) for part in found if part))


def _own(module: str, name: str, code: Code) -> Question:
    if code is Code.REFUSED:
        raise ValueError(refusal(f"the question {module}:{name} of a module of Python"))
    try:
        question = getattr(loaded(module), name)
    except (NotLoaded, AttributeError) as error:
        raise ValueError(f"there is no question {module}:{name}: {error}") from None
    if not callable(getattr(question, "holds", None)):
        raise ValueError(f"{module}:{name} is no question: it has no method 'holds'")
    return question  # type: ignore[no-any-return]
