/* Included before an example program: every `if` and `while` reports which way it goes. */
int decided(int condition);
#define if(condition) if (decided((condition) != 0))
#define while(condition) while (decided((condition) != 0))
