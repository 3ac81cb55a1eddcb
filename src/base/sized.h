/* Public structs that begin with their size: a program and the library may have been compiled with different versions
 * of the header.  The convention is that of Linux's perf_event_open (perf_event_attr.size):
 *
 *   caller's size      fields that the library reads
 *   0                  the first version of the struct that had a size
 *   smaller than ours  the caller's fields; the rest is zero, which is the default of every field
 *   larger than ours   our fields, if the rest is zero; else the caller needs a newer library
 */
#ifndef LC_BASE_SIZED_H
#define LC_BASE_SIZED_H

#include <stddef.h>

#include <lince/error.h>

/* No public struct is larger: a size beyond that was never set. */
enum { LC_SIZED_MOST = 4096 };

/* Copies the caller's struct `from` (NULL: all defaults) to `to`, whose first member is its size.  `known` is the size
 * today, `first` that of the first version; `name` is the struct's, for the error. */
lince_status lc_take_sized(void *to, size_t known, size_t first, const void *from, const char *name, lince_error *);

#endif
