// EXPECT: true by flow:kinduction; any by flow:bmc cpu=10, flow:greybox cpu=3
// PROPERTY: memory-safety
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	char name[40];

	if (argc > 1 && strlen(argv[1]) < sizeof name) {
		strcpy(name, argv[1]);
		puts(name);
	}
	return 0;
}
