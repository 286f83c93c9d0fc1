/* A greybox fuzzer around a program: what runs before main, in the place of it, again and again in children.

   One translation unit, compiled without the instrumentation of the program. It needs nothing of a C library but
   syscall, so that it also works beside our own library. The parent makes inputs, a child executes the program with
   one of them, and both see the memory that is shared. An execution that may violate the property is made smaller and
   written down; whoever reads that confirms it elsewhere. Nothing here is evidence.
*/

#include "system.h"

#include "shared.h"

#include "children.c"

#include "hooks.c"

#include "allocations.c"

#include "values.c"

#include "mutations.c"

#include "files.c"

#include "executions.c"

#include "smaller.c"

#include "loop.c"
