// EXPECT: returns 101
char t[2][4] = {"ab", {"cde"}};
int main(void) { char s[] = "abc", u[2] = {[0] = 1}; return s[0] + sizeof s + t[0][2] + u[1]; }
