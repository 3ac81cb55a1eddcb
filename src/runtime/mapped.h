/* Memory that the program has mapped by itself, before the test began or in its setup: it is put back between
 * executions like variables and the heap.
 *
 * Only memory without a file: what a file holds is there for others, too.  What is mapped during an execution is new
 * in each of them.
 */
#ifndef LC_RUNTIME_MAPPED_H
#define LC_RUNTIME_MAPPED_H

#include <stdbool.h>
#include <stddef.h>

/* mmap has succeeded. */
void lc_mapped_made(void *at, size_t size, int protection, int flags);
/* munmap is called.  True: it is part of the memory that every execution starts with, and stays. */
bool lc_mapped_stays(const void *at, size_t size);
/* It becomes part of what is restored (runtime/region.h), as far as it is still there. */
void lc_mapped_take(void);
/* More is to come that may be taken as well. */
void lc_mapped_reopen(void);
/* What came since is not: every execution makes it again. */
void lc_mapped_forget(void);

#endif
