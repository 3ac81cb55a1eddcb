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

typedef struct lcd_cache {
    char *root;     /* NULL: nowhere */
    bool temporary; /* to be deleted */
} lcd_cache;

/* LINCE_BAD_INPUT: there is not even room for temporary files.  In any case it is to be closed. */
lince_status lcd_cache_open(lcd_cache *, lince_error *);
/* `keep`: a temporary directory stays. */
void lcd_cache_close(lcd_cache *, bool keep);

/* The path of an entry that is there; NULL: it is not (or memory ran out). */
char *lcd_cache_find(const lcd_cache *, const char *kind, uint64_t key);
/* A new directory, to be filled; NULL: it cannot be made, with the reason in the error. */
char *lcd_cache_begin(const lcd_cache *, const char *kind, uint64_t key, lince_error *);
/* The directory becomes the entry; its path (NULL: out of memory), which may be that of one made by another process.
 * Frees the unfinished entry. */
char *lcd_cache_settle(const lcd_cache *, const char *kind, uint64_t key, char *unfinished);
void lcd_cache_drop(char *unfinished);                                    /* deletes and frees it */
void lcd_cache_forget(const lcd_cache *, const char *kind, uint64_t key); /* an entry that turned out to be useless */

/* Deletes the entries not used for longest, beyond `most` bytes. */
void lcd_cache_trim(const lcd_cache *, const char *kind, uint64_t most);

/* The path of a file of a kind that holds files, not entries. */
char *lcd_cache_file(const lcd_cache *, const char *kind, const char *name);

#endif
