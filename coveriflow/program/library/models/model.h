/* What models may use besides C. The front end knows all this of itself and never reads this file: it is here for
   compilers and editors. */
#ifndef COVERIFLOW_MODEL_H
#define COVERIFLOW_MODEL_H

/* A model need not use each parameter, declares parameters without `const`, and may ask what is so in one data model
   only. */
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wbuiltin-declaration-mismatch"
#pragma GCC diagnostic ignored "-Wtype-limits"

typedef __SIZE_TYPE__ size_t;

/* `new` is the function `old` of the same file, under another name. */
#define ALIAS(new, old) extern __typeof__(old) new __attribute__((alias(#old)))

/* `variable` gets any value of its type: the function `source` of the C library has it from the environment. */
#define __coveriflow_any(variable, source) ((variable) = *(__typeof__(variable) *)__coveriflow_outside(source))
extern void *__coveriflow_outside(const char *source);

/* The condition is never zero, since the C library keeps to its promises. */
extern void __coveriflow_assumed(int condition);

/* Where the condition is zero, the execution is undefined. */
extern void __coveriflow_defined(int condition);

/* Undefined where one of two objects of `n` bytes overlaps the other. */
extern void __coveriflow_apart(void *one, void *other, size_t n);

/* What follows is one of several ways that C allows; `assumption` says what is assumed by that. */
extern void __coveriflow_chosen(const char *assumption);

/* From here on nothing is known of the execution: the verdict is `unknown`, with `feature` as the reason. */
extern void __coveriflow_unsupported(const char *feature);

/* The size of an object that was allocated. */
extern size_t __coveriflow_usable(void *object);
/* A new object of the library, which no program may free. */
extern void *__coveriflow_kept(size_t size);
extern int __coveriflow_asks_accesses(void);
extern void __coveriflow_check_free(void *object);

/* `errno` becomes `number`, if the program asks for it. A model that uses this tells all that it does to `errno`. */
#define SETS_ERRNO(number) (__coveriflow_error_number = (number))
extern int __coveriflow_error_number;

/* Functions that the front end has, and those that models in other files call. */
extern void *malloc(size_t size);
extern void *realloc(void *old, size_t size);
extern void free(void *object);
extern void exit(int status);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern size_t __coveriflow_strlen(char *s);
extern void __coveriflow_format(char *s);

#endif
