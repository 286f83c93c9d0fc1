// EXPECT: returns 0
int main(void) {
  if ('ab' != 24930 || 'abcd' != 1633837924 || '\377a' != 65377 || '\xff\xff\xff\xff' != -1) return 1;
  if ('a\n' != 24842 || '\\\'' != 23591 || '\0z' != 'z' || sizeof 'abc' != sizeof(int)) return 2;
  return '\x80' == -128 && '\200' == -128 ? 0 : 3;
}
