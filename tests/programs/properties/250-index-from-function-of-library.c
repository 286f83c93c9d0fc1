// EXPECT: unknown by flow:bmc cpu=10
// PROPERTY: undefined-behaviour
// What wcslen gives is not computed here, and it does not give 3.
#include <wchar.h>
int a[3];
int main(void) {
  a[wcslen(L"ab")] = 1;
  return 0;
}
