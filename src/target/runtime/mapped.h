/* Memory that the program has mapped by itself, before the test began or in its setup: it is put back between
 * executions like variables and the heap.
 *
 * The content of a file is shared, also with other workers.  So from then on memory that is shared by means of
 * a file with a name is a copy.  Mappings made during an execution are gone when the next one begins.
 *
 * The same holds for memory that sbrk and brk add to the end of the program's data.  Only the code under test calls
 * these: the heap is the runtime's own (target/runtime/heap.h).
 */
#ifndef LC_TARGET_RUNTIME_MAPPED_H
#define LC_TARGET_RUNTIME_MAPPED_H

#include <stdbool.h>
#include <stddef.h>

/* mmap has succeeded. */
void lct_mapped_made(void *at, size_t size, int protection, int flags);
/* munmap, mremap or mprotect is called.  True: it is part of the memory that every execution starts with, and stays. */
bool lct_mapped_persists(const void *at, size_t size);
/* It has been unmapped, or moved away. */
void lct_mapped_gone(const void *at, size_t size);
/* sbrk or brk is called, to make this the end of the data.  True: it would take away some of the memory that every
 * execution starts with. */
bool lct_mapped_breaks(const void *end);
/* It becomes part of the restored memory (target/runtime/region.h), as far as it is still there. */
void lct_mapped_take(void);
/* Taken memory has two addresses: an access to one of them is not seen to conflict with one to the second. */
bool lct_mapped_twice(void);
/* More is to come that may be taken as well. */
void lct_mapped_reopen(void);
/* The pieces of it that can be read now. */
void lct_mapped_visit(void (*)(const void *low, const void *high));
/* Before an execution: removes mappings made since, so that the same addresses are free again. */
void lct_mapped_restore(void);

#endif
