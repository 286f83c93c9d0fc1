// EXPECT: returns 7
// HIDDEN: 7
// GCC: no
int main(void) {
  goto end;
  int z = 5;
end:
  return z;
}
