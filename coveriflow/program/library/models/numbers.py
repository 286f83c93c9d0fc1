"""Models of functions that turn text into numbers (C11 7.22.1), in the C locale and exactly for integers."""

from __future__ import annotations

from coveriflow.program.syntax.templates import ANY, ASSUMED

_INTEGER = """RESULT NAME(char *s, char **end, int base) {
  char *p = s;
  if (base < 0 || base == 1 || base > 36) { SETS_ERRNO 22; return 0; }
  while (*p == 32 || (*p >= 9 && *p <= 13)) p++;
  int minus = *p == 45, found = 0, over = 0;
  if (*p == 45 || *p == 43) p++;
  if ((base == 0 || base == 16) && *p == 48 && (p[1] == 120 || p[1] == 88)) {
    if ((p[2] >= 48 && p[2] <= 57) || (p[2] >= 97 && p[2] <= 102) || (p[2] >= 65 && p[2] <= 70)) { p += 2; base = 16; }
  }
  if (base == 0) base = *p == 48 ? 8 : 10;
  unsigned RESULT n = 0, most = MOST;
  for (;;) {
    int c = *p;
    int digit = c >= 48 && c <= 57 ? c - 48 : c >= 97 && c <= 122 ? c - 87 : c >= 65 && c <= 90 ? c - 55 : 99;
    if (digit >= base) break;
    found = 1;
    over = over || n > (most - (unsigned RESULT)digit) / (unsigned RESULT)base;
    n = n * (unsigned RESULT)base + (unsigned RESULT)digit;
    p++;
  }
  if (end) *end = found ? p : s;
  if (over) { SETS_ERRNO 34; return (RESULT)OVER; }
  return (RESULT)(minus ? 0 - n : n); }"""

_FLOATING = f"""RESULT NAME(char *s, char **end) {{
  RESULT found = 0; SIZE length = 0;
  {ANY}(found, "NAME");
  SIZE most = __coveriflow_strlen(s);
  if (end) {{ {ANY}(length, "NAME"); {ASSUMED}(length <= most); *end = s + length; }}
  return found; }}"""


def _integer(name: str, type_: str, *, signed: bool) -> str:
    """An unsigned type has a greatest number, whatever the sign is; it is written with ``unsigned`` before it."""
    greatest = f"((unsigned {type_})-1)"
    half = f"({greatest} >> 1)"
    most = f"{half} + (unsigned {type_})minus" if signed else greatest
    over = f"(minus ? {half} + 1 : {half})" if signed else greatest
    text = _INTEGER.replace("NAME", name).replace("MOST", most).replace("OVER", over)
    first = text.replace("unsigned RESULT", "BITS").replace("RESULT", type_ if signed else f"unsigned {type_}")
    return first.replace("BITS", f"unsigned {type_}")


def _named(name: str) -> tuple[str, ...]:
    return (name, f"__isoc23_{name}", f"__coveriflow_{name}")


NUMBERS = {
    **{name: _integer(name, "long", signed=True) for name in _named("strtol")},
    **{name: _integer(name, "long long", signed=True) for name in (*_named("strtoll"), "strtoq", "strtoimax")},
    **{name: _integer(name, "long", signed=False) for name in _named("strtoul")},
    **{name: _integer(name, "long long", signed=False) for name in (*_named("strtoull"), "strtouq", "strtoumax")},
    "atoi": "int atoi(char *s) { return (int)__coveriflow_strtol(s, 0, 10); }",
    "atol": "long atol(char *s) { return __coveriflow_strtol(s, 0, 10); }",
    "atoll": "long long atoll(char *s) { return __coveriflow_strtoll(s, 0, 10); }",
    **{
        name: _FLOATING.replace("NAME", name).replace("RESULT", type_)
        for name, type_ in (
            ("strtod", "double"),
            ("__coveriflow_strtod", "double"),
            ("strtof", "float"),
            ("strtold", "long double"),
        )
    },
    "atof": "double atof(char *s) { return __coveriflow_strtod(s, 0); }",
}
