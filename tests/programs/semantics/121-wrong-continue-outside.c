// EXPECT: input error: continue outside of a loop | line 2
int main(void) { switch (1) { case 1: continue; } }
