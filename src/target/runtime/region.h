/* Pieces of memory that are put back as they were, again and again.
 *
 * A small one is copied.  Of a large one all pages are made read-only; the first write to a page saves it, makes it
 * writable and puts it on the list of those that are restored from then on.  Pages that are never written to cost
 * nothing, each of the rest as much as copying it.
 *
 * The kernel does not write to a read-only page on behalf of a system call; it returns EFAULT.  Code that passes an
 * address of the code under test to such a call announces it first (lct_region_touch).
 */
#ifndef LC_TARGET_RUNTIME_REGION_H
#define LC_TARGET_RUNTIME_REGION_H

#include <stdbool.h>
#include <stddef.h>

enum lct_region_way {
    LCT_REGION_OFTEN,  /* small ones are copied */
    LCT_REGION_SELDOM, /* hardly ever written to: by pages, however small; the rest of its last page is unused */
    LCT_REGION_LIBRARY /* the same of a library that is not instrumented: the runtime calls some of them, too */
};

/* Another piece [start, end), as it is now.  Pieces do not overlap. */
void lct_region_add(char *start, char *end, enum lct_region_way);
/* All of them as they were when they were added. */
void lct_region_restore(void);
/* For snapshots: their present content. */
struct lct_tape;
void lct_region_save(struct lct_tape *);
void lct_region_load(struct lct_tape *);
/* The parts of them that are copied each time, or have been written to: how many there are so far, and one of them as
 * it is restored.  Their order stays as it is, and more are added at the end.  False: it is a library's. */
size_t lct_region_count(void);
bool lct_region_part(size_t number, char **at, const char **copy, size_t *size);
/* Forgets all of them. */
void lct_region_drop(void);

/* A write to `address` failed: was it one of these pages, and is to be tried again? */
bool lct_region_fault(const void *address);
/* Announces a write there by code that cannot retry. */
void lct_region_touch(const void *address, size_t size);

/* From now on everything is copied: for debuggers, which stop at each fault. */
void lct_region_copy_all(void);
/* For now, those of up to this size. */
void lct_region_copy_up_to(size_t size);

#endif
