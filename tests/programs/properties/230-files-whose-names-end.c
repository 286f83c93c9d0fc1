// EXPECT(LP64): true by flow:cmc cpu=20
// EXPECT(ILP32): true by flow:cmc cpu=20
// PROPERTY: memory-safety
#include <stdio.h>
#include <string.h>
int main(void) {
  char name[4], other[4] = "ab";
  strncpy(name, other, sizeof name);
  name[3] = 0;
  if (rename(name, other) && remove(name))
    perror(name);
  FILE *file = fopen(name, "wb");
  if (!file)
    return 1;
  size_t n = fwrite(other, 2, 2, file) + fwrite(other + 4, 1, 0, file);
  fclose(file);
  return n == 2;
}
