// EXPECT: returns 0
typedef struct { long saved[50]; } jmp_buf[1];
int _setjmp(jmp_buf);
extern void reach_error(void);
jmp_buf places[2];
int main(void) {
  int n = 0;
  if (_setjmp(places[n++])) reach_error();
  switch (_setjmp(places[n])) { case 0: n++; break; default: reach_error(); }
  return n - 2;
}
