// EXPECT: input error: a second default label | line 2
int main(void) { switch (1) { default: ; default: ; } }
