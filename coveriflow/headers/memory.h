#ifndef _COVERIFLOW_MEMORY_H
#define _COVERIFLOW_MEMORY_H
#include <string.h>
#endif
