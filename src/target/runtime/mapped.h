/* Memory that the program has mapped by itself, before the test began or in its setup: it is put back between
 * executions like variables and the heap.
 *
 * What a file holds is there for others, too, other workers among them.  So from then on memory that is shared by means
 * of a file with a name is a copy.  What is mapped during an execution is gone when the next one begins.
 *
 * So it is with what sbrk and brk add to the end of the program's data.  Nobody else calls these: the heap is the
 * runtime's own (target/runtime/heap.h).
 */
#ifndef LC_TARGET_RUNTIME_MAPPED_H
#define LC_TARGET_RUNTIME_MAPPED_H

#include <stdbool.h>
#include <stddef.h>

/* mmap has succeeded. */
void lc_mapped_made(void *at, size_t size, int protection, int flags);
/* munmap, mremap or mprotect is called.  True: it is part of the memory that every execution starts with, and stays. */
bool lc_mapped_stays(const void *at, size_t size);
/* It has been unmapped, or moved away. */
void lc_mapped_gone(const void *at, size_t size);
/* sbrk or brk is called, to make this the end of the data.  True: it would take away some of the memory that every
 * execution starts with. */
bool lc_mapped_breaks(const void *end);
/* It becomes part of what is restored (target/runtime/region.h), as far as it is still there. */
void lc_mapped_take(void);
/* What was taken has two addresses: an access to one of them is not seen to meet one to the other. */
bool lc_mapped_twice(void);
/* More is to come that may be taken as well. */
void lc_mapped_reopen(void);
/* The pieces of it that can be read now. */
void lc_mapped_visit(void (*)(const void *low, const void *high));
/* Before an execution: unmaps what was mapped since and is still there, so that the same addresses are free again. */
void lc_mapped_restore(void);

#endif
