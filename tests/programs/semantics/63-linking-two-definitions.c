// EXPECT: input error: function 'twice' is defined twice | line 1
int twice(void) { return 1; }
int main(void) { return twice(); }
