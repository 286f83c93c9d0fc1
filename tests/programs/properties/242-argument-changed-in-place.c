// EXPECT: true by flow:kinduction
// PROPERTY: memory-safety
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	char name[32];

	if (argc < 2 || strlen(argv[1]) >= sizeof name)
		return 1;
	strcpy(name, argv[1]);
	for (char *p = name; *p; p++)
		if (*p == '-')
			*p = '_';
	puts(name);
	return 0;
}
