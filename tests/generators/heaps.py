"""Small programs on the heap: lists, arrays, pointers into structs. Some objects are freed too early, twice or never.

Each statement that touches memory is on a line of its own. Values that are not initialised reach no branch. Indices
stay within a few elements of their object, so that no access lands in another one.
"""

from __future__ import annotations

import random

_BEFORE = """\
struct node {
  int v;
  struct node *next;
  int a[3];
};
static struct node *g0, *g1;
static int *gi;
static int sum;
static struct node *make(int v, struct node *next) {
  struct node *n = calloc(1, sizeof(struct node));
  n->v = v;
  n->next = next;
  return n;
}
static void drop(struct node *n) {
  free(n);
}
static void put(struct node **place, struct node *n) {
  *place = n;
}
static int first(int *p) {
  return *p;
}
"""
_NODES = ("n0", "n1", "n2", "g0", "g1")
_ARRAYS = ("i0", "i1", "gi")
_INPUTS = ("in0", "in1", "in2")


class _Heap:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self, name: str) -> str:
        lines = [f"int {name}(int in0, int in1, int in2) {{"]
        lines += ["struct node *n0 = 0, *n1 = 0, *n2 = 0;", "int *i0 = 0, *i1 = 0;"]
        lines += self._block(3)
        return "\n".join([*lines, *self._end(), "return 0;", "}"]) + "\n"

    def _end(self) -> list[str]:
        """Often all is freed that is still there."""
        if self.random.random() < 0.4:
            return []
        kept = [each for each in (*_NODES, *_ARRAYS) if self.random.random() < 0.8]
        return [f"free({each});" for each in kept]

    def _block(self, depth: int) -> list[str]:
        return [line for _ in range(self.random.randint(2, 5)) for line in self._statement(depth)]

    def _statement(self, depth: int) -> list[str]:
        kinds = [self._node, self._node, self._array, self._array, self._use, self._use, self._use, self._release]
        if depth:
            kinds += [self._branch, self._branch, self._loop]
        kind = self.random.choice(kinds)
        return kind(depth)

    def _pick(self, names: tuple[str, ...]) -> str:
        return self.random.choice(names)

    def _node(self, depth: int) -> list[str]:
        one, other = self._pick(_NODES), self._pick(_NODES)
        return self.random.choice(
            (
                [f"{one} = make({self._pick(_INPUTS)}, {other});"],
                [f"{one} = calloc(1, sizeof(struct node));"],
                [f"{one} = make(1, 0);", f"{one}->next = make(2, {other});"],
                [f"put(&{one}, {other});"],
                [f"{one} = {other};"],
                [f"if ({other})", f"{one} = {other}->next;"],
            )
        )

    def _array(self, depth: int) -> list[str]:
        one, other = self._pick(_ARRAYS), self._pick(_ARRAYS)
        node, count = self._pick(_NODES), self.random.randint(1, 4)
        return self.random.choice(
            (
                [f"{one} = calloc({count}, sizeof(int));"],
                [f"{one} = malloc({count} * sizeof(int));", f"{one}[{self.random.randrange(count)}] = 1;"],
                [f"{one} = realloc({one}, {count} * sizeof(int));"],
                [f"{one} = {other};"],
                [f"if ({node})", f"{one} = &{node}->a[{self.random.randint(0, 2)}];"],
                [f"if ({node})", f"{one} = &{node}->v;"],
                [f"if ({one})", f"{one} = {one} + 1;"],
            )
        )

    def _use(self, depth: int) -> list[str]:
        node, array = self._pick(_NODES), self._pick(_ARRAYS)
        index = self._index()
        guard, use = self.random.choice(
            (
                (node, f"{node}->v = {self._pick(_INPUTS)};"),
                (node, f"sum += {node}->a[{self.random.randint(0, 2)}];"),
                (node, f"{node}->next = {self._pick(_NODES)};"),
                (array, f"{array}[{index}] = 3;"),
                (array, f"sum += {array}[{index}];"),
                (array, f"sum += first({array});"),
            )
        )
        return [f"if ({guard})", use] if self.random.random() < 0.8 else [use]

    def _index(self) -> str:
        return self.random.choice(("0", "0", "0", "1", "2", "in0 & 1", "in1 & 3"))

    def _release(self, depth: int) -> list[str]:
        name = self._pick((*_NODES, *_ARRAYS))
        call = f"drop({name});" if name in _NODES and self.random.random() < 0.3 else f"free({name});"
        return [call, f"{name} = 0;"] if self.random.random() < 0.75 else [call]

    def _branch(self, depth: int) -> list[str]:
        condition = f"({self._pick(_INPUTS)} & {self.random.randint(1, 3)})"
        lines = [f"if ({condition}) {{", *self._block(depth - 1), "}"]
        return [*lines[:-1], "} else {", *self._block(depth - 1), "}"] if self.random.random() < 0.4 else lines

    def _loop(self, depth: int) -> list[str]:
        one, other = self._pick(_NODES[:3]), self._pick(_NODES)
        if self.random.random() < 0.5:
            return [f"for (int k = 0; k < {self.random.randint(1, 3)}; k++) {{", *self._block(depth - 1), "}"]
        walk = ["struct node *after = " + other + "->next;", f"free({other});", f"{other} = after;"]
        return [f"while ({other}) {{", *walk, "}", f"{one} = 0;"]


def heap_program(seed: int) -> str:
    """Declarations of its own, and a function ``run`` of three numbers, which the caller calls once."""
    return _BEFORE + _Heap(seed).text("run")
