"""Models of functions of ``math.h`` that take numbers apart and put them together (C11 7.12.6), bit by bit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coveriflow.program.syntax.templates import ANY

_FREXP = """TYPE frexpSUFFIX(TYPE x, int *e) {
  BITS v = {0}; v.value = x; int k = v.PART >> SHIFT & MOST;
  if (k == MOST) { int any = 0; ANY(any, "frexpSUFFIX"); *e = any; return x + x; }
  if (x == 0) { *e = 0; return x + x; }
  int lower = 0;
  if (k == 0) { v.value = x * SCALE; lower = STEP; k = v.PART >> SHIFT & MOST; }
  *e = k - lower - (BIAS - 1);
  v.PART = (WORD)((v.PART & ~((WORD)MOST << SHIFT)) | ((WORD)(BIAS - 1) << SHIFT));
  return v.value; }"""

_EXPONENT = """int __coveriflow_exponentSUFFIX(TYPE x) {
  BITS v = {0}; v.value = x; int k = v.PART >> SHIFT & MOST;
  if (k) return k - BIAS;
  v.value = x * SCALE;
  return (v.PART >> SHIFT & MOST) - STEP - BIAS; }"""

_ILOGB = """int ilogbSUFFIX(TYPE x) {
  if (x != x || x == 0) return -2147483647 - 1;
  if (x - x != 0) return 2147483647;
  return __coveriflow_exponentSUFFIX(x); }"""

_LOGB = """TYPE logbSUFFIX(TYPE x) {
  if (x != x) return x + x;
  if (x == 0) return -1 / __builtin_fabsSUFFIX(x);
  if (x - x != 0) return x * x;
  return (TYPE)__coveriflow_exponentSUFFIX(x); }"""

_SCALE = """TYPE NAMESUFFIX(TYPE x, COUNT n) {
  TYPE y = x;
  for (int i = 0; i < 2 && n > BIAS; i++) { y *= GREATEST; n -= BIAS; }
  for (int i = 0; i < 2 && n < 1 - BIAS; i++) { y *= LEAST; n += BIAS - 1 - DIGITS; }
  if (n > BIAS) n = BIAS;
  if (n < 1 - BIAS) n = 1 - BIAS;
  BITS v = {0}; v.value = 1; v.PART = (WORD)((v.PART & ~((WORD)MOST << SHIFT)) | ((WORD)(BIAS + n) << SHIFT));
  return y * v.value; }"""

_MODF = """TYPE modfSUFFIX(TYPE x, TYPE *whole) {
  *whole = __builtin_truncSUFFIX(x);
  if (x != x) return x + x;
  if (x - x != 0) return __builtin_copysignSUFFIX(0, x);
  return __builtin_copysignSUFFIX(x - *whole, x); }"""

_FDIM = """TYPE fdimSUFFIX(TYPE x, TYPE y) {
  if (x != x || y != y) return x + y;
  return x > y ? x - y : 0; }"""


@dataclass(frozen=True)
class _Format:
    """A floating type: ``bits``, a union with its exponent in ``part``, a ``word``, above ``shift`` other bits."""

    type: str
    suffix: str
    bits: str
    part: str
    word: str
    shift: int
    bias: int
    digits: int

    def of(self, template: str) -> str:
        replaced = {
            "ANY": ANY,
            "SUFFIX": self.suffix,
            "TYPE": self.type,
            "BITS": self.bits,
            "PART": self.part,
            "WORD": self.word,
            "SHIFT": str(self.shift),
            "MOST": str(2 * self.bias + 1),
            "BIAS": str(self.bias),
            "DIGITS": str(self.digits),
            "SCALE": f"0x1p{self.digits + 1}{self.suffix}",
            "STEP": str(self.digits + 1),
            "GREATEST": f"0x1p{self.bias}{self.suffix}",
            "LEAST": f"0x1p{1 - self.bias + self.digits}{self.suffix}",
        }
        for name, text in replaced.items():
            template = template.replace(name, text)
        return template


_FORMATS = (
    _Format("float", "f", "union { float value; unsigned int word; }", "word", "unsigned int", 23, 127, 24),
    _Format(
        "double", "", "union { double value; unsigned long long word; }", "word", "unsigned long long", 52, 1023, 53
    ),
    _Format(
        "long double",
        "l",
        "union { long double value; struct { unsigned long long digits; unsigned short word; } parts; }",
        "parts.word",
        "unsigned short",
        0,
        16383,
        64,
    ),
)


def _models() -> Iterator[tuple[str, str]]:
    """``STEP`` and ``MOST`` are parts of no other name."""
    templates = {"frexp": _FREXP, "ilogb": _ILOGB, "logb": _LOGB, "modf": _MODF, "fdim": _FDIM}
    for each in _FORMATS:
        for name, template in templates.items():
            yield name + each.suffix, each.of(template)
        yield "__coveriflow_exponent" + each.suffix, each.of(_EXPONENT)
        for name, count in (("ldexp", "int"), ("scalbn", "int"), ("scalbln", "long")):
            yield name + each.suffix, each.of(_SCALE.replace("NAME", name).replace("COUNT", count))


MATH = dict(_models())
"""Text by name."""
