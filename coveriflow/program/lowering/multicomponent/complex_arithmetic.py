"""Multiplication and division of complex numbers as C text, in the place of the operator.

The results are those of gcc's run-time library (C11 G.5.1): the usual formulas, computed again where a NaN hides an
infinity. Division of ``float`` has the denominator in a wider type; other types divide as Smith does, with scaling
(Baudin and Smith, "A Robust Complex Division in Scilab", 2012). On i386 that library computes with the x87's registers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from coveriflow.program.cfa.edges import Assign
from coveriflow.program.declarations.scopes import ObjectSymbol, Scope
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Expression
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.expressions import effect
from coveriflow.program.syntax.templates import Copy, Expansion, function
from coveriflow.program.types.c_types import DOUBLE, FLOAT, Floating, Integer, Rank, Scalar, long_double_type
from coveriflow.program.types.data_model import DataModel

MULTIPLICATION = """
  TYPE ac = (TYPE)((WIDE)a * c), bd = (TYPE)((WIDE)b * d), ad = (TYPE)((WIDE)a * d), bc = (TYPE)((WIDE)b * c);
  x = (TYPE)((WIDE)ac - bd); y = (TYPE)((WIDE)ad + bc);
  if (x != x && y != y) {
    TYPE p = a, q = b, r = c, s = d; _Bool again = 0;
    if (INFINITE(p) || INFINITE(q)) {
      p = INFINITE(p) ? p > 0 ? 1 : -1 : 0; q = INFINITE(q) ? q > 0 ? 1 : -1 : 0;
      r = r != r ? 0 : r; s = s != s ? 0 : s; again = 1;
    }
    if (INFINITE(r) || INFINITE(s)) {
      r = INFINITE(r) ? r > 0 ? 1 : -1 : 0; s = INFINITE(s) ? s > 0 ? 1 : -1 : 0;
      p = p != p ? 0 : p; q = q != q ? 0 : q; again = 1;
    }
    if (!again && (INFINITE(ac) || INFINITE(bd) || INFINITE(ad) || INFINITE(bc))) {
      p = p != p ? 0 : p; q = q != q ? 0 : q;
      r = r != r ? 0 : r; s = s != s ? 0 : s; again = 1;
    }
    if (again) {
      x = (TYPE)(INF * ((WIDE)p * r - (WIDE)q * s)); y = (TYPE)(INF * ((WIDE)p * s + (WIDE)q * r));
    }
  }"""
"""``x`` and ``y`` are the parts of the product of ``a``, ``b`` and ``c``, ``d``. Of the zeros that come from infinities
and NaNs C says the signs, which make no difference: a sum that is zero gives a NaN.
"""

_BY_WIDENING = "WIDE n = r * r + s * s; x = (TYPE)((p * r + q * s) / n); y = (TYPE)((q * r - p * s) / n);"
_BY_SCALING = """
  _Bool below = ABSOLUTE(r) < ABSOLUTE(s);
  if (ABSOLUTE(below ? s : r) >= BIG) { p = p / 2; q = q / 2; r = r / 2; s = s / 2; }
  WIDE g = ABSOLUTE(below ? s : r), m = ABSOLUTE(p), n = ABSOLUTE(q);
  if (g < EPSILON || (g < MOST && ((m < LEAST && n < MOST) || (n < LEAST && m < MOST)))) {
    p = p * UP; q = q * UP; r = r * UP; s = s * UP;
  }
  if (below) {
    WIDE t = r / s; g = r * t + s;
    if (ABSOLUTE(t) > LEAST) { x = (TYPE)((p * t + q) / g); y = (TYPE)((q * t - p) / g); }
    else { x = (TYPE)((r * (p / s) + q) / g); y = (TYPE)((r * (q / s) - p) / g); }
  } else {
    WIDE t = s / r; g = s * t + r;
    if (ABSOLUTE(t) > LEAST) { x = (TYPE)((q * t + p) / g); y = (TYPE)((q - p * t) / g); }
    else { x = (TYPE)((s * (q / r) + p) / g); y = (TYPE)((q - s * (p / r)) / g); }
  }"""
_AGAIN = """
  if (x != x && y != y) {
    TYPE u = (TYPE)p, v = (TYPE)q;
    if (r == 0 && s == 0 && (p == p || q == q)) {
      x = (TYPE)(1 / r * p); y = (TYPE)(1 / r * q);
    } else if ((INFINITE(u) || INFINITE(v)) && r - r == 0 && s - s == 0) {
      p = INFINITE(u) ? p > 0 ? 1 : -1 : 0; q = INFINITE(v) ? q > 0 ? 1 : -1 : 0;
      x = (TYPE)(INF * (p * r + q * s)); y = (TYPE)(INF * (q * r - p * s));
    } else if ((r == r || s == s) && (WIDE_INFINITE(r) || WIDE_INFINITE(s)) && u - u == 0 && v - v == 0) {
      _Bool below = 0;
      if (r != r || s != s) __coveriflow_any(below, "__divdc3");
      r = r != r ? below ? -0.0 : 0 : WIDE_INFINITE(r) ? r > 0 ? 1 : -1 : 0 * r;
      s = s != s ? below ? -0.0 : 0 : WIDE_INFINITE(s) ? s > 0 ? 1 : -1 : 0 * s;
      x = (TYPE)(0 * (p * r + q * s)); y = (TYPE)(0 * (q * r - p * s));
    }
  }"""
DIVISION = "WIDE p = a, q = b, r = c, s = d; QUOTIENT AGAIN"
"""The same for a quotient. ``below``: the sign of a NaN, of which a zero that comes out may have its sign."""

PROJECTION = """
  if (INFINITE(a) || INFINITE(b)) { x = INF; y = SIGNED(0, b); }
  else { x = a; y = b; }"""
"""``cproj`` (C11 7.3.9.5)."""

ABSOLUTE_VALUE = """
  if (INFINITE(a) || INFINITE(b)) x = INF;
  else if (a != a || b != b) x = a + b;
  else if (b == 0) x = WITHOUT_SIGN(a);
  else if (a == 0) x = WITHOUT_SIGN(b);
  else { __coveriflow_any(x, "cabs"); __coveriflow_assumed(x >= 0); }
  y = 0;"""
"""``cabs`` in ``x``, as far as it is exact (C11 7.3.8.1, F.10.4.3)."""

ANYTHING = '__coveriflow_any(x, "NAME"); __coveriflow_any(y, "NAME");'
"""Of functions of which C does not say how exact they are (5.2.4.2.2 p6)."""

INTEGER_DIVISION = """
  TYPE m = (TYPE)(c < 0 ? -c : c), n = (TYPE)(d < 0 ? -d : d), t, g;
  if (m < n) {
    t = QUOTIENT(c, d); g = (TYPE)((TYPE)(c * t) + d);
    m = (TYPE)((TYPE)(a * t) + b); n = (TYPE)((TYPE)(b * t) - a);
  } else {
    t = QUOTIENT(d, c); g = (TYPE)((TYPE)(d * t) + c);
    m = (TYPE)((TYPE)(b * t) + a); n = (TYPE)(b - (TYPE)(a * t));
  }
  x = QUOTIENT(m, g); y = QUOTIENT(n, g);"""
"""The same for a quotient of integers, each step in their type: the operand of the greater magnitude divides first."""

_NARROW = "({ __coveriflow_defined(({1}) != -1 || ({0}) != LEAST); (TYPE)(({0}) / ({1})); })"
_QUOTIENT = re.compile(r"QUOTIENT\((\w), (\w)\)")
_SUFFIXES = {"float": "f", "double": "", "long double": "l"}
_WORD = re.compile(r"\b[A-Z_]+\b")


def computed(
    context: FunctionContext, template: str, operands: Sequence[Expression], element: Scalar, span: Span
) -> list[Expression]:
    """Both parts of the result of ``template`` for these four numbers."""
    assert isinstance(element, Integer | Floating)
    text = _expanded(template, element, context.program.model)
    outer, context.scope = context.scope, Scope(context.scope)
    variables = [context.temporary(element) for _ in range(len(operands) + 2)]
    names = "abcd"[: len(operands)] + "xy"
    for name, variable in zip(names, variables, strict=True):
        context.scope.symbols[f"${name}"] = ObjectSymbol(variable, element)
    for variable, operand in zip(variables, operands, strict=False):
        context.cursor.emit(Assign(variable, operand), span)
    expansion = Expansion(context.program.lowerers.templates, context.temporaries)
    copied = Copy(span, expansion, {name: f"${name}" for name in names})
    body = copied.of(function(f"void template(void) {{ {text}; }}").body)
    context.temporaries = expansion.count
    effect(context, body)
    context.scope = outer
    return list(variables[len(operands) :])


def _expanded(template: str, element: Integer | Floating, model: DataModel) -> str:
    if isinstance(element, Integer):
        narrow = element.signed and element.rank < Rank.INT
        quotient = _NARROW if narrow else "({0} / {1})"
        text = _QUOTIENT.sub(lambda found: quotient.replace("{0}", found[1]).replace("{1}", found[2]), template)
        return text.replace("TYPE", str(element)).replace("LEAST", f"({element.minimum})")
    wide = _wide(element, model)
    quotient = _BY_WIDENING if element == FLOAT else _BY_SCALING
    text = template.replace("QUOTIENT", quotient).replace("AGAIN", _AGAIN)
    words = {**_words(element, ""), **_words(wide, "WIDE_"), "TYPE": element.name, "WIDE": wide.name}
    words |= _bounds(element, _SUFFIXES[wide.name])
    return _WORD.sub(lambda found: words.get(found[0], found[0]), text)


def _wide(element: Floating, model: DataModel) -> Floating:
    """In which type the library computes."""
    if model is DataModel.ILP32:
        return long_double_type(model)
    return DOUBLE if element == FLOAT else element


def _words(type_: Floating, prefix: str) -> dict[str, str]:
    suffix = _SUFFIXES[type_.name]
    return {
        f"{prefix}SIGNED": f"__builtin_copysign{suffix}",
        f"{prefix}INFINITE": f"__builtin_inf{suffix}() == __builtin_fabs{suffix}",
        f"{prefix}INF": f"__builtin_inf{suffix}()",
        f"{prefix}WITHOUT_SIGN": f"__builtin_fabs{suffix}",
    }


def _bounds(type_: Floating, suffix: str) -> dict[str, str]:
    """Half the greatest number, that times the distance from 1 to the next number, the least normal number."""
    greatest, digits = (1 << (type_.exponent - 1)) - 1, type_.significand
    all_ones = f"0x{(1 << digits) - 1:x}p"
    return {
        "ABSOLUTE": f"__builtin_fabs{suffix}",
        "BIG": f"{all_ones}{greatest - digits}{suffix}",
        "MOST": f"{all_ones}{greatest - 2 * digits + 1}{suffix}",
        "LEAST": f"0x1p{1 - greatest}{suffix}",
        "EPSILON": f"0x1p{1 - digits}{suffix}",
        "UP": f"0x1p{digits - 1}{suffix}",
    }
