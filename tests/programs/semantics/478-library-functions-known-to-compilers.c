// EXPECT: returns 0
int main(void) {
  char text[4] = "", *found;
  strcpy(text, "ab");
  found = strchr(text, 'b');
  if (found != text + 1 || strlen(found) != 1) return 1;
  return atoi("12") != 12 || sqrt(4) != 2;
}
