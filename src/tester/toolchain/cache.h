/* Data kept between runs: compiled programs, facts about compilers, traces.
 *
 * An entry is a directory.  It is filled under another name and renamed when it is complete, so that no process reads
 * half of it, and of two processes that make the same one the slower uses that of the faster.  When all entries
 * together take too much room, those not used for longest are deleted.  Where nothing can be kept, everything goes into
 * a directory that is deleted at the end; the cache is never a reason to fail.
 */
#ifndef LC_TESTER_TOOLCHAIN_CACHE_H
#define LC_TESTER_TOOLCHAIN_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include <lince/error.h>

typedef struct lc_cache {
    char *root;     /* NULL: nowhere */
    bool temporary; /* to be deleted */
} lc_cache;

/* LINCE_BAD_INPUT: there is not even room for temporary files.  In any case it is to be closed. */
lince_status lc_cache_open(lc_cache *, lince_error *);
/* `keep`: a temporary directory stays. */
void lc_cache_close(lc_cache *, bool keep);

/* The path of an entry that is there; NULL: it is not (or memory ran out). */
char *lc_cache_find(const lc_cache *, const char *kind, uint64_t key);
/* A new directory, to be filled; NULL: it cannot be made, with the reason in the error. */
char *lc_cache_draft(const lc_cache *, const char *kind, uint64_t key, lince_error *);
/* The directory becomes the entry; its path (NULL: out of memory), which may be that of one made by another process.
 * Frees `draft`. */
char *lc_cache_settle(const lc_cache *, const char *kind, uint64_t key, char *draft);
void lc_cache_drop(char *draft);                                        /* deletes and frees it */
void lc_cache_forget(const lc_cache *, const char *kind, uint64_t key); /* an entry that turned out to be useless */

/* Deletes the entries not used for longest, beyond `most` bytes. */
void lc_cache_trim(const lc_cache *, const char *kind, uint64_t most);

/* The path of a file of a kind that holds files, not entries. */
char *lc_cache_file(const lc_cache *, const char *kind, const char *name);

#endif
