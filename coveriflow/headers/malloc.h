#ifndef _COVERIFLOW_MALLOC_H
#define _COVERIFLOW_MALLOC_H
#include <stdlib.h>
#endif
