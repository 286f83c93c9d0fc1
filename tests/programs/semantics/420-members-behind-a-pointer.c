// EXPECT: returns 6
struct stack {
  int *data;
  int top;
};
static void push(struct stack *to, int x) {
  to->data[to->top++] = x;
}
static int pop(struct stack *from) {
  return from->data[--from->top];
}
static int either(struct stack *in) {
  return (in->top = 1) + (in->data == 0) + ({
           struct stack *in = 0;
           in == 0;
         });
}
int main(void) {
  int place[2] = {0, 0};
  struct stack whole = {place, 0}, apart = {place, 1}, *one = &whole, *other = &apart;
  push(one, 1);
  push(one, 2);
  int added = one->top-- + other->top;
  added += pop(one);
  return added + either(one);
}
