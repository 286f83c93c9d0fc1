// EXPECT: returns 7
// ünï \
   still a comment ?? )
int a<:2:> = <% 3, 4 %>;
int ma\
in(void) {
  /* „quoted“ \ */ int \
  x = a<:0:> + \
  a[1];
  return x; }
