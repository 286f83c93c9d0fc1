/* stdin, stdout and stderr. There are no other streams: what opens one is missing. */

typedef struct _IO_FILE {
  int file, is_ended, failed, unread, is_buffered;
  size_t at, size;
  byte buffer[4096];
} FILE;

static FILE streams[3] = {{0, 0, 0, -1, 1, 0, 0, {0}}, {1, 0, 0, -1, 1, 0, 0, {0}}, {2, 0, 0, -1, 0, 0, 0, {0}}};

PUBLIC FILE *stdin = &streams[0], *stdout = &streams[1], *stderr = &streams[2];

static int flushed(FILE *stream) {
  size_t at = 0;
  if (!stream->file) return 0;
  while (at < stream->size) {
    ssize_t count = write_bytes(stream->file, stream->buffer + at, stream->size - at);
    if (count <= 0) {
      stream->failed = 1;
      break;
    }
    at += (size_t)count;
  }
  at = at < stream->size;
  stream->size = 0;
  return at ? -1 : 0;
}

static void flush_all(void) { flushed(&streams[1]); }

static void put(FILE *stream, const void *from, size_t size) {
  if (!stream->file) __coveriflow_missing();
  for (size_t at = 0; at < size; at++) {
    if (stream->size == sizeof stream->buffer) flushed(stream);
    stream->buffer[stream->size++] = ((const byte *)from)[at];
  }
  if (!stream->is_buffered) flushed(stream);
}

PUBLIC int fputc(int letter, FILE *stream) {
  byte written = (byte)letter;
  put(stream, &written, 1);
  return written;
}

PUBLIC int putc(int letter, FILE *stream) { return fputc(letter, stream); }

PUBLIC int _IO_putc(int letter, FILE *stream) { return fputc(letter, stream); }

PUBLIC int putchar(int letter) { return fputc(letter, stdout); }

PUBLIC int fputs(const char *restrict text, FILE *restrict stream) {
  put(stream, text, length(text));
  return 1;
}

PUBLIC int puts(const char *text) {
  size_t size = length(text);
  put(stdout, text, size);
  put(stdout, "\n", 1);
  return size + 1 > 2147483647 ? 2147483647 : (int)size + 1;
}

PUBLIC size_t fwrite(const void *restrict from, size_t size, size_t count, FILE *restrict stream) {
  if (!size || !count) return 0;
  put(stream, from, size * count);
  return count;
}

PUBLIC int fflush(FILE *stream) { return flushed(stream ? stream : stdout); }

PUBLIC int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
  (void)stream, (void)buffer, (void)size;
  return is_within(mode, 0, 2) ? 0 : -1;
}

PUBLIC void setbuf(FILE *restrict stream, char *restrict buffer) { (void)stream, (void)buffer; }

PUBLIC int fileno(FILE *stream) { return stream->file; }

PUBLIC int feof(FILE *stream) { return stream->is_ended; }

PUBLIC int ferror(FILE *stream) { return stream->failed; }

PUBLIC void clearerr(FILE *stream) { stream->is_ended = stream->failed = 0; }

PUBLIC void perror(const char *text) {
  if (text && *text) {
    say(text);
    say(": ");
  }
  say("error\n");
}

/* --- reading --- */

static int next_byte(FILE *stream) {
  if (stream->file) __coveriflow_missing();
  if (stream->unread >= 0) {
    int letter = stream->unread;
    stream->unread = -1;
    return letter;
  }
  if (stream->at == stream->size) {
    if (stream->is_ended) return -1;
    ssize_t count = read_bytes(stream->file, stream->buffer, sizeof stream->buffer);
    stream->is_ended = count == 0;
    stream->failed |= count < 0;
    stream->at = 0;
    stream->size = count > 0 ? (size_t)count : 0;
    if (count <= 0) return -1;
  }
  return stream->buffer[stream->at++];
}

static void push_back(FILE *stream, int letter) {
  if (letter < 0) return;
  if (stream->unread >= 0) __coveriflow_missing();
  stream->unread = letter;
}

PUBLIC int fgetc(FILE *stream) { return next_byte(stream); }

PUBLIC int getc(FILE *stream) { return next_byte(stream); }

PUBLIC int _IO_getc(FILE *stream) { return next_byte(stream); }

PUBLIC int getchar(void) { return next_byte(stdin); }

PUBLIC int ungetc(int letter, FILE *stream) {
  if (letter == -1) return -1;
  push_back(stream, (byte)letter);
  stream->is_ended = 0;
  return (byte)letter;
}

PUBLIC char *fgets(char *restrict to, int size, FILE *restrict stream) {
  int at = 0, letter = 0;
  if (size <= 0) return NULL;
  while (at < size - 1 && letter != '\n' && (letter = next_byte(stream)) >= 0) to[at++] = (char)letter;
  if (letter < 0 && (at == 0 || stream->failed)) return NULL;
  to[at] = 0;
  return to;
}

PUBLIC char *gets(char *to) {
  int at = 0, letter;
  while ((letter = next_byte(stdin)) >= 0 && letter != '\n') to[at++] = (char)letter;
  if (letter < 0 && at == 0) return NULL;
  to[at] = 0;
  return to;
}

PUBLIC size_t fread(void *restrict to, size_t size, size_t count, FILE *restrict stream) {
  size_t all = size * count, at = 0;
  for (int letter; at < all && (letter = next_byte(stream)) >= 0;) ((byte *)to)[at++] = (byte)letter;
  return all ? at / size : 0;
}
