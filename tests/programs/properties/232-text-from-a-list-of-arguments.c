// EXPECT(LP64): true by flow:cmc cpu=20 assuming a call of vsnprintf that fails leaves a text that ends
// PROPERTY: memory-safety
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
static int length(const char *format, ...) {
  char text[8];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return (int)strlen(text);
}
int main(void) { return length("%d", 3); }
