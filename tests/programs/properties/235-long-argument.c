// EXPECT: false by flow:bmc cpu=30, flow:greybox cpu=20
// PROPERTY: memory-safety
// of the characters after the 16th only their number is known, and that none of them is zero
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	char name[40];

	if (argc > 1) {
		strcpy(name, argv[1]);
		puts(name);
	}
	return 0;
}
