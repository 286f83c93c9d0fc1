// EXPECT: returns 0
int main(void) {
  if (!(sizeof 'a' == 4)) return 1;
  if (!('a' == 97)) return 2;
  if (!('\n' == 10)) return 3;
  if (!('\t' == 9)) return 4;
  if (!('\0' == 0)) return 5;
  if (!('\a' == 7)) return 6;
  if (!('\b' == 8)) return 7;
  if (!('\f' == 12)) return 8;
  if (!('\v' == 11)) return 9;
  if (!('\r' == 13)) return 10;
  if (!('\\' == 92)) return 11;
  if (!('\'' == 39)) return 12;
  if (!('"' == 34)) return 13;
  if (!('\"' == 34)) return 14;
  if (!('\?' == 63)) return 15;
  if (!('?' == 63)) return 16;
  if (!('\101' == 65)) return 17;
  if (!('\7' == 7)) return 18;
  if (!('\x41' == 65)) return 19;
  if (!('\x7f' == 127)) return 20;
  if (!('\e' == 27)) return 21;
  if (!('/' == 47)) return 22;
  if (!(' ' == 32)) return 23;
  return 0;
}
