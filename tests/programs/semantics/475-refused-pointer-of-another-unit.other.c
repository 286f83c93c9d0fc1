double x = 1, *p = &x;
