// EXPECT: true by flow:kinduction
// PROPERTY: memory-safety
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	const char *slash, *name;
	char shown[32];

	if (argc < 2)
		return 1;
	slash = strrchr(argv[1], '/');
	name = slash ? slash + 1 : argv[1];
	if (strlen(name) >= sizeof shown)
		return 1;
	snprintf(shown, sizeof shown, "%s", name);
	puts(shown);
	return 0;
}
