// EXPECT: true by predicate, impact
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
/* One of two locks is taken, noted, and given back; all values are few. */
int main(void) {
  int state = 0, left = 0, right = 0, noted = 0;
  while (1) {
    int event = __VERIFIER_nondet_int();
    switch (state) {
      case 0: if (event > 0) { left = 1; state = 1; } else { right = 1; state = 2; } break;
      case 1: if (event > 0) { noted = left; state = 3; } else { left = 0; state = 0; } break;
      case 2: if (event > 0) { noted = right + 1; state = 3; } else { right = 0; state = 0; } break;
      case 3:
        if (noted == 1) { if (right != 0) reach_error(); left = 0; state = 4; }
        else { if (noted != 2 || left != 0) reach_error(); right = 0; state = 4; }
        break;
      case 4: noted = 0; state = 0; if (left != 0 || right != 0) reach_error(); break;
      default: reach_error();
    }
  }
}
