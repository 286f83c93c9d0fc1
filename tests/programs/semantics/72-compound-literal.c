// EXPECT: returns 5
int main(void) { return (int){5}; }
