#ifndef _COVERIFLOW_STDIO_H
#define _COVERIFLOW_STDIO_H
/* C11 7.21. */
#include <stdarg.h>
#include <sys/types.h>
typedef struct _IO_FILE FILE;
typedef struct {
#ifdef __LP64__
  char __coveriflow_size[16];
#else
  char __coveriflow_size[12];
#endif
} __attribute__((__aligned__(sizeof(long)))) fpos_t;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
extern int printf(const char *restrict, ...);
extern int fprintf(FILE *restrict, const char *restrict, ...);
extern int sprintf(char *restrict, const char *restrict, ...);
extern int snprintf(char *restrict, size_t, const char *restrict, ...);
extern int dprintf(int, const char *restrict, ...);
extern int asprintf(char **restrict, const char *restrict, ...);
extern int vprintf(const char *restrict, va_list);
extern int vfprintf(FILE *restrict, const char *restrict, va_list);
extern int vsprintf(char *restrict, const char *restrict, va_list);
extern int vsnprintf(char *restrict, size_t, const char *restrict, va_list);
extern int vasprintf(char **restrict, const char *restrict, va_list);
extern int scanf(const char *restrict, ...);
extern int fscanf(FILE *restrict, const char *restrict, ...);
extern int sscanf(const char *restrict, const char *restrict, ...);
extern int vscanf(const char *restrict, va_list);
extern int vsscanf(const char *restrict, const char *restrict, va_list);
extern int getchar(void);
extern int getc(FILE *);
extern int fgetc(FILE *);
extern char *fgets(char *restrict, int, FILE *restrict);
extern int ungetc(int, FILE *);
extern int putchar(int);
extern int putc(int, FILE *);
extern int fputc(int, FILE *);
extern int puts(const char *);
extern int fputs(const char *restrict, FILE *restrict);
extern FILE *fopen(const char *restrict, const char *restrict);
extern FILE *fdopen(int, const char *);
extern FILE *freopen(const char *restrict, const char *restrict, FILE *restrict);
extern FILE *tmpfile(void);
extern FILE *popen(const char *, const char *);
extern int pclose(FILE *);
extern int fclose(FILE *);
extern int fflush(FILE *);
extern int fileno(FILE *);
extern int setvbuf(FILE *restrict, char *restrict, int, size_t);
extern void setbuf(FILE *restrict, char *restrict);
extern size_t fread(void *restrict, size_t, size_t, FILE *restrict);
extern size_t fwrite(const void *restrict, size_t, size_t, FILE *restrict);
extern ssize_t getline(char **restrict, size_t *restrict, FILE *restrict);
extern int fseek(FILE *, long, int);
extern long ftell(FILE *);
extern void rewind(FILE *);
extern int fgetpos(FILE *restrict, fpos_t *restrict);
extern int fsetpos(FILE *, const fpos_t *);
extern int feof(FILE *);
extern int ferror(FILE *);
extern void clearerr(FILE *);
extern void perror(const char *);
extern int remove(const char *);
extern int rename(const char *, const char *);
#endif
