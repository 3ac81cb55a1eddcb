/* How much memory there is to be had. */
#ifndef LC_BASE_FREE_MEMORY_H
#define LC_BASE_FREE_MEMORY_H

#include <stddef.h>

/* Bytes that new work can take without swapping, of the machine and of the control group of the process; 0: unknown. */
size_t lc_free_memory(void);

#endif
