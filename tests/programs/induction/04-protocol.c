// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
enum state { IDLE, ASKED, SENT, ACKNOWLEDGED, DONE };
int main(void) {
  enum state state = IDLE;
  int sent = 0, acknowledged = 0;
  for (;;) {
    int event = __VERIFIER_nondet_int();
    switch (state) {
      case IDLE: if (event == 1) state = ASKED; break;
      case ASKED: if (event == 2) { sent = 1; state = SENT; } else if (event == 0) state = IDLE; break;
      case SENT: if (event == 3) { acknowledged = 1; state = ACKNOWLEDGED; } break;
      case ACKNOWLEDGED: if (event == 4) { if (!sent || !acknowledged) reach_error(); state = DONE; } break;
      case DONE: sent = acknowledged = 0; state = IDLE; break;
      default: reach_error();
    }
  }
}
