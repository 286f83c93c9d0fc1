// EXPECT: unknown by flow:staged cpu=10 because undefined behaviour at line 14: write of 1 element past `a`
// its values at the beginning are chosen for an execution; none of them is read
void abort(void);
void reach_error(void);
#define N 7000

int main(void)
{
	int a[3 * N + 1];
	int i;

	for (i = 0; i <= N; i++) {
		a[3 * i] = 0;
		a[3 * i + 1] = 0;
		a[3 * i + 2] = 0;
	}
	for (i = 0; i <= 3 * N; i++)
		if (a[i] != 0) {
			reach_error();
			abort();
		}
	return 0;
}
