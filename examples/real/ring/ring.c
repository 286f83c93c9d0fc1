/* A ring buffer between the receiver of a serial line and the program that reads the messages.
 *
 * The receiver puts in bytes as they come, the reader takes out whole messages: a length byte, so many bytes, and
 * their checksum. A byte that does not fit is dropped and counted. main() is the test bench: in each tick it either
 * receives some bytes, or lets the reader look for a message.
 */
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum {
  CAPACITY = 8,    /* bytes in the ring */
  LONGEST = 4,     /* bytes of a message's text */
  TICKS = 6,       /* that the test bench takes */
  MOST_AT_ONCE = 4 /* bytes received in a tick */
};

struct ring {
  size_t head;  /* where the next byte is taken */
  size_t count; /* bytes in the ring */
  uint8_t bytes[CAPACITY];
};

struct message {
  uint8_t length;
  uint8_t text[LONGEST];
};

struct statistics {
  unsigned received, dropped, messages, damaged;
};

static void ring_init(struct ring *ring) {
  memset(ring, 0, sizeof *ring);
}

static size_t ring_free(const struct ring *ring) {
  return CAPACITY - ring->count;
}

static bool ring_put(struct ring *ring, uint8_t byte) {
#if BUG == 1
  if (ring->count > CAPACITY) return false;
#else
  if (ring->count == CAPACITY) return false;
#endif
  size_t tail = ring->head + ring->count;
#if BUG == 2
  if (tail > CAPACITY) tail -= CAPACITY;
#else
  if (tail >= CAPACITY) tail -= CAPACITY;
#endif
  ring->bytes[tail] = byte; /* FAILS: 2 */
  ring->count++;
  assert(ring->count <= CAPACITY); /* FAILS: 1 */
  return true;
}

/* The byte that is `offset` bytes after the next one. */
static uint8_t ring_peek(const struct ring *ring, size_t offset) {
  assert(offset < ring->count);
  return ring->bytes[(ring->head + offset) % CAPACITY];
}

static void ring_skip(struct ring *ring, size_t count) {
  assert(count <= ring->count);
  ring->head = (ring->head + count) % CAPACITY;
  ring->count -= count;
}

static uint8_t ring_take(struct ring *ring) {
  uint8_t byte = ring_peek(ring, 0);
  ring_skip(ring, 1);
  return byte;
}

static uint8_t checksum(const uint8_t *bytes, size_t length) {
  uint8_t sum = (uint8_t)length;
  for (size_t i = 0; i < length; i++) sum = (uint8_t)(sum ^ bytes[i]);
  return sum;
}

/* Take a message if a whole one is there. A length that cannot be one is skipped: the reader finds the next message. */
static bool read_message(struct ring *ring, struct message *message, struct statistics *statistics) {
  while (ring->count > 0) {
    size_t length = ring_peek(ring, 0);
    if (length == 0 || length > LONGEST) {
      ring_skip(ring, 1);
      statistics->damaged++;
      continue;
    }
    if (ring->count < length + 2) return false;
    message->length = ring_take(ring);
    for (size_t i = 0; i < length; i++) message->text[i] = ring_take(ring);
    if (ring_take(ring) == checksum(message->text, length)) return true;
    statistics->damaged++;
  }
  return false;
}

static void receive(struct ring *ring, struct statistics *statistics, int bytes) {
  for (int i = 0; i < bytes; i++) {
    uint8_t byte = __VERIFIER_nondet_uchar();
    statistics->received++;
    if (!ring_put(ring, byte)) statistics->dropped++;
  }
}

int main(void) {
  struct ring ring;
  struct message message;
  struct statistics statistics = {0, 0, 0, 0};

  ring_init(&ring);
  for (int tick = 0; tick < TICKS; tick++) {
    int bytes = __VERIFIER_nondet_int();
    if (bytes > 0) {
      receive(&ring, &statistics, bytes < MOST_AT_ONCE ? bytes : MOST_AT_ONCE);
    } else if (read_message(&ring, &message, &statistics)) {
      assert(message.length >= 1 && message.length <= LONGEST);
      statistics.messages++;
    }
    assert(ring_free(&ring) <= CAPACITY);
  }
  assert(statistics.dropped <= statistics.received);
  printf("%u bytes, %u dropped, %u messages, %u damaged\n", statistics.received, statistics.dropped,
         statistics.messages, statistics.damaged);
  return 0;
}
