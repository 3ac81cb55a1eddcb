/* The debugging information of a program: source lines, functions, and names for data at an address.
 *
 * Nothing is read before the first question, and no question is worked out twice.  All strings live as long as the
 * lcd_lines.  Without debugging information, or without the file, there are just no answers.  Addresses are those of
 * the file: a program under test is linked for a fixed address (-no-pie).
 */
#ifndef LC_TESTER_SOURCE_LINES_H
#define LC_TESTER_SOURCE_LINES_H

#include <lince/spec.h>

#include <stdbool.h>
#include <stdint.h>

typedef struct lcd_lines lcd_lines;

lcd_lines *lcd_lines_open(const char *program); /* NULL: out of memory */
void lcd_lines_close(lcd_lines *);

/* Where each thread has the program's thread-local variables; the lcd_lines may be NULL. */
struct lct_tls_places;
void lcd_lines_set_tls(lcd_lines *, const struct lct_tls_places *);

/* ---- code ---- */

/* The call that returns to `pc`; for an instruction itself, give the address of its second byte.  The innermost
 * function is named, also if it was inlined. */
bool lcd_lines_find(lcd_lines *, uint64_t pc, const char **file, int *line, const char **function);
/* The same where functions were inlined: depth 0 is the innermost, depth 1 where that was called, and so on. */
bool lcd_lines_inlined(lcd_lines *, uint64_t pc, unsigned depth, const char **file, int *line, const char **function);
/* The column of that place, from 1; 0: it is not known. */
int lcd_lines_column(lcd_lines *, uint64_t pc, unsigned depth);
/* Is this a file of the compiler or of the system rather than one of the user? */
bool lcd_lines_is_system(const char *file);
/* Is it even one of the compiler, or of the libraries of the language? */
bool lcd_lines_is_standard(const char *file);

/* ---- data ---- */

/* The thread that a thread-local variable at this address belongs to; -1: it is none. */
int lcd_lines_owner(const lcd_lines *, uint64_t address);

/* The symbol that holds this address, a function or a variable; NULL: none. */
const char *lcd_lines_symbol(lcd_lines *, uint64_t address, uint64_t *offset);

/* A type, for the questions below; 0: not known. */
typedef uint64_t lcd_type;
typedef enum lcd_type_kind {
    LCD_TYPE_OTHER,
    LCD_TYPE_SIGNED,
    LCD_TYPE_UNSIGNED,
    LCD_TYPE_BOOL,
    LCD_TYPE_POINTER
} lcd_type_kind;

/* Names the `size` bytes at this address, as `queue.slots[3].value`, and returns their type; size 0: the variable that
 * begins there.  False: no variable is there, and nothing was written. */
bool lcd_lines_variable(lcd_lines *, uint64_t address, uint64_t size, lince_text *name, lcd_type *);
/* The same inside an object of this type: `.next`, `[2]`, nothing if it is all of it.  False: nothing is known there.
 */
bool lcd_lines_member(lcd_lines *, lcd_type of, uint64_t offset, uint64_t size, lince_text *name, lcd_type *);
lcd_type_kind lcd_lines_kind(lcd_lines *, lcd_type);
lcd_type lcd_lines_pointee(lcd_lines *, lcd_type pointer);

#endif
