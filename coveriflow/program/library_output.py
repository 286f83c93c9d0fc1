"""Models of the parts of ``sprintf`` (C11 7.21.6.1): each writes behind ``at`` what there is room for, and returns
where it ends. ``flags``: 1 for ``-``, 2 for ``+``, 4 for a space, 8 for ``#``, 16 for ``0``.

Where the format is not known, or has conversions beyond these, any text is written (``known_calls``
looks for ``%n``).
"""

from __future__ import annotations

from coveriflow.program.templates import ANY, ASSUMED

_PUT = "{{ if (at + 1 < most) s[at] = (char)({c}); at++; }}"


def _put(character: str) -> str:
    return _PUT.format(c=character)


_FORMAT, _LIST = "const char *format", "__builtin_va_list list"
_FURTHER = "..."


def _length(name: str) -> str:
    """Of a text; less than 0 where printing fails."""
    return f'int n = 0; {ANY}(n, "{name}"); {ASSUMED}(n >= -1);'


def _into_array(name: str, further: str) -> str:
    """There is room for all."""
    return f"""int {name}(char *s, {_FORMAT}, {further}) {{
  {_length(name)}
  int length = n < 0 ? 0 : n;
  for (int i = 0; i < length; i++) {{ char c = 0; {ANY}(c, "{name}"); s[i] = c; }}
  s[length] = 0;
  return n; }}"""


def _into_limited(name: str, further: str) -> str:
    return f"""int {name}(char *s, SIZE room, {_FORMAT}, {further}) {{
  {_length(name)}
  SIZE length = n < 0 ? 0 : (SIZE)n < room ? (SIZE)n : room - 1;
  if (room) {{
    for (SIZE i = 0; i < length; i++) {{ char c = 0; {ANY}(c, "{name}"); s[i] = c; }}
    s[length] = 0; }}
  return n; }}"""


def _into_new(name: str, further: str) -> str:
    """The text is in memory that no one has written, but for its end."""
    return f"""int {name}(char **to, {_FORMAT}, {further}) {{
  {_length(name)}
  if (n < 0) return n;
  char *s = __builtin_malloc((SIZE)n + 1);
  s[n] = 0; *to = s;
  return n; }}"""


OUTPUT = {
    "sprintf": _into_array("sprintf", _FURTHER),
    "vsprintf": _into_array("vsprintf", _LIST),
    "snprintf": _into_limited("snprintf", _FURTHER),
    "vsnprintf": _into_limited("vsnprintf", _LIST),
    "asprintf": _into_new("asprintf", _FURTHER),
    "vasprintf": _into_new("vasprintf", _LIST),
    "__coveriflow_number": f"""SIZE __coveriflow_number(char *s, SIZE most, SIZE at, unsigned long long n, int minus,
    int base, int upper, int width, int precision, int flags) {{
  char digits[24] = {{0}}; int count = 0;
  for (unsigned long long rest = n; rest; rest /= base) {{
    int digit = (int)(rest % base);
    digits[count] = (char)(digit < 10 ? 48 + digit : (upper ? 55 : 87) + digit); count++; }}
  int zeros = precision > count ? precision - count : precision < 0 && count == 0;
  if ((flags & 8) && base == 8 && zeros == 0) zeros = 1;
  int sign = minus ? 45 : flags & 2 ? 43 : flags & 4 ? 32 : 0;
  int prefix = (flags & 8) && base == 16 && n ? 2 : 0;
  int length = (sign != 0) + prefix + zeros + count;
  if ((flags & 16) && !(flags & 1) && precision < 0 && width > length) {{ zeros += width - length; length = width; }}
  if (!(flags & 1)) for (; width > length; width--) {_put("32")}
  if (sign) {_put("sign")}
  if (prefix) {{ {_put("48")} {_put("upper ? 88 : 120")} }}
  for (; zeros > 0; zeros--) {_put("48")}
  for (; count > 0; count--) {_put("digits[count - 1]")}
  for (; width > length; width--) {_put("32")}
  return at; }}""",
    "__coveriflow_character": f"""SIZE __coveriflow_character(char *s, SIZE most, SIZE at, int c, int width,
    int flags) {{
  if (!(flags & 1)) for (; width > 1; width--) {_put("32")}
  {_put("c")}
  for (; width > 1; width--) {_put("32")}
  return at; }}""",
    "__coveriflow_string": f"""SIZE __coveriflow_string(char *s, SIZE most, SIZE at, char *t, int width, int precision,
    int flags) {{
  int length = 0;
  while ((precision < 0 || length < precision) && t[length]) length++;
  if (!(flags & 1)) for (; width > length; width--) {_put("32")}
  for (int i = 0; i < length; i++) {_put("t[i]")}
  for (; width > length; width--) {_put("32")}
  return at; }}""",
}
"""Text by name. ``SIZE`` is ``size_t``."""
