// EXPECT(ILP32): true by flow:default
// EXPECT(LP64): true by flow:default
#define _FILE_OFFSET_BITS 64
#include <sys/types.h>
extern void reach_error(void);
int main(void) { if (sizeof(off_t) != 8 || sizeof(ino_t) != 8) reach_error(); return 0; }
