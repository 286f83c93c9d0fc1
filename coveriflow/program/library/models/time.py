"""Models of functions that know the time (C11 7.27, POSIX): values from outside, within what they promise. No signal
is handled, so nothing ends a sleep early.
"""

from __future__ import annotations

from coveriflow.program.syntax.templates import ANY, ASSUMED, CHOSEN, DEFINED

_TM = """struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff; char *tm_zone; };"""
_SPEC = "struct timespec { long tv_sec; long tv_nsec; };"
_OWN = "__coveriflow_"
_RANGES = {
    "sec": (0, 60), "min": (0, 59), "hour": (0, 23), "mday": (1, 31), "mon": (0, 11), "wday": (0, 6), "yday": (0, 365),
}  # fmt: skip


def _unknown(variable: str, source: str, type_: str = "int") -> str:
    return f'{type_} {variable} = 0; {ANY}({variable}, "{source}");'


def _within(variable: str, least: int, most: int) -> str:
    return f"{ASSUMED}({variable} >= {least} && {variable} <= {most});"


def _broken_down(source: str) -> str:
    """Any time at all goes to ``*r``."""
    parts = [
        f"{_unknown(name, source)} {_within(name, *bounds)} r->tm_{name} = {name};" for name, bounds in _RANGES.items()
    ]
    parts += [f"{_unknown(name, source)} r->tm_{name} = {name};" for name in ("year", "isdst")]
    parts += [f"{_unknown('gmtoff', source, 'long')} r->tm_gmtoff = gmtoff;"]
    return " ".join(parts) + f' {ANY}(r->tm_zone, "{source}");'


def _into(name: str) -> str:
    """The GNU C library fails only where the year is no ``int``."""
    source = name.removeprefix(_OWN)
    return f"""{_TM} struct tm *{name}(long *t, struct tm *r) {{
  long seconds = *t;
  _Bool known = 1;
  if (sizeof(long) > 4 && (seconds < -67768040600000000 || seconds > 67768036100000000)) {ANY}(known, "{source}");
  if (!known) return 0;
  {_broken_down(source)}
  return r; }}"""


def _static(name: str) -> str:
    return f"{_TM} struct tm *{name}(long *t) {{ return __coveriflow_{name}_r(t, __coveriflow_tm()); }}"


TIMES = {
    "__coveriflow_tm": f"""{_TM} struct tm *__coveriflow_tm(void) {{
  {CHOSEN}("localtime, gmtime and the like give the same object each time"); static struct tm r; return &r; }}""",
    "__coveriflow_asctime": f"""char *__coveriflow_asctime(void) {{
  {CHOSEN}("asctime and ctime give the same object each time"); static char text[80]; return text; }}""",
    "time": f"""long time(long *t) {{ {_unknown("now", "time", "long")} if (t) *t = now; return now; }}""",
    "difftime": """double difftime(long a, long b) {
  if (sizeof(long) == 4) return (double)a - (double)b;
  if (a >= b) return (double)((unsigned long)a - (unsigned long)b);
  return -(double)((unsigned long)b - (unsigned long)a); }""",
    **{prefix + name: _into(prefix + name) for name in ("localtime_r", "gmtime_r") for prefix in ("", _OWN)},
    "localtime": _static("localtime"),
    "gmtime": _static("gmtime"),
    "mktime": f"""{_TM} long mktime(struct tm *r) {{
  struct tm given = *r;
  {_unknown("known", "mktime", "_Bool")}
  if (!known) return -1;
  {_broken_down("mktime")}
  {_unknown("seconds", "mktime", "long")}
  return seconds; }}""",
    "asctime_r": f"{_TM} char *asctime_r(struct tm *t, char *s) {{ return __coveriflow_asctime_r(t, s); }}",
    "__coveriflow_asctime_r": f"""{_TM} char *__coveriflow_asctime_r(struct tm *t, char *s) {{
  {DEFINED}(t != 0);
  if (t->tm_year > 2147483647 - 1900) return 0;
  {_unknown("length", "asctime")} {_within("length", 22, 66)}
  for (int i = 0; i < length; i++) {{ {_unknown("c", "asctime", "char")} {ASSUMED}(c != 0); s[i] = c; }}
  s[length] = 0;
  return s; }}""",
    "asctime": f"{_TM} char *asctime(struct tm *t) {{ return __coveriflow_asctime_r(t, __coveriflow_asctime()); }}",
    "ctime": f"""{_TM} char *ctime(long *t) {{
  struct tm *r = __coveriflow_localtime_r(t, __coveriflow_tm());
  return r ? __coveriflow_asctime_r(r, __coveriflow_asctime()) : 0; }}""",
    "strftime": f"""{_TM} SIZE strftime(char *s, SIZE most, char *format, struct tm *t) {{
  {DEFINED}(t != 0);
  __coveriflow_strlen(format);
  SIZE n = 0; _Bool more = 1;
  while (n < most && more) {{ {_unknown("c", "strftime", "char")} s[n] = c; n++; {ANY}(more, "strftime"); }}
  {_unknown("fits", "strftime", "_Bool")}
  if (n == 0 || !fits) return 0;
  s[n - 1] = 0;
  return n - 1; }}""",
    "clock_gettime": f"""{_SPEC} int clock_gettime(int id, struct timespec *t) {{
  int failed = 0;
  if (id != 0 && id != 1) {ANY}(failed, "clock_gettime");
  if (failed) return -1;
  {_unknown("seconds", "clock_gettime", "long")} {_unknown("rest", "clock_gettime", "long")}
  {_within("rest", 0, 999999999)}
  t->tv_sec = seconds; t->tv_nsec = rest;
  return 0; }}""",
    "clock_getres": f"""{_SPEC} int clock_getres(int id, struct timespec *t) {{
  int failed = 0;
  if (id != 0 && id != 1) {ANY}(failed, "clock_getres");
  if (failed) return -1;
  {_unknown("seconds", "clock_getres", "long")} {_unknown("rest", "clock_getres", "long")}
  {_within("rest", 0, 999999999)} {ASSUMED}(seconds >= 0);
  if (t) {{ t->tv_sec = seconds; t->tv_nsec = rest; }}
  return 0; }}""",
    "timespec_get": f"""{_SPEC} int timespec_get(struct timespec *t, int base) {{
  {_unknown("failed", "timespec_get", "_Bool")}
  if (failed) return 0;
  {_unknown("seconds", "timespec_get", "long")} {_unknown("rest", "timespec_get", "long")}
  {_within("rest", 0, 999999999)}
  t->tv_sec = seconds; t->tv_nsec = rest;
  return base; }}""",
    "nanosleep": f"""{_SPEC} int nanosleep(struct timespec *wanted, struct timespec *left) {{
  struct timespec given = *wanted;
  return given.tv_sec < 0 || given.tv_nsec < 0 || given.tv_nsec > 999999999 ? -1 : 0; }}""",
    "gettimeofday": f"""struct timeval {{ long tv_sec; long tv_usec; }}; struct timezone {{ int west, dst; }};
int gettimeofday(struct timeval *t, struct timezone *z) {{
  {_unknown("failed", "gettimeofday", "_Bool")}
  if (failed) return -1;
  {_unknown("seconds", "gettimeofday", "long")} {_unknown("rest", "gettimeofday", "long")}
  {_within("rest", 0, 999999)}
  if (t) {{ t->tv_sec = seconds; t->tv_usec = rest; }}
  if (z) {{ {ANY}(z->west, "gettimeofday"); {ANY}(z->dst, "gettimeofday"); }}
  return 0; }}""",
}
"""Text by name. ``SIZE`` is ``size_t``."""
