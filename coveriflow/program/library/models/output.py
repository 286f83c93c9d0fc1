"""Models of the parts of ``sprintf`` (C11 7.21.6.1): each writes behind ``at`` what there is room for, and returns
where it ends. ``flags``: 1 for ``-``, 2 for ``+``, 4 for a space, 8 for ``#``, 16 for ``0``.
"""

from __future__ import annotations

from coveriflow.program.cfa.edges import UNSUPPORTED

_PUT = "{{ if (at + 1 < most) s[at] = (char)({c}); at++; }}"

_IS_BEFORE_LETTER = (
    " || ".join(f"*s == {ord(character)}" for character in "-+ #.*'$hljztLqI") + " || (*s >= 48 && *s <= 57)"
)
"""What a conversion may have before its letter."""


def _put(character: str) -> str:
    return _PUT.format(c=character)


OUTPUT = {
    "__coveriflow_format": f"""void __coveriflow_format(char *s) {{
  for (; *s; s++) if (*s == 37) {{
    do s++; while (*s && ({_IS_BEFORE_LETTER}));
    if (*s == 110) {UNSUPPORTED}("an output format with %n");
    if (!*s) return; }} }}""",
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
