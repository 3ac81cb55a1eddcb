/* Instrumentation of inline assembly: the compiler's output is rewritten so that instructions of inline assembly that
 * touch memory announce it first (target/runtime/assembly.h).  So do those that gcc generates without a word
 * (gimple.h).  For x86-64, in AT&T syntax.
 */
#ifndef LC_TESTER_INSTRUMENT_ASSEMBLY_H
#define LC_TESTER_INSTRUMENT_ASSEMBLY_H

#include <lince/error.h>

#include "base/text.h"
#include "tester/instrument/gimple.h"

/* Changes whenever the same text would be rewritten in another way. */
#define LCD_ASSEMBLY_REVISION 8
/* Present in objects made of rewritten text, and in programs linked with them. */
#define LCD_ASSEMBLY_SECTION ".lince.assembly"

/* An instruction that stays as it is, and uninstrumented. */
typedef struct lcd_uninstrumented {
    const char *instruction, *function, *file; /* not terminated; a length of 0: not known */
    size_t instruction_length, function_length, file_length;
    long line; /* of the source file; 0: not known */
    bool atomic;
    bool varies;    /* its result differs each time */
    bool generated; /* by the compiler: it is no inline assembly */
} lcd_uninstrumented;
typedef void (*lcd_on_uninstrumented)(void *context, const lcd_uninstrumented *);

/* `out` gets the new text, or nothing if there is nothing to change. */
lince_status lcd_assembly_rewrite(const char *text, size_t length, const lcd_gimple_places *, lince_text *out,
                                  lcd_on_uninstrumented, void *context);

#endif
