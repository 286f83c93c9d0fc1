const int a = 1;
