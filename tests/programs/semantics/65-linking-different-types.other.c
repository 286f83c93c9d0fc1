extern long long x;
