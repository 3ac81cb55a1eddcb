/* Scenarios as the command sees them: texts taken apart, so that smaller ones can be made of them.
 *
 * The text is that of target/explore/scenario.h, as a worker prints it.  The tree points into the text it was made of.
 */
#ifndef LC_TESTER_SHRINK_SCENARIO_AST_H
#define LC_TESTER_SHRINK_SCENARIO_AST_H

#include "base/text.h"
#include "tester/driver/session.h"

/* Of a part: calls that run alone before and after the threads, which are 1, 2, ... */
enum { LCD_PART_BEFORE = 0, LCD_PART_AFTER = UINT8_MAX };

typedef struct lcd_ast_value {
    lc_span symbol; /* `EMPTY`; empty: it is a number */
    int64_t number;
} lcd_ast_value;

typedef struct lcd_ast_call {
    uint8_t part;
    uint8_t was_in, was; /* the part it was read from, and which of its calls it was */
    lc_span name;
    uint32_t count;
    lcd_ast_value arguments[LCD_MSG_VALUES];
    const lcd_msg_argument *may_be; /* the possible values of each argument; NULL: it is no operation of the test */
} lcd_ast_call;

typedef struct lcd_ast {
    LC_VEC(lcd_ast_call) calls; /* part by part, each in order */
    uint8_t threads;
    bool fixed; /* the threads are functions of the test: `threads` stands for their calls, and is one */
} lcd_ast;

/* False: it is no scenario of calls (but `main`, or nonsense), or memory is out.  In any case it is to be freed. */
bool lcd_ast_read(lcd_ast *, const lcd_tested *, const char *text);
bool lcd_ast_copy(lcd_ast *, const lcd_ast *);
void lcd_ast_free(lcd_ast *);
void lcd_ast_print(lince_text *, const lcd_ast *);

/* Operations that it names; those of functions are not known. */
uint32_t lcd_ast_operations(const lcd_ast *);
uint32_t lcd_ast_length(const lcd_ast *, uint8_t part); /* calls of a part */

/* After calls were left out or put into other parts: they stand part by part again, and threads without calls are gone.
 * False: no call is left. */
bool lcd_ast_tidy(lcd_ast *);

/* Gives the unique arguments the numbers the generator would.  False: it may mean something else then, because one of
 * them stands also where a number from a range does. */
bool lcd_ast_rename(lcd_ast *, int64_t first_unique);
/* Are the arguments smaller, taken one after another? */
bool lcd_ast_is_less(const lcd_ast *, const lcd_ast *than);

/* A text that scenarios have in common which differ only in the order of threads and the names of unique values. */
void lcd_ast_key(lince_text *, const lcd_ast *, int64_t first_unique);

#endif
