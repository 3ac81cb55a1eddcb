/* Values by content: strings, symbols and lists as arguments and results of operations.
 *
 * In a program an argument or result is a number of 64 bits.  A value by content is one as well: its place in a table
 * that no execution undoes, LONG_MIN plus an offset below 2^31.  Equal contents have equal numbers in all executions of
 * a process; in messages the content stands instead.  The functions of <lince/test.h> that make and read such values
 * are here, too.
 */
#ifndef LC_TARGET_EXPLORE_VALUE_H
#define LC_TARGET_EXPLORE_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* In a message: this number, a kind, and the content. */
enum lct_value_kind { LCT_VALUE_NUMBER, LCT_VALUE_STRING, LCT_VALUE_SYMBOL, LCT_VALUE_LIST, LCT_VALUE_KINDS };
#define LCT_VALUE_CONTENT lince_symbol_value(8)
enum { LCT_VALUE_DEPTH = 32 }; /* of lists within lists */

typedef struct lct_value {
    uint32_t next; /* of those with the same hash; offsets in the table, 0: none */
    uint32_t size; /* bytes of the content */
    uint16_t kind; /* an lct_value_kind */
    uint16_t depth;
    uint32_t hash;
    char content[]; /* of a list, 64-bit numbers; a text has a 0 behind it */
} lct_value;

/* NULL: a number, or a symbol of <lince/test.h>. */
const lct_value *lct_value_of(int64_t number);
/* Writes the value as a history shows it, and gives its length, as snprintf does. */
size_t lct_value_print(char *text, size_t size, int64_t value);
/* Several, with commas between them. */
size_t lct_values_print(char *text, size_t size, unsigned count, const int64_t *values);
/* The string at an address, which the code at `pc` reads. */
int64_t lct_string_at(const char *text, size_t length, uintptr_t pc);
/* The symbol of this name, which need not end with a zero. */
long lct_symbol_of(const char *name, size_t length);
/* Makes the table, before there are threads, or ends a lock that a process held when it was killed. */
void lct_value_start(void);

/* Each runtime has its own. */
void *lct_value_memory(size_t size);                                  /* for the table; zeros */
_Noreturn void lct_value_shortage(void);                              /* the table is full */
void lct_value_reads(const void *bytes, size_t length, uintptr_t pc); /* an access of the code under test */

#endif
