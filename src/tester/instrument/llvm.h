/* Accesses that clang does not instrument made visible: the code of LLVM that it generated is rewritten, as text.
 *
 * Its ThreadSanitizer supports accesses of 1, 2, 4, 8 and 16 bytes.  It leaves out those of any other width, which are
 * a `long double`, larger vectors and bit-fields that lie in 3, 5, 6 or 7 bytes, and the reading of a structure that is
 * passed by value in memory.  It also leaves out members of variables on the stack whose addresses have escaped.
 * Before each such access a call is put that announces it, as gcc does.  And it leaves atomic loads behind whose place
 * a call has taken, which would be seen as an unknown instruction.
 */
#ifndef LC_TESTER_INSTRUMENT_LLVM_H
#define LC_TESTER_INSTRUMENT_LLVM_H

#include <lince/error.h>

#include "base/text.h"
#include "tester/instrument/assembly.h"

/* Changes whenever the same text would be rewritten in another way. */
#define LCD_LLVM_REVISION 3

/* `out` gets the new text, or nothing if there is nothing to change. */
lince_status lcd_llvm_rewrite(const char *text, size_t length, lince_text *out);
/* Intrinsics that access memory without a callback, or give another result each time. */
void lcd_llvm_uninstrumented(const char *text, size_t length, lcd_on_uninstrumented, void *context);
/* Is there inline assembly in it?  It may return true where there is none. */
bool lcd_llvm_has_assembly(const char *text, size_t length);

#endif
