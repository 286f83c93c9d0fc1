// EXPECT: returns 9
int depth;
int f(void) {
  if (depth++)
    return ({ static int s; s; });
  return ({ static int s = 3; s++; s; }) + ({ static int s = 4; s++; s; });
}
int main(void) { return f(); }
