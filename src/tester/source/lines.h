/* The debugging information of a program: source lines, functions, and names for data at an address.
 *
 * Nothing is read before the first question, and no question is worked out twice.  All strings live as long as the
 * lc_lines.  Without debugging information, or without the file, there are just no answers.  Addresses are those of the
 * file: a program under test is linked for a fixed address (-no-pie).
 */
#ifndef LC_TESTER_SOURCE_LINES_H
#define LC_TESTER_SOURCE_LINES_H

#include <lince/spec.h>

#include <stdbool.h>
#include <stdint.h>

typedef struct lc_lines lc_lines;

lc_lines *lc_lines_open(const char *program); /* NULL: out of memory */
void lc_lines_close(lc_lines *);

/* Where each thread has the program's thread-local variables; the lc_lines may be NULL. */
struct lc_own_places;
void lc_lines_set_own(lc_lines *, const struct lc_own_places *);

/* ---- code ---- */

/* The call that returns to `pc`; for an instruction itself, give the address of its second byte.  The innermost
 * function is named, also if it was inlined. */
bool lc_lines_find(lc_lines *, uint64_t pc, const char **file, int *line, const char **function);
/* The same where functions were inlined: depth 0 is the innermost, depth 1 where that was called, and so on. */
bool lc_lines_inlined(lc_lines *, uint64_t pc, unsigned depth, const char **file, int *line, const char **function);
/* Is this a file of the compiler or of the system rather than one of the user? */
bool lc_lines_is_system(const char *file);
/* Is it even one of the compiler, or of the libraries of the language? */
bool lc_lines_is_standard(const char *file);

/* ---- data ---- */

/* The thread that a thread-local variable at this address belongs to; -1: it is none. */
int lc_lines_owner(const lc_lines *, uint64_t address);

/* The symbol that holds this address, a function or a variable; NULL: none. */
const char *lc_lines_symbol(lc_lines *, uint64_t address, uint64_t *offset);

/* A type, for the questions below; 0: not known. */
typedef uint64_t lc_type;
typedef enum lc_type_kind {
    LC_TYPE_OTHER,
    LC_TYPE_SIGNED,
    LC_TYPE_UNSIGNED,
    LC_TYPE_BOOL,
    LC_TYPE_POINTER
} lc_type_kind;

/* Names the `size` bytes at this address, as `queue.slots[3].value`, and returns their type; size 0: the variable that
 * begins there.  False: no variable is there, and nothing was written. */
bool lc_lines_variable(lc_lines *, uint64_t address, uint64_t size, lince_text *name, lc_type *);
/* The same inside an object of this type: `.next`, `[2]`, nothing if it is all of it.  False: nothing is known there.
 */
bool lc_lines_member(lc_lines *, lc_type of, uint64_t offset, uint64_t size, lince_text *name, lc_type *);
lc_type_kind lc_lines_kind(lc_lines *, lc_type);
lc_type lc_lines_pointee(lc_lines *, lc_type pointer);

#endif
