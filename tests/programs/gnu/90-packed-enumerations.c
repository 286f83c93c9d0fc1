// EXPECT: returns 0
extern void reach_error(void);
enum __attribute__((packed)) color { RED, GREEN, BLUE = 255 };
typedef enum { LOW = -1, HIGH = 127 } __attribute__((__packed__)) level;
enum wide { FAR = 256, NEAR } __attribute__((packed));
typedef enum __attribute__((packed)) { BELOW = -129, ABOVE = 5 } range;
enum __attribute__((packed)) large { HUGE = 70000, NONE = 0 };
enum plain { A, B };
struct pixel { enum color c; level l; enum wide w; };
static enum color next(enum color c) { return c == GREEN ? BLUE : GREEN; }
int main(void) {
  if (sizeof(enum color) != 1 || sizeof(level) != 1 || sizeof(enum wide) != 2 || sizeof(range) != 2) reach_error();
  if (sizeof(enum large) != 4 || sizeof(enum plain) != 4 || sizeof(struct pixel) != 4 || sizeof RED != 4) reach_error();
  struct pixel p = {BLUE, LOW, NEAR};
  enum color c = 256 + 1;
  level l = HIGH;
  if (p.c != 255 || p.l >= 0 || p.w != 257 || c != GREEN || next(c) != BLUE || l + 1 != 128) reach_error();
  p.c++;
  range r = BELOW;
  return p.c != RED || r > -129;
}
